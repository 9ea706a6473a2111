// Where a sign-in may lead back to.

import { describe, expect, test } from 'vitest'
import {
  coversRedirect,
  isSafeRedirect,
} from '../../../../src-main/local-service/tool-server/oauth/clients.ts'

describe('an address to go back to', () => {
  test.each([
    'https://example.com/callback',
    'http://127.0.0.1/callback',
    'http://localhost:8080/callback?x=1',
    'http://[::1]:9/callback',
    'cursor://anysphere/oauth',
    'com.example.app:/oauth',
  ])('%s may be registered', (uri) => {
    expect(isSafeRedirect(uri)).toBe(true)
  })

  test.each([
    'http://example.com/callback',
    'http://127.0.0.1.example.com/',
    'http://localhost.example.com/',
    'JavaScript:alert(1)',
    'blob:https://example.com/1',
    'about:blank',
    'https://example.com/#',
    '/callback',
    '',
  ])('%j may not', (uri) => {
    expect(isSafeRedirect(uri)).toBe(false)
  })

  test.each([
    ['http://127.0.0.1/cb', 'http://127.0.0.1:4321/cb', true],
    ['http://localhost:1/cb', 'http://localhost:2/cb', true],
    ['http://127.0.0.1:1/cb', 'http://localhost:1/cb', false],
    ['http://127.0.0.1:1/cb', 'http://127.0.0.1:2/cb/more', false],
    ['http://127.0.0.1:1/cb', 'http://127.0.0.1:2/cb?x=1', false],
    ['http://127.0.0.1:1/cb', 'http://user@127.0.0.1:2/cb', false],
    ['http://127.0.0.1:1/cb', 'http://127.0.0.1:2/cb#x', false],
    ['https://example.com/cb', 'https://example.com:444/cb', false],
    ['app:/cb', 'app:/cb', true],
    ['app:/cb', 'app:/other', false],
  ])('registered as %s, %s is covered: %s', (registered, asked, isCovered) => {
    expect(coversRedirect(registered, asked)).toBe(isCovered)
  })
})

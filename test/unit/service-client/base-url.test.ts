// Typed addresses.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLoopbackHost, parseBaseUrl } from '../../../src-main/service-client/base-url.ts'

describe('parseBaseUrl', () => {
  test.each([
    ['https://service.example', 'https://service.example'],
    ['  https://service.example/  ', 'https://service.example'],
    ['service.example', 'https://service.example'],
    ['service.example:8443/', 'https://service.example:8443'],
    ['https://service.example/v3', 'https://service.example'],
    ['https://service.example/v3/', 'https://service.example'],
    ['https://service.example/api/v3', 'https://service.example/api'],
    ['https://service.example/api//', 'https://service.example/api'],
    ['HTTPS://Service.Example', 'https://service.example'],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
    ['http://localhost:4000/v3', 'http://localhost:4000'],
    ['http://[::1]:4000', 'http://[::1]:4000'],
    ['localhost:4000', 'http://localhost:4000'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('takes %j as %s', (typed, value) => {
    expect(parseBaseUrl(typed)).toEqual({ ok: true, value })
  })

  test.each([
    ['', 'address_empty'],
    ['   ', 'address_empty'],
    ['https://', 'address_not_valid'],
    ['https://a b', 'address_not_valid'],
    ['http://service.example', 'address_plain_http'],
    ['http://127.0.0.1.evil.example', 'address_plain_http'],
    ['http://localhost.evil.example', 'address_plain_http'],
    ['https://user:pw@service.example', 'address_user_info'],
    ['user@service.example', 'address_user_info'],
    ['ftp://service.example', 'address_scheme'],
    ['file:///etc/passwd', 'address_scheme'],
    ['javascript:alert(1)', 'address_scheme'],
    ['https://service.example/?a=1', 'address_has_query'],
    ['https://service.example/#x', 'address_has_query'],
    [`https://${'a'.repeat(3000)}`, 'address_too_long'],
  ])('refuses %j with %s', (typed, code) => {
    expect(parseBaseUrl(typed)).toMatchObject({ ok: false, error: { code, retryable: false } })
  })

  test('gives back what it gave when asked again, whatever was typed', () => {
    // Put together from parts, for whole addresses are slow to generate.
    const scheme = fc.constantFrom('', 'https://', 'http://', 'HTTPS://', 'ftp://', 'file:')
    const host = fc.constantFrom(
      'service.example',
      'localhost',
      '127.0.0.1',
      '[::1]',
      'Bücher.example',
      'a b',
    )
    const port = fc.constantFrom('', ':', ':0', ':443', ':8080', ':99999')
    const rest = fc.oneof(
      fc.constantFrom('', '/', '/v3', '/v3/', '//v3//', '/v3/v3', '/api/v3', '/a/../v3'),
      fc.string(),
    )
    fc.assert(
      fc.property(scheme, host, port, rest, (...parts) => {
        const first = parseBaseUrl(parts.join(''))
        if (first.ok) expect(parseBaseUrl(first.value)).toEqual(first)
      }),
      { numRuns: 500 },
    )
  })
})

test.each([
  ['localhost', true],
  ['a.localhost', true],
  ['127.9.9.9', true],
  ['[::1]', true],
  ['127.0.0.1.evil.example', false],
  ['localhost.example', false],
  ['128.0.0.1', false],
])('knows whether %s is this machine: %s', (host, isLoopback) => {
  expect(isLoopbackHost(host)).toBe(isLoopback)
})

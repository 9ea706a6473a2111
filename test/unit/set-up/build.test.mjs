// When the app is built again.
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fingerprint } from '../../set-up/build.mjs'

let root = ''
const source = () => join(root, 'src-main/shell/window.ts')

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'foleyroom-build-'))
  mkdirSync(join(root, 'src-main/shell'), { recursive: true })
  mkdirSync(join(root, 'test'))
  writeFileSync(source(), 'one')
  utimesSync(source(), 1000, 1000)
})
afterEach(() => rmSync(root, { recursive: true }))

test('the fingerprint stays while nothing changes, and whatever lies outside the inputs', () => {
  const before = fingerprint(root)
  writeFileSync(join(root, 'test/new.ts'), '')
  writeFileSync(join(root, 'README.md'), '')
  expect(fingerprint(root)).toBe(before)
})

test.each([
  ['a source of the same length is written again', () => writeFileSync(source(), 'two')],
  ['a source is added', () => writeFileSync(join(root, 'src-main/added.ts'), '')],
  ['a source is removed', () => rmSync(source())],
  ['the configuration appears', () => writeFileSync(join(root, 'electron.vite.config.ts'), '')],
])('the fingerprint changes when %s', (_name, change) => {
  const before = fingerprint(root)
  change()
  expect(fingerprint(root)).not.toBe(before)
})

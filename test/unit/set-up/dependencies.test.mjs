// When node_modules counts as installed, and what package-lock.json must hold for that.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isInstalled } from '../../set-up/dependencies.mjs'

const ROOT = join(import.meta.dirname, '../../..')

describe('node_modules counts as installed', () => {
  const wanted = {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { version: '2.0.0', optional: true },
  }

  test.each([
    [
      'when every version is that of the lock',
      { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0' } },
      true,
    ],
    ['without an optional package', { 'node_modules/a': { version: '1.0.0' } }, true],
    ['but not without a needed one', { 'node_modules/b': { version: '2.0.0' } }, false],
    ['but not with another version', { 'node_modules/a': { version: '1.0.1' } }, false],
    [
      'but not with another version of an optional one',
      { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.9.0' } },
      false,
    ],
    ['but not when npm never finished', undefined, false],
  ])('%s', (_name, installed, expected) => {
    expect(isInstalled(wanted, installed)).toBe(expected)
  })
})

/** The lock's entry that Node would find for a name from inside a package: its own node_modules first, then outwards. */
function resolveInLock(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (path in packages) return packages[path]
    if (folder === '') return undefined
  }
}

test('package-lock.json names every optional package of every system: npm ci refuses a lock that does not', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => resolveInLock(packages, path, name) === undefined)
      .map((name) => `${path || 'package.json'} wants ${name}`),
  )
  expect(missing).toEqual([])
})

// What may be in a package and what not: contents, licences, fuses, icons. The package itself is made and run by `npm run dist:check`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FuseV1Options } from '@electron/fuses'
import { describe, expect, it } from 'vitest'
import config from '../../../resources/electron-builder.mjs'
import { FUSES, fuseConfig } from '../../../resources/fuses.mjs'
import { breaches, sizesOf, sizeTable, unnamed } from '../../set-up/dist-inside.mjs'
import { COMPILED_IN, judge, KEPT_APART } from '../../set-up/dist-licences.mjs'
import { licensed, NOTICES, noticesOf } from '../../set-up/dist-notices.mjs'
import { closureOf, leftOut, shippedInMain } from '../../set-up/dist-packages.mjs'
import { FUSES_OF_ELECTRON_45 } from '../../set-up/dist-stand-in.mjs'
import { ROOT } from '../../set-up/places.mjs'

const resource = (/** @type {string} */ name) => readFileSync(join(ROOT, 'resources', name))
/** @param {string} path @param {boolean} isUnpacked */
const packed = (path, isUnpacked = false) => ({ path, bytes: 1, isUnpacked })

describe('the fuses', () => {
  it('are all decided, each with its reason, under the names that Electron gives them', () => {
    const names = Object.entries(FuseV1Options).filter(([, index]) => typeof index === 'number')
    expect(names).toHaveLength(FUSES_OF_ELECTRON_45)
    const decided = Object.entries(FUSES).map(([name, { index }]) => [name.toLowerCase(), index])
    expect(decided).toEqual(names.map(([name, index]) => [String(name).toLowerCase(), index]))
    for (const { reason } of Object.values(FUSES)) expect(reason.length).toBeGreaterThan(30)
  })

  it('let nobody run, inspect or redirect the app as Node', () => {
    expect(fuseConfig()).toMatchObject({ 0: false, 2: false, 3: false, 4: true, 5: true, 7: false })
    expect(fuseConfig().strictlyRequireAllFuses).toBe(true)
  })
})

describe('the licences', () => {
  it.each([
    ['MIT', 'allowed'],
    ['(MIT OR GPL-3.0-or-later)', 'allowed'],
    ['(BSD-2-Clause OR MIT OR Apache-2.0)', 'allowed'],
    ['MIT AND BSD-3-Clause', 'allowed'],
    ['MIT AND OFL-1.1', 'allowed'],
    ['LGPL-3.0-or-later', 'apart'],
    ['MIT AND LGPL-2.1', 'apart'],
    ['GPL-3.0', 'refused'],
    ['AGPL-3.0-only', 'refused'],
    ['MIT AND GPL-2.0', 'refused'],
    ['UNLICENSED', 'refused'],
    ['', 'refused'],
    [undefined, 'refused'],
  ])('%s is %s', (expression, verdict) => expect(judge(expression)).toBe(verdict))

  it('of everything shipped are allowed, or of a package that is kept apart', () => {
    const packages = licensed()
    expect(packages.length).toBeGreaterThan(100)
    expect(packages.filter(({ verdict }) => verdict === 'refused')).toEqual([])
    const apart = packages.filter(({ verdict }) => verdict === 'apart').map(({ name }) => name)
    expect(apart.filter((name) => !KEPT_APART.includes(name))).toEqual([])
    const withLgpl = Object.entries(COMPILED_IN).filter(([, inside]) =>
      inside.some(({ licence }) => licence.startsWith('LGPL')),
    )
    expect(withLgpl.map(([name]) => name).filter((name) => !KEPT_APART.includes(name))).toEqual([])
  })

  it('are in the notices as they are now (else: npm run dist:check -- --write)', () => {
    const committed = readFileSync(NOTICES, 'utf8')
    expect(committed === noticesOf(licensed())).toBe(true)
  })
})

describe('the packages inside', () => {
  it('are those that the sources import, with what they need, where Node would find it', () => {
    const lock = {
      'node_modules/a': { version: '1.0.0', dependencies: { b: '2' } },
      'node_modules/a/node_modules/b': { version: '2.0.0', optionalDependencies: { gone: '1' } },
      'node_modules/b': { version: '1.0.0' },
      'node_modules/c': { version: '1.0.0', peerDependencies: { a: '1' } },
      'node_modules/d': { version: '1.0.0' },
    }
    expect(closureOf(lock, ['c']).map(({ path }) => path)).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/c',
    ])
  })

  it('are all named in the notices: one that only an installation needs is told of', () => {
    const named = [{ name: 'a', version: '1.0.0' }]
    expect(unnamed(named, named)).toEqual([])
    expect(unnamed([{ name: 'a', version: '2.0.0' }], named)).toEqual([
      'a 2.0.0 is inside, and the notices do not name it',
    ])
    expect(leftOut()).toEqual(expect.arrayContaining(['prebuild-install', 'node-abi', 'rc']))
  })

  it('hold what the main process imports, and not what only the window or an installation needs', () => {
    const names = shippedInMain().map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['better-sqlite3', 'keytar', 'zod', 'mediabunny']))
    expect(names).not.toEqual(expect.arrayContaining(['prebuild-install']))
    expect(leftOut()).toContain('tone')
  })

  it.each([
    ['test/unit/a.test.ts', 'not the built app'],
    ['src-main/index.ts', 'not the built app'],
    ['out/main/index.js.map', 'no code that runs'],
    ['node_modules/a/index.d.ts', 'no code that runs'],
    ['out/main/.env', 'a secret'],
    ['node_modules/a/key.pem', 'a secret'],
    ['node_modules/a/.yarn/releases/yarn.cjs', 'a tool of its authors'],
    ['node_modules/a/lib/__tests__/a.js', 'a test of its authors'],
    ['node_modules/a/a.node', 'unpacked'],
    ['node_modules/verovio/dist/verovio.mjs', 'unpacked'],
  ])('may not hold %s', (path, why) => expect(breaches([packed(path)]).join()).toContain(why))

  it('may hold the built app, libraries, and native modules beside the asar', () => {
    const files = [packed('out/main/index.js'), packed('package.json'), packed('node_modules/a/b.js')]
    expect(breaches([...files, packed('node_modules/a/a.node', true)])).toEqual([])
  })

  it('are measured by package, the rest in one line', () => {
    const sizes = sizesOf([
      { path: 'node_modules/@a/b/x.js', bytes: 1_500_000, isUnpacked: false },
      { path: 'node_modules/@a/b/y.js', bytes: 500_000, isUnpacked: false },
      { path: 'out/main/chunks/z.js', bytes: 100_000, isUnpacked: false },
    ])
    expect(sizes).toEqual([
      { name: '@a/b', bytes: 2_000_000 },
      { name: 'out/main', bytes: 100_000 },
    ])
    expect(sizeTable(sizes)).toContain('| @a/b | 2.0 |\n| 1 smaller ones | 0.1 |')
  })
})

describe('the configuration', () => {
  it('signs hardened, asks for notarisation only with its keys, and names no update server by itself', () => {
    expect(config.mac).toMatchObject({ hardenedRuntime: true, notarize: false })
    expect(config.publish).toBeNull()
  })

  it('asks macOS for compiled code alone: no foreign libraries, no DYLD variables, no debugger', () => {
    for (const name of ['mac/entitlements.plist', 'mac/entitlements.inherit.plist']) {
      const keys = [
        ...resource(name)
          .toString('utf8')
          .matchAll(/<key>(.*?)<\/key>/g),
      ].map(([, key]) => key)
      expect(keys).toEqual(['com.apple.security.cs.allow-jit'])
    }
  })

  it('opens audio, MIDI and video by choice, never as their default program', () => {
    const kinds = /** @type {{ ext: string, rank: string }[]} */ (config.fileAssociations)
    expect(kinds.map(({ ext }) => ext)).toEqual(expect.arrayContaining(['wav', 'flac', 'mid', 'mp4']))
    expect(kinds.every(({ rank }) => rank === 'Alternate')).toBe(true)
  })
})

describe('the icons', () => {
  const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024]

  it.each(SIZES)('is a PNG of %i pixels', (size) => {
    const png = resource(`icons/${size}x${size}.png`)
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size])
  })

  it('stand in the ICO at the places that it names', () => {
    const ico = resource('icon.ico')
    const count = ico.readUInt16LE(4)
    const widths = Array.from({ length: count }, (_, at) => {
      const entry = ico.subarray(6 + 16 * at)
      const png = ico.subarray(entry.readUInt32LE(12))
      expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
      return png.readUInt32BE(16)
    })
    expect(widths).toEqual([16, 24, 32, 48, 64, 128, 256])
  })

  it('fill the ICNS to its last byte', () => {
    const icns = resource('icon.icns')
    expect(icns.readUInt32BE(4)).toBe(icns.length)
    const types = []
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4))
      types.push(icns.toString('latin1', at, at + 4))
    expect(types).toHaveLength(10)
    expect(types).toContain('ic10')
  })
})

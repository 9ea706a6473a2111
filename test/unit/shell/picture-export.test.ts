import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RunMedia } from '../../../src-main/media/facts-service.ts'
import { failed, succeeded } from '../../../src-main/media/outcome.ts'
import type { LayOutOrder } from '../../../src-main/media/picture/lay-out.ts'
import { exportPicture, type PictureExport } from '../../../src-main/shell/picture-export.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'

let root: string
let order: PictureExport
beforeEach(() => {
  root = makeTemporaryFolder('picture')
  const folder = join(root, 'out')
  mkdirSync(folder)
  const sound = join(root, 'a.wav')
  writeFileSync(sound, 'sound')
  order = {
    kind: 'mix',
    folder,
    clip: {
      path: join(root, 'walk.mov'),
      fileName: 'walk.mov',
      codec: 'avc',
      durationMs: 1000,
      framesPerSecond: 25,
      size: { width: 1280, height: 720 },
    },
    sounds: [
      { path: sound, label: 'steps', startMs: 0, lengthMs: 500, fadeInMs: 0, fadeOutMs: 0, gainDb: 0 },
    ],
  }
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Writes what a media worker would, or refuses. */
const ports = (isRefused = false) => ({
  // The port takes every job by its name; here it is asked for the two that write a file alone.
  run: (async (_name: string, { to }: { to: string }) => {
    if (isRefused) return failed('disk_full', 'The disk is full.')
    writeFileSync(to, 'mixed')
    return succeeded(null)
  }) as unknown as RunMedia,
  newId: () => 'id',
  now: () => 0,
})

describe('what leaves of a picture', () => {
  it('never goes over a file, and gives the next names that are free', async () => {
    writeFileSync(join(order.folder, 'walk, mix.wav'), 'theirs')
    expect(await exportPicture(order, ports())).toEqual({ ok: true, value: 1 })
    expect(await exportPicture(order, ports())).toEqual({ ok: true, value: 1 })
    expect(readFileSync(join(order.folder, 'walk, mix.wav'), 'utf8')).toBe('theirs')
    for (let twice = 0; twice < 2; twice += 1)
      expect(await exportPicture({ ...order, kind: 'edit-list' }, ports())).toEqual({ ok: true, value: 4 })
    expect(readdirSync(order.folder).sort()).toEqual([
      'walk 2.edl',
      'walk 2.otio',
      'walk 2.xml',
      'walk, mix 2.wav',
      'walk, mix 3.wav',
      'walk, mix.wav',
      'walk.edl',
      'walk.otio',
      'walk.xml',
      'walk_01_steps 2.wav',
      'walk_01_steps.wav',
    ])
  })

  it('writes each sound of an edit list in whole frames, and the sound to the sample within them', async () => {
    const orders: LayOutOrder[] = []
    const run = (async (_name: string, laid: LayOutOrder) => {
      orders.push(laid)
      return succeeded(null)
      // As above.
    }) as unknown as RunMedia
    const [sound] = order.sounds
    const placed = [
      { ...sound!, label: 'Door: oak, slam', startMs: 1011, lengthMs: 500 },
      { ...sound!, startMs: 2000, lengthMs: 40, gainDb: -6 },
    ]
    expect(
      await exportPicture({ ...order, kind: 'edit-list', sounds: placed }, { ...ports(), run }),
    ).toMatchObject({ ok: true })
    // At 25 frames a second: from frame 25 to the end of frame 37.
    expect(
      orders.map(({ lengthMs, sounds: [laid], provenance }) => [
        lengthMs,
        laid?.startMs,
        laid?.gainDb,
        provenance.timeReferenceSamples,
      ]),
    ).toEqual([
      [520, 11, 0, 48_000],
      [40, 0, -6, 96_000],
    ])
    expect(orders.map(({ to }) => basename(to))).toEqual(['walk_01_Door_oak_slam.wav', 'walk_02_steps.wav'])
    const xml = readFileSync(join(order.folder, 'walk.xml'), 'utf8')
    expect(xml).toContain(
      `<pathurl>${pathToFileURL(orders[0]!.to).href.replace('file:///', 'file://localhost/')}`,
    )
    expect(xml).toContain('<start>25</start>')
    expect(readFileSync(join(order.folder, 'walk.otio'), 'utf8')).toContain(
      `"${pathToFileURL(order.clip.path!).href}"`,
    )
  })

  it('leaves nothing where nothing came of it, and says so of a folder that is gone', async () => {
    expect(await exportPicture(order, ports(true))).toMatchObject({ ok: false, error: { code: 'disk_full' } })
    expect(readdirSync(order.folder)).toEqual([])
    rmSync(order.folder, { recursive: true })
    expect(await exportPicture(order, ports())).toMatchObject({ ok: false, error: { code: 'file_missing' } })
  })
})

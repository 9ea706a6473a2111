// Copies for the window's ear: the very samples, made once, thrown away oldest first, null where nothing can be decoded.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RunMedia } from '../../../src-main/media/facts-service.ts'
import { createListeningCopies } from '../../../src-main/media/listening-copies.ts'
import { MEDIA_JOBS } from '../../../src-main/media/media-jobs.ts'
import { decoded, decodedByFfmpeg } from '../decode/decoded.ts'
import { sine, temporaryFolder, wav16, writeFixture } from './wav-fixture.ts'

let folder: ReturnType<typeof temporaryFolder>
let aiff: string
let listened: number
let nowMs: number
beforeEach(() => {
  folder = temporaryFolder()
  listened = 0
  nowMs = Date.now()
  const source = writeFixture(folder.path, 'source.wav', wav16([sine(440, 0.4, 0.5), sine(880, 0.4, 0.2)]))
  aiff = join(folder.path, 'sound.aiff')
  execFileSync('ffmpeg', ['-v', 'error', '-i', source, '-c:a', 'pcm_s24be', aiff])
})
afterEach(() => folder.remove())

const run: RunMedia = (async (name: 'listen', args: { readonly from: string; readonly to: string }) => {
  listened += 1
  return MEDIA_JOBS[name](args, new AbortController().signal)
}) as RunMedia // the one job that is asked for here
const copies = (mostBytes?: number) =>
  createListeningCopies({
    cacheDir: join(folder.path, 'cache'),
    run,
    now: () => (nowMs += 1000),
    log: () => {},
    ...(mostBytes === undefined ? {} : { mostBytes }),
  })

describe('a copy to listen to', () => {
  it('holds the samples of an AIFF, and is made once, also when asked for twice at once', async () => {
    const { pathOf } = copies()
    const [path, same] = await Promise.all([
      pathOf({ uid: 'a', path: aiff }),
      pathOf({ uid: 'a', path: aiff }),
    ])
    expect(path).toBe(same)
    expect(await pathOf({ uid: 'a', path: aiff })).toBe(path)
    expect(listened).toBe(1)
    expect(await decoded(path ?? '')).toEqual(decodedByFfmpeg(aiff, 2))
  })

  it('is made anew when the file is newer', async () => {
    const { pathOf } = copies()
    await pathOf({ uid: 'a', path: aiff })
    nowMs += 60_000
    const source = statSync(aiff)
    execFileSync('touch', ['-d', new Date(nowMs + 60_000).toISOString(), aiff])
    expect(statSync(aiff).mtimeMs).toBeGreaterThan(source.mtimeMs)
    await pathOf({ uid: 'a', path: aiff })
    expect(listened).toBe(2)
  })

  it('makes room by throwing away what was listened to longest ago', async () => {
    const { pathOf } = copies(300_000) // two of 141 kB
    const first = await pathOf({ uid: 'a', path: aiff })
    const second = await pathOf({ uid: 'b', path: aiff })
    await pathOf({ uid: 'a', path: aiff })
    const third = await pathOf({ uid: 'c', path: aiff })
    expect([first, second, third].map((path) => existsSync(path ?? ''))).toEqual([true, false, true])
  })

  it('is none of a file that cannot be decoded, and leaves nothing behind', async () => {
    const path = join(folder.path, 'noise.xyz')
    writeFileSync(path, 'no sound at all')
    expect(await copies().pathOf({ uid: 'a', path })).toBeNull()
    expect(readdirSync(join(folder.path, 'cache/listening'))).toEqual([])
  })

  it('never leads out of its folder', () => {
    expect(() => copies().pathOf({ uid: '../a', path: aiff })).toThrow(TypeError)
  })
})

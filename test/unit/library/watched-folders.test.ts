import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ImportView } from '../../../src-main/bridge/library.ts'
import type { WritableDatabase } from '../../../src-main/library/database.ts'
import { addSources, createImport } from '../../../src-main/library/import-store.ts'
import { createWatchedFolders, type WatchedFolders } from '../../../src-main/library/watched-folders.ts'
import { sine, wav16 } from '../media/wav-fixture.ts'
import { openTemporaryLibrary, temporaryFolder } from './library-fixture.ts'

const NOW = 1_790_000_000_000
const VIEW: ImportView = {
  id: 1,
  state: 'running',
  label: '',
  found: 0,
  imported: 0,
  duplicates: 0,
  failed: 0,
  problems: [],
  firstSoundId: null,
}
let place: ReturnType<typeof temporaryFolder>
let db: WritableDatabase
let watched: WatchedFolders
let started: (readonly string[])[]
/** What waits for its time; the test lets it pass. */
let timers: { readonly ms: number; readonly fire: () => void }[]
let sounds: string
beforeEach(() => {
  place = temporaryFolder()
  db = openTemporaryLibrary(place)
  started = []
  timers = []
  sounds = join(place.path, 'sounds')
  mkdirSync(sounds)
  watched = createWatchedFolders({
    db,
    imports: {
      start: (paths) => {
        started.push(paths)
        return VIEW
      },
    },
    now: () => NOW,
    timer: (ms, fire) => {
      const timer = { ms, fire }
      timers.push(timer)
      return () => {
        timers = timers.filter((each) => each !== timer)
      }
    },
    log: (message) => {
      throw new Error(message)
    },
  })
})
afterEach(async () => {
  await watched.stop()
  db.close()
  place.remove()
})
const write = (name: string, ageMs: number): string => {
  const path = join(sounds, name)
  writeFileSync(path, 'x')
  utimesSync(path, new Date(), new Date(NOW - ageMs))
  return path
}
/** Fires what waits, and waits until the look that it began has planned the next one. */
const look = async (): Promise<number> => {
  const due = timers
  timers = []
  for (const { fire } of due) fire()
  await expect.poll(() => timers.length).toBeGreaterThan(0)
  return timers[0]!.ms
}

describe('watched folders', () => {
  it('import what is in them, and what comes; what is known or still written is left', async () => {
    const old = write('old.wav', 60_000)
    write('notes.txt', 60_000)
    watched.start()
    expect(await watched.add(sounds)).toMatchObject({ name: 'sounds', isAway: false })
    expect(await look()).toBeGreaterThan(60_000)
    expect(started).toEqual([[old]])
    // As the import would leave it.
    const id = createImport(db, 'x', [old], NOW)
    addSources(db, id, [
      { path: old, bytes: 1, modifiedAtMs: NOW - 60_000, problem: { code: 'x', message: 'x' } },
    ])
    const fresh = write('fresh.wav', 100)
    expect(await look()).toBeLessThan(5000)
    expect(started).toHaveLength(1)
    utimesSync(fresh, new Date(), new Date(NOW - 5000))
    await look()
    expect(started).toEqual([[old], [fresh]])
  })

  it('leave a recording that pauses in its writing until it is whole, and give up waiting in the end', async () => {
    const whole = wav16([sine(440, 1, 0.5)])
    const path = join(sounds, 'take.wav')
    const put = (bytes: number, ageMs: number): void => {
      writeFileSync(path, whole.subarray(0, bytes))
      utimesSync(path, new Date(), new Date(NOW - ageMs))
    }
    watched.start()
    put(44, 30_000)
    await watched.add(sounds)
    expect(await look()).toBeLessThan(5000)
    put(20_000, 30_000)
    expect(await look()).toBeLessThan(5000)
    expect(started).toEqual([])
    put(whole.length, 30_000)
    await look()
    expect(started).toEqual([[path]])
    put(20_000, 3_600_000)
    await look()
    expect(started).toEqual([[path], [path]])
  })

  it('hand over what cannot be read, so that it is named, once, and look again soon when the disk is away', async () => {
    const fifo = join(sounds, 'pipe.wav')
    execFileSync('mkfifo', [fifo])
    watched.start()
    await watched.add(sounds)
    await look()
    expect(started).toEqual([[fifo]])
    const id = createImport(db, 'x', [fifo], NOW)
    addSources(db, id, [
      { path: fifo, bytes: 0, modifiedAtMs: 0, problem: { code: 'not_a_file', message: 'x' } },
    ])
    await look()
    expect(started).toHaveLength(1)
    rmSync(sounds, { recursive: true })
    expect(await look()).toBeLessThan(60_000)
    mkdirSync(sounds)
    const back = write('back.wav', 3_600_000)
    expect(await look()).toBeGreaterThan(60_000)
    expect(started).toEqual([[fifo], [back]])
  })

  it('are the same when chosen again, are said to be away, and end when removed', async () => {
    watched.start()
    const first = await watched.add(sounds)
    expect(await watched.add(sounds)).toEqual(first)
    rmSync(sounds, { recursive: true })
    expect(await watched.list()).toEqual([{ ...first, isAway: true }])
    watched.remove(first.id)
    expect(await watched.list()).toEqual([])
    expect(timers).toEqual([])
  })
})

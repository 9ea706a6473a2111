import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WritableDatabase } from '../../../src-main/library/database.ts'
import { createFactsQueue, type FactsQueue } from '../../../src-main/library/facts-queue.ts'
import { createLibraryFolder } from '../../../src-main/library/folder.ts'
import { getDetailFacts, getRow, insertSounds } from '../../../src-main/library/sound-store.ts'
import type { FactsService } from '../../../src-main/media/facts-service.ts'
import { openTemporaryLibrary, sound, type TemporaryFolder, temporaryFolder } from './library-fixture.ts'

let place: TemporaryFolder
let db: WritableDatabase
let root: string
let ids: readonly number[]
beforeEach(() => {
  place = temporaryFolder()
  db = openTemporaryLibrary(place)
  root = join(place.path, 'Sounds')
  mkdirSync(join(root, '2026/11'), { recursive: true })
  ids = insertSounds(
    db,
    [0, 1, 2, 3].map((n) => sound(n)),
  )
  for (const n of [0, 1, 3]) writeFileSync(join(root, `2026/11/sound ${n}.wav`), 'x')
})
afterEach(() => {
  db.close()
  place.remove()
})

const measured = {
  sampleRate: 44_100,
  channels: 1,
  frames: 1,
  durationMs: 1,
  isCutShort: false,
  loudnessLufs: -20,
  truePeakDb: -1,
  headSilenceMs: 0,
  tailSilenceMs: 0,
  descriptors: null,
  overview: new Uint8Array(512),
}
type Compute = FactsService['compute']
const queueOver = (compute: Compute): { queue: FactsQueue; computed: string[]; told: () => number } => {
  const computed: string[] = []
  let told = 0
  const queue = createFactsQueue({
    db,
    folder: () => createLibraryFolder({ root }),
    facts: {
      workers: 2,
      peaksPath: async (uid) => (computed.includes(uid) ? `/cache/${uid}` : null),
      compute: async (file, signal) => {
        const outcome = await compute(file, signal)
        if (outcome.ok) computed.push(file.uid)
        return outcome
      },
    },
    now: () => 77,
    onStored: () => {
      told += 1
    },
    log: () => undefined,
  })
  return { queue, computed, told: () => told }
}
const refused = (code: 'disk_full' | 'wav_invalid') => ({
  ok: false as const,
  error: { code, message: code, retryable: false },
})
/** The queue has no promise to wait for: stopping waits for what runs, this for the rest, however busy the disk is. */
const settled = (isDone: () => boolean): Promise<void> => expect.poll(isDone, { interval: 1 }).toBe(true)

describe('the queue of facts', () => {
  it('brings all sounds their facts, marks what is missing and keeps why a file has none', async () => {
    const { queue, told } = queueOver(async ({ uid }) =>
      uid === 'uid-1' ? refused('wav_invalid') : { ok: true, value: measured },
    )
    queue.wake()
    await settled(() => told() === 1)
    expect(ids.map((id) => getRow(db, id)).map((row) => [row?.hasFacts, row?.isMissing])).toEqual([
      [true, false],
      [false, false],
      [false, true],
      [true, false],
    ])
    expect(getDetailFacts(db, ids[1]!)?.factsError).toBe('wav_invalid')
    await queue.stop()
  })

  it('waits where the disk is full, and goes on when it is woken again', async () => {
    let isFull = true
    const { queue, computed, told } = queueOver(async () =>
      isFull ? refused('disk_full') : { ok: true, value: measured },
    )
    queue.wake()
    await settled(() => told() === 1)
    expect(computed).toEqual([])
    expect(getDetailFacts(db, ids[0]!)?.factsError).toBeNull()
    isFull = false
    await settled(() => {
      queue.wake()
      return computed.length === 3
    })
    await queue.stop()
  })

  it('marks nothing missing while the whole folder is away', async () => {
    root = join(place.path, 'Unplugged')
    const { queue, told } = queueOver(async () => ({ ok: true, value: measured }))
    queue.wake()
    await settled(() => told() === 1)
    expect(ids.some((id) => getRow(db, id)?.isMissing)).toBe(false)
    await queue.stop()
  })

  it('computes the peaks that the cache lost, once for all who ask', async () => {
    let calls = 0
    const { queue } = queueOver(async () => {
      calls += 1
      return { ok: true, value: measured }
    })
    expect(await Promise.all([queue.peaksPath(ids[0]!), queue.peaksPath(ids[0]!)])).toEqual([
      '/cache/uid-0',
      '/cache/uid-0',
    ])
    expect(calls).toBe(1)
    expect(await queue.peaksPath(999)).toBeNull()
    await queue.stop()
    expect(await queue.peaksPath(ids[1]!)).toBeNull()
  })
})

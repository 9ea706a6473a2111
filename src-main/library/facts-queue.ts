// Sees to it that every sound gets its facts: what is new, what an earlier start left, what the cache lost.
import type { FactsService } from '../media/facts-service.ts'
import type { WritableDatabase } from './database.ts'
import type { LibraryFolder } from './folder.ts'
import { getDetailFacts, markMissing, setFacts, setFactsError, soundsWithoutFacts } from './sound-store.ts'

export interface FactsQueue {
  /** Looks for sounds without facts; cheap when there are none. */
  wake(): void
  /** The peaks file of a sound, computed now where the cache does not have it; null where it cannot be. */
  peaksPath(soundId: number): Promise<string | null>
  stop(): Promise<void>
}

/** Makes the queue. `onStored` is told when rows have changed. */
/** Errors that are not of the one file: all others have to wait, too. */
const HOLDING_ERRORS: ReadonlySet<string> = new Set(['disk_full', 'read_only', 'too_many_files'])

export function createFactsQueue(options: {
  readonly db: WritableDatabase
  readonly folder: () => LibraryFolder
  readonly facts: FactsService
  readonly now: () => number
  readonly onStored: () => void
  readonly log: (message: string) => void
}): FactsQueue {
  const { db, folder, facts, now, onStored, log } = options
  const stopping = new AbortController()
  /** One computation a sound, whoever asks for it. */
  const running = new Map<number, Promise<void>>()
  let sweep: Promise<void> | null = null
  let isWokenAgain = false

  const compute = async (soundId: number, uid: string, relativePath: string): Promise<void> => {
    const path = await folder().resolve(relativePath)
    if (!path.ok) {
      // Another failure than a missing file may pass: the next start tries it again.
      if (path.error.code === 'file_missing') markMissing(db, soundId, now())
      else log(`facts of sound ${soundId}: ${path.error.message}`)
      return
    }
    const computed = await facts.compute({ path: path.value, uid }, stopping.signal)
    if (computed.ok) setFacts(db, soundId, computed.value, now())
    else setFactsError(db, soundId, computed.error.code, now())
    onStored()
  }
  const once = (soundId: number, uid: string, relativePath: string): Promise<void> => {
    const known = running.get(soundId)
    if (known !== undefined) return known
    const work = compute(soundId, uid, relativePath)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) log(`facts of sound ${soundId}: ${String(error)}`)
      })
      .finally(() => running.delete(soundId))
    running.set(soundId, work)
    return work
  }

  const sweepAll = async (): Promise<void> => {
    const tried = new Set<number>()
    while (!stopping.signal.aborted) {
      isWokenAgain = false
      const batch = soundsWithoutFacts(db, facts.workers + tried.size).filter(({ id }) => !tried.has(id))
      if (batch.length === 0 && !isWokenAgain) return
      for (const { id } of batch) tried.add(id)
      await Promise.all(batch.map(({ id, uid, relativePath }) => once(id, uid, relativePath)))
    }
  }

  return {
    wake() {
      isWokenAgain = true
      if (stopping.signal.aborted) return
      sweep ??= sweepAll().finally(() => {
        sweep = null
      })
    },
    async peaksPath(soundId) {
      const sound = getDetailFacts(db, soundId)
      if (sound === null) return null
      const cached = await facts.peaksPath(sound.uid)
      if (cached !== null) return cached
      await once(soundId, sound.uid, sound.relativePath)
      return facts.peaksPath(sound.uid)
    },
    async stop() {
      stopping.abort()
      await sweep
      await Promise.all(running.values())
    },
  }
}

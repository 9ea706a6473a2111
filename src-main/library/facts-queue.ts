// Sees to it that every sound gets its facts: what is new, what an earlier start left, what the cache lost. As many at once as there are workers.
import { existsSync } from 'node:fs'
import type { Facts, FactsService } from '../media/facts-service.ts'
import type { WritableDatabase } from './database.ts'
import type { LibraryFolder } from './folder.ts'
import { getDetailFacts, markMissing, setFacts, setFactsError, soundsWithoutFacts } from './sound-store.ts'

export interface FactsQueue {
  /** There may be sounds without facts: goes on until there are none. Cheap when there are none. */
  wake(): void
  /** The peaks file of a sound, computed now where the cache does not have it; null where it cannot be. */
  peaksPath(soundId: number): Promise<string | null>
  /** Ends what runs; it begins again with the next start. */
  stop(): Promise<void>
}

/** 'settled': facts, or the reason why there are none, are stored. 'later': nothing is, another try may go better. */
type Progress = 'settled' | 'later'

/** Sounds taken from the database at once, for each worker: also how often the window is told. */
const SOUNDS_A_WORKER = 8
/** Errors that are not of the one file: all others would meet them, too. */
const HOLDING_ERRORS: ReadonlySet<string> = new Set(['disk_full', 'read_only', 'too_many_files'])

/** Makes the queue. `onStored` is told when rows have changed. */
export function createFactsQueue(options: {
  readonly db: WritableDatabase
  readonly folder: () => LibraryFolder
  readonly facts: Pick<FactsService, 'compute' | 'peaksPath' | 'workers'>
  readonly now: () => number
  readonly onStored: () => void
  readonly log: (message: string) => void
}): FactsQueue {
  const { db, folder, facts, now, onStored, log } = options
  const stopping = new AbortController()
  /** One computation a sound, whoever asks for it. */
  const running = new Map<number, Promise<Progress>>()
  let sweep: Promise<void> | null = null
  let isWokenAgain = false

  const compute = async (soundId: number, uid: string, relativePath: string): Promise<Progress> => {
    const found = await folder().resolve(relativePath)
    if (!found.ok && found.error.code === 'file_missing') {
      // The whole folder is away (a disk that is not plugged in): that says nothing of the sound.
      if (!existsSync(folder().root)) return 'later'
      markMissing(db, soundId, now())
      return 'settled'
    }
    const computed = found.ok
      ? await facts.compute({ path: found.value, uid }, stopping.signal)
      : { ok: false as const, error: found.error }
    if (computed.ok) {
      setFacts(db, soundId, storedFacts(computed.value), now())
      return 'settled'
    }
    log(`no facts of sound ${soundId}: ${computed.error.code}: ${computed.error.message}`)
    if (HOLDING_ERRORS.has(computed.error.code)) return 'later'
    setFactsError(db, soundId, computed.error.code, now())
    return 'settled'
  }
  const once = (soundId: number, uid: string, relativePath: string): Promise<Progress> => {
    const known = running.get(soundId)
    if (known !== undefined) return known
    const work = compute(soundId, uid, relativePath)
      .catch((error: unknown): Progress => {
        if (stopping.signal.aborted) return 'later'
        throw error
      })
      .finally(() => running.delete(soundId))
    running.set(soundId, work)
    return work
  }

  const sweepAll = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      isWokenAgain = false
      const wanted = [...soundsWithoutFacts(db, facts.workers * SOUNDS_A_WORKER)]
      if (wanted.length === 0) return
      let isHeld = false
      const lane = async (): Promise<void> => {
        for (let next = wanted.shift(); next && !isHeld; next = wanted.shift()) {
          if ((await once(next.id, next.uid, next.relativePath)) === 'later') isHeld = true
        }
      }
      await Promise.all(Array.from({ length: facts.workers }, lane))
      onStored()
      if (isHeld && !isWokenAgain) return
    }
  }

  return {
    wake: () => {
      isWokenAgain = true
      if (stopping.signal.aborted) return
      sweep ??= sweepAll()
        .catch((error: unknown) => log(`bug while computing facts: ${String(error)}`))
        .finally(() => {
          sweep = null
        })
    },
    peaksPath: async (soundId) => {
      const sound = getDetailFacts(db, soundId)
      if (sound === null) return null
      const cached = await facts.peaksPath(sound.uid)
      if (cached !== null || sound.factsError !== null || stopping.signal.aborted) return cached
      await once(soundId, sound.uid, sound.relativePath)
      onStored()
      return facts.peaksPath(sound.uid)
    },
    stop: async () => {
      stopping.abort()
      await sweep
      await Promise.all(running.values())
    },
  }
}

const storedFacts = ({
  loudnessLufs,
  truePeakDb,
  headSilenceMs,
  tailSilenceMs,
  durationMs,
  descriptors,
  overview,
}: Facts) => ({
  loudnessLufs,
  truePeakDb,
  headSilenceMs,
  tailSilenceMs,
  durationMs,
  descriptors,
  overview,
})

// Brings the facts of every sound into the library, oldest first, as many at once as there are workers. Takes up after a restart where it was.
import type { Facts, FactsService } from '../media/facts-service.ts'
import type { WritableDatabase } from './database.ts'
import type { LibraryFolder } from './folder.ts'
import { getDetailFacts, markMissing, setFacts, setFactsError, soundsWithoutFacts } from './sound-store.ts'

export interface FactsQueue {
  /** There may be sounds without facts: goes on until there are none. */
  readonly wake: () => void
  /** The cached peaks of a sound, computed now where they are missing; null where that cannot be. */
  readonly peaksPath: (soundId: number) => Promise<string | null>
  /** Ends what runs; nothing of it is lost, it begins again with the next start. */
  readonly stop: () => Promise<void>
}

interface Wanted {
  readonly id: number
  readonly uid: string
  readonly relativePath: string
}

/** Sounds taken from the database at once, a worker: also how often the window is told. */
const SOUNDS_A_WORKER = 8

export function createFactsQueue(options: {
  readonly db: WritableDatabase
  readonly folder: () => LibraryFolder
  readonly facts: Pick<FactsService, 'compute' | 'peaksPath' | 'workers'>
  readonly now: () => number
  /** Rows of the library changed. */
  readonly onStored: () => void
  readonly log: (message: string) => void
}): FactsQueue {
  const { db, folder, facts, now, onStored, log } = options
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  let isWoken = false

  /** 'settled': facts, or the reason why there are none, are stored. 'later': nothing is; another try may go better. */
  const compute = async (sound: Wanted): Promise<'settled' | 'later'> => {
    const found = await folder().resolve(sound.relativePath)
    if (!found.ok) {
      if (found.error.code !== 'file_missing') return refuse(sound, found.error)
      markMissing(db, sound.id, now())
      return 'settled'
    }
    const computed = await facts.compute({ path: found.value, uid: sound.uid }, stopping.signal)
    if (!computed.ok) return refuse(sound, computed.error)
    setFacts(db, sound.id, storedFacts(computed.value), now())
    return 'settled'
  }
  const refuse = (
    sound: Wanted,
    error: { code: string; message: string; retryable: boolean },
  ): 'settled' | 'later' => {
    log(`no facts of sound ${sound.id}: ${error.code}: ${error.message}`)
    if (error.retryable) return 'later'
    setFactsError(db, sound.id, error.code, now())
    return 'settled'
  }

  const computeAll = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      isWoken = false
      const wanted = [...soundsWithoutFacts(db, facts.workers * SOUNDS_A_WORKER)]
      if (wanted.length === 0) return
      let isHeld = false
      const lane = async (): Promise<void> => {
        for (let next = wanted.shift(); next && !isHeld; next = wanted.shift()) {
          if ((await compute(next)) === 'later') isHeld = true
        }
      }
      await Promise.all(Array.from({ length: facts.workers }, lane))
      onStored()
      // A full disk or a lost folder holds all of them: the next waking tries again.
      if (isHeld && !isWoken) return
    }
  }

  const wake = (): void => {
    isWoken = true
    if (running || stopping.signal.aborted) return
    running = computeAll()
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) throw error
      })
      .finally(() => {
        running = null
      })
  }

  return {
    wake,
    peaksPath: async (soundId) => {
      const sound = getDetailFacts(db, soundId)
      if (sound === null) return null
      const cached = await facts.peaksPath(sound.uid)
      if (cached !== null || sound.factsError !== null || stopping.signal.aborted) return cached
      await compute({ id: soundId, uid: sound.uid, relativePath: sound.relativePath })
      onStored()
      return facts.peaksPath(sound.uid)
    },
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

const storedFacts = ({ loudnessLufs, truePeakDb, headSilenceMs, tailSilenceMs, overview }: Facts) => ({
  loudnessLufs,
  truePeakDb,
  headSilenceMs,
  tailSilenceMs,
  overview,
})

// Sees to it that every sound has its guessed category: what is new, what was renamed, and all of a library that is older than the guesses.
import { setTimeout as sleep } from 'node:timers/promises'
import type { WritableDatabase } from './database.ts'
import { guessSome } from './sound-ucs.ts'

export interface Guesses {
  /** There may be sounds without a guess: goes on until there are none. Cheap when there are none. */
  wake(): void
  /** Ends what runs; it begins again with the next start. */
  stop(): Promise<void>
}

/** About five milliseconds of the main thread: less than a frame. */
const SOUNDS_A_TURN = 50
/** Between turns the thread is everyone else's. */
const REST_MS = 5
/** A million sounds take minutes: the window is told this often. */
const TURNS_A_NEWS = 1000

/** Makes the queue. `onGuessed` is told when what filters find has changed. */
export function createGuesses(options: {
  readonly db: WritableDatabase
  readonly onGuessed: () => void
  readonly log: (message: string) => void
}): Guesses {
  const { db, onGuessed, log } = options
  const stopping = new AbortController()
  let sweep: Promise<void> | null = null
  let isWokenAgain = false

  const sweepAll = async (): Promise<void> => {
    for (let turn = 1; !stopping.signal.aborted; turn++) {
      isWokenAgain = false
      const guessed = guessSome(db, SOUNDS_A_TURN)
      const isLast = guessed < SOUNDS_A_TURN && !isWokenAgain
      if (guessed > 0 && (isLast || turn % TURNS_A_NEWS === 0)) onGuessed()
      if (isLast) return
      await sleep(REST_MS, undefined, { ref: false })
    }
  }

  return {
    wake: () => {
      isWokenAgain = true
      if (stopping.signal.aborted) return
      sweep ??= sweepAll()
        .catch((error: unknown) => log(`bug while guessing categories: ${String(error)}`))
        .finally(() => {
          sweep = null
        })
    },
    stop: async () => {
      stopping.abort()
      await sweep
    },
  }
}

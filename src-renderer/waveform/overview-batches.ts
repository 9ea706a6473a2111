// Asks for many small pictures at once: rows that come into sight together are one request, and those that flew by are none.

export interface Batches<T> {
  /** Resolves with null where there is no picture; never where it was given up before it was asked for. */
  read(soundId: number): Promise<T | null>
  /** Nobody looks at it any more. @returns whether it was still waiting, and is not asked for now */
  giveUp(soundId: number): boolean
}

interface Waiting<T> {
  readonly promise: Promise<T | null>
  readonly resolve: (value: T | null) => void
  readonly reject: (error: unknown) => void
}

/** What is asked for meanwhile waits for the next request: a few frames. */
const EVERY_MS = 50

/**
 * @param readMany answers in the order of the ids, at most `most` of them
 * @param later calls back after ms
 */
export function createBatches<T>(
  readMany: (soundIds: readonly number[]) => Promise<readonly (T | null)[]>,
  most: number,
  later: (ms: number, fire: () => void) => void,
): Batches<T> {
  let waiting = new Map<number, Waiting<T>>()
  let isResting = false

  const send = (): void => {
    const batch = [...waiting].slice(0, most)
    waiting = new Map([...waiting].slice(most))
    isResting = batch.length > 0
    if (!isResting) return
    later(EVERY_MS, send)
    readMany(batch.map(([id]) => id)).then(
      (values) => {
        for (const [index, [, { resolve }]] of batch.entries()) resolve(values[index] ?? null)
      },
      (error: unknown) => {
        for (const [, { reject }] of batch) reject(error)
      },
    )
  }

  return {
    read: (soundId) => {
      const known = waiting.get(soundId)
      if (known !== undefined) return known.promise
      const asked = Promise.withResolvers<T | null>()
      waiting.set(soundId, asked)
      if (!isResting) {
        // All that is drawn in this turn goes together.
        isResting = true
        queueMicrotask(send)
      }
      return asked.promise
    },
    giveUp: (soundId) => waiting.delete(soundId),
  }
}

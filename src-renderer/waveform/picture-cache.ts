// Keeps the parsed pictures of sounds, least recently used first out, so that scrolling back draws at once.
import { fetchOverviews, fetchPeaks, MOST_OVERVIEWS, Refusal } from '../bridge.ts'
import { createBatches } from './overview-batches.ts'
import { type Peaks, parseOverview, parsePeaks, type TimedPeaks } from './peaks.ts'

/** A cache of promises by sound, bounded; a failed read is forgotten so that it can be tried again. */
export interface PictureCache<T> {
  /** What is already here, for drawing without a frame of nothing. */
  peek(soundId: number): T | undefined
  get(soundId: number): Promise<T>
  /** One who asked does not look any more: what was not begun for anyone else need not be read. */
  leave(soundId: number): void
}

/**
 * @param bound the most pictures that are kept
 * @param giveUp takes back what was asked for; false where it was begun
 */
export function createPictureCache<T>(
  read: (soundId: number) => Promise<T>,
  bound: number,
  giveUp: (soundId: number) => boolean = () => false,
): PictureCache<T> {
  const kept = new Map<number, { readonly promise: Promise<T>; lookers: number; value?: T }>()
  return {
    peek: (soundId) => kept.get(soundId)?.value,
    get: (soundId) => {
      const known = kept.get(soundId)
      if (known !== undefined) {
        kept.delete(soundId)
        kept.set(soundId, known)
        known.lookers += 1
        return known.promise
      }
      const entry: { promise: Promise<T>; lookers: number; value?: T } = {
        promise: read(soundId),
        lookers: 1,
      }
      kept.set(soundId, entry)
      entry.promise.then(
        (value) => {
          entry.value = value
        },
        () => kept.delete(soundId),
      )
      const oldest = kept.keys().next()
      if (kept.size > bound && !oldest.done) kept.delete(oldest.value)
      return entry.promise
    },
    leave: (soundId) => {
      const known = kept.get(soundId)
      if (known === undefined) return
      known.lookers -= 1
      if (known.lookers === 0 && known.value === undefined && giveUp(soundId)) kept.delete(soundId)
    },
  }
}

const batches = createBatches(fetchOverviews, MOST_OVERVIEWS, (ms, fire) => void setTimeout(fire, ms))

/** Overviews are 512 bytes: two thousand of them are a megabyte. */
export const overviews: PictureCache<Peaks> = createPictureCache(
  async (id) => {
    const bytes = await batches.read(id)
    if (bytes === null)
      throw new Refusal({ code: 'file_unreadable', message: 'the waveform is missing', retryable: true })
    return parseOverview(bytes)
  },
  2000,
  batches.giveUp,
)
export const fullPeaks: PictureCache<TimedPeaks> = createPictureCache(
  async (id) => parsePeaks(await fetchPeaks(id)),
  24,
)

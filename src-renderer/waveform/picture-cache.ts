// Keeps the parsed pictures of sounds, least recently used first out, so that scrolling back draws at once.
import { fetchOverview, fetchPeaks } from '../bridge.ts'
import { type Peaks, parseOverview, parsePeaks, type TimedPeaks } from './peaks.ts'

/** A cache of promises by sound, bounded; a failed read is forgotten so that it can be tried again. */
export interface PictureCache<T> {
  /** What is already here, for drawing without a frame of nothing. */
  peek(soundId: number): T | undefined
  get(soundId: number): Promise<T>
}

/** @param bound the most pictures that are kept */
export function createPictureCache<T>(read: (soundId: number) => Promise<T>, bound: number): PictureCache<T> {
  const kept = new Map<number, { readonly promise: Promise<T>; value?: T }>()
  return {
    peek: (soundId) => kept.get(soundId)?.value,
    get: (soundId) => {
      const known = kept.get(soundId)
      if (known !== undefined) {
        kept.delete(soundId)
        kept.set(soundId, known)
        return known.promise
      }
      const entry: { promise: Promise<T>; value?: T } = { promise: read(soundId) }
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
  }
}

/** Overviews are 512 bytes: two thousand of them are a megabyte. */
export const overviews: PictureCache<Peaks> = createPictureCache(
  async (id) => parseOverview(await fetchOverview(id)),
  2000,
)
export const fullPeaks: PictureCache<TimedPeaks> = createPictureCache(
  async (id) => parsePeaks(await fetchPeaks(id)),
  24,
)

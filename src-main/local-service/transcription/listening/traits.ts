// What the model's last hidden layers hold at the places where a note may start: kept for those alone and in half precision, as all of them would fill gigabytes.

import { KEYS } from './posteriors.ts'

/** Channels of each of the two hidden layers. */
export const LAYER_CHANNELS = 32
/** Frames, counted from a place, that the hidden layer of onsets is read at. */
export const ONSET_LAYER_FRAMES = [-1, 0, 1] as const
/** The same of the hidden layer of sounding keys, which says more once the attack is over. */
export const SOUNDING_LAYER_FRAMES = [2, 6] as const
export const TRAITS = (ONSET_LAYER_FRAMES.length + SOUNDING_LAYER_FRAMES.length) * LAYER_CHANNELS

export interface Traits {
  /** The traits of a place, {@link TRAITS} long; null where none were kept. The array is a view. */
  at(frame: number, key: number): Float16Array | null
  /** Room for the traits of one more place, to be filled by the caller. */
  keep(frame: number, key: number): Float16Array
  /** Gives the room of a place to others; its traits are gone. */
  forget(frame: number, key: number): void
}

/** Places whose traits are kept together. */
const CHUNK_PLACES = 512

/** An empty store. */
export function createTraits(): Traits {
  const indexOfPlace = new Map<number, number>()
  const freed: number[] = []
  const chunks: Float16Array[] = []
  const view = (index: number): Float16Array => {
    const start = (index % CHUNK_PLACES) * TRAITS
    return chunks[Math.floor(index / CHUNK_PLACES)]!.subarray(start, start + TRAITS)
  }
  return {
    at(frame, key) {
      const index = indexOfPlace.get(frame * KEYS + key)
      return index === undefined ? null : view(index)
    },
    keep(frame, key) {
      const index = freed.pop() ?? indexOfPlace.size
      if (index === chunks.length * CHUNK_PLACES) chunks.push(new Float16Array(CHUNK_PLACES * TRAITS))
      indexOfPlace.set(frame * KEYS + key, index)
      return view(index)
    },
    forget(frame, key) {
      const index = indexOfPlace.get(frame * KEYS + key)
      if (index === undefined) return
      indexOfPlace.delete(frame * KEYS + key)
      freed.push(index)
    },
  }
}

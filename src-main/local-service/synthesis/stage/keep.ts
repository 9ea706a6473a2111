// Keeps what was rendered last, as far as it fits into a bounded number of samples.

import { giveBack } from '../../give-back.ts'

export interface Keep {
  get(key: number): Float32Array | undefined
  /** Keeps a signal and gives it back. The oldest ones that no longer fit are empty from now on. */
  put(key: number, signal: Float32Array): Float32Array
}

/** @param mostSamples of all that is kept; a signal that is longer by itself is kept alone */
export function createKeep(mostSamples: number): Keep {
  const kept = new Map<number, Float32Array>()
  let samples = 0
  return {
    get: (key) => kept.get(key),
    put(key, signal) {
      samples += signal.length - (kept.get(key)?.length ?? 0)
      kept.set(key, signal)
      for (const [oldest, old] of kept) {
        if (samples <= mostSamples || oldest === key) break
        samples -= old.length
        giveBack(old)
        kept.delete(oldest)
      }
      return signal
    },
  }
}

// Puts generated sound over a continued one, at a level that belongs to it.

import { levelDb } from './texture.ts'

/** The highest peak that new audio may have: −1 dB of full scale. */
const PEAK_CEILING = 10 ** (-1 / 20)
/** A prompted sound stands out of what it is laid over by this much … */
const STAND_OUT_DB = 3
/** … but is never this soft, however quiet the source is. */
const SOFTEST_DB = -32

/** Adds `sound` into `target` (both of one length), levelled against `reference`; the sum keeps its peak below −1 dBFS. */
export function overlay(target: Float32Array, sound: Float32Array, reference: Float32Array): void {
  const wantedDb = Math.max(SOFTEST_DB, levelDb(reference, 0, reference.length) + STAND_OUT_DB)
  const gain = 10 ** ((wantedDb - levelDb(sound, 0, sound.length)) / 20)
  let peak = 0
  let peakBelow = 0
  for (let index = 0; index < target.length; index++) {
    peakBelow = Math.max(peakBelow, Math.abs(target[index]!))
    peak = Math.max(peak, Math.abs((sound[index] ?? 0) * gain))
  }
  // The source's own level is not touched: what is added makes do with the room that it leaves.
  const room = Math.max(0, PEAK_CEILING - peakBelow)
  const fitting = peak > room ? (gain * room) / peak : gain
  for (let index = 0; index < target.length; index++) target[index]! += (sound[index] ?? 0) * fitting
}

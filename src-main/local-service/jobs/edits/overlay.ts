// Puts generated sound over a continued one, at a level that belongs to it.

import { levelDb } from './texture.ts'

/** A sound is heard in the blocks that come this near to its loudest. */
const BLOCK_SECONDS = 0.1
const HEARD_RANGE_DB = 20

/** The highest peak that new audio may have: −1 dB of full scale. */
const PEAK_CEILING = 10 ** (-1 / 20)
/** A prompted sound stands out of what it is laid over by this much … */
const STAND_OUT_DB = 3
/** … but is never this soft, however quiet the source is. */
const SOFTEST_DB = -32

/**
 * Adds `sound` into `target` (both of one length), levelled against `reference`; the sum keeps its peak below −1 dBFS.
 * @param soundDb how loud the sound is where it is heard, in dB of full scale; its mean where nothing else is known
 */
export function overlay(
  target: Float32Array,
  sound: Float32Array,
  reference: Float32Array,
  soundDb: number = levelDb(sound, 0, sound.length),
): void {
  const wantedDb = Math.max(SOFTEST_DB, levelDb(reference, 0, reference.length) + STAND_OUT_DB)
  const gain = 10 ** ((wantedDb - soundDb) / 20)
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

/** The mean level of a sound where it is heard, in dB of full scale: what is silent between its events does not count. */
export function heardDb(sound: Float32Array, sampleRateHz: number): number {
  const length = Math.max(1, Math.round(BLOCK_SECONDS * sampleRateHz))
  const powers: number[] = []
  for (let at = 0; at < sound.length; at += length) {
    powers.push(10 ** (levelDb(sound, at, Math.min(length, sound.length - at)) / 10))
  }
  const loudest = powers.reduce((most, power) => Math.max(most, power), 0)
  const heard = powers.filter((power) => power >= loudest * 10 ** (-HEARD_RANGE_DB / 10))
  return 10 * Math.log10(heard.reduce((sum, power) => sum + power, 0) / Math.max(1, heard.length))
}

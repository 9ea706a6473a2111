// Leads the end of new audio into what follows it, so that it runs on without a seam.

import type { Random } from '../../synthesis/signal/random.ts'
import { extrapolateBackwards } from './extrapolate.ts'
import { layOver, levelDb } from './texture.ts'

/** Over how long; of audio that is very short, a quarter. */
const JOIN_SECONDS = 0.06

/** Turns the last moments of `audio`, in place, towards what could have come before `following`. */
export function leadInto(
  audio: Float32Array,
  following: Float32Array,
  sampleRateHz: number,
  random: Random,
): void {
  if (following.length === 0) return
  const length = Math.min(Math.round(JOIN_SECONDS * sampleRateHz), Math.floor(audio.length / 4))
  const risenDb = levelDb(following, 0, length) - levelDb(audio, audio.length - length, length)
  // What opens with an attack is not announced by its noise.
  const gain = 10 ** (-Math.max(0, risenDb) / 20)
  layOver(audio, audio.length - length, extrapolateBackwards(following, length, { random, gain }), length)
}

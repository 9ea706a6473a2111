// Leads the end of new audio into what follows it, so that it runs on without a seam.

import { extrapolateBackwards } from './extrapolate.ts'
import { layOver } from './texture.ts'

/** Over how long; of audio that is very short, a quarter. */
const JOIN_SECONDS = 0.06

/** Turns the last moments of `audio`, in place, towards what could have come before `following`. */
export function leadInto(audio: Float32Array, following: Float32Array, sampleRateHz: number): void {
  if (following.length === 0) return
  const length = Math.min(Math.round(JOIN_SECONDS * sampleRateHz), Math.floor(audio.length / 4))
  layOver(audio, audio.length - length, extrapolateBackwards(following, length), length)
}

// Finds the short fades that a file begins and ends with, by which it would fall into a hole where it goes on.

import { trendAtEnd } from './level-trend.ts'
import { levelDb } from './texture.ts'

/** A gain for each sample of the faded end of a sound: 1 where the sound is whole, towards 0 at its end. */
export type Fade = Float32Array

const HOP_SECONDS = 0.005
const LONGEST_SECONDS = 0.15
/** The end is this much softer than what is before the fade, and falls all the way but for the unevenness of a texture. */
const FADED_DB = 18
const UNEVEN_DB = 4
/** A fade begins where the level has not yet fallen by this much. */
const FALLEN_DB = 2

/**
 * The fade at the end of a sound that is otherwise even; null where there is none, or where the sound itself is dying away. Its gains
 * are those by which its level falls.
 */
export function closingFadeOf(samples: Float32Array, sampleRateHz: number): Fade | null {
  const hop = Math.round(HOP_SECONDS * sampleRateHz)
  const hops = Math.round(LONGEST_SECONDS / HOP_SECONDS)
  const body = samples.subarray(0, samples.length - hops * hop)
  const { edgeDb, slopeDb, isEven } = trendAtEnd(body.subarray(-4 * sampleRateHz), sampleRateHz)
  if (slopeDb !== 0 || !isEven) return null
  const falls = Array.from(
    { length: hops },
    (_, index) => levelDb(samples, body.length + index * hop, hop) - edgeDb,
  )
  if (falls.at(-1)! > -FADED_DB) return null
  const begins = falls.findLastIndex((fall) => fall > -FALLEN_DB) + 1
  const fading = falls.slice(begins)
  const isSteady = fading.every((fall, index) => index === 0 || fall < fading[index - 1]! + UNEVEN_DB)
  return isSteady && begins > 0 ? gainsAlong(fading, hop) : null
}

/** The same at the start of a sound: its gains rise. */
export function openingFadeOf(samples: Float32Array, sampleRateHz: number): Fade | null {
  return closingFadeOf(samples.slice().reverse(), sampleRateHz)?.reverse() ?? null
}

/** Gains that only fall, between the middles of the hops. */
function gainsAlong(falls: readonly number[], hop: number): Fade {
  let lowest = 1
  const steps = falls.map((fall) => {
    lowest = Math.min(lowest, 10 ** (fall / 20))
    return lowest
  })
  return Float32Array.from({ length: falls.length * hop }, (_, at) => {
    const place = at / hop - 0.5
    const index = Math.floor(place)
    const [from, to] = [steps[index] ?? 1, steps[index + 1] ?? 0]
    return from + (to - from) * (place - index)
  })
}

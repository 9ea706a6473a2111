// Finds the short fades that a file begins and ends with, by which it would fall into a hole where it goes on.

import { nearestFalling } from '../../synthesis/signal/nearest-falling.ts'
import { trendAtEnd } from './level-trend.ts'
import { levelDb } from './texture.ts'

/** A gain for each sample of the faded end of a sound: 1 where the sound is whole, towards 0 at its end. */
export type Fade = Float32Array

const HOP_SECONDS = 0.005
const LONGEST_SECONDS = 0.15
/** How much before it tells how uneven the sound itself is: the level of nine tenths of it is not below the lowest. */
const BODY_SECONDS = 0.5
/** The end is this much softer than the lowest of the sound itself, and all of the fade falls as steadily as the sound itself stays. */
const FADED_DB = 15
const STEADY_DB = 2
/** What is this near to the level of the sound is not faded yet. */
const WHOLE_DB = 1
/** What itself falls at such a pace, seen over so long, ends by dying away. */
const DYING_DB_PER_SECOND = -20
const TREND_SECONDS = 4

/**
 * The fade at the end of a sound that would go on; null where there is none, or where the sound itself is dying away. Its gains are
 * those by which its level falls.
 */
export function closingFadeOf(samples: Float32Array, sampleRateHz: number): Fade | null {
  const hop = Math.round(HOP_SECONDS * sampleRateHz)
  const hops = Math.round(LONGEST_SECONDS / HOP_SECONDS)
  const body = samples.subarray(0, samples.length - hops * hop)
  const { edgeDb, slopeDb } = trendAtEnd(body.subarray(-TREND_SECONDS * sampleRateHz), sampleRateHz)
  if (slopeDb < DYING_DB_PER_SECOND) return null
  const falls = fallsOf(samples.subarray(body.length), hop, edgeDb)
  const own = fallsOf(body.subarray(-BODY_SECONDS * sampleRateHz), hop, edgeDb).toSorted((x, y) => x - y)
  const [lowest, highest] = [own[Math.floor(0.1 * own.length)]!, own[Math.floor(0.9 * own.length)]!]
  if (falls.at(-1)! > lowest - FADED_DB) return null
  const begins = falls.findLastIndex((fall) => fall > lowest) + 1
  const fading = falls.slice(begins)
  const isSteady = fading.every(
    (fall, index) => index === 0 || fall < fading[index - 1]! + highest - lowest + STEADY_DB,
  )
  return isSteady && begins > 0 ? gainsAlong(falls, hop) : null
}

/** Levels of hops, against the level of the sound. */
function fallsOf(samples: Float32Array, hop: number, soundDb: number): number[] {
  return Array.from(
    { length: Math.floor(samples.length / hop) },
    (_, index) => levelDb(samples, index * hop, hop) - soundDb,
  )
}

/** The same at the start of a sound: its gains rise. */
export function openingFadeOf(samples: Float32Array, sampleRateHz: number): Fade | null {
  const looked = Math.ceil((TREND_SECONDS + LONGEST_SECONDS) * sampleRateHz) + 1
  return closingFadeOf(samples.slice(0, looked).reverse(), sampleRateHz)?.reverse() ?? null
}

/** Gains that never rise, between the middles of the hops, from where they leave 1. */
function gainsAlong(falls: readonly number[], hop: number): Fade {
  // By their mean, so that no pulse of a sound counts more than another.
  const powers = nearestFalling(falls.map((fall) => 10 ** (fall / 10)))
  const steps = powers.filter((power) => power < 10 ** (-WHOLE_DB / 10)).map(Math.sqrt)
  return Float32Array.from({ length: steps.length * hop }, (_, at) => {
    const place = at / hop - 0.5
    const index = Math.floor(place)
    const [from, to] = [steps[index] ?? 1, steps[index + 1] ?? 0]
    return from + (to - from) * (place - index)
  })
}

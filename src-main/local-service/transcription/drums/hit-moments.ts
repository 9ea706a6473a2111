// Moments at which a drum may be struck, and what each sounds like.

import { BANDS, type KeyEnergy, loudestDb } from '../listening/key-energy.ts'
import { HIT_BANDS, type HitBands } from './hit-bands.ts'

/** What a take sounds like, under both windows. */
export interface HitSound {
  readonly bands: HitBands
  readonly energy: KeyEnergy
}

/** Frames around a moment at which each band's level is told, under the short window and under the long one. */
const SHORT_AT = [-6, -3, -1, 0, 1, 2, 4, 8, 16, 28] as const
const LONG_AT = [-9, -5, -2, 0, 2, 4, 8, 14, 24, 36] as const
/** Each band's levels around the moment and its level there, then the whole: how loud, how it rises and dies away. */
export const SOUND_FACTS = HIT_BANDS * (SHORT_AT.length + 1) + BANDS * (LONG_AT.length + 1) + 3

/** From here up hats and cymbals are alone: under the short window. */
const HIGH_BAND = 7
/** Up to here kicks are: under the long window. */
const LOW_BANDS = 3
/** How much bands rise on average from the frame before to the frame after, in dB: all of them, the high ones, the low ones. */
const LEAST_RISE_DB = { all: 1, high: 2, low: 2 } as const
/** So far below the loudest frame there is nothing to be heard rising, and nothing to be told. */
const HEARD_DB = 60
const TOLD_DB = 75
/** Two moments are more frames apart. */
const APART_FRAMES = 2

/**
 * What is taken to stand before a take. Silence: it begins with what is struck. Its own beginning: it was cut out of what sounds on.
 * Nothing tells which of the two it is.
 */
type Before = 'silence' | 'beginning'
/** Moments of the frames below this one are told by what stands before the take, too. */
export const EARLY_FRAMES = -Math.min(...SHORT_AT, ...LONG_AT)

type LevelAt = (frame: number, band: number) => number

/** Levels no lower than so many dB below the loudest frame; behind a take its end goes on. */
function levelsOf(
  { bands, energy }: HitSound,
  depthDb: number,
  before: Before,
): {
  readonly short: LevelAt
  readonly long: LevelAt
  readonly whole: (frame: number) => number
} {
  const last = bands.frameCount - 1
  const loudest = loudestDb(energy)
  const levelAt =
    (db: Float32Array, width: number, floor: number): LevelAt =>
    (frame, band) =>
      frame < 0 && before === 'silence'
        ? floor
        : Math.max(floor, db[Math.max(0, Math.min(last, frame)) * width + band]!)
  const whole = levelAt(energy.frameDb, 1, loudest - depthDb)
  return {
    short: levelAt(bands.db, HIT_BANDS, bands.loudestDb - depthDb),
    long: levelAt(energy.bandDb, BANDS, loudest - depthDb),
    whole: (frame) => whole(frame, 0),
  }
}

/** Frames at which much begins at once, in order: as a whole, among the high bands, or among the low ones. */
export function findHitMoments(sound: HitSound): number[] {
  const { frameCount } = sound.bands
  const { short, long } = levelsOf(sound, HEARD_DB, 'silence')
  const rises = (level: LevelAt, from: number, to: number): Float32Array =>
    Float32Array.from({ length: frameCount }, (_, frame) => {
      let sum = 0
      for (let band = from; band < to; band++)
        sum += Math.max(0, level(frame + 1, band) - level(frame - 1, band))
      return sum / (to - from)
    })
  const strength = new Float32Array(frameCount)
  const addPeaks = (rise: Float32Array, leastDb: number): void => {
    for (let frame = 0; frame < frameCount - 1; frame++) {
      const here = rise[frame]!
      const isPeak = here >= leastDb && here >= (rise[frame - 1] ?? 0) && here > rise[frame + 1]!
      if (isPeak) strength[frame] = Math.max(strength[frame]!, here / leastDb)
    }
  }
  addPeaks(rises(short, 0, HIT_BANDS), LEAST_RISE_DB.all)
  addPeaks(rises(short, HIGH_BAND, HIT_BANDS), LEAST_RISE_DB.high)
  addPeaks(rises(long, 0, LOW_BANDS), LEAST_RISE_DB.low)
  return strongest(strength)
}

/** Of frames that are too near to each other the strongest. */
function strongest(strength: Float32Array): number[] {
  const taken = new Uint8Array(strength.length)
  const kept: number[] = []
  const candidates = [...strength.keys()].filter((frame) => strength[frame]! > 0)
  for (const frame of candidates.sort((a, b) => strength[b]! - strength[a]!)) {
    const near = taken.subarray(Math.max(0, frame - APART_FRAMES), frame + APART_FRAMES + 1)
    if (near.includes(1)) continue
    taken[frame] = 1
    kept.push(frame)
  }
  return kept.sort((a, b) => a - b)
}

/** What each moment sounds like: row by row, moments × `SOUND_FACTS`. */
export function describeHitSounds(sound: HitSound, frames: readonly number[], before: Before): Float32Array {
  const { energy, bands } = sound
  const { short, long, whole } = levelsOf(sound, TOLD_DB, before)
  const loudest = loudestDb(energy)
  const facts = new Float32Array(frames.length * SOUND_FACTS)
  let at = 0
  for (const frame of frames) {
    for (let band = 0; band < HIT_BANDS; band++) {
      const here = Math.max(short(frame, band), short(frame + 1, band), short(frame + 2, band))
      for (const away of SHORT_AT) facts[at++] = (short(frame + away, band) - here) / 10
      facts[at++] = (here - bands.loudestDb) / 20
    }
    for (let band = 0; band < BANDS; band++) {
      const here = Math.max(long(frame + 1, band), long(frame + 3, band))
      for (const away of LONG_AT) facts[at++] = (long(frame + away, band) - here) / 10
      facts[at++] = (here - loudest) / 20
    }
    facts[at++] = (whole(frame + 2) - loudest) / 20
    facts[at++] = (whole(frame + 2) - whole(frame - 5)) / 10
    facts[at++] = (whole(frame + 26) - whole(frame + 2)) / 10
  }
  return facts
}

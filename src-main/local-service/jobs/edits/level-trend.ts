// Where the level of a sound is going at one of its edges: it stays, or it dies away (or swells) at a steady pace.

import { levelDb } from './texture.ts'

export interface LevelTrend {
  /** Of the sound at the edge, in dB of full scale. */
  readonly edgeDb: number
  /** In dB a second of the sound's own time; 0 where no pace is evident. */
  readonly slopeDb: number
  /** How far from the edge the level keeps to this line, in samples. */
  readonly reach: number
  /** Whether the level stays near that line, as that of rain does and that of a bark does not. */
  readonly isEven: boolean
}

const HOP_SECONDS = 0.02
/**
 * What is fitted: long against a beat between two tones, short against most decays; half of it where a fade bends within it. A pace is
 * evident when it carries the level so far meanwhile, and so many times as far as the level strays.
 */
const FITTED = [
  { seconds: 1, carriedDb: 4 },
  { seconds: 0.5, carriedDb: 10 },
]
const EVIDENT_STRAYS = 4
/** Below this a sound is silent. */
export const SILENT_DB = -100
/** The level of what is even strays by less, as the median goes. */
const EVEN_DB = 3
/** Whether something dies away is seen in moments of this length: it falls by so much, at such a pace, and rises by no more. */
const DYING_HOP_SECONDS = 0.25
const FALLEN_DB = 25
const RISEN_DB = 2
const DYING_DB_PER_SECOND = -8
const STEEP_DB_PER_SECOND = -20
const FAR_DOWN_DB = 20
/** What is uneven has at its edge the level of so much of it. */
const UNEVEN_SECONDS = 0.25
/** Material fits the line while it is this near to it. */
const NEAR_LINE_DB = 6
/** A pace is not one of most of what is fitted, but of so much of it. */
const NEAR_SHARE = 0.9

/** @param samples the sound up to the edge, as far as it may be taken for the same one */
export function trendAtEnd(samples: Float32Array, sampleRateHz: number): LevelTrend {
  const hop = Math.max(1, Math.round(HOP_SECONDS * sampleRateHz))
  // Counted back from the edge, so that time runs against the sound.
  const levels: number[] = []
  for (let end = samples.length; end - hop >= 0; end -= hop) {
    levels.push(Math.max(SILENT_DB, levelDb(samples, end - hop, hop)))
  }
  const fits = FITTED.map((fitted) => fitOf(levels, fitted))
  const isEven = fits[0]!.strayDb < EVEN_DB
  const pace = fits.find(({ isEvident }) => isEvident)
  const [first, step] = pace ? [pace.first, pace.step] : [fits[0]!.meanDb, 0]
  if (!pace && !isEven) {
    const edgeDb = meanDb(levels.slice(0, Math.round(UNEVEN_SECONDS / HOP_SECONDS)))
    return { edgeDb, slopeDb: 0, reach: samples.length, isEven }
  }
  const fitted = (pace ?? fits[0]!).count
  const left = levels.findIndex(
    (level, at) => at >= fitted && Math.abs(level - first - step * at) > NEAR_LINE_DB,
  )
  return {
    edgeDb: first - step / 2,
    slopeDb: -step / HOP_SECONDS,
    reach: left === -1 ? samples.length : left * hop,
    isEven,
  }
}

interface Fit {
  readonly first: number
  readonly step: number
  readonly strayDb: number
  readonly meanDb: number
  readonly count: number
  readonly isEvident: boolean
}

function fitOf(all: readonly number[], { seconds, carriedDb }: (typeof FITTED)[number]): Fit {
  const levels = all.slice(0, Math.round(seconds / HOP_SECONDS))
  const line = lineThrough(levels)
  const strayDb = median(levels.map((level, at) => Math.abs(level - line.first - line.step * at)))
  const near = levels.filter((level, at) => Math.abs(level - line.first - line.step * at) <= NEAR_LINE_DB)
  const isEvident =
    Math.abs(line.step) * levels.length > Math.max(carriedDb, EVIDENT_STRAYS * strayDb) &&
    near.length >= NEAR_SHARE * levels.length
  return { ...line, strayDb, meanDb: meanDb(levels), count: levels.length, isEvident }
}

/** The level of mean power. */
function meanDb(levels: readonly number[]): number {
  const sum = levels.reduce((power, level) => power + 10 ** (level / 10), 0)
  return levels.length > 0 ? 10 * Math.log10(sum / levels.length) : SILENT_DB
}

/** The same at the start of what follows the edge; its slope too is in the sound's own time. */
export function trendAtStart(samples: Float32Array, sampleRateHz: number): LevelTrend {
  const trend = trendAtEnd(samples.slice().reverse(), sampleRateHz)
  return { ...trend, slopeDb: -trend.slopeDb }
}

/**
 * Whether a sound whose level falls at its end is dying away: since its loudest moment it has only fallen, and far, or it falls steeply
 * and has come far down. What has risen meanwhile and sinks slowly may rise again, as wind and waves do.
 */
export function isDyingAway(
  samples: Float32Array,
  { slopeDb, edgeDb }: LevelTrend,
  sampleRateHz: number,
): boolean {
  if (slopeDb > DYING_DB_PER_SECOND) return false
  const hop = Math.round(DYING_HOP_SECONDS * sampleRateHz)
  const levels: number[] = []
  for (let end = samples.length; end - hop >= 0; end -= hop) levels.unshift(levelDb(samples, end - hop, hop))
  const loudest = Math.max(...levels)
  if (slopeDb < STEEP_DB_PER_SECOND && edgeDb < loudest - FAR_DOWN_DB) return true
  let lowest = loudest
  const hasRisen = levels.slice(levels.indexOf(loudest)).some((level) => {
    lowest = Math.min(lowest, level)
    return level > lowest + RISEN_DB
  })
  return !hasRisen && loudest - lowest > FALLEN_DB
}

/** A line through values at 0, 1, 2 …: the median of the slopes between all pairs, which no single knock bends (Theil, 1950; Sen, 1968). */
function lineThrough(values: readonly number[]): { first: number; step: number } {
  const steps: number[] = []
  for (let a = 0; a < values.length; a++) {
    for (let b = a + 1; b < values.length; b++) steps.push((values[b]! - values[a]!) / (b - a))
  }
  const step = steps.length > 0 ? median(steps) : 0
  return { first: median(values.map((value, at) => value - step * at)), step }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? SILENT_DB
}

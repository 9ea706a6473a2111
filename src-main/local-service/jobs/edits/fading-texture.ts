// Goes on with a sound whose level is on its way: what dies away goes on dying away, and meets what follows where that is.

import type { Random } from '../../synthesis/signal/random.ts'
import { isDyingAway, type LevelTrend, SILENT_DB, trendAtEnd, trendAtStart } from './level-trend.ts'
import { continueTexture, textureSource } from './texture.ts'

export interface FadingTask {
  /** What the new audio follows, as far back as it may be made of it. */
  readonly before: Float32Array
  /** What follows the new audio, in the same way; empty where nothing does. */
  readonly after: Float32Array
  readonly sampleRateHz: number
  /** In samples. */
  readonly length: number
  readonly random: Random
}

/** How much nearest to an edge tells which grains belong there. */
const REFERENCE_SECONDS = 0.5
/** What follows for less says nothing about where the level is going. */
const LEAST_SECONDS = 0.1
/** Two even sounds that differ by more are not at one level. */
const ONE_LEVEL_DB = 6
/** Where something dies away, what follows and is this much louder has begun in between. */
const HAPPENED_DB = 12

/**
 * New audio along the way from one level to another; null where the level is not on its way. The sounds on both sides are made level,
 * woven into textures, turned from the first to the second, and given the level of the way: a decay is a steady texture under a
 * falling line (Polack 1988, of reverberation), so that grains need not be found at every level.
 */
export function continueFading(task: FadingTask): Float32Array | null {
  const { before, after, sampleRateHz, length, random } = task
  const leading = trendAtEnd(before, sampleRateHz)
  const isFollowed = after.length >= LEAST_SECONDS * sampleRateHz
  const trailing = isFollowed ? trendAtStart(after, sampleRateHz) : null
  if (!isOnItsWay(task, leading, trailing)) return null
  const first = levelled(before, leading, -1, sampleRateHz)
  const second = trailing && levelled(after.slice().reverse(), trailing, 1, sampleRateHz)?.reverse()
  const reference = REFERENCE_SECONDS * sampleRateHz
  const made = continueTexture(
    textureSource((first ?? second)!, (first ?? second)!.subarray(-reference), sampleRateHz),
    first ?? new Float32Array(0),
    length,
    random,
  )
  if (first && second) {
    const source = textureSource(second, second.subarray(0, reference), sampleRateHz)
    turnInto(made, continueTexture(source, first, length, random))
  }
  const levelAt = wayBetween(leading, trailing, length / sampleRateHz)
  for (let at = 0; at < length; at++) made[at]! *= 10 ** (levelAt(at / length) / 20)
  return made
}

function isOnItsWay(
  { before, sampleRateHz }: FadingTask,
  leading: LevelTrend,
  trailing: LevelTrend | null,
): boolean {
  const isAudible = [leading, trailing].some((trend) => trend && trend.edgeDb > SILENT_DB)
  if (!isAudible) return false
  if (!trailing) return isDyingAway(before, leading, sampleRateHz)
  if (leading.slopeDb !== 0 || trailing.slopeDb !== 0) return true
  return leading.isEven && trailing.isEven && Math.abs(leading.edgeDb - trailing.edgeDb) > ONE_LEVEL_DB
}

/**
 * A sound that ends at an edge, as far as its line reaches, with a mean power of 1 all along; null where it is silent.
 * @param direction of its own time, away from the edge: −1 where it leads to the edge, 1 where it follows it and is turned round
 */
function levelled(
  samples: Float32Array,
  { edgeDb, slopeDb, reach }: LevelTrend,
  direction: 1 | -1,
  sampleRateHz: number,
): Float32Array | null {
  if (edgeDb <= SILENT_DB) return null
  const near = samples.slice(samples.length - reach)
  for (let at = 0; at < near.length; at++) {
    const seconds = (near.length - at) / sampleRateHz
    near[at]! *= 10 ** (-(edgeDb + direction * slopeDb * seconds) / 20)
  }
  return near
}

/** Turns one texture into another, both of one length: the power stays even. */
function turnInto(first: Float32Array, second: Float32Array): void {
  for (let at = 0; at < first.length; at++) {
    const angle = (Math.PI / 2) * (at / first.length)
    first[at] = first[at]! * Math.cos(angle) + second[at]! * Math.sin(angle)
  }
}

/** The level in dB at 0..1 of the way: it leaves and arrives at the paces of its two ends, without a dip or a bulge (Fritsch, Carlson 1980). */
function wayBetween(
  leading: LevelTrend,
  trailing: LevelTrend | null,
  seconds: number,
): (at: number) => number {
  const from = leading.edgeDb
  if (!trailing) return (at) => from + leading.slopeDb * seconds * at
  // What has begun in between is not led up to: that would be heard as a sound played backwards.
  const isFalling = leading.slopeDb < 0 || trailing.slopeDb < 0
  if (isFalling && trailing.edgeDb > from + HAPPENED_DB) {
    return (at) => from + Math.min(0, leading.slopeDb) * seconds * at
  }
  const rise = trailing.edgeDb - from
  const pace = (slopeDb: number) => {
    const along = slopeDb * seconds
    return Math.sign(along) === Math.sign(rise)
      ? Math.sign(rise) * Math.min(Math.abs(along), 3 * Math.abs(rise))
      : 0
  }
  const leaves = pace(leading.slopeDb)
  const arrives = pace(trailing.slopeDb)
  return (t) => from + rise * t * t * (3 - 2 * t) + leaves * t * (1 - t) ** 2 - arrives * t * t * (1 - t)
}

// What speaks for beats and against them: how the take repeats at them, what begins on them and between, how bars, drums and harmony go along.

import { BEAT_DETAILS, detailsOf } from './beat-details.ts'
import { BEAT_FIGURES, figuresOf } from './beat-figures.ts'
import {
  occupation,
  PLACE_KINDS,
  type Placed,
  placeSide,
  positionAmong,
  sharesOfPlaces,
  strengthOfBeats,
} from './beat-places.ts'
import type { Beats } from './beat-tracker.ts'
import { harmonicDistance } from './harmony.ts'
import { ENVELOPE_RATE_HZ } from './onset-envelope.ts'
import { CORRELATIONS, SIDE_COUNT, SIDES, type Take, TELLING_SIDES } from './take-study.ts'

/** Where a pulse repeats tells what it is: its parts, itself, bars of it, and the bars of those that it may be mistaken for. */
const MULTIPLES = [
  ...[1 / 8, 1 / 6, 1 / 4, 1 / 3, 1 / 2, 2 / 3, 3 / 4, 1, 4 / 3, 3 / 2],
  ...[2, 5 / 2, 8 / 3, 3, 4, 5, 16 / 3, 6, 8],
] as const
/** A multiple is looked for this closely around where it should be. */
const SLACK = 0.015
const GROUPINGS = [2, 3, 4] as const
/** Bars and their groups, in beats: how well the take repeats at them, beside the lag at which it repeats best. */
const SPANS = [2, 3, 4, 6, 8, 12, 16] as const
/** Whole bars are no shorter, in seconds. */
const SHORTEST_BAR_SECONDS = 1
/** Lengths that music is made of, in beats; each is taken for the nearest, or for none of them. */
const LENGTHS = [1 / 4, 1 / 3, 1 / 2, 2 / 3, 3 / 4, 1, 3 / 2, 2, 3, 4] as const
const LENGTH_OCTAVES = 0.18
/** From one moment to the next of each voice, and of notes themselves. */
const VOICES = 3
/** A note tells of the harmony for so many halves of beats: a pedal point is no harmony. */
const LONGEST_SLOTS = 16
const DRUMS = SIDE_COUNT - SIDES.kick

export const BEAT_FEATURES =
  CORRELATIONS * (MULTIPLES.length + SPANS.length) +
  SIDE_COUNT * PLACE_KINDS +
  4 +
  4 +
  TELLING_SIDES.length * GROUPINGS.length +
  2 +
  (VOICES + 1) * LENGTHS.length +
  3 +
  DRUMS +
  6 +
  BEAT_DETAILS +
  BEAT_FIGURES

/** The features of one candidate, in the order of the network's inputs. */
export function describeBeats(take: Take, beats: Beats): Float32Array {
  const { correlations, momentsPerSecond, typicalSeconds } = take
  const lag = (60 * ENVELOPE_RATE_HZ) / beats.bpm
  const count = beats.times.length
  const placed = take.sides.map((side) => placeSide(side, beats))
  const strengths = placed.map((side) => strengthOfBeats(side, count))
  const octaves = Math.log2(beats.bpm / 110)
  const density = Math.log2((momentsPerSecond * 60) / beats.bpm + 0.05)
  const length = Math.log2((typicalSeconds * beats.bpm) / 60 + 0.05)
  return Float32Array.from([
    ...correlations.flatMap((values) => MULTIPLES.map((multiple) => peakAround(values, lag * multiple))),
    ...correlations.flatMap((values) => spans(values, lag)),
    ...placed.flatMap(sharesOfPlaces),
    ...occupation(placed[SIDES.every]!, count),
    ...strengthsOfPlaces(take.envelope, beats),
    ...TELLING_SIDES.flatMap((side) => GROUPINGS.map((grouping) => accent(strengths[side]!, grouping))),
    ...backbeats(strengths, placed),
    ...intervals(take, beats),
    ...harmony(take, beats),
    ...take.hitsPerSecond.map((rate) => Math.log2(rate + 0.1)),
    octaves,
    octaves * octaves,
    density,
    density * density,
    length,
    length * length,
    ...detailsOf(take, beats),
    ...figuresOf(take, beats),
  ])
}

/** How well the take repeats after so many beats, as shares of how well it ever repeats. */
function spans(correlation: Float32Array, lag: number): number[] {
  const most = correlation
    .subarray(SHORTEST_BAR_SECONDS * ENVELOPE_RATE_HZ)
    .reduce((best, value) => Math.max(best, value), 0)
  return SPANS.map((span) => (most === 0 ? 0 : peakAround(correlation, lag * span) / most))
}

/** Mean of the envelope on the beats, at their halves, quarters and thirds. */
function strengthsOfPlaces(envelope: Float32Array, { times, bpm }: Beats): number[] {
  const beat = 60 / bpm
  const mean = (places: readonly number[]): number => {
    let sum = 0
    for (const time of times) {
      for (const place of places) sum += envelope[Math.round((time + place * beat) * ENVELOPE_RATE_HZ)] ?? 0
    }
    return sum / Math.max(1, times.length * places.length)
  }
  return [mean([0]), mean([0.5]), mean([0.25, 0.75]), mean([1 / 3, 2 / 3])]
}

/** How much the strongest of every two, three, four beats stands out. */
function accent(strength: Float32Array, grouping: number): number {
  const mean = strength.reduce((sum, value) => sum + value, 0) / strength.length
  if (mean === 0) return 0
  let most = 0
  for (let phase = 0; phase < grouping; phase++) {
    const [sum, number] = sumOfEvery(strength, grouping, phase)
    if (number > 0) most = Math.max(most, sum / number)
  }
  return most / mean
}

/** The share of kicks and snares that fall on beats in turn, the one on every second beat, the other between; and on every fourth. */
function backbeats(strengths: readonly Float32Array[], placed: readonly (readonly Placed[])[]): number[] {
  const hits = Math.max(1, placed[SIDES.kick]!.length) + Math.max(1, placed[SIDES.snare]!.length)
  return [2, 4].map((period) => {
    let most = 0
    for (let phase = 0; phase < period; phase++) {
      const [kicks] = sumOfEvery(strengths[SIDES.kick]!, period, phase)
      const [snares] = sumOfEvery(strengths[SIDES.snare]!, period, (phase + period / 2) % period)
      most = Math.max(most, (kicks + snares) / hits)
    }
    return most
  })
}

function sumOfEvery(values: Float32Array, period: number, phase: number): readonly [number, number] {
  let sum = 0
  let number = 0
  for (let index = phase; index < values.length; index += period) {
    sum += values[index]!
    number++
  }
  return [sum, number]
}

/** How long it is from one moment of a voice to the next, and how long notes are, as shares of what they are in beats. */
function intervals({ voices, notes }: Take, { bpm }: Beats): number[] {
  const beat = 60 / bpm
  const shares = (lengths: readonly number[]): number[] => {
    const counts = new Array<number>(LENGTHS.length).fill(0)
    for (const length of lengths) {
      const octaves = LENGTHS.map((one) => Math.abs(Math.log2(length / beat / one)))
      const nearest = octaves.indexOf(Math.min(...octaves))
      if (octaves[nearest]! <= LENGTH_OCTAVES) counts[nearest]!++
    }
    return counts.map((count) => count / Math.max(1, lengths.length))
  }
  return [
    ...voices.flatMap((starts) =>
      shares(starts.slice(1).map((start, index) => Math.max(0.01, start - starts[index]!))),
    ),
    ...shares(notes.map(({ start, end }) => Math.max(0.01, end - start))),
  ]
}

/** How much the harmony changes from beat to beat, from half to half, and from one pair of beats to the next. */
function harmony({ notes }: Take, { times }: Beats): number[] {
  const slots = times.length * 2
  const chroma = Array.from({ length: slots }, () => new Float32Array(12))
  for (const { pitch, start, end } of notes) {
    const first = Math.max(0, Math.floor(positionAmong(times, start + 0.02) * 2))
    const last = Math.min(slots - 1, Math.floor(positionAmong(times, end - 0.02) * 2), first + LONGEST_SLOTS)
    for (let slot = first; slot <= last; slot++) chroma[slot]![pitch % 12]! += 1
  }
  const change = (halves: number, offset: number): number => {
    let sum = 0
    let number = 0
    for (let slot = offset + halves; slot + halves <= slots; slot += halves) {
      sum += harmonicDistance(summed(chroma, slot - halves, halves), summed(chroma, slot, halves))
      number++
    }
    return sum / Math.max(1, number)
  }
  const pairs = [change(4, 0), change(4, 2)] as const
  return [change(2, 0) - change(2, 1), Math.max(...pairs) - Math.min(...pairs), change(2, 0)]
}

function summed(chroma: readonly Float32Array[], from: number, count: number): Float32Array {
  const sum = new Float32Array(12)
  for (let slot = from; slot < from + count; slot++) {
    for (let index = 0; index < 12; index++) sum[index]! += chroma[slot]![index]!
  }
  return sum
}

function peakAround(values: Float32Array, lag: number): number {
  let best = 0
  const last = Math.min(values.length - 1, Math.ceil(lag * (1 + SLACK)))
  for (let step = Math.max(1, Math.floor(lag * (1 - SLACK))); step <= last; step++)
    best = Math.max(best, values[step]!)
  return best
}

// What is known of a take before its beats are: its moments, its drums, and how each side of them repeats.

import type { HeardNote } from '../notes/decode-notes.ts'
import type { DrumHit } from '../parts/drums.ts'
import { MIN_BPM } from './beat-tracker.ts'
import { bassChanges, harmonyChanges } from './harmony-changes.ts'
import { type Moment, momentsOf } from './moments.ts'
import { addPulse, ENVELOPE_RATE_HZ } from './onset-envelope.ts'
import { keyRepetition } from './repetition.ts'

/** Lags are known up to so many of the slowest beats. */
const LONGEST_BEATS = 9
/** The bass are moments whose lowest note is among this share of the lowest notes; a tune has the highest likewise. */
const OUTER_SHARE = 0.3
/** General MIDI keys of the drums that tell of beats: each is a side of the take of its own, and what else is struck is one. */
const KICKS: readonly number[] = [35, 36]
const SNARES: readonly number[] = [37, 38, 39, 40]
const HATS: readonly number[] = [42, 44, 46]

/** What begins, on one side of a take, and how much each counts. */
export interface Side {
  readonly starts: readonly number[]
  readonly weights: readonly number[]
}

/** The sides of a take, by their places in {@link Take.sides}. */
export const SIDES = {
  every: 0,
  low: 1,
  long: 2,
  full: 3,
  loud: 4,
  harmony: 5,
  bass: 6,
  kick: 7,
  snare: 8,
  hat: 9,
  other: 10,
} as const
export const SIDE_COUNT = Object.keys(SIDES).length
/**
 * Those that tell of bars: each has a correlation of its own, after that of the envelope that beats are looked for on, and accents. How
 * keys come again, and tones of any octave, are the last correlations.
 */
export const TELLING_SIDES = [
  SIDES.low,
  SIDES.long,
  SIDES.full,
  SIDES.harmony,
  SIDES.bass,
  SIDES.kick,
  SIDES.snare,
] as const
export const CORRELATIONS = 1 + TELLING_SIDES.length + 2

/** What is known of a take before its beats are. */
export interface Take {
  readonly envelope: Float32Array
  readonly notes: readonly HeardNote[]
  readonly sides: readonly Side[]
  /** When moments begin: all of them, those with a bass note, those with a note of the tune. */
  readonly voices: readonly (readonly number[])[]
  /** Autocorrelation of each envelope by lag in steps, 1 at lag 0, then the shares of `keyRepetition`. */
  readonly correlations: readonly Float32Array[]
  readonly momentsPerSecond: number
  /** The middle one of the notes' lengths, in seconds. */
  readonly typicalSeconds: number
  /** Hits a second of each drum. */
  readonly hitsPerSecond: readonly number[]
}

/** Measures how a take repeats. `envelope` is the one that beats are looked for on. */
export function studyTake(
  envelope: Float32Array,
  notes: readonly HeardNote[],
  hits: readonly DrumHit[],
): Take {
  const moments = momentsOf(notes)
  const lengths = notes.map(({ start, end }) => end - start).toSorted((a, b) => a - b)
  const span = Math.max(1, (moments.at(-1)?.start ?? 0) - (moments[0]?.start ?? 0))
  const sides = [...sidesOf(moments, notes), ...drumSides(hits)]
  const drawn = ({ starts, weights }: Side): Float32Array => {
    const values = new Float32Array(envelope.length)
    for (const [index, start] of starts.entries()) addPulse(values, start, weights[index]!)
    return values
  }
  const lags = Math.ceil((60 * ENVELOPE_RATE_HZ * LONGEST_BEATS) / MIN_BPM)
  return {
    envelope,
    notes,
    sides,
    voices: voicesOf(moments, notes),
    correlations: [
      ...[envelope, ...TELLING_SIDES.map((side) => drawn(sides[side]!))].map((values) =>
        autocorrelation(values, lags),
      ),
      keyRepetition(notes, lags, (pitch) => pitch),
      keyRepetition(notes, lags, (pitch) => pitch % 12),
    ],
    momentsPerSecond: moments.length / span,
    typicalSeconds: lengths[Math.floor(lengths.length / 2)] ?? 0.5,
    hitsPerSecond: sides.slice(SIDES.kick).map(({ starts }) => starts.length / span),
  }
}

/** A moment counts by that it is, how low, how long, how full, how loud, by how the harmony changes at it, and the bass. */
function sidesOf(moments: readonly Moment[], notes: readonly HeardNote[]): Side[] {
  const middlePitch = quantile(
    moments.map(({ lowest }) => lowest),
    0.5,
  )
  const loudDb = moments.reduce((most, { levelDb }) => Math.max(most, levelDb), -100)
  const starts = moments.map(({ start }) => start)
  const weighed = (weightOf: (moment: Moment) => number): Side => ({ starts, weights: moments.map(weightOf) })
  return [
    weighed(() => 1),
    weighed(({ lowest }) => Math.max(0, middlePitch - lowest) / 12),
    weighed(({ longest }) => Math.min(2, longest)),
    weighed(({ count }) => count - 1),
    weighed(({ levelDb }) => 10 ** ((levelDb - loudDb) / 20)),
    { starts, weights: harmonyChanges(notes, moments) },
    { starts, weights: bassChanges(moments, bassOf(notes)) },
  ]
}

function drumSides(hits: readonly DrumHit[]): Side[] {
  const known = [KICKS, SNARES, HATS]
  const struck = (isOne: (pitch: number) => boolean): Side => {
    const starts = hits.filter(({ pitch }) => isOne(pitch)).map(({ start }) => start)
    return { starts, weights: starts.map(() => 1) }
  }
  return [
    ...known.map((keys) => struck((pitch) => keys.includes(pitch))),
    struck((pitch) => !known.some((keys) => keys.includes(pitch))),
  ]
}

function voicesOf(moments: readonly Moment[], notes: readonly HeardNote[]): number[][] {
  const pitches = notes.map(({ pitch }) => pitch)
  const [bass, tune] = [bassOf(notes), quantile(pitches, 1 - OUTER_SHARE)]
  const startsOf = (isOne: (moment: Moment) => boolean) => moments.filter(isOne).map(({ start }) => start)
  return [
    startsOf(() => true),
    startsOf(({ lowest }) => lowest <= bass),
    startsOf(({ highest }) => highest >= tune),
  ]
}

/** The highest pitch that counts as bass. */
function bassOf(notes: readonly HeardNote[]): number {
  return quantile(
    notes.map(({ pitch }) => pitch),
    OUTER_SHARE,
  )
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 60
}

/** Of what strays from the mean; 1 at lag 0, and as high at any lag at which the whole repeats. */
function autocorrelation(values: Float32Array, lags: number): Float32Array {
  const result = new Float32Array(Math.min(lags, values.length))
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const centred = values.map((value) => value - mean)
  const power = centred.reduce((sum, value) => sum + value * value, 0) / Math.max(1, centred.length)
  if (power === 0) return result
  for (let lag = 0; lag < result.length; lag++) {
    let sum = 0
    for (let step = lag; step < centred.length; step++) sum += centred[step]! * centred[step - lag]!
    // Few steps are left at long lags: what they say is divided by how many they were, with caution.
    result[lag] = sum / (power * (centred.length - lag / 2))
  }
  return result
}

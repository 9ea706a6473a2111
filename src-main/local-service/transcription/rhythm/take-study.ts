// What is known of a take before its beats are: its moments, and how each side of them repeats.

import type { HeardNote } from '../notes/decode-notes.ts'
import { MIN_BPM } from './beat-tracker.ts'
import { type Moment, momentsOf } from './moments.ts'
import { addPulse, ENVELOPE_RATE_HZ } from './onset-envelope.ts'

/** Lags are known up to so many of the slowest beats. */
const LONGEST_BEATS = 8.2

/** By which a moment counts: that it is, how low, how long, how full, how loud. */
export const WEIGHTS: readonly ((moment: Moment, take: Pick<Take, 'middlePitch' | 'loudDb'>) => number)[] = [
  () => 1,
  ({ lowest }, { middlePitch }) => Math.max(0, middlePitch - lowest) / 12,
  ({ longest }) => Math.min(2, longest),
  ({ count }) => count - 1,
  ({ levelDb }, { loudDb }) => 10 ** ((levelDb - loudDb) / 20),
]
/** The first four of them have a correlation of their own, the first that of the envelope that beats are looked for on. */
export const CORRELATIONS = 4

/** What is known of a take before its beats are. */
export interface Take {
  readonly envelope: Float32Array
  readonly notes: readonly HeardNote[]
  readonly moments: readonly Moment[]
  /** Autocorrelation of each envelope by lag in steps, 1 at lag 0. */
  readonly correlations: readonly Float32Array[]
  readonly momentsPerSecond: number
  /** The middle one of the notes' lengths, in seconds, of the moments' lowest pitches, and the loudest level. */
  readonly typicalSeconds: number
  readonly middlePitch: number
  readonly loudDb: number
}

/** Measures how a take repeats. `envelope` is the one that beats are looked for on. */
export function studyTake(envelope: Float32Array, notes: readonly HeardNote[]): Take {
  const moments = momentsOf(notes)
  const lengths = notes.map(({ start, end }) => end - start).toSorted((a, b) => a - b)
  const pitches = moments.map(({ lowest }) => lowest).toSorted((a, b) => a - b)
  const span = Math.max(1, (moments.at(-1)?.start ?? 0) - (moments[0]?.start ?? 0))
  const facts = {
    middlePitch: pitches[Math.floor(pitches.length / 2)] ?? 60,
    loudDb: moments.reduce((most, { levelDb }) => Math.max(most, levelDb), -100),
  }
  const drawn = (weightOf: (typeof WEIGHTS)[number]): Float32Array => {
    const values = new Float32Array(envelope.length)
    for (const moment of moments) addPulse(values, moment.start, weightOf(moment, facts))
    return values
  }
  const lags = Math.ceil((60 * ENVELOPE_RATE_HZ * LONGEST_BEATS) / MIN_BPM)
  return {
    envelope,
    notes,
    moments,
    correlations: [envelope, ...WEIGHTS.slice(1, CORRELATIONS).map(drawn)].map((values) =>
      autocorrelation(values, lags),
    ),
    momentsPerSecond: moments.length / span,
    typicalSeconds: lengths[Math.floor(lengths.length / 2)] ?? 0.5,
    ...facts,
  }
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

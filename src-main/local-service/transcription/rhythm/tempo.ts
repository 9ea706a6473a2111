// Which of the pulses that a take repeats at is its beat: halves, doubles and thirds of it are judged by what begins, how low, how long.

import type { HeardNote } from '../notes/decode-notes.ts'
import { addPulse, ENVELOPE_RATE_HZ } from './onset-envelope.ts'
import { TEMPO_WEIGHTS } from './trained-tempo.ts'

/** Slowest and fastest pulse that is taken for a beat. */
export const MIN_BPM = 40
export const MAX_BPM = 220
/** Pulses that a beat may be mistaken for, by how many of them it has or how many beats they have. */
const RELATIVES = [1 / 4, 1 / 3, 1 / 2, 2 / 3, 3 / 4, 1, 4 / 3, 3 / 2, 2, 3, 4] as const
/** Where a pulse repeats tells what it is: its parts, itself, bars of it. */
const MULTIPLES = [1 / 4, 1 / 3, 1 / 2, 2 / 3, 1, 1.5, 2, 3, 4, 6, 8] as const
/** A multiple is looked for this closely around where it should be. */
const SLACK = 0.015
/** Envelopes: all that begins, the lowest of what begins together, long notes, many notes at once. */
const ENVELOPES = 4
export const TEMPO_FEATURES = ENVELOPES * MULTIPLES.length + 5
/** Notes begin together within so many seconds. */
const TOGETHER_SECONDS = 0.04

/** What is known of a take before its tempo is. */
export interface Pulses {
  /** Autocorrelation of each envelope by lag in steps, 1 at lag 0. */
  readonly correlations: readonly Float32Array[]
  /** Moments at which something begins, a second. */
  readonly momentsPerSecond: number
  /** The middle one of the notes' lengths, in seconds. */
  readonly typicalSeconds: number
}

/** Measures how a take repeats. `envelope` is the one that beats are looked for on. */
export function measurePulses(envelope: Float32Array, notes: readonly HeardNote[]): Pulses {
  const moments = momentsOf(notes)
  const drawn = (weightOf: (moment: Moment) => number): Float32Array => {
    const values = new Float32Array(envelope.length)
    for (const moment of moments) addPulse(values, moment.start, weightOf(moment))
    return values
  }
  const pitches = moments.map(({ lowest }) => lowest).toSorted((a, b) => a - b)
  const middle = pitches[Math.floor(pitches.length / 2)] ?? 60
  const lengths = notes.map(({ start, end }) => end - start).toSorted((a, b) => a - b)
  const span = Math.max(1, (moments.at(-1)?.start ?? 0) - (moments[0]?.start ?? 0))
  const envelopes = [
    envelope,
    drawn(({ lowest }) => Math.max(0, middle - lowest) / 12),
    drawn(({ longest }) => Math.min(2, longest)),
    drawn(({ count }) => count - 1),
  ]
  const lags = Math.ceil((60 * ENVELOPE_RATE_HZ * MULTIPLES.at(-1)! * (1 + SLACK)) / MIN_BPM) + 2
  return {
    correlations: envelopes.map((values) => autocorrelation(values, lags)),
    momentsPerSecond: moments.length / span,
    typicalSeconds: lengths[Math.floor(lengths.length / 2)] ?? 0.5,
  }
}

interface Moment {
  readonly start: number
  readonly lowest: number
  readonly longest: number
  readonly count: number
}

function momentsOf(notes: readonly HeardNote[]): Moment[] {
  const moments: Moment[] = []
  for (const { start, end, pitch } of notes.toSorted((a, b) => a.start - b.start)) {
    const last = moments.at(-1)
    if (last && start - last.start < TOGETHER_SECONDS) {
      moments[moments.length - 1] = {
        start: last.start,
        lowest: Math.min(last.lowest, pitch),
        longest: Math.max(last.longest, end - start),
        count: last.count + 1,
      }
    } else moments.push({ start, lowest: pitch, longest: end - start, count: 1 })
  }
  return moments
}

/** The tempos that a take may have when one pulse of it is known, in beats a minute. */
export function relativesOf(bpm: number): number[] {
  return RELATIVES.map((factor) => bpm * factor).filter((other) => other >= MIN_BPM && other <= MAX_BPM)
}

/** What speaks for a tempo and against it, in the order of the weights. */
export function describeTempo(
  { correlations, momentsPerSecond, typicalSeconds }: Pulses,
  bpm: number,
): number[] {
  const lag = (60 * ENVELOPE_RATE_HZ) / bpm
  const octaves = Math.log2(bpm / 110)
  const density = Math.log2((momentsPerSecond * 60) / bpm + 0.05)
  const length = Math.log2((typicalSeconds * bpm) / 60 + 0.05)
  return [
    ...correlations.flatMap((values) => MULTIPLES.map((multiple) => peakAround(values, lag * multiple))),
    octaves,
    octaves * octaves,
    density,
    density * density,
    length,
  ]
}

/** The likeliest of a pulse's relatives, by the log-linear model of test/bench/transcription/train-tempo.ts. */
export function likeliestTempo(pulses: Pulses, pulseBpm: number): number {
  let best = pulseBpm
  let bestScore = Number.NEGATIVE_INFINITY
  for (const bpm of relativesOf(pulseBpm)) {
    const score = describeTempo(pulses, bpm).reduce((sum, value, i) => sum + value * TEMPO_WEIGHTS[i]!, 0)
    if (score > bestScore) {
      best = bpm
      bestScore = score
    }
  }
  return best
}

function peakAround(values: Float32Array, lag: number): number {
  let best = 0
  const last = Math.min(values.length - 1, Math.ceil(lag * (1 + SLACK)))
  for (let step = Math.max(1, Math.floor(lag * (1 - SLACK))); step <= last; step++)
    best = Math.max(best, values[step]!)
  return best
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

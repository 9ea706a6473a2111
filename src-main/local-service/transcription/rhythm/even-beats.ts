// Beats of one tempo throughout: sequenced and clicked music keeps it, and syncopation cannot lead such beats astray.

import type { Beats } from './beat-tracker.ts'
import { ENVELOPE_RATE_HZ } from './onset-envelope.ts'

/** The tempo may be so far from what it is looked for at. */
const REACH = 0.04
/** The tempo is found on so many steps first, then on twice as many again and again. */
const FIRST_STEPS = 1600
/** Two tempos are told apart when their beats stray from each other by so many steps over all that is looked at. */
const STRAY_STEPS = 2
/** A beat's onset may be so many steps early or late. */
const SLACK_STEPS = 3
/** Onsets less strong than this do not begin a take, nor end it. */
const LEAST_ONSET = 0.5

interface Comb {
  /** Steps from beat to beat, and the first beat's. */
  readonly period: number
  readonly phase: number
  /** Mean of the envelope on its beats. */
  readonly strength: number
}

/** The even beats near a tempo that most begins on; null when nothing begins. `envelope` is of `onsetEnvelope`. */
export function evenBeats(envelope: Float32Array, bpm: number): Beats | null {
  const first = envelope.findIndex((value) => value > LEAST_ONSET)
  const last = envelope.findLastIndex((value) => value > LEAST_ONSET)
  if (first < 0) return null
  let period = (60 * ENVELOPE_RATE_HZ) / bpm
  let reach = REACH
  let comb: Comb | null = null
  for (let steps = Math.min(FIRST_STEPS, last - first + 1); ; steps = Math.min(2 * steps, last - first + 1)) {
    const finest = STRAY_STEPS / steps
    comb = strongestComb(envelope.subarray(first, first + steps), period, reach, finest)
    period = comb.period
    reach = 2 * finest
    if (steps === last - first + 1) break
  }
  const times: number[] = []
  for (let at = comb.phase; at <= last - first + period / 2; at += period)
    times.push((first + at) / ENVELOPE_RATE_HZ)
  return times.length < 2 ? null : { times, bpm: (60 * ENVELOPE_RATE_HZ) / period }
}

/** How much begins on beats, on average. */
export function strengthOf(envelope: Float32Array, { times }: Beats): number {
  let sum = 0
  for (const time of times) {
    const step = Math.round(time * ENVELOPE_RATE_HZ)
    let most = 0
    for (let near = step - SLACK_STEPS; near <= step + SLACK_STEPS; near++)
      most = Math.max(most, envelope[near] ?? 0)
    sum += most
  }
  return sum / Math.max(1, times.length)
}

function strongestComb(envelope: Float32Array, around: number, reach: number, finest: number): Comb {
  let best: Comb = { period: around, phase: 0, strength: Number.NEGATIVE_INFINITY }
  const count = Math.ceil(reach / finest)
  for (let index = -count; index <= count; index++) {
    const comb = combOf(envelope, around * (1 + index * finest))
    if (comb.strength > best.strength) best = comb
  }
  return best
}

/** The strongest phase of a period: all that begins is laid over one period. */
function combOf(envelope: Float32Array, period: number): Comb {
  const bins = Math.max(1, Math.round(period))
  const folded = new Float32Array(bins)
  for (let step = 0; step < envelope.length; step++) {
    const bin = Math.floor(((step % period) / period) * bins)
    folded[bin]! += envelope[step]!
  }
  let at = 0
  let most = Number.NEGATIVE_INFINITY
  for (let bin = 0; bin < bins; bin++) {
    const value = folded[bin]! + 0.5 * (folded[(bin + 1) % bins]! + folded[(bin + bins - 1) % bins]!)
    if (value > most) {
      most = value
      at = bin
    }
  }
  return { period, phase: ((at + 0.5) * period) / bins - 0.5, strength: (most * period) / envelope.length }
}

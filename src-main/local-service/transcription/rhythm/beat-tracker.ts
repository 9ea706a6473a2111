// Finds tempo and beats: autocorrelation under a tempo prior, then dynamic programming (Ellis, "Beat Tracking by Dynamic Programming", 2007).

import { ENVELOPE_RATE_HZ } from './onset-envelope.ts'

export interface Beats {
  /** Seconds, even where nothing begins on a beat. */
  readonly times: readonly number[]
  /** Beats a minute over the whole piece. */
  readonly bpm: number
}

/** Slowest and fastest pulse that is taken for a beat. */
export const MIN_BPM = 40
export const MAX_BPM = 220
/** Where beats are felt most readily (Parncutt, 1994; van Noorden and Moelants, 1999), and how widely, in octaves. */
const PREFERRED_BPM = 112
const PRIOR_OCTAVES = 0.75
/** A tempo that the caller names is looked for this closely. */
const HINT_OCTAVES = 0.06
/** How dear a beat is that strays from the tempo. */
const TIGHTNESS = 120
/** What lies outside of these is dearer than any onset is worth. */
const NEAREST_BEATS = 0.65
const FARTHEST_BEATS = 1.5

/**
 * The pulses that repeat most clearly, in beats a minute, the clearest first; none where nothing repeats.
 * @param envelope of standard deviation 1, at 100 steps a second
 * @param hintBpm a tempo that is known; null when it is not
 */
export function strongestPulses(
  envelope: Float32Array,
  count: number,
  hintBpm: number | null = null,
): number[] {
  const shortest = Math.floor((60 * ENVELOPE_RATE_HZ) / MAX_BPM)
  const longest = Math.ceil((60 * ENVELOPE_RATE_HZ) / MIN_BPM)
  const correlation = autocorrelation(envelope, longest * 4 + 2)
  const centre = hintBpm ?? PREFERRED_BPM
  const width = hintBpm === null ? PRIOR_OCTAVES : HINT_OCTAVES
  const scored: { readonly bpm: number; readonly score: number }[] = []
  // A quarter of a step: at 200 BPM one step is 3 %.
  for (let lag = shortest; lag <= longest; lag += 0.25) {
    const bpm = (60 * ENVELOPE_RATE_HZ) / lag
    const prior = Math.exp(-0.5 * (Math.log2(bpm / centre) / width) ** 2)
    // A beat repeats at its multiples; what stands between two beats is its subdivision, not its rival.
    const comb =
      at(correlation, lag) +
      0.6 * at(correlation, 2 * lag) +
      0.3 * at(correlation, 3 * lag) +
      0.5 * at(correlation, 4 * lag)
    scored.push({ bpm, score: comb * prior })
  }
  const tops = scored.filter(
    ({ score }, index) =>
      score > 0 && score >= (scored[index - 1]?.score ?? 0) && score > (scored[index + 1]?.score ?? 0),
  )
  return tops
    .toSorted((a, b) => b.score - a.score)
    .slice(0, count)
    .map(({ bpm }) => bpm)
}

/** The beats along one tempo, with the little that they stray; null when nothing begins. */
export function beatsAtTempo(envelope: Float32Array, bpm: number): Beats | null {
  const steps = chainOfBeats(envelope, (60 * ENVELOPE_RATE_HZ) / bpm)
  if (steps.length < 2) return null
  const times = smoothed(steps.map((step) => refined(envelope, step) / ENVELOPE_RATE_HZ))
  return { times, bpm: 60 / typicalInterval(times) }
}

function autocorrelation(envelope: Float32Array, lags: number): Float32Array {
  const result = new Float32Array(Math.min(lags, envelope.length))
  let mean = 0
  for (const value of envelope) mean += value
  mean /= envelope.length
  const centred = envelope.map((value) => value - mean)
  for (let lag = 0; lag < result.length; lag++) {
    let sum = 0
    for (let step = lag; step < centred.length; step++) sum += centred[step]! * centred[step - lag]!
    result[lag] = sum / centred.length
  }
  return result
}

function at(values: Float32Array, position: number): number {
  const step = Math.floor(position)
  const here = values[step] ?? 0
  return here + ((values[step + 1] ?? here) - here) * (position - step)
}

/** The chain of steps with most onset and most even intervals, from the first onset to the last. */
function chainOfBeats(envelope: Float32Array, period: number): number[] {
  const score = new Float32Array(envelope.length)
  const previous = new Int32Array(envelope.length).fill(-1)
  const nearest = Math.max(1, Math.round(period * NEAREST_BEATS))
  const farthest = Math.round(period * FARTHEST_BEATS)
  const penalty = Float32Array.from(
    { length: farthest + 1 },
    (_, gap) => -TIGHTNESS * Math.log(Math.max(1, gap) / period) ** 2,
  )
  for (let step = 0; step < envelope.length; step++) {
    let best = 0
    for (let gap = nearest; gap <= farthest && gap <= step; gap++) {
      const candidate = score[step - gap]! + penalty[gap]!
      if (candidate > best) {
        best = candidate
        previous[step] = step - gap
      }
    }
    score[step] = envelope[step]! + best
  }
  const first = envelope.findIndex((value) => value > 0.5)
  const last = envelope.findLastIndex((value) => value > 0.5)
  if (first < 0) return []
  let end = last
  for (
    let step = Math.max(0, last - Math.round(period));
    step < Math.min(envelope.length, last + period);
    step++
  ) {
    if (score[step]! > score[end]!) end = step
  }
  const chain: number[] = []
  for (let step = end; step >= 0 && step > first - period; step = previous[step]!) {
    chain.push(step)
    if (previous[step] === -1) break
  }
  return chain.reverse()
}

/** The top of the onset that a beat stands on, between two steps. */
function refined(envelope: Float32Array, step: number): number {
  const [before, here, after] = [envelope[step - 1] ?? 0, envelope[step]!, envelope[step + 1] ?? 0]
  const curve = before - 2 * here + after
  return curve < 0 ? step + Math.max(-0.5, Math.min(0.5, (0.5 * (before - after)) / curve)) : step
}

/** Beats follow the player over a few beats, not every note's own lateness: a line through five neighbours. */
function smoothed(times: readonly number[]): number[] {
  return times.map((_, index) => {
    const from = Math.max(0, index - 2)
    const window = times.slice(from, index + 3)
    const { slope, intercept } = lineThrough(window)
    return intercept + slope * (index - from)
  })
}

function lineThrough(values: readonly number[]): { readonly slope: number; readonly intercept: number } {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  let product = 0
  let squares = 0
  for (const [index, value] of values.entries()) {
    product += (index - middle) * (value - mean)
    squares += (index - middle) ** 2
  }
  const slope = squares === 0 ? 0 : product / squares
  return { slope, intercept: mean - slope * middle }
}

/** The slope of the line through all beats, which few stray ones do not move; by thirds where the tempo drifts. */
function typicalInterval(times: readonly number[]): number {
  return lineThrough(times).slope
}

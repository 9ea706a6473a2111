// The last step: no DC, no clicks, a sane loudness, and a true peak that never passes the ceiling.

import { fade } from '../signal/envelopes.ts'
import { biquad, filter } from '../signal/filters.ts'
import { scale } from '../signal/span.ts'
import { momentaryLoudness } from './loudness.ts'

export interface Mastering {
  readonly sampleRate: number
  readonly isCircular: boolean
  /** Loudest 400 ms to aim for, in LUFS. */
  readonly targetLufs: number
  readonly fadeInSeconds: number
  readonly fadeOutSeconds: number
}

/** Sample-peak ceiling of −1.5 dBFS leaves room for the peaks between the samples. */
const CEILING = 10 ** (-1.5 / 20)
/** True-peak ceiling, a little under −1 dBTP so that rounding to 16 bits cannot pass it. */
const TRUE_CEILING = 10 ** (-1.1 / 20)

/** Masters in place and returns the same array. */
export function master(signal: Float32Array, mastering: Mastering): Float32Array {
  const { sampleRate, isCircular } = mastering
  filter(signal, biquad('highpass', 22, Math.SQRT1_2, sampleRate), isCircular)
  if (!isCircular) {
    const short = signal.length * 0.25
    fade(
      signal,
      Math.min(mastering.fadeInSeconds * sampleRate, short),
      Math.min(mastering.fadeOutSeconds * sampleRate, signal.length * 0.5),
    )
  }
  removeMean(signal, isCircular)
  const loudness = momentaryLoudness(signal, sampleRate)
  if (!Number.isFinite(loudness)) return signal
  // A very peaky sound is not pushed further than a limiter can do unheard.
  const wanted = 10 ** ((mastering.targetLufs - loudness) / 20)
  const peak = peakOfAll(signal)
  scale(signal, Math.min(wanted, (CEILING * 10 ** (5 / 20)) / peak))
  if (limit(signal, CEILING, sampleRate, isCircular)) {
    // A limited wave is no longer balanced about zero.
    filter(signal, biquad('highpass', 22, Math.SQRT1_2, sampleRate), isCircular)
    if (!isCircular) fade(signal, 16, Math.min(0.01 * sampleRate, signal.length * 0.1))
  }
  removeMean(signal, isCircular)
  const truePeak = truePeakOf(signal, isCircular)
  if (truePeak > TRUE_CEILING) scale(signal, TRUE_CEILING / truePeak)
  return signal
}

function peakOfAll(signal: Float32Array): number {
  let peak = 1e-9
  for (let i = 0; i < signal.length; i++) peak = Math.max(peak, Math.abs(signal[i]!))
  return peak
}

/** Takes the mean out; where there are ends, along a Hann window, so that they stay at zero. */
function removeMean(signal: Float32Array, isCircular: boolean): void {
  const length = signal.length
  let sum = 0
  for (let i = 0; i < length; i++) sum += signal[i]!
  const mean = sum / length
  // A little is better than a hump under silence.
  if (Math.abs(mean) < 4e-4 * peakOfAll(signal)) return
  if (isCircular) {
    for (let i = 0; i < length; i++) signal[i]! -= mean
    return
  }
  const step = (2 * Math.PI) / length
  for (let i = 0; i < length; i++) signal[i]! -= mean * (1 - Math.cos(step * (i + 0.5)))
}

/**
 * Look-ahead limiter in place: the gain each sample needs, its minimum over ±2 ms, smoothed by a moving mean of the same
 * width, so that the gain is never above what is needed and never jumps. Says whether anything passed the ceiling.
 */
function limit(signal: Float32Array, ceiling: number, sampleRate: number, isCircular: boolean): boolean {
  const length = signal.length
  const reach = Math.max(1, Math.min(Math.round(sampleRate * 0.002), Math.floor(length / 8)))
  // Only stretches around overshoots are worked on; they are disjoint, so each can be done in place.
  const stretches: { from: number; to: number }[] = []
  for (let i = 0; i < length; i++) {
    if (Math.abs(signal[i]!) <= ceiling) continue
    const last = stretches.at(-1)
    if (last && i - 2 * reach <= last.to) last.to = i + 2 * reach
    else stretches.push({ from: i - 2 * reach, to: i + 2 * reach })
  }
  for (const { from, to } of stretches) {
    const needed = new Float64Array(to - from + 1).fill(1)
    for (let k = 0; k < needed.length; k++) {
      const magnitude = Math.abs(signal[isCircular ? (from + k + length) % length : from + k] ?? 0)
      if (magnitude > ceiling) needed[k] = ceiling / magnitude
    }
    const gains = smoothMinimum(needed, reach)
    for (let k = 0; k < gains.length; k++) {
      const i = isCircular ? (from + k + length) % length : from + k
      if (i >= 0 && i < length) signal[i]! *= gains[k]!
    }
  }
  return stretches.length > 0
}

/** Minimum over ±reach, then the mean over ±reach of that. */
function smoothMinimum(needed: Float64Array, reach: number): Float64Array {
  const size = needed.length
  const least = new Float64Array(size)
  const queue: number[] = []
  let head = 0
  for (let k = 0; k < size + reach; k++) {
    if (k < size) {
      while (queue.length > head && needed[queue[queue.length - 1]!]! >= needed[k]!) queue.pop()
      queue.push(k)
    }
    const centre = k - reach
    if (centre < 0) continue
    while (queue[head]! < centre - reach) head++
    least[centre] = needed[queue[head]!]!
  }
  const out = new Float64Array(size)
  let sum = 0
  const width = 2 * reach + 1
  const value = (k: number): number => (k < 0 || k >= size ? 1 : least[k]!)
  for (let k = -reach; k <= reach; k++) sum += value(k)
  for (let k = 0; k < size; k++) {
    out[k] = sum / width
    sum += value(k + reach + 1) - value(k - reach)
  }
  return out
}

const TAPS = 12

/** Polyphase interpolator ×4 of twelve taps a phase, windowed sinc (BS.1770-4, annex 2 describes the method). */
const PHASES: readonly Float64Array[] = [1, 2, 3].map((phase) => {
  const taps = new Float64Array(TAPS)
  let sum = 0
  for (let k = 0; k < TAPS; k++) {
    const x = k - (TAPS / 2 - 1) - phase / 4
    const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / (TAPS / 2 + 0.25))
    taps[k] = (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)) * window
    sum += taps[k]!
  }
  return taps.map((tap) => tap / sum)
})

/** Largest magnitude between and at the samples, ×4 oversampled; quiet stretches are not interpolated. */
export function truePeakOf(signal: Float32Array, isCircular: boolean): number {
  const length = signal.length
  const peak = peakOfAll(signal)
  const worthIt = peak * 0.6
  let truePeak = peak
  for (let i = 0; i < length; i++) {
    if (Math.abs(signal[i]!) < worthIt && Math.abs(signal[i + 1] ?? 0) < worthIt) continue
    for (const taps of PHASES) {
      let sum = 0
      for (let k = 0; k < TAPS; k++) {
        const at = i + k - (TAPS / 2 - 1)
        sum += taps[k]! * (signal[isCircular ? (at + length) % length : at] ?? 0)
      }
      if (Math.abs(sum) > truePeak) truePeak = Math.abs(sum)
    }
  }
  return truePeak
}

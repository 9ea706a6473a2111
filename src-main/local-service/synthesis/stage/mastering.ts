// The last step: no DC, no clicks, a sane loudness, and a true peak that never passes the ceiling.

import { fade } from '../signal/envelopes.ts'
import { biquad, filterSamples } from '../signal/filters.ts'
import { changeBlocks, type Samples, stretchOf, visitBlocks } from '../signal/samples.ts'
import { peakOf, scale } from '../signal/span.ts'
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

/** Masters in place. */
export function master(signal: Samples, mastering: Mastering): void {
  const { sampleRate, isCircular } = mastering
  const rumbleOut = biquad('highpass', 22, Math.SQRT1_2, sampleRate)
  filterSamples(signal, rumbleOut, isCircular)
  if (!isCircular) {
    fadeEnds(
      signal,
      Math.min(mastering.fadeInSeconds * sampleRate, signal.length * 0.25),
      Math.min(mastering.fadeOutSeconds * sampleRate, signal.length * 0.5),
    )
  }
  removeMean(signal, isCircular)
  const loudness = momentaryLoudness(signal, sampleRate)
  if (!Number.isFinite(loudness)) return
  // A very peaky sound is not pushed further than a limiter can do unheard.
  const wanted = 10 ** ((mastering.targetLufs - loudness) / 20)
  scaleAll(signal, Math.min(wanted, (CEILING * 10 ** (5 / 20)) / peakOfAll(signal)))
  if (limit(signal, CEILING, sampleRate, isCircular)) {
    // A limited wave is no longer balanced about zero.
    filterSamples(signal, rumbleOut, isCircular)
    if (!isCircular) fadeEnds(signal, 16, Math.min(0.01 * sampleRate, signal.length * 0.1))
  }
  removeMean(signal, isCircular)
  const truePeak = truePeakOf(signal, isCircular)
  if (truePeak > TRUE_CEILING) scaleAll(signal, TRUE_CEILING / truePeak)
}

function scaleAll(signal: Samples, gain: number): void {
  changeBlocks(signal, (block) => scale(block, gain))
}

/** Raised-cosine fades over so many samples at both ends of a signal that has ends. */
function fadeEnds(signal: Samples, inSamples: number, outSamples: number): void {
  const { length } = signal
  const head = signal.subarray(0, Math.min(length, Math.round(inSamples)))
  signal.set(fade(head, head.length, 0), 0)
  const tail = signal.subarray(length - Math.min(length, Math.round(outSamples)), length)
  signal.set(fade(tail, 0, tail.length), length - tail.length)
}

function peakOfAll(signal: Samples): number {
  let peak = 1e-9
  visitBlocks(signal, (block) => {
    peak = Math.max(peak, peakOf(block))
  })
  return peak
}

/** Takes the mean out; where there are ends, along a Hann window, so that they stay at zero. */
function removeMean(signal: Samples, isCircular: boolean): void {
  const { length } = signal
  let sum = 0
  visitBlocks(signal, (block) => {
    sum = sumOf(block, sum)
  })
  const mean = sum / length
  // A little is better than a hump under silence.
  if (Math.abs(mean) < 4e-4 * peakOfAll(signal)) return
  const step = (2 * Math.PI) / length
  changeBlocks(signal, (block, from) => {
    if (isCircular) for (let i = 0; i < block.length; i++) block[i]! -= mean
    else for (let i = 0; i < block.length; i++) block[i]! -= mean * (1 - Math.cos(step * (from + i + 0.5)))
  })
}

function sumOf(block: Float32Array, before: number): number {
  let sum = before
  for (let i = 0; i < block.length; i++) sum += block[i]!
  return sum
}

interface Overshoot {
  readonly from: number
  to: number
}

/**
 * Look-ahead limiter in place: the gain each sample needs, its minimum over ±2 ms, smoothed by a moving mean of the same
 * width, so that the gain is never above what is needed and never jumps. Says whether anything passed the ceiling.
 */
function limit(signal: Samples, ceiling: number, sampleRate: number, isCircular: boolean): boolean {
  const { length } = signal
  const reach = Math.max(1, Math.min(Math.round(sampleRate * 0.002), Math.floor(length / 8)))
  // Only stretches around overshoots are worked on; they are disjoint, so each can be done in place.
  const stretches = overshootsOf(signal, ceiling, reach)
  for (const { from, to } of stretches) {
    const stretch = stretchOf(signal, from, to - from + 1, isCircular)
    const needed = new Float64Array(stretch.length).fill(1)
    for (let k = 0; k < needed.length; k++) {
      const magnitude = Math.abs(stretch[k]!)
      if (magnitude > ceiling) needed[k] = ceiling / magnitude
    }
    applyGains(signal, smoothMinimum(needed, reach), from, isCircular)
  }
  return stretches.length > 0
}

/** The stretches around what passes the ceiling, wide enough for the gain to come down and go up again. */
function overshootsOf(signal: Samples, ceiling: number, reach: number): Overshoot[] {
  const stretches: Overshoot[] = []
  visitBlocks(signal, (block, start) => {
    for (let k = 0; k < block.length; k++) {
      if (Math.abs(block[k]!) <= ceiling) continue
      const i = start + k
      const last = stretches.at(-1)
      if (last && i - 2 * reach <= last.to) last.to = i + 2 * reach
      else stretches.push({ from: i - 2 * reach, to: i + 2 * reach })
    }
  })
  return stretches
}

/** Multiplies from a sample on; what lies outside goes round in a circle, and is dropped elsewhere. */
function applyGains(signal: Samples, gains: Float64Array, from: number, isCircular: boolean): void {
  const { length } = signal
  for (let done = 0; done < gains.length; ) {
    const at = isCircular ? (((from + done) % length) + length) % length : from + done
    if (at >= length) return
    if (at < 0) {
      done -= at
      continue
    }
    const part = signal.subarray(at, Math.min(length, at + gains.length - done))
    for (let k = 0; k < part.length; k++) part[k]! *= gains[done + k]!
    signal.set(part, at)
    done += part.length
  }
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
export function truePeakOf(signal: Samples, isCircular: boolean): number {
  let truePeak = peakOfAll(signal)
  const worthIt = truePeak * 0.6
  const before = TAPS / 2 - 1
  visitBlocks(signal, (block, from) => {
    const around = stretchOf(signal, from - before, block.length + TAPS, isCircular)
    for (let i = before; i < block.length + before; i++) {
      if (Math.abs(around[i]!) < worthIt && Math.abs(around[i + 1]!) < worthIt) continue
      for (const taps of PHASES) {
        let sum = 0
        for (let k = 0; k < TAPS; k++) sum += taps[k]! * around[i + k - before]!
        if (Math.abs(sum) > truePeak) truePeak = Math.abs(sum)
      }
    }
  })
  return truePeak
}

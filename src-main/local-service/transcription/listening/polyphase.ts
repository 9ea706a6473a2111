// Brings a recording to the model's rate: a polyphase windowed sinc for ratios of small numbers.

import { resample } from '../../codecs/resample.ts'

/** Zero crossings of the sinc on each side; with the window below about 80 dB of stop-band, far below what the model hears. */
const ZERO_CROSSINGS = 16
const KAISER_BETA = 8
/** More phases than this (rates such as 44,099 Hz) are left to the interpolating resampler. */
const MAX_PHASES = 1024

/** The signal at another rate, round(length × to / from) samples long. The same rate gives the same array. */
export function toRate(signal: Float32Array, fromHz: number, toHz: number): Float32Array {
  const divisor = greatestCommonDivisor(fromHz, toHz)
  const up = toHz / divisor
  const down = fromHz / divisor
  if (up === down) return signal
  if (up > MAX_PHASES) return resample(signal, fromHz, toHz)
  const phases = phaseFilters(up, down)
  const output = new Float32Array(Math.round((signal.length * up) / down))
  for (let index = 0; index < output.length; index++) {
    const position = index * down
    const { first, taps } = phases[position % up]!
    const start = Math.floor(position / up) + first
    const from = Math.max(0, -start)
    const to = Math.min(taps.length, signal.length - start)
    let sum = 0
    for (let tap = from; tap < to; tap++) sum += signal[start + tap]! * taps[tap]!
    output[index] = sum
  }
  return output
}

interface Phase {
  /** Offset of the first tap from the sample at or before the output's place. */
  readonly first: number
  readonly taps: Float32Array
}

function phaseFilters(up: number, down: number): Phase[] {
  const scale = Math.min(1, up / down)
  const reach = ZERO_CROSSINGS / scale
  const norm = besselI0(KAISER_BETA)
  return Array.from({ length: up }, (_, phase) => {
    const fraction = phase / up
    const first = Math.ceil(fraction - reach)
    const taps = new Float32Array(Math.floor(fraction + reach) - first + 1)
    for (let tap = 0; tap < taps.length; tap++) {
      const x = (first + tap - fraction) * scale
      const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
      const window = besselI0(KAISER_BETA * Math.sqrt(Math.max(0, 1 - (x / ZERO_CROSSINGS) ** 2))) / norm
      taps[tap] = sinc * window * scale
    }
    return { first, taps }
  })
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}

/** Modified Bessel function of the first kind, order 0, by its power series. */
function besselI0(x: number): number {
  let sum = 1
  let term = 1
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}

// Goes on with a signal for a moment: what its own resonances would do next, driven by as much noise as drives them now.

import type { Random } from '../../synthesis/signal/random.ts'

/** Enough for the tones of a chord at 44.1 kHz; of a signal that is too short, a third of its length. */
const ORDER = 128
/** How much of the end of the signal the prediction is learnt from, in samples: about 90 ms at 44.1 kHz. */
const LEARNT_SAMPLES = 4096

/** The noise that drives a signal is measured over the last of these parts of what is learnt from, so that a blow before it does not count. */
const DRIVEN_PARTS = 4

export interface Drive {
  readonly random: Random
  /** Of the noise against the one that drives the signal; 1 by default. */
  readonly gain?: number
}

/**
 * The next `length` samples after the end of a signal, by an autoregressive model (Makhoul, 1975). With the noise that drives it a hiss
 * goes on as a hiss; without, it dies away and tones alone go on. Nothing grows.
 */
export function extrapolate(signal: Float32Array, length: number, drive: Drive | null): Float32Array {
  const known = Float64Array.from(signal.subarray(Math.max(0, signal.length - LEARNT_SAMPLES)))
  const { coefficients, residual } = burg(known, Math.min(ORDER, Math.floor(known.length / 3)))
  // Uniform noise of a deviation of 1 spans ±√3.
  const span = drive ? (drive.gain ?? 1) * deviationOf(residual) * Math.sqrt(3) : 0
  const history = new Float64Array(known.length + length)
  history.set(known)
  for (let at = known.length; at < history.length; at++) {
    let sum = drive ? span * drive.random.signed() : 0
    for (let tap = 0; tap < coefficients.length; tap++) sum += coefficients[tap]! * history[at - 1 - tap]!
    history[at] = sum
  }
  return Float32Array.from(history.subarray(known.length))
}

/** What could have come before a signal: the same, with time turned round. */
export function extrapolateBackwards(
  signal: Float32Array,
  length: number,
  drive: Drive | null,
): Float32Array {
  return extrapolate(signal.slice(0, LEARNT_SAMPLES).reverse(), length, drive).reverse()
}

function deviationOf(residual: Float64Array): number {
  const last = residual.subarray(residual.length - Math.floor(residual.length / DRIVEN_PARTS))
  return Math.sqrt(last.reduce((sum, value) => sum + value ** 2, 0) / Math.max(1, last.length))
}

interface Prediction {
  /** sample[t] ≈ Σ coefficient[k] × sample[t − 1 − k]. */
  readonly coefficients: Float64Array
  /** What is not predicted of each sample. */
  readonly residual: Float64Array
}

/** Burg's method (Burg, 1975), whose filters are stable. */
function burg(signal: Float64Array, order: number): Prediction {
  const forward = signal.slice()
  const backward = signal.slice()
  let coefficients = new Float64Array(0)
  for (let m = 0; m < order; m++) {
    let product = 0
    let energy = 0
    for (let t = m + 1; t < signal.length; t++) {
      product += forward[t]! * backward[t - 1]!
      energy += forward[t]! ** 2 + backward[t - 1]! ** 2
    }
    // Silence, or a signal that is predicted already to the last bit.
    if (energy < 1e-18) break
    const reflection = (2 * product) / energy
    const next = new Float64Array(m + 1)
    for (let k = 0; k < m; k++) next[k] = coefficients[k]! - reflection * coefficients[m - 1 - k]!
    next[m] = reflection
    coefficients = next
    for (let t = signal.length - 1; t > m; t--) {
      const ahead = forward[t]!
      const behind = backward[t - 1]!
      forward[t] = ahead - reflection * behind
      backward[t] = behind - reflection * ahead
    }
  }
  return { coefficients, residual: forward }
}

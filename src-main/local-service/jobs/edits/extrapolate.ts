// Goes on with a signal for a moment by linear prediction: what its own resonances would do next.

/** Enough for the tones of a chord at 44.1 kHz; of a signal that is too short, a third of its length. */
const ORDER = 128
/** How much of the end of the signal the prediction is learnt from, in samples: about 90 ms at 44.1 kHz. */
const LEARNT_SAMPLES = 4096

/** The next `length` samples after the end of a signal. Noise dies away, tones go on; nothing grows. */
export function extrapolate(signal: Float32Array, length: number): Float32Array {
  const known = Float64Array.from(signal.subarray(Math.max(0, signal.length - LEARNT_SAMPLES)))
  const predictor = burg(known, Math.min(ORDER, Math.floor(known.length / 3)))
  const history = new Float64Array(known.length + length)
  history.set(known)
  for (let at = known.length; at < history.length; at++) {
    let sum = 0
    for (let tap = 0; tap < predictor.length; tap++) sum += predictor[tap]! * history[at - 1 - tap]!
    history[at] = sum
  }
  return Float32Array.from(history.subarray(known.length))
}

/** What could have come before a signal: the same, with time turned round. */
export function extrapolateBackwards(signal: Float32Array, length: number): Float32Array {
  return extrapolate(signal.slice(0, LEARNT_SAMPLES).reverse(), length).reverse()
}

/** Coefficients by Burg's method (Burg, 1975), whose filters are stable: sample[t] ≈ Σ coefficient[k] × sample[t − 1 − k]. */
function burg(signal: Float64Array, order: number): Float64Array {
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
  return coefficients
}

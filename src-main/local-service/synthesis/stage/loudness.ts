// How loud a sound is, after ITU-R BS.1770-4: K-weighted blocks of 400 ms.

import { type Biquad, filter } from '../signal/filters.ts'
import type { Samples } from '../signal/samples.ts'

/** The two K-weighting sections for any rate: shelf +4 dB near 1.7 kHz and high-pass at 38 Hz (BS.1770-4, annex 1). */
function kWeighting(sampleRate: number): readonly [Biquad, Biquad] {
  const k1 = Math.tan((Math.PI * 1681.974450955533) / sampleRate)
  const q1 = 0.7071752369554196
  const vh = 10 ** (3.999843853973347 / 20)
  const vb = vh ** 0.4996667741545416
  const a01 = 1 + k1 / q1 + k1 * k1
  const k2 = Math.tan((Math.PI * 38.13547087602444) / sampleRate)
  const q2 = 0.5003270373238773
  const a02 = 1 + k2 / q2 + k2 * k2
  return [
    {
      b0: (vh + (vb * k1) / q1 + k1 * k1) / a01,
      b1: (2 * (k1 * k1 - vh)) / a01,
      b2: (vh - (vb * k1) / q1 + k1 * k1) / a01,
      a1: (2 * (k1 * k1 - 1)) / a01,
      a2: (1 - k1 / q1 + k1 * k1) / a01,
    },
    { b0: 1, b1: -2, b2: 1, a1: (2 * (k2 * k2 - 1)) / a02, a2: (1 - k2 / q2 + k2 * k2) / a02 },
  ]
}

function energyOf(signal: Float32Array, from: number, to: number): number {
  let sum = 0
  for (let i = from; i < to; i++) sum += signal[i]! * signal[i]!
  return sum
}

/** Loudness of the loudest 400 ms (or of all, where it is shorter) in LUFS; −Infinity for silence. */
export function momentaryLoudness(signal: Samples, sampleRate: number): number {
  const hop = Math.round(sampleRate * 0.1)
  const hops = Math.max(1, Math.ceil(signal.length / hop))
  const energies = new Float64Array(hops)
  const [shelf, pass] = kWeighting(sampleRate)
  // Weighted in pieces, so that a ten-minute signal needs no copy of itself; the states are carried by overlap.
  const piece = hop * 32
  const overlap = hop * 2
  const scratch = new Float32Array(piece + overlap)
  for (let start = 0; start < signal.length; start += piece) {
    const from = Math.max(0, start - overlap)
    const weighted = scratch.subarray(0, Math.min(signal.length, start + piece) - from)
    weighted.set(signal.subarray(from, from + weighted.length))
    filter(filter(weighted, shelf), pass)
    // Pieces begin with a hop, and hold whole ones but for the last.
    for (let k = start / hop, i = start - from; i < weighted.length; k++, i += hop) {
      energies[k] = energyOf(weighted, i, Math.min(weighted.length, i + hop))
    }
  }
  let loudest = 0
  for (let k = 0; k < Math.max(1, hops - 3); k++) {
    let sum = 0
    for (let j = k; j < Math.min(hops, k + 4); j++) sum += energies[j]!
    loudest = Math.max(loudest, sum / Math.min(4 * hop, signal.length))
  }
  return loudest > 0 ? -0.691 + 10 * Math.log10(loudest) : Number.NEGATIVE_INFINITY
}

// Loudness by ITU-R BS.1770-4: the K-weighting filters for any sample rate, and gated integration of 400 ms blocks.

/** A biquad as `createIIRFilter` takes it. */
export interface Biquad {
  readonly feedforward: readonly [number, number, number]
  readonly feedback: readonly [number, number, number]
}

/**
 * The two stages of the K-weighting at a sample rate: a shelf of +4 dB, then a high-pass.
 * The standard prints coefficients for 48 kHz; these are the analogue prototypes behind them, by the bilinear
 * transform (De Man, "Evaluation of Implementations of the EBU R128 Loudness Measurement", 2018).
 */
export function kWeighting(sampleRate: number): readonly [shelf: Biquad, highPass: Biquad] {
  return [shelf(sampleRate), highPass(sampleRate)]
}

function shelf(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate)
  const q = 0.7071752369554196
  const high = 10 ** (3.999843853973347 / 20)
  const band = high ** 0.4996667741545416
  const norm = 1 + k / q + k * k
  return {
    feedforward: [
      (high + (band * k) / q + k * k) / norm,
      (2 * (k * k - high)) / norm,
      (high - (band * k) / q + k * k) / norm,
    ],
    feedback: [1, (2 * (k * k - 1)) / norm, (1 - k / q + k * k) / norm],
  }
}

function highPass(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate)
  const q = 0.5003270373238773
  const norm = 1 + k / q + k * k
  return { feedforward: [1, -2, 1], feedback: [1, (2 * (k * k - 1)) / norm, (1 - k / q + k * k) / norm] }
}

/** Loudness of a mean square that was summed over the channels: −0.691 + 10 log10. −Infinity for silence. */
export const lufsOf = (meanSquare: number): number =>
  meanSquare <= 0 ? -Infinity : -0.691 + 10 * Math.log10(meanSquare)

/** Mean square of the last `count` samples. */
export function meanSquareOfEnd(samples: Float32Array, count: number): number {
  const from = Math.max(0, samples.length - count)
  let sum = 0
  for (let i = from; i < samples.length; i++) sum += (samples[i] ?? 0) ** 2
  return samples.length === from ? 0 : sum / (samples.length - from)
}

const ABSOLUTE_GATE_LUFS = -70
const RELATIVE_GATE_LU = -10

/** Integrated loudness of blocks' mean squares: absolute gate at −70 LUFS, then relative at −10 LU. Null when all is gated. */
export function integratedLufs(blocks: readonly number[]): number | null {
  const loud = blocks.filter((block) => lufsOf(block) > ABSOLUTE_GATE_LUFS)
  if (loud.length === 0) return null
  const gate = lufsOf(mean(loud)) + RELATIVE_GATE_LU
  const kept = loud.filter((block) => lufsOf(block) > gate)
  return kept.length === 0 ? null : lufsOf(mean(kept))
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

// The two binary shapes of a sound's picture, parsed, and their reduction to one column a device pixel.
import { PEAKS_MAGIC } from '../../src-main/bridge/types.ts'

/** Buckets of a waveform: full scale is 1. `rms` is null where the source does not carry it. */
export interface Peaks {
  readonly buckets: number
  readonly min: Float32Array
  readonly max: Float32Array
  readonly rms: Float32Array | null
}
/** Peaks with the time that they stand for. */
export interface TimedPeaks extends Peaks {
  readonly sampleRate: number
  readonly frames: number
  readonly durationS: number
}

/** One column of a drawn waveform, −1..1. */
export interface Columns {
  readonly min: Float32Array
  readonly max: Float32Array
  readonly rms: Float32Array | null
}

/** Parses pairs of int8 minimum and maximum. */
export function parseOverview(bytes: ArrayBuffer): Peaks {
  const pairs = new Int8Array(bytes)
  const buckets = pairs.length >> 1
  const min = new Float32Array(buckets)
  const max = new Float32Array(buckets)
  for (let i = 0; i < buckets; i++) {
    min[i] = (pairs[2 * i] ?? 0) / 127
    max[i] = (pairs[2 * i + 1] ?? 0) / 127
  }
  return { buckets, min, max, rms: null }
}

/** Parses the full peaks. @throws Error when the header is not ours or the body is shorter than it says */
export function parsePeaks(bytes: ArrayBuffer): TimedPeaks {
  const view = new DataView(bytes)
  if (bytes.byteLength < 20 || view.getUint32(0, true) !== PEAKS_MAGIC) throw new Error('these are not peaks')
  const sampleRate = view.getUint32(4, true)
  const frames = view.getUint32(8, true)
  const buckets = view.getUint32(16, true)
  if (bytes.byteLength < 20 + buckets * 6) {
    throw new Error(`peaks hold ${bytes.byteLength} bytes, ${20 + buckets * 6} were announced`)
  }
  const min = new Float32Array(buckets)
  const max = new Float32Array(buckets)
  const rms = new Float32Array(buckets)
  for (let i = 0; i < buckets; i++) {
    min[i] = view.getInt16(20 + i * 6, true) / 32767
    max[i] = view.getInt16(22 + i * 6, true) / 32767
    rms[i] = view.getUint16(24 + i * 6, true) / 32767
  }
  return { buckets, min, max, rms, sampleRate, frames, durationS: sampleRate === 0 ? 0 : frames / sampleRate }
}

/**
 * Reduces buckets to `width` columns over the whole length: extremes of what a column covers, mean square of the RMS.
 * Where there are fewer buckets than columns a bucket is repeated.
 */
export function reduceToColumns(peaks: Peaks, width: number): Columns {
  const min = new Float32Array(width)
  const max = new Float32Array(width)
  const rms = peaks.rms === null ? null : new Float32Array(width)
  for (let x = 0; x < width; x++) {
    const from = Math.floor((x / width) * peaks.buckets)
    const to = Math.max(from + 1, Math.floor(((x + 1) / width) * peaks.buckets))
    let low = 0
    let high = 0
    let energy = 0
    for (let i = from; i < to; i++) {
      low = Math.min(low, peaks.min[i] ?? 0)
      high = Math.max(high, peaks.max[i] ?? 0)
      energy += (peaks.rms?.[i] ?? 0) ** 2
    }
    min[x] = low
    max[x] = high
    if (rms !== null) rms[x] = Math.sqrt(energy / (to - from))
  }
  return { min, max, rms }
}

/** Buckets between two fractions of the length, at least one: for what is shown of a picture. */
export function peaksBetween(peaks: Peaks, from: number, to: number): Peaks {
  const first = Math.min(peaks.buckets - 1, Math.floor(from * peaks.buckets))
  const last = Math.max(first + 1, Math.ceil(to * peaks.buckets))
  const rms = peaks.rms === null ? null : peaks.rms.subarray(first, last)
  return {
    buckets: last - first,
    min: peaks.min.subarray(first, last),
    max: peaks.max.subarray(first, last),
    rms,
  }
}

/** Peaks of samples in memory. @param buckets so many at most */
export function peaksOf(samples: Float32Array, buckets: number): Peaks {
  const count = Math.max(1, Math.min(buckets, samples.length))
  const min = new Float32Array(count)
  const max = new Float32Array(count)
  for (let bucket = 0; bucket < count; bucket++) {
    const end = Math.floor(((bucket + 1) / count) * samples.length)
    for (let i = Math.floor((bucket / count) * samples.length); i < end; i++) {
      const sample = samples[i] ?? 0
      if (sample < (min[bucket] ?? 0)) min[bucket] = sample
      if (sample > (max[bucket] ?? 0)) max[bucket] = sample
    }
  }
  return { buckets: count, min, max, rms: null }
}

/** Rows are 24 px high: the power keeps tails readable there. */
const ROW_POWER = 0.72
/** The scale of rows; the large waveform is linear. */
export const rowScale = (value: number): number => Math.sign(value) * Math.abs(value) ** ROW_POWER

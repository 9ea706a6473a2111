// The shape of a sound for drawing: minimum, maximum and RMS of equal stretches, and 256 of them for a row. Layout: bridge/types.ts.
import { OVERVIEW_BUCKETS, PEAKS_MAGIC } from '../bridge/types.ts'

export interface PeaksMeter {
  /** One array a channel; the meter looks at their mean. */
  readonly add: (block: readonly Float32Array[]) => void
  readonly peaks: () => Uint8Array
  readonly overview: () => Uint8Array
}

const HEADER_BYTES = 20
const BUCKET_BYTES = 6
const FULL_SCALE = 32_767
/** Finer is drawn from the samples themselves. */
const LEAST_FRAMES_PER_BUCKET = 128
const MOST_BUCKETS = 32_768

/** Frames of each bucket: a power of two, so that no file has more than 32768 buckets. */
export function framesPerBucket(frames: number): number {
  let size = LEAST_FRAMES_PER_BUCKET
  while (frames / size > MOST_BUCKETS) size *= 2
  return size
}

/** @param frames how many will be added; the overview divides them evenly */
export function createPeaksMeter(sampleRate: number, frames: number): PeaksMeter {
  const size = framesPerBucket(frames)
  const fine = createBuckets(Math.ceil(frames / size), (bucket) => Math.min(frames, (bucket + 1) * size))
  const rough = createBuckets(Math.min(OVERVIEW_BUCKETS, frames), (bucket) =>
    Math.floor(((bucket + 1) * frames) / Math.min(OVERVIEW_BUCKETS, frames)),
  )
  return {
    add: (block) => {
      const mono = meanOf(block)
      fine.add(mono)
      rough.add(mono)
    },
    peaks: () => {
      const view = new DataView(new ArrayBuffer(HEADER_BYTES + fine.count * BUCKET_BYTES))
      for (const [index, value] of [PEAKS_MAGIC, sampleRate, frames, size, fine.count].entries()) {
        view.setUint32(index * 4, value, true)
      }
      for (let bucket = 0; bucket < fine.count; bucket += 1) {
        const at = HEADER_BYTES + bucket * BUCKET_BYTES
        view.setInt16(at, scaled(fine.minimum[bucket], FULL_SCALE), true)
        view.setInt16(at + 2, scaled(fine.maximum[bucket], FULL_SCALE), true)
        view.setUint16(at + 4, scaled(fine.rms(bucket), FULL_SCALE), true)
      }
      return new Uint8Array(view.buffer)
    },
    overview: () => {
      const pairs = new Int8Array(2 * OVERVIEW_BUCKETS)
      for (let bucket = 0; bucket < OVERVIEW_BUCKETS; bucket += 1) {
        // A file of fewer than 256 frames shows each frame more than once.
        const source = Math.floor((bucket * rough.count) / OVERVIEW_BUCKETS)
        pairs[2 * bucket] = scaled(rough.minimum[source], 127)
        pairs[2 * bucket + 1] = scaled(rough.maximum[source], 127)
      }
      return new Uint8Array(pairs.buffer)
    },
  }
}

const scaled = (value: number | undefined, fullScale: number): number =>
  Math.round(Math.min(1, Math.max(-1, value ?? 0)) * fullScale)

function meanOf(block: readonly Float32Array[]): Float32Array {
  const [first, second] = block
  if (!first || !second) return first ?? new Float32Array()
  const mean = new Float32Array(first.length)
  for (const channel of block) {
    for (let n = 0; n < mean.length; n += 1) mean[n] = (mean[n] ?? 0) + (channel[n] ?? 0) / block.length
  }
  return mean
}

interface Buckets {
  readonly count: number
  readonly minimum: Float32Array
  readonly maximum: Float32Array
  readonly rms: (bucket: number) => number
  readonly add: (samples: Float32Array) => void
}

/** @param endOf the first frame after a bucket */
function createBuckets(count: number, endOf: (bucket: number) => number): Buckets {
  const minimum = new Float32Array(count).fill(1)
  const maximum = new Float32Array(count).fill(-1)
  const squares = new Float64Array(count)
  let bucket = 0
  let frame = 0
  return {
    count,
    minimum,
    maximum,
    rms: (index) => {
      const frames = endOf(index) - (index === 0 ? 0 : endOf(index - 1))
      return Math.sqrt((squares[index] ?? 0) / Math.max(1, frames))
    },
    add: (samples) => {
      for (let from = 0; from < samples.length && bucket < count; ) {
        const to = Math.min(samples.length, from + endOf(bucket) - frame)
        let low = minimum[bucket] ?? 1
        let high = maximum[bucket] ?? -1
        let sum = 0
        for (let n = from; n < to; n += 1) {
          const value = samples[n] ?? 0
          if (value < low) low = value
          if (value > high) high = value
          sum += value * value
        }
        minimum[bucket] = low
        maximum[bucket] = high
        squares[bucket] = (squares[bucket] ?? 0) + sum
        frame += to - from
        from = to
        if (frame === endOf(bucket)) bucket += 1
      }
    },
  }
}

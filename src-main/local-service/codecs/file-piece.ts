// The pieces in which an encoder hands out a file, and the blocks in which it takes a signal.

/** Bytes that follow the last ones, or that replace those `at` a place where bytes have gone before. */
export interface FilePiece {
  readonly bytes: Uint8Array
  readonly at?: number
}

/** What is encoded: an array, or a file that is read as it is needed. What `subarray` gives is read, never changed. */
export interface Samples {
  readonly length: number
  subarray(from: number, to: number): Float32Array
}

export interface EncodeOptions {
  readonly sampleRateHz: number
  /** The signal's end runs into its start. */
  readonly loop: boolean
  /** Seeds the dither of lossless formats: the same samples and seed give the same bytes. */
  readonly ditherSeed: number
}

export interface Surroundings {
  /** Samples ahead of the signal's first. */
  readonly before: number
  /** Samples behind the signal's last. */
  readonly after: number
}

const BLOCK_SAMPLES = 16_384

/**
 * A signal's samples with some ahead and behind, which a player cuts again. Around a loop lie its own end and its own start:
 * an encoder that is fed so hears no start and no end, and the join of the decoded loop is as good as its middle.
 * Around any other sound lies its mirror image.
 */
export function* surroundedBlocks(
  samples: Samples,
  { before, after }: Surroundings,
  loop: boolean,
): Generator<Float32Array> {
  const { length } = samples
  const end = length + after
  for (let start = -before; start < end; start += BLOCK_SAMPLES) {
    const size = Math.min(BLOCK_SAMPLES, end - start)
    if (start >= 0 && start + size <= length) {
      yield samples.subarray(start, start + size)
      continue
    }
    const block = new Float32Array(size)
    for (let index = 0; index < size; ) {
      const at = loop ? modulo(start + index, length) : mirrored(start + index, length)
      // Round a loop it goes on as it is, in a mirror one by one.
      const run = samples.subarray(at, loop ? Math.min(length, at + size - index) : at + 1)
      block.set(run, index)
      index += run.length
    }
    yield block
  }
}

/** A signal's samples, a block at a time. */
export function plainBlocks(samples: Samples): Generator<Float32Array> {
  return surroundedBlocks(samples, { before: 0, after: 0 }, false)
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor
}

/** … 1 0 | 0 1 2 … last | last … */
function mirrored(index: number, length: number): number {
  const at = modulo(index, 2 * length)
  return at < length ? at : 2 * length - 1 - at
}

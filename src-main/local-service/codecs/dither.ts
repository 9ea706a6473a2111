// Quantises floats to 16 bits with dither.

/** 16-bit full scale: +1.0 becomes 32767, so that −1.0 and +1.0 are symmetric. */
const FULL_SCALE = 32767

/**
 * A quantiser that goes on from block to block; the same blocks and seed give the same values.
 *
 * Samples are clamped to ±1 and get triangular dither of ±1 LSB (Lipshitz, Wannamaker and Vanderkooy, 1992), which makes
 * the error of quantisation independent of the signal. Exact zeros stay zero, so that digital silence stays silent.
 */
export function createDither(seed: number): (block: Float32Array) => Int32Array<ArrayBuffer> {
  const random = uniformNoise(seed)
  return (block) => {
    const values = new Int32Array(block.length)
    for (let index = 0; index < block.length; index++) {
      const sample = block[index]!
      const dithered = sample === 0 ? 0 : Math.round(sample * FULL_SCALE + random() - random())
      values[index] = Math.max(-FULL_SCALE, Math.min(FULL_SCALE, dithered))
    }
    return values
  }
}

/** Uniform numbers in 0..1 by xorshift32 (Marsaglia, 2003). */
function uniformNoise(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

// What all encoders have in common: blocks of samples go in, pieces of a file come out.

/** A piece of a file: at its end, or where `at` says, over what was written there. */
export interface FilePiece {
  readonly bytes: Uint8Array
  readonly at?: number
}
export interface EncodedAudio {
  readonly sampleRate: number
  readonly channels: number
  /** Exactly so many frames come. */
  readonly frames: number
  readonly blocks: AsyncIterable<readonly Float32Array[]>
}

/** Quantises with triangular dither of ±1 LSB (Lipshitz, Wannamaker and Vanderkooy, 1992). Exact zeros stay zero; the same sound gives the same values. */
export function createQuantiser(bits: 16 | 24): (sample: number) => number {
  const fullScale = 2 ** (bits - 1)
  let state = 0x9e3779b9
  const random = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  // At 24 bits the noise of any converter is larger than the error.
  const dither = bits === 16 ? () => random() - random() : () => 0
  return (sample) =>
    sample === 0
      ? 0
      : Math.max(-fullScale, Math.min(fullScale - 1, Math.round(sample * fullScale + dither())))
}

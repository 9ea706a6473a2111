// Encodes mono samples as a 16-bit PCM WAV file, chunk by chunk.

/** 16-bit full scale: +1.0 becomes 32767, so that −1.0 and +1.0 are symmetric. */
const FULL_SCALE = 32767
const BYTES_PER_SAMPLE = 2
const BLOCK_SAMPLES = 32_768
/** "RIFF" size "WAVE" (12), "fmt " (8 + 16), "data" (8). */
const PLAIN_HEADER_BYTES = 44
/** "smpl" chunk with one loop: 8 of head, 36 of body, 24 for the loop. */
const LOOP_CHUNK_BYTES = 68
const MIDI_MIDDLE_C = 60

export interface WavOptions {
  readonly sampleRateHz: number
  /** Writes a `smpl` chunk that loops the whole file, so that samplers play it end to end. */
  readonly loop: boolean
  /** Seeds the dither: the same samples and seed give the same bytes. */
  readonly ditherSeed: number
}

/** Size in bytes of the file that `wavChunks` writes for so many samples. */
export function wavByteLength(sampleCount: number, loop: boolean): number {
  return PLAIN_HEADER_BYTES + (loop ? LOOP_CHUNK_BYTES : 0) + sampleCount * BYTES_PER_SAMPLE
}

/**
 * Yields the bytes of a mono WAV file: the header first, then the samples in blocks of 64 KiB.
 *
 * Samples are clamped to ±1 and quantised with triangular dither of ±1 LSB (Lipshitz, Wannamaker and Vanderkooy, 1992),
 * which makes the error of quantisation independent of the signal. Exact zeros stay zero, so that digital silence stays silent.
 */
export function* wavChunks(samples: Float32Array, options: WavOptions): Generator<Uint8Array> {
  yield header(samples.length, options)
  const random = uniformNoise(options.ditherSeed)
  for (let start = 0; start < samples.length; start += BLOCK_SAMPLES) {
    yield quantise(samples.subarray(start, start + BLOCK_SAMPLES), random)
  }
}

function header(sampleCount: number, { sampleRateHz, loop }: WavOptions): Uint8Array {
  const bytes = new Uint8Array(PLAIN_HEADER_BYTES + (loop ? LOOP_CHUNK_BYTES : 0))
  const view = new DataView(bytes.buffer)
  let offset = 0
  const text = (value: string) => {
    for (const character of value) view.setUint8(offset++, character.charCodeAt(0))
  }
  const uint16 = (value: number) => {
    view.setUint16(offset, value, true)
    offset += 2
  }
  const uint32 = (value: number) => {
    view.setUint32(offset, value, true)
    offset += 4
  }

  text('RIFF')
  uint32(wavByteLength(sampleCount, loop) - 8)
  text('WAVE')
  text('fmt ')
  uint32(16)
  uint16(1) // PCM
  uint16(1) // channels
  uint32(sampleRateHz)
  uint32(sampleRateHz * BYTES_PER_SAMPLE)
  uint16(BYTES_PER_SAMPLE)
  uint16(BYTES_PER_SAMPLE * 8)
  if (loop) {
    text('smpl')
    uint32(LOOP_CHUNK_BYTES - 8)
    uint32(0) // manufacturer: none
    uint32(0) // product: none
    uint32(Math.round(1e9 / sampleRateHz)) // sample period in ns
    uint32(MIDI_MIDDLE_C)
    uint32(0) // pitch fraction
    uint32(0) // SMPTE format: none
    uint32(0) // SMPTE offset
    uint32(1) // loops
    uint32(0) // bytes of sampler data
    uint32(0) // loop id
    uint32(0) // type: forward
    uint32(0) // first sample
    uint32(Math.max(0, sampleCount - 1)) // last sample, played too
    uint32(0) // fraction
    uint32(0) // play count: for ever
  }
  text('data')
  uint32(sampleCount * BYTES_PER_SAMPLE)
  return bytes
}

function quantise(block: Float32Array, random: () => number): Uint8Array {
  const bytes = new Uint8Array(block.length * BYTES_PER_SAMPLE)
  const view = new DataView(bytes.buffer)
  for (let index = 0; index < block.length; index++) {
    const sample = block[index]!
    const dithered = sample === 0 ? 0 : Math.round(sample * FULL_SCALE + random() - random())
    view.setInt16(index * BYTES_PER_SAMPLE, Math.max(-FULL_SCALE, Math.min(FULL_SCALE, dithered)), true)
  }
  return bytes
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

// Encodes mono samples as a 16-bit PCM WAV file, chunk by chunk.

import { createDither } from './dither.ts'
import { type EncodeOptions, plainBlocks, type Samples } from './file-piece.ts'

const BYTES_PER_SAMPLE = 2
/** "RIFF" size "WAVE" (12), "fmt " (8 + 16), "data" (8). */
const PLAIN_HEADER_BYTES = 44
/** "smpl" chunk with one loop: 8 of head, 36 of body, 24 for the loop. */
const LOOP_CHUNK_BYTES = 68
const MIDI_MIDDLE_C = 60

/** Size in bytes of the file that `wavChunks` writes for so many samples. */
export function wavByteLength(sampleCount: number, loop: boolean): number {
  return PLAIN_HEADER_BYTES + (loop ? LOOP_CHUNK_BYTES : 0) + sampleCount * BYTES_PER_SAMPLE
}

/** Yields the bytes of a mono WAV file: the header first, then the dithered samples. A loop gets a `smpl` chunk, so that samplers play it end to end. */
export function* wavChunks(samples: Samples, options: EncodeOptions): Generator<Uint8Array> {
  yield header(samples.length, options)
  const dither = createDither(options.ditherSeed)
  for (const block of plainBlocks(samples)) yield littleEndian(dither(block))
}

function header(sampleCount: number, { sampleRateHz, loop }: EncodeOptions): Uint8Array {
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

function littleEndian(values: Int32Array): Uint8Array {
  const bytes = new Uint8Array(values.length * BYTES_PER_SAMPLE)
  const view = new DataView(bytes.buffer)
  for (let index = 0; index < values.length; index++) {
    view.setInt16(index * BYTES_PER_SAMPLE, values[index]!, true)
  }
  return bytes
}

// Encodes mono samples as an MP3 file of constant bit rate that decodes to exactly as many samples.

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type EncodeOptions, type FilePiece, type Samples, surroundedBlocks } from './file-piece.ts'
import { crc16, infoFrame, type Mp3Coding } from './mp3-info-frame.ts'

const SAMPLES_PER_FRAME = 1152
/** What LAME puts ahead of the first sample. */
const ENCODER_DELAY = 576
/** What a loop is led in and out with: the frames that the first and the last sample overlap with. */
const LOOP_SURROUNDINGS = { before: SAMPLES_PER_FRAME, after: SAMPLES_PER_FRAME }
const NO_SURROUNDINGS = { before: 0, after: 0 }

// Not named `require`: the build declares one of its own in each file.
const packages = createRequire(import.meta.url)

/** A new encoder: LAME, from the package's own file. */
async function createLame() {
  const { createEncoder } = await import('wasm-media-encoders')
  return createEncoder('audio/mpeg', await readFile(packages.resolve('wasm-media-encoders/wasm/mp3')))
}

/**
 * The pieces of an MP3 file. Its first frame is an Info frame with delay and padding, written last: by it players and
 * editors cut what the codec added, so that a loop stays a loop.
 */
export async function* mp3Pieces(
  samples: Samples,
  { sampleRateHz, loop }: EncodeOptions,
  bitRate: Mp3Coding['bitRate'],
): AsyncGenerator<FilePiece> {
  const coding = { sampleRateHz, bitRate }
  const surroundings = loop ? LOOP_SURROUNDINGS : NO_SURROUNDINGS
  const encoder = await createLame()
  // The library takes kbps by a list of literals; every bit rate of `Mp3Coding` is in it.
  const bitrate = (bitRate / 1000) as 128 | 192 | 256 | 320
  encoder.configure({ channels: 1, sampleRate: sampleRateHz, bitrate })
  const placeholder = infoFrame(coding, { frames: 0, bytes: 0, delay: 0, padding: 0, crc: 0 })
  yield { bytes: placeholder }

  const total = { bytes: 0, crc: 0 }
  const count = (encoded: Uint8Array): FilePiece => {
    total.bytes += encoded.length
    total.crc = crc16(encoded, total.crc)
    // The encoder's own memory is used again by its next block.
    return { bytes: encoded.slice() }
  }
  for (const block of surroundedBlocks(samples, surroundings, loop)) {
    yield count(encoder.encode([block]))
  }
  yield count(encoder.finalize())

  // Frames take turns in two sizes, a byte apart, so that their mean is the bit rate: whole frames are what is nearest.
  const frames = Math.round((total.bytes * 8 * sampleRateHz) / bitRate / SAMPLES_PER_FRAME)
  const delay = ENCODER_DELAY + surroundings.before
  const padding = frames * SAMPLES_PER_FRAME - samples.length - delay
  const bytes = placeholder.length + total.bytes
  yield { bytes: infoFrame(coding, { frames, bytes, delay, padding, crc: total.crc }), at: 0 }
}

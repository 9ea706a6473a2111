// Encodes mono samples as a 16-bit FLAC file: the same sample values as the WAV of the same seed.

import type { StreamMetadata } from 'libflacjs'
import { loadFlac } from '../../decode/flac.ts'
import { createDither } from './dither.ts'
import { type EncodeOptions, type FilePiece, plainBlocks, type Samples } from './file-piece.ts'

const CHANNELS = 1
const BITS = 16
/** libFLAC's own default: higher levels save about one percent for twice the time. */
const COMPRESSION_LEVEL = 5
/** STREAMINFO lies behind "fLaC" and the head of its block (RFC 9639, section 8.2). */
const STREAM_INFO_AT = 8

/**
 * The pieces of a FLAC file. The last one puts sizes of frames and the MD5 of the samples into STREAMINFO, which are known
 * at the end only. Ending the iteration early frees the encoder.
 */
export async function* flacPieces(
  samples: Samples,
  { sampleRateHz, ditherSeed }: EncodeOptions,
): AsyncGenerator<FilePiece> {
  const flac = await loadFlac()
  const encoder = flac.create_libflac_encoder(sampleRateHz, CHANNELS, BITS, COMPRESSION_LEVEL, samples.length)
  if (encoder === 0) throw new Error(`FLAC cannot be written at ${sampleRateHz} Hz`)
  try {
    const written: Uint8Array[] = []
    // Filled by the callback that the encoder makes as it ends.
    const facts: { info?: StreamMetadata } = {}
    const status = flac.init_encoder_stream(
      encoder,
      (bytes) => {
        written.push(bytes.slice())
      },
      (info) => {
        if (info) facts.info = info
      },
    )
    if (status !== 0) throw new Error(`the FLAC encoder does not start: status ${status}`)
    const dither = createDither(ditherSeed)
    for (const block of plainBlocks(samples)) {
      if (!flac.FLAC__stream_encoder_process(encoder, [dither(block)], block.length)) {
        const state = flac.FLAC__stream_encoder_get_state(encoder)
        throw new Error(`the FLAC encoder stopped in state ${state}`)
      }
      for (const bytes of written.splice(0)) yield { bytes }
    }
    if (!flac.FLAC__stream_encoder_finish(encoder) || !facts.info) {
      throw new Error('the FLAC encoder did not finish')
    }
    for (const bytes of written.splice(0)) yield { bytes }
    yield { bytes: streamInfo(facts.info), at: STREAM_INFO_AT }
  } finally {
    flac.FLAC__stream_encoder_delete(encoder)
  }
}

/** The 34 bytes of STREAMINFO (RFC 9639, section 8.2). */
function streamInfo(info: StreamMetadata): Uint8Array {
  const bytes = Buffer.alloc(34)
  bytes.writeUInt16BE(info.min_blocksize, 0)
  bytes.writeUInt16BE(info.max_blocksize, 2)
  bytes.writeUIntBE(info.min_framesize, 4, 3)
  bytes.writeUIntBE(info.max_framesize, 7, 3)
  const rateChannelsBits =
    (BigInt(info.sampleRate) << 44n) |
    (BigInt(info.channels - 1) << 41n) |
    (BigInt(info.bitsPerSample - 1) << 36n) |
    BigInt(info.total_samples)
  bytes.writeBigUInt64BE(rateChannelsBits, 10)
  bytes.write(info.md5sum, 18, 'hex')
  return bytes
}

// Encodes FLAC with Vorbis comments. Our own head is written: the encoder's states no comments, and its sizes and MD5 come last.
import type { StreamMetadata } from 'libflacjs'
import { loadFlac } from '../../decode/flac.ts'
import { vorbisComments } from './comments.ts'
import { createQuantiser, type EncodedAudio, type FilePiece } from './encoder.ts'

/** libFLAC's own default: higher levels save about one percent for twice the time. */
const COMPRESSION_LEVEL = 5
const MARKER_BYTES = 4
const BLOCK_HEAD_BYTES = 4
const STREAM_INFO_BYTES = 34
const STREAM_INFO_AT = MARKER_BYTES + BLOCK_HEAD_BYTES

/** The pieces of a FLAC file; the last one puts sizes of frames and the MD5 of the samples into STREAMINFO. Ending early frees the encoder. */
export async function* flacPieces(
  audio: EncodedAudio,
  bits: 16 | 24,
  comments: Readonly<Record<string, string>>,
): AsyncGenerator<FilePiece> {
  const flac = await loadFlac()
  const { sampleRate, channels, frames } = audio
  const encoder = flac.create_libflac_encoder(sampleRate, channels, bits, COMPRESSION_LEVEL, frames)
  if (encoder === 0) throw new Error(`FLAC cannot be written at ${sampleRate} Hz`)
  try {
    const written: Uint8Array[] = []
    // Filled by the callback that the encoder makes as it ends.
    const facts: { info?: StreamMetadata } = {}
    const status = flac.init_encoder_stream(
      encoder,
      (bytes, _count, samples) => {
        // No samples: a metadata block of the encoder's own, in place of which stands ours.
        if (samples > 0) written.push(bytes.slice())
      },
      (info) => {
        if (info) facts.info = info
      },
    )
    if (status !== 0) throw new Error(`the FLAC encoder does not start: status ${status}`)
    yield { bytes: head(comments) }
    const quantise = Array.from({ length: channels }, () => createQuantiser(bits))
    for await (const block of audio.blocks) {
      const values = block.map((samples, channel) =>
        Int32Array.from(samples, (value) => quantise[channel]?.(value) ?? 0),
      )
      if (!flac.FLAC__stream_encoder_process(encoder, values, block[0]?.length ?? 0)) {
        throw new Error(`the FLAC encoder stopped in state ${flac.FLAC__stream_encoder_get_state(encoder)}`)
      }
      for (const bytes of written.splice(0)) yield { bytes }
    }
    if (!flac.FLAC__stream_encoder_finish(encoder) || !facts.info)
      throw new Error('the FLAC encoder did not finish')
    for (const bytes of written.splice(0)) yield { bytes }
    yield { bytes: streamInfo(facts.info), at: STREAM_INFO_AT }
  } finally {
    flac.FLAC__stream_encoder_delete(encoder)
  }
}

/** "fLaC", an empty STREAMINFO, and VORBIS_COMMENT as the last block (RFC 9639, section 8). */
function head(comments: Readonly<Record<string, string>>): Uint8Array {
  const content = vorbisComments(comments)
  const bytes = Buffer.alloc(STREAM_INFO_AT + STREAM_INFO_BYTES + BLOCK_HEAD_BYTES + content.length)
  bytes.write('fLaC', 0, 'latin1')
  bytes.writeUInt32BE(STREAM_INFO_BYTES, MARKER_BYTES)
  const at = STREAM_INFO_AT + STREAM_INFO_BYTES
  bytes.writeUInt32BE((0x84 * 2 ** 24 + content.length) >>> 0, at)
  bytes.set(content, at + BLOCK_HEAD_BYTES)
  return bytes
}

/** The 34 bytes of STREAMINFO (RFC 9639, section 8.2). */
function streamInfo(info: StreamMetadata): Uint8Array {
  const bytes = Buffer.alloc(STREAM_INFO_BYTES)
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

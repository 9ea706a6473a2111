// Reads FLAC files: what they hold, by their STREAMINFO, and their samples as one channel of floats.

import { closeSync, openSync, readSync } from 'node:fs'
import { loadFlac } from './libflac.ts'
import type { SourceInfo, SourceInspection } from './source-reader.ts'

/** "fLaC", the head of the first block, and STREAMINFO, which it always is (RFC 9639, section 8.2). */
const HEAD_BYTES = 42
/** Of real recordings; what a small file states beyond it would only take up memory. */
const MAX_RATE_HZ = 192_000
/** State of libFLAC's decoder: from here on it has ended, or it cannot go on. */
const STATE_END_OF_STREAM = 4
/** Bytes in which the library hands out samples of so many bits. What it does with other widths is not dependable. */
const BYTES_OF_BITS: Readonly<Record<number, 2 | 4>> = { 8: 2, 16: 2, 24: 4 }

/** What the head of a FLAC file states; the samples themselves are looked at when they are read. */
export function inspectFlac(path: string): SourceInspection {
  const head = Buffer.alloc(HEAD_BYTES)
  const descriptor = openSync(path, 'r')
  try {
    const bytes = readSync(descriptor, head, 0, HEAD_BYTES, 0)
    if (bytes < HEAD_BYTES || (head[4]! & 0x7f) !== 0) return broken('The FLAC file has no STREAMINFO')
  } finally {
    closeSync(descriptor)
  }
  const { sampleRateHz, channels, bits, frames } = streamInfo(head)
  if (sampleRateHz < 1000 || sampleRateHz > MAX_RATE_HZ)
    return broken(`The file says that its rate is ${sampleRateHz} Hz`)
  if (!BYTES_OF_BITS[bits]) return unsupported(`FLAC with ${bits} bits is not read here`)
  if (frames === 0) return unsupported('A FLAC file that does not state its length is not read here')
  return {
    ok: true,
    info: { sampleRateHz, channels, frames, durationMs: Math.round((frames / sampleRateHz) * 1000) },
  }
}

/** All samples, its channels mixed to one with equal weights. What a damaged file has lost stays silent. */
export async function readFlacMono(path: string, { frames, channels }: SourceInfo): Promise<Float32Array> {
  const flac = await loadFlac()
  const samples = new Float32Array(frames)
  let at = 0
  const descriptor = openSync(path, 'r')
  const decoder = flac.create_libflac_decoder(false)
  try {
    const status = flac.init_decoder_stream(
      decoder,
      (bytes) => {
        const buffer = new Uint8Array(bytes)
        const readDataLength = readSync(descriptor, buffer, 0, bytes, null)
        return { buffer: buffer.subarray(0, readDataLength), readDataLength, error: false }
      },
      (decoded, { bitsPerSample }) => {
        at = addMixed(samples, at, decoded, bitsPerSample, channels)
      },
      () => {}, // the decoder looks for the next frame by itself
    )
    if (status !== 0) throw new Error(`the FLAC decoder does not start: status ${status}`)
    while (flac.FLAC__stream_decoder_get_state(decoder) < STATE_END_OF_STREAM) {
      if (!flac.FLAC__stream_decoder_process_single(decoder)) break
    }
    return samples
  } finally {
    flac.FLAC__stream_decoder_delete(decoder)
    closeSync(descriptor)
  }
}

/** Mixes a frame of the format into the samples from `at`; where the next one begins. */
function addMixed(
  samples: Float32Array,
  at: number,
  decoded: readonly Uint8Array[],
  bits: number,
  channels: number,
): number {
  const width = BYTES_OF_BITS[bits]
  if (!width) throw new Error(`a FLAC frame of ${bits} bits follows others`)
  const scale = 1 / (2 ** (bits - 1) * channels)
  let end = at
  for (const bytes of decoded) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    end = Math.min(samples.length, at + bytes.length / width)
    for (let index = at, offset = 0; index < end; index++, offset += width) {
      samples[index]! += scale * (width === 2 ? view.getInt16(offset, true) : view.getInt32(offset, true))
    }
  }
  return end
}

function streamInfo(head: Buffer) {
  const packed = head.readBigUInt64BE(18)
  return {
    sampleRateHz: Number(packed >> 44n),
    channels: Number((packed >> 41n) & 7n) + 1,
    bits: Number((packed >> 36n) & 31n) + 1,
    frames: Number(packed & 0xf_ffff_ffffn),
  }
}

function unsupported(message: string) {
  return { ok: false, problem: 'unsupported', message } as const
}

function broken(message: string) {
  return { ok: false, problem: 'broken', message } as const
}

// Reads FLAC, by itself and in Ogg, as a stream: what STREAMINFO says, and the samples as 32-bit floats, a frame of the format at a time.
import { closeSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type libflac from 'libflacjs'
import type { AudioFile } from './audio-file.ts'
import { type FileErrorCode, failed, fileFailure, type Outcome, succeeded } from './outcome.ts'
import { textAt } from './riff.ts'

export type FlacErrorCode = FileErrorCode | 'flac_invalid' | 'flac_no_audio' | 'format_unsupported'

interface StreamInfo {
  readonly sampleRate: number
  readonly channels: number
  readonly bitsPerSample: number
  /** 0: the writer did not know. */
  readonly frames: number
  readonly isInOgg: boolean
}

/** "fLaC", the head of the first block, and STREAMINFO, which it always is (RFC 9639, section 8.2). */
const HEAD_BYTES = 4 + 4 + 34
/** In Ogg all this stands behind the head of the first page (27 bytes and one length) and "\x7fFLAC", two numbers of version and one of packets. @see xiph.org/flac/ogg_mapping.html */
const OGG_HEAD_BYTES = 28 + 9

/** Whether a file of Ogg that begins so holds FLAC. */
export const isOggFlac = (head: Uint8Array): boolean =>
  textAt(head, 0, 4) === 'OggS' && textAt(head, 28, 5) === '\x7fFLAC'

/** States of libFLAC's decoder: from here on it has ended, or it cannot go on. */
const STATE_END_OF_STREAM = 4

type Flac = ReturnType<typeof libflac>
let loading: Promise<Flac> | undefined

/** libFLAC compiled to JavaScript, loaded when it is first needed: its WebAssembly build does not start on Node 24. */
export function loadFlac(): Promise<Flac> {
  loading ??= import('libflacjs').then(
    ({ default: load }) =>
      new Promise((resolve) => {
        const flac = load('release')
        if (flac.isReady()) resolve(flac)
        else flac.on('ready', () => resolve(flac))
      }),
  )
  return loading
}

/** Opens a FLAC file of at least one frame. A file that does not state its length is decoded once to count it. */
export async function openFlac(path: string): Promise<Outcome<AudioFile, FlacErrorCode>> {
  const read = await readStreamInfo(path).catch((error: unknown) => fileFailure(error, 'read the file'))
  if (!read.ok) return read
  const info = read.value
  const frames = info.frames || (await countFrames(path, info))
  if (frames === 0) return failed('flac_no_audio', 'The FLAC file has no samples.')
  let isCutShort = false
  return succeeded({
    sampleRate: info.sampleRate,
    channels: info.channels,
    frames,
    isCutShort: () => isCutShort,
    async *blocks() {
      let count = 0
      for await (const block of decodedBlocks(path, info)) {
        count += block[0]?.length ?? 0
        yield block
      }
      isCutShort = count < frames
    },
    // Each reading of the blocks opens the file for itself.
    close: async () => {},
  })
}

async function readStreamInfo(path: string): Promise<Outcome<StreamInfo, FlacErrorCode>> {
  const handle = await open(path, 'r')
  try {
    const start = Buffer.alloc(OGG_HEAD_BYTES + HEAD_BYTES)
    const { bytesRead: startBytes } = await handle.read(start, 0, start.length, 0)
    const isInOgg = isOggFlac(start)
    const head = start.subarray(isInOgg ? OGG_HEAD_BYTES : 0)
    const bytesRead = startBytes - (isInOgg ? OGG_HEAD_BYTES : 0)
    // The type of a block is in 7 bits; STREAMINFO is 0.
    if (bytesRead < HEAD_BYTES || textAt(head, 0, 4) !== 'fLaC' || ((head[4] ?? 0) & 0x7f) !== 0) {
      return failed('flac_invalid', 'The FLAC file does not say what its samples are (no STREAMINFO).')
    }
    const packed = head.readBigUInt64BE(18)
    const info = {
      sampleRate: Number(packed >> 44n),
      channels: Number((packed >> 41n) & 7n) + 1,
      bitsPerSample: Number((packed >> 36n) & 31n) + 1,
      frames: Number(packed & 0xf_ffff_ffffn),
      isInOgg,
    }
    if (info.sampleRate < 1000) {
      return failed('flac_invalid', `The FLAC file states ${info.sampleRate} Hz; at least 1000 are possible.`)
    }
    return SAMPLE_READERS[info.bitsPerSample]
      ? succeeded(info)
      : failed(
          'format_unsupported',
          `FLAC with ${info.bitsPerSample} bits is not read yet; 8, 16 and 24 are.`,
        )
  } finally {
    await handle.close()
  }
}

async function countFrames(path: string, info: StreamInfo): Promise<number> {
  let frames = 0
  for await (const block of decodedBlocks(path, info)) frames += block[0]?.length ?? 0
  return frames
}

/** Until the end, or until where the file is damaged beyond what the decoder finds its way over. */
async function* decodedBlocks(path: string, info: StreamInfo): AsyncGenerator<readonly Float32Array[]> {
  const flac = await loadFlac()
  const descriptor = openSync(path, 'r')
  const decoder = flac.create_libflac_decoder(false)
  try {
    const decoded: Uint8Array[][] = []
    const status = flac.init_decoder_stream(
      decoder,
      (bytes) => {
        const buffer = new Uint8Array(bytes)
        const readDataLength = readSync(descriptor, buffer, 0, bytes, null)
        return { buffer: buffer.subarray(0, readDataLength), readDataLength, error: false }
      },
      (channels) => {
        decoded.push(channels)
      },
      () => {}, // the decoder looks for the next frame by itself; what is lost shows in the count
      undefined,
      // In Ogg, the first stream of the file.
      info.isInOgg ? true : undefined,
    )
    if (status !== 0) throw new Error(`the FLAC decoder does not start: status ${status}`)
    while (flac.FLAC__stream_decoder_get_state(decoder) < STATE_END_OF_STREAM) {
      if (!flac.FLAC__stream_decoder_process_single(decoder)) return
      for (const channels of decoded.splice(0)) {
        yield channels.map((bytes) => floats(bytes, info.bitsPerSample))
      }
    }
  } finally {
    flac.FLAC__stream_decoder_delete(decoder)
    closeSync(descriptor)
  }
}

/**
 * How the library hands out samples of so many bits: 24 in four bytes, 8 in two. What it does with other widths is not
 * dependable.
 */
const SAMPLE_READERS: Readonly<
  Record<number, { readonly bytes: number; readonly read: (view: DataView, at: number) => number }>
> = {
  8: { bytes: 2, read: (view, at) => view.getInt16(at, true) },
  16: { bytes: 2, read: (view, at) => view.getInt16(at, true) },
  24: { bytes: 4, read: (view, at) => view.getInt32(at, true) },
}

function floats(encoded: Uint8Array, bitsPerSample: number): Float32Array {
  const reader = SAMPLE_READERS[bitsPerSample]
  if (!reader) throw new Error(`no FLAC of ${bitsPerSample} bits is opened`)
  const view = new DataView(encoded.buffer, encoded.byteOffset, encoded.byteLength)
  const fullScale = 2 ** (bitsPerSample - 1)
  const samples = new Float32Array(encoded.length / reader.bytes)
  for (let index = 0; index < samples.length; index++) {
    samples[index] = reader.read(view, index * reader.bytes) / fullScale
  }
  return samples
}

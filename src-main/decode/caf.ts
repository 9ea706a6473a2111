// Reads CAF files of plain samples: where they lie and what they are. @see Apple, Core Audio Format Specification 1.0
import type { FileHandle } from 'node:fs/promises'
import type { AudioFile } from './audio-file.ts'
import { opened } from './opened.ts'
import { type FileErrorCode, failed, type Outcome, succeeded } from './outcome.ts'
import { openPlain } from './plain-samples.ts'
import { textAt } from './riff.ts'
import type { WavFormat } from './wav.ts'

export type CafErrorCode = FileErrorCode | 'caf_invalid' | 'caf_no_audio' | 'format_unsupported'

const HEAD_BYTES = 8
const CHUNK_HEAD_BYTES = 12
const DESCRIPTION_BYTES = 32
/** Ahead of the samples in their chunk: how often it was edited. */
const EDIT_COUNT_BYTES = 4
const MOST_CHUNKS = 1000
const MOST_CHANNELS = 64
const FLAG_FLOAT = 1
const FLAG_LITTLE_ENDIAN = 2

interface Found {
  readonly description: Buffer | null
  readonly data: { readonly offset: number; readonly bytes: number; readonly isCutShort: boolean } | null
}

/** Opens a CAF file of at least one frame. The caller closes it. */
export const openCaf = (path: string): Promise<Outcome<AudioFile, CafErrorCode>> => opened(path, readCaf)

async function readCaf(handle: FileHandle, fileBytes: number): Promise<Outcome<AudioFile, CafErrorCode>> {
  const { description, data } = await findChunks(handle, fileBytes)
  if (description === null || description.length < DESCRIPTION_BYTES)
    return failed('caf_invalid', 'The CAF file does not say what its samples are (no desc chunk).')
  const sampleRate = Math.round(description.readDoubleBE(0))
  const kind = textAt(description, 8, 4)
  const flags = description.readUInt32BE(12)
  const channels = description.readUInt32BE(24)
  const sample = sampleOf(kind, flags, description.readUInt32BE(28))
  if (sample === null)
    return failed(
      'format_unsupported',
      `Its samples are packed as “${kind.trim()}”, which is not decoded here.`,
    )
  if (!(channels >= 1 && channels <= MOST_CHANNELS && sampleRate >= 1000 && sampleRate <= 1_000_000)) {
    return failed(
      'caf_invalid',
      `The CAF file states ${channels} channels at ${sampleRate} Hz; 1 to ${MOST_CHANNELS} at 1000 to 1000000 are possible.`,
    )
  }
  const bytesPerFrame = (channels * sample.bitsPerSample) / 8
  const frames = Math.floor((data?.bytes ?? 0) / bytesPerFrame)
  if (data === null || frames === 0) return failed('caf_no_audio', 'The CAF file has no samples.')
  return succeeded(
    openPlain(handle, {
      asWav: { ...sample, channels, sampleRate, bytesPerFrame },
      isBigEndian: (flags & FLAG_LITTLE_ENDIAN) === 0,
      isByteSigned: true,
      offset: data.offset,
      frames,
      isCutShort: data.isCutShort,
    }),
  )
}

function sampleOf(
  kind: string,
  flags: number,
  bits: number,
): Pick<WavFormat, 'encoding' | 'bitsPerSample'> | null {
  if (kind === 'alaw' || kind === 'ulaw') return { encoding: kind, bitsPerSample: 8 }
  if (kind !== 'lpcm') return null
  const encoding = (flags & FLAG_FLOAT) === 0 ? 'pcm' : 'float'
  const bitsPerSample = Math.ceil(bits / 8) * 8
  return (encoding === 'float' ? [32, 64] : [8, 16, 24, 32]).includes(bitsPerSample)
    ? { encoding, bitsPerSample }
    : null
}

async function findChunks(handle: FileHandle, fileBytes: number): Promise<Found> {
  let description: Buffer | null = null
  let data: Found['data'] = null
  const head = Buffer.alloc(CHUNK_HEAD_BYTES)
  for (let at = HEAD_BYTES, seen = 0; at + CHUNK_HEAD_BYTES <= fileBytes && seen < MOST_CHUNKS; seen += 1) {
    await handle.read(head, 0, CHUNK_HEAD_BYTES, at)
    const id = textAt(head, 0, 4)
    const offset = at + CHUNK_HEAD_BYTES
    // −1 of the samples: up to the file's end.
    const stated = Number(head.readBigInt64BE(4))
    const bytes = stated < 0 ? fileBytes - offset : stated
    if (id === 'desc') {
      description = Buffer.alloc(Math.min(DESCRIPTION_BYTES, bytes, fileBytes - offset))
      await handle.read(description, 0, description.length, offset)
    }
    if (id === 'data' && data === null) {
      const there = Math.max(0, Math.min(bytes, fileBytes - offset) - EDIT_COUNT_BYTES)
      data = { offset: offset + EDIT_COUNT_BYTES, bytes: there, isCutShort: offset + bytes > fileBytes }
    }
    at = offset + bytes
  }
  return { description, data }
}

// Reads AIFF and uncompressed AIFF-C files, and those of A-law and µ-law: where the samples lie and what they are.
import type { FileHandle } from 'node:fs/promises'
import type { AudioFile } from './audio-file.ts'
import { opened } from './opened.ts'
import { type FileErrorCode, failed, type Outcome, succeeded } from './outcome.ts'
import { openPlain } from './plain-samples.ts'
import { textAt } from './riff.ts'
import type { WavFormat } from './wav.ts'

export type AiffErrorCode = FileErrorCode | 'aiff_invalid' | 'aiff_no_audio' | 'format_unsupported'

interface Common {
  /** How the samples would lie in a WAV file, into which each block is turned. */
  readonly asWav: WavFormat
  readonly isBigEndian: boolean
  readonly statedFrames: number
}
interface Place {
  readonly offset: number
  readonly bytes: number
}

const MOST_CHUNKS = 1000
const MOST_CHANNELS = 64

/** Kinds of AIFF-C that hold plain samples, by their mark. */
const KINDS: Readonly<
  Record<string, { readonly encoding: 'pcm' | 'float' | 'alaw' | 'ulaw'; readonly isBigEndian: boolean }>
> = {
  NONE: { encoding: 'pcm', isBigEndian: true },
  twos: { encoding: 'pcm', isBigEndian: true },
  in24: { encoding: 'pcm', isBigEndian: true },
  in32: { encoding: 'pcm', isBigEndian: true },
  sowt: { encoding: 'pcm', isBigEndian: false },
  fl32: { encoding: 'float', isBigEndian: true },
  FL32: { encoding: 'float', isBigEndian: true },
  fl64: { encoding: 'float', isBigEndian: true },
  FL64: { encoding: 'float', isBigEndian: true },
  alaw: { encoding: 'alaw', isBigEndian: true },
  ALAW: { encoding: 'alaw', isBigEndian: true },
  ulaw: { encoding: 'ulaw', isBigEndian: true },
  ULAW: { encoding: 'ulaw', isBigEndian: true },
}

/** Opens an AIFF file of at least one frame. The caller closes it. @see Apple, Audio Interchange File Format, version 1.3 */
export const openAiff = (path: string): Promise<Outcome<AudioFile, AiffErrorCode>> => opened(path, readAiff)

async function readAiff(handle: FileHandle, fileBytes: number): Promise<Outcome<AudioFile, AiffErrorCode>> {
  const { common, sound } = await findChunks(handle, fileBytes)
  if (!common)
    return failed('aiff_invalid', 'The AIFF file does not say what its samples are (no COMM chunk).')
  const parsed = parseCommon(common)
  if (!parsed.ok) return parsed
  const { asWav, isBigEndian, statedFrames } = parsed.value
  const frames = Math.min(statedFrames, Math.floor((sound?.bytes ?? 0) / asWav.bytesPerFrame))
  if (!sound || frames === 0) return failed('aiff_no_audio', 'The AIFF file has no samples.')
  const isCutShort = frames < statedFrames
  return succeeded(
    openPlain(handle, { asWav, isBigEndian, isByteSigned: true, offset: sound.offset, frames, isCutShort }),
  )
}

async function findChunks(
  handle: FileHandle,
  fileBytes: number,
): Promise<{ readonly common: Buffer | null; readonly sound: Place | null }> {
  let common: Buffer | null = null
  let sound: Place | null = null
  const bytesAt = async (position: number, length: number): Promise<Buffer> => {
    const bytes = Buffer.alloc(length)
    const { bytesRead } = await handle.read(bytes, 0, length, position)
    return bytes.subarray(0, bytesRead)
  }
  for (let at = 12, seen = 0; at + 8 <= fileBytes && seen < MOST_CHUNKS; seen += 1) {
    const head = await bytesAt(at, 16)
    if (head.length < 8) break
    const id = textAt(head, 0, 4)
    const stated = head.readUInt32BE(4)
    if (id === 'COMM') common = await bytesAt(at + 8, Math.min(stated, 22))
    if (id === 'SSND' && head.length === 16) {
      // The samples may begin later, for the sake of some disk's blocks.
      const offset = at + 16 + head.readUInt32BE(8)
      sound = { offset, bytes: Math.max(0, Math.min(at + 8 + stated, fileBytes) - offset) }
    }
    // Contents are padded to an even length.
    at += 8 + stated + (stated % 2)
  }
  return { common, sound }
}

function parseCommon(chunk: Buffer): Outcome<Common, 'aiff_invalid' | 'format_unsupported'> {
  if (chunk.length < 18)
    return failed('aiff_invalid', `The COMM chunk has ${chunk.length} bytes, at least 18 are needed.`)
  const channels = chunk.readInt16BE(0)
  const sampleRate = Math.round(extendedAt(chunk, 8))
  const mark = chunk.length >= 22 ? textAt(chunk, 18, 4) : 'NONE'
  const kind = KINDS[mark]
  const isCompanded = kind?.encoding === 'alaw' || kind?.encoding === 'ulaw'
  // Of the curves some files state the bits before, some those behind.
  const bitsPerSample = isCompanded ? 8 : Math.ceil(chunk.readInt16BE(6) / 8) * 8
  const widths = kind?.encoding === 'float' ? [32, 64] : [8, 16, 24, 32]
  if (!kind || !widths.includes(bitsPerSample)) {
    return failed(
      'format_unsupported',
      `Its samples are packed as “${mark}” with ${bitsPerSample} bits, which is not decoded here.`,
    )
  }
  if (channels < 1 || channels > MOST_CHANNELS || sampleRate < 1000 || sampleRate > 1_000_000) {
    return failed(
      'aiff_invalid',
      `The AIFF file states ${channels} channels at ${sampleRate} Hz; 1 to ${MOST_CHANNELS} at 1000 to 1000000 are possible.`,
    )
  }
  const bytesPerFrame = (channels * bitsPerSample) / 8
  return succeeded({
    asWav: { encoding: kind.encoding, bitsPerSample, channels, sampleRate, bytesPerFrame },
    isBigEndian: kind.isBigEndian,
    statedFrames: chunk.readUInt32BE(2),
  })
}

/** The 80-bit floating point number of IEEE 754 that AIFF states rates in. */
function extendedAt(bytes: Buffer, offset: number): number {
  const exponent = bytes.readUInt16BE(offset) & 0x7fff
  return Number(bytes.readBigUInt64BE(offset + 2)) * 2 ** (exponent - 16_383 - 63)
}

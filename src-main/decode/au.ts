// Reads AU files (.au, .snd): where the samples lie and what they are. @see Sun, audio.h: the head is six numbers, an annotation follows
import type { FileHandle } from 'node:fs/promises'
import type { AudioFile } from './audio-file.ts'
import { opened } from './opened.ts'
import { type FileErrorCode, failed, type Outcome, succeeded } from './outcome.ts'
import { openPlain } from './plain-samples.ts'
import type { WavFormat } from './wav.ts'

export type AuErrorCode = FileErrorCode | 'au_invalid' | 'au_no_audio' | 'format_unsupported'

const HEAD_BYTES = 24
const MOST_CHANNELS = 64
/** In the place of the length: up to the file's end. */
const LENGTH_UNKNOWN = 0xffffffff

const ENCODINGS: Readonly<Record<number, Pick<WavFormat, 'bitsPerSample' | 'encoding'>>> = {
  1: { encoding: 'ulaw', bitsPerSample: 8 },
  2: { encoding: 'pcm', bitsPerSample: 8 },
  3: { encoding: 'pcm', bitsPerSample: 16 },
  4: { encoding: 'pcm', bitsPerSample: 24 },
  5: { encoding: 'pcm', bitsPerSample: 32 },
  6: { encoding: 'float', bitsPerSample: 32 },
  7: { encoding: 'float', bitsPerSample: 64 },
  27: { encoding: 'alaw', bitsPerSample: 8 },
}

/** Opens an AU file of at least one frame. The caller closes it. */
export const openAu = (path: string): Promise<Outcome<AudioFile, AuErrorCode>> => opened(path, readAu)

async function readAu(handle: FileHandle, fileBytes: number): Promise<Outcome<AudioFile, AuErrorCode>> {
  const head = Buffer.alloc(HEAD_BYTES)
  const { bytesRead } = await handle.read(head, 0, HEAD_BYTES, 0)
  if (bytesRead < HEAD_BYTES) return failed('au_invalid', `The AU file ends after ${bytesRead} bytes.`)
  const field = (index: number): number => head.readUInt32BE(index * 4)
  const [offset, statedBytes, tag, sampleRate, channels] = [field(1), field(2), field(3), field(4), field(5)]
  const encoding = ENCODINGS[tag]
  if (encoding === undefined) {
    return failed(
      'format_unsupported',
      `Its samples are packed as kind ${tag} of AU, which is not decoded here.`,
    )
  }
  if (channels < 1 || channels > MOST_CHANNELS || sampleRate < 1000 || sampleRate > 1_000_000) {
    return failed(
      'au_invalid',
      `The AU file states ${channels} channels at ${sampleRate} Hz; 1 to ${MOST_CHANNELS} at 1000 to 1000000 are possible.`,
    )
  }
  const bytesPerFrame = (channels * encoding.bitsPerSample) / 8
  const there = Math.max(0, fileBytes - offset)
  const bytes = statedBytes === LENGTH_UNKNOWN ? there : Math.min(there, statedBytes)
  const frames = Math.floor(bytes / bytesPerFrame)
  if (frames === 0) return failed('au_no_audio', 'The AU file has no samples.')
  return succeeded(
    openPlain(handle, {
      asWav: { ...encoding, channels, sampleRate, bytesPerFrame },
      isBigEndian: true,
      isByteSigned: true,
      offset,
      frames,
      isCutShort: statedBytes !== LENGTH_UNKNOWN && statedBytes > there,
    }),
  )
}

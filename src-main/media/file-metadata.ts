// What a sound file of any origin says of itself: facts of its audio, and the texts that librarians, tools and this app put into it.

import { open } from 'node:fs/promises'
import type { AudioErrorCode } from '../decode/audio-file.ts'
import type { ForeignAudio } from '../decode/by-ffmpeg.ts'
import { DecodeError } from '../decode/decode-error.ts'
import { formOf, textAt } from '../decode/riff.ts'
import { readStatedFacts } from '../decode/stated-facts.ts'
import { openAnyAudio } from './any-audio.ts'
import { failed, type Outcome, succeeded } from './outcome.ts'
import type { Provenance } from './provenance-record.ts'
import { readTagTexts, textsOfTags, withTexts } from './tag-texts.ts'

export interface FileMetadata {
  /** 'wav', 'w64', 'aiff', 'caf', 'au', 'flac', 'mp3', 'ogg', 'opus', 'm4a', 'aac', 'mka' …: by what the file is, not by its name. */
  readonly format: string
  readonly sampleRate: number
  readonly channels: number
  readonly durationMs: number
  /** Empty where the file says none. */
  readonly name: string
  readonly description: string
  readonly category: string
  /** Of the Universal Category System, as it writes it; empty where it says none that there is. */
  readonly catId: string
  readonly tags: readonly string[]
  /** What else it says, a line each: "Library: …". */
  readonly notes: readonly string[]
  /** It has a loop of its own, over most of it. */
  readonly isLoop: boolean
  /** Written by this app. */
  readonly provenance: Provenance | null
}
export type MetadataErrorCode = AudioErrorCode | 'not_audio'

/** Reads head and tags, not the samples. Errors: what `openAudio` names; `not_audio` where it is none. Other texts than these are left where they are. */
export async function readFileMetadata(path: string): Promise<Outcome<FileMetadata, MetadataErrorCode>> {
  const read = await readFacts(path)
  if (!read.ok) return read
  const { format: foreignFormat, tags, ...facts } = read.value
  const format = foreignFormat ?? (await formatOf(path))
  const texts = await readTagTexts(path, format)
  return succeeded({
    format,
    ...facts,
    ...(tags === undefined ? texts : withTexts(texts, textsOfTags(tags))),
  })
}

type Facts = Pick<FileMetadata, 'sampleRate' | 'channels' | 'durationMs'>

async function readFacts(
  path: string,
): Promise<Outcome<Facts & Partial<Pick<ForeignAudio, 'format' | 'tags'>>, MetadataErrorCode>> {
  try {
    const opened = await openAnyAudio(path)
    if (opened.ok) {
      const { sampleRate, channels, frames, close, format, tags } = opened.value
      await close()
      const foreign = format === undefined ? {} : { format, tags }
      return succeeded({ sampleRate, channels, durationMs: (frames / sampleRate) * 1000, ...foreign })
    }
    if (opened.error.code !== 'format_unsupported') return opened
    // Nothing here decodes it (ALAC, HE-AAC), but its container is known: it can be kept and played elsewhere.
    const stated = await readStatedFacts(path)
    if (stated !== null && stated.durationMs > 0) return succeeded(stated)
    return opened
  } catch (error) {
    if (error instanceof DecodeError) return failed(error.code, error.message)
    throw error
  }
}

/** The mark of EBML, which WebM and Matroska begin with. */
const MATROSKA = '\x1aE\xdf\xa3'
/** The first byte of each packet of MPEG-TS. */
const TRANSPORT_STREAM = 0x47

async function formatOf(path: string): Promise<string> {
  const handle = await open(path, 'r')
  try {
    const head = new Uint8Array(64)
    await handle.read(head, 0, head.length, 0)
    const magic = textAt(head, 0, 4)
    const form = formOf(head)
    if (form !== null) return form === 'W64' ? 'w64' : 'wav'
    if (magic === 'caff') return 'caf'
    if (magic === '.snd') return 'au'
    if (magic === MATROSKA) return 'mka'
    if (head[0] === TRANSPORT_STREAM) return 'ts'
    if (magic === 'FORM') return 'aiff'
    if (magic === 'fLaC') return 'flac'
    if (magic === 'OggS') return textAt(head, 0, 64).includes('OpusHead') ? 'opus' : 'ogg'
    if (textAt(head, 4, 4) === 'ftyp') return 'm4a'
    if (head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0) return 'aac'
    return 'mp3'
  } finally {
    await handle.close()
  }
}

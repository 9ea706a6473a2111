// What a sound file of any origin says of itself: facts of its audio, and the texts that librarians, tools and this app put into it.

import { open } from 'node:fs/promises'
import type { AudioErrorCode } from '../decode/audio-file.ts'
import { openAudio } from '../decode/audio-file.ts'
import { DecodeError } from '../decode/decode-error.ts'
import { textAt } from '../decode/riff.ts'
import { readStatedFacts } from '../decode/stated-facts.ts'
import { failed, type Outcome, succeeded } from './outcome.ts'
import type { Provenance } from './provenance-record.ts'
import { readTagTexts } from './tag-texts.ts'

export interface FileMetadata {
  /** 'wav', 'aiff', 'flac', 'mp3', 'ogg', 'opus', 'm4a', 'aac': by what the file is, not by its name. */
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
  const facts = await readFacts(path)
  if (!facts.ok) return facts
  const format = await formatOf(path)
  const texts = await readTagTexts(path, format)
  return succeeded({ format, ...facts.value, ...texts })
}

async function readFacts(
  path: string,
): Promise<Outcome<Pick<FileMetadata, 'sampleRate' | 'channels' | 'durationMs'>, MetadataErrorCode>> {
  try {
    const opened = await openAudio(path)
    if (opened.ok) {
      const { sampleRate, channels, frames, close } = opened.value
      await close()
      return succeeded({ sampleRate, channels, durationMs: (frames / sampleRate) * 1000 })
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

async function formatOf(path: string): Promise<string> {
  const handle = await open(path, 'r')
  try {
    const head = new Uint8Array(64)
    await handle.read(head, 0, head.length, 0)
    const magic = textAt(head, 0, 4)
    if (['RIFF', 'RF64', 'BW64'].includes(magic)) return 'wav'
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

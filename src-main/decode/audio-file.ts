// Opens a sound file of any format that is decoded here, as blocks of 32-bit floats.
import { open, stat } from 'node:fs/promises'
import { openAac } from './aac.ts'
import { type AiffErrorCode, openAiff } from './aiff.ts'
import { type AuErrorCode, openAu } from './au.ts'
import { type CafErrorCode, openCaf } from './caf.ts'
import { openContainer } from './container.ts'
import type { DecodeErrorCode } from './decode-error.ts'
import { type FlacErrorCode, isOggFlac, openFlac } from './flac.ts'
import { failed, fileFailure, type Outcome, succeeded } from './outcome.ts'
import { formOf, textAt } from './riff.ts'
import { isStreamOf, openStream } from './stream.ts'
import { openWav, type WavErrorCode } from './wav.ts'

export interface AudioFile {
  readonly sampleRate: number
  readonly channels: number
  /** Samples of each channel: those that the file states where only decoding could tell how many there are. */
  readonly frames: number
  /** The file ends before its samples do, as far as it has been read. Certain when all blocks have been. */
  readonly isCutShort: () => boolean
  /** All frames in order, a block at a time: one array a channel, ±1 at full scale. The arrays are reused by the next block. */
  readonly blocks: () => AsyncGenerator<readonly Float32Array[]>
  readonly close: () => Promise<void>
}
export type AudioErrorCode =
  | WavErrorCode
  | FlacErrorCode
  | AiffErrorCode
  | AuErrorCode
  | CafErrorCode
  | DecodeErrorCode

/**
 * Opens a WAV, RF64, Wave64, AIFF, CAF, AU, FLAC, MP3, Ogg Vorbis, Opus or AAC file of at least one frame, whatever its name says. The caller closes it.
 * What only decoding can find out is thrown from `blocks` as a DecodeError.
 */
export async function openAudio(path: string): Promise<Outcome<AudioFile, AudioErrorCode>> {
  const head = await readHead(path)
  if (!head.ok) return head
  switch (kindOf(head.value)) {
    case 'flac':
      return openFlac(path)
    case 'aiff':
      return openAiff(path)
    case 'au':
      return openAu(path)
    case 'caf':
      return openCaf(path)
    case 'wav':
      return openAsWav(path)
    default:
      return openCompressed(path, textAt(head.value, 0, 4))
  }
}

async function openCompressed(path: string, magic: string): Promise<Outcome<AudioFile, AudioErrorCode>> {
  const container = await openContainer(path)
  if (container === null) {
    return failed(
      'format_unsupported',
      'It is no audio that is read here: WAV, AIFF, CAF, AU, FLAC, MP3, Ogg Vorbis, Opus and AAC are.',
    )
  }
  const { codec } = container
  if (codec === 'aac') {
    const opened = openAac(container)
    if (!opened.ok) container.close()
    return opened
  }
  container.close()
  if (isStreamOf(codec, magic)) return succeeded(openStream(path, codec, container))
  return failed(
    'format_unsupported',
    `Its sound is packed ${codec === null ? 'in a way that is not known here' : `as ${codec}`}, which is not decoded here.`,
  )
}

async function openAsWav(path: string): Promise<Outcome<AudioFile, AudioErrorCode>> {
  const opened = await openWav(path)
  if (!opened.ok) return opened
  const { format, frames, isCutShort, blocks, close } = opened.value
  const { sampleRate, channels } = format
  return succeeded({ sampleRate, channels, frames, isCutShort: () => isCutShort, blocks, close })
}

function kindOf(head: Uint8Array): 'wav' | 'flac' | 'aiff' | 'au' | 'caf' | null {
  const magic = textAt(head, 0, 4)
  if (magic === 'fLaC' || isOggFlac(head)) return 'flac'
  if (magic === '.snd') return 'au'
  if (magic === 'caff') return 'caf'
  const form = textAt(head, 8, 4)
  if (magic === 'FORM' && (form === 'AIFF' || form === 'AIFC')) return 'aiff'
  return formOf(head) === null ? null : 'wav'
}

async function readHead(path: string): Promise<Outcome<Uint8Array, AudioErrorCode>> {
  try {
    // Asked before opening: a named pipe would be waited on without end.
    const stats = await stat(path)
    if (!stats.isFile()) return failed('not_a_file', 'It is not a plain file.')
    if (stats.size === 0) return failed('file_empty', 'The file is empty.')
    const handle = await open(path, 'r')
    try {
      const head = new Uint8Array(64)
      const { bytesRead } = await handle.read(head, 0, head.length, 0)
      return succeeded(head.subarray(0, bytesRead))
    } finally {
      await handle.close()
    }
  } catch (error) {
    return fileFailure(error, 'open the file')
  }
}

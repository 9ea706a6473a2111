// The samples of a file that the window cannot decode (AIFF, Apple Lossless …), as a plain WAV that it can. Nothing is changed and no text goes along.
import { rm } from 'node:fs/promises'
import type { AudioErrorCode, AudioFile } from '../../decode/audio-file.ts'
import { DecodeError } from '../../decode/decode-error.ts'
import { openAnyAudio } from '../any-audio.ts'
import { type FileErrorCode, failed, fileFailure, type Outcome, succeeded } from '../outcome.ts'
import { wavPieces } from './wav-encoder.ts'
import { writePieces } from './write-pieces.ts'

export type ListeningCopyErrorCode = AudioErrorCode | FileErrorCode

/** Writes 32-bit floats, so that nothing clips. Two passes: only decoding tells how long some files are. Memory: a block. */
export async function writeListeningCopy(
  { from, to }: { readonly from: string; readonly to: string },
  signal: AbortSignal,
): Promise<Outcome<null, ListeningCopyErrorCode>> {
  const opened = await openAnyAudio(from)
  if (!opened.ok) return opened
  const audio = opened.value
  try {
    const { sampleRate, channels } = audio
    let frames = 0
    for await (const block of readBlocks(audio, signal)) frames += block[0]?.length ?? 0
    await writePieces(
      to,
      wavPieces({ sampleRate, channels, frames, blocks: readBlocks(audio, signal) }, 'float-32', []),
    )
    return succeeded(null)
  } catch (error) {
    await rm(to, { force: true }).catch(() => undefined)
    signal.throwIfAborted()
    if (error instanceof DecodeError) return failed(error.code, error.message)
    return fileFailure(error, 'decode the sound for listening')
  } finally {
    await audio.close()
  }
}

async function* readBlocks(audio: AudioFile, signal: AbortSignal): AsyncGenerator<readonly Float32Array[]> {
  for await (const block of audio.blocks()) {
    signal.throwIfAborted()
    yield block
  }
}

// Writes sounds of a picture as WAV files of its length, and clips with their new sound.
import { rm } from 'node:fs/promises'
import { DecodeError, type DecodeErrorCode } from '../../decode/decode-error.ts'
import { type FileErrorCode, failed, fileFailure, type Outcome, succeeded } from '../outcome.ts'
import { type Provenance, provenanceChunks } from '../provenance-record.ts'
import { wavFormat, wavPieces } from '../render/wav-encoder.ts'
import { writePieces } from '../render/write-pieces.ts'
import { laidOut, type Placement } from './placed-audio.ts'

export interface LayOutOrder {
  /** Of the clip: what is written is as long as it. */
  readonly lengthMs: number
  readonly sounds: readonly Placement[]
  /** Replaced where it is there; removed after a failure. */
  readonly to: string
  readonly provenance: Provenance
}
export type LayOutErrorCode = FileErrorCode | DecodeErrorCode | 'clip_unwritable'

/** One WAV of 24 bits, with all sounds where they belong. */
export async function layOut(
  order: LayOutOrder,
  signal: AbortSignal,
): Promise<Outcome<null, LayOutErrorCode>> {
  try {
    const audio = laidOut(order.sounds, order.lengthMs, signal)
    const chunks = [provenanceChunks(order.provenance, wavFormat('pcm-24', audio))]
    await writePieces(order.to, wavPieces(audio, 'pcm-24', chunks))
    return succeeded(null)
  } catch (error) {
    return brokenOff(order.to, error, signal)
  }
}

/** What ended the writing, its beginning taken away. @throws the signal's reason where it was aborted */
export async function brokenOff(
  to: string,
  error: unknown,
  signal: AbortSignal,
): Promise<Outcome<never, LayOutErrorCode>> {
  await rm(to, { force: true }).catch(() => undefined)
  signal.throwIfAborted()
  if (error instanceof DecodeError) return failed(error.code, error.message)
  return fileFailure(error, 'write the sound')
}

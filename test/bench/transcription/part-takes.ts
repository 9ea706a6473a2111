// Pieces of several instruments as they are heard: each note with its sound, and the instruments that rightly have it.

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import type { Instrument } from '../../../src-main/contract/index.ts'
import { readRecording } from '../../../src-main/local-service/transcription/listening/recording.ts'
import {
  decodeNotes,
  type HeardNote,
} from '../../../src-main/local-service/transcription/notes/decode-notes.ts'
import { describeSounds } from '../../../src-main/local-service/transcription/parts/note-sounds.ts'
import type { Listener } from '../../../src-main/local-service/transcription/transcribe.ts'
import { hearOnce } from './heard-cache.ts'
import { ONSET_TOLERANCE_SECONDS } from './measure.ts'
import { instrumentOf, instrumentsOf, type PartPiece } from './part-pieces.ts'
import { renderPiece } from './render.ts'

export interface PartTake {
  readonly name: string
  readonly source: string
  readonly listed: readonly Instrument[]
  readonly notes: readonly HeardNote[]
  readonly sounds: readonly Float32Array[]
  /** Who plays each note; nobody where it is heard wrong. Unisons are heard as one note: each of their players is right. */
  readonly players: readonly (readonly Instrument[])[]
}

/** A piece as it is heard; read from the temporary folder where it was heard before. The files must be deleted where notes or sounds are described anew. */
export function hearTake(piece: PartPiece, { model, networks }: Listener): PartTake {
  const path = renderPiece(piece, piece.font, piece.playing)
  const kept = `${path}.parts`
  // Written below, by this version or an earlier one whose files are deleted.
  if (existsSync(kept)) return deserialize(readFileSync(kept)) as PartTake
  const { signal } = readRecording(path)
  const heard = hearOnce(`${path}.heard`, model, () => signal)
  const notes = decodeNotes(heard, networks)
  const take: PartTake = {
    name: piece.name,
    source: piece.source,
    listed: instrumentsOf(piece.parts),
    notes,
    sounds: describeSounds(notes, heard, signal),
    players: notes.map((note) => playersOf(note, piece)),
  }
  writeFileSync(`${kept}.part`, serialize(take))
  renameSync(`${kept}.part`, kept)
  return take
}

function playersOf({ pitch, start }: HeardNote, { parts }: PartPiece): Instrument[] {
  const players = parts.flatMap((part) => {
    const plays = part.notes.some(
      (note) => note.pitch === pitch && Math.abs(note.start - start) <= ONSET_TOLERANCE_SECONDS,
    )
    return plays ? (instrumentOf(part) ?? []) : []
  })
  return [...new Set(players)]
}

// node test/bench/transcription/measure-tempo.ts [pieces] [real] [written] — tempo and beats of each test piece, heard from audio, and which grids are relied on.
// What is heard of each recording is kept in the temporary folder, as measure-notes.ts keeps it.

import { loadNoteModel } from '../../../src-main/local-service/transcription/listening/note-model.ts'
import { readRecording } from '../../../src-main/local-service/transcription/listening/recording.ts'
import { decodeNotes } from '../../../src-main/local-service/transcription/notes/decode-notes.ts'
import { findLikelyDrums } from '../../../src-main/local-service/transcription/parts/drums.ts'
import { hearRhythm } from '../../../src-main/local-service/transcription/rhythm/take-rhythm.ts'
import { createListener } from '../../../src-main/local-service/transcription/transcribe.ts'
import { hearOnce } from './heard-cache.ts'
import { countBeats, f1 } from './measure.ts'
import { beatsOf, type KnownPiece } from './pieces.ts'
import type { RealPiece } from './real-pieces.ts'
import { renderPiece } from './render.ts'
import { beatsOfMap, isTempoFound } from './tempo-measures.ts'
import { type TestedClass, testedClasses } from './tested-classes.ts'

const PIECES = Number(process.argv[2] ?? 8)
const REAL = Number(process.argv[3] ?? 18)
const WRITTEN = Number(process.argv[4] ?? 0)

const { model, networks } = createListener(await loadNoteModel())
for (const tested of testedClasses(PIECES, REAL, WRITTEN)) if (tested.pieces.length > 0) measureClass(tested)

function measureClass({ name, pieces }: TestedClass): void {
  const all = pieces.flatMap(({ piece, font }) => measurePiece(piece, font) ?? [])
  const right = all.filter(({ isRight }) => isRight)
  const wrong = all.filter(({ isRight }) => !isRight)
  const beats = all.reduce((sum, one) => sum + one.beats, 0) / all.length
  const reliable = (some: typeof all) => some.filter(({ isReliable }) => isReliable).length
  console.log(
    `${name}, ${all.length} steady of ${pieces.length}: tempo ${right.length}, beats ${beats.toFixed(3)}; relied on ${reliable(right)} of ${right.length} right ones, ${reliable(wrong)} of ${wrong.length} wrong ones`,
  )
}

/** Null where the written tempo changes on the way: that piece is not steady. */
function measurePiece(
  piece: KnownPiece | RealPiece,
  font: string,
): { readonly isRight: boolean; readonly isReliable: boolean; readonly beats: number } | null {
  const { bpm } = piece
  if (bpm === null) {
    console.log(`   ${piece.name}: not steady`)
    return null
  }
  const path = renderPiece(piece, font)
  const heard = hearOnce(`${path}.heard`, model, () => readRecording(path).signal)
  const notes = decodeNotes(heard, networks)
  const seconds = notes.reduce((last, { end }) => Math.max(last, end), 0) + 1
  const rhythm = hearRhythm(notes, heard.energy, seconds, {}, findLikelyDrums(heard.energy))
  const known = 'beats' in piece ? piece.beats : beatsOf(piece)
  const beats = f1(countBeats(known, beatsOfMap(rhythm.map, known)))
  const isRight = isTempoFound(rhythm.bpm, bpm)
  console.log(
    `   ${piece.name}: ${rhythm.bpm.toFixed(1)} of ${bpm.toFixed(1)}${isRight ? '' : ' WRONG'}, beats ${beats.toFixed(2)}, certainty ${rhythm.certainty.toFixed(2)}, ${rhythm.unreliability ?? 'reliable'}`,
  )
  return { isRight, isReliable: rhythm.unreliability === null, beats }
}

// node test/bench/transcription/measure-notes.ts [pieces] [real] [written] — note F1 by class on the test pieces, beside basic-pitch's own decoding.
// What is heard of each recording is kept in the temporary folder, so that a second run takes seconds.

import { loadNoteModel } from '../../../src-main/local-service/transcription/listening/note-model.ts'
import { readRecording } from '../../../src-main/local-service/transcription/listening/recording.ts'
import { decodeNotes } from '../../../src-main/local-service/transcription/notes/decode-notes.ts'
import { createListener } from '../../../src-main/local-service/transcription/transcribe.ts'
import { hearOnce } from './heard-cache.ts'
import { countMatches, f1, type TimedNote } from './measure.ts'
import type { KnownPiece } from './pieces.ts'
import { decodePlainly } from './plain-decoding.ts'
import type { RealPiece } from './real-pieces.ts'
import { renderPiece } from './render.ts'
import { type TestedClass, testedClasses } from './tested-classes.ts'

const PIECES = Number(process.argv[2] ?? 8)
const REAL = Number(process.argv[3] ?? 18)
const WRITTEN = Number(process.argv[4] ?? 0)

const { model, networks } = createListener(await loadNoteModel())
for (const tested of testedClasses(PIECES, REAL, WRITTEN)) if (tested.pieces.length > 0) measureClass(tested)

function measureClass({ name, pieces }: TestedClass): void {
  const lines = pieces.map(({ piece, font }) => measurePiece(piece, font))
  const mean = (column: number) => lines.reduce((sum, line) => sum + line[column]!, 0) / lines.length
  const [onset, plainOnset, whole, plainWhole, most] = [0, 1, 2, 3, 4].map((column) =>
    mean(column).toFixed(3),
  )
  console.log(
    `${name}, ${pieces.length} pieces: onset ${onset} (plain ${plainOnset}), onset + offset ${whole} (plain ${plainWhole}); at most ${most} by one note a key and moment`,
  )
}

/** Onset F1, plain; onset and offset F1, plain; the most that can be had without hearing unisons apart. */
function measurePiece(piece: KnownPiece | RealPiece, font: string): number[] {
  const path = renderPiece(piece, font)
  const heard = hearOnce(`${path}.heard`, model, () => readRecording(path).signal)
  const known = piece.parts.filter(({ isDrums }) => !isDrums).flatMap(({ notes }) => notes)
  const ours = decodeNotes(heard, networks)
  const plain = decodePlainly(heard.posteriors)
  const score = (found: readonly TimedNote[], withEnds: boolean) => f1(countMatches(known, found, withEnds))
  const scores = [score(ours, false), score(plain, false), score(ours, true), score(plain, true)]
  console.log(`   ${piece.name}: ${scores.map((one) => one.toFixed(3)).join(' ')}`)
  return [...scores, score(withoutUnisons(known), false)]
}

/** Of notes of one key that start together, the longest. */
function withoutUnisons(notes: readonly TimedNote[]): TimedNote[] {
  return notes.filter(
    (note, index) =>
      !notes.some(
        (other, at) =>
          other.pitch === note.pitch &&
          Math.abs(other.start - note.start) < 0.03 &&
          (other.end > note.end || (other.end === note.end && at < index)),
      ),
  )
}

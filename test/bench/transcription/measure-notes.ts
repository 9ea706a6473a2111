// node test/bench/transcription/measure-notes.ts [pieces] [real] — note F1 by class on the test pieces, beside basic-pitch's own decoding.
// What is heard of each recording is kept in the temporary folder, so that a second run takes seconds.

import { loadNoteModel } from '../../../src-main/local-service/transcription/listening/note-model.ts'
import { readRecording } from '../../../src-main/local-service/transcription/listening/recording.ts'
import { decodeNotes } from '../../../src-main/local-service/transcription/notes/decode-notes.ts'
import { createListener } from '../../../src-main/local-service/transcription/transcribe.ts'
import { hearOnce } from './heard-cache.ts'
import { countMatches, f1, type TimedNote } from './measure.ts'
import { type KnownPiece, makePiece } from './pieces.ts'
import { decodePlainly } from './plain-decoding.ts'
import { type RealPiece, testedRealPieces } from './real-pieces.ts'
import { HELD_OUT_SOUND_FONT, renderPiece, SOUND_FONTS } from './render.ts'

const FIRST_TEST_SEED = 1001
const PIECES = Number(process.argv[2] ?? 8)
const REAL = Number(process.argv[3] ?? 18)

const { model, networks } = createListener(await loadNoteModel())
for (const kind of ['piano', 'ensemble'] as const) {
  const generated = Array.from({ length: PIECES }, (_, index) => makePiece(kind, FIRST_TEST_SEED + index))
  measureClass(`generated ${kind}`, generated, SOUND_FONTS)
  measureClass(`real ${kind}`, testedRealPieces(kind).slice(0, REAL), [HELD_OUT_SOUND_FONT, ...SOUND_FONTS])
}

function measureClass(
  name: string,
  pieces: readonly (KnownPiece | RealPiece)[],
  fonts: readonly string[],
): void {
  const lines = pieces.map((piece, index) => measurePiece(piece, fonts[index % fonts.length]!))
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

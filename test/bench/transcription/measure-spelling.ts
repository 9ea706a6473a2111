// node test/bench/transcription/measure-spelling.ts: how many notes of the written pieces get another name than they were written with, by the
// key alone and by what is played around them. The sizes of that context were chosen by every second piece.

import { spellByContext } from '../../../src-main/local-service/transcription/score/context-spelling.ts'
import { findKey, linePosition } from '../../../src-main/local-service/transcription/score/spelling.ts'
import { namesOfWritten, textOfWritten } from './abc-midi.ts'
import { type NamedPiece, readAbc } from './abc-spelling.ts'

/** Fewer notes are no piece. */
const MIN_NOTES = 40
/** Names that sound the same lie so far apart. */
const ENHARMONIC = 12

const pieces = namesOfWritten()
  .map((name) => readAbc(textOfWritten(name)))
  .filter(({ notes }) => notes.length >= MIN_NOTES)

for (const [name, half] of [
  ['chosen by', pieces.filter((_, index) => index % 2 === 0)],
  ['not chosen by', pieces.filter((_, index) => index % 2 === 1)],
] as const) {
  const counts = half.map(misnamed)
  const share = (of: (count: ReturnType<typeof misnamed>) => number) =>
    ((100 * counts.reduce((sum, count) => sum + of(count), 0)) / total(half)).toFixed(2)
  console.log(
    `${name}: ${half.length} pieces, ${total(half)} notes; by the key alone ${share(({ byKey }) => byKey)} %, by context ${share(({ byContext }) => byContext)} %`,
  )
}

function total(some: readonly NamedPiece[]): number {
  return some.reduce((sum, { notes }) => sum + notes.length, 0)
}

function misnamed({ notes }: NamedPiece): { readonly byKey: number; readonly byContext: number } {
  const key = findKey(notes)
  const positionOf = spellByContext(notes, key)
  return {
    byKey: countOthers(notes, ({ pitch }) => linePosition(pitch, key)),
    byContext: countOthers(notes, ({ start, pitch }) => positionOf(start, pitch)),
  }
}

/** Notes of another name; a piece that is spelled in the other of two enharmonic keys as a whole is not wrong. */
function countOthers(
  notes: NamedPiece['notes'],
  positionOf: (note: NamedPiece['notes'][number]) => number,
): number {
  const away = notes.map((note) => positionOf(note) - note.position)
  return Math.min(...[-ENHARMONIC, 0, ENHARMONIC].map((shift) => away.filter((by) => by !== shift).length))
}

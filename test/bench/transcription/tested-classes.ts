// The classes of pieces that nothing was tuned on, with the sound fonts that play them in turn.
import { type KnownPiece, makePiece } from './pieces.ts'
import { type RealPiece, testedRealPieces } from './real-pieces.ts'
import { HELD_OUT_SOUND_FONT, SOUND_FONTS } from './render.ts'
import { testedWrittenPieces } from './written-pieces.ts'

const FIRST_TEST_SEED = 1001

export interface TestedClass {
  readonly name: string
  readonly kind: KnownPiece['kind']
  readonly pieces: readonly { readonly piece: KnownPiece | RealPiece; readonly font: string }[]
}

/**
 * A class without pieces is one whose packages are not installed.
 * @param pieces how many of each kind are generated
 * @param real how many of each kind are other people's
 * @param written how many of each kind are of the folder written
 */
export function testedClasses(pieces: number, real: number, written: number): readonly TestedClass[] {
  const played = (all: readonly (KnownPiece | RealPiece)[], fonts: readonly string[]) =>
    all.map((piece, index) => ({ piece, font: fonts[index % fonts.length]! }))
  const all = written === 0 ? [] : testedWrittenPieces()
  return (['piano', 'ensemble'] as const).flatMap((kind) => [
    {
      name: `generated ${kind}`,
      kind,
      pieces: played(
        Array.from({ length: pieces }, (_, index) => makePiece(kind, FIRST_TEST_SEED + index)),
        SOUND_FONTS,
      ),
    },
    {
      name: `real ${kind}`,
      kind,
      pieces: played(testedRealPieces(kind).slice(0, real), [HELD_OUT_SOUND_FONT, ...SOUND_FONTS]),
    },
    {
      name: `written ${kind}`,
      kind,
      pieces: played(all.filter((piece) => piece.kind === kind).slice(0, written), [
        HELD_OUT_SOUND_FONT,
        ...SOUND_FONTS,
      ]),
    },
  ])
}

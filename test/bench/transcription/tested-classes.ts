// The classes of pieces that nothing was tuned on, with the sound fonts that play them in turn.
import { type KnownPiece, makePiece } from './pieces.ts'
import { type RealPiece, testedRealPieces } from './real-pieces.ts'
import { HELD_OUT_SOUND_FONT, SOUND_FONTS } from './render.ts'

const FIRST_TEST_SEED = 1001

export interface TestedClass {
  readonly name: string
  readonly pieces: readonly { readonly piece: KnownPiece | RealPiece; readonly font: string }[]
}

/** @param pieces how many of each kind are generated @param real how many of each kind are real */
export function testedClasses(pieces: number, real: number): readonly TestedClass[] {
  const played = (all: readonly (KnownPiece | RealPiece)[], fonts: readonly string[]) =>
    all.map((piece, index) => ({ piece, font: fonts[index % fonts.length]! }))
  return (['piano', 'ensemble'] as const).flatMap((kind) => [
    {
      name: `generated ${kind}`,
      pieces: played(
        Array.from({ length: pieces }, (_, index) => makePiece(kind, FIRST_TEST_SEED + index)),
        SOUND_FONTS,
      ),
    },
    {
      name: `real ${kind}`,
      pieces: played(testedRealPieces(kind).slice(0, real), [HELD_OUT_SOUND_FONT, ...SOUND_FONTS]),
    },
  ])
}

// node test/bench/transcription/measure-bars.ts: bars and their first beats, told from notes and beats as they are written, of pieces that meter.ts
// was chosen by and of test pieces.

import type { HeardNote } from '../../../src-main/local-service/transcription/notes/decode-notes.ts'
import type { DrumHit } from '../../../src-main/local-service/transcription/parts/drums.ts'
import { groupBeats } from '../../../src-main/local-service/transcription/rhythm/meter.ts'
import { beatsAt } from '../../../src-main/local-service/transcription/rhythm/time-map.ts'
import { type RealPiece, testedRealPieces, untestedRealPieces } from './real-pieces.ts'
import { tuningPieces } from './tuning-midi.ts'

const KINDS = ['piano', 'ensemble'] as const
const HIT_SECONDS = 0.1
const KICKS = [35, 36]
const SNARES = [38, 40]

for (const [name, pieces] of [
  ['tuning', [...KINDS.flatMap(untestedRealPieces), ...tuningPieces().flat()]],
  ['test', KINDS.flatMap(testedRealPieces)],
] as const) {
  const measured = pieces.filter(
    ({ bpm, firstDownbeat, numerator, beats }) =>
      bpm !== null && firstDownbeat !== null && [2, 3, 4].includes(numerator) && beats.length > 8,
  )
  const found = measured.map((piece) => ({ piece, grouping: grouped(piece) }))
  const isMeterRight = found.filter(({ piece, grouping }) => grouping.beatsPerBar === piece.numerator)
  const isRight = isMeterRight.filter(({ piece, grouping }) => grouping.firstDownbeat === piece.firstDownbeat)
  console.log(
    `${name}: ${measured.length} takes, bars of the right length ${isMeterRight.length}, and with the right first beat ${isRight.length}`,
  )
}

function grouped({ parts, beats }: RealPiece): ReturnType<typeof groupBeats> {
  const notes = parts.flatMap((part) =>
    part.notes.map(
      ({ pitch, start, end }): HeardNote => ({
        pitch: part.isDrums ? 60 : pitch,
        start,
        end: part.isDrums ? start + HIT_SECONDS : end,
        levelDb: -20,
        certainty: 1,
      }),
    ),
  )
  const hits = parts
    .filter(({ isDrums }) => isDrums)
    .flatMap((part) =>
      part.notes.flatMap(({ pitch, start }): DrumHit[] =>
        [...KICKS, ...SNARES].includes(pitch)
          ? [{ pitch: KICKS.includes(pitch) ? 36 : 38, start, levelDb: -20 }]
          : [],
      ),
    )
  const knots = beats.map((seconds, index) => ({ seconds, beats: index }))
  const beatOf = ({ start }: { readonly start: number }) => beatsAt({ knots, quartersPerBeat: 1 }, start)
  const inOrder = notes.toSorted((a, b) => a.start - b.start)
  return groupBeats(inOrder, beatOf, beats.length, null, hits)
}

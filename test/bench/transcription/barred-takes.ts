// Takes whose bars are known, as they would be heard, with what tells of their bars.

import type { HeardNote } from '../../../src-main/local-service/transcription/notes/decode-notes.ts'
import type { DrumHit } from '../../../src-main/local-service/transcription/parts/drums.ts'
import { beatsAt } from '../../../src-main/local-service/transcription/rhythm/time-map.ts'
import { numberOf } from './number-of.ts'
import { type Barred, inOddMeter } from './odd-meters.ts'
import { beatsOf, makePiece, seeded } from './pieces.ts'
import { learntRealPieces, type RealPiece, testedRealPieces } from './real-pieces.ts'
import { heardTake } from './tempo-takes.ts'
import { tuningPieces } from './tuning-midi.ts'
import { stylePieces } from './tuning-styles.ts'
import { barsOfWritten } from './written-bars.ts'
import { learntWrittenPieces, testedWrittenPieces } from './written-pieces.ts'

export type BarSource = 'written' | 'real' | 'midi' | 'styles' | 'generated' | 'odd' | 'quarters'

/** One take whose beats are known, with what is heard of it. */
export interface BarredTake {
  readonly source: BarSource
  readonly name: string
  /** Takes of one piece are learnt from together, or kept out together. */
  readonly piece: string
  readonly kind: 'piano' | 'ensemble'
  /** It begins where its piece does. */
  readonly isBeginning: boolean
  readonly notes: readonly HeardNote[]
  readonly drums: readonly DrumHit[]
  readonly beatOf: (begun: { readonly start: number }) => number
  readonly beatCount: number
  readonly beatsPerBar: number
  readonly firstDownbeat: number
}

type Origin = Pick<BarredTake, 'source' | 'name' | 'piece' | 'kind' | 'isBeginning'>

const BAR_LENGTHS = [2, 3, 4, 5, 7]
const FEWEST_BEATS = 8
const FEWEST_NOTES = 20
const GENERATED_SEEDS = 80
/** One take in four of four beats a bar is heard in five or seven as well. */
const ODD_EVERY = 4
/** Hits count as notes of no pitch of their own where drums are written: `transcribe.ts`. */
const HIT_NOTE = { pitch: 60, seconds: 0.1, softerDb: 60 } as const

/** The takes that bars are learnt from. */
export function* learntBarredTakes(): Generator<BarredTake> {
  for (const take of learntWrittenPieces()) yield* ofWritten(take)
  for (const kind of ['piano', 'ensemble'] as const)
    for (const take of learntRealPieces(kind)) yield* ofReal(take, 'real')
  for (const [index, takes] of tuningPieces().entries())
    for (const take of takes) yield* ofReal(take, 'midi', `midi ${index}`)
  for (const [index, takes] of stylePieces().entries())
    for (const take of takes) yield* ofReal(take, 'styles', `style ${index}`)
  for (let seed = 1; seed <= GENERATED_SEEDS; seed++)
    for (const kind of ['piano', 'ensemble'] as const) yield* ofGenerated(kind, seed)
}

/** Those of test pieces: nothing is learnt from them. */
export function* testedBarredTakes(): Generator<BarredTake> {
  for (const take of testedWrittenPieces()) yield* ofWritten(take)
  for (const kind of ['piano', 'ensemble'] as const)
    for (const take of testedRealPieces(kind)) yield* ofReal(take, 'real')
}

function* ofWritten(take: RealPiece): Generator<BarredTake> {
  const bars = barsOfWritten(take)
  if (!bars) return
  const barred = { ...bars, parts: take.parts }
  yield* heard(barred, originOf(take, 'written'))
  if (bars.areHalves) yield* heardOnce(inQuarters(barred), originOf(take, 'quarters'))
}

/** The same with two beats for each. */
function inQuarters({ parts, beats, firstDownbeat, beatsPerBar }: Barred): Barred {
  return {
    parts,
    beats: beats.flatMap((beat, index) => {
      const next = beats[index + 1]
      return next === undefined ? [beat] : [beat, (beat + next) / 2]
    }),
    firstDownbeat: 2 * firstDownbeat,
    beatsPerBar: 2 * beatsPerBar,
  }
}

function* ofReal(take: RealPiece, source: BarSource, piece?: string): Generator<BarredTake> {
  const { parts, beats, firstDownbeat, numerator, bpm } = take
  if (bpm === null || firstDownbeat === null) return
  yield* heard({ parts, beats, firstDownbeat, beatsPerBar: numerator }, originOf(take, source, piece))
}

function* ofGenerated(kind: 'piano' | 'ensemble', seed: number): Generator<BarredTake> {
  const piece = makePiece(kind, seed)
  const origin = {
    source: 'generated',
    name: piece.name,
    piece: `${kind} ${seed}`,
    kind,
    isBeginning: true,
  } as const
  yield* heard({ parts: piece.parts, beats: beatsOf(piece), firstDownbeat: 0, beatsPerBar: 4 }, origin)
}

function originOf({ name, kind }: RealPiece, source: BarSource, piece?: string): Origin {
  const from = / from (\d+) s/.exec(name)?.[1] ?? '0'
  return { source, name, piece: piece ?? name.replace(/ from .*/, ''), kind, isBeginning: from === '0' }
}

/** The take, and for some in bars of four the same in five or seven. */
function* heard(barred: Barred, origin: Origin): Generator<BarredTake> {
  yield* heardOnce(barred, origin)
  if (barred.beatsPerBar !== 4 || numberOf(origin.name) % ODD_EVERY !== 0) return
  const random = seeded(numberOf(origin.name))
  yield* heardOnce(inOddMeter(barred, random), { ...origin, source: 'odd' })
}

function* heardOnce(barred: Barred, origin: Origin): Generator<BarredTake> {
  const { parts, beats, firstDownbeat, beatsPerBar } = barred
  const { notes, hits } = heardTake(parts, seeded(numberOf(origin.name)))
  const isHeard = notes.length >= FEWEST_NOTES && beats.length >= FEWEST_BEATS
  if (!isHeard || !BAR_LENGTHS.includes(beatsPerBar)) return
  const drums = parts.some(({ isDrums }) => isDrums) ? hits : []
  const knots = beats.map((seconds, index) => ({ seconds, beats: index }))
  const beginnings = [...notes.filter(isPitched), ...drums.map(noteOfHit)]
  yield {
    ...origin,
    notes: beginnings.sort((a, b) => a.start - b.start),
    drums,
    beatOf: ({ start }) => beatsAt({ knots, quartersPerBeat: 1 }, start),
    beatCount: beats.length,
    beatsPerBar,
    firstDownbeat,
  }
}

/** Not one that `heardTake` has for a hit. */
function isPitched({ pitch, levelDb }: HeardNote): boolean {
  return pitch !== HIT_NOTE.pitch || levelDb > -20 - HIT_NOTE.softerDb
}

function noteOfHit({ start, levelDb }: DrumHit): HeardNote {
  return {
    pitch: HIT_NOTE.pitch,
    start,
    end: start + HIT_NOTE.seconds,
    levelDb: levelDb - HIT_NOTE.softerDb,
    certainty: 1,
  }
}

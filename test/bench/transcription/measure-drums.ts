// How well drums are told apart, by class, beside a naive detector: node test/bench/transcription/measure-drums.ts

import { pathToFileURL } from 'node:url'
import { findDrums } from '../../../src-main/local-service/transcription/drums/written-hits.ts'
import {
  BANDS,
  FLOOR_DB,
  type KeyEnergy,
  measureKeyEnergy,
} from '../../../src-main/local-service/transcription/listening/key-energy.ts'
import {
  frameCountOf,
  secondsOfFrame,
} from '../../../src-main/local-service/transcription/listening/posteriors.ts'
import { readRecording } from '../../../src-main/local-service/transcription/listening/recording.ts'
import { DRUMS, findMoments } from '../../../src-main/local-service/transcription/parts/drums.ts'
import { DRUM_CLASSES, type DrumClass, drumClassOf, makeDrumPiece } from './drum-pieces.ts'
import { type Counts, countMatches, f1, type TimedNote } from './measure.ts'
import type { KnownPiece } from './pieces.ts'
import { testedRealPieces } from './real-pieces.ts'
import { HELD_OUT_SOUND_FONT, renderPiece, SOUND_FONTS } from './render.ts'

/** Seeds below 1,000 are those of train-drums.ts and train-hits.ts. */
const FIRST_TEST_SEED = 1001
const FONTS = [HELD_OUT_SOUND_FONT, ...SOUND_FONTS]
/** Fewer hits than this in real pieces tell nothing of a class. */
const FEWEST_HITS = 20

export interface DrumFigure {
  readonly drum: DrumClass
  /** Of all hits of all pieces together; within 50 ms. */
  readonly f1: number
  readonly naiveF1: number
  readonly hits: number
}

export interface DrumFigures {
  readonly generated: readonly DrumFigure[]
  /** Empty where no real pieces are installed. */
  readonly real: readonly DrumFigure[]
}

export function measureDrums(pieces: number): DrumFigures {
  const generated = Array.from({ length: pieces }, (_, index) => makeDrumPiece(FIRST_TEST_SEED + index))
  const real = testedRealPieces('ensemble').filter(({ parts }) => parts.some(({ isDrums }) => isDrums))
  return {
    generated: figuresOf(generated),
    real: figuresOf(real).filter(({ hits }) => hits >= FEWEST_HITS),
  }
}

function figuresOf(pieces: readonly Pick<KnownPiece, 'parts'>[]): DrumFigure[] {
  const heard = pieces.map((piece, index) => {
    const { signal } = readRecording(renderPiece(piece, FONTS[index % FONTS.length]!))
    const energy = measureKeyEnergy(signal, frameCountOf(signal))
    const known = piece.parts.filter(({ isDrums }) => isDrums).flatMap(({ notes }) => notes)
    return { known, ours: findDrums(signal, energy).hits, naive: findNaively(energy) }
  })
  return Object.keys(DRUM_CLASSES).map((name) => {
    const drum = name as DrumClass // the keys of the table itself
    const summed = (
      of: (one: (typeof heard)[number]) => readonly { pitch: number; start: number }[],
    ): Counts =>
      heard
        .map((one) => countMatches(hitsOf(one.known, drum), hitsOf(of(one), drum), false))
        .reduce(
          (sum, counts) => ({
            matched: sum.matched + counts.matched,
            reference: sum.reference + counts.reference,
            estimated: sum.estimated + counts.estimated,
          }),
          { matched: 0, reference: 0, estimated: 0 },
        )
    const ours = summed((one) => one.ours)
    return { drum, f1: f1(ours), naiveF1: f1(summed((one) => one.naive)), hits: ours.reference }
  })
}

/** Hits of one class: two of its drums at once are one. */
export function hitsOf(
  hits: readonly { readonly pitch: number; readonly start: number }[],
  drum: DrumClass,
): TimedNote[] {
  const kept: TimedNote[] = []
  const starts = hits.filter(({ pitch }) => drumClassOf(pitch) === drum).map(({ start }) => start)
  for (const start of starts.toSorted((a, b) => a - b))
    if (start - (kept.at(-1)?.start ?? Number.NEGATIVE_INFINITY) > 0.02)
      kept.push({ pitch: 0, start, end: start + 0.1 })
  return kept
}

/** What a drum's own bands rise by when it is struck, as the naive detector has it, in dB. */
const NAIVE_RISE_DB = 9

/** A drum is struck wherever its own bands rise together. */
function findNaively(energy: KeyEnergy): { pitch: number; start: number }[] {
  const level = (frame: number, band: number) => energy.bandDb[frame * BANDS + band] ?? FLOOR_DB
  return findMoments(energy).flatMap((frame) =>
    DRUMS.filter(({ bands }) => {
      let rise = 0
      for (const band of bands) rise += level(frame + 2, band) - level(frame - 2, band)
      return rise / bands.length >= NAIVE_RISE_DB
    }).map(({ pitch }) => ({ pitch, start: secondsOfFrame(frame) })),
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { generated, real } = measureDrums(Number(process.argv[2] ?? 12))
  for (const [name, figures] of Object.entries({ generated, real }))
    for (const { drum, f1, naiveF1, hits } of figures)
      console.log(`${name}: ${drum} ${f1.toFixed(3)} (naive ${naiveF1.toFixed(3)}), ${hits} hits`)
}

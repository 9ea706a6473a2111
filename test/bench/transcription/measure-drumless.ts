// Drums that nobody plays: hits and drum parts in music without drums, beside those in music with them: node test/bench/transcription/measure-drumless.ts

import { pathToFileURL } from 'node:url'
import { findDrums } from '../../../src-main/local-service/transcription/drums/written-hits.ts'
import {
  areDrumsAdmitted,
  drumsAgreed,
} from '../../../src-main/local-service/transcription/instruments/detect.ts'
import { measureKeyEnergy } from '../../../src-main/local-service/transcription/listening/key-energy.ts'
import { frameCountOf } from '../../../src-main/local-service/transcription/listening/posteriors.ts'
import { readRecording } from '../../../src-main/local-service/transcription/listening/recording.ts'
import { makeDrumlessPiece, makeDrumPiece, withoutDrums } from './drum-pieces.ts'
import { type KnownPiece, makePiece } from './pieces.ts'
import { testedRealPieces } from './real-pieces.ts'
import { HELD_OUT_SOUND_FONT, renderPiece, SOUND_FONTS } from './render.ts'

/** Seeds below 1,000 are learnt from; by those below 2,000 the thresholds of detection were chosen. */
const FIRST_TEST_SEED = 2001
const FONTS = [HELD_OUT_SOUND_FONT, ...SOUND_FONTS]

export interface DrumlessFigure {
  readonly of: string
  readonly hasDrums: boolean
  readonly pieces: number
  /** Where there are no drums each of them is false. */
  readonly meanHitsASecond: number
  readonly mostHitsASecond: number
  /** Share of the pieces in which detection names drums. */
  readonly named: number
}

type Piece = Pick<KnownPiece, 'name' | 'parts'>

export function measureDrumless(pieces: number): DrumlessFigure[] {
  const generated = (make: (seed: number) => Piece) =>
    Array.from({ length: pieces }, (_, index) => make(FIRST_TEST_SEED + index))
  const bands = testedRealPieces('ensemble')
  const hasDrums = ({ parts }: Piece) => parts.some(({ isDrums }) => isDrums)
  return [
    figureOf(
      'piano',
      generated((seed) => makePiece('piano', seed)),
    ),
    figureOf('one instrument or a band without drums', generated(makeDrumlessPiece)),
    figureOf('real music on one piano', testedRealPieces('piano').slice(0, pieces)),
    figureOf('real ensembles without their drums', bands.map(withoutDrums).slice(0, pieces)),
    figureOf('drums', generated(makeDrumPiece)),
    figureOf('real ensembles with drums', bands.filter(hasDrums).slice(0, pieces)),
  ].flatMap((figure) => figure ?? [])
}

/** Null where no such piece is installed. */
function figureOf(of: string, all: readonly Piece[]): DrumlessFigure | null {
  const pieces = all.filter(({ parts }) => parts.length > 0)
  if (pieces.length === 0) return null
  const heard = pieces.map((piece, index) => {
    const recording = readRecording(renderPiece(piece, FONTS[index % FONTS.length]!))
    const energy = measureKeyEnergy(recording.signal, frameCountOf(recording.signal))
    return {
      hitsASecond: findDrums(recording.signal, energy).hits.length / (recording.durationMs / 1000),
      isNamed: areDrumsAdmitted(drumsAgreed(recording)),
    }
  })
  return {
    of,
    hasDrums: pieces.some(({ parts }) => parts.some(({ isDrums }) => isDrums)),
    pieces: pieces.length,
    meanHitsASecond: heard.reduce((sum, { hitsASecond }) => sum + hitsASecond, 0) / heard.length,
    mostHitsASecond: heard.reduce((most, { hitsASecond }) => Math.max(most, hitsASecond), 0),
    named: heard.filter(({ isNamed }) => isNamed).length / heard.length,
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const figure of measureDrumless(Number(process.argv[2] ?? 18)))
    console.log(
      `${figure.of}, ${figure.pieces} pieces: ${figure.meanHitsASecond.toFixed(2)} hits a second, ${figure.mostHitsASecond.toFixed(2)} at most; drums named in ${(100 * figure.named).toFixed(0)} %`,
    )
}

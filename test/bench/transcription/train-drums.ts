// Trains the networks that tell the hits by which beats are heard, on rendered pieces.
// node test/bench/transcription/train-drums.ts — generated pieces of seeds below 1,000 and, where they are installed, the untested half of
// real-pieces.ts; sound fonts are Debian's (TimGM6mb: GPL-2; FluidR3: MIT).

import {
  loudestDb,
  measureKeyEnergy,
} from '../../../src-main/local-service/transcription/listening/key-energy.ts'
import {
  frameCountOf,
  secondsOfFrame,
} from '../../../src-main/local-service/transcription/listening/posteriors.ts'
import { readRecording } from '../../../src-main/local-service/transcription/listening/recording.ts'
import { judgeOf, type Network } from '../../../src-main/local-service/transcription/notes/network.ts'
import {
  DRUM_FEATURES,
  DRUMS,
  describeMomentOfBands,
  findMoments,
} from '../../../src-main/local-service/transcription/parts/drums.ts'
import { drumClassOf, makeDrumPiece } from './drum-pieces.ts'
import { type KnownNote, type KnownPiece, makePiece, seeded } from './pieces.ts'
import { untestedRealPieces } from './real-pieces.ts'
import { renderPiece, SOUND_FONTS } from './render.ts'
import { makeNoise } from './takes.ts'
import { createSamples, type Samples, train } from './trainer.ts'
import { writeNetworks } from './write-networks.ts'

const GENERATED = 54
const NOISES = 24
/** Every sixth piece only tells how well the rest was learnt. */
const HELD_OUT_EVERY = 6
/** A moment is a hit's within so many seconds. */
const HIT_SECONDS = 0.03
const THRESHOLDS = [0.3, 0.4, 0.5]

interface Lesson {
  readonly samples: readonly Samples[]
  readonly heldOut: readonly Samples[]
  /** Hits, and those of them that have a moment to be found at. */
  readonly coverage: { hits: number; found: number }[]
  studied: number
}

writeNetworks(
  'parts/trained-drums.ts',
  'The networks that tell drums apart, in the order of DRUMS, written by test/bench/transcription/train-drums.ts.',
  { DRUM_NETWORKS: trainAll() },
)

/** One network a drum, learnt from pieces and from noise, which nobody plays: what rises and falls in it is no hit. */
function trainAll(): Network[] {
  const lesson: Lesson = {
    samples: DRUMS.map(() => createSamples(DRUM_FEATURES)),
    heldOut: DRUMS.map(() => createSamples(DRUM_FEATURES)),
    coverage: DRUMS.map(() => ({ hits: 0, found: 0 })),
    studied: 0,
  }
  for (let seed = 1; seed <= GENERATED; seed++) {
    study(makeDrumPiece(seed), lesson)
    if (seed % 8 === 0) study(makePiece('piano', seed), lesson)
  }
  for (const piece of untestedRealPieces('ensemble')) study(piece, lesson)
  for (let seed = 1; seed <= NOISES; seed++) learn(makeNoise(seed), [], lesson.samples, lesson.coverage)
  for (const [index, { hits, found }] of lesson.coverage.entries())
    console.log(`${DRUMS[index]!.name}: ${found} of ${hits} hits have a moment`)
  const random = seeded(2)
  return lesson.samples.map((of, index) => {
    const network = train(of, { hidden: [24], epochs: 16, random, report: () => {} })
    const judge = judgeOf(network)
    const scores = THRESHOLDS.map(
      (threshold) => `${f1Of(lesson.heldOut[index]!, judge, threshold).toFixed(3)} at ${threshold}`,
    )
    console.log(`${DRUMS[index]!.name}, moments held out: ${scores.join(', ')}`)
    return network
  })
}

function study(piece: Pick<KnownPiece, 'name' | 'parts'>, lesson: Lesson): void {
  const { signal } = readRecording(renderPiece(piece, SOUND_FONTS[lesson.studied % 2]!))
  const hits = piece.parts.filter(({ isDrums }) => isDrums).flatMap(({ notes }) => notes)
  const isHeldOut = lesson.studied++ % HELD_OUT_EVERY === 0
  learn(signal, hits, isHeldOut ? lesson.heldOut : lesson.samples, lesson.coverage)
}

function learn(
  signal: Float32Array,
  hits: readonly KnownNote[],
  into: readonly Samples[],
  coverage: Lesson['coverage'],
): void {
  const energy = measureKeyEnergy(signal, frameCountOf(signal))
  const loudest = loudestDb(energy)
  const row = new Float32Array(DRUM_FEATURES)
  const moments = findMoments(energy)
  const isNear = (hit: { readonly start: number }, frame: number) =>
    Math.abs(hit.start - secondsOfFrame(frame)) < HIT_SECONDS
  for (const [index, { name }] of DRUMS.entries()) {
    const ofDrum = hits.filter(({ pitch }) => drumClassOf(pitch) === name)
    coverage[index]!.hits += ofDrum.length
    coverage[index]!.found += ofDrum.filter((hit) => moments.some((frame) => isNear(hit, frame))).length
    for (const frame of moments) {
      describeMomentOfBands(energy, frame, loudest, row)
      into[index]!.add(row, ofDrum.some((hit) => isNear(hit, frame)) ? 1 : 0)
    }
  }
}

function f1Of(of: Samples, judge: (row: Float32Array) => number, threshold: number): number {
  let [right, said, known] = [0, 0, 0]
  for (let index = 0; index < of.count; index++) {
    const isSaid = judge(of.row(index)) >= threshold
    if (isSaid) said++
    if (of.label(index) === 1) known++
    if (isSaid && of.label(index) === 1) right++
  }
  return (2 * right) / Math.max(1, said + known)
}

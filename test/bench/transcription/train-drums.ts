// Trains the networks that tell drums apart, on rendered pieces with and without drums.
// node test/bench/transcription/train-drums.ts — generated pieces of seeds below 1,000 and, where they are installed, the untested half of
// real-pieces.ts; sound fonts are Debian's (TimGM6mb: GPL-2; FluidR3: MIT).

import { writeFileSync } from 'node:fs'
import { measureKeyEnergy } from '../../../src-main/local-service/transcription/listening/key-energy.ts'
import {
  frameCountOf,
  secondsOfFrame,
} from '../../../src-main/local-service/transcription/listening/posteriors.ts'
import { readRecording } from '../../../src-main/local-service/transcription/listening/recording.ts'
import { encodeNetwork, judgeOf } from '../../../src-main/local-service/transcription/notes/network.ts'
import {
  DRUM_FEATURES,
  DRUMS,
  describeMomentOfBands,
  findMoments,
  loudestFrame,
} from '../../../src-main/local-service/transcription/parts/drums.ts'
import { drumClassOf, makeDrumPiece } from './drum-pieces.ts'
import { type KnownNote, type KnownPiece, makePiece, seeded } from './pieces.ts'
import { untestedRealPieces } from './real-pieces.ts'
import { renderPiece, SOUND_FONTS } from './render.ts'
import { makeNoise } from './takes.ts'
import { createSamples, type Samples, train } from './trainer.ts'

const GENERATED = 54
const NOISES = 24
/** Every sixth piece only tells how well the rest was learnt. */
const HELD_OUT_EVERY = 6
/** A moment is a hit's within so many seconds. */
const HIT_SECONDS = 0.03
const THRESHOLDS = [0.3, 0.4, 0.5]

const samples = DRUMS.map(() => createSamples(DRUM_FEATURES))
const heldOut = DRUMS.map(() => createSamples(DRUM_FEATURES))
/** Hits, and those of them that have a moment to be found at. */
const coverage = DRUMS.map(() => ({ hits: 0, found: 0 }))
const random = seeded(2)

let studied = 0
for (let seed = 1; seed <= GENERATED; seed++) {
  study(makeDrumPiece(seed))
  if (seed % 8 === 0) study(makePiece('piano', seed))
}
for (const piece of untestedRealPieces('ensemble')) study(piece)
// Nobody plays noise: what rises and falls in it is no hit.
for (let seed = 1; seed <= NOISES; seed++) learn(makeNoise(seed), [], samples)
for (const [index, { hits, found }] of coverage.entries())
  console.log(`${DRUMS[index]!.name}: ${found} of ${hits} hits have a moment`)

const texts = samples.map((of, index) => {
  const network = train(of, { hidden: [24], epochs: 16, random, report: () => {} })
  const judge = judgeOf(network)
  const scores = THRESHOLDS.map(
    (threshold) => `${f1Of(heldOut[index]!, judge, threshold).toFixed(3)} at ${threshold}`,
  )
  console.log(`${DRUMS[index]!.name}, moments held out: ${scores.join(', ')}`)
  return encodeNetwork(network)
})
writeFileSync(
  new URL('../../../src-main/local-service/transcription/parts/trained-drums.ts', import.meta.url),
  [
    '// The weights of the networks that tell drums apart, in the order of DRUMS, written by test/bench/transcription/train-drums.ts.',
    '',
    `export const DRUM_NETWORKS = [\n${texts.map((text) => `  '${text}',`).join('\n')}\n]`,
    '',
  ].join('\n'),
)

function study(piece: Pick<KnownPiece, 'name' | 'parts'>): void {
  const { signal } = readRecording(renderPiece(piece, SOUND_FONTS[studied % 2]!))
  const hits = piece.parts.filter(({ isDrums }) => isDrums).flatMap(({ notes }) => notes)
  learn(signal, hits, studied % HELD_OUT_EVERY === 0 ? heldOut : samples)
  studied++
}

function learn(signal: Float32Array, hits: readonly KnownNote[], into: readonly Samples[]): void {
  const energy = measureKeyEnergy(signal, frameCountOf(signal))
  const loudest = loudestFrame(energy)
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

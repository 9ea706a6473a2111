// Trains the networks that tell drums apart, on rendered pieces with and without drums.
// node test/bench/transcription/train-drums.ts — all material is made here by seed; sound fonts are Debian's (TimGM6mb: GPL-2; FluidR3: MIT).

import { writeFileSync } from 'node:fs'
import { measureKeyEnergy } from '../../../src-main/local-service/transcription/listening/key-energy.ts'
import {
  frameCountOf,
  secondsOfFrame,
} from '../../../src-main/local-service/transcription/listening/posteriors.ts'
import { readRecording } from '../../../src-main/local-service/transcription/listening/recording.ts'
import { encodeNetwork } from '../../../src-main/local-service/transcription/notes/network.ts'
import {
  DRUM_FEATURES,
  DRUMS,
  describeMomentOfBands,
  findMoments,
  loudestFrame,
} from '../../../src-main/local-service/transcription/parts/drums.ts'
import { type KnownPiece, makePiece, seeded } from './pieces.ts'
import { renderPiece, SOUND_FONTS } from './render.ts'
import { createSamples, train } from './trainer.ts'

const samples = DRUMS.map(() => createSamples(DRUM_FEATURES))
const random = seeded(2)

for (let seed = 1; seed <= 42; seed++) {
  const ensemble = makePiece('ensemble', seed)
  const kit = ensemble.parts.filter(({ isDrums }) => isDrums)
  study(ensemble, seed)
  if (seed % 3 === 0) study(makePiece('piano', seed), seed)
  // The kit alone.
  if (kit.length > 0) study({ ...ensemble, parts: kit }, seed)
}
const texts = samples.map((of) => encodeNetwork(train(of, { hidden: [16], epochs: 14, random })))
writeFileSync(
  new URL('../../../src-main/local-service/transcription/parts/trained-drums.ts', import.meta.url),
  [
    '// The weights of the networks that tell drums apart, in the order of DRUMS, written by test/bench/transcription/train-drums.ts.',
    '',
    `export const DRUM_NETWORKS = [\n${texts.map((text) => `  '${text}',`).join('\n')}\n]`,
    '',
  ].join('\n'),
)

function study(piece: KnownPiece, seed: number): void {
  const { signal } = readRecording(renderPiece(piece, SOUND_FONTS[seed % 2]!))
  const energy = measureKeyEnergy(signal, frameCountOf(signal))
  const loudest = loudestFrame(energy)
  const hits = piece.parts.filter(({ isDrums }) => isDrums).flatMap(({ notes }) => notes)
  const row = new Float32Array(DRUM_FEATURES)
  for (const frame of findMoments(energy)) {
    describeMomentOfBands(energy, frame, loudest, row)
    const at = secondsOfFrame(frame)
    for (const [index, { pitch }] of DRUMS.entries()) {
      const isHit = hits.some((hit) => hit.pitch === pitch && Math.abs(hit.start - at) < 0.03)
      samples[index]!.add(row, isHit ? 1 : 0)
    }
  }
  console.log(piece.name, hits.length, samples[0]!.count)
}

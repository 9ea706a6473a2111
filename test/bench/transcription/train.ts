// Trains the two small networks of note decoding on rendered pieces and writes them where the engine reads them.
// node test/bench/transcription/train.ts — all material is made here by seed; sound fonts are Debian's (TimGM6mb: GPL-2; FluidR3: MIT).

import { writeFileSync } from 'node:fs'
import { measureKeyEnergy } from '../../../src-main/local-service/transcription/listening/key-energy.ts'
import { loadNoteModel } from '../../../src-main/local-service/transcription/listening/note-model.ts'
import {
  frameOfSeconds,
  LOWEST_PITCH,
  MODEL_RATE_HZ,
  secondsOfFrame,
} from '../../../src-main/local-service/transcription/listening/posteriors.ts'
import { readRecording } from '../../../src-main/local-service/transcription/listening/recording.ts'
import {
  CANDIDATE_FEATURES,
  describeCandidate,
  findCandidates,
  type Heard,
} from '../../../src-main/local-service/transcription/notes/candidates.ts'
import {
  describeMoment,
  ENDING_FEATURES,
  loudestOf,
} from '../../../src-main/local-service/transcription/notes/endings.ts'
import { encodeNetwork } from '../../../src-main/local-service/transcription/notes/network.ts'
import { type KnownNote, type KnownPiece, makePiece, seeded } from './pieces.ts'
import { renderPiece, SOUND_FONTS } from './render.ts'
import { synthesise } from './synthesise.ts'
import { type Samples, train } from './trainer.ts'

/** Seeds of tuning pieces lie below 1,000, those of test pieces above. */
const PIECES_OF_EACH_KIND = Number(process.argv[2] ?? 24)

const candidates: Samples = { width: CANDIDATE_FEATURES, features: [], labels: [] }
const moments: Samples = { width: ENDING_FEATURES, features: [], labels: [] }
const random = seeded(1)

const model = await loadNoteModel()
for (let seed = 1; seed <= PIECES_OF_EACH_KIND; seed++) {
  for (const kind of ['piano', 'ensemble'] as const) {
    const piece = makePiece(kind, seed)
    study(readRecording(renderPiece(piece, SOUND_FONTS[seed % 2]!)).signal, notesOf(piece))
    // Every third piece is played by tones of no known instrument too, and some noise by nobody.
    if (seed % 3 === 0)
      study(synthesise(makePiece(kind, seed + 500), seed), notesOf(makePiece(kind, seed + 500)))
    if (seed % 12 === 0) study(noise(seed), [])
    console.log(piece.name, candidates.labels.length, moments.labels.length)
  }
}
const networks = {
  candidates: encodeNetwork(train(candidates, 32, 14, random)),
  endings: encodeNetwork(train(moments, 24, 8, random)),
}
const folder = new URL('../../../src-main/local-service/transcription/notes/', import.meta.url)
const lines = [
  '// The weights of the two networks of note decoding, written by test/bench/transcription/train.ts.',
  '',
  ...Object.entries(networks).map(
    ([name, text]) => `export const ${name.toUpperCase()}_NETWORK =\n  '${text}'`,
  ),
  '',
]
writeFileSync(new URL('trained-weights.ts', folder), lines.join('\n'))

function notesOf(piece: KnownPiece): KnownNote[] {
  return piece.parts.filter(({ isDrums }) => !isDrums).flatMap(({ notes }) => notes)
}

/** Four seconds of noise, white to brown. */
function noise(seed: number): Float32Array {
  const colour = random()
  let previous = 0
  return Float32Array.from({ length: 4 * MODEL_RATE_HZ }, () => {
    previous = colour * previous + (1 - colour) * (random() - 0.5)
    return previous * (seed % 24 === 0 ? 0.5 : 0.1)
  })
}

function study(signal: Float32Array, notes: readonly KnownNote[]): void {
  const posteriors = model.listen(signal)
  collect({ posteriors, energy: measureKeyEnergy(signal, posteriors.frameCount) }, notes)
}

function collect(heard: Heard, notes: readonly KnownNote[]): void {
  const found = findCandidates(heard, 0, heard.posteriors.frameCount)
  const row = new Float32Array(Math.max(CANDIDATE_FEATURES, ENDING_FEATURES))
  const free = new Set(notes)
  for (const candidate of found.toSorted((a, b) => b.strength - a.strength)) {
    const at = secondsOfFrame(candidate.frame)
    const note = [...free].find(
      ({ pitch, start }) => pitch === candidate.key + LOWEST_PITCH && Math.abs(start - at) <= 0.045,
    )
    if (note) free.delete(note)
    describeCandidate(heard, candidate, row, 0)
    push(candidates, row, note ? 1 : 0)
    if (!note) continue
    const loudest = loudestOf(heard, candidate)
    const next = Math.min(
      ...notes
        .filter((other) => other.pitch === note.pitch && other.start > note.start + 0.02)
        .map(({ start }) => start),
      at + 8,
    )
    const last = Math.min(frameOfSeconds(Math.min(next, note.end + 1.2)), heard.posteriors.frameCount)
    for (let frame = candidate.frame + 3; frame < last; frame++) {
      const isNear = Math.abs(secondsOfFrame(frame) - note.end) < 0.15
      if (!isNear && random() < 0.7) continue
      describeMoment(heard, candidate, frame, loudest, row, 0)
      push(moments, row, secondsOfFrame(frame) >= note.end ? 1 : 0)
    }
  }
  console.log(`   missed by all candidates: ${free.size} of ${notes.length}`)
}

function push({ width, features, labels }: Samples, row: Float32Array, label: number): void {
  for (let i = 0; i < width; i++) features.push(row[i]!)
  labels.push(label)
}

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
import { encodeNetwork, type Network } from '../../../src-main/local-service/transcription/notes/network.ts'
import { type KnownNote, type KnownPiece, makePiece, seeded } from './pieces.ts'
import { renderPiece, SOUND_FONTS } from './render.ts'
import { synthesise } from './synthesise.ts'

/** Seeds of tuning pieces lie below 1,000, those of test pieces above. */
const PIECES_OF_EACH_KIND = Number(process.argv[2] ?? 24)

interface Samples {
  readonly width: number
  readonly features: number[]
  readonly labels: number[]
}

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
  candidates: encodeNetwork(train(candidates, 32, 14)),
  endings: encodeNetwork(train(moments, 24, 8)),
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

/** Adam on the cross entropy, batches of 64. */
function train({ width, features, labels }: Samples, hidden: number, epochs: number): Network {
  const count = labels.length
  const mean = new Float32Array(width)
  const scale = new Float32Array(width)
  for (let i = 0; i < width; i++) {
    let sum = 0
    let squares = 0
    for (let n = 0; n < count; n++) {
      const value = features[n * width + i]!
      sum += value
      squares += value * value
    }
    mean[i] = sum / count
    scale[i] = 1 / Math.sqrt(Math.max(1e-6, squares / count - mean[i]! ** 2))
  }
  const data = new Float32Array(count * width)
  for (let n = 0; n < count; n++) {
    for (let i = 0; i < width; i++) data[n * width + i] = (features[n * width + i]! - mean[i]!) * scale[i]!
  }
  const size = hidden * width + hidden + hidden + 1
  const w = new Float64Array(size)
  const [b1, w2, b2] = [hidden * width, hidden * width + hidden, size - 1]
  for (let i = 0; i < hidden * width; i++) w[i] = (random() - 0.5) * 2 * Math.sqrt(3 / width)
  for (let i = 0; i < hidden; i++) w[w2 + i] = (random() - 0.5) * Math.sqrt(3 / hidden)
  const gradient = new Float64Array(size)
  const m = new Float64Array(size)
  const v = new Float64Array(size)
  const active = new Float64Array(hidden)
  const order = Uint32Array.from({ length: count }, (_, n) => n)
  const batches = Math.ceil(count / 64)
  let step = 0
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let n = count - 1; n > 0; n--) {
      const other = Math.floor(random() * (n + 1))
      const swap = order[n]!
      order[n] = order[other]!
      order[other] = swap
    }
    let loss = 0
    for (let batch = 0; batch < batches; batch++) {
      gradient.fill(0)
      const end = Math.min(count, batch * 64 + 64)
      for (let at = batch * 64; at < end; at++) {
        const n = order[at]!
        let z = w[b2]!
        for (let h = 0; h < hidden; h++) {
          let sum = w[b1 + h]!
          for (let i = 0; i < width; i++) sum += w[h * width + i]! * data[n * width + i]!
          active[h] = Math.max(0, sum)
          z += active[h]! * w[w2 + h]!
        }
        const p = 1 / (1 + Math.exp(-z))
        const error = p - labels[n]!
        loss -= Math.log(Math.max(1e-9, labels[n] ? p : 1 - p))
        gradient[b2]! += error
        for (let h = 0; h < hidden; h++) {
          if (active[h] === 0) continue
          gradient[w2 + h]! += error * active[h]!
          const back = error * w[w2 + h]!
          gradient[b1 + h]! += back
          for (let i = 0; i < width; i++) gradient[h * width + i]! += back * data[n * width + i]!
        }
      }
      step++
      const rate = 0.003 * 0.5 * (1 + Math.cos((Math.PI * step) / (epochs * batches))) + 1e-5
      for (let i = 0; i < size; i++) {
        const g = gradient[i]! / (end - batch * 64)
        m[i] = 0.9 * m[i]! + 0.1 * g
        v[i] = 0.999 * v[i]! + 0.001 * g * g
        w[i]! -= (rate * (m[i]! / (1 - 0.9 ** step))) / (Math.sqrt(v[i]! / (1 - 0.999 ** step)) + 1e-8)
      }
    }
    console.log(`   epoch ${epoch + 1}: loss ${(loss / count).toFixed(4)} over ${count}`)
  }
  const f = (from: number, to: number) => Float32Array.from(w.subarray(from, to))
  return {
    inputs: width,
    hidden,
    mean,
    scale,
    hiddenWeights: f(0, b1),
    hiddenBias: f(b1, w2),
    outputWeights: f(w2, b2),
    outputBias: w[b2]!,
  }
}

// Trains the log-linear model that tells a beat from its halves and doubles, on the notes of tuning pieces, and writes its weights.
// node test/bench/transcription/train-tempo.ts — seeds below 1,000; notes as they are known, some lost, some doubled: no audio is needed.

import { writeFileSync } from 'node:fs'
import type { KeyEnergy } from '../../../src-main/local-service/transcription/listening/key-energy.ts'
import type { HeardNote } from '../../../src-main/local-service/transcription/notes/decode-notes.ts'
import { trackBeats } from '../../../src-main/local-service/transcription/rhythm/beat-tracker.ts'
import { onsetEnvelope } from '../../../src-main/local-service/transcription/rhythm/onset-envelope.ts'
import {
  describeTempo,
  measurePulses,
  relativesOf,
  TEMPO_FEATURES,
} from '../../../src-main/local-service/transcription/rhythm/tempo.ts'
import { type KnownPiece, makePiece, seeded } from './pieces.ts'

const SEEDS = 900
/** Every tenth seed only tells how well the rest was learnt. */
const isHeldOut = (seed: number) => seed % 10 === 0
const TOLERANCE = 0.03
const STEPS = 800
/** Tempos of what people write lie around this, so many octaves apart (standard deviation). */
const TYPICAL_BPM = 120
const TEMPO_OCTAVES = 0.42
const [SLOWEST_BPM, FASTEST_BPM] = [58, 200]
/** The generated pieces begin half a second in. */
const LEAD_SECONDS = 0.5
const RATE = 0.05
/** Strong: weaker ones fit the generated pieces better and others worse. */
const SHRINKAGE = 0.02

interface Example {
  readonly isHeldOut: boolean
  readonly rows: readonly (readonly number[])[]
  readonly isRight: readonly boolean[]
}

const random = seeded(3)
const SILENT: KeyEnergy = {
  db: new Float32Array(0),
  frameDb: new Float32Array(0),
  bandDb: new Float32Array(0),
  brightness: new Float32Array(0),
  flux: new Float32Array(0),
}

const examples: Example[] = []
let lost = 0
for (let seed = 1; seed <= SEEDS; seed++) {
  for (const kind of ['piano', 'ensemble'] as const) {
    const example = study(varied(makePiece(kind, seed)), isHeldOut(seed))
    if (example) examples.push(example)
    else lost++
  }
}
console.log(`${examples.length} pieces; in ${lost} more the beat is none of the pulse's relatives`)

const learnt = examples.filter((example) => !example.isHeldOut)
const spread = deviations(learnt)
const scaled = new Float64Array(TEMPO_FEATURES)
const velocity = new Float64Array(TEMPO_FEATURES)
for (let step = 0; step < STEPS; step++) {
  const gradient = new Float64Array(TEMPO_FEATURES)
  for (const example of learnt) addGradient(example, gradient)
  for (let i = 0; i < TEMPO_FEATURES; i++) {
    velocity[i] = 0.9 * velocity[i]! + gradient[i]! / learnt.length - SHRINKAGE * scaled[i]!
    scaled[i]! += RATE * velocity[i]!
  }
}
const weights = [...scaled].map((weight, i) => Number((weight / spread[i]!).toFixed(4)))
console.log('right of those learnt from:', shareRight(learnt))
console.log('right of those held out:', shareRight(examples.filter((example) => example.isHeldOut)))
writeFileSync(
  new URL('../../../src-main/local-service/transcription/rhythm/trained-tempo.ts', import.meta.url),
  `// The weights of the model of tempo.ts, written by test/bench/transcription/train-tempo.ts.\n\nexport const TEMPO_WEIGHTS: readonly number[] = [\n${weights.map((weight) => `  ${weight},\n`).join('')}]\n`,
)

/** The piece at a tempo of its own; some swing, and in some a part plays three against four eighths, as pop and rags do. */
function varied(piece: KnownPiece): KnownPiece {
  const octaves = (random() + random() + random() + random() - 2) * TEMPO_OCTAVES * Math.sqrt(3)
  const bpm = Math.max(SLOWEST_BPM, Math.min(FASTEST_BPM, TYPICAL_BPM * 2 ** octaves))
  const isSwung = random() < 0.15
  const syncopatedPart = random() < 0.3 ? Math.floor(random() * piece.parts.length) : -1
  const parts = piece.parts.map((part, index) => {
    const placeOf = (seconds: number) => {
      const beats = ((seconds - LEAD_SECONDS) * piece.bpm) / 60
      const moved = index === syncopatedPart ? threeAgainstFour(beats) : beats
      return LEAD_SECONDS + ((isSwung ? swung(moved) : moved) * 60) / bpm
    }
    const notes = part.notes.map((note) => {
      const start = placeOf(note.start)
      return { ...note, start, end: start + ((note.end - note.start) * piece.bpm) / bpm }
    })
    return { ...part, notes }
  })
  return { ...piece, bpm, parts }
}

/** Halves of beats fall on thirds of them. */
function swung(beats: number): number {
  const beat = Math.floor(beats + 0.05)
  const within = beats - beat
  return beat + (within < 0.5 ? (within * 4) / 3 : 2 / 3 + ((within - 0.5) * 2) / 3)
}

/** To the nearest of three uneven places in a bar of four beats. */
function threeAgainstFour(beats: number): number {
  const bar = Math.floor((beats + 0.05) / 4)
  const within = beats - 4 * bar
  const places = [0, 1.5, 3]
  return 4 * bar + places.reduce((a, b) => (Math.abs(b - within) < Math.abs(a - within) ? b : a))
}

function study(piece: KnownPiece, heldOut: boolean): Example | null {
  const notes = piece.parts.flatMap((part) => part.notes.flatMap((note) => heard(note, part.isDrums)))
  notes.sort((a, b) => a.start - b.start)
  const seconds = notes.reduce((last, { end }) => Math.max(last, end), 0) + 1
  const envelope = onsetEnvelope(notes, SILENT, seconds)
  const pulse = trackBeats(envelope, null)
  if (!pulse) return null
  const pulses = measurePulses(envelope, notes)
  const tempos = relativesOf(pulse.bpm)
  const isRight = tempos.map((bpm) => Math.abs(bpm / piece.bpm - 1) <= TOLERANCE)
  if (!isRight.includes(true)) return null
  return { isHeldOut: heldOut, rows: tempos.map((bpm) => describeTempo(pulses, bpm)), isRight }
}

/** As the decoder would hear a note: one in twelve is missed, ends are early or late; drums have no pitch that could tell of harmony. */
function heard(
  { pitch, start, end, velocity: force }: KnownPiece['parts'][number]['notes'][number],
  isDrums: boolean,
): HeardNote[] {
  if (random() < 0.08) return []
  const length = isDrums ? 0.1 : (end - start) * (0.7 + 0.5 * random())
  const levelDb = 20 * Math.log10(force / 127) * 2 - 20
  return [{ pitch: isDrums ? 60 : pitch, start, end: start + length, levelDb, certainty: 1 }]
}

function deviations(all: readonly Example[]): number[] {
  const rows = all.flatMap((example) => example.rows)
  return Array.from({ length: TEMPO_FEATURES }, (_, i) => {
    const mean = rows.reduce((sum, row) => sum + row[i]!, 0) / rows.length
    const squares = rows.reduce((sum, row) => sum + (row[i]! - mean) ** 2, 0)
    return Math.max(0.05, Math.sqrt(squares / rows.length))
  })
}

function chances({ rows }: Example): number[] {
  const scores = rows.map((row) => row.reduce((sum, value, i) => sum + (value / spread[i]!) * scaled[i]!, 0))
  const most = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - most))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}

/** Of the log likelihood of the right tempo among its relatives. */
function addGradient(example: Example, gradient: Float64Array): void {
  const likely = chances(example)
  const right = likely.reduce((sum, chance, index) => sum + (example.isRight[index] ? chance : 0), 0)
  for (const [index, row] of example.rows.entries()) {
    const error = (example.isRight[index] ? likely[index]! / right : 0) - likely[index]!
    for (let i = 0; i < TEMPO_FEATURES; i++) gradient[i]! += (error * row[i]!) / spread[i]!
  }
}

function shareRight(all: readonly Example[]): number {
  const right = all.filter((example) => {
    const likely = chances(example)
    return example.isRight[likely.indexOf(Math.max(...likely))]
  })
  return right.length / all.length
}

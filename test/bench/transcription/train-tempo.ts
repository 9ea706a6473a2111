// Trains the network that tells a take's own beats from their halves, doubles and thirds, and writes its weights.
// node test/bench/transcription/train-tempo.ts — generated pieces of seeds below 1,000; where they are installed the MIDI of tuning-midi.ts,
// the styles of tuning-styles.ts and the untested half of real-pieces.ts;
// notes as they are known, some lost, some doubled: no audio is needed.

import { writeFileSync } from 'node:fs'
import type { KeyEnergy } from '../../../src-main/local-service/transcription/listening/key-energy.ts'
import type { HeardNote } from '../../../src-main/local-service/transcription/notes/decode-notes.ts'
import {
  encodeNetwork,
  judgeOf,
  type Network,
} from '../../../src-main/local-service/transcription/notes/network.ts'
import { beatCandidates } from '../../../src-main/local-service/transcription/rhythm/beat-candidates.ts'
import {
  BEAT_FEATURES,
  describeBeats,
} from '../../../src-main/local-service/transcription/rhythm/beat-features.ts'
import { onsetEnvelope } from '../../../src-main/local-service/transcription/rhythm/onset-envelope.ts'
import { studyTake } from '../../../src-main/local-service/transcription/rhythm/take-study.ts'
import { countBeats, f1 } from './measure.ts'
import { beatsOf, type KnownPart, type KnownPiece, LEAD_SECONDS, makePiece, seeded } from './pieces.ts'
import { untestedRealPieces } from './real-pieces.ts'
import { tuningPieces } from './tuning-midi.ts'
import { stylePieces } from './tuning-styles.ts'

const SEEDS = 120
/** Pieces of a few even layers: children's songs, waltzes, exercises. */
const PLAIN_PIECES = 140
/** Every fifth piece only tells how well the rest was learnt. */
const HELD_OUT_EVERY = 5
const TOLERANCE = 0.03
/** A candidate is right where its tempo is and so many of its beats are. */
const RIGHT_F1 = 0.85
const HIDDEN = 16
const EPOCHS = 30
const RATE = 0.004
const WEIGHT_DECAY = 0.05
/** What people wrote counts for more than what was generated. */
const WRITTEN_WEIGHT = 2
/** Tempos of what people write lie around this, so many octaves apart (standard deviation). */
const TYPICAL_BPM = 120
const TEMPO_OCTAVES = 0.42
const [SLOWEST_BPM, FASTEST_BPM] = [60, 180]
/** What is written slower or faster is felt at its double or its half as often as not: it teaches nothing. */
const isFelt = (bpm: number | null): bpm is number => bpm !== null && bpm >= 55 && bpm <= 190

interface Example {
  readonly isHeldOut: boolean
  readonly isWritten: boolean
  readonly rows: readonly Float32Array[]
  readonly isRight: readonly boolean[]
  /** The tempo is right, whatever the beats. */
  readonly isTempoRight: readonly boolean[]
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
const lost = { generated: 0, written: 0 }
for (let seed = 1; seed <= SEEDS; seed++) {
  for (const kind of ['piano', 'ensemble'] as const) {
    const piece = varied(makePiece(kind, seed))
    const example = study(piece.parts, beatsOf(piece), piece.bpm, seed % HELD_OUT_EVERY === 0, false)
    if (example) examples.push(example)
    else lost.generated++
  }
}
for (const [index, takes] of tuningPieces().entries()) {
  for (const { parts, beats, bpm } of takes) {
    const example = isFelt(bpm) ? study(parts, beats, bpm, index % HELD_OUT_EVERY === 0, true) : null
    if (example) examples.push(example)
    else lost.written++
  }
}
for (let index = 0; index < PLAIN_PIECES; index++) {
  const piece = plainPiece()
  const example = study(piece.parts, beatsOf(piece), piece.bpm, index % HELD_OUT_EVERY === 0, false)
  if (example) examples.push(example)
  else lost.generated++
}
const alone = [...stylePieces(), ...untestedRealPieces('piano'), ...untestedRealPieces('ensemble')]
for (const [index, { parts, beats, bpm }] of alone.entries()) {
  const example = isFelt(bpm) ? study(parts, beats, bpm, index % HELD_OUT_EVERY === 0, true) : null
  if (example) examples.push(example)
  else lost.written++
}
console.log(
  `${examples.length} takes; of ${lost.generated} generated and ${lost.written} written ones no candidate is right`,
)

const learnt = examples.filter((example) => !example.isHeldOut)
const network = learn(learnt)
for (const [name, group] of [
  ['learnt', learnt],
  ['held out, generated', examples.filter((example) => example.isHeldOut && !example.isWritten)],
  ['held out, written', examples.filter((example) => example.isHeldOut && example.isWritten)],
] as const)
  console.log(
    `${name}: tempo right in ${share(group, 'isTempoRight')}, beats in ${share(group, 'isRight')} of ${group.length}`,
  )

const lines = (encodeNetwork(network).match(/.{1,96}/g) ?? []).map((line) => `  '${line}',`)
writeFileSync(
  new URL('../../../src-main/local-service/transcription/rhythm/trained-tempo.ts', import.meta.url),
  [
    '// The weights of the network of choose-beats.ts, written by test/bench/transcription/train-tempo.ts.',
    '',
    'export const BEATS_NETWORK = [',
    ...lines,
    "].join('')",
    '',
  ].join('\n'),
)

/** A bass on each bar; a tune or chords on beats; sometimes even halves of beats above. */
function plainPiece(): Pick<KnownPiece, 'bpm' | 'parts'> {
  const bpm = SLOWEST_BPM * (FASTEST_BPM / SLOWEST_BPM) ** random()
  const beatsPerBar = [2, 3, 4, 4, 3][Math.floor(random() * 5)] ?? 4
  const [hasTune, hasChords, hasHalves] = [random() < 0.7, random() < 0.5, bpm < 150 && random() < 0.5]
  const count = beatsPerBar * Math.ceil((24 * bpm) / 60 / beatsPerBar)
  const beat = 60 / bpm
  const notes: KnownPart['notes'][number][] = []
  const add = (pitch: number, at: number, beats: number) =>
    notes.push({
      pitch,
      start: LEAD_SECONDS + at * beat,
      end: LEAD_SECONDS + (at + beats * 0.9) * beat,
      velocity: 70 + Math.floor(random() * 30),
    })
  for (let at = 0; at < count; at++) {
    const isDownbeat = at % beatsPerBar === 0
    const root = [0, 5, 7, 9][Math.floor(at / beatsPerBar) % 4] ?? 0
    if (isDownbeat) add(36 + root, at, random() < 0.5 ? beatsPerBar : 1)
    if (hasTune || (!hasChords && !hasHalves)) add(62 + root + Math.floor(random() * 6), at, 1)
    if (hasChords && !isDownbeat) for (const third of [0, 4, 7]) add(52 + root + third, at, 1)
    if (hasHalves) for (const half of [0, 0.5]) add(69 + Math.floor(random() * 9), at + half, 0.5)
  }
  return { bpm, parts: [{ program: 0, isDrums: false, notes }] }
}

/** The piece at a tempo of its own; some swing, some are in three, and in some a part plays three against four eighths, as pop and rags do. */
function varied(piece: KnownPiece): KnownPiece {
  const octaves = (random() + random() + random() + random() - 2) * TEMPO_OCTAVES * Math.sqrt(3)
  const bpm = Math.max(SLOWEST_BPM, Math.min(FASTEST_BPM, TYPICAL_BPM * 2 ** octaves))
  const isSwung = random() < 0.15
  const isInThree = random() < 0.3
  const syncopatedPart = !isInThree && random() < 0.3 ? Math.floor(random() * piece.parts.length) : -1
  const parts = piece.parts.map((part, index) => {
    const beatsAt = (seconds: number) => ((seconds - LEAD_SECONDS) * piece.bpm) / 60
    const placeOf = (seconds: number) => {
      const beats = beatsAt(seconds)
      const moved = index === syncopatedPart ? threeAgainstFour(beats) : isInThree ? inThree(beats) : beats
      return LEAD_SECONDS + ((isSwung ? swung(moved) : moved) * 60) / bpm
    }
    const isKept = ({ start }: KnownPart['notes'][number]) => !isInThree || beatInBar(beatsAt(start)) < 3
    const notes = part.notes.filter(isKept).map((note) => {
      const start = placeOf(note.start)
      return { ...note, start, end: start + ((note.end - note.start) * piece.bpm) / bpm }
    })
    return { ...part, notes }
  })
  return { ...piece, bpm, parts }
}

/** Where in its bar of four a place lies. */
function beatInBar(beats: number): number {
  return beats - 4 * Math.floor((beats + 0.05) / 4)
}

/** The bars without their fourth beat. */
function inThree(beats: number): number {
  return 3 * Math.floor((beats + 0.05) / 4) + beatInBar(beats)
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

function study(
  parts: readonly KnownPart[],
  known: readonly number[],
  bpm: number,
  isHeldOut: boolean,
  isWritten: boolean,
): Example | null {
  const notes = parts.flatMap((part) => part.notes.flatMap((note) => heard(note, part.isDrums)))
  notes.sort((a, b) => a.start - b.start)
  const seconds = notes.reduce((last, { end }) => Math.max(last, end), 0) + 1
  const envelope = onsetEnvelope(notes, SILENT, seconds)
  const take = studyTake(envelope, notes)
  const candidates = beatCandidates(envelope)
  const isTempoRight = candidates.map((beats) => Math.abs(beats.bpm / bpm - 1) <= TOLERANCE)
  const isRight = candidates.map(
    ({ times }, index) => isTempoRight[index]! && f1(countBeats(known, times)) >= RIGHT_F1,
  )
  if (!isRight.includes(true)) return null
  return {
    isHeldOut,
    isWritten,
    rows: candidates.map((beats) => describeBeats(take, beats)),
    isRight,
    isTempoRight,
  }
}

/** As the decoder would hear a note: one in twelve is missed, some have an octave that was not played, ends are early or late; drums have no pitch. */
function heard(
  { pitch, start, end, velocity: force }: KnownPart['notes'][number],
  isDrums: boolean,
): HeardNote[] {
  if (random() < 0.08) return []
  const length = isDrums ? 0.1 : (end - start) * (0.7 + 0.5 * random())
  const levelDb = 20 * Math.log10(force / 127) * 2 - 20 - (isDrums ? 60 : 0)
  const at = start + (random() + random() - 1) * 0.015
  const note = { pitch: isDrums ? 60 : pitch, start: at, end: at + length, levelDb, certainty: 1 }
  const hasGhost = !isDrums && random() < 0.06
  return hasGhost
    ? [note, { ...note, pitch: pitch + 12, levelDb: levelDb - 12, end: at + length / 2 }]
    : [note]
}

/** Adam (Kingma and Ba, 2015) on the log likelihood that softmax over a take's candidates gives the right ones. */
function learn(all: readonly Example[]): Network {
  const width = BEAT_FEATURES
  const rows = all.flatMap(({ rows }) => rows)
  const mean = Float32Array.from(
    { length: width },
    (_, i) => rows.reduce((sum, row) => sum + row[i]!, 0) / rows.length,
  )
  const scale = Float32Array.from({ length: width }, (_, i) => {
    const squares = rows.reduce((sum, row) => sum + (row[i]! - mean[i]!) ** 2, 0)
    return 1 / Math.max(0.02, Math.sqrt(squares / rows.length))
  })
  const standard = all.map((example) =>
    example.rows.map((row) => row.map((value, i) => (value - mean[i]!) * scale[i]!)),
  )
  const [b1, w2] = [HIDDEN * width, HIDDEN * width + HIDDEN]
  const size = w2 + HIDDEN
  const w = Float64Array.from({ length: size }, (_, i) =>
    i < b1
      ? (random() - 0.5) * 2 * Math.sqrt(1 / width)
      : i < w2
        ? 0
        : (random() - 0.5) * Math.sqrt(3 / HIDDEN),
  )
  const [m, v] = [new Float64Array(size), new Float64Array(size)]
  const order = all.map((_, index) => index)
  const BATCH = 16
  let step = 0
  const steps = EPOCHS * Math.ceil(all.length / BATCH)
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (let n = order.length - 1; n > 0; n--) {
      const other = Math.floor(random() * (n + 1))
      ;[order[n], order[other]] = [order[other]!, order[n]!]
    }
    let loss = 0
    for (let from = 0; from < order.length; from += BATCH) {
      const gradient = new Float64Array(size)
      const batch = order.slice(from, from + BATCH)
      for (const index of batch) loss += addGradient(all[index]!, standard[index]!, w, gradient)
      step++
      const rate = RATE * 0.5 * (1 + Math.cos((Math.PI * step) / steps)) + 1e-5
      for (let i = 0; i < size; i++) {
        const g = gradient[i]! / batch.length
        m[i] = 0.9 * m[i]! + 0.1 * g
        v[i] = 0.999 * v[i]! + 0.001 * g * g
        w[i]! -= (rate * (m[i]! / (1 - 0.9 ** step))) / (Math.sqrt(v[i]! / (1 - 0.999 ** step)) + 1e-8)
        if (i < b1 || i >= w2) w[i]! -= rate * WEIGHT_DECAY * w[i]!
      }
    }
    if (epoch % 10 === 9) console.log(`   epoch ${epoch + 1}: loss ${(loss / all.length).toFixed(4)}`)
  }
  const f = (from: number, to: number) => Float32Array.from(w.subarray(from, to))
  return {
    mean,
    scale,
    layers: [
      { weights: f(0, b1), bias: f(b1, w2) },
      { weights: f(w2, size), bias: Float32Array.of(0) },
    ],
  }
}

/** Adds the gradient of one take's loss, which it returns. */
function addGradient(
  { isRight, isWritten }: Example,
  rows: readonly Float32Array[],
  w: Float64Array,
  gradient: Float64Array,
): number {
  const width = BEAT_FEATURES
  const [b1, w2] = [HIDDEN * width, HIDDEN * width + HIDDEN]
  const active = rows.map((row) => {
    const units = new Float64Array(HIDDEN)
    for (let h = 0; h < HIDDEN; h++) {
      let sum = w[b1 + h]!
      for (let i = 0, at = h * width; i < width; i++, at++) sum += w[at]! * row[i]!
      units[h] = Math.max(0, sum)
    }
    return units
  })
  const likely = softmax(active.map((units) => units.reduce((sum, unit, h) => sum + unit * w[w2 + h]!, 0)))
  const right = likely.reduce((sum, chance, index) => sum + (isRight[index] ? chance : 0), 0)
  const weight = isWritten ? WRITTEN_WEIGHT : 1
  for (const [index, row] of rows.entries()) {
    const error = weight * (likely[index]! - (isRight[index] ? likely[index]! / Math.max(1e-9, right) : 0))
    for (let h = 0; h < HIDDEN; h++) {
      const unit = active[index]![h]!
      if (unit === 0) continue
      gradient[w2 + h]! += error * unit
      const back = error * w[w2 + h]!
      gradient[b1 + h]! += back
      for (let i = 0; i < width; i++) gradient[h * width + i]! += back * row[i]!
    }
  }
  return -weight * Math.log(Math.max(1e-9, right))
}

function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - most))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}

function share(all: readonly Example[], what: 'isRight' | 'isTempoRight'): string {
  const likelihoodOf = judgeOf(network)
  const right = all.filter((example) => {
    const scores = example.rows.map((row) => likelihoodOf(row))
    return example[what][scores.indexOf(Math.max(...scores))]
  })
  return `${((100 * right.length) / Math.max(1, all.length)).toFixed(1)} %`
}

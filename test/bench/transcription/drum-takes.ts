// Takes whose drums are known, for learning to write them: kits of other pitch and other sounds than the sound fonts have, louder and softer under their band.

import { MODEL_RATE_HZ } from '../../../src-main/local-service/transcription/listening/posteriors.ts'
import { readRecording } from '../../../src-main/local-service/transcription/listening/recording.ts'
import { hasStyles, makeBandPiece } from './band-pieces.ts'
import { drumClassOf, makeDrumlessPiece, makeDrumPiece, withoutDrums } from './drum-pieces.ts'
import { type KnownNote, type KnownPiece, type Random, seeded } from './pieces.ts'
import { learntRealPieces, untestedRealPieces } from './real-pieces.ts'
import { renderPiece, SOUND_FONTS } from './render.ts'
import { makeNoise } from './takes.ts'
import { tuningPieces } from './tuning-midi.ts'

export type DrumPiece = Pick<KnownPiece, 'name' | 'parts'>

export interface DrumTake {
  readonly name: string
  /** One channel at the model's rate. */
  readonly signal: Float32Array
  /** Those of a kit's drums. */
  readonly hits: readonly KnownNote[]
}

/** Seeds of makeDrumPiece below those of measure-drum-certainty.ts. */
const GENERATED = 90
/** Seeds of makeBandPiece that nothing else has. */
const FIRST_BAND = 5_001
const BANDS = 300
const DRUMLESS = 42
const NOISES = 24
/** Fewer hits are no drummer. */
const FEWEST_HITS = 40
/** Every third of the packages' pieces is kept out: measure-drum-certainty.ts chooses by them. */
const KEPT_OUT_EVERY = 3

/** Kits of General MIDI: standard, room, power, electronic, TR-808, jazz, brush; the usual one more often. */
const KITS = [0, 8, 16, 24, 25, 32, 40, 0, 0]
/** Share of takes whose kit is as the sound font has it, and of those that keep the kit that is written. */
const PLAIN = 0.35
const OWN_KIT = 0.4
/** The others are up to so many octaves higher or lower. */
const OCTAVES = 0.3
/** A kit is up to so much louder or softer, and a take brighter or darker, in dB. */
const KIT_DB = 6
const TILT_DB = 4
/** Where it is neither brighter nor darker. */
const TILT_HZ = 1_200

/** The same takes each time. */
export function* learntDrumTakes(): Generator<DrumTake> {
  let index = 0
  for (const piece of learntDrumPieces()) yield takeOf(piece, index++)
  for (let seed = 1; seed <= NOISES; seed++)
    yield { name: `noise ${seed}`, signal: makeNoise(seed), hits: [] }
}

/** Pieces of packages that nothing is learnt from. */
export const keptOutDrumPieces = (): DrumPiece[] =>
  packagePieces(true)
    .flatMap((takes) => takes.slice(0, 1))
    .filter(hasDrums)

function* learntDrumPieces(): Generator<DrumPiece> {
  for (let seed = 1; seed <= GENERATED; seed++) yield makeDrumPiece(seed)
  yield* learntRealPieces('ensemble').filter(hasDrums)
  yield* packagePieces(false).flat().filter(hasDrums)
  if (hasStyles()) {
    for (let seed = FIRST_BAND; seed < FIRST_BAND + BANDS; seed++) {
      const piece = makeBandPiece('ensemble', seed)
      if (hasDrums(piece)) yield piece
    }
  }
  for (let seed = 101; seed <= 100 + DRUMLESS; seed++) yield makeDrumlessPiece(seed)
  yield* untestedRealPieces('ensemble')
    .map(withoutDrums)
    .filter(({ parts }) => parts.length > 0)
}

/** The bands of each piece, those that are kept out or the others. */
const packagePieces = (areKeptOut: boolean): DrumPiece[][] =>
  tuningPieces()
    .map((takes) => takes.filter(({ kind }) => kind === 'ensemble'))
    .filter((takes) => takes.length > 0)
    .filter((_, index) => (index % KEPT_OUT_EVERY === 0) === areKeptOut)

const hasDrums = ({ parts }: DrumPiece): boolean =>
  parts.some(({ isDrums, notes }) => isDrums && notes.length > FEWEST_HITS)

/** Hits of a kit's drums; other percussion is none. */
export const hitsOfKit = ({ parts }: DrumPiece): KnownNote[] =>
  parts
    .filter(({ isDrums }) => isDrums)
    .flatMap(({ notes }) => notes.filter(({ pitch }) => drumClassOf(pitch) !== null))

const heard = (piece: Pick<KnownPiece, 'parts'>, font: number): Float32Array =>
  readRecording(renderPiece(piece, SOUND_FONTS[font % SOUND_FONTS.length]!)).signal

function takeOf(piece: DrumPiece, index: number): DrumTake {
  const random = seeded(index * 9_973 + 7)
  const band = withoutDrums(piece)
  const hasBand = band.parts.length > 0
  const kit = piece.parts.length > band.parts.length ? kitOf(piece, random) : new Float32Array()
  const pitched = hasBand ? heard(band, index) : new Float32Array()
  const gain = hasBand ? 10 ** (((2 * random() - 1) * KIT_DB) / 20) : 1
  const mixed = Float32Array.from(
    { length: Math.max(kit.length, pitched.length) },
    (_, at) => (pitched[at] ?? 0) + gain * (kit[at] ?? 0),
  )
  return { name: piece.name, signal: tilted(mixed, (2 * random() - 1) * TILT_DB), hits: hitsOfKit(piece) }
}

/** The drums alone: played slower and heard faster they are higher, and shorter. */
function kitOf({ parts }: DrumPiece, random: Random): Float32Array {
  const speed = random() < PLAIN ? 1 : 2 ** ((2 * random() - 1) * OCTAVES)
  const kit = random() < OWN_KIT ? null : KITS[Math.floor(random() * KITS.length)]!
  const slow = parts
    .filter(({ isDrums }) => isDrums)
    .map((part) => ({
      ...part,
      program: kit ?? part.program,
      notes: part.notes.map((note) => ({ ...note, start: note.start * speed, end: note.end * speed })),
    }))
  return atSpeed(heard({ parts: slow }, Math.floor(random() * SOUND_FONTS.length)), speed)
}

/** By cubic interpolation (Catmull and Rom, 1974). */
function atSpeed(signal: Float32Array, speed: number): Float32Array {
  if (speed === 1) return signal
  return Float32Array.from({ length: Math.floor(signal.length / speed) }, (_, at) => {
    const place = at * speed
    const index = Math.floor(place)
    const part = place - index
    const [a = 0, b = 0, c = 0, d = 0] = [
      signal[index - 1],
      signal[index],
      signal[index + 1],
      signal[index + 2],
    ]
    return b + 0.5 * part * (c - a + part * (2 * a - 5 * b + 4 * c - d + part * (3 * (b - c) + d - a)))
  })
}

/** Brighter by so many dB above `TILT_HZ` and softer by as much below, never beyond full scale. */
function tilted(signal: Float32Array, db: number): Float32Array {
  const [high, low] = [10 ** (db / 20), 10 ** (-db / 20)]
  const share = 1 - Math.exp((-2 * Math.PI * TILT_HZ) / MODEL_RATE_HZ)
  let below = 0
  const shaped = signal.map((value) => {
    below += share * (value - below)
    return low * below + high * (value - below)
  })
  const peak = shaped.reduce((most, value) => Math.max(most, Math.abs(value)), 1)
  return peak > 1 ? shaped.map((value) => value / peak) : shaped
}

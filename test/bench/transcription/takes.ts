// What note decoding is trained on: pieces made from seeds, the real pieces that are learnt from, each as it is and as another might play it.

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MODEL_RATE_HZ } from '../../../src-main/local-service/transcription/listening/posteriors.ts'
import { readRecording } from '../../../src-main/local-service/transcription/listening/recording.ts'
import { makeBandPiece } from './band-pieces.ts'
import { makeKeyboardPiece } from './keyboard-pieces.ts'
import { type KnownNote, type KnownPiece, makePiece, seeded } from './pieces.ts'
import { learntRealPieces, type RealPiece } from './real-pieces.ts'
import { type Playing, renderPiece, SOUND_FONTS } from './render.ts'
import { synthesise } from './synthesise.ts'
import { learntWrittenPieces } from './written-pieces.ts'

/** A piece as it is played once. */
export interface Take {
  readonly name: string
  /** Its pitched notes. */
  readonly notes: readonly KnownNote[]
  /** Where what is heard of it is kept. */
  readonly heardPath: string
  /** One channel at the model's rate. */
  readonly signalOf: () => Float32Array
}

/** A step through the real pieces that comes by all of them before it comes by one again. */
const STRIDE = 7
/** Rounds that have generated pieces too. Their seeds lie below 1,000: those of test pieces lie above. */
const GENERATED_ROUNDS = 9

/** So many of the pieces that were written down, from all over their folders: bands, sections of strings and choirs more than pianos. */
const WRITTEN = { piano: 12, ensemble: 72 } as const

/** Pieces that are played by tones of no known instrument. */
const SYNTHESISED = 9
/** Takes of noise, which nobody plays. */
const NOISES = 4

/**
 * Takes in rounds, pieces that were written down, and some noise: each round has a real piece as piano and as a band, as it is and varied, and
 * the first ones a generated piece of each sort.
 */
export function learntTakes(rounds: number): Take[] {
  const pianos = learntRealPieces('piano')
  const bands = learntRealPieces('ensemble')
  const played = Array.from({ length: rounds }, (_, round) => {
    const font = (index: number) => SOUND_FONTS[index % 2]!
    const real = (round * STRIDE) % pianos.length
    const [piano, band] = [pianos[real]!, bands[real]!]
    const isOdd = round % 2 === 1
    return [
      rendered(piano, font(real)),
      rendered(band, font(real + 1)),
      rendered(varied(piano, real), font(real + 1), playing(real * 4 + 3)),
      ...(isOdd ? [rendered(varied(band, real + 100), font(real), playing(real * 4 + 5))] : []),
      ...(round < GENERATED_ROUNDS ? generatedTakes(round) : []),
    ]
  }).flat()
  return [
    ...played,
    ...writtenTakes('piano'),
    ...writtenTakes('ensemble'),
    ...Array.from({ length: SYNTHESISED }, (_, index) =>
      synthesised(makePiece(index % 8 ? 'piano' : 'ensemble', index + 501), index),
    ),
    ...Array.from({ length: NOISES }, (_, index) => noise(index + 1)),
  ]
}

function writtenTakes(kind: keyof typeof WRITTEN): Take[] {
  const pieces = learntWrittenPieces().filter((piece) => piece.kind === kind)
  return Array.from({ length: WRITTEN[kind] }, (_, index) =>
    rendered(
      pieces[Math.floor((index * pieces.length) / WRITTEN[kind])]!,
      SOUND_FONTS[index % 2]!,
      playing(index + 1000),
    ),
  )
}

function generatedTakes(round: number): Take[] {
  const font = (index: number) => SOUND_FONTS[index % 2]!
  const isOdd = round % 2 === 1
  return [
    rendered(makeKeyboardPiece(round + 1), font(round), playing(round * 4)),
    ...(isOdd ? [] : [rendered(makeBandPiece('piano', round + 1), font(round + 1), playing(round * 4 + 1))]),
    rendered(makeBandPiece('ensemble', round + 101), font(round), playing(round * 4 + 2)),
    rendered(makePiece('piano', round + 1), font(round)),
    rendered(makePiece('ensemble', round + 1), font(round + 1)),
    ...(round % 4 === 0
      ? [synthesised(makePiece(round % 8 ? 'piano' : 'ensemble', round + 501), round)]
      : []),
  ]
}

function rendered(piece: KnownPiece | RealPiece, font: string, playing?: Playing): Take {
  const path = renderPiece(piece, font, playing)
  return { ...takeOf(piece, `${path}.heard`), signalOf: () => readRecording(path).signal }
}

/** Played by tones of no known instrument. */
function synthesised(piece: KnownPiece, seed: number): Take {
  const path = join(tmpdir(), 'foleyroom-bench-transcription', `${piece.name} synthesised.heard`)
  return { ...takeOf(piece, path), signalOf: () => synthesise(piece, 1000 + seed) }
}

function takeOf({ name, parts }: KnownPiece | RealPiece, heardPath: string): Omit<Take, 'signalOf'> {
  return { name, notes: parts.filter(({ isDrums }) => !isDrums).flatMap(({ notes }) => notes), heardPath }
}

/** Louder or softer, dry or in a room. */
function playing(seed: number): Playing {
  const random = seeded(seed * 17 + 1)
  return { gain: 0.2 + random() * 0.5, hasReverb: random() < 0.6, hasChorus: random() < 0.6 }
}

/** In another key, at another tempo, with another touch. */
function varied<Piece extends KnownPiece | RealPiece>(piece: Piece, seed: number): Piece {
  const random = seeded(seed * 31 + 11)
  const semitones = Math.floor(random() * 12) - 5
  const stretch = 0.8 + random() * 0.45
  const force = 0.6 + random() * 0.5
  const stretched = (seconds: number) => 0.5 + (seconds - 0.5) * stretch
  const parts = piece.parts.map((part) => ({
    ...part,
    notes: part.notes
      .map(({ pitch, start, end, velocity }) => ({
        pitch: part.isDrums ? pitch : pitch + semitones,
        start: stretched(start),
        end: stretched(end),
        velocity: Math.max(1, Math.min(127, Math.round(velocity * force + (random() - 0.5) * 10))),
      }))
      .filter(({ pitch }) => part.isDrums || (pitch >= 22 && pitch <= 106)),
  }))
  return { ...piece, name: `${piece.name}, varied`, parts }
}

function noise(seed: number): Take {
  const heardPath = join(tmpdir(), 'foleyroom-bench-transcription', `noise ${seed}.heard`)
  return { name: `noise ${seed}`, notes: [], heardPath, signalOf: () => makeNoise(seed) }
}

/** Four seconds of noise, white to brown, at the model's rate. */
export function makeNoise(seed: number): Float32Array {
  const random = seeded(seed * 12 + 1)
  const colour = random()
  const level = seed % 2 === 0 ? 0.5 : 0.1
  let previous = 0
  return Float32Array.from({ length: 4 * MODEL_RATE_HZ }, () => {
    previous = colour * previous + (1 - colour) * (random() - 0.5)
    return previous * level
  })
}

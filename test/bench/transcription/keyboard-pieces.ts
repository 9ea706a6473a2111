// Piano music of the textures that pianists play: each hand changes its texture every few bars. Made from a seed.

import {
  type BeatNote,
  chordSteps,
  degree,
  type Harmony,
  type KnownPiece,
  MAJOR,
  MINOR,
  PROGRESSIONS,
  perform,
  type Random,
  seeded,
  unique,
} from './pieces.ts'

const SECONDS = 22
/** Bars that a hand keeps to one texture. */
const SECTION_BARS = 2

interface Hand {
  readonly random: Random
  readonly harmony: Harmony
  /** Lowest note of the hand's position. */
  readonly base: number
  readonly velocity: number
  /** How much of its place a note sounds; more than 1 is pedalled. */
  readonly length: number
}

/** What a hand plays in one bar of four beats. */
type Texture = (hand: Hand, bar: number) => BeatNote[]

const TEXTURES: readonly Texture[] = [
  blockChords,
  arpeggios,
  runs,
  octaves,
  repeatedNotes,
  line,
  line,
  trills,
  brokenChords,
  walkingBass,
  syncopatedChords,
]

/** A piece of about twenty seconds. */
export function makeKeyboardPiece(seed: number): KnownPiece {
  const random = seeded(seed * 9341 + 7)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const bpm = Math.round(60 + random() * 120)
  const harmony: Harmony = {
    root: Math.floor(random() * 12),
    scale: random() < 0.55 ? MAJOR : MINOR,
    progression: pick(PROGRESSIONS),
  }
  const bars = Math.max(4, Math.round((SECONDS * bpm) / 240))
  const isPedalled = random() < 0.3
  const hands = [pick([48, 55, 60, 60, 67, 72]), pick([24, 29, 36, 36, 41, 48])]
  const notes: BeatNote[] = []
  for (const base of random() < 0.1 ? hands.slice(0, 1) : hands) {
    const loudness = 40 + random() * 60
    for (let first = 0; first < bars; first += SECTION_BARS) {
      const texture = pick(TEXTURES)
      const hand: Hand = {
        random,
        harmony,
        base: base + pick([0, 0, 0, 12, -5]),
        velocity: loudness + (random() - 0.5) * 30,
        length: isPedalled ? 1.5 + random() * 2.5 : 0.4 + random() * 0.6,
      }
      for (let bar = first; bar < Math.min(bars, first + SECTION_BARS); bar++)
        notes.push(...texture(hand, bar))
    }
  }
  const parts = [{ program: 0, isDrums: false, notes: perform(unique(notes), bpm, random, false) }]
  return { name: `keyboard ${seed}`, kind: 'piano', bpm, numerator: 4, parts }
}

function note({ velocity, length }: Hand, pitch: number, start: number, beats: number): BeatNote {
  return { pitch, start, beats: beats * length, velocity }
}

/** The tones of a bar's chord, upwards from the hand's position, seventh and octave included. */
function chordOf({ harmony, base }: Hand, bar: number): number[] {
  const steps = chordSteps(harmony, bar)
  return [...steps, steps[0]! + 6, steps[0]! + 7].map((step) => degree(harmony, step, base))
}

function blockChords(hand: Hand, bar: number): BeatNote[] {
  const chord = chordOf(hand, bar)
  const size = 3 + Math.floor(hand.random() * 3)
  const step = [0.5, 1, 1, 2][Math.floor(hand.random() * 4)]!
  return places(step).flatMap((start) =>
    chord.slice(0, size).map((pitch) => note(hand, pitch, bar * 4 + start, step)),
  )
}

function syncopatedChords(hand: Hand, bar: number): BeatNote[] {
  const chord = chordOf(hand, bar).slice(0, 3 + Math.floor(hand.random() * 2))
  return [0, 0.75, 1.5, 2.5, 3.25]
    .filter(() => hand.random() < 0.8)
    .flatMap((start) => chord.map((pitch) => note(hand, pitch, bar * 4 + start, 0.5)))
}

function arpeggios(hand: Hand, bar: number): BeatNote[] {
  const chord = chordOf(hand, bar)
  const tones = [...chord.slice(0, 3), ...chord.slice(0, 3).map((pitch) => pitch + 12)]
  const isDown = hand.random() < 0.4
  return places([0.25, 0.25, 1 / 3, 0.5][Math.floor(hand.random() * 4)]!).map((start, index, all) => {
    const turn = index % (2 * tones.length - 2)
    const up = turn < tones.length ? turn : 2 * tones.length - 2 - turn
    return note(
      hand,
      tones[isDown ? tones.length - 1 - up : up]!,
      bar * 4 + start,
      all.length > 1 ? all[1]! : 1,
    )
  })
}

function brokenChords(hand: Hand, bar: number): BeatNote[] {
  const [first, second, third] = chordOf(hand, bar)
  const order = [first!, third!, second!, third!]
  return places(0.5).map((start, index) => note(hand, order[index % 4]!, bar * 4 + start, 0.5))
}

function runs(hand: Hand, bar: number): BeatNote[] {
  const step = hand.random() < 0.6 ? 0.25 : 1 / 3
  let place = Math.floor(hand.random() * 8)
  let direction = hand.random() < 0.5 ? 1 : -1
  return places(step).map((start) => {
    place += direction
    if (place > 13 || place < 0 || hand.random() < 0.08) direction = -direction
    const pitch = degree(hand.harmony, Math.max(0, place), hand.base) + (hand.random() < 0.06 ? 1 : 0)
    return note(hand, pitch, bar * 4 + start, step)
  })
}

function octaves(hand: Hand, bar: number): BeatNote[] {
  return line(hand, bar).flatMap((one) => [one, { ...one, pitch: one.pitch + 12 }])
}

function repeatedNotes(hand: Hand, bar: number): BeatNote[] {
  const chord = chordOf(hand, bar)
  const step = [0.25, 0.5, 1 / 3][Math.floor(hand.random() * 3)]!
  const pitches = hand.random() < 0.5 ? chord.slice(0, 1) : chord.slice(0, 2)
  return places(step).flatMap((start) => pitches.map((pitch) => note(hand, pitch, bar * 4 + start, step)))
}

function line(hand: Hand, bar: number): BeatNote[] {
  const rhythms = [
    [1, 1, 1, 1],
    [0.5, 0.5, 1, 0.5, 0.5, 1],
    [1.5, 0.5, 1.5, 0.5],
    [0.25, 0.25, 0.5, 0.25, 0.25, 0.5, 1, 1],
    [0.75, 0.25, 0.75, 0.25, 1, 1],
    [2, 2],
  ]
  const rhythm = rhythms[Math.floor(hand.random() * rhythms.length)]!
  let place = chordSteps(hand.harmony, bar)[Math.floor(hand.random() * 3)]!
  let beat = 0
  return rhythm.map((beats) => {
    const one = note(hand, degree(hand.harmony, place, hand.base), bar * 4 + beat, beats)
    beat += beats
    place = Math.max(0, Math.min(12, place + Math.round((hand.random() - 0.5) * 5)))
    return one
  })
}

function walkingBass(hand: Hand, bar: number): BeatNote[] {
  const root = chordSteps(hand.harmony, bar)[0]!
  return [0, 2, 4, hand.random() < 0.5 ? 5 : 3].map((step, beat) =>
    note(hand, degree(hand.harmony, root + step, hand.base), bar * 4 + beat, 1),
  )
}

function trills(hand: Hand, bar: number): BeatNote[] {
  const place = chordSteps(hand.harmony, bar)[Math.floor(hand.random() * 3)]!
  const [low, high] = [
    degree(hand.harmony, place, hand.base),
    degree(hand.harmony, place + 1, hand.base),
  ] as const
  return [
    ...places(0.125)
      .filter((start) => start < 1.5)
      .map((start, index) => note(hand, index % 2 === 0 ? low : high, bar * 4 + start, 0.125)),
    note(hand, low, bar * 4 + 1.5, 0.5),
    ...line(hand, bar).filter(({ start }) => start >= bar * 4 + 2),
  ]
}

function places(step: number): number[] {
  return Array.from({ length: Math.round(4 / step) }, (_, index) => index * step)
}

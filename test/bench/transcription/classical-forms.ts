// Forms of written keyboard and chamber music, in beats: fugues, preludes, sonatas, chorales, waltzes, marches, etudes.

import { degree, type Harmony, type Random } from './pieces.ts'

export interface Score {
  readonly random: Random
  readonly harmony: Harmony
  readonly beatsPerBar: number
  readonly bars: number
  /** A chord lasts so many beats. */
  readonly chordBeats: number
}

/** A note in beats from the beginning, of one of the voices. */
export interface Played {
  readonly voice: number
  readonly pitch: number
  readonly at: number
  readonly beats: number
}

interface Form {
  readonly tempos: readonly [number, number]
  readonly meters: readonly number[]
  /** How long a chord lasts, in beats; 0 is a bar. */
  readonly chordBeats: readonly number[]
  readonly compose: (score: Score) => Played[]
}

/** Forms with the tempos of their quarters. */
export const FORMS: readonly Form[] = [
  { tempos: [58, 108], meters: [4, 4, 3, 2], chordBeats: [1, 2], compose: fugue },
  { tempos: [54, 96], meters: [4, 4, 3], chordBeats: [2, 0], compose: prelude },
  { tempos: [112, 168], meters: [4, 4, 3, 2], chordBeats: [2, 0, 0], compose: sonata },
  { tempos: [60, 116], meters: [4, 4, 3], chordBeats: [1, 1, 2], compose: chorale },
  { tempos: [108, 196], meters: [3], chordBeats: [3, 3, 6], compose: offbeats },
  { tempos: [88, 138], meters: [4, 2], chordBeats: [2, 0], compose: offbeats },
  { tempos: [72, 144], meters: [4, 4, 3], chordBeats: [2, 0], compose: etude },
  { tempos: [96, 168], meters: [4, 4, 3], chordBeats: [0, 0, 2], compose: repeated },
]

/** One of a list, drawn. */
export function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)]!
}

/** The degree that the chord of a place stands on. */
function rootAt({ harmony, chordBeats }: Score, at: number): number {
  return harmony.progression[Math.floor((at + 0.01) / chordBeats) % harmony.progression.length]!
}

/** A tone of the chord of a place, counted upwards from its root: thirds, then the octave. */
export function chordTone(score: Score, at: number, tone: number, base: number): number {
  const root = rootAt(score, at)
  const octave = Math.floor(tone / 3)
  return degree(score.harmony, root + 2 * (tone - 3 * octave) + 7 * octave, base)
}

/** A voice that goes by steps through rhythms of a beat each or two; on beats it is on tones of the chord. */
function line(
  score: Score,
  voice: number,
  base: number,
  rhythms: readonly (readonly number[])[],
  rests = 0,
): Played[] {
  const { random, harmony } = score
  const notes: Played[] = []
  let step = 0
  let rhythm: readonly number[] = []
  let index = 0
  for (let at = 0; at < score.bars * score.beatsPerBar; ) {
    if (index >= rhythm.length) {
      rhythm = pick(random, rhythms)
      index = 0
    }
    const beats = rhythm[index++]!
    const isOn = Math.abs(at - Math.round(at)) < 0.01
    if (isOn && random() < 0.7) {
      const root = rootAt(score, at)
      const near = [root, root + 2, root + 4, root - 7, root - 5, root - 3, root + 7]
      step = near.reduce((a, b) => (Math.abs(b - step) < Math.abs(a - step) ? b : a))
    } else step += random() < 0.8 ? (random() < 0.5 ? 1 : -1) : Math.round((random() - 0.5) * 6)
    step = Math.max(-5, Math.min(11, step))
    if (random() >= rests) notes.push({ voice, pitch: degree(harmony, step, base), at, beats })
    at += beats
  }
  return notes
}

const SIXTEENTHS = [
  [0.25, 0.25, 0.25, 0.25],
  [0.25, 0.25, 0.25, 0.25],
  [0.5, 0.25, 0.25],
  [0.25, 0.25, 0.5],
  [0.5, 0.5],
  [1],
] as const
const EIGHTHS = [[0.5, 0.5], [0.5, 0.5, 0.5, 0.5], [1], [1, 0.5, 0.5], [1.5, 0.5], [0.5, 0.5, 1]] as const

/** Two to four voices, one after another entering with one subject; sixteenths go on from voice to voice. */
function fugue(score: Score): Played[] {
  const { random, beatsPerBar, bars } = score
  const count = 2 + Math.floor(random() * 3)
  const bases = [60, 48, 67, 43]
  const isRunning = random() < 0.6
  const lists = [isRunning ? SIXTEENTHS.slice(0, 4) : SIXTEENTHS, EIGHTHS.slice(0, 2), EIGHTHS]
  const notes: Played[] = []
  for (let voice = 0; voice < count; voice++) {
    const enters = voice * beatsPerBar * (random() < 0.5 ? 1 : 2)
    const whole = lists.map((list) => line(score, voice, bases[voice]!, list, 0.02))
    for (let bar = 0; bar < bars; bar++) {
      // The voices take turns at what runs.
      const kind = bar % count === voice ? 0 : random() < 0.4 ? 2 : 1
      const from = bar * beatsPerBar
      if (random() < 0.06) continue
      notes.push(
        ...whole[kind]!.filter(({ at }) => at >= Math.max(enters, from) && at < from + beatsPerBar - 0.01),
      )
    }
  }
  return notes
}

/** Broken chords throughout, in sixteenths mostly, over a bass. */
function prelude(score: Score): Played[] {
  const { random, beatsPerBar } = score
  const step = pick(random, [0.25, 0.25, 0.25, 1 / 6, 1 / 3])
  const size = Math.round(pick(random, [1, 2]) / step)
  const figure = Array.from({ length: size }, (_, index) =>
    random() < 0.6 ? index % 5 : Math.floor(random() * 6),
  )
  const broken = placesOf(score, step).map((at, index) => ({
    voice: 0,
    pitch: chordTone(score, at, figure[index % size]!, 60),
    at,
    beats: step,
  }))
  const bassBeats = pick(random, [1, 2, beatsPerBar])
  return random() < 0.8 ? [...broken, ...bassOf(score, 1, 40, bassBeats)] : broken
}

/** A tune over an Alberti bass in eighths. */
function sonata(score: Score): Played[] {
  const { random } = score
  const order = pick(random, [
    [0, 2, 1, 2],
    [0, 1, 2, 1],
    [0, 2, 1, 2],
  ])
  const tunes = [[1], [1], [2], [1.5, 0.5], [0.5, 0.5], [0.5, 0.5, 0.5, 0.5], [1, 1], [0.75, 0.25]]
  const alberti = placesOf(score, 0.5).map((at, index) => ({
    voice: 1,
    pitch: chordTone(score, at, order[index % 4]!, 48),
    at,
    beats: 0.5,
  }))
  return [...line(score, 0, 64, tunes, 0.05), ...alberti]
}

/** Four voices in quarters with passing eighths; phrases end on longer notes. */
function chorale(score: Score): Played[] {
  const { random, bars, beatsPerBar } = score
  const phrase = pick(random, [2, 2, 4]) * beatsPerBar
  const passing = random() * 0.35
  const notes: Played[] = []
  for (const [voice, base] of [72, 67, 60, 48].entries()) {
    let tone = 0
    for (let at = 0; at < bars * beatsPerBar; ) {
      const left = phrase - (at % phrase)
      const beats = left <= 2 ? left : random() < 0.08 ? 2 : 1
      tone = voice === 3 ? 0 : Math.max(-2, Math.min(2, tone + Math.round((random() - 0.5) * 2)))
      const pitch = chordTone(score, at, tone, base - 12)
      if (beats === 1 && random() < passing) {
        notes.push({ voice, pitch, at, beats: 0.5 })
        notes.push({ voice, pitch: pitch + (random() < 0.5 ? 2 : -2), at: at + 0.5, beats: 0.5 })
      } else notes.push({ voice, pitch, at, beats })
      at += beats
    }
  }
  return notes
}

/** A bass and chords on the beats after it, below a tune: waltzes and marches. */
function offbeats(score: Score): Played[] {
  const { beatsPerBar } = score
  const group = beatsPerBar === 3 ? 3 : 2
  const tunes = [[1], [1], [2], [0.5, 0.5], [1.5, 0.5], [3], [1, 1, 1], [0.75, 0.25]]
  const accompaniment = placesOf(score, 1).flatMap((at) => {
    const isBass = at % group === 0
    if (!isBass) return chord(score, 2, at, 52, 1)
    const tone = (at / group) % 2 === 0 ? 0 : 2
    return [{ voice: 1, pitch: chordTone(score, at, tone, 36), at, beats: 1 }]
  })
  return [...line(score, 0, 69, tunes, 0.04), ...accompaniment]
}

/** Runs throughout in sixteenths, triplets or eighths over chords. */
function etude(score: Score): Played[] {
  const { random, beatsPerBar } = score
  const step = pick(random, [0.25, 0.25, 0.25, 1 / 3, 0.5])
  const isLow = random() < 0.3
  const runs = line(score, 0, isLow ? 43 : 62, [Array.from({ length: Math.round(1 / step) }, () => step)])
  const chordBeats = pick(random, [1, 2, beatsPerBar, beatsPerBar])
  const chords = placesOf(score, chordBeats)
    .filter(() => random() >= 0.1)
    .flatMap((at) => chord(score, 1, at, isLow ? 62 : 45, chordBeats))
  return [...runs, ...chords]
}

/** Chords that are struck again and again below a tune. */
function repeated(score: Score): Played[] {
  const { random, beatsPerBar } = score
  const step = pick(random, [0.5, 0.5, 1])
  const tunes = [[2], [1], [1, 1], [1.5, 0.5], [0.5, 0.5, 1], [3, 1], [0.25, 0.25, 0.5, 1]]
  return [
    ...line(score, 0, 67, tunes, 0.06),
    ...placesOf(score, step).flatMap((at) => chord(score, 1, at, 52, step)),
    ...bassOf(score, 2, 36, pick(random, [1, 2, beatsPerBar])),
  ]
}

/** Places so many beats apart, from the first bar to the last. */
function placesOf({ bars, beatsPerBar }: Score, step: number): number[] {
  return Array.from({ length: Math.ceil((bars * beatsPerBar) / step - 0.01) }, (_, index) => index * step)
}

function chord(score: Score, voice: number, at: number, base: number, beats: number): Played[] {
  return [0, 1, 2].map((tone) => ({ voice, pitch: chordTone(score, at, tone, base), at, beats }))
}

/** The roots of the chords, so many beats apart. */
function bassOf(score: Score, voice: number, base: number, beats: number): Played[] {
  return placesOf(score, beats).map((at) => ({ voice, pitch: chordTone(score, at, 0, base), at, beats }))
}

// Pieces whose every note is known: made from a seed, in several styles, for piano and for ensembles.

import type { MidiPart } from '../../../src-main/local-service/transcription/files/midi-file.ts'

export interface KnownNote {
  readonly pitch: number
  readonly start: number
  readonly end: number
  readonly velocity: number
}

export interface KnownPart {
  readonly program: number
  readonly isDrums: boolean
  readonly notes: readonly KnownNote[]
}

export interface KnownPiece {
  readonly name: string
  readonly kind: 'piano' | 'ensemble'
  readonly bpm: number
  readonly numerator: number
  readonly parts: readonly KnownPart[]
}

export type Random = () => number

/** Uniform numbers in 0..1 (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

export const MAJOR = [0, 2, 4, 5, 7, 9, 11]
export const MINOR = [0, 2, 3, 5, 7, 8, 10]
export const PROGRESSIONS = [
  [0, 3, 4, 0],
  [0, 5, 3, 4],
  [0, 4, 5, 3],
  [1, 4, 0, 5],
  [5, 3, 0, 4],
  [0, 2, 3, 4],
]
const RHYTHMS = [
  [1, 1, 1, 1],
  [2, 1, 1],
  [0.5, 0.5, 1, 0.5, 0.5, 1],
  [1.5, 0.5, 1, 1],
  [0.5, 0.5, 0.5, 0.5, 1, 1],
  [0.25, 0.25, 0.5, 1, 1, 0.5, 0.5],
  [3, 1],
  [0.75, 0.25, 1, 0.75, 0.25, 1],
]
const FAST_RHYTHMS = [[...Array(16).fill(0.25)], [...Array(8).fill(0.5)], [...Array(12).fill(1 / 3)]]

const SECONDS = 20
/** Every piece begins so late. */
export const LEAD_SECONDS = 0.5

export interface Harmony {
  readonly root: number
  readonly scale: readonly number[]
  readonly progression: readonly number[]
}

/** A piece of about twenty seconds. */
export function makePiece(kind: KnownPiece['kind'], seed: number): KnownPiece {
  const random = seeded(seed * 7919 + (kind === 'piano' ? 1 : 2))
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const bpm = Math.round(66 + random() * 90)
  const harmony: Harmony = {
    root: Math.floor(random() * 12),
    scale: random() < 0.6 ? MAJOR : MINOR,
    progression: pick(PROGRESSIONS),
  }
  const bars = Math.max(4, Math.round((SECONDS * bpm) / 240))
  const parts = kind === 'piano' ? pianoParts(random, harmony, bars) : ensembleParts(random, harmony, bars)
  const played = parts.map((part) => ({ ...part, notes: perform(part.notes, bpm, random, part.isDrums) }))
  return { name: `${kind} ${seed}`, kind, bpm, numerator: 4, parts: played }
}

export interface BeatNote {
  readonly pitch: number
  readonly start: number
  readonly beats: number
  readonly velocity: number
}
interface BeatPart {
  readonly program: number
  readonly isDrums: boolean
  readonly notes: BeatNote[]
}

export function degree({ root, scale }: Harmony, step: number, octaveBase: number): number {
  const octave = Math.floor(step / 7)
  return octaveBase + root + octave * 12 + scale[((step % 7) + 7) % 7]!
}

export function chordSteps(harmony: Harmony, bar: number): number[] {
  const root = harmony.progression[bar % harmony.progression.length]!
  return [root, root + 2, root + 4]
}

export function melody(
  random: Random,
  harmony: Harmony,
  bars: number,
  base: number,
  options: { fast?: boolean; legato?: number; rest?: number; velocity?: number } = {},
): BeatNote[] {
  const notes: BeatNote[] = []
  const { legato = 0.6 + random() * 0.4, rest = 0.08, velocity = 70 + random() * 30 } = options
  let step = Math.floor(random() * 7)
  for (let bar = 0; bar < bars; bar++) {
    const list = options.fast ? FAST_RHYTHMS : RHYTHMS
    const rhythm = list[Math.floor(random() * list.length)]!
    let beat = 0
    for (const beats of rhythm) {
      if (beat === 0) step = chordSteps(harmony, bar)[Math.floor(random() * 3)]! + (random() < 0.4 ? 7 : 0)
      else step += Math.round((random() - 0.5) * (random() < 0.15 ? 9 : 4.5))
      step = Math.max(-3, Math.min(15, step))
      const pitch = degree(harmony, step, base) + (random() < 0.05 ? 1 : 0)
      if (random() >= rest) {
        notes.push({
          pitch,
          start: bar * 4 + beat,
          beats: beats * legato,
          velocity: velocity + (beat % 2 === 0 ? 8 : 0),
        })
      }
      beat += beats
    }
  }
  return notes
}

function accompaniment(
  random: Random,
  harmony: Harmony,
  bars: number,
  base: number,
  style: number,
): BeatNote[] {
  const notes: BeatNote[] = []
  const velocity = 50 + random() * 30
  const legato = 0.5 + random() * 0.5
  for (let bar = 0; bar < bars; bar++) {
    const chord = chordSteps(harmony, bar).map((step) => degree(harmony, step, base))
    const start = bar * 4
    if (style === 0) {
      for (const pitch of chord) notes.push({ pitch, start, beats: 4 * legato, velocity })
    } else if (style === 1) {
      const order = [0, 2, 1, 2]
      for (let i = 0; i < 8; i++)
        notes.push({ pitch: chord[order[i % 4]!]!, start: start + i / 2, beats: 0.5 * legato, velocity })
    } else if (style === 2) {
      notes.push({ pitch: chord[0]! - 12, start, beats: 1.6 * legato, velocity: velocity + 10 })
      for (const beat of [1, 2, 3])
        for (const pitch of chord) notes.push({ pitch, start: start + beat, beats: 0.8 * legato, velocity })
    } else if (style === 3) {
      for (let i = 0; i < 16; i++) {
        const tone = chord[i % 3]! + 12 * (Math.floor(i / 3) % 3) - 12
        notes.push({
          pitch: tone,
          start: start + i / 4,
          beats: 0.25 * (random() < 0.3 ? 3 : 1) * legato,
          velocity,
        })
      }
    } else {
      for (const half of [0, 2]) {
        notes.push({ pitch: chord[0]! - 12, start: start + half, beats: 2 * legato, velocity: velocity + 8 })
        for (const pitch of [...chord, chord[0]! + 12])
          notes.push({ pitch, start: start + half, beats: 2 * legato, velocity })
      }
    }
  }
  return notes
}

function pianoParts(random: Random, harmony: Harmony, bars: number): BeatPart[] {
  const style = Math.floor(random() * 5)
  const high = melody(random, harmony, bars, 60, { fast: random() < 0.25 })
  const low =
    random() < 0.75
      ? accompaniment(random, harmony, bars, 48, style)
      : melody(random, harmony, bars, 41, { velocity: 65 })
  const middle = random() < 0.3 ? melody(random, harmony, bars, 53, { velocity: 60 }) : []
  // Octave doublings, as pianists do.
  const doubled =
    random() < 0.25
      ? high.map((note) => ({ ...note, pitch: note.pitch - 12, velocity: note.velocity - 10 }))
      : []
  return [
    {
      program: random() < 0.8 ? 0 : 1,
      isDrums: false,
      notes: unique([...high, ...low, ...middle, ...doubled]),
    },
  ]
}

/** Lead, chords and bass by ensemble. */
const ENSEMBLES: readonly {
  lead: number[]
  inner: number[]
  bass: number[]
  drums: boolean
  sustained: boolean
}[] = [
  { lead: [40], inner: [40, 41], bass: [42, 43], drums: false, sustained: true },
  { lead: [73, 68, 71], inner: [71, 68, 60], bass: [70], drums: false, sustained: true },
  { lead: [56, 65, 66, 26], inner: [0, 4, 26], bass: [32, 33], drums: true, sustained: false },
  { lead: [27, 80, 30], inner: [16, 18, 29, 27], bass: [33, 34], drums: true, sustained: false },
  { lead: [40, 73, 68], inner: [48, 49], bass: [43, 48], drums: false, sustained: true },
  { lead: [73, 40, 24], inner: [24, 25, 46], bass: [42, 32], drums: false, sustained: false },
  { lead: [56, 57], inner: [60, 57], bass: [58], drums: false, sustained: true },
  { lead: [11, 12, 73], inner: [0, 24], bass: [32], drums: true, sustained: false },
]

function ensembleParts(random: Random, harmony: Harmony, bars: number): BeatPart[] {
  const ensemble = ENSEMBLES[Math.floor(random() * ENSEMBLES.length)]!
  const one = (list: readonly number[]) => list[Math.floor(random() * list.length)]!
  const parts: BeatPart[] = [
    { program: one(ensemble.lead), isDrums: false, notes: melody(random, harmony, bars, 62) },
    {
      program: one(ensemble.bass),
      isDrums: false,
      notes: melody(random, harmony, bars, 36, { velocity: 80 }).filter(({ pitch }) => pitch < 58),
    },
  ]
  if (ensemble.sustained) {
    for (const base of [55, 48])
      parts.push({
        program: one(ensemble.inner),
        isDrums: false,
        notes: melody(random, harmony, bars, base, { velocity: 65 }),
      })
  } else {
    const style = [0, 1, 2][Math.floor(random() * 3)]!
    parts.push({
      program: one(ensemble.inner),
      isDrums: false,
      notes: accompaniment(random, harmony, bars, 52, style),
    })
  }
  if (ensemble.drums) parts.push({ program: 0, isDrums: true, notes: drums(random, bars) })
  return parts.map((part) => ({ ...part, notes: part.isDrums ? part.notes : unique(part.notes) }))
}

function drums(random: Random, bars: number): BeatNote[] {
  const notes: BeatNote[] = []
  const hat = random() < 0.7 ? 0.5 : 0.25
  const kicks = random() < 0.5 ? [0, 2] : [0, 1.5, 2.5]
  for (let bar = 0; bar < bars; bar++) {
    const at = bar * 4
    for (let beat = 0; beat < 4; beat += hat)
      notes.push({ pitch: 42, start: at + beat, beats: 0.1, velocity: 60 + random() * 20 })
    for (const beat of kicks) notes.push({ pitch: 36, start: at + beat, beats: 0.1, velocity: 100 })
    for (const beat of [1, 3]) notes.push({ pitch: 38, start: at + beat, beats: 0.1, velocity: 95 })
    if (bar % 4 === 0) notes.push({ pitch: 49, start: at, beats: 0.1, velocity: 90 })
  }
  return notes
}

/** No key is struck twice at once, and a key that sounds is let go before it is struck again. */
export function unique(notes: readonly BeatNote[]): BeatNote[] {
  const kept: BeatNote[] = []
  const lastOfPitch = new Map<number, number>()
  for (const note of notes.toSorted((a, b) => a.start - b.start || b.beats - a.beats)) {
    if (note.pitch < 24 || note.pitch > 103) continue
    const index = lastOfPitch.get(note.pitch)
    const last = index === undefined ? undefined : kept[index]
    if (last && index !== undefined) {
      if (note.start - last.start < 0.05) continue
      if (last.start + last.beats > note.start)
        kept[index] = { ...last, beats: (note.start - last.start) * 0.95 }
    }
    lastOfPitch.set(note.pitch, kept.length)
    kept.push(note)
  }
  return kept
}

/** As a player would: a little off the beat, a little uneven in force. */
export function perform(
  notes: readonly BeatNote[],
  bpm: number,
  random: Random,
  isDrums: boolean,
): KnownNote[] {
  const beatSeconds = 60 / bpm
  const spread = isDrums ? 0.004 : 0.012
  return notes
    .map(({ pitch, start, beats, velocity }) => {
      const at = LEAD_SECONDS + start * beatSeconds + (random() - 0.5) * spread
      const force = Math.round(Math.max(20, Math.min(127, velocity + (random() - 0.5) * 24)))
      return { pitch, start: at, end: at + Math.max(0.06, beats * beatSeconds), velocity: force }
    })
    .sort((a, b) => a.start - b.start)
}

/** When each beat of a generated piece falls, from its first to its last note, in seconds. */
export function beatsOf({ bpm, parts }: Pick<KnownPiece, 'bpm' | 'parts'>): number[] {
  const last = parts.reduce((most, { notes }) => Math.max(most, notes.at(-1)?.start ?? 0), 0)
  const count = Math.floor(((last - LEAD_SECONDS) * bpm) / 60 + 0.1) + 1
  return Array.from({ length: count }, (_, beat) => LEAD_SECONDS + (beat * 60) / bpm)
}

/** The parts as MIDI, at a tempo of 125 so that one tick is a millisecond. */
export function midiParts({ parts }: Pick<KnownPiece, 'parts'>): MidiPart[] {
  let channel = 0
  return parts.map(({ program, isDrums, notes }, index) => {
    if (channel === 9) channel++
    return {
      name: `part ${index + 1}`,
      program,
      channel: isDrums ? 9 : channel++,
      notes: notes.map(({ pitch, start, end, velocity }) => ({
        pitch,
        velocity,
        startTicks: Math.round(start * 1000),
        endTicks: Math.round(end * 1000),
      })),
    }
  })
}

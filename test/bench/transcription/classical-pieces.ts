// Pieces in the forms of classical-forms.ts that the tempo is learnt from, as pianos and as small ensembles. Made from a seed.

import { chordTone, FORMS, type Played, pick, type Score } from './classical-forms.ts'
import {
  type Harmony,
  type KnownNote,
  type KnownPart,
  type KnownPiece,
  LEAD_SECONDS,
  MAJOR,
  MINOR,
  seeded,
} from './pieces.ts'

/** About so much is played. */
const SECONDS = 24
/** Violin, strings, flute, clarinet, organ, harpsichord, horn: General MIDI programs, from 0. */
const PROGRAMS = [40, 48, 73, 71, 19, 6, 60] as const
/** How much louder downbeats are at most, in MIDI velocity, and how far notes are off their place at most. */
const MOST_ACCENT = 14
const MOST_SPREAD_SECONDS = 0.016
/** Chords on degrees of the scale, a chord for each unit of harmonic rhythm. */
const PROGRESSIONS = [
  [0, 3, 4, 0],
  [0, 5, 1, 4],
  [0, 4, 5, 3, 1, 4, 0, 4],
  [0, 0, 4, 0, 3, 0, 4, 0],
  [5, 1, 4, 0, 3, 1, 4, 5],
  [0, 3, 6, 2, 5, 1, 4, 0],
] as const

/** A piece of one form; as an ensemble each of its voices is a part. */
export function makeClassicalPiece(seed: number): KnownPiece {
  const random = seeded(seed * 6271 + 11)
  const form = FORMS[seed % FORMS.length]!
  const [slowest, fastest] = form.tempos
  const bpm = Math.round(slowest * (fastest / slowest) ** random())
  const beatsPerBar = pick(random, form.meters)
  const harmony: Harmony = {
    root: Math.floor(random() * 12),
    scale: random() < 0.6 ? MAJOR : MINOR,
    progression: pick(random, PROGRESSIONS),
  }
  const score: Score = {
    random,
    harmony,
    beatsPerBar,
    bars: Math.max(4, Math.round((SECONDS * bpm) / 60 / beatsPerBar)),
    chordBeats: pick(random, form.chordBeats) || beatsPerBar,
  }
  const pickup = random() < 0.25 ? pick(random, [1, 0.5]) : 0
  const played = form.compose(score).filter(({ at }) => at < score.bars * beatsPerBar)
  const isPiano = random() < 0.6
  const performed = perform(score, bpm, [...pickupOf(score, pickup), ...played], isPiano)
  const keyboard = performed.flatMap(({ notes }) => notes).sort((a, b) => a.start - b.start)
  return {
    name: `classical ${seed}`,
    kind: isPiano ? 'piano' : 'ensemble',
    bpm,
    numerator: beatsPerBar,
    parts: isPiano ? [{ program: 0, isDrums: false, notes: keyboard }] : performed,
  }
}

/** Eighths of the first voice before the first bar, so many beats in all. */
function pickupOf(score: Score, beats: number): Played[] {
  return Array.from({ length: 2 * beats }, (_, index) => ({
    voice: 0,
    pitch: chordTone(score, 0, index, 60),
    at: index * 0.5 - beats,
    beats: 0.5,
  }))
}

/** Each voice as a part, evenly played; what comes before the first bar begins in a beat of its own. */
function perform(
  { random, beatsPerBar }: Score,
  bpm: number,
  played: readonly Played[],
  isPiano: boolean,
): KnownPart[] {
  const accent = random() * MOST_ACCENT
  const articulation = 0.6 + random() * 0.38
  const spreadSeconds = random() * MOST_SPREAD_SECONDS
  const lead = played.some(({ at }) => at < 0) ? 1 : 0
  const noteOf = ({ pitch, at, beats }: Played): KnownNote => {
    const start = LEAD_SECONDS + ((at + lead) * 60) / bpm + (random() - 0.5) * spreadSeconds
    const isAccented = Math.abs((at / beatsPerBar) % 1) < 0.01
    return {
      pitch: Math.max(28, Math.min(100, pitch)),
      start,
      end: start + Math.max(0.05, (beats * articulation * 60) / bpm),
      velocity: Math.round(60 + random() * 16 + (isAccented ? accent : 0)),
    }
  }
  return [...new Set(played.map(({ voice }) => voice))].map((voice) => ({
    program: isPiano ? 0 : pick(random, PROGRAMS),
    isDrums: false,
    notes: played
      .filter((note) => note.voice === voice)
      .map(noteOf)
      .sort((a, b) => a.start - b.start),
  }))
}

// Known pieces as they would be heard: some notes are lost, some doubled, drums are mistaken for each other. No audio is needed.

import {
  frameCountOf,
  frameOfSeconds,
  MODEL_RATE_HZ,
} from '../../../src-main/local-service/transcription/listening/posteriors.ts'
import type { HeardNote } from '../../../src-main/local-service/transcription/notes/decode-notes.ts'
import type { DrumHit } from '../../../src-main/local-service/transcription/parts/drums.ts'
import { type DrumClass, drumClassOf } from './drum-pieces.ts'
import type { KnownNote, KnownPart, Random } from './pieces.ts'

export interface HeardTake {
  readonly notes: readonly HeardNote[]
  readonly hits: readonly DrumHit[]
  /** The rises of the spectrum, a frame each, as `KeyEnergy` has them. */
  readonly flux: Float32Array
  readonly seconds: number
}

/** The key that each drum is heard as. */
const KEYS: Readonly<Record<DrumClass, number>> = { kick: 36, snare: 38, hat: 42, tom: 45, cymbal: 49 }
/** The share of each drum's hits that is missed, about as RESULTS.md has it. */
const MISSED_HITS: Readonly<Record<DrumClass, number>> = {
  kick: 0.2,
  snare: 0.35,
  hat: 0.25,
  tom: 0.6,
  cymbal: 0.5,
}
/** A hit that is heard as another drum as well. */
const DOUBLED_HITS = 0.06
/** A hit that the note model takes for a note. */
const HITS_AS_NOTES = 0.08
/** Takes whose drums were asked for, so that each hit counts as a note without pitch too; drums alone are always written. */
const WITH_DRUM_PARTS = 0.2
/** Onsets are heard so early or late, in seconds, at most; drums less. */
const JITTER_SECONDS = 0.02
const HIT_JITTER_SECONDS = 0.01

/** How well one take is heard. */
interface Hearing {
  readonly random: Random
  readonly missed: number
  readonly ghosts: number
  readonly falseHits: number
  readonly hasDrumParts: boolean
}

/** The parts as they would be heard once, some takes well, others badly. */
export function heardTake(parts: readonly KnownPart[], random: Random): HeardTake {
  const isBand = parts.length > 1 || parts.some(({ isDrums }) => isDrums)
  const hearing = {
    random,
    missed: random() * (isBand ? 0.25 : 0.12),
    ghosts: random() * 0.1,
    hasDrumParts: random() < WITH_DRUM_PARTS || parts.every(({ isDrums }) => isDrums),
    falseHits: random() * (isBand ? 0.06 : 0.02),
  }
  const notes: HeardNote[] = []
  const hits: DrumHit[] = []
  const rises: (readonly [number, number])[] = []
  for (const { isDrums, notes: known } of parts) {
    for (const note of known) {
      rises.push([note.start, (isDrums ? 0.8 : 0.4) * (note.velocity / 127) * (0.5 + random())])
      const heard = isDrums ? heardHit(note, hearing) : heardNote(note, hearing)
      notes.push(...heard.notes)
      hits.push(...heard.hits)
    }
  }
  notes.sort((a, b) => a.start - b.start)
  hits.sort((a, b) => a.start - b.start)
  const seconds = Math.max(1, ...notes.map(({ end }) => end), ...hits.map(({ start }) => start)) + 1
  return { notes, hits, flux: fluxOf(rises, seconds), seconds }
}

type Heard = Pick<HeardTake, 'notes' | 'hits'>

function heardHit({ pitch, start, velocity }: KnownNote, { random, hasDrumParts }: Hearing): Heard {
  const levelDb = levelOf(velocity)
  const drum = drumClassOf(pitch)
  const hits: DrumHit[] = []
  const notes: HeardNote[] = []
  if (drum !== null && random() >= MISSED_HITS[drum])
    hits.push({ pitch: KEYS[drum], start: start + jitter(random, HIT_JITTER_SECONDS), levelDb })
  if (random() < DOUBLED_HITS) hits.push({ pitch: anyKey(random), start, levelDb })
  const note = { start, end: start + 0.1 }
  if (random() < HITS_AS_NOTES)
    notes.push({ ...note, pitch: 30 + Math.floor(random() * 50), levelDb: levelDb - 10, certainty: 0.6 })
  if (hasDrumParts) notes.push({ ...note, pitch: 60, levelDb: levelDb - 60, certainty: 1 })
  return { notes, hits }
}

function heardNote({ pitch, start, end, velocity }: KnownNote, hearing: Hearing): Heard {
  const { random, missed, ghosts, falseHits } = hearing
  const levelDb = levelOf(velocity)
  const hits = random() < falseHits ? [{ pitch: anyKey(random), start, levelDb }] : []
  if (random() < missed) return { notes: [], hits }
  const at = Math.max(0, start + jitter(random, JITTER_SECONDS))
  const length = Math.max(0.04, (end - start) * (0.7 + 0.5 * random()))
  const note = { pitch, start: at, end: at + length, levelDb, certainty: 1 }
  const ghost = { ...note, pitch: pitch + 12, end: at + length / 2, levelDb: levelDb - 12, certainty: 0.6 }
  return { notes: random() < ghosts ? [note, ghost] : [note], hits }
}

function levelOf(velocity: number): number {
  return 40 * Math.log10(velocity / 127) - 20
}

function jitter(random: Random, most: number): number {
  return (random() + random() - 1) * most
}

function anyKey(random: Random): number {
  return Object.values(KEYS)[Math.floor(random() * 5)] ?? KEYS.hat
}

function fluxOf(rises: readonly (readonly [number, number])[], seconds: number): Float32Array {
  const flux = new Float32Array(frameCountOf(new Float32Array(Math.ceil(seconds * MODEL_RATE_HZ))))
  for (const [start, rise] of rises) {
    const frame = frameOfSeconds(start)
    if (frame < flux.length) flux[frame]! += rise
  }
  return flux
}

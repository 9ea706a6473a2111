// What speaks for each listed instrument playing each note: its register, what it plays before, with and after, as far as that is guessed so far.

import { INSTRUMENTS, type Instrument } from '../../../contract/index.ts'
import type { HeardNote } from '../notes/decode-notes.ts'
import { INSTRUMENT_FACTS } from './instruments.ts'
import { likenesses } from './note-sounds.ts'

/** Notes that begin within so many seconds begin together. */
const TOGETHER_SECONDS = 0.04
/** What still sounds so long after a note's start is held through it. */
const HELD_SECONDS = 0.05
/** Lines are followed so far back and on. */
const LINE_NOTES = 14
const LINE_SECONDS = 3
/** A neighbour in a line counts by a third less for each such stretch in between. */
const LINE_FADE_SECONDS = 0.5
/** The same key is compared so far around. */
const SAME_KEY_SECONDS = 10
const SAME_KEY_NOTES = 24
/** Keys so close are of one register. */
const NEAR_SEMITONES = 2
const SMALLEST_CHANCE = 1e-4

/** Instruments that play alike. */
const FAMILIES: readonly (readonly Instrument[])[] = [
  ['acoustic_piano', 'electric_piano', 'organ'],
  ['chromatic_percussion', 'orchestral_harp', 'timpani', 'orchestra_hit'],
  ['acoustic_guitar', 'clean_electric_guitar', 'distorted_electric_guitar'],
  ['acoustic_bass', 'electric_bass', 'contrabass', 'tuba'],
  ['violin', 'viola', 'cello'],
  ['string_ensemble', 'synth_strings', 'synth_pad', 'brass_section'],
  ['voice'],
  ['trumpet', 'trombone', 'french_horn'],
  [
    'soprano_and_alto_sax',
    'tenor_sax',
    'baritone_sax',
    'oboe',
    'english_horn',
    'bassoon',
    'clarinet',
    'flutes',
  ],
  ['synth_lead'],
]
const OWN_FEATURES = 41
export const LINE_FEATURES = OWN_FEATURES + FAMILIES.length

/** The chances of each listed instrument to play a note, in the list's order; they sum to 1. */
export type Chances = Float32Array

/** The notes around one, by their indices. */
interface Around {
  readonly together: readonly number[]
  readonly held: readonly number[]
  readonly before: readonly number[]
  readonly after: readonly number[]
  readonly sameKey: readonly number[]
  readonly near: readonly number[]
}

/** What the sounds alone say. */
interface Clues {
  /** Likenesses and scores of all instruments, one after the other. */
  readonly timbres: readonly Float32Array[]
  /** By how much each listed instrument's score is above the best other's. */
  readonly margins: readonly Float32Array[]
  /** The same of its likeness. */
  readonly likeMargins: readonly Float32Array[]
}

/** What an instrument plays on the whole, as far as it is guessed. */
interface PartSoFar {
  /** Notes, by their chances. */
  readonly mass: number
  readonly pitch: number
  readonly deviation: number
  readonly logLength: number
  readonly levelDb: number
  /** How its notes sound on average. */
  readonly sound: Float32Array
  /** How many other notes of its own begin with one of it. */
  readonly chord: number
}

/** For each note and each listed instrument {@link LINE_FEATURES} numbers. Notes are in order of time. @param scores of each note by its sound alone, of all instruments @param sounds as described */
export function lineDescriber(
  notes: readonly HeardNote[],
  listed: readonly Instrument[],
  scores: readonly Float32Array[],
  sounds: readonly Float32Array[],
): (chances: readonly Chances[]) => Float32Array[][] {
  const around = notes.map((_, index) => aroundOf(notes, index))
  const clues = cluesOf(listed, scores, sounds)
  return (chances) => {
    const parts = listed.map((_, part) => partSoFar(part, notes, clues.timbres, chances, around))
    const heights = listed.map((_, part) => rankOf(parts, part))
    return notes.map((_, index) =>
      describeNote(notes, listed, clues, chances, around[index]!, parts, heights, index),
    )
  }
}

function cluesOf(
  listed: readonly Instrument[],
  scores: readonly Float32Array[],
  sounds: readonly Float32Array[],
): Clues {
  const places = listed.map((instrument) => INSTRUMENTS.indexOf(instrument))
  const marginsOf = (values: Float32Array, unit: number) => {
    const ofListed = Float32Array.from(places, (place) => values[place]! / unit)
    return ofListed.map((value, part) => Math.max(-3, Math.min(3, value - othersMost(ofListed, part))))
  }
  return {
    timbres: sounds.map((sound, index) => {
      const likeness = likenesses(sound)
      const timbre = new Float32Array(likeness.length + scores[index]!.length)
      timbre.set(likeness)
      timbre.set(
        scores[index]!.map((score) => score / 5),
        likeness.length,
      )
      return timbre
    }),
    margins: scores.map((values) => marginsOf(values, 2)),
    likeMargins: sounds.map((sound) => marginsOf(likenesses(sound), 0.5)),
  }
}

function aroundOf(notes: readonly HeardNote[], index: number): Around {
  const { start, pitch } = notes[index]!
  const around = { together: [], held: [], before: [], after: [], sameKey: [], near: [] } satisfies Around
  const { together, held, before, after, sameKey, near }: Record<keyof Around, number[]> = around
  for (const step of [-1, 1]) {
    let [same, close] = [0, 0]
    for (let at = index + step; at >= 0 && at < notes.length; at += step) {
      const other = notes[at]!
      const distance = Math.abs(other.start - start)
      if (distance > SAME_KEY_SECONDS) break
      if (distance < TOGETHER_SECONDS) together.push(at)
      else {
        if (step < 0 && other.end > start + HELD_SECONDS) held.push(at)
        const line = step < 0 ? before : after
        if (distance < LINE_SECONDS && line.length < LINE_NOTES) line.push(at)
      }
      if (other.pitch === pitch && same++ < SAME_KEY_NOTES) sameKey.push(at)
      if (Math.abs(other.pitch - pitch) <= NEAR_SEMITONES && close++ < SAME_KEY_NOTES) near.push(at)
    }
  }
  return around
}

function partSoFar(
  part: number,
  notes: readonly HeardNote[],
  sounds: readonly Float32Array[],
  chances: readonly Chances[],
  around: readonly Around[],
): PartSoFar {
  const sound = new Float32Array(sounds[0]?.length ?? 0)
  let [mass, pitch, square, logLength, levelDb, chord] = [1e-3, 0, 0, 0, 0, 0]
  for (const [index, note] of notes.entries()) {
    const chance = chances[index]![part]!
    mass += chance
    pitch += chance * note.pitch
    square += chance * note.pitch ** 2
    logLength += chance * logLengthOf(note)
    levelDb += chance * note.levelDb
    for (const other of around[index]!.together) chord += chance * chances[other]![part]!
    for (let i = 0; i < sound.length; i++) sound[i]! += chance * sounds[index]![i]!
  }
  const mean = pitch / mass
  return {
    mass,
    pitch: mean,
    // Parts of few notes are no narrower than others.
    deviation: Math.sqrt((Math.max(0, square / mass - mean ** 2) * mass + 36 * 3) / (mass + 3)),
    logLength: logLength / mass,
    levelDb: levelDb / mass,
    sound: sound.map((value) => value / mass),
    chord: chord / mass,
  }
}

/** How high the part lies among all, 0..1. */
function rankOf(parts: readonly PartSoFar[], part: number): number {
  const lower = parts.filter(({ pitch }) => pitch < parts[part]!.pitch).length
  return parts.length > 1 ? lower / (parts.length - 1) : 0.5
}

function describeNote(
  notes: readonly HeardNote[],
  listed: readonly Instrument[],
  { timbres, margins, likeMargins }: Clues,
  chances: readonly Chances[],
  { together, held, before, after, sameKey, near }: Around,
  parts: readonly PartSoFar[],
  heights: readonly number[],
  index: number,
): Float32Array[] {
  const note = notes[index]!
  const own = chances[index]!
  const pitches = [...together, ...held].map((at) => notes[at]!.pitch)
  const lower = pitches.filter((pitch) => pitch < note.pitch).length
  const height = pitches.length > 0 ? lower / pitches.length : 0.5
  const togetherPitches = together.map((at) => notes[at]!.pitch)
  const isTop = togetherPitches.every((pitch) => pitch <= note.pitch)
  const isBottom = togetherPitches.every((pitch) => pitch >= note.pitch)
  const fits = parts.map(({ pitch, deviation }) => Math.min(9, ((note.pitch - pitch) / deviation) ** 2))
  const distances = parts.map(({ sound }) => distanceOf(sound, timbres[index]!))
  return listed.map((instrument, part) => {
    const { range, voices } = INSTRUMENT_FACTS[instrument]
    const [lowest, usual, highest] = range
    const register = (note.pitch - usual) / ((highest - lowest) / 4)
    const outside = Math.max(0, lowest - note.pitch, note.pitch - highest)
    const so = parts[part]!
    const chanceOf = (at: number) => chances[at]![part]!
    const sumOf = (indices: readonly number[]) => indices.reduce((sum, at) => sum + chanceOf(at), 0)
    const meanOf = (indices: readonly number[], fallback: number) =>
      indices.length > 0 ? sumOf(indices) / indices.length : fallback
    const back = lineTo(note, part, notes, chances, before)
    const on = lineTo(note, part, notes, chances, after)
    const beside = sumOf(together)
    const busy = sumOf(held)
    const isAlone = voices === 1 ? 1 : 0
    const spread =
      together.reduce((sum, at) => sum + chanceOf(at) * Math.abs(notes[at]!.pitch - note.pitch), 0) /
      (beside + 0.05)
    return Float32Array.of(
      margins[index]![part]!,
      likeMargins[index]![part]!,
      averageOf(near, margins, part),
      averageOf(near, likeMargins, part),
      logRatio(own[part]!, othersMost(own, part)),
      own[part]!,
      register,
      register ** 2,
      Math.min(1, outside / 12),
      (note.pitch - so.pitch) / 12,
      fits[part]!,
      fits[part]! - othersLeast(fits, part),
      (so.mass / notes.length) * listed.length,
      Math.log2(1 + together.length),
      beside,
      spread / 12,
      isTop ? heights[part]! : 0,
      isBottom ? 1 - heights[part]! : 0,
      height - heights[part]!,
      Math.abs(height - heights[part]!),
      busy,
      busy * isAlone,
      beside * isAlone,
      Math.abs(beside - so.chord),
      back.leap / 12,
      back.weight,
      on.leap / 12,
      on.weight,
      meanOf(sameKey, 1 / listed.length),
      Math.log2(1 + sameKey.length),
      meanOf(near, 1 / listed.length),
      distances[part]! - othersLeast(distances, part),
      isAlone,
      Math.log2(voices),
      isBottom && held.every((at) => notes[at]!.pitch >= note.pitch) ? 1 : 0,
      logLengthOf(note),
      logLengthOf(note) - so.logLength,
      Math.abs(logLengthOf(note) - so.logLength),
      (note.levelDb - so.levelDb) / 10,
      Math.abs(note.levelDb - so.levelDb) / 10,
      listed.length,
      ...FAMILIES.map((family) => (family.includes(instrument) ? 1 : 0)),
    )
  })
}

/** How far the notes lie that the part plays near by, in semitones, and how surely there are some. */
function lineTo(
  note: HeardNote,
  part: number,
  notes: readonly HeardNote[],
  chances: readonly Chances[],
  line: readonly number[],
): { readonly leap: number; readonly weight: number } {
  // As little as nothing speaks for a leap of a fifth.
  let [weight, leap] = [0.05, 0.05 * 7]
  let isFree = 1
  for (const at of line) {
    const chance = chances[at]![part]!
    const weightOfNote =
      isFree * chance * 1.5 ** (-Math.abs(notes[at]!.start - note.start) / LINE_FADE_SECONDS)
    weight += weightOfNote
    leap += weightOfNote * Math.abs(notes[at]!.pitch - note.pitch)
    // What lies behind a note that the part surely plays counts for little.
    isFree *= 1 - 0.7 * chance
  }
  return { leap: leap / weight, weight }
}

function logLengthOf({ start, end }: HeardNote): number {
  return Math.log2(Math.max(0.03, end - start))
}

function logRatio(one: number, other: number): number {
  return Math.log(Math.max(SMALLEST_CHANCE, one) / Math.max(SMALLEST_CHANCE, other)) / 2
}

function averageOf(indices: readonly number[], margins: readonly Float32Array[], part: number): number {
  return indices.reduce((sum, at) => sum + margins[at]![part]!, 0) / Math.max(1, indices.length)
}

function othersMost(values: ArrayLike<number>, except: number): number {
  let most = Number.NEGATIVE_INFINITY
  for (let i = 0; i < values.length; i++) if (i !== except) most = Math.max(most, values[i]!)
  return most
}

function othersLeast(values: readonly number[], except: number): number {
  return values.reduce((least, value, i) => (i === except ? least : Math.min(least, value)), 1e3)
}

function distanceOf(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let i = 0; i < one.length; i++) sum += (one[i]! - other[i]!) ** 2
  return Math.sqrt(sum / Math.max(1, one.length))
}

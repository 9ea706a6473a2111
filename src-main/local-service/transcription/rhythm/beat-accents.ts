// What is heard on each beat of a take: the facts by which bars are told.

import { likenessesOf } from './beat-likeness.ts'
import { standardised } from './deviations.ts'
import { harmonicDistance } from './harmony.ts'

/** A note among beats: where it begins and how long it lasts, in beats. */
export interface PlacedNote {
  readonly pitch: number
  readonly at: number
  readonly length: number
  readonly levelDb: number
}

/** A drum's hit among beats; `pitch` is one of `DRUMS`. */
export interface PlacedHit {
  readonly pitch: number
  readonly at: number
}

export interface BeatAccents {
  readonly count: number
  /** A row a fact, a value a beat, in deviations from the fact's mean over the take. */
  readonly facts: readonly Float32Array[]
  /** How much alike beats are that lie so many beats apart, by several measures: a row each, by lag from 0 on. */
  readonly likeness: readonly Float32Array[]
}

/** What begins so close to a beat begins on it. */
export const ON_BEAT = 0.15
/** The drums that are told apart, as General MIDI keys: kick, snare, hat, tom, cymbal. */
const DRUM_PITCHES = [36, 38, 42, 45, 49] as const
const [, SNARE, , TOM] = DRUM_PITCHES
/** Lengths and waits beyond this say no more, in beats. */
const LONGEST = 4
/** A pedal point is no harmony: a note tells of it for so many beats. */
const LONGEST_HARMONY = 8
/** Harmony before a beat is compared with that from it on, over so many beats. */
const HARMONY_SPANS = [1, 2, 3, 4] as const
/** The share of notes that are low. */
const LOW_SHARE = 0.25

export const FACTS = 26 + HARMONY_SPANS.length + DRUM_PITCHES.length

/** `notes` in order of their beginning; beats are 0 to `count` - 1. */
export function accentsOf(
  notes: readonly PlacedNote[],
  hits: readonly PlacedHit[],
  count: number,
): BeatAccents {
  const on = notesOnBeats(notes, count)
  const chroma = chromaOf(notes, count)
  const drums = DRUM_PITCHES.map((pitch) => hitsOn(hits, pitch, count))
  const accents = [...strengths(notes, on), ...lows(notes, on), ...waits(notes, on)]
  const others = [
    ...harmonies(chroma),
    ...bassChanges(notes, count),
    ...within(notes, on),
    fills(hits, count),
  ]
  const facts = [...accents, ...others, ...drums].map(standardised)
  return {
    count,
    facts,
    likeness: likenessesOf({
      notes,
      on,
      chroma,
      accents: facts.slice(0, accents.length),
      drums: drums.map(standardised),
    }),
  }
}

function isOnBeat({ at }: { readonly at: number }): boolean {
  return Math.abs(at - Math.round(at)) <= ON_BEAT
}

function notesOnBeats(notes: readonly PlacedNote[], count: number): readonly PlacedNote[][] {
  const beats: PlacedNote[][] = Array.from({ length: count }, () => [])
  for (const note of notes) if (isOnBeat(note)) beats[Math.round(note.at)]?.push(note)
  return beats
}

function row(on: readonly PlacedNote[][], measured: (here: readonly PlacedNote[], beat: number) => number) {
  return Float32Array.from(on, measured)
}

function most(values: readonly number[], least: number): number {
  return values.reduce((greatest, value) => Math.max(greatest, value), least)
}

/** How much begins on each beat, how long it lasts and how loud it is. */
function strengths(notes: readonly PlacedNote[], on: readonly PlacedNote[][]): Float32Array[] {
  const softest = notes.reduce((least, { levelDb }) => Math.min(least, levelDb), 0)
  const lengths = ({ length }: PlacedNote) => Math.min(LONGEST, length)
  return [
    row(on, (here) => Math.log1p(here.length)),
    row(on, (here) => Math.log1p(most(here.map(lengths), 0))),
    row(on, (here) => Math.log1p(here.reduce((sum, note) => sum + lengths(note), 0))),
    row(on, (here) =>
      most(
        here.map(({ levelDb }) => levelDb),
        softest,
      ),
    ),
    row(on, (here) => lengths(highest(here) ?? NO_NOTE)),
    row(on, (here) => lengths(lowest(here) ?? NO_NOTE)),
  ]
}

const NO_NOTE: PlacedNote = { pitch: 0, at: 0, length: 0, levelDb: 0 }

function highest([first, ...others]: readonly PlacedNote[]): PlacedNote | undefined {
  return others.reduce((a, b) => (a === undefined || b.pitch > a.pitch ? b : a), first)
}

function lowest([first, ...others]: readonly PlacedNote[]): PlacedNote | undefined {
  return others.reduce((a, b) => (a === undefined || b.pitch < a.pitch ? b : a), first)
}

/** How low and how high what begins on each beat is: basses fall on first beats, chords alone on others. */
function lows(notes: readonly PlacedNote[], on: readonly PlacedNote[][]): Float32Array[] {
  const pitches = notes.map(({ pitch }) => pitch).sort((a, b) => a - b)
  const low = pitches[Math.floor(pitches.length * LOW_SHARE)] ?? 0
  const middle = pitches[pitches.length >> 1] ?? 0
  return [
    row(on, (here) => Math.max(0, middle - (lowest(here)?.pitch ?? middle)) / 12),
    row(on, (here) => (here.some(({ pitch }) => pitch <= low) ? 1 : 0)),
    row(on, (here) => Math.max(-2, ((highest(here)?.pitch ?? middle) - middle) / 12)),
    row(on, (here) => (here.length > 0 && here.every(({ pitch }) => pitch <= middle) ? 1 : 0)),
    row(on, (here) => (here.length > 0 && here.every(({ pitch }) => pitch > low) ? 1 : 0)),
    row(on, (here) => Math.log1p(here.filter(({ pitch }) => pitch > low).length)),
    // A bass lower than both its neighbours: of a bass that walks or jumps, its ground.
    row(on, (here, beat) => {
      const pitchAt = (other: number) => lowest(on[other] ?? [])?.pitch
      const [before, own, after] = [pitchAt(beat - 1), lowest(here)?.pitch, pitchAt(beat + 1)]
      return own !== undefined && own < (before ?? 128) && own < (after ?? 128) ? 1 : 0
    }),
  ]
}

/** What begins after a rest, and how long one waits for what follows. */
function waits(notes: readonly PlacedNote[], on: readonly PlacedNote[][]): Float32Array[] {
  const rests = new Float32Array(on.length)
  const since = new Float32Array(on.length)
  const until = new Float32Array(on.length)
  let index = 0
  let lastEnd = 0
  let lastStart = 0
  for (const [beat, here] of on.entries()) {
    for (; index < notes.length && notes[index]!.at < beat - ON_BEAT; index++) {
      lastEnd = Math.max(lastEnd, notes[index]!.at + notes[index]!.length)
      lastStart = notes[index]!.at
    }
    if (here.length === 0) continue
    let next = index
    while (next < notes.length && notes[next]!.at <= beat + ON_BEAT) next++
    rests[beat] = Math.max(0, Math.min(2, beat - lastEnd))
    since[beat] = Math.log1p(Math.max(0, Math.min(LONGEST, beat - lastStart)))
    until[beat] = Math.log1p(Math.min(LONGEST, (notes[next]?.at ?? beat + 1) - beat))
  }
  return [rests, since, until]
}

function chromaOf(notes: readonly PlacedNote[], count: number): Float32Array[] {
  const chroma = Array.from({ length: count }, () => new Float32Array(12))
  for (const { pitch, at, length } of notes) {
    const end = at + Math.min(LONGEST_HARMONY, length)
    const first = Math.floor(at + ON_BEAT)
    for (let beat = Math.max(0, first); beat < Math.min(count, end); beat++)
      chroma[beat]![pitch % 12]! += Math.max(0.1, Math.min(beat + 1, end) - Math.max(beat, at))
  }
  return chroma
}

function harmonies(chroma: readonly Float32Array[]): Float32Array[] {
  const summed = (from: number, to: number) => {
    const sum = new Float32Array(12)
    for (let beat = Math.max(0, from); beat < Math.min(chroma.length, to); beat++)
      for (let key = 0; key < 12; key++) sum[key]! += chroma[beat]![key]!
    return sum
  }
  return HARMONY_SPANS.map((span) =>
    Float32Array.from(chroma, (_, beat) =>
      beat === 0 ? 0 : harmonicDistance(summed(beat - span, beat), summed(beat, beat + span)),
    ),
  )
}

/** Where the lowest that sounds becomes another tone, and where it becomes lower. */
function bassChanges(notes: readonly PlacedNote[], count: number): Float32Array[] {
  const basses = new Int16Array(count).fill(128)
  for (const { pitch, at, length } of notes) {
    const to = Math.min(count - 1, Math.floor(at + Math.min(LONGEST_HARMONY, length) - ON_BEAT))
    for (let beat = Math.max(0, Math.round(at)); beat <= to; beat++)
      basses[beat] = Math.min(basses[beat]!, pitch)
  }
  const compared = (isSo: (bass: number, before: number) => boolean) =>
    Float32Array.from(basses, (bass, beat) => {
      const before = basses[beat - 1] ?? 128
      return bass < 128 && before < 128 && isSo(bass, before) ? 1 : 0
    })
  return [
    compared((bass, before) => bass % 12 !== before % 12),
    compared((bass, before) => bass < before),
    compared((bass, before) => bass > before),
  ]
}

/** What goes on within each beat, over its beginning, and what is new on it. */
function within(notes: readonly PlacedNote[], on: readonly PlacedNote[][]): Float32Array[] {
  const count = on.length
  const [begun, held, ended, halves] = Array.from({ length: 4 }, () => new Float32Array(count)) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  for (const { at, length } of notes) {
    const beat = Math.floor(at + ON_BEAT)
    const end = at + Math.min(LONGEST_HARMONY, length)
    if (beat >= 0 && beat < count) begun[beat]!++
    if (beat >= 0 && beat < count && Math.abs(at - beat - 0.5) <= ON_BEAT) halves[beat]!++
    for (let over = Math.max(0, Math.ceil(at + ON_BEAT)); over < Math.min(count, end - 0.25); over++)
      held[over]!++
    const ending = Math.round(end)
    if (ending >= 0 && ending < count && Math.abs(end - ending) <= ON_BEAT) ended[ending]!++
  }
  const isNew = (pitch: number, beat: number) =>
    ![beat - 1, beat - 2].some((before) => on[before]?.some((note) => note.pitch === pitch))
  const isNewTone = (pitch: number, beat: number) =>
    ![beat - 1, beat - 2].some((before) => on[before]?.some((note) => note.pitch % 12 === pitch % 12))
  const share = (here: readonly PlacedNote[], isSo: (note: PlacedNote) => boolean) =>
    here.filter(isSo).length / Math.max(1, here.length)
  return [
    ...[begun, held, ended, halves].map((counts) => counts.map(Math.log1p)),
    row(on, (here, beat) => share(here, ({ pitch }) => isNew(pitch, beat))),
    row(on, (here, beat) => share(here, ({ pitch }) => isNewTone(pitch, beat))),
  ]
}

function hitsOn(hits: readonly PlacedHit[], drum: number, count: number): Float32Array {
  const row = new Float32Array(count)
  for (const hit of hits) {
    const beat = Math.round(hit.at)
    if (hit.pitch === drum && beat >= 0 && beat < count && isOnBeat(hit)) row[beat] = 1
  }
  return row
}

/** How much toms and snares play in the beat before each. */
function fills(hits: readonly PlacedHit[], count: number): Float32Array {
  const row = new Float32Array(count)
  for (const { pitch, at } of hits) {
    const beat = Math.ceil(at + ON_BEAT)
    if ((pitch === TOM || pitch === SNARE) && beat >= 0 && beat < count) row[beat]!++
  }
  return row.map(Math.log1p)
}

// One part as it is written: its clef, its voices on their staves, and where they lie on a neck.

import type { Instrument } from '../../../contract/index.ts'
import type { ArrangedNote, Arrangement } from '../arrange.ts'
import { type Clef, INSTRUMENT_FACTS } from '../parts/instruments.ts'
import { DIVISIONS } from './bar-places.ts'
import { splitHands } from './hands.ts'
import { withoutRinging } from './last-chord.ts'
import { type Fingering, fingerings, tuningOf } from './tablature.ts'
import { faithfulVoices, oneVoice, readableVoices, struckVoice, type Voice } from './voices.ts'
import { isTooWide } from './wide-parts.ts'
import type { ScoreNote } from './written-notes.ts'
import { type Transposition, transpositionOf, writtenPitch } from './written-pitch.ts'

export interface ScoreOptions {
  /** Whether the score is set for reading rather than to the letter. */
  readonly isOptimized: boolean
  readonly pageSize: 'a4' | 'letter'
  /** What the piece is called, where that is known. */
  readonly title?: string
  /** Strings and frets instead of a staff, for instruments that have them. */
  readonly isTablature?: boolean
  /** One part by itself. */
  readonly only?: Instrument
}

/** Tablature has a sign of its own where other staves have a clef. */
export type WrittenClef = Clef | 'tab'

export interface WrittenPart {
  readonly instrument: Instrument
  readonly clef: WrittenClef
  readonly transposition: Transposition | null
  /** Open strings of tablature, else null. */
  readonly tuning: readonly number[] | null
  /** Where a note of tablature is played, by the start of its chord, in divisions, and its pitch; null on a staff. */
  readonly placeOf: ((chordStart: number, pitch: number) => Fingering | null) | null
  readonly staves: readonly (readonly Voice[])[]
  /** Where its last voice ends, in divisions. */
  readonly end: number
}

/** Where a note is written to begin, in divisions. */
export const writtenDivision = (
  { writtenStart }: Pick<ArrangedNote, 'writtenStart'>,
  { quartersPerBeat }: Arrangement['map'],
): number => Math.round(writtenStart * quartersPerBeat * DIVISIONS)

/** A score to read is written as players read it; to the letter, it is what sounds. */
export const transpositionIn = (
  { isOptimized }: Pick<ScoreOptions, 'isOptimized'>,
  instrument: Instrument,
): Transposition | null => (isOptimized ? transpositionOf(instrument) : null)

/** Sets the notes of one instrument. */
export function writePart(
  { notes: played, map, rhythm }: Arrangement,
  options: ScoreOptions,
  instrument: Instrument,
): WrittenPart {
  const tuning = options.isTablature === true ? tuningOf(instrument) : null
  const transposition = tuning === null ? transpositionIn(options, instrument) : null
  const beatLength = map.quartersPerBeat * DIVISIONS
  const heard = played
    .filter((note) => note.instrument === instrument)
    .map(({ pitch, writtenStart, writtenEnd }): ScoreNote => {
      const start = writtenDivision({ writtenStart }, map)
      return {
        pitch: transposition === null ? pitch : writtenPitch(pitch, transposition),
        start,
        end: Math.max(start + 2, Math.round(writtenEnd * beatLength)),
      }
    })
  const notes = options.isOptimized ? withoutRinging(heard, instrument, { rhythm, map }) : heard
  const clef = isTooWide(notes, instrument, rhythm.beatsPerBar * beatLength)
    ? 'grand'
    : clefOf(instrument, tuning, transposition)
  const neck = tuning === null ? null : onNeck(notes, tuning, beatLength)
  const isOverBass = clef === 'grand' && hasBassBelow(played, instrument)
  const staves = neck === null ? stavesOf(notes, clef, options, beatLength, isOverBass) : [[neck.voice]]
  const end = Math.max(0, ...staves.flat().map((voice) => voice.at(-1)?.end ?? 0))
  return { instrument, clef, transposition, tuning, placeOf: neck?.placeOf ?? null, staves, end }
}

/** In MIDI pitches: a part that mostly lies lower plays the bass. */
const BASS_BELOW = 48

/** Whether another part plays the bass. */
function hasBassBelow(played: readonly ArrangedNote[], instrument: Instrument): boolean {
  const others = played.filter((note) => note.instrument !== instrument && note.instrument !== 'drums')
  return [...Map.groupBy(others, (note) => note.instrument).values()].some(
    (notes) => 2 * notes.filter(({ pitch }) => pitch < BASS_BELOW).length > notes.length,
  )
}

/**
 * The voices of each staff.
 * @param isOverBass whether another part plays the bass
 */
function stavesOf(
  notes: readonly ScoreNote[],
  clef: WrittenClef,
  { isOptimized }: ScoreOptions,
  beatLength: number,
  isOverBass: boolean,
): Voice[][] {
  if (clef === 'percussion') return [[struckVoice(notes, beatLength)]]
  const setVoices = (ofStaff: readonly ScoreNote[]) =>
    isOptimized ? readableVoices(ofStaff, beatLength) : faithfulVoices(ofStaff)
  if (clef !== 'grand') return [setVoices(notes)]
  const { right, left } = splitHands(notes, isOverBass)
  return [setVoices(right), setVoices(left)]
}

/** One voice of what a neck can play, and where. */
function onNeck(
  notes: readonly ScoreNote[],
  tuning: readonly number[],
  beatLength: number,
): { readonly voice: Voice; readonly placeOf: (chordStart: number, pitch: number) => Fingering | null } {
  const chords = oneVoice(notes, beatLength)
  const places = fingerings(
    chords.map(({ pitches }) => pitches),
    tuning,
  )
  const byStart = new Map<number, ReadonlyMap<number, Fingering>>()
  const voice = chords.flatMap((chord, index) => {
    const found = chord.pitches.flatMap((pitch, rank) => {
      const place = places[index]?.[rank] ?? null
      return place === null ? [] : [[pitch, place] as const]
    })
    byStart.set(chord.start, new Map(found))
    return found.length === 0 ? [] : [{ ...chord, pitches: found.map(([pitch]) => pitch) }]
  })
  return { voice, placeOf: (chordStart, pitch) => byStart.get(chordStart)?.get(pitch) ?? null }
}

/** What a transposed instrument reads is in the treble. */
function clefOf(
  instrument: Instrument,
  tuning: readonly number[] | null,
  transposition: Transposition | null,
): WrittenClef {
  if (tuning !== null) return 'tab'
  return transposition === null ? INSTRUMENT_FACTS[instrument].clef : 'treble'
}

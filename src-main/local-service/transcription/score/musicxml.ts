// Writes MusicXML 4.0: one part an instrument, its staves and voices bar by bar.

import type { Instrument } from '../../../contract/index.ts'
import type { Arrangement } from '../arrange.ts'
import { INSTRUMENT_FACTS } from '../parts/instruments.ts'
import { type Bar, barsOf } from './bars.ts'
import { splitHands } from './hands.ts'
import { attributes, tempoMark } from './musicxml-attributes.ts'
import { voiceXml } from './musicxml-notes.ts'
import { partHead } from './musicxml-part-list.ts'
import type { MeasurePlace, Sheet, WrittenClef } from './musicxml-sheet.ts'
import { findKey } from './spelling.ts'
import { type Fingering, fingerings, tuningOf } from './tablature.ts'
import { faithfulVoices, oneVoice, readableVoices, struckVoice, type Voice } from './voices.ts'
import { DIVISIONS, type ScoreNote } from './written-notes.ts'
import {
  isOctaveHigher,
  type Transposition,
  transpositionOf,
  writtenKey,
  writtenPitch,
} from './written-pitch.ts'

export interface ScoreOptions {
  /** Whether the score is set for reading rather than to the letter. */
  readonly isOptimized: boolean
  readonly pageSize: 'a4' | 'letter'
  /** Strings and frets instead of a staff, for instruments that have them. */
  readonly isTablature?: boolean
}

/** Pages in tenths of a staff space, at 7 mm a staff. */
const TENTHS_PER_MM = 40 / 7
const PAGE_MM = { a4: [210, 297], letter: [215.9, 279.4] } as const
const MARGIN_MM = 15

/** The document. Without notes it is one bar's rest for piano: a score has at least one part. */
export function writeMusicXml(arrangement: Arrangement, options: ScoreOptions): string {
  const sheet: Sheet = {
    arrangement,
    bars: barsOf(arrangement),
    key: findKey(arrangement.notes.filter(({ instrument }) => instrument !== 'drums')),
  }
  const instruments: readonly Instrument[] =
    arrangement.instruments.length > 0 ? arrangement.instruments : ['acoustic_piano']
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 Partwise//EN" "http://www.musicxml.org/dtds/partwise.dtd">',
    '<score-partwise version="4.0">',
    '<identification><encoding><software>Foleyroom</software><supports element="accidental" type="yes"/><supports element="beam" type="yes"/></encoding></identification>',
    defaults(options.pageSize),
    `<part-list>${instruments.map(partHead).join('')}</part-list>`,
    ...instruments.map((instrument, index) => partBody(sheet, options, instrument, index)),
    '</score-partwise>',
    '',
  ].join('\n')
}

function defaults(pageSize: ScoreOptions['pageSize']): string {
  const tenths = (mm: number) => (mm * TENTHS_PER_MM).toFixed(2)
  const [width, height] = PAGE_MM[pageSize]
  const margin = tenths(MARGIN_MM)
  const margins = ['left', 'right', 'top', 'bottom']
    .map((side) => `<${side}-margin>${margin}</${side}-margin>`)
    .join('')
  return (
    '<defaults><scaling><millimeters>7</millimeters><tenths>40</tenths></scaling>' +
    `<page-layout><page-height>${tenths(height)}</page-height><page-width>${tenths(width)}</page-width>` +
    `<page-margins type="both">${margins}</page-margins></page-layout></defaults>`
  )
}

function partBody(concert: Sheet, options: ScoreOptions, instrument: Instrument, index: number): string {
  const { arrangement, bars } = concert
  const tuning = options.isTablature === true ? tuningOf(instrument) : null
  // A score to read is written as players read it; to the letter, and on strings, it is what sounds.
  const transposition = options.isOptimized && tuning === null ? transpositionOf(instrument) : null
  const sheet = transposition === null ? concert : { ...concert, key: writtenKey(concert.key, transposition) }
  const clef = clefOf(instrument, tuning, transposition)
  const beatLength = arrangement.map.quartersPerBeat * DIVISIONS
  const notes = arrangement.notes
    .filter((note) => note.instrument === instrument)
    .map(({ pitch, writtenStart, writtenEnd }): ScoreNote => {
      const start = Math.round(writtenStart * beatLength)
      return {
        pitch: transposition === null ? pitch : writtenPitch(pitch, transposition),
        start,
        end: Math.max(start + 2, Math.round(writtenEnd * beatLength)),
      }
    })
  const neck = tuning === null ? null : onNeck(notes, tuning)
  const voices = neck === null ? stavesOf(notes, clef, options, beatLength) : [[neck.voice]]
  const measures = bars.map((bar, at) =>
    measure(sheet, bar, voices, clef, {
      isFirst: at === 0,
      isTop: index === 0,
      partId: `P${index + 1}`,
      isLast: at === bars.length - 1,
      hasEightBelow: isOctaveHigher(instrument),
      transposition,
      tuning,
      placeOf: neck?.placeOf ?? null,
    }),
  )
  return `<part id="P${index + 1}">\n${measures.join('\n')}\n</part>`
}

/** The voices of each staff. */
function stavesOf(
  notes: readonly ScoreNote[],
  clef: WrittenClef,
  { isOptimized }: ScoreOptions,
  beatLength: number,
): Voice[][] {
  if (clef === 'percussion') return [[struckVoice(notes, beatLength)]]
  const setVoices = isOptimized ? readableVoices : faithfulVoices
  if (clef !== 'grand') return [setVoices(notes)]
  const { right, left } = splitHands(notes)
  return [setVoices(right), setVoices(left)]
}

/** One voice of what a neck can play, and where. */
function onNeck(
  notes: readonly ScoreNote[],
  tuning: readonly number[],
): { readonly voice: Voice; readonly placeOf: (chordStart: number, pitch: number) => Fingering | null } {
  const chords = oneVoice(notes)
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

function measure(
  sheet: Sheet,
  bar: Bar,
  staves: readonly Voice[][],
  clef: WrittenClef,
  place: MeasurePlace,
): string {
  const parts: string[] = []
  if (place.isFirst) parts.push(attributes(sheet, clef, place))
  if (place.isTop) parts.push(tempoMark(sheet, bar, place.isFirst))
  let voiceNumber = 0
  for (const [staffIndex, voices] of staves.entries()) {
    const filled = voices.length > 0 ? voices : [[]]
    for (const [index, voice] of filled.entries()) {
      const isEmpty = !voice.some(({ start, end }) => start < bar.start + bar.barLength && end > bar.start)
      voiceNumber = staffIndex * 4 + index + 1
      // A staff always has a voice; a second one only where it says something.
      if (index > 0 && isEmpty) continue
      if (parts.some((part) => part.startsWith('<note')))
        parts.push(`<backup><duration>${bar.barLength}</duration></backup>`)
      parts.push(
        voiceXml(sheet, bar, voice, voiceNumber, staves.length > 1 ? staffIndex + 1 : null, clef, place),
      )
    }
  }
  if (place.isLast) parts.push('<barline location="right"><bar-style>light-heavy</bar-style></barline>')
  const implicit = bar.isPickup ? ' implicit="yes"' : ''
  return `<measure number="${bar.number}"${implicit}>${parts.join('')}</measure>`
}

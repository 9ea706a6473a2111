// Writes MusicXML 4.0: one part an instrument, bars, voices, ties, tuplets, beams, clefs, key, tempo.

import type { Instrument } from '../../../contract/index.ts'
import type { Arrangement } from '../arrange.ts'
import { type Clef, INSTRUMENT_FACTS } from '../parts/instruments.ts'
import { beamsOf } from './beams.ts'
import { alterInKey, findKey, type Key, type Spelling, spell } from './spelling.ts'
import { createHand, type Fingering, type Hand, tuningOf } from './tablature.ts'
import { faithfulVoices, readableVoices, type Voice } from './voices.ts'
import { type BarShape, DIVISIONS, type ScoreNote, type Value, valuesOfBar } from './written-notes.ts'
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

/** Tablature has a sign of its own where other staves have a clef. */
type WrittenClef = Clef | 'tab'

interface Bar extends BarShape {
  readonly start: number
  readonly number: number
  readonly isPickup: boolean
}

interface Sheet {
  readonly bars: readonly Bar[]
  readonly key: Key
  readonly arrangement: Arrangement
  readonly options: ScoreOptions
}

/** Pages in tenths of a staff space, at 7 mm a staff. */
const TENTHS_PER_MM = 40 / 7
const PAGE_MM = { a4: [210, 297], letter: [215.9, 279.4] } as const
const MARGIN_MM = 15
/** Middle C: where a grand staff is split. */
const SPLIT_PITCH = 60
/** Strings are named as in the key without signs. */
const C_MAJOR: Key = { fifths: 0, mode: 'major' }
/** A tempo that changes by less is not written. */
const TEMPO_CHANGE_SHARE = 0.04

/** The document. Without notes it is one bar's rest for piano: a score has at least one part. */
export function writeMusicXml(arrangement: Arrangement, options: ScoreOptions): string {
  const sheet = {
    arrangement,
    options,
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
    ...instruments.map((instrument, index) => partBody(sheet, instrument, index)),
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

/** Drum keys with their place on the staff and their head. */
const DRUM_PLACES: Readonly<
  Record<number, readonly [name: string, step: string, octave: number, head: string]>
> = {
  36: ['Bass drum', 'F', 4, 'normal'],
  38: ['Snare drum', 'C', 5, 'normal'],
  42: ['Closed hi-hat', 'G', 5, 'x'],
  49: ['Crash cymbal', 'A', 5, 'x'],
}

function partHead(instrument: Instrument, index: number): string {
  const { name, program } = INSTRUMENT_FACTS[instrument]
  const id = `P${index + 1}`
  if (instrument !== 'drums') {
    const sound = `<score-instrument id="${id}-I1"><instrument-name>${name}</instrument-name></score-instrument>`
    const channel = (index % 15) + 1
    const midi = `<midi-instrument id="${id}-I1"><midi-channel>${channel >= 10 ? channel + 1 : channel}</midi-channel><midi-program>${program + 1}</midi-program></midi-instrument>`
    return `<score-part id="${id}"><part-name>${name}</part-name><part-abbreviation>${abbreviated(name)}</part-abbreviation>${sound}${midi}</score-part>`
  }
  const keys = Object.entries(DRUM_PLACES)
  const sounds = keys.map(
    ([key, [drum]]) =>
      `<score-instrument id="${id}-D${key}"><instrument-name>${drum}</instrument-name></score-instrument>`,
  )
  const midis = keys.map(
    ([key]) =>
      `<midi-instrument id="${id}-D${key}"><midi-channel>10</midi-channel><midi-unpitched>${Number(key) + 1}</midi-unpitched></midi-instrument>`,
  )
  return `<score-part id="${id}"><part-name>${name}</part-name><part-abbreviation>Dr.</part-abbreviation>${sounds.join('')}${midis.join('')}</score-part>`
}

/** "E. gtr." for "Electric guitar": what stands before every system but the first. */
function abbreviated(name: string): string {
  const words = name.split(' ')
  const last = words.pop() ?? ''
  const short = last.length <= 5 ? last : `${last.slice(0, 4).replace(/[aeiou]+$/, '')}.`
  return [...words.map((word) => `${word.slice(0, 1)}.`), short].join(' ')
}

function barsOf({ notes, rhythm, map }: Arrangement): Bar[] {
  const beatLength = map.quartersPerBeat * DIVISIONS
  const barLength = Math.round(rhythm.beatsPerBar * beatLength)
  const last = notes.reduce((end, note) => Math.max(end, note.writtenEnd * beatLength), 1)
  const bars: Bar[] = []
  const pickup = (rhythm.pickupBeats % rhythm.beatsPerBar) * beatLength
  if (pickup > 0) bars.push({ start: 0, barLength: pickup, beatLength, number: 0, isPickup: true })
  for (let start = pickup; start < last || bars.length === 0; start += barLength) {
    bars.push({ start, barLength, beatLength, number: bars.length + (pickup > 0 ? 0 : 1), isPickup: false })
  }
  return bars
}

function partBody(concert: Sheet, instrument: Instrument, index: number): string {
  const { arrangement, options, bars } = concert
  const tuning = options.isTablature === true ? tuningOf(instrument) : null
  // A score to read is written as players read it; to the letter, and on strings, it is what sounds.
  const transposition = options.isOptimized && tuning === null ? transpositionOf(instrument) : null
  const sheet = transposition === null ? concert : { ...concert, key: writtenKey(concert.key, transposition) }
  const clef = clefOf(instrument, tuning, transposition)
  const hand = tuning === null ? null : createHand(tuning)
  const beatLength = arrangement.map.quartersPerBeat * DIVISIONS
  const notes = arrangement.notes
    .filter((note) => note.instrument === instrument)
    .map(({ pitch, writtenStart, writtenEnd }): ScoreNote => {
      const start = Math.round(writtenStart * beatLength)
      // A drum is struck, not held: its written length is the next place of the grid, at most an eighth.
      const longest = instrument === 'drums' ? start + DIVISIONS / 2 : Number.POSITIVE_INFINITY
      return {
        pitch: transposition === null ? pitch : writtenPitch(pitch, transposition),
        start,
        end: Math.min(longest, Math.max(start + 2, Math.round(writtenEnd * beatLength))),
      }
    })
  const staves =
    clef === 'grand'
      ? [notes.filter(({ pitch }) => pitch >= SPLIT_PITCH), notes.filter(({ pitch }) => pitch < SPLIT_PITCH)]
      : [notes]
  const setVoices = options.isOptimized || instrument === 'drums' ? readableVoices : faithfulVoices
  const voices = staves.map((staff) => setVoices(staff))
  const measures = bars.map((bar, at) =>
    measure(sheet, bar, voices, clef, {
      isFirst: at === 0,
      isTop: index === 0,
      partId: `P${index + 1}`,
      isLast: at === bars.length - 1,
      hasEightBelow: isOctaveHigher(instrument),
      transposition,
      tuning,
      hand,
    }),
  )
  return `<part id="P${index + 1}">\n${measures.join('\n')}\n</part>`
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

interface MeasurePlace {
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly hasEightBelow: boolean
  readonly transposition: Transposition | null
  /** Whether it is of the first part, which alone carries the tempo. */
  readonly isTop: boolean
  readonly partId: string
  /** Of tablature, else null. */
  readonly tuning: readonly number[] | null
  readonly hand: Hand | null
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

function attributes(
  { key, arrangement }: Sheet,
  clef: WrittenClef,
  { tuning, transposition, hasEightBelow }: MeasurePlace,
): string {
  const { numerator, denominator } = arrangement.rhythm
  const keyXml =
    clef === 'percussion'
      ? '<key><fifths>0</fifths></key>'
      : `<key><fifths>${key.fifths}</fifths><mode>${key.mode}</mode></key>`
  const eightBelow = hasEightBelow ? '<clef-octave-change>-1</clef-octave-change>' : ''
  const clefs: Readonly<Record<WrittenClef, string>> = {
    tab: `<clef><sign>TAB</sign><line>5</line></clef>${tuning === null ? '' : stringsXml(tuning)}`,
    treble: `<clef><sign>G</sign><line>2</line>${eightBelow}</clef>`,
    bass: `<clef><sign>F</sign><line>4</line>${eightBelow}</clef>`,
    alto: '<clef><sign>C</sign><line>3</line></clef>',
    grand:
      '<clef number="1"><sign>G</sign><line>2</line></clef><clef number="2"><sign>F</sign><line>4</line></clef>',
    percussion: '<clef><sign>percussion</sign></clef>',
  }
  return (
    `<attributes><divisions>${DIVISIONS}</divisions>${keyXml}` +
    `<time><beats>${numerator}</beats><beat-type>${denominator}</beat-type></time>` +
    `${clef === 'grand' ? '<staves>2</staves>' : ''}${clefs[clef]}${transposition === null ? '' : transposeXml(transposition)}</attributes>`
  )
}

function transposeXml({ diatonic, chromatic, octaves }: Transposition): string {
  const change = octaves === 0 ? '' : `<octave-change>${octaves}</octave-change>`
  return `<transpose><diatonic>${diatonic}</diatonic><chromatic>${chromatic}</chromatic>${change}</transpose>`
}

/** The strings, counted from the lowest as MusicXML counts the lines of a staff. */
function stringsXml(tuning: readonly number[]): string {
  const strings = tuning.toReversed().map((pitch, index) => {
    const { step, alter, octave } = spell(pitch, C_MAJOR)
    const alterXml = alter === 0 ? '' : `<tuning-alter>${alter}</tuning-alter>`
    return `<staff-tuning line="${index + 1}"><tuning-step>${step}</tuning-step>${alterXml}<tuning-octave>${octave}</tuning-octave></staff-tuning>`
  })
  return `<staff-details><staff-lines>${tuning.length}</staff-lines>${strings.join('')}</staff-details>`
}

function tempoMark({ arrangement, bars }: Sheet, bar: Bar, isFirst: boolean): string {
  const bpmAt = (at: Bar) => quarterBpmAt(arrangement, at.start / at.beatLength)
  const before = bars[bars.indexOf(bar) - 1]
  const bpm = isFirst ? arrangement.bpm : bpmAt(bar)
  if (before && Math.abs(bpm / bpmAt(before) - 1) < TEMPO_CHANGE_SHARE) return ''
  const isDotted = arrangement.map.quartersPerBeat === 1.5
  const perMinute = Math.round(bpm / arrangement.map.quartersPerBeat)
  return (
    '<direction placement="above"><direction-type><metronome>' +
    `<beat-unit>quarter</beat-unit>${isDotted ? '<beat-unit-dot/>' : ''}<per-minute>${perMinute}</per-minute>` +
    `</metronome></direction-type><sound tempo="${bpm.toFixed(2)}"/></direction>`
  )
}

function quarterBpmAt({ map, tempoMap, bpm }: Arrangement, beats: number): number {
  const index = map.knots.findLastIndex((knot) => knot.beats <= beats + 1e-6)
  return tempoMap[Math.max(0, Math.min(tempoMap.length - 1, index))]?.bpm ?? bpm
}

function voiceXml(
  { key }: Sheet,
  bar: Bar,
  voice: Voice,
  voiceNumber: number,
  staff: number | null,
  clef: WrittenClef,
  { partId, hand }: MeasurePlace,
): string {
  const values = valuesOfBar(voice, bar.start, bar)
  if (values.every(({ pitches }) => pitches.length === 0)) {
    const staffXml = staff === null ? '' : `<staff>${staff}</staff>`
    return `<note><rest measure="yes"/><duration>${bar.barLength}</duration><voice>${voiceNumber}</voice>${staffXml}</note>`
  }
  const beams = beamsOf(values, bar.start, bar.beatLength)
  const inForce = new Map<string, number>()
  return values
    .map((value, index) => {
      const tuplet = tupletEdge(values, index, bar)
      const tail = {
        voice: `<voice>${voiceNumber}</voice>`,
        type: `<type>${value.type}</type>${'<dot/>'.repeat(value.dots)}`,
        modification: value.isTriplet
          ? '<time-modification><actual-notes>3</actual-notes><normal-notes>2</normal-notes></time-modification>'
          : '',
        staff: staff === null ? '' : `<staff>${staff}</staff>`,
        beams: beams[index]!.map((word, level) => `<beam number="${level + 1}">${word}</beam>`).join(''),
        tuplet,
      }
      if (value.pitches.length === 0) {
        const notations = tuplet === '' ? '' : `<notations>${tuplet}</notations>`
        return `<note><rest/><duration>${value.length}</duration>${tail.voice}${tail.type}${tail.modification}${tail.staff}${notations}</note>`
      }
      const places = hand?.place(value.pitches) ?? []
      return value.pitches
        .map((pitch, rank) =>
          noteXml(value, pitch, rank === 0, tail, key, inForce, clef, partId, places[rank] ?? null),
        )
        .join('')
    })
    .join('')
}

/** Brackets of triplets: one a beat. */
function tupletEdge(values: readonly Value[], index: number, { start, beatLength }: Bar): string {
  const value = values[index]!
  if (!value.isTriplet) return ''
  const beatOf = (other: Value | undefined) =>
    other?.isTriplet ? Math.floor((other.start - start) / beatLength) : null
  const beat = beatOf(value)
  const words: string[] = []
  if (beatOf(values[index - 1]) !== beat) words.push('<tuplet type="start" bracket="yes"/>')
  if (beatOf(values[index + 1]) !== beat) words.push('<tuplet type="stop"/>')
  return words.join('')
}

interface NoteTail {
  readonly voice: string
  readonly type: string
  readonly modification: string
  readonly staff: string
  readonly beams: string
  readonly tuplet: string
}

function noteXml(
  value: Value,
  pitch: number,
  isFirst: boolean,
  tail: NoteTail,
  key: Key,
  inForce: Map<string, number>,
  clef: WrittenClef,
  partId: string,
  place: Fingering | null,
): string {
  const chord = isFirst ? '' : '<chord/>'
  const ties = `${value.tiedFrom ? '<tie type="stop"/>' : ''}${value.tiedTo ? '<tie type="start"/>' : ''}`
  const tied = `${value.tiedFrom ? '<tied type="stop"/>' : ''}${value.tiedTo ? '<tied type="start"/>' : ''}`
  const technical =
    place === null ? '' : `<technical><string>${place.string}</string><fret>${place.fret}</fret></technical>`
  const marks = tied + (isFirst ? tail.tuplet : '') + technical
  const notations = marks === '' ? '' : `<notations>${marks}</notations>`
  const duration = `<duration>${value.length}</duration>`
  const beams = isFirst ? tail.beams : ''
  if (clef === 'percussion') {
    const [, step, octave, head] = DRUM_PLACES[pitch] ?? ['', 'E', 5, 'normal']
    const place = `<unpitched><display-step>${step}</display-step><display-octave>${octave}</display-octave></unpitched>`
    const instrument = DRUM_PLACES[pitch] ? `<instrument id="${partId}-D${pitch}"/>` : ''
    return `<note>${chord}${place}${duration}${ties}${instrument}${tail.voice}${tail.type}${tail.modification}<notehead>${head}</notehead>${tail.staff}${beams}${notations}</note>`
  }
  const spelling = spell(pitch, key)
  const alter = spelling.alter === 0 ? '' : `<alter>${spelling.alter}</alter>`
  const pitchXml = `<pitch><step>${spelling.step}</step>${alter}<octave>${spelling.octave}</octave></pitch>`
  const accidental = value.tiedFrom ? '' : accidentalXml(spelling, key, inForce)
  return `<note>${chord}${pitchXml}${duration}${ties}${tail.voice}${tail.type}${accidental}${tail.modification}${tail.staff}${beams}${notations}</note>`
}

const ACCIDENTALS: Readonly<Record<number, string>> = {
  [-2]: 'flat-flat',
  [-1]: 'flat',
  0: 'natural',
  1: 'sharp',
  2: 'double-sharp',
}

/** Written where it differs from what the key, or an accidental before it in the bar, makes of its line. */
function accidentalXml({ step, alter, octave }: Spelling, key: Key, inForce: Map<string, number>): string {
  const line = `${step}${octave}`
  const current = inForce.get(line) ?? alterInKey(step, key)
  inForce.set(line, alter)
  return current === alter ? '' : `<accidental>${ACCIDENTALS[alter] ?? 'natural'}</accidental>`
}

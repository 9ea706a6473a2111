// Writes MusicXML 4.0: one part an instrument, its staves and voices bar by bar.

import type { Instrument } from '../../../contract/index.ts'
import type { Arrangement } from '../arrange.ts'
import type { SpellingOf } from './accidentals.ts'
import { DIVISIONS } from './bar-places.ts'
import { type Bar, barsOf } from './bars.ts'
import { readBars, readingsFor } from './clefs.ts'
import { spellByContext } from './context-spelling.ts'
import { longRests } from './long-rests.ts'
import { attributes } from './musicxml-attributes.ts'
import { clefsAhead, octaveLinesBegun, octaveLinesEnded } from './musicxml-clefs.ts'
import { voiceXml } from './musicxml-notes.ts'
import { partList } from './musicxml-part-list.ts'
import type { MeasurePlace, Sheet, VoiceBar } from './musicxml-sheet.ts'
import { inScoreOrder } from './score-order.ts'
import { findKey, spellingAt } from './spelling.ts'
import { staffBars } from './staff-bars.ts'
import { writtenAsSwing } from './swing.ts'
import { swingXml, tempoXml, writtenTempos } from './tempos.ts'
import { type ScoreOptions, type WrittenPart, writePart, writtenDivision } from './written-part.ts'
import { isOctaveHigher, soundingPitch, writtenKey } from './written-pitch.ts'

/** How high a staff is printed, by how many of them a system has: a page should hold more than one. */
const STAFF_MM = [
  { staves: 4, mm: 7 },
  { staves: 7, mm: 5.6 },
  { staves: 10, mm: 4.8 },
] as const
const SMALLEST_STAFF_MM = 4.2
/** MusicXML measures pages in tenths of a staff space: forty of them are a staff. */
const TENTHS_PER_STAFF = 40
const PAGE_MM = { a4: [210, 297], letter: [215.9, 279.4] } as const
const MARGIN_MM = 15

/**
 * The document. Without notes it is one bar's rest for piano: a score has at least one part. A part alone keeps the key and the bars of the
 * whole.
 */
export function writeMusicXml(heard: Arrangement, options: ScoreOptions): string {
  const swing = options.isOptimized ? writtenAsSwing(heard) : null
  const arrangement = swing ?? heard
  const instruments: readonly Instrument[] =
    arrangement.instruments.length > 0 ? inScoreOrder(arrangement.instruments) : ['acoustic_piano']
  const all = instruments.map((instrument) => writePart(arrangement, options, instrument))
  const parts = options.only === undefined ? all : all.filter(({ instrument }) => instrument === options.only)
  const bars = barsOf(arrangement, Math.max(...all.map(({ end }) => end)))
  const pitched = arrangement.notes.filter(({ instrument }) => instrument !== 'drums')
  const key = findKey(pitched)
  const sheet: Sheet = {
    arrangement,
    bars,
    tempos: writtenTempos(arrangement, bars),
    isSwing: swing !== null,
    isOnePart: options.only !== undefined,
    key,
    positionOf: spellByContext(
      pitched.map((note) => ({ pitch: note.pitch, start: writtenDivision(note, arrangement.map) })),
      key,
    ),
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 Partwise//EN" "http://www.musicxml.org/dtds/partwise.dtd">',
    '<score-partwise version="4.0">',
    ...(options.title === undefined
      ? []
      : [`<work><work-title>${escaped(options.title)}</work-title></work>`]),
    identification(quartersLeftOut(arrangement, bars[0]!)),
    defaults(
      options.pageSize,
      parts.reduce((sum, { staves }) => sum + staves.length, 0),
    ),
    partList(parts, options.only === undefined),
    ...parts.map((part, index) => partBody(sheet, part, index)),
    '</score-partwise>',
    '',
  ].join('\n')
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Quarters of silence before the first bar, which is not written: src-main/media/engrave.ts reads it to find moments of the recording. */
const LEFT_OUT_FIELD = 'quarters-left-out'

/** From where the recording, and its MIDI, begins: a part of a beat may be gone by then. */
function quartersLeftOut({ map }: Arrangement, first: Bar): number {
  const quarters = first.start / DIVISIONS - (map.knots[0]?.beats ?? 0) * map.quartersPerBeat
  return Math.round(quarters * 10_000) / 10_000
}

/** What wrote it, and how much of the recording it leaves out. */
function identification(leftOut: number): string {
  return (
    '<identification><encoding><software>Foleyroom</software><supports element="accidental" type="yes"/><supports element="beam" type="yes"/></encoding>' +
    `<miscellaneous><miscellaneous-field name="${LEFT_OUT_FIELD}">${leftOut}</miscellaneous-field></miscellaneous></identification>`
  )
}

function defaults(pageSize: ScoreOptions['pageSize'], staves: number): string {
  const staffMm = STAFF_MM.find((size) => staves <= size.staves)?.mm ?? SMALLEST_STAFF_MM
  const tenths = (mm: number) => ((mm * TENTHS_PER_STAFF) / staffMm).toFixed(2)
  const [width, height] = PAGE_MM[pageSize]
  const margin = tenths(MARGIN_MM)
  const margins = ['left', 'right', 'top', 'bottom']
    .map((side) => `<${side}-margin>${margin}</${side}-margin>`)
    .join('')
  return (
    `<defaults><scaling><millimeters>${staffMm}</millimeters><tenths>${TENTHS_PER_STAFF}</tenths></scaling>` +
    `<page-layout><page-height>${tenths(height)}</page-height><page-width>${tenths(width)}</page-width>` +
    `<page-margins type="both">${margins}</page-margins></page-layout></defaults>`
  )
}

function partBody(
  concert: Sheet,
  { instrument, clef, transposition, tuning, placeOf, staves }: WrittenPart,
  index: number,
): string {
  const { bars } = concert
  const sheet = transposition === null ? concert : { ...concert, key: writtenKey(concert.key, transposition) }
  const hasEightBelow = isOctaveHigher(instrument)
  const readings = staves.map((voices, staff) =>
    readBars(voices, bars, readingsFor(instrument, clef, transposition !== null, staff), hasEightBelow),
  )
  const fifthsAway = sheet.key.fifths - concert.key.fifths
  const spellingOf: SpellingOf = ({ soundsFrom }, pitch) => {
    const sounding = transposition === null ? pitch : soundingPitch(pitch, transposition)
    return spellingAt(concert.positionOf(soundsFrom, sounding) + fifthsAway, pitch)
  }
  const set = staves.map((voices, staff) =>
    staffBars(voices, bars, { staff, count: staves.length }, spellingOf, sheet.key),
  )
  const written = bars.map((bar, at) => ({
    bar,
    voices: set.flatMap((ofStaff) => ofStaff[at] ?? []),
    place: {
      index: at,
      isTop: index === 0,
      partId: `P${index + 1}`,
      clef,
      spellingOf,
      isLast: at === bars.length - 1,
      readings,
      hasEightBelow,
      transposition,
      tuning,
      placeOf,
    },
  }))
  const restBars = written.map(({ bar, voices, place }) => ({
    isEmpty: !bar.isPickup && voices.every(isSilent) && clefsAhead(place) === '',
    isMarked: sheet.tempos.has(bar),
  }))
  const rests = sheet.isOnePart ? longRests(restBars) : null
  const measures = written.map(({ bar, voices, place }) =>
    measure(sheet, bar, voices, place, rests?.get(place.index) ?? 1),
  )
  return `<part id="P${index + 1}">\n${measures.join('\n')}\n</part>`
}

const isSilent = ({ values }: VoiceBar): boolean => values.every(({ pitches }) => pitches.length === 0)

/** @param restBars so many bars from this one on are one rest */
function measure(
  sheet: Sheet,
  bar: Bar,
  voices: readonly VoiceBar[],
  place: MeasurePlace,
  restBars: number,
): string {
  const parts: string[] = []
  if (place.index === 0) parts.push(attributes(sheet, place))
  if (restBars > 1)
    parts.push(
      `<attributes><measure-style><multiple-rest>${restBars}</multiple-rest></measure-style></attributes>`,
    )
  if (place.isTop && place.index === 0) parts.push(swingXml(sheet))
  if (place.isTop) parts.push(tempoXml(sheet, bar))
  parts.push(octaveLinesBegun(place))
  const backup = `<backup><duration>${bar.barLength}</duration></backup>`
  parts.push(voices.map((voice) => voiceXml(bar, voice, place)).join(backup))
  parts.push(octaveLinesEnded(place), clefsAhead(place))
  if (place.isLast) parts.push('<barline location="right"><bar-style>light-heavy</bar-style></barline>')
  const implicit = bar.isPickup ? ' implicit="yes"' : ''
  return `<measure number="${bar.number}"${implicit}>${parts.join('')}</measure>`
}

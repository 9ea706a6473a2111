// What stands before the notes of a bar: key, meter, clef, strings, transposition, tempo.

import type { Arrangement } from '../arrange.ts'
import type { Bar } from './bars.ts'
import type { MeasurePlace, Sheet } from './musicxml-sheet.ts'
import { type Key, spell } from './spelling.ts'
import { DIVISIONS } from './written-notes.ts'
import type { WrittenClef } from './written-part.ts'
import type { Transposition } from './written-pitch.ts'

/** Strings are named as in the key without signs. */
const C_MAJOR: Key = { fifths: 0, mode: 'major' }
/** A tempo that changes by less is not written. */
const TEMPO_CHANGE_SHARE = 0.04

/** The `attributes` of the first bar of a part. */
export function attributes(
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

/** The tempo where it begins or has changed since the bar before, else nothing. */
export function tempoMark({ arrangement, bars }: Sheet, bar: Bar, isFirst: boolean): string {
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

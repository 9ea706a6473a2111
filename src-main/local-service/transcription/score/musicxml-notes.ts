// The notes of one voice in one bar: chords, rests, ties, tuplets, beams, accidentals, strings.

import type { Bar } from './bars.ts'
import { type Beams, beamsOf } from './beams.ts'
import { DRUM_PLACES } from './drum-places.ts'
import type { MeasurePlace, Sheet } from './musicxml-sheet.ts'
import { alterInKey, type Key, type Spelling, spell } from './spelling.ts'
import type { Fingering } from './tablature.ts'
import type { Voice } from './voices.ts'
import { type Value, valuesOfBar } from './written-notes.ts'
import type { WrittenClef } from './written-part.ts'

/**
 * A voice that is silent in the bar rests for the whole of it. Of a second voice only what lies between its notes is written: the first one
 * shows where it is silent.
 */
export function voiceXml(
  { key }: Sheet,
  bar: Bar,
  voice: Voice,
  voiceNumber: number,
  isSecond: boolean,
  staff: number | null,
  clef: WrittenClef,
  { partId, placeOf }: MeasurePlace,
): string {
  const values = valuesOfBar(voice, bar.start, bar)
  if (values.every(({ pitches }) => pitches.length === 0)) {
    const staffXml = staff === null ? '' : `<staff>${staff}</staff>`
    return `<note><rest measure="yes"/><duration>${bar.barLength}</duration><voice>${voiceNumber}</voice>${staffXml}</note>`
  }
  const beams = beamsOf(values, bar)
  const [firstShown, lastShown] = isSecond ? shownOf(values) : [0, values.length - 1]
  const inForce = new Map<string, number>()
  return values
    .map((value, index) => {
      if (index < firstShown || index > lastShown) {
        const staffXml = staff === null ? '' : `<staff>${staff}</staff>`
        return `<forward><duration>${value.length}</duration><voice>${voiceNumber}</voice>${staffXml}</forward>`
      }
      const tuplet = tupletEdge(values, beams, index, bar)
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
      const chord = placeOf === null ? undefined : voice.findLast(({ start }) => start <= value.start)
      return value.pitches
        .map((pitch, rank) => {
          const place = chord === undefined ? null : (placeOf?.(chord.start, pitch) ?? null)
          return noteXml(value, pitch, rank === 0, tail, key, inForce, clef, partId, place)
        })
        .join('')
    })
    .join('')
}

/** From the first note to the last, with the rests that belong to triplets. */
function shownOf(values: readonly Value[]): [first: number, last: number] {
  const isShown = ({ pitches, isTriplet }: Value) => pitches.length > 0 || isTriplet
  return [values.findIndex(isShown), values.findLastIndex(isShown)]
}

/** Marks of triplets: one a beat, with a bracket where no beam joins them. */
function tupletEdge(
  values: readonly Value[],
  beams: readonly Beams[],
  index: number,
  { start, beatLength }: Bar,
): string {
  const value = values[index]!
  if (!value.isTriplet) return ''
  const beatOf = (other: Value | undefined) =>
    other?.isTriplet ? Math.floor((other.start - start) / beatLength) : null
  const beat = beatOf(value)
  const words: string[] = []
  if (beatOf(values[index - 1]) !== beat) {
    const isBeamed = values.every((other, at) => beatOf(other) !== beat || (beams[at]?.length ?? 0) > 0)
    words.push(`<tuplet type="start" bracket="${isBeamed ? 'no' : 'yes'}"/>`)
  }
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
    return `<note>${chord}${place}${duration}${ties}${instrument}${tail.voice}${tail.type}${tail.modification}<stem>up</stem><notehead>${head}</notehead>${tail.staff}${beams}${notations}</note>`
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

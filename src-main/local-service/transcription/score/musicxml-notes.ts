// The notes of one voice in one bar: chords, rests, ties, tuplets, beams, accidentals, strings.

import type { AccidentalOf } from './accidentals.ts'
import type { Bar } from './bars.ts'
import { type Beams, beamsOf } from './beams.ts'
import { DRUM_PLACES } from './drum-places.ts'
import type { MeasurePlace, VoiceBar } from './musicxml-sheet.ts'
import type { Fingering } from './tablature.ts'
import type { Value } from './written-notes.ts'

/**
 * A voice that is silent in the bar rests for the whole of it. Of a second voice only the rests between its notes are seen: the first one
 * shows where it is silent. They are all written: other programs would fill the gaps of a voice.
 */
export function voiceXml(bar: Bar, voice: VoiceBar, place: MeasurePlace): string {
  const { values } = voice
  const voiceNumber = `<voice>${voice.number}</voice>`
  const staff = voice.staff === null ? '' : `<staff>${voice.staff}</staff>`
  if (values.every(({ pitches }) => pitches.length === 0))
    return `<note><rest measure="yes"/><duration>${bar.barLength}</duration>${voiceNumber}${staff}</note>`
  const beams = beamsOf(values, bar)
  const [firstShown, lastShown] = voice.isSecond ? shownOf(values) : [0, values.length - 1]
  return values
    .map((value, index) => {
      const tuplet = tupletEdge(values, beams, index, bar)
      const tail = {
        voice: voiceNumber,
        type: `<type>${value.type}</type>${'<dot/>'.repeat(value.dots)}`,
        modification: value.isTriplet
          ? '<time-modification><actual-notes>3</actual-notes><normal-notes>2</normal-notes></time-modification>'
          : '',
        staff,
        beams: beams[index]!.map((word, level) => `<beam number="${level + 1}">${word}</beam>`).join(''),
        tuplet,
      }
      if (value.pitches.length === 0) {
        const notations = tuplet === '' ? '' : `<notations>${tuplet}</notations>`
        const hidden = index < firstShown || index > lastShown ? ' print-object="no"' : ''
        return `<note${hidden}><rest/><duration>${value.length}</duration>${tail.voice}${tail.type}${tail.modification}${tail.staff}${notations}</note>`
      }
      return value.pitches
        .map((pitch, rank) => noteXml(value, pitch, rank === 0, tail, voice.accidentalOf, place))
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
  accidentalOf: AccidentalOf,
  { clef, partId, placeOf, spellingOf }: MeasurePlace,
): string {
  const chord = isFirst ? '' : '<chord/>'
  const ties = `${value.tiedFrom ? '<tie type="stop"/>' : ''}${value.tiedTo ? '<tie type="start"/>' : ''}`
  const tied = `${value.tiedFrom ? '<tied type="stop"/>' : ''}${value.tiedTo ? '<tied type="start"/>' : ''}`
  const marks = tied + (isFirst ? tail.tuplet : '') + fingeringXml(placeOf?.(value.soundsFrom, pitch) ?? null)
  const notations = marks === '' ? '' : `<notations>${marks}</notations>`
  const duration = `<duration>${value.length}</duration>`
  const beams = isFirst ? tail.beams : ''
  if (clef === 'percussion') {
    const [, step, octave, head] = DRUM_PLACES[pitch] ?? ['', 'E', 5, 'normal']
    const place = `<unpitched><display-step>${step}</display-step><display-octave>${octave}</display-octave></unpitched>`
    const instrument = DRUM_PLACES[pitch] ? `<instrument id="${partId}-D${pitch}"/>` : ''
    return `<note>${chord}${place}${duration}${ties}${instrument}${tail.voice}${tail.type}${tail.modification}<stem>up</stem><notehead>${head}</notehead>${tail.staff}${beams}${notations}</note>`
  }
  const { step, alter, octave } = spellingOf(value, pitch)
  const pitchXml = `<pitch><step>${step}</step>${alter === 0 ? '' : `<alter>${alter}</alter>`}<octave>${octave}</octave></pitch>`
  const sign = accidentalOf(value, pitch)
  const accidental = sign === undefined ? '' : `<accidental>${sign}</accidental>`
  return `<note>${chord}${pitchXml}${duration}${ties}${tail.voice}${tail.type}${accidental}${tail.modification}${tail.staff}${beams}${notations}</note>`
}

const fingeringXml = (place: Fingering | null): string =>
  place === null ? '' : `<technical><string>${place.string}</string><fret>${place.fret}</fret></technical>`

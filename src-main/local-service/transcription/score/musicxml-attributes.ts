// What stands before the notes of a bar: key, meter, clef, strings, transposition.

import { DIVISIONS } from './bar-places.ts'
import { firstClefs } from './musicxml-clefs.ts'
import type { MeasurePlace, Sheet } from './musicxml-sheet.ts'
import { type Key, spell } from './spelling.ts'
import type { Transposition } from './written-pitch.ts'

/** Strings are named as in the key without signs. */
const C_MAJOR: Key = { fifths: 0, mode: 'major' }
const PERCUSSION_CLEF = '<clef><sign>percussion</sign></clef>'
const TAB_CLEF = '<clef><sign>TAB</sign><line>5</line></clef>'

/** The `attributes` of the first bar of a part. */
export function attributes({ key, arrangement }: Sheet, place: MeasurePlace): string {
  const { numerator, denominator } = arrangement.rhythm
  const { clef, tuning, transposition } = place
  const keyXml =
    clef === 'percussion'
      ? '<key><fifths>0</fifths></key>'
      : `<key><fifths>${key.fifths}</fifths><mode>${key.mode}</mode></key>`
  return (
    `<attributes><divisions>${DIVISIONS}</divisions>${keyXml}` +
    `<time><beats>${numerator}</beats><beat-type>${denominator}</beat-type></time>` +
    `${clef === 'grand' ? '<staves>2</staves>' : ''}${clef === 'percussion' ? PERCUSSION_CLEF : clef === 'tab' ? TAB_CLEF : firstClefs(place)}` +
    `${tuning === null ? '' : stringsXml(tuning)}${transposition === null ? '' : transposeXml(transposition)}</attributes>`
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

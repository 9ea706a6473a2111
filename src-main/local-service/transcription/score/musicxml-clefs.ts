// The clefs of a part's staves as they change from bar to bar, and the dashed lines of what is read an octave away.

import type { Reading, StaffClef } from './clefs.ts'
import type { MeasurePlace } from './musicxml-sheet.ts'

const SIGNS: Readonly<Record<StaffClef, string>> = {
  treble: '<sign>G</sign><line>2</line>',
  alto: '<sign>C</sign><line>3</line>',
  tenor: '<sign>C</sign><line>4</line>',
  bass: '<sign>F</sign><line>4</line>',
}

/** How the staves of a part are read, and in which bar it stands. */
type ReadStaves = Pick<MeasurePlace, 'index' | 'readings' | 'hasEightBelow'>

/** The clefs that the staves begin with. */
export const firstClefs = (place: ReadStaves): string => clefsOf(place, (readings) => readings[0])

/** At the end of a bar, where players look for it: the clefs that change after it. */
export function clefsAhead(place: ReadStaves): string {
  const clefs = clefsOf(place, (readings) => {
    const next = readings[place.index + 1]
    return next?.clef === readings[place.index]?.clef ? undefined : next
  })
  return clefs === '' ? '' : `<attributes>${clefs}</attributes>`
}

function clefsOf(
  { readings, hasEightBelow }: ReadStaves,
  written: (ofStaff: readonly Reading[]) => Reading | undefined,
): string {
  const eightBelow = hasEightBelow ? '<clef-octave-change>-1</clef-octave-change>' : ''
  return readings
    .map((ofStaff, staff) => {
      const reading = written(ofStaff)
      if (reading === undefined) return ''
      const number = readings.length > 1 ? ` number="${staff + 1}"` : ''
      return `<clef${number}>${SIGNS[reading.clef]}${eightBelow}</clef>`
    })
    .join('')
}

/** Dashed lines that begin with a bar. */
export const octaveLinesBegun = (place: ReadStaves): string =>
  octaveLines(place, -1, (now) => (now > 0 ? 'down' : 'up'))

/** Dashed lines that end with a bar. */
export const octaveLinesEnded = (place: ReadStaves): string => octaveLines(place, 1, () => 'stop')

function octaveLines(
  { readings, index }: ReadStaves,
  neighbour: -1 | 1,
  typeOf: (octaveLine: Reading['octaveLine']) => 'down' | 'up' | 'stop',
): string {
  return readings
    .map((ofStaff, staff) => {
      const now = ofStaff[index]?.octaveLine ?? 0
      if (now === 0 || now === ofStaff[index + neighbour]?.octaveLine) return ''
      const staffXml = readings.length > 1 ? `<staff>${staff + 1}</staff>` : ''
      return (
        `<direction placement="${now > 0 ? 'above' : 'below'}"><direction-type>` +
        `<octave-shift type="${typeOf(now)}" size="8" number="${staff + 1}"/></direction-type>${staffXml}</direction>`
      )
    })
    .join('')
}

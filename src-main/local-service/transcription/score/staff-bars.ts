// A staff cut into bars: the values of its voices, and the accidentals before them.

import { accidentalsOf, type SpellingOf } from './accidentals.ts'
import type { Bar } from './bars.ts'
import type { VoiceBar } from './musicxml-sheet.ts'
import type { Key } from './spelling.ts'
import type { Voice } from './voices.ts'
import { valuesOfBar } from './written-notes.ts'

/** Voices are numbered through the staves of a part, as other programs number them. */
const VOICES_PER_STAFF = 4

/**
 * The voices of each bar: always one, a second one only where it says something.
 * @param place of the staff in its part, from 0, and how many there are
 */
export function staffBars(
  voices: readonly Voice[],
  bars: readonly Bar[],
  place: { readonly staff: number; readonly count: number },
  spellingOf: SpellingOf,
  key: Key,
): VoiceBar[][] {
  const filled = voices.length > 0 ? voices : [[]]
  const cut = bars.map((bar) =>
    filled.flatMap((voice, index) => {
      const isEmpty = !voice.some(({ start, end }) => start < bar.start + bar.barLength && end > bar.start)
      return index > 0 && isEmpty ? [] : [{ index, values: valuesOfBar(voice, bar.start, bar) }]
    }),
  )
  const accidentalOf = accidentalsOf(
    cut.map((inBar) => inBar.map(({ values }) => values)),
    spellingOf,
    key,
  )
  return cut.map((inBar) =>
    inBar.map(({ index, values }) => ({
      values,
      number: place.staff * VOICES_PER_STAFF + index + 1,
      isSecond: index > 0,
      staff: place.count > 1 ? place.staff + 1 : null,
      accidentalOf,
    })),
  )
}

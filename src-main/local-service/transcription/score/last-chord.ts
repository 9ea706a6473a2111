// The end of a part that fades: what rings on after its last note is not written over bars of nothing else.

import type { Instrument } from '../../../contract/index.ts'
import type { Arrangement } from '../arrange.ts'
import { DIVISIONS } from './bar-places.ts'
import type { ScoreNote } from './written-notes.ts'

/** What sounds on by itself until it is silent: nobody holds it. */
const FADING: ReadonlySet<Instrument> = new Set<Instrument>([
  'acoustic_piano',
  'electric_piano',
  'chromatic_percussion',
  'acoustic_guitar',
  'clean_electric_guitar',
  'acoustic_bass',
  'electric_bass',
  'orchestral_harp',
  'timpani',
  'orchestra_hit',
])

/**
 * The notes of one part, none longer than to the end of the bar in which the last one begins; of the next bar where that is less than half
 * of one away.
 */
export function withoutRinging(
  notes: readonly ScoreNote[],
  instrument: Instrument,
  { rhythm, map }: Pick<Arrangement, 'rhythm' | 'map'>,
): readonly ScoreNote[] {
  if (!FADING.has(instrument)) return notes
  const last = notes.reduce((latest, { start }) => Math.max(latest, start), Number.NEGATIVE_INFINITY)
  const beatLength = map.quartersPerBeat * DIVISIONS
  const barLength = Math.round(rhythm.beatsPerBar * beatLength)
  const firstBar = Math.round(rhythm.pickupBeats * beatLength)
  const barEnd = firstBar + (Math.floor((last - firstBar) / barLength) + 1) * barLength
  const silence = 2 * (barEnd - last) < barLength ? barEnd + barLength : barEnd
  return notes.map((note) => (note.end > silence ? { ...note, end: silence } : note))
}

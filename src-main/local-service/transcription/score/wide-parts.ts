// Parts that no staff holds: what is read by somebody at a keyboard, or by a whole section, may have two.

import type { Instrument } from '../../../contract/index.ts'
import type { ScoreNote } from './written-notes.ts'

/** Their players read one staff as a rule, and two without trouble. */
const MAY_HAVE_TWO: ReadonlySet<Instrument> = new Set<Instrument>([
  'chromatic_percussion',
  'orchestra_hit',
  'brass_section',
  'synth_lead',
])

/** On more than three ledger lines: below a treble staff, above a bass staff. In MIDI pitches. */
const BELOW_TREBLE = 53
const ABOVE_BASS = 67
/** Of the bars in which something begins, so many have both: where they are fewer, clefs change. */
const WIDE_SHARE = 0.25

/** Whether a part of one staff is better read on two. @param barLength in divisions */
export function isTooWide(notes: readonly ScoreNote[], instrument: Instrument, barLength: number): boolean {
  if (!MAY_HAVE_TWO.has(instrument)) return false
  const bars = [...Map.groupBy(notes, ({ start }) => Math.floor(start / barLength)).values()]
  const wide = bars.filter(
    (bar) => bar.some(({ pitch }) => pitch < BELOW_TREBLE) && bar.some(({ pitch }) => pitch > ABOVE_BASS),
  )
  return bars.length > 0 && wide.length >= WIDE_SHARE * bars.length
}

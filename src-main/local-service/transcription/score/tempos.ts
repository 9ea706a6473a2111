// Which tempos are written over which bars, and whether the piece swings.

import type { Arrangement } from '../arrange.ts'
import { secondsAt } from '../rhythm/time-map.ts'
import { DIVISIONS } from './bar-places.ts'
import type { Bar } from './bars.ts'
import type { Sheet } from './musicxml-sheet.ts'

/**
 * A tempo is written that differs by so much, and stays there for a bar more. Rubato is not written down: musescore3 prints even a bare
 * `sound` as a mark.
 */
const CHANGE_SHARE = 0.1

/** Quarter notes a minute: of the whole piece over its first bar, then wherever bars differ from what was written last. */
export function writtenTempos(
  arrangement: Pick<Arrangement, 'bpm' | 'map'>,
  bars: readonly Bar[],
): ReadonlyMap<Bar, number> {
  const own = bars.map((bar) => bpmOf(arrangement, bar))
  const tempos = new Map<Bar, number>()
  let written = arrangement.bpm
  for (const [index, bar] of bars.entries()) {
    const isChanged = [own[index], own[index + 1]].every(
      (bpm) => bpm !== undefined && Math.abs(bpm / written - 1) >= CHANGE_SHARE,
    )
    if (index > 0 && isChanged) written = own[index]!
    if (index === 0 || isChanged) tempos.set(bar, written)
  }
  return tempos
}

/** The metronome mark over a bar, if one is written. */
export function tempoXml({ arrangement, tempos }: Sheet, bar: Bar): string {
  const bpm = tempos.get(bar)
  if (bpm === undefined) return ''
  const { quartersPerBeat } = arrangement.map
  return (
    '<direction placement="above"><direction-type><metronome>' +
    `<beat-unit>quarter</beat-unit>${quartersPerBeat === 1.5 ? '<beat-unit-dot/>' : ''}<per-minute>${Math.round(bpm / quartersPerBeat)}</per-minute>` +
    `</metronome></direction-type><sound tempo="${bpm.toFixed(2)}"/></direction>`
  )
}

/** The word over the first bar of a piece whose eighths swing. */
export const swingXml = ({ isSwing }: Sheet): string =>
  isSwing
    ? '<direction placement="above"><direction-type><words font-weight="bold">Swing</words></direction-type></direction>'
    : ''

/** A bar's mean tempo. */
function bpmOf({ map }: Pick<Arrangement, 'map'>, { start, barLength, beatLength }: Bar): number {
  const seconds = secondsAt(map, (start + barLength) / beatLength) - secondsAt(map, start / beatLength)
  return (60 * barLength) / DIVISIONS / seconds
}

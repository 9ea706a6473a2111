// Which tempos are written over which bars, and whether the piece swings.

import type { Arrangement } from '../arrange.ts'
import type { Bar } from './bars.ts'
import type { Sheet } from './musicxml-sheet.ts'

/** A tempo that changes by less is not written. */
const CHANGE_SHARE = 0.04

/** Quarter notes a minute: of the whole piece over its first bar, then wherever the bar's own differs from what was written last. */
export function writtenTempos(arrangement: Arrangement, bars: readonly Bar[]): ReadonlyMap<Bar, number> {
  const tempos = new Map<Bar, number>()
  let written = arrangement.bpm
  for (const [index, bar] of bars.entries()) {
    const bpm = bpmAt(arrangement, bar.start / bar.beatLength)
    const isChanged = Math.abs(bpm / written - 1) >= CHANGE_SHARE
    if (index > 0 && isChanged) written = bpm
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

function bpmAt({ map, tempoMap, bpm }: Arrangement, beats: number): number {
  const index = map.knots.findLastIndex((knot) => knot.beats <= beats + 1e-6)
  return tempoMap[Math.max(0, Math.min(tempoMap.length - 1, index))]?.bpm ?? bpm
}

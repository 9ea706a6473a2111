// Which tempos are written over which bars, and whether the piece swings.

import type { Arrangement } from '../arrange.ts'
import { secondsAt } from '../rhythm/time-map.ts'
import { DIVISIONS } from './bar-places.ts'
import type { Bar } from './bars.ts'
import type { Sheet } from './musicxml-sheet.ts'

/** Other programs follow each tempo that changes by so much … */
const FOLLOWED_CHANGE = 0.04
/** … a reader is told of one that changes by so much, and stays there for a bar more: rubato is not written down. */
const MARKED_CHANGE = 0.1

/** A tempo from a bar on, in quarter notes a minute. */
export interface WrittenTempo {
  readonly bpm: number
  readonly isMarked: boolean
}

/** Of the whole piece over its first bar, then wherever a bar's own differs. */
export function writtenTempos(
  arrangement: Pick<Arrangement, 'bpm' | 'map'>,
  bars: readonly Bar[],
): ReadonlyMap<Bar, WrittenTempo> {
  const own = bars.map((bar) => bpmOf(arrangement, bar))
  const tempos = new Map<Bar, WrittenTempo>()
  let followed = arrangement.bpm
  let marked = arrangement.bpm
  const isAway = (bpm: number | undefined, from: number, share: number): boolean =>
    bpm !== undefined && Math.abs(bpm / from - 1) >= share
  for (const [index, bar] of bars.entries()) {
    const bpm = index === 0 ? arrangement.bpm : own[index]!
    const isMarked =
      index === 0 || [bpm, own[index + 1]].every((other) => isAway(other, marked, MARKED_CHANGE))
    if (!isMarked && !isAway(bpm, followed, FOLLOWED_CHANGE)) continue
    tempos.set(bar, { bpm, isMarked })
    followed = bpm
    if (isMarked) marked = bpm
  }
  return tempos
}

/** The tempo from a bar on: as a metronome mark, or only for those who play the score. */
export function tempoXml({ arrangement, tempos }: Sheet, bar: Bar): string {
  const tempo = tempos.get(bar)
  if (tempo === undefined) return ''
  const sound = `<sound tempo="${tempo.bpm.toFixed(2)}"/>`
  if (!tempo.isMarked) return sound
  const { quartersPerBeat } = arrangement.map
  return (
    '<direction placement="above"><direction-type><metronome>' +
    `<beat-unit>quarter</beat-unit>${quartersPerBeat === 1.5 ? '<beat-unit-dot/>' : ''}<per-minute>${Math.round(tempo.bpm / quartersPerBeat)}</per-minute>` +
    `</metronome></direction-type>${sound}</direction>`
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

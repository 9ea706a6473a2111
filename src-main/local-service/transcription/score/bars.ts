// The bars of a score: a pickup that counts as none, then one after another until everything has ended.

import type { Arrangement } from '../arrange.ts'
import { type BarShape, DIVISIONS } from './written-notes.ts'

/** Where a bar starts, in divisions, and the number over it: the pickup is 0. */
export interface Bar extends BarShape {
  readonly start: number
  readonly number: number
  readonly isPickup: boolean
}

/**
 * At least one, even where nothing was played.
 * @param end where the last of all voices ends, in divisions
 */
export function barsOf({ rhythm, map }: Arrangement, end: number): Bar[] {
  const beatLength = map.quartersPerBeat * DIVISIONS
  const barLength = Math.round(rhythm.beatsPerBar * beatLength)
  const last = Math.max(1, end)
  const bars: Bar[] = []
  const pickup = (rhythm.pickupBeats % rhythm.beatsPerBar) * beatLength
  if (pickup > 0) bars.push({ start: 0, barLength: pickup, beatLength, number: 0, isPickup: true })
  for (let start = pickup; start < last || bars.length === 0; start += barLength) {
    bars.push({ start, barLength, beatLength, number: bars.length + (pickup > 0 ? 0 : 1), isPickup: false })
  }
  return bars
}

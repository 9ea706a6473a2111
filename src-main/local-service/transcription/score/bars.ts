// The bars of a score: a pickup that counts as none, then one after another until everything has ended.

import type { Arrangement } from '../arrange.ts'
import { type BarShape, DIVISIONS } from './written-notes.ts'

/** Where a bar starts, in divisions, and the number over it: the pickup is 0. */
export interface Bar extends BarShape {
  readonly start: number
  readonly number: number
  readonly isPickup: boolean
}

/** At least one, even where nothing was played. */
export function barsOf({ notes, rhythm, map }: Arrangement): Bar[] {
  const beatLength = map.quartersPerBeat * DIVISIONS
  const barLength = Math.round(rhythm.beatsPerBar * beatLength)
  const last = notes.reduce((end, note) => Math.max(end, note.writtenEnd * beatLength), 1)
  const bars: Bar[] = []
  const pickup = (rhythm.pickupBeats % rhythm.beatsPerBar) * beatLength
  if (pickup > 0) bars.push({ start: 0, barLength: pickup, beatLength, number: 0, isPickup: true })
  for (let start = pickup; start < last || bars.length === 0; start += barLength) {
    bars.push({ start, barLength, beatLength, number: bars.length + (pickup > 0 ? 0 : 1), isPickup: false })
  }
  return bars
}

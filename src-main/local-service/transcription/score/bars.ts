// The bars of a score: from the one in which the music begins, a pickup where it begins late in it, until everything has ended.

import type { Arrangement } from '../arrange.ts'
import { type BarShape, DIVISIONS } from './bar-places.ts'

/** Where a bar starts, in divisions from the start of the recording, and the number over it: a pickup is 0. */
export interface Bar extends BarShape {
  readonly start: number
  readonly number: number
  readonly isPickup: boolean
}

/**
 * At least one, even where nothing was played. The silence before the first note is not written: neither whole bars of it nor, where the
 * music begins in the second half of a bar or before the first one, the beats of that bar.
 * @param end where the last of all voices ends, in divisions
 */
export function barsOf({ notes, rhythm, map }: Arrangement, end: number): Bar[] {
  const beatLength = map.quartersPerBeat * DIVISIONS
  const first = notes.reduce((least, { writtenStart }) => Math.min(least, writtenStart), end / beatLength)
  const begin = Math.round(first * beatLength)
  const whole = Math.round(rhythm.beatsPerBar * beatLength)
  const beforeFirst = (rhythm.pickupBeats % rhythm.beatsPerBar) * beatLength
  const firstStart = beforeFirst + Math.floor((begin - beforeFirst) / whole) * whole
  const silentBeats = Math.floor((begin - firstStart) / beatLength) * beatLength
  const isPickup = silentBeats > 0 && (firstStart < 0 || silentBeats * 2 >= whole)
  const bars: Bar[] = []
  for (let start = firstStart; start < end || bars.length === 0; start += whole) {
    const missingBefore = bars.length === 0 && isPickup ? silentBeats : 0
    bars.push({
      start: start + missingBefore,
      barLength: whole - missingBefore,
      beatLength,
      missingBefore,
      number: bars.length + (isPickup ? 0 : 1),
      isPickup: missingBefore > 0,
    })
  }
  return bars
}

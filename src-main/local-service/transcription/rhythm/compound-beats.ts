// Where a compound meter is named, what was taken for its beats may be its eighths: they are not divided by three, and come in threes.

import type { HeardNote } from '../notes/decode-notes.ts'
import type { DrumHit } from '../parts/drums.ts'
import type { Beats } from './beat-tracker.ts'
import { groupBeats } from './meter.ts'
import { beatIndexer } from './time-map.ts'

/** Beats of a compound meter are divided by three more often than this. */
const MOST_THIRDS = 0.1
/** Slower ones nobody counts. */
const SLOWEST_BPM = 20

/**
 * Every third beat, where beats are eighths; else the beats themselves.
 * @param thirds the share of beats that are divided by three
 * @param drums the drums that are written, if there are any
 */
export function beatsOfThree(
  beats: Beats,
  thirds: number,
  notes: readonly HeardNote[],
  drums: readonly DrumHit[],
): Beats {
  if (thirds > MOST_THIRDS || beats.bpm < 3 * SLOWEST_BPM) return beats
  const indexOf = beatIndexer(beats.times)
  const { beatsPerBar, firstDownbeat } = groupBeats(
    notes,
    ({ start }) => indexOf(start),
    beats.times.length,
    null,
    drums,
  )
  if (beatsPerBar % 3 !== 0) return beats
  const times = beats.times.filter((_, index) => index % 3 === firstDownbeat % 3)
  return times.length < 4 ? beats : { times, bpm: beats.bpm / 3 }
}

// What begins together: the moments of a take, as its rhythm is read from them.

import type { HeardNote } from '../notes/decode-notes.ts'

/** Notes begin together within so many seconds. */
const TOGETHER_SECONDS = 0.04

export interface Moment {
  /** Seconds: the mean of the notes that begin here. */
  readonly start: number
  readonly lowest: number
  readonly highest: number
  /** Length of the longest note, in seconds. */
  readonly longest: number
  readonly count: number
  readonly levelDb: number
}

/** The moments in order of time. */
export function momentsOf(notes: readonly HeardNote[]): Moment[] {
  const moments: Moment[] = []
  let first = 0
  for (const { start, end, pitch, levelDb } of notes.toSorted((a, b) => a.start - b.start)) {
    const last = moments.at(-1)
    if (last && start - first < TOGETHER_SECONDS) {
      const count = last.count + 1
      moments[moments.length - 1] = {
        start: last.start + (start - last.start) / count,
        lowest: Math.min(last.lowest, pitch),
        highest: Math.max(last.highest, pitch),
        longest: Math.max(last.longest, end - start),
        count,
        levelDb: Math.max(last.levelDb, levelDb),
      }
    } else {
      first = start
      moments.push({ start, lowest: pitch, highest: pitch, longest: end - start, count: 1, levelDb })
    }
  }
  return moments
}

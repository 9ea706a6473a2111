// A take as its bars are told from it: notes and drums at their places among beats.

import type { HeardNote } from '../notes/decode-notes.ts'
import type { DrumHit } from '../parts/drums.ts'
import { type BarStudy, studyBars } from './bar-features.ts'
import { accentsOf, type PlacedHit, type PlacedNote } from './beat-accents.ts'

export type BeatOf = (begun: { readonly start: number }) => number

/** Where drums are written, each hit is among the notes, at this pitch: it tells nothing of harmony. */
const HIT_PITCH = 60

/**
 * @param beatOf where something starts, in beats from the first
 * @param drums the drums that are written; of each there may be a note too
 */
export function studyOf(
  notes: readonly HeardNote[],
  beatOf: BeatOf,
  beatCount: number,
  drums: readonly DrumHit[],
): BarStudy {
  const starts = new Set(drums.map(({ start }) => start))
  const inOrder = notes
    .filter(({ pitch, start }) => pitch !== HIT_PITCH || !starts.has(start))
    .toSorted((a, b) => a.start - b.start)
  const beatSeconds = secondsOfBeat(inOrder.length < 2 ? drums : inOrder, beatOf)
  const placed = inOrder.map(
    (note): PlacedNote => ({
      pitch: note.pitch,
      at: beatOf(note),
      length: (note.end - note.start) / beatSeconds,
      levelDb: note.levelDb,
    }),
  )
  const hits = drums
    .map((hit): PlacedHit => ({ pitch: hit.pitch, at: beatOf(hit) }))
    .sort((a, b) => a.at - b.at)
  return studyBars(accentsOf(placed, hits, beatCount), placed, hits, 60 / beatSeconds)
}

/** The mean of all beats, by the first and the last that begins. */
function secondsOfBeat(begun: readonly { readonly start: number }[], beatOf: BeatOf): number {
  const [first, last] = [begun[0], begun.at(-1)]
  const seconds = first && last ? last.start - first.start : 0
  const beats = first && last ? beatOf(last) - beatOf(first) : 0
  return seconds > 0 && beats > 0 ? seconds / beats : 0.5
}

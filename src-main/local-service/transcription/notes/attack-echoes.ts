// The attack of a note is rich in overtones that fade at once: what was taken for short notes an octave above is left out again.

import type { HeardNote } from './decode-notes.ts'

const OCTAVE = 12
/** An overtone begins with its note, within so many seconds. */
const TOGETHER_SECONDS = 0.035
/** It fades within so many seconds, and its note lasts so many times as long. */
const ECHO_SECONDS = 0.16
const TIMES_AS_LONG = 5
/** What the network is surer of than this is a note. */
const SURE = 0.95

/** The notes, in the same order, without those that are only the attack of the one an octave below. */
export function withoutAttackEchoes(notes: readonly HeardNote[]): HeardNote[] {
  const ofPitch = Map.groupBy(notes, ({ pitch }) => pitch)
  return notes.filter((note) => {
    const seconds = note.end - note.start
    if (seconds > ECHO_SECONDS || note.certainty > SURE) return true
    const below = ofPitch.get(note.pitch - OCTAVE) ?? []
    return !below.some(
      ({ start, end, certainty }) =>
        Math.abs(start - note.start) <= TOGETHER_SECONDS &&
        end - start >= TIMES_AS_LONG * seconds &&
        certainty > note.certainty,
    )
  })
}

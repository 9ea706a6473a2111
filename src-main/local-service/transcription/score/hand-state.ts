// What a hand has played so far: as much of it as tells what it can play next.

import type { Moment } from './hand-moments.ts'

/** What a hand has played. */
export interface HandState {
  readonly lowest: number
  readonly highest: number
  readonly count: number
  readonly start: number
  readonly end: number
  /** Since what it played before, in divisions; 0 where that was nothing. */
  readonly step: number
  /** Where it has been lately, in semitones. */
  readonly home: number
  /** Where it usually is. */
  readonly haunt: number
  /** Of what it holds, the key that it holds longest. */
  readonly heldPitch: number
  readonly heldUntil: number
}

/** Of where a hand has been, so much is what it plays now: lately, and over a long time. */
const HOME_SHARE = 0.25
const HAUNT_SHARE = 0.04

/** What a hand has played once it has played the notes from..to of a moment. */
export function stateAfter(
  before: HandState | null,
  { start, notes }: Moment,
  from: number,
  to: number,
): HandState | null {
  if (from === to) return before
  const lowest = notes[from]!.pitch
  const highest = notes[to - 1]!.pitch
  const middle = (lowest + highest) / 2
  let end = start
  let [heldPitch, heldUntil] = before === null ? [lowest, start] : [before.heldPitch, before.heldUntil]
  for (let at = from; at < to; at++) {
    const note = notes[at]!
    end = Math.max(end, note.end)
    if (note.end > heldUntil) [heldPitch, heldUntil] = [note.pitch, note.end]
  }
  return {
    lowest,
    highest,
    count: to - from,
    start,
    end,
    step: before === null ? 0 : start - before.start,
    home: before === null ? middle : before.home + HOME_SHARE * (middle - before.home),
    haunt: before === null ? middle : before.haunt + HAUNT_SHARE * (middle - before.haunt),
    heldPitch,
    heldUntil,
  }
}

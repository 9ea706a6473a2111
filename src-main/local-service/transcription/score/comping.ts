// Chords on a keyboard while others play the bass: what one hand can hold stands on one staff.

import type { Moment } from './hand-moments.ts'

/** Semitones that a hand spans at ease, and keys that it strikes. */
const HAND_SPAN = 12
const HAND_KEYS = 5
/** Where more of what begins together is wider, two hands play, each its own. */
const MOST_WIDE = 0.25
/** A hand that is higher than the lower bound stays on the upper staff, one that is lower than the upper bound on the lower; in MIDI pitches. */
const LOW_MIDDLE = 54
const HIGH_MIDDLE = 60
/** What leaps down so far, in semitones, within so long, in divisions, is the other hand's. */
const LEAP = 14
const LEAP_TIME = 24

/**
 * How many of a moment's notes, from the lowest, are the left hand's: all, or none, of what one hand can play; null for what it cannot.
 * Null for all where hands have more to do than to play chords.
 */
export function compingCuts(moments: readonly Moment[]): readonly (number | null)[] | null {
  const wide = moments.filter((moment) => !isOneHands(moment)).length
  if (moments.length === 0 || wide > MOST_WIDE * moments.length) return null
  let isLow = false
  let before: Moment | null = null
  return moments.map((moment) => {
    if (!isOneHands(moment)) return null
    const middle = middleOf(moment)
    const hasLeapt =
      before !== null && moment.start - before.start <= LEAP_TIME && middleOf(before) - middle > LEAP
    isLow = hasLeapt || middle < (isLow ? HIGH_MIDDLE : LOW_MIDDLE)
    before = moment
    return isLow ? moment.notes.length : 0
  })
}

const isOneHands = (moment: Moment): boolean =>
  moment.notes.length <= HAND_KEYS && highestOf(moment) - lowestOf(moment) <= HAND_SPAN

const middleOf = (moment: Moment): number => (lowestOf(moment) + highestOf(moment)) / 2

const lowestOf = ({ notes }: Moment): number => notes[0]!.pitch

const highestOf = ({ notes }: Moment): number => notes.at(-1)!.pitch

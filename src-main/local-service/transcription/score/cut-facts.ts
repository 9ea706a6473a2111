// What speaks for and against a cut of what begins together into two hands, whatever each of them has played.

import { indexOf, over, SEMITONES } from './hand-facts.ts'
import { endTogether, type Moment } from './hand-moments.ts'

/** Which hand played what a few moments before: true is the left. */
export type WasLeft = (back: number, rank: number) => boolean

/** Facts about both hands at once. */
export const CUT_FACTS = [
  'gap',
  'isWidestGap',
  'isNarrowGap',
  'isCloseGap',
  'sameEnds',
  'splitsAgain',
  'splitsAtOnce',
  'allRightOfTwo',
  'allRightOfThree',
  'allRightOfMore',
  'allLeftOfTwo',
  'allLeftOfThree',
  'allLeftOfMore',
  'otherHandOnKey',
  'otherHandAtOnce',
  'otherHandByStep',
  'handover',
  'evenHandover',
  'closeHandover',
  'quickHandover',
] as const

export type CutFact = (typeof CUT_FACTS)[number]

const CUT = indexOf(CUT_FACTS)

/** In semitones: a gap that is wider is no wider; a third; a fifth. */
const WIDEST_GAP = 24
const NARROW_GAP = 4
const CLOSE_GAP = 7
/** Keys so close, struck together again and again, are one hand's. */
const PAIR_GAP = 9
/** Single notes further apart than this are no one figure. */
const CLOSE = 12
/** In divisions. */
const QUARTER = 12

/**
 * Facts about a moment whose lowest `cut` notes are the left hand's.
 * @param before the moment before, where there is one
 */
export function cutFacts(
  moment: Moment,
  before: Moment | null,
  cut: number,
  wasLeft: WasLeft,
  facts: Float64Array,
): void {
  facts.fill(0)
  gapFacts(moment, cut, facts)
  for (const [rank] of moment.notes.entries()) {
    const isLeft = rank < cut
    const same = moment.sameKey[rank]
    if (same && wasLeft(same.back, same.rank) !== isLeft) {
      facts[same.back === 1 ? CUT.otherHandAtOnce : CUT.otherHandOnKey]! += 1
    }
    const next = moment.nextKey[rank]
    if (next && wasLeft(next.back, next.rank) !== isLeft) facts[CUT.otherHandByStep]! += 1
  }
  if (before === null || before.notes.length > 1 || moment.notes.length > 1) return
  if (wasLeft(1, 0) === (cut === 1) || moment.step > QUARTER) return
  facts[CUT.handover] = 1
  if (moment.step === before.step) facts[CUT.evenHandover] = 1
  facts[CUT.quickHandover] = 1 - moment.step / QUARTER
  facts[CUT.closeHandover] = over(CLOSE, Math.abs(moment.notes[0]!.pitch - before.notes[0]!.pitch))
}

/** What the hands leave between them, or that one of them plays it all. */
function gapFacts(moment: Moment, cut: number, facts: Float64Array): void {
  const { notes } = moment
  const count = notes.length
  if (count > 1 && cut > 0 && cut < count) {
    const gap = notes[cut]!.pitch - notes[cut - 1]!.pitch
    facts[CUT.gap] = Math.min(gap, WIDEST_GAP) / SEMITONES
    if (endTogether(notes[cut]!, notes[cut - 1]!)) facts[CUT.sameEnds] = 1
    const [low, high] = [moment.sameKey[cut - 1], moment.sameKey[cut]]
    if (gap <= PAIR_GAP && low && high && low.back === high.back) {
      facts[low.back === 1 ? CUT.splitsAtOnce : CUT.splitsAgain] = 1
    }
    if (gap <= CLOSE_GAP) facts[CUT.isCloseGap] = 1
    if (gap <= NARROW_GAP) facts[CUT.isNarrowGap] = 1
    if (gap === widestGap(moment)) facts[CUT.isWidestGap] = 1
  } else if (count === 2) facts[cut === 0 ? CUT.allRightOfTwo : CUT.allLeftOfTwo] = 1
  else if (count === 3) facts[cut === 0 ? CUT.allRightOfThree : CUT.allLeftOfThree] = 1
  else if (count > 3) facts[cut === 0 ? CUT.allRightOfMore : CUT.allLeftOfMore] = 1
}

function widestGap({ notes }: Moment): number {
  let widest = 0
  for (let at = 1; at < notes.length; at++) {
    widest = Math.max(widest, notes[at]!.pitch - notes[at - 1]!.pitch)
  }
  return widest
}

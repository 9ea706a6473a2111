// What speaks for and against a way to share what begins together between two hands, in numbers: the facts that hand-weights.ts weighs.

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

/** Which hand played what a few moments before: true is the left. */
export type WasLeft = (back: number, rank: number) => boolean

/** Facts about one hand: what it plays, and how that goes on from what it played. */
export const HAND_FACTS = [
  'noteBelow48',
  'noteBelow55',
  'noteBelow60',
  'noteBelow65',
  'noteAbove55',
  'noteAbove60',
  'noteAbove65',
  'noteAbove72',
  'acrossNearValley',
  'acrossFarValley',
  'spanOver9',
  'spanOver12',
  'spanOver14',
  'two',
  'three',
  'four',
  'more',
  'first',
  'move',
  'quickMove',
  'quickLeap',
  'quickWideLeap',
  'awayFromHome',
  'farFromHome',
  'awayFromHaunt',
  'nearerOtherHome',
  'nearerOtherHaunt',
  'nearerOtherKeys',
  'leapSpeed',
  'overlap',
  'reachOver12',
  'reachOver16',
  'otherCount',
  'otherSpan',
  'sameTop',
  'sameBottom',
  'evenStep',
  'otherStep',
  'otherQuickStep',
  'afterHalf',
  'afterBar',
  'missedStep',
  'missedQuickStep',
  'otherEnds',
  'under',
  'underBy',
] as const
/** Facts about both at once. */
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

export type HandFact = (typeof HAND_FACTS)[number]
export type CutFact = (typeof CUT_FACTS)[number]

const HAND = indexOf(HAND_FACTS)
const CUT = indexOf(CUT_FACTS)

function indexOf<const Names extends readonly string[]>(
  names: Names,
): Readonly<Record<Names[number], number>> {
  // The keys are the names, each once.
  return Object.fromEntries(names.map((name, index) => [name, index])) as Record<Names[number], number>
}

const OCTAVE = 12
const HALF = 24
const BAR = 48
const QUARTER = 12
/** Of where a hand has been, so much is what it plays now. */
const HOME_SHARE = 0.25
const HAUNT_SHARE = 0.04
/** Ends so close are one. */
const SAME_END = 1
const QUICK_STEP = 6
const WIDEST_GAP = 24
const NARROW_GAP = 4
const CLOSE_GAP = 7
/** Keys so close, struck together again and again, are one hand's. */
const PAIR_GAP = 9
const CLOSE = 12

const over = (value: number, bound: number): number => Math.max(0, value - bound) / OCTAVE

/**
 * Facts about the notes from..to of a moment, played by one hand after what it played before.
 * @param other what the other hand played before, and whether it plays nothing now
 */
export function handFacts(
  before: HandState | null,
  moment: Moment,
  from: number,
  to: number,
  other: HandState | null,
  isOtherIdle: boolean,
  isLeft: boolean,
  facts: Float64Array,
): void {
  facts.fill(0)
  const { start, notes } = moment
  const count = to - from
  if (count === 0) {
    if (before !== null && before.step > 0 && start === before.start + before.step) {
      facts[before.step <= QUICK_STEP ? HAND.missedQuickStep : HAND.missedStep] = 1
    }
    return
  }
  for (let at = from; at < to; at++) {
    const { pitch } = notes[at]!
    facts[HAND.noteBelow48]! += over(48, pitch)
    facts[HAND.noteBelow55]! += over(55, pitch)
    facts[HAND.noteBelow60]! += over(60, pitch)
    facts[HAND.noteBelow65]! += over(65, pitch)
    facts[HAND.noteAbove55]! += over(pitch, 55)
    facts[HAND.noteAbove60]! += over(pitch, 60)
    facts[HAND.noteAbove65]! += over(pitch, 65)
    facts[HAND.noteAbove72]! += over(pitch, 72)
    const side = isLeft ? 1 : -1
    facts[HAND.acrossNearValley]! += over(side * (pitch - moment.nearValley), 0)
    facts[HAND.acrossFarValley]! += over(side * (pitch - moment.farValley), 0)
  }
  for (let at = from + 1; at < to; at++) {
    if (Math.abs(notes[at]!.end - notes[at - 1]!.end) > SAME_END) facts[HAND.otherEnds]! += 1
  }
  const lowest = notes[from]!.pitch
  const highest = notes[to - 1]!.pitch
  const span = highest - lowest
  facts[HAND.spanOver9] = over(span, 9)
  facts[HAND.spanOver12] = over(span, 12)
  facts[HAND.spanOver14] = over(span, 14)
  if (count === 2) facts[HAND.two] = 1
  else if (count === 3) facts[HAND.three] = 1
  else if (count === 4) facts[HAND.four] = 1
  else if (count > 4) facts[HAND.more] = count - 4
  if (other !== null && isOtherIdle && start - other.start < HALF) {
    const under = isLeft ? highest - other.highest : other.lowest - lowest
    if (under > 0) {
      facts[HAND.under] = 1
      facts[HAND.underBy] = under / OCTAVE
    }
  }
  if (before === null) {
    facts[HAND.first] = 1
    return
  }
  const since = start - before.start
  const patience = Math.max(0, 1 - since / BAR)
  const middle = (lowest + highest) / 2
  const moved = Math.abs(middle - (before.lowest + before.highest) / 2)
  facts[HAND.move] = moved / OCTAVE
  facts[HAND.quickMove] = (patience * Math.min(moved, 7)) / OCTAVE
  facts[HAND.quickLeap] = patience * over(moved, 7)
  facts[HAND.quickWideLeap] = patience * over(moved, 14)
  const away = Math.abs(middle - before.home)
  facts[HAND.awayFromHome] = away / OCTAVE
  facts[HAND.farFromHome] = over(away, 10)
  facts[HAND.awayFromHaunt] = Math.abs(middle - before.haunt) / OCTAVE
  facts[HAND.leapSpeed] = (over(moved, 7) * QUICK_STEP) / since
  if (other !== null) {
    for (let at = from; at < to; at++) {
      const { pitch } = notes[at]!
      facts[HAND.nearerOtherHome]! += over(Math.abs(pitch - before.home), Math.abs(pitch - other.home))
      facts[HAND.nearerOtherHaunt]! += over(Math.abs(pitch - before.haunt), Math.abs(pitch - other.haunt))
      facts[HAND.nearerOtherKeys]! += over(keysAway(pitch, before), keysAway(pitch, other))
    }
  }
  const isHolding = before.end > start
  if (isHolding) facts[HAND.overlap] = 1
  let reachLow = lowest
  let reachHigh = highest
  if (isHolding) {
    reachLow = Math.min(reachLow, before.lowest)
    reachHigh = Math.max(reachHigh, before.highest)
  }
  if (before.heldUntil > start) {
    reachLow = Math.min(reachLow, before.heldPitch)
    reachHigh = Math.max(reachHigh, before.heldPitch)
  }
  facts[HAND.reachOver12] = over(reachHigh - reachLow, 12)
  facts[HAND.reachOver16] = over(reachHigh - reachLow, 16)
  facts[HAND.otherCount] = Math.abs(count - before.count)
  if (count !== before.count || span !== before.highest - before.lowest) facts[HAND.otherSpan] = 1
  if (highest === before.highest) facts[HAND.sameTop] = 1
  if (lowest === before.lowest) facts[HAND.sameBottom] = 1
  if (since === before.step) facts[HAND.evenStep] = 1
  else if (before.step > 0) {
    facts[HAND.otherStep] = 1
    if (before.step <= QUICK_STEP) facts[HAND.otherQuickStep] = 1
  }
  if (since > HALF) facts[HAND.afterHalf] = 1
  if (since > BAR) facts[HAND.afterBar] = 1
}

/** From the nearest of the keys between its lowest and its highest. */
function keysAway(pitch: number, { lowest, highest }: HandState): number {
  return Math.max(0, lowest - pitch, pitch - highest)
}

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
  const { notes, step: since } = moment
  const count = notes.length
  if (count > 1 && cut > 0 && cut < count) {
    const gap = notes[cut]!.pitch - notes[cut - 1]!.pitch
    facts[CUT.gap] = Math.min(gap, WIDEST_GAP) / OCTAVE
    if (Math.abs(notes[cut]!.end - notes[cut - 1]!.end) <= SAME_END) facts[CUT.sameEnds] = 1
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
  for (let rank = 0; rank < count; rank++) {
    const isLeft = rank < cut
    const same = moment.sameKey[rank]
    if (same && wasLeft(same.back, same.rank) !== isLeft) {
      facts[same.back === 1 ? CUT.otherHandAtOnce : CUT.otherHandOnKey]! += 1
    }
    const next = moment.nextKey[rank]
    if (next && wasLeft(next.back, next.rank) !== isLeft) facts[CUT.otherHandByStep]! += 1
  }
  if (before === null || count > 1 || before.notes.length > 1) return
  if (wasLeft(1, 0) === (cut === 1)) return
  if (since > QUARTER) return
  facts[CUT.handover] = 1
  if (since === before.step) facts[CUT.evenHandover] = 1
  facts[CUT.quickHandover] = 1 - since / QUARTER
  facts[CUT.closeHandover] = Math.max(0, CLOSE - Math.abs(notes[0]!.pitch - before.notes[0]!.pitch)) / OCTAVE
}

function widestGap({ notes }: Moment): number {
  let widest = 0
  for (let at = 1; at < notes.length; at++) {
    widest = Math.max(widest, notes[at]!.pitch - notes[at - 1]!.pitch)
  }
  return widest
}

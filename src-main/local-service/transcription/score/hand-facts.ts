// What speaks for and against one hand's playing something, in numbers: the facts that hand-weights.ts weighs, each hand's by weights of its own.

import { endTogether, type Moment } from './hand-moments.ts'
import type { HandState } from './hand-state.ts'

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
  'holdsOn',
  'quickens',
  'slows',
  'otherEnds',
  'under',
  'underBy',
] as const
export type HandFact = (typeof HAND_FACTS)[number]

const HAND = indexOf(HAND_FACTS)

/** Facts count distances in octaves, so that all are of one size. */
export const SEMITONES = 12
/** In divisions. */
const HALF = 24
const BAR = 48
const QUICK_STEP = 6

/** Where each name stands in a list. */
export function indexOf<const Names extends readonly string[]>(
  names: Names,
): Readonly<Record<Names[number], number>> {
  // The keys are the names, each once.
  return Object.fromEntries(names.map((name, index) => [name, index])) as Record<Names[number], number>
}

/** How far a number of semitones is over a bound, in octaves. */
export const over = (value: number, bound: number): number => Math.max(0, value - bound) / SEMITONES

/** What one hand plays: the notes from..to of a moment, from the lowest. */
export interface Played {
  readonly moment: Moment
  readonly from: number
  readonly to: number
  readonly isLeft: boolean
}

/**
 * Facts about what one hand plays.
 * @param before what it played before
 * @param other what the other hand played before
 * @param isOtherIdle whether that plays nothing now
 */
export function handFacts(
  played: Played,
  before: HandState | null,
  other: HandState | null,
  isOtherIdle: boolean,
  facts: Float64Array,
): void {
  facts.fill(0)
  if (played.from === played.to) {
    if (before !== null) restFacts(played, before, facts)
    return
  }
  placeFacts(played, facts)
  shapeFacts(played, facts)
  if (other !== null && isOtherIdle) crossingFacts(played, other, facts)
  if (before === null) facts[HAND.first] = 1
  else {
    moveFacts(played, before, facts)
    if (other !== null) nearnessFacts(played, before, other, facts)
    reachFacts(played, before, facts)
    figureFacts(played, before, facts)
  }
}

/** What was struck before sounds on, or a figure in even values does not go on. */
function restFacts({ moment }: Played, before: HandState, facts: Float64Array): void {
  if (before.end > moment.start) facts[HAND.holdsOn] = 1
  if (before.step === 0 || moment.start !== before.start + before.step) return
  facts[before.step <= QUICK_STEP ? HAND.missedQuickStep : HAND.missedStep] = 1
}

/** Where notes lie on the keyboard, and among what lies around them. */
function placeFacts({ moment, from, to, isLeft }: Played, facts: Float64Array): void {
  const side = isLeft ? 1 : -1
  for (let at = from; at < to; at++) {
    const { pitch } = moment.notes[at]!
    facts[HAND.noteBelow48]! += over(48, pitch)
    facts[HAND.noteBelow55]! += over(55, pitch)
    facts[HAND.noteBelow60]! += over(60, pitch)
    facts[HAND.noteBelow65]! += over(65, pitch)
    facts[HAND.noteAbove55]! += over(pitch, 55)
    facts[HAND.noteAbove60]! += over(pitch, 60)
    facts[HAND.noteAbove65]! += over(pitch, 65)
    facts[HAND.noteAbove72]! += over(pitch, 72)
    facts[HAND.acrossNearValley]! += over(side * (pitch - moment.nearValley), 0)
    facts[HAND.acrossFarValley]! += over(side * (pitch - moment.farValley), 0)
  }
}

/** How many notes a hand strikes, how far apart, and whether they end together. */
function shapeFacts(played: Played, facts: Float64Array): void {
  const { moment, from, to } = played
  for (let at = from + 1; at < to; at++) {
    if (!endTogether(moment.notes[at]!, moment.notes[at - 1]!)) facts[HAND.otherEnds]! += 1
  }
  const span = highestOf(played) - lowestOf(played)
  facts[HAND.spanOver9] = over(span, 9)
  facts[HAND.spanOver12] = over(span, 12)
  facts[HAND.spanOver14] = over(span, 14)
  const count = to - from
  if (count === 2) facts[HAND.two] = 1
  else if (count === 3) facts[HAND.three] = 1
  else if (count === 4) facts[HAND.four] = 1
  else if (count > 4) facts[HAND.more] = count - 4
}

/** Beyond where the other hand still is. */
function crossingFacts(played: Played, other: HandState, facts: Float64Array): void {
  const beyond = played.isLeft ? highestOf(played) - other.highest : other.lowest - lowestOf(played)
  if (beyond <= 0 || played.moment.start - other.start >= HALF) return
  facts[HAND.under] = 1
  facts[HAND.underBy] = beyond / SEMITONES
}

/** How far a hand moves, from where it was last, lately and usually; what it has a bar's time for costs less. */
function moveFacts(played: Played, before: HandState, facts: Float64Array): void {
  const since = played.moment.start - before.start
  const patience = Math.max(0, 1 - since / BAR)
  const middle = (lowestOf(played) + highestOf(played)) / 2
  const moved = Math.abs(middle - (before.lowest + before.highest) / 2)
  const away = Math.abs(middle - before.home)
  facts[HAND.move] = moved / SEMITONES
  facts[HAND.quickMove] = (patience * Math.min(moved, 7)) / SEMITONES
  facts[HAND.quickLeap] = patience * over(moved, 7)
  facts[HAND.quickWideLeap] = patience * over(moved, 14)
  facts[HAND.leapSpeed] = (over(moved, 7) * QUICK_STEP) / since
  facts[HAND.awayFromHome] = away / SEMITONES
  facts[HAND.farFromHome] = over(away, 10)
  facts[HAND.awayFromHaunt] = Math.abs(middle - before.haunt) / SEMITONES
}

/** By how much each note lies nearer to the other hand. */
function nearnessFacts(
  { moment, from, to }: Played,
  before: HandState,
  other: HandState,
  facts: Float64Array,
): void {
  for (let at = from; at < to; at++) {
    const { pitch } = moment.notes[at]!
    facts[HAND.nearerOtherHome]! += over(Math.abs(pitch - before.home), Math.abs(pitch - other.home))
    facts[HAND.nearerOtherHaunt]! += over(Math.abs(pitch - before.haunt), Math.abs(pitch - other.haunt))
    facts[HAND.nearerOtherKeys]! += over(keysAway(pitch, before), keysAway(pitch, other))
  }
}

/** From the nearest of the keys between its lowest and its highest. */
function keysAway(pitch: number, { lowest, highest }: HandState): number {
  return Math.max(0, lowest - pitch, pitch - highest)
}

/** How far a hand stretches that still holds what it struck before. */
function reachFacts(played: Played, before: HandState, facts: Float64Array): void {
  const { start } = played.moment
  let lowest = lowestOf(played)
  let highest = highestOf(played)
  if (before.end > start) {
    facts[HAND.overlap] = 1
    lowest = Math.min(lowest, before.lowest)
    highest = Math.max(highest, before.highest)
  }
  if (before.heldUntil > start) {
    lowest = Math.min(lowest, before.heldPitch)
    highest = Math.max(highest, before.heldPitch)
  }
  facts[HAND.reachOver12] = over(highest - lowest, 12)
  facts[HAND.reachOver16] = over(highest - lowest, 16)
}

/** Whether a figure goes on: in even values, with as many notes, of the same shape. */
function figureFacts(played: Played, before: HandState, facts: Float64Array): void {
  const count = played.to - played.from
  const [lowest, highest] = [lowestOf(played), highestOf(played)]
  facts[HAND.otherCount] = Math.abs(count - before.count)
  if (count !== before.count || highest - lowest !== before.highest - before.lowest) {
    facts[HAND.otherSpan] = 1
  }
  if (highest === before.highest) facts[HAND.sameTop] = 1
  if (lowest === before.lowest) facts[HAND.sameBottom] = 1
  const since = played.moment.start - before.start
  if (since === before.step) facts[HAND.evenStep] = 1
  else if (before.step > 0) {
    facts[HAND.otherStep] = 1
    if (before.step <= QUICK_STEP) facts[HAND.otherQuickStep] = 1
    if (2 * since <= before.step) facts[HAND.quickens] = 1
    if (since >= 2 * before.step) facts[HAND.slows] = 1
  }
  if (since > HALF) facts[HAND.afterHalf] = 1
  if (since > BAR) facts[HAND.afterBar] = 1
}

function lowestOf({ moment, from }: Played): number {
  return moment.notes[from]!.pitch
}

function highestOf({ moment, to }: Played): number {
  return moment.notes[to - 1]!.pitch
}

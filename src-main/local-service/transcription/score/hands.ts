// Which hand plays what on a grand staff: the upper staff is the right hand's, the lower the left's, wherever they lie.

import type { ScoreNote } from './written-notes.ts'

/** Middle C: where the staves meet, and hands that have played nothing yet. */
const MIDDLE_PITCH = 60
/** What a hand spans without stretching: a ninth. */
const SPAN_SEMITONES = 14
const STRETCH_COST = 1.5
/** A note on the other hand's side of middle C, for every semitone: it stands on ledger lines. */
const REGISTER_COST = 0.3
/** Moving a hand, for every semitone. */
const MOVE_COST = 0.15
/** A hand that has rested for so long, in quarters' divisions, moves for nothing. */
const FREE_MOVE_DIVISIONS = 48
/** The best ways so far that are weighed on. */
const MAX_WAYS = 24

/** What a hand played last. */
interface HandState {
  readonly lowest: number
  readonly highest: number
  readonly start: number
  readonly end: number
}

interface Way {
  readonly left: HandState | null
  readonly right: HandState | null
  readonly cost: number
  /** How many of each group's notes, from the lowest, are the left hand's: the last group's first. */
  readonly counts: Counts | null
}
interface Counts {
  readonly count: number
  readonly before: Counts | null
}

/**
 * Shares notes between two hands: what begins together is cut in two at the place that costs hands the least stretching, ledger lines and
 * moving over the whole piece.
 */
export function splitHands(notes: readonly ScoreNote[]): {
  readonly right: ScoreNote[]
  readonly left: ScoreNote[]
} {
  const groups = [...Map.groupBy(notes, ({ start }) => start).entries()]
    .sort(([a], [b]) => a - b)
    .map(([, group]) => group.toSorted((a, b) => a.pitch - b.pitch))
  let ways: Way[] = [{ left: null, right: null, cost: 0, counts: null }]
  for (const group of groups) {
    ways = ways
      .flatMap((way) => Array.from({ length: group.length + 1 }, (_, count) => wayOn(way, group, count)))
      .sort((a, b) => a.cost - b.cost)
      .slice(0, MAX_WAYS)
  }
  const right: ScoreNote[] = []
  const left: ScoreNote[] = []
  let counts = ways[0]?.counts ?? null
  for (const group of groups.toReversed()) {
    const cut = counts?.count ?? 0
    left.push(...group.slice(0, cut))
    right.push(...group.slice(cut))
    counts = counts?.before ?? null
  }
  return { right: right.sort((a, b) => a.start - b.start), left: left.sort((a, b) => a.start - b.start) }
}

function wayOn(way: Way, group: readonly ScoreNote[], count: number): Way {
  const low = group.slice(0, count)
  const high = group.slice(count)
  const ledgers =
    low.reduce((sum, { pitch }) => sum + Math.max(0, pitch - MIDDLE_PITCH), 0) +
    high.reduce((sum, { pitch }) => sum + Math.max(0, MIDDLE_PITCH - pitch), 0)
  return {
    left: stateOf(low) ?? way.left,
    right: stateOf(high) ?? way.right,
    cost: way.cost + REGISTER_COST * ledgers + playCost(way.left, low) + playCost(way.right, high),
    counts: { count, before: way.counts },
  }
}

function stateOf(notes: readonly ScoreNote[]): HandState | null {
  const [first] = notes
  const last = notes.at(-1)
  if (first === undefined || last === undefined) return null
  return {
    lowest: first.pitch,
    highest: last.pitch,
    start: first.start,
    end: Math.max(...notes.map(({ end }) => end)),
  }
}

/** Stretching over what is struck, and moving from what was played last. */
function playCost(before: HandState | null, notes: readonly ScoreNote[]): number {
  const now = stateOf(notes)
  if (now === null) return 0
  const stretch = STRETCH_COST * Math.max(0, now.highest - now.lowest - SPAN_SEMITONES)
  if (before === null) return stretch
  const patience = Math.max(0, 1 - (now.start - before.start) / FREE_MOVE_DIVISIONS)
  // A hand that still holds notes cannot go far from them.
  const isHolding = before.end > now.start
  const reach = Math.max(before.highest, now.highest) - Math.min(before.lowest, now.lowest)
  const held = isHolding ? STRETCH_COST * patience * Math.max(0, reach - SPAN_SEMITONES) : 0
  const moved = Math.abs((now.lowest + now.highest - before.lowest - before.highest) / 2)
  return stretch + held + MOVE_COST * patience * moved
}

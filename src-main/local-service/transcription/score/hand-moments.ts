// What begins together, and what lies around it before anybody knows which hand plays what.

import type { ScoreNote } from './written-notes.ts'

/** The same key, or its neighbour, a few moments before. */
export interface Echo {
  /** How many moments before, at least one. */
  readonly back: number
  /** Which of that moment's notes it was, counted from the lowest. */
  readonly rank: number
}

/** What begins together. */
export interface Moment<Note extends ScoreNote = ScoreNote> {
  readonly start: number
  /** Since the moment before; 0 where there is none. */
  readonly step: number
  /** From the lowest. */
  readonly notes: readonly Note[]
  /** The pitch that parts what lies around it into a lower and an upper half, within two quarters and within two bars. */
  readonly nearValley: number
  readonly farValley: number
  /** For each note, where the same key was struck last, and where a neighbouring one. */
  readonly sameKey: readonly (Echo | null)[]
  readonly nextKey: readonly (Echo | null)[]
}

/** Divisions to each side. */
const NEAR = 24
const FAR = 96
/** Moments that are looked back on. */
const SAME_KEY_BACK = 12
const NEXT_KEY_BACK = 4
/** A neighbouring key is at most a whole tone away. */
const NEXT_KEY = 2
/** Rounds of moving a valley between the middles of its two sides; more change nothing. */
const VALLEY_ROUNDS = 4

/** Ends so close, in divisions, are one. */
const SAME_END = 1

export function endTogether(one: ScoreNote, other: ScoreNote): boolean {
  return Math.abs(one.end - other.end) <= SAME_END
}

/** The moments of a piece in order. */
export function momentsOf<Note extends ScoreNote>(notes: readonly Note[]): Moment<Note>[] {
  const groups = [...Map.groupBy(notes, ({ start }) => start).entries()]
    .sort(([a], [b]) => a - b)
    .map(([start, group]) => ({ start, notes: group.toSorted((a, b) => a.pitch - b.pitch) }))
  const near = valleys(groups, NEAR)
  const far = valleys(groups, FAR)
  return groups.map(({ start, notes }, index) => ({
    start,
    step: index === 0 ? 0 : start - groups[index - 1]!.start,
    notes,
    nearValley: near[index]!,
    farValley: far[index]!,
    sameKey: notes.map(({ pitch }) => echoOf(groups, index, SAME_KEY_BACK, (other) => other === pitch)),
    nextKey: notes.map(({ pitch }) =>
      echoOf(groups, index, NEXT_KEY_BACK, (other) => Math.abs(other - pitch) <= NEXT_KEY),
    ),
  }))
}

type Group = Pick<Moment, 'start' | 'notes'>

function echoOf(
  groups: readonly Group[],
  index: number,
  most: number,
  isMeant: (pitch: number) => boolean,
): Echo | null {
  for (let back = 1; back <= most && back <= index; back++) {
    const rank = groups[index - back]!.notes.findIndex(({ pitch }) => isMeant(pitch))
    if (rank >= 0) return { back, rank }
  }
  return null
}

/** For each group the pitch halfway between the middle of what lies above it and of what lies below, so far around the group. */
function valleys(groups: readonly Group[], around: number): number[] {
  /** How often each key is struck in the window. */
  const counts = new Float64Array(128)
  const add = (group: Group, by: number) => {
    for (const { pitch } of group.notes) counts[pitch]! += by
  }
  let [from, to] = [0, 0]
  return groups.map(({ start }) => {
    while (to < groups.length && groups[to]!.start <= start + around) add(groups[to++]!, 1)
    while (groups[from]!.start < start - around) add(groups[from++]!, -1)
    return valleyOf(counts)
  })
}

function valleyOf(counts: Float64Array): number {
  let valley = meanWithin(counts, 0, 128) ?? 0
  for (let round = 0; round < VALLEY_ROUNDS; round++) {
    const edge = Math.ceil(valley)
    const below = meanWithin(counts, 0, edge)
    const above = meanWithin(counts, edge, 128)
    if (below === null || above === null) return valley
    valley = (below + above) / 2
  }
  return valley
}

function meanWithin(counts: Float64Array, from: number, to: number): number | null {
  let [sum, weight] = [0, 0]
  for (let pitch = from; pitch < to; pitch++) {
    sum += pitch * counts[pitch]!
    weight += counts[pitch]!
  }
  return weight === 0 ? null : sum / weight
}

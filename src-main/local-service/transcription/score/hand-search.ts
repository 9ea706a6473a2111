// The cheapest way through a piece for two hands: what begins together is cut in two, and the best ways so far are gone on with.

import { CUT_FACTS, cutFacts } from './cut-facts.ts'
import { HAND_FACTS, handFacts } from './hand-facts.ts'
import type { Moment } from './hand-moments.ts'
import { type HandState, stateAfter } from './hand-state.ts'

/** What each fact costs, in the order of `HAND_FACTS` (each hand's own) and `CUT_FACTS`. */
export interface HandCosts {
  readonly left: Float64Array
  readonly right: Float64Array
  readonly cut: Float64Array
}

/** The best ways so far that are gone on with. */
const MAX_WAYS = 12

interface Way {
  readonly left: HandState | null
  readonly right: HandState | null
  readonly cost: number
  /** How many of the last moment's notes, from the lowest, are the left hand's. */
  readonly cut: number
  readonly before: Way | null
}
interface Candidate {
  readonly way: Way
  readonly cut: number
  readonly cost: number
}

const START: Way = { left: null, right: null, cost: 0, cut: 0, before: null }

/**
 * How many notes of each moment, from the lowest, are the left hand's.
 * @param extraCost what a cut of a moment, by its index, costs besides: for learning, and where more is known than the facts tell
 */
export function cutMoments(
  moments: readonly Moment[],
  costs: HandCosts,
  extraCost?: (index: number, cut: number) => number,
): number[] {
  const facts = newFacts()
  let ways: readonly Way[] = [START]
  for (const [index, moment] of moments.entries()) {
    const before = moments[index - 1] ?? null
    const candidates: Candidate[] = []
    for (const way of ways) {
      for (let cut = 0; cut <= moment.notes.length; cut++) {
        gatherFacts(facts, way, moment, before, cut)
        const cost =
          way.cost +
          product(facts.left, costs.left) +
          product(facts.right, costs.right) +
          product(facts.cut, costs.cut) +
          (extraCost?.(index, cut) ?? 0)
        candidates.push({ way, cut, cost })
      }
    }
    ways = bestOf(candidates, moment)
  }
  const cuts: number[] = []
  for (let way = ways[0]; way?.before; way = way.before) cuts.push(way.cut)
  return cuts.reverse()
}

/** The sums of the facts of one way through a piece: its costs are these, each times its own. */
export function factsOfCuts(moments: readonly Moment[], cuts: readonly number[]): HandCosts {
  const sums = newFacts()
  const facts = newFacts()
  let way = START
  for (const [index, moment] of moments.entries()) {
    const cut = cuts[index] ?? 0
    gatherFacts(facts, way, moment, moments[index - 1] ?? null, cut)
    for (const part of ['left', 'right', 'cut'] as const) {
      for (const [at, fact] of facts[part].entries()) sums[part][at]! += fact
    }
    way = wayOn({ way, cut, cost: 0 }, moment)
  }
  return sums
}

function newFacts(): HandCosts {
  return {
    left: new Float64Array(HAND_FACTS.length),
    right: new Float64Array(HAND_FACTS.length),
    cut: new Float64Array(CUT_FACTS.length),
  }
}

function gatherFacts(into: HandCosts, way: Way, moment: Moment, before: Moment | null, cut: number): void {
  const count = moment.notes.length
  handFacts({ moment, from: 0, to: cut, isLeft: true }, way.left, way.right, cut === count, into.left)
  handFacts({ moment, from: cut, to: count, isLeft: false }, way.right, way.left, cut === 0, into.right)
  cutFacts(moment, before, cut, (back, rank) => wasLeft(way, back, rank), into.cut)
}

function wasLeft(way: Way, back: number, rank: number): boolean {
  let then = way
  for (let steps = back; steps > 1 && then.before; steps--) then = then.before
  return rank < then.cut
}

function product(facts: Float64Array, costs: Float64Array): number {
  let sum = 0
  for (let at = 0; at < facts.length; at++) sum += facts[at]! * costs[at]!
  return sum
}

/** The best ways on, of those that leave both hands alike the best. */
function bestOf(candidates: Candidate[], moment: Moment): Way[] {
  candidates.sort((a, b) => a.cost - b.cost)
  const ways: Way[] = []
  for (const candidate of candidates) {
    if (ways.length === MAX_WAYS) break
    const way = wayOn(candidate, moment)
    if (!ways.some((other) => isAlike(other.left, way.left) && isAlike(other.right, way.right)))
      ways.push(way)
  }
  return ways
}

function wayOn({ way, cut, cost }: Candidate, moment: Moment): Way {
  return {
    left: stateAfter(way.left, moment, 0, cut),
    right: stateAfter(way.right, moment, cut, moment.notes.length),
    cost,
    cut,
    before: way,
  }
}

function isAlike(one: HandState | null, other: HandState | null): boolean {
  if (one === null || other === null) return one === other
  return (
    one.start === other.start &&
    one.step === other.step &&
    one.lowest === other.lowest &&
    one.highest === other.highest
  )
}

// Learns what the facts about two hands cost: the way that was written is to be cheaper than any other, by as much as the other is wrong.

import { CUT_FACTS } from '../../../src-main/local-service/transcription/score/cut-facts.ts'
import { HAND_FACTS } from '../../../src-main/local-service/transcription/score/hand-facts.ts'
import { type Moment, momentsOf } from '../../../src-main/local-service/transcription/score/hand-moments.ts'
import {
  cutMoments,
  factsOfCuts,
  type HandCosts,
} from '../../../src-main/local-service/transcription/score/hand-search.ts'
import type { HandNote, HandPiece } from './hand-pieces.ts'
import type { Random } from './pieces.ts'

/** So many moments are learnt from at once, as if a piece began and ended with them. */
const MOMENTS_AT_ONCE = 60
const ROUNDS = 4
/** What each wrong note costs less while ways are looked for, so that they are told apart by a margin. */
const MARGIN = 1
const STEP = 0.15
const PARTS = ['left', 'right', 'cut'] as const

/** A stretch of a piece, and how it is written. */
interface Lesson {
  readonly moments: readonly Moment<HandNote>[]
  readonly cuts: readonly number[]
}

/**
 * The averaged weights of a structured support vector machine, by stochastic slopes with steps of their own for each fact (AdaGrad).
 */
export function learnHandCosts(pieces: readonly HandPiece[], random: Random, rounds = ROUNDS): HandCosts {
  const lessons = pieces.flatMap(lessonsOf)
  const costs = newCosts()
  const sum = newCosts()
  const squares = newCosts()
  let count = 0
  for (let round = 0; round < rounds; round++) {
    for (const lesson of shuffled(lessons, random)) {
      const { moments, cuts } = lesson
      const found = cutMoments(moments, costs, (index, cut) => -MARGIN * wrongNotes(moments[index]!, cut))
      const asFound = factsOfCuts(moments, found)
      const asWritten = factsOfCuts(moments, cuts)
      for (const part of PARTS) {
        for (let at = 0; at < costs[part].length; at++) {
          const slope = (asFound[part][at]! - asWritten[part][at]!) / Math.sqrt(moments.length)
          if (slope !== 0) {
            squares[part][at]! += slope * slope
            costs[part][at]! += (STEP * slope) / Math.sqrt(squares[part][at]!)
          }
          if (round > 0) sum[part][at]! += costs[part][at]!
        }
      }
      if (round > 0) count++
    }
  }
  for (const part of PARTS) for (let at = 0; at < sum[part].length; at++) sum[part][at]! /= count
  return sum
}

/** Of all cuts of a moment, the one with the fewest wrong notes. */
export function writtenCut(moment: Moment<HandNote>): number {
  let best = 0
  for (let cut = 1; cut <= moment.notes.length; cut++) {
    if (wrongNotes(moment, cut) < wrongNotes(moment, best)) best = cut
  }
  return best
}

export function wrongNotes({ notes }: Moment<HandNote>, cut: number): number {
  return notes.filter(({ hand }, rank) => hand !== null && (hand === 'left') !== rank < cut).length
}

function lessonsOf({ notes }: HandPiece): Lesson[] {
  const all = momentsOf(notes)
  return Array.from({ length: Math.ceil(all.length / MOMENTS_AT_ONCE) }, (_, index) => {
    const moments = all.slice(index * MOMENTS_AT_ONCE, (index + 1) * MOMENTS_AT_ONCE)
    return { moments, cuts: moments.map(writtenCut) }
  })
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

function newCosts(): HandCosts {
  return {
    left: new Float64Array(HAND_FACTS.length),
    right: new Float64Array(HAND_FACTS.length),
    cut: new Float64Array(CUT_FACTS.length),
  }
}

// Which hand plays what on a grand staff: the upper staff is the right hand's, the lower the left's, wherever they lie.

import { compingCuts } from './comping.ts'
import { CUT_FACTS } from './cut-facts.ts'
import { HAND_FACTS } from './hand-facts.ts'
import { momentsOf } from './hand-moments.ts'
import { cutMoments, type HandCosts } from './hand-search.ts'
import { CUT_WEIGHTS, LEFT_WEIGHTS, RIGHT_WEIGHTS } from './hand-weights.ts'
import type { ScoreNote } from './written-notes.ts'

const COSTS: HandCosts = {
  left: Float64Array.from(HAND_FACTS, (fact) => LEFT_WEIGHTS[fact]),
  right: Float64Array.from(HAND_FACTS, (fact) => RIGHT_WEIGHTS[fact]),
  cut: Float64Array.from(CUT_FACTS, (fact) => CUT_WEIGHTS[fact]),
}

/** More than any piece costs. */
const AGAINST_KNOWN = 1e6

/**
 * Shares notes between two hands: what begins together is cut in two where the whole piece costs hands the least, by all that
 * hand-facts.ts and cut-facts.ts count (where hands lie and stretch, how their figures go on, what leaps, what changes hands) at the weights of hand-weights.ts.
 * @param isOverBass whether others play the bass: chords are then one hand's where they can be
 */
export function splitHands<Note extends ScoreNote>(
  notes: readonly Note[],
  isOverBass = false,
): { readonly right: Note[]; readonly left: Note[] } {
  const moments = momentsOf(notes)
  const known = isOverBass ? compingCuts(moments) : null
  const cuts = cutMoments(moments, COSTS, (index, cut) => {
    const knownCut = known?.[index] ?? cut
    return knownCut === cut ? 0 : AGAINST_KNOWN
  })
  return {
    right: moments.flatMap(({ notes: struck }, index) => struck.slice(cuts[index])),
    left: moments.flatMap(({ notes: struck }, index) => struck.slice(0, cuts[index])),
  }
}

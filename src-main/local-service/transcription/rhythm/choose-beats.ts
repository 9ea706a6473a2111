// Which of the beats that a take may have are its own: a small network of test/bench/transcription/train-tempo.ts judges each.

import type { HeardNote } from '../notes/decode-notes.ts'
import { decodeNetwork, type Judge, judgeOf } from '../notes/network.ts'
import type { DrumHit } from '../parts/drums.ts'
import { beatCandidates } from './beat-candidates.ts'
import { describeBeats } from './beat-features.ts'
import { shareInThirds } from './beat-figures.ts'
import type { Beats } from './beat-tracker.ts'
import { studyTake } from './take-study.ts'
import { BEATS_NETWORK } from './trained-tempo.ts'

export interface ChosenBeats {
  readonly beats: Beats
  /** How sure it is that their tempo is the take's own, 0..1: the chances of all that have it. */
  readonly certainty: number
  /** How sure it is that they themselves are, at their place among those of their tempo, 0..1. */
  readonly placeCertainty: number
}

export interface HeardBeats extends ChosenBeats {
  /** The share of beats that are divided by three. */
  readonly thirds: number
}

/** Candidates whose tempos are so close have one tempo. */
const SAME_TEMPO = 0.02
/** Beats of which hardly any is divided by three are so likely to be those of a compound meter. */
const LEAST_SHARE = 0.02

const likelihoodOf = judgeOf(decodeNetwork(BEATS_NETWORK))

/** What is known of a take's beats. */
export interface KnownOfBeats {
  /** Their tempo; null when it is not known. */
  readonly bpm: number | null
  /** They are of three parts. */
  readonly isCompound: boolean
}

/**
 * The likeliest beats of the likeliest tempo; null when nothing repeats. `envelope` is of `onsetEnvelope`. What is known of them is not
 * doubted: where something is, their tempo is certain.
 */
export function chooseBeats(
  envelope: Float32Array,
  notes: readonly HeardNote[],
  hits: readonly DrumHit[],
  { bpm, isCompound }: KnownOfBeats,
): HeardBeats | null {
  const candidates = beatCandidates(envelope, bpm)
  const take = studyTake(envelope, notes, hits)
  const chances = chancesOf(
    candidates.map((beats) => describeBeats(take, beats)),
    likelihoodOf,
  )
  const chosen = likeliest(
    candidates,
    isCompound
      ? chances.map((chance, index) => chance * (LEAST_SHARE + shareInThirds(take, candidates[index]!)))
      : chances,
  )
  if (chosen === null) return null
  const isKnown = bpm !== null || isCompound
  return {
    ...chosen,
    certainty: isKnown ? 1 : chosen.certainty,
    thirds: shareInThirds(take, chosen.beats),
  }
}

/** The chance of each candidate that it is the one, from their features: a network's odds, as shares of all. */
export function chancesOf(features: readonly Float32Array[], judge: Judge): number[] {
  const odds = features.map((row) => {
    const likelihood = Math.min(1 - 1e-12, judge(row))
    return likelihood / (1 - likelihood)
  })
  const sum = odds.reduce((total, one) => total + one, 0)
  return odds.map((one) => (sum === 0 ? 0 : one / sum))
}

/** The tempo that has the most chance over all its candidates, and its best candidate. */
export function likeliest(candidates: readonly Beats[], chances: readonly number[]): ChosenBeats | null {
  let chosen: ChosenBeats | null = null
  for (const [index, beats] of candidates.entries()) {
    const chance = chances[index] ?? 0
    const ofTempo = candidates.reduce(
      (sum, { bpm }, other) =>
        Math.abs(bpm / beats.bpm - 1) < SAME_TEMPO ? sum + (chances[other] ?? 0) : sum,
      0,
    )
    const isSame: boolean = chosen !== null && Math.abs(chosen.beats.bpm / beats.bpm - 1) < SAME_TEMPO
    if (chosen === null || (isSame ? chance > chosen.placeCertainty : ofTempo > chosen.certainty))
      chosen = { beats, certainty: ofTempo, placeCertainty: chance }
  }
  return chosen
}

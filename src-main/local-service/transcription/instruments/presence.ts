// Which instruments are there, by how all notes sound together: one note alone is like several of them.

import { INSTRUMENTS, type Instrument } from '../../../contract/index.ts'
import type { HeardNote } from '../notes/decode-notes.ts'
import { judgeOf, type Network } from '../notes/network.ts'

/** The instruments that have pitches, in the contract's order. */
export const PITCHED: readonly Instrument[] = INSTRUMENTS.filter((name) => name !== 'drums')

/** A note, and the chance that it is of each of {@link PITCHED}. */
export interface LikenedNote extends Pick<HeardNote, 'pitch' | 'certainty'> {
  readonly chances: Float32Array
}

/** Independent listens to one window: each hears every twelfth note, and the five after it. */
export const LISTENS = 12
const HEARD_OF_LISTENS = 6

/** What a listen, counted from 0, hears of a window. */
export const heardBy = <Note>(listen: number, notes: readonly Note[]): Note[] =>
  notes.filter((_, index) => (index + listen) % LISTENS < HEARD_OF_LISTENS)

const FACTS = 16
/** What is known of one instrument among others: facts, then a 1 in its own place, since some are mistaken more often than others. */
export const PRESENCE_FEATURES = FACTS + PITCHED.length
/** Rounds after which shares hardly change. */
const ROUNDS = 30
/** An instrument of a smaller share may as well not be there. */
const FAINT_SHARE = 0.01
const LEAST = 1e-3

/** For each of {@link PITCHED} what speaks for its being there; at least one note. */
export function describePresences(notes: readonly LikenedNote[]): Float32Array[] {
  const sum = notes.reduce((total, { certainty }) => total + certainty, 0)
  const weights = notes.map(({ certainty }) => certainty / sum)
  const weighed = (of: (chances: Float32Array) => number) =>
    notes.reduce((total, { chances }, index) => total + weights[index]! * of(chances), 0)
  const likest = notes.map(({ chances }) => chances.indexOf(Math.max(...chances)))
  const means = PITCHED.map((_, place) => weighed((chances) => chances[place]!))
  const highest = Math.max(...means)
  const mixed = sharesOf(notes, weights, 0)
  const few = sharesOf(notes, weights, FAINT_SHARE)
  const meanRanks = ranksOf(means)
  const shareRanks = ranksOf(mixed.shares)
  return PITCHED.map((_, place) => {
    const best = notes.map(({ chances }) => chances[place]!).sort((a, b) => b - a)
    const topShare = weights.reduce(
      (total, weight, index) => total + (likest[index] === place ? weight : 0),
      0,
    )
    const features = new Float32Array(PRESENCE_FEATURES)
    features.set([
      logOf(means[place]!),
      logOf(topShare),
      logOf(weighed((chances) => (chances[place]! > 0.5 ? 1 : 0))),
      meanOfFirst(best, 3),
      logOf(meanOfFirst(best, Math.floor(best.length / 10))),
      logOf(meanOfFirst(best, Math.floor(best.length * 0.3))),
      means[place]!,
      Math.log1p(meanRanks[place]!),
      logOf(means[place]! / highest),
      logOf(mixed.shares[place]!),
      mixed.shares[place]!,
      Math.log1p(shareRanks[place]!),
      mixed.highest[place]!,
      logOf(few.shares[place]!),
      few.shares[place]! > LEAST ? 1 : 0,
      Math.log(notes.length),
    ])
    features[FACTS + place] = 1
    return features
  })
}

/** The probability that each of {@link PITCHED} is there; 0 where there is no note. */
export function presencesOf(notes: readonly LikenedNote[], network: Network): Float32Array {
  if (notes.length === 0) return new Float32Array(PITCHED.length)
  const judge = judgeOf(network)
  return Float32Array.from(describePresences(notes), (features) => judge(features))
}

/**
 * Which share of the notes each instrument would have played, such that all notes are likeliest: expectation maximisation over the
 * chances of single notes, which takes each instrument's share for its likelihood beforehand (Saerens, Latinne and Decaestecker, 2002).
 * @param faint so much is taken from each share in each round: what few notes are like vanishes
 */
function sharesOf(notes: readonly LikenedNote[], weights: readonly number[], faint: number) {
  let shares = new Float64Array(PITCHED.length).fill(1 / PITCHED.length)
  const highest = new Float64Array(PITCHED.length)
  for (let round = 0; round <= ROUNDS; round++) {
    const next = new Float64Array(PITCHED.length)
    const isLast = round === ROUNDS
    for (const [index, { chances }] of notes.entries()) {
      let sum = 1e-12
      for (let place = 0; place < PITCHED.length; place++) sum += chances[place]! * shares[place]!
      for (let place = 0; place < PITCHED.length; place++) {
        const chance = (chances[place]! * shares[place]!) / sum
        next[place]! += weights[index]! * chance
        if (isLast) highest[place] = Math.max(highest[place]!, chance)
      }
    }
    if (!isLast) shares = lessened(next, faint)
  }
  return { shares, highest }
}

function lessened(shares: Float64Array<ArrayBuffer>, by: number): Float64Array<ArrayBuffer> {
  if (by === 0) return shares
  const left = shares.map((share) => Math.max(1e-6, share - by))
  const sum = left.reduce((total, share) => total + share, 0)
  return left.map((share) => share / sum)
}

/** How many are larger. */
function ranksOf(values: ArrayLike<number>): number[] {
  const order = Array.from(values, (_, place) => place).sort((a, b) => values[b]! - values[a]!)
  const ranks: number[] = []
  for (const [rank, place] of order.entries()) ranks[place] = rank
  return ranks
}

function meanOfFirst(values: readonly number[], count: number): number {
  const first = values.slice(0, Math.max(1, count))
  return first.reduce((sum, value) => sum + value, 0) / first.length
}

const logOf = (value: number): number => Math.log(value + LEAST)

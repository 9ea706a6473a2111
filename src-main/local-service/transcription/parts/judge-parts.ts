// Which listed instrument plays each note, by its sound, then by the lines and chords that this makes: trained networks, asked one after the other.

import { INSTRUMENTS, type Instrument } from '../../../contract/index.ts'
import type { HeardNote } from '../notes/decode-notes.ts'
import { type Network, scorerOf, softmax } from '../notes/network.ts'
import { INSTRUMENT_FACTS } from './instruments.ts'
import { type Chances, lineDescriber } from './line-features.ts'

/** A note that an instrument cannot play is so seldom its own. */
const OUT_OF_RANGE_WEIGHT = 0.02

export interface PartNetworks {
  /** From a sound to a score for each instrument of the contract; the mean of all counts. */
  readonly sounds: readonly Network[]
  /** From what speaks for an instrument to its score: each hears what the one before it guessed (auto-context, Tu and Bai, 2010). */
  readonly lines: readonly Network[]
}

/** For each note the chances of the listed instruments, in the list's order. Notes are in order of time; no instrument is listed twice. */
export function chancesOfParts(
  notes: readonly HeardNote[],
  sounds: readonly Float32Array[],
  listed: readonly Instrument[],
  networks: PartNetworks,
): Chances[] {
  const scores = scoresOfSounds(sounds, networks.sounds)
  const describeLines = lineDescriber(notes, listed, scores, sounds)
  return networks.lines.reduce<Chances[]>(
    (chances, network) => chancesOfLines(describeLines(chances), network),
    scores.map((score) => chancesBySound(score, listed)),
  )
}

/** The score of each instrument of the contract for each sound. */
export function scoresOfSounds(
  sounds: readonly Float32Array[],
  networks: PartNetworks['sounds'],
): Float32Array[] {
  const scorers = networks.map(scorerOf)
  return sounds.map((sound) => {
    const sum = new Float32Array(INSTRUMENTS.length)
    for (const scoresOf of scorers)
      for (const [place, score] of scoresOf(sound).entries()) sum[place]! += score / scorers.length
    return sum
  })
}

/** The likeliest of the listed instruments for a note: one whose range it lies in, unless all others are next to impossible. */
export function likeliest(
  { pitch }: Pick<HeardNote, 'pitch'>,
  chances: Chances,
  listed: readonly Instrument[],
): Instrument {
  const weights = listed.map((instrument, part) => {
    const [lowest, , highest] = INSTRUMENT_FACTS[instrument].range
    return chances[part]! * (pitch >= lowest && pitch <= highest ? 1 : OUT_OF_RANGE_WEIGHT)
  })
  return listed[weights.indexOf(Math.max(...weights))]!
}

/** Chances by scores of all instruments. */
export function chancesBySound(scores: Float32Array, listed: readonly Instrument[]): Chances {
  return softmax(listed.map((instrument) => scores[INSTRUMENTS.indexOf(instrument)]!))
}

/** Chances by what speaks for each listed instrument of each note. */
export function chancesOfLines(rows: readonly (readonly Float32Array[])[], network: Network): Chances[] {
  const scoreOf = scorerOf(network)
  return rows.map((ofNote) => softmax(ofNote.map((row) => scoreOf(row)[0]!)))
}

// Which listed instrument plays each note, by its sound, then by the lines and chords that this makes: trained networks, asked one after the other.

import { INSTRUMENTS, type Instrument } from '../../../contract/index.ts'
import type { HeardNote } from '../notes/decode-notes.ts'
import { applyLayer, type Network } from '../notes/network.ts'
import { type Chances, lineDescriber } from './line-features.ts'

export interface PartNetworks {
  /** From a sound to a score for each instrument of the contract. */
  readonly sounds: Network
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
  const scoresOf = scorer(networks.sounds)
  const scores = sounds.map((sound) => Float32Array.from(scoresOf(sound)))
  const describeLines = lineDescriber(notes, listed, scores, sounds)
  return networks.lines.reduce<Chances[]>(
    (chances, network) => chancesOfLines(describeLines(chances), network),
    scores.map((score) => chancesBySound(score, listed)),
  )
}

/** Chances by scores of all instruments. */
export function chancesBySound(scores: Float32Array, listed: readonly Instrument[]): Chances {
  return softmax(listed.map((instrument) => scores[INSTRUMENTS.indexOf(instrument)]!))
}

/** Chances by what speaks for each listed instrument of each note. */
export function chancesOfLines(rows: readonly (readonly Float32Array[])[], network: Network): Chances[] {
  const scoreOf = scorer(network)
  return rows.map((ofNote) => softmax(ofNote.map((row) => scoreOf(row)[0]!)))
}

/** A network's outputs for one row, as they are before any sigmoid; the array is used again. */
export function scorer({ mean, scale, layers }: Network): (row: Float32Array) => Float32Array {
  const input = new Float32Array(mean.length)
  const values = layers.map(({ bias }) => new Float32Array(bias.length))
  return (row) => {
    for (let i = 0; i < input.length; i++) input[i] = (row[i]! - mean[i]!) * scale[i]!
    let from = input
    for (const [depth, layer] of layers.entries()) {
      applyLayer(layer, from, values[depth]!, depth < layers.length - 1)
      from = values[depth]!
    }
    return from
  }
}

function softmax(scores: readonly number[]): Chances {
  const highest = Math.max(...scores)
  const weights = scores.map((score) => Math.exp(score - highest))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return Float32Array.from(weights, (weight) => weight / sum)
}

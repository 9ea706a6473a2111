// What each note is like, and who is there by that: asks the networks that are trained for it.

import { INSTRUMENTS, type Instrument } from '../../../contract/index.ts'
import { type HeardNote, SURE_NOTE } from '../notes/decode-notes.ts'
import { decodeNetwork, type Network, softmax } from '../notes/network.ts'
import { scoresOfSounds } from '../parts/judge-parts.ts'
import { coverNotes } from './cover.ts'
import { type LikenedNote, PITCHED, presencesOf } from './presence.ts'
import { LIKENESS_NETWORKS, PRESENCE_NETWORK } from './trained-presence.ts'

/** From here on an instrument is taken to be there; from there on to play what no other can. */
const LIKELY_PRESENCE = 0.5
const LEAST_PRESENCE = 0.1

interface Trained {
  readonly likeness: readonly Network[]
  readonly presence: Network
}
let trained: Trained | undefined

/** Decoded at the first wish. */
function networks(): Trained {
  trained ??= {
    likeness: LIKENESS_NETWORKS.map(decodeNetwork),
    presence: decodeNetwork(PRESENCE_NETWORK),
  }
  return trained
}

/** The chance of each sound to be each of {@link PITCHED}; the mean of all networks counts. */
export const chancesOfSounds = (
  sounds: readonly Float32Array[],
  likeness: readonly Network[],
): Float32Array[] =>
  scoresOfSounds(sounds, likeness).map((scores) =>
    softmax(PITCHED.map((name) => scores[INSTRUMENTS.indexOf(name)]!)),
  )

/** @param sounds of the notes, as `describeSounds` has them */
export function likenedNotes(notes: readonly HeardNote[], sounds: readonly Float32Array[]): LikenedNote[] {
  const chances = chancesOfSounds(sounds, networks().likeness)
  return notes.map(({ pitch, certainty }, index) => ({ pitch, certainty, chances: chances[index]! }))
}

/** How probably each instrument that has pitches is there, 0..1. */
export function presenceOf(notes: readonly LikenedNote[]): (instrument: Instrument) => number {
  const presences = presencesOf(notes, networks().presence)
  return (instrument) => presences[PITCHED.indexOf(instrument)] ?? 0
}

/** Who plays these notes where nobody said it, the most probable first; nobody where none is likely. */
export function presentInstruments(notes: readonly LikenedNote[]): Instrument[] {
  const presence = presenceOf(notes)
  const named = PITCHED.map((name) => ({ name, agreement: presence(name) }))
    .filter(({ agreement }) => agreement >= LEAST_PRESENCE)
    .sort((one, other) => other.agreement - one.agreement)
  const present = named.filter(({ agreement }) => agreement >= LIKELY_PRESENCE)
  return coverNotes(
    present,
    named,
    notes.filter(({ certainty }) => certainty >= SURE_NOTE).map(({ pitch }) => pitch),
  ).map(({ name }) => name)
}

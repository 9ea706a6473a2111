// Learns which instruments are there from takes whose notes' players are known.

import type { Instrument } from '../../../src-main/contract/index.ts'
import {
  describePresences,
  heardBy,
  LISTENS,
  type LikenedNote,
  PITCHED,
  PRESENCE_FEATURES,
} from '../../../src-main/local-service/transcription/instruments/presence.ts'
import type { Network } from '../../../src-main/local-service/transcription/notes/network.ts'
import type { PartTake } from './part-takes.ts'
import { seeded } from './pieces.ts'
import { createSamples, train } from './trainer.ts'

/** A take, and what each of its notes is like by networks that did not learn from it. */
export interface LikenedTake {
  readonly take: PartTake
  readonly chances: readonly Float32Array[]
}

/** As detection listens: to windows. */
const WINDOW_SECONDS = 9
/** Of a window's listens every third is learnt from: the others hear nearly the same notes. */
const LISTEN_STEP = 3

/** One who plays alone is heard as often as several are. */
const SOLO_WEIGHT = 3

/** One layer alone: more had no better lists. */
export function learnPresence(takes: readonly LikenedTake[]): Network {
  const samples = createSamples(PRESENCE_FEATURES)
  for (const liked of takes) {
    const weight = liked.take.listed.length === 1 ? SOLO_WEIGHT : 1
    const all = liked.take.notes.map((_, index) => index)
    for (const heard of [all, ...listensOf(liked.take)]) {
      if (heard.length === 0) continue
      const played = new Set<Instrument>(heard.flatMap((index) => [...liked.take.players[index]!]))
      for (const [place, features] of describePresences(heard.map(noteOf(liked))).entries())
        samples.add(features, played.has(PITCHED[place]!) ? 1 : 0, weight)
    }
  }
  return train(samples, { hidden: [], epochs: 12, random: seeded(3) })
}

/** Which notes each listen hears. */
function listensOf({ notes }: PartTake): number[][] {
  const windows = new Map<number, number[]>()
  for (const [index, { start }] of notes.entries()) {
    const window = Math.floor(start / WINDOW_SECONDS)
    windows.set(window, [...(windows.get(window) ?? []), index])
  }
  return [...windows.values()].flatMap((window) =>
    Array.from({ length: LISTENS / LISTEN_STEP }, (_, turn) => heardBy(turn * LISTEN_STEP, window)),
  )
}

const noteOf =
  ({ take, chances }: LikenedTake) =>
  (index: number): LikenedNote => ({ ...take.notes[index]!, chances: chances[index]! })

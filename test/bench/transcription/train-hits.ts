// Trains the networks that write drums, on the takes of drum-takes.ts, and writes their weights.
// node test/bench/transcription/train-hits.ts — sound fonts are Debian's (TimGM6mb: GPL-2; FluidR3: MIT); packages as in tuning-midi.ts and
// band-pieces.ts, where they are installed. What the second networks learn from was guessed by networks that did not learn from that take.

import { CONTEXT_FACTS, DRUM_COUNT } from '../../../src-main/local-service/transcription/drums/hit-context.ts'
import { SOUND_FACTS } from '../../../src-main/local-service/transcription/drums/hit-moments.ts'
import {
  ALL_FACTS,
  chancesOf,
  describeHits,
  type HitMoments,
  listenForHits,
} from '../../../src-main/local-service/transcription/drums/written-hits.ts'
import { measureKeyEnergy } from '../../../src-main/local-service/transcription/listening/key-energy.ts'
import { loadNoteModel } from '../../../src-main/local-service/transcription/listening/note-model.ts'
import {
  frameCountOf,
  MODEL_RATE_HZ,
} from '../../../src-main/local-service/transcription/listening/posteriors.ts'
import type { Network } from '../../../src-main/local-service/transcription/notes/network.ts'
import { DRUMS } from '../../../src-main/local-service/transcription/parts/drums.ts'
import { drumClassOf } from './drum-pieces.ts'
import { type DrumTake, learntDrumTakes } from './drum-takes.ts'
import { type LayerTraining, learnOneLayer } from './layer-trainer.ts'
import { seeded } from './pieces.ts'
import { writeNetworks } from './write-networks.ts'

/** Networks whose mean decides. */
const MEMBERS = 3
const FOLDS = 3
const TRAINING: LayerTraining = {
  outputs: DRUM_COUNT,
  hidden: 128,
  epochs: 12,
  rate: 0.001,
  weightDecay: 0.02,
  leftOut: 0.1,
}
/** The moment nearest to a hit is the hit's, within so many seconds. */
const HIT_SECONDS = 0.035
/** Another one so near to it teaches nothing of that drum. */
const UNSURE_SECONDS = 0.045

interface StudiedTake extends Pick<HitMoments, 'times' | 'sounds'> {
  readonly seconds: number
  /** Row by row, moments × drums: 1 where it is struck, 0 where not, NaN where that is not sure. */
  readonly struck: Float32Array
}

interface Example {
  readonly row: Float32Array
  readonly struck: Float32Array
}

// It brings the backend that multiplies matrices.
await loadNoteModel()
const takes = Array.from(learntDrumTakes(), studied)
console.log(
  `${takes.length} takes, ${takes.reduce((sum, { times }) => sum + times.length, 0)} moments, ${CONTEXT_FACTS} and ${SOUND_FACTS} facts`,
)
const soundsOf = (of: readonly StudiedTake[]): Example[] =>
  of.flatMap((take) => examplesOf(take, take.sounds, SOUND_FACTS))

const crossed = Array.from({ length: FOLDS }, (_, fold) =>
  learn(soundsOf(takes.filter((_take, index) => index % FOLDS !== fold)), 100 + fold),
)
console.log('guessed')
const inContext = takes.flatMap((take, index) => {
  const chances = chancesOf([crossed[index % FOLDS]!], take.sounds, SOUND_FACTS)
  return examplesOf(take, describeHits(take, chances, take.seconds), ALL_FACTS)
})
const bySound = soundsOf(takes)
const members = Array.from({ length: MEMBERS }, (_, member) => member)
writeNetworks(
  'drums/trained-hits.ts',
  'The networks that write drums, by the sound of a moment, and by that and what stands around it: weights written by test/bench/transcription/train-hits.ts.',
  {
    SOUND_NETWORKS: members.map((member) => learn(bySound, 200 + member)),
    CONTEXT_NETWORKS: members.map((member) => learn(inContext, 300 + member)),
  },
)

function studied({ signal, hits }: DrumTake): StudiedTake {
  const moments = listenForHits(signal, measureKeyEnergy(signal, frameCountOf(signal)))
  const { times, sounds } = moments
  const struck = new Float32Array(times.length * DRUM_COUNT)
  for (const [drum, { name }] of DRUMS.entries()) {
    const starts = hits.filter(({ pitch }) => drumClassOf(pitch) === name).map(({ start }) => start)
    const nearest = new Set(starts.map((start) => nearestTo(times, start)))
    for (const [index, time] of times.entries()) {
      const away = starts.reduce((least, start) => Math.min(least, Math.abs(start - time)), Infinity)
      const isHit = nearest.has(index) && away < HIT_SECONDS
      struck[index * DRUM_COUNT + drum] = isHit ? 1 : away < UNSURE_SECONDS ? Number.NaN : 0
    }
  }
  return { times, sounds, seconds: signal.length / MODEL_RATE_HZ, struck }
}

function nearestTo(times: readonly number[], start: number): number {
  let nearest = 0
  for (const [index, time] of times.entries())
    if (Math.abs(time - start) < Math.abs(times[nearest]! - start)) nearest = index
  return nearest
}

function examplesOf({ times, struck }: StudiedTake, facts: Float32Array, width: number): Example[] {
  return times.map((_, index) => ({
    row: facts.subarray(index * width, (index + 1) * width),
    struck: struck.subarray(index * DRUM_COUNT, (index + 1) * DRUM_COUNT),
  }))
}

/** Learns the log likelihood of what is struck, each drum for itself. */
function learn(examples: readonly Example[], seed: number): Network {
  return learnOneLayer(
    examples,
    TRAINING,
    (example, scoreOf, errors, offset) => {
      for (const [drum, is] of example.struck.entries())
        errors[offset + drum] = Number.isNaN(is) ? 0 : 1 / (1 + Math.exp(-scoreOf(drum))) - is
    },
    seeded(seed),
  )
}

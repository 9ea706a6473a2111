// The hits that are written where drums play: a network tells by the sound of a moment which drums are struck, a second one by
// that and by what stands around it, as a groove tells a listener what he half hears.

import { BANDS, FLOOR_DB, type KeyEnergy } from '../listening/key-energy.ts'
import { MODEL_RATE_HZ, secondsOfFrame } from '../listening/posteriors.ts'
import { decodeNetwork, type Network, scorerOf } from '../notes/network.ts'
import { DRUMS, type DrumHit } from '../parts/drums.ts'
import { measureHitBands } from './hit-bands.ts'
import { CONTEXT_FACTS, DRUM_COUNT, describeHitContext } from './hit-context.ts'
import { describeHitSounds, EARLY_FRAMES, findHitMoments, SOUND_FACTS } from './hit-moments.ts'
import { CONTEXT_NETWORKS, SOUND_NETWORKS } from './trained-hits.ts'

/** Moments of a take, and what each sounds like. */
export interface HitMoments {
  readonly frames: readonly number[]
  /** In seconds. */
  readonly times: readonly number[]
  /** As they sound after silence: row by row, moments × `SOUND_FACTS`. */
  readonly sounds: Float32Array
  /** Of the first of them, as they sound where the take was cut out of what sounds on. */
  readonly cutSounds: Float32Array
}

/** All that may be hits. */
export function listenForHits(signal: Float32Array, energy: KeyEnergy): HitMoments {
  const sound = { bands: measureHitBands(signal, energy.frameDb.length), energy }
  const frames = findHitMoments(sound)
  const early = frames.filter((frame) => frame < EARLY_FRAMES)
  return {
    frames,
    times: frames.map(secondsOfFrame),
    sounds: describeHitSounds(sound, frames, 'silence'),
    cutSounds: describeHitSounds(sound, early, 'beginning'),
  }
}

/** What the second network is told of each moment: what stands around it, and what it sounds like. */
export const ALL_FACTS = CONTEXT_FACTS + SOUND_FACTS

/** Row by row, moments × `ALL_FACTS`. @param chances by sound, row by row, moments × drums */
export function describeHits(
  { times, sounds }: Pick<HitMoments, 'times' | 'sounds'>,
  chances: Float32Array,
  durationSeconds: number,
): Float32Array {
  const context = describeHitContext(times, chances, durationSeconds)
  const facts = new Float32Array(times.length * ALL_FACTS)
  for (let index = 0; index < times.length; index++) {
    const at = index * ALL_FACTS
    facts.set(context.subarray(index * CONTEXT_FACTS, (index + 1) * CONTEXT_FACTS), at)
    facts.set(sounds.subarray(index * SOUND_FACTS, (index + 1) * SOUND_FACTS), at + CONTEXT_FACTS)
  }
  return facts
}

/** The mean of what several networks find likely of rows of facts: rows × drums. */
export function chancesOf(networks: readonly Network[], facts: Float32Array, width: number): Float32Array {
  const count = facts.length / width
  const chances = new Float32Array(count * DRUM_COUNT)
  for (const score of networks.map(scorerOf)) {
    for (let row = 0; row < count; row++) {
      const scores = score(facts, row * width)
      for (let drum = 0; drum < DRUM_COUNT; drum++)
        chances[row * DRUM_COUNT + drum]! += 1 / (1 + Math.exp(-scores[drum]!)) / networks.length
    }
  }
  return chances
}

/** From which chance on a drum is written, in the order of `DRUMS`: about best for both sets of measure-drum-certainty.ts. */
const LEAST_CHANCES = [0.4, 0.5, 0.3, 0.3, 0.45] as const
/** Two hits of one drum are at least so far apart. */
const APART_SECONDS = 0.055

/** From this chance on a hit is hardly ever another instrument's. */
const SURE_CHANCE = 0.85
/**
 * With so many sure hits, and so many a second, drums play: 90 pieces without them had 0.5 a second at most, 60 of 61 with them 0.6 at least
 * (measure-drumless.ts, and the pieces that train-hits.ts keeps out).
 */
const SURE_HITS = 4
const SURE_HITS_A_SECOND = 0.6

const bySound = SOUND_NETWORKS.map(decodeNetwork)
const byContext = CONTEXT_NETWORKS.map(decodeNetwork)

/** What a take has of hits: moments, and how likely each drum is at each of them. */
interface HitChances {
  readonly moments: HitMoments
  /** Row by row, moments × drums. */
  readonly chances: Float32Array
  readonly energy: KeyEnergy
}

export function hearHits(signal: Float32Array, energy: KeyEnergy): HitChances {
  const moments = listenForHits(signal, energy)
  const { sounds, cutSounds } = moments
  const chancesBySound = betweenBoth(
    chancesOf(bySound, sounds, SOUND_FACTS),
    chancesOf(bySound, cutSounds, SOUND_FACTS),
  )
  const facts = describeHits(moments, chancesBySound, signal.length / MODEL_RATE_HZ)
  const cutFacts = facts.slice(0, (cutSounds.length / SOUND_FACTS) * ALL_FACTS)
  for (let row = 0; row * SOUND_FACTS < cutSounds.length; row++) {
    const sound = cutSounds.subarray(row * SOUND_FACTS, (row + 1) * SOUND_FACTS)
    cutFacts.set(sound, row * ALL_FACTS + CONTEXT_FACTS)
  }
  const chances = betweenBoth(
    chancesOf(byContext, facts, ALL_FACTS),
    chancesOf(byContext, cutFacts, ALL_FACTS),
  )
  return { moments, chances, energy }
}

/** Chances after silence; those of the first moments halfway to what they are where the take was cut. */
function betweenBoth(chances: Float32Array, cutChances: Float32Array): Float32Array {
  cutChances.forEach((chance, at) => {
    chances[at] = (chances[at]! + chance) / 2
  })
  return chances
}

/** The hits from a chance on, in order of time. @param leastChances of each drum, in the order of `DRUMS`, or of all */
export function hitsFrom(
  { moments, chances, energy }: HitChances,
  leastChances: readonly number[] | number,
): DrumHit[] {
  const { frames, times } = moments
  const hits: DrumHit[] = []
  for (const [drum, { pitch, bands }] of DRUMS.entries()) {
    const chanceAt = (index: number) => chances[index * DRUM_COUNT + drum]!
    const least = typeof leastChances === 'number' ? leastChances : leastChances[drum]!
    const likely = [...times.keys()].filter((index) => chanceAt(index) >= least)
    const isNear = new Uint8Array(times.length)
    for (const index of likely.sort((a, b) => chanceAt(b) - chanceAt(a))) {
      if (isNear[index] === 1) continue
      for (const step of [-1, 1])
        for (let near = index; Math.abs(times[near]! - times[index]!) < APART_SECONDS; near += step)
          isNear[near] = 1
      const frame = Math.min(energy.frameDb.length - 1, frames[index]! + 2)
      const levelDb = Math.max(...bands.map((band) => energy.bandDb[frame * BANDS + band] ?? FLOOR_DB))
      hits.push({ pitch, start: times[index]!, levelDb })
    }
  }
  return hits.sort((a, b) => a.start - b.start || a.pitch - b.pitch)
}

/** What is heard of drums. */
export interface HeardDrums {
  /** In order of time: where drums surely play every hit that is likely, else the sure ones alone. */
  readonly hits: readonly DrumHit[]
  /** Whether drums surely play. */
  readonly doPlay: boolean
}

/** From this chance on a hit names drums where nothing else tells of them, in a window of a few seconds. */
const NAMING_CHANCE = 0.9

/** The hits that are hardly ever another instrument's, in order of time. */
export const findSureHits = (signal: Float32Array, energy: KeyEnergy): DrumHit[] =>
  hitsFrom(hearHits(signal, energy), NAMING_CHANCE)

/** All hits, and whether they are drums'. @param areNamed whether somebody says that there are drums */
export function findDrums(signal: Float32Array, energy: KeyEnergy, areNamed = false): HeardDrums {
  const heard = hearHits(signal, energy)
  const sure = hitsFrom(heard, SURE_CHANCE)
  const aSecond = (sure.length * MODEL_RATE_HZ) / signal.length
  const doPlay = areNamed || (sure.length >= SURE_HITS && aSecond >= SURE_HITS_A_SECOND)
  return { hits: doPlay ? hitsFrom(heard, LEAST_CHANCES) : sure, doPlay }
}

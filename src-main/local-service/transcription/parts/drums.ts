// Drums: moments at which whole bands rise at once, judged by one small network a drum. Beats are heard by them; what is written of drums, and whether they are there, is told in ../drums/.

import { BANDS, FLOOR_DB, type KeyEnergy, loudestDb } from '../listening/key-energy.ts'
import { secondsOfFrame } from '../listening/posteriors.ts'
import { decodeNetwork, judgeOf } from '../notes/network.ts'
import { DRUM_NETWORKS } from './trained-drums.ts'

export interface DrumHit {
  /** General MIDI percussion key. */
  readonly pitch: number
  readonly start: number
  /** Level of the drum's own bands just after the hit, in dB. */
  readonly levelDb: number
}

/**
 * The drums that are told apart, as General MIDI percussion keys, with the bands that they are loud in, and from which certainty on
 * they are taken: what was best on moments that train-drums.ts had kept out.
 */
export const DRUMS = [
  {
    name: 'kick',
    pitch: 36,
    bands: [0, 1, 2],
    leastCertainty: 0.5,
  },
  {
    name: 'snare',
    pitch: 38,
    bands: [3, 4, 5, 6],
    leastCertainty: 0.4,
  },
  {
    name: 'hat',
    pitch: 42,
    bands: [7, 8, 9],
    leastCertainty: 0.3,
  },
  {
    name: 'tom',
    pitch: 45,
    bands: [1, 2, 3],
    leastCertainty: 0.4,
  },
  {
    name: 'cymbal',
    pitch: 49,
    bands: [6, 7, 8, 9],
    leastCertainty: 0.5,
  },
] as const

/** Frames before a hit, and after it, that a band's level just after it is compared with: how it rises, and how it dies away. */
const BEFORE = [7, 2] as const
const AFTER = [5, 10, 20, 35] as const
const FACTS = BEFORE.length + AFTER.length + 1
/** Each band's facts, and how loud the moment is. */
export const DRUM_FEATURES = BANDS * FACTS + 2
/** How much bands rise on average at a moment worth judging, in dB. */
const MIN_MEAN_RISE_DB = 1
/** Two hits of one drum are so many frames apart. */
const MIN_GAP_FRAMES = 6

/** Frames at which much begins at once. */
export function findMoments(energy: KeyEnergy): number[] {
  const { bandDb, frameDb } = energy
  const loudest = loudestDb(energy)
  const rises = Float32Array.from(frameDb, (_, frame) => {
    let sum = 0
    for (let band = 0; band < BANDS; band++) {
      // Below 60 dB under the loudest there is nothing to be heard rising.
      const level = (at: number) => Math.max(loudest - 60, bandDb[at * BANDS + band] ?? FLOOR_DB)
      sum += Math.max(0, level(frame + 1) - level(frame - 1))
    }
    return sum / BANDS
  })
  const moments: number[] = []
  for (let frame = 1; frame < rises.length; frame++) {
    const rise = rises[frame]!
    const isPeak = rise >= rises[frame - 1]! && rise > (rises[frame + 1] ?? 0)
    if (isPeak && rise >= MIN_MEAN_RISE_DB) moments.push(frame)
  }
  return moments
}

/** What is known of a moment, written to `features` at its start. */
export function describeMomentOfBands(
  { bandDb, frameDb }: KeyEnergy,
  frame: number,
  loudest: number,
  features: Float32Array,
): void {
  const floor = loudest - 70
  const level = (at: number, band: number) => Math.max(floor, bandDb[at * BANDS + band] ?? FLOOR_DB)
  for (let band = 0; band < BANDS; band++) {
    const here = level(frame + 2, band)
    let at = band * FACTS
    for (const frames of BEFORE) features[at++] = (here - level(frame - frames, band)) / 10
    for (const frames of AFTER) features[at++] = (level(frame + frames, band) - here) / 10
    features[at] = (here - loudest) / 20
  }
  const now = Math.max(floor, frameDb[Math.min(frameDb.length - 1, frame + 2)]!)
  features[BANDS * FACTS] = (now - loudest) / 20
  features[BANDS * FACTS + 1] =
    (Math.max(floor, frameDb[Math.min(frameDb.length - 1, frame + 26)]!) - now) / 10
}

/** Learnt where drums play: they find more of them, and take a guitar's attack for a snare. */
const JUDGES = DRUMS.map(({ leastCertainty }, index) => ({
  judge: judgeOf(decodeNetwork(DRUM_NETWORKS[index] ?? '')),
  leastCertainty,
}))
/** Every hit that is likely where drums play, in order of time; where none do, attacks that are like hits: beats lie on those, too. */
export function findLikelyDrums(energy: KeyEnergy): DrumHit[] {
  const loudest = loudestDb(energy)
  const features = new Float32Array(DRUM_FEATURES)
  const latest = new Map<
    number,
    { readonly frame: number; readonly certainty: number; readonly index: number }
  >()
  const hits: DrumHit[] = []
  for (const frame of findMoments(energy)) {
    describeMomentOfBands(energy, frame, loudest, features)
    for (const [drum, { judge, leastCertainty }] of JUDGES.entries()) {
      const certainty = judge(features)
      if (certainty < leastCertainty) continue
      const before = latest.get(drum)
      const isRepeat = before !== undefined && frame - before.frame < MIN_GAP_FRAMES
      if (isRepeat && before.certainty >= certainty) continue
      const { pitch, bands } = DRUMS[drum]!
      const index = isRepeat ? before.index : hits.length
      const levelDb = Math.max(...bands.map((band) => energy.bandDb[(frame + 2) * BANDS + band] ?? FLOOR_DB))
      hits[index] = { pitch, start: secondsOfFrame(frame), levelDb }
      latest.set(drum, { frame, certainty, index })
    }
  }
  return hits.sort((a, b) => a.start - b.start || a.pitch - b.pitch)
}

/** Kits alone, 21 of them, gave no note that the networks are sure of; a march whose drums drown all else one on ten hits. */
const MAX_SURE_NOTES_A_HIT = 0.03

/** Whether a recording is drums and nothing else: hits throughout, hardly a note that the networks are sure of. */
export function isClearlyPercussive(hits: number, sureNotes: number, durationSeconds: number): boolean {
  return hits >= 6 && hits / durationSeconds >= 0.8 && sureNotes <= Math.max(1, MAX_SURE_NOTES_A_HIT * hits)
}

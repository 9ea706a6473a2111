// What tells a real note from an overtone or an echo: the curves, levels and spectrum around a candidate, and what the model's layers hold there.

import { FLOOR_DB, loudestDb } from '../listening/key-energy.ts'
import { BINS_PER_KEY, KEYS, SPECTRUM_BINS } from '../listening/posteriors.ts'
import { TRAITS } from '../listening/traits.ts'
import type { Candidate, Heard } from './candidates.ts'

/** Keys whose overtones a key may be, and that may be overtones of it. */
const RELATED_KEYS = [-12, -19, -24, -28, -1, 1, 12, 19] as const
/** How far other keys are looked at for what begins and sounds with a candidate: chords are likelier than clusters. */
const NEIGHBOUR_REACH = 24
/** Frames around a start at which the key's own curves are read. */
const ONSET_FRAMES = [-4, -3, -2, -1, 0, 1, 2, 3, 4] as const
const SOUNDING_FRAMES = [-16, -8, -4, -2, 0, 2, 4, 8, 16, 24, 32, 48] as const
/** Frames and keys, by their distance from a start, at which the spectrum is read: partials 1 to 8, roots, neighbours. */
const SPECTRUM_FRAMES = [-10, -5, -2, 0, 2, 5, 10, 20] as const
const SPECTRUM_KEYS = [0, 12, 19, 24, 28, 31, 34, 36, -12, -19, -24, -1, 1] as const
/** Other starts of the key are looked for over so many frames: a second. */
const HISTORY_FRAMES = 86
/** Nothing later than this after a candidate is looked at. */
export const LOOK_AHEAD_FRAMES = HISTORY_FRAMES
/** An onset posterior that is probably a start. */
const STRONG = 0.35
/** Levels are not read further below the candidate's than this, in parts of 20 dB. */
const LOWEST_LEVEL = -3

/** Numbers of the key itself, of related keys, of the curves, of the key's history, of all keys, of neighbours, of the spectrum, of the layers. */
export const CANDIDATE_FEATURES =
  14 +
  3 * RELATED_KEYS.length +
  ONSET_FRAMES.length +
  2 * SOUNDING_FRAMES.length +
  4 +
  6 +
  4 * NEIGHBOUR_REACH +
  SPECTRUM_FRAMES.length * SPECTRUM_KEYS.length +
  TRAITS

/** What is known of a candidate, written to `features` at `offset`: {@link CANDIDATE_FEATURES} numbers. */
export function describeCandidate(
  heard: Heard,
  candidate: Candidate,
  features: Float32Array,
  offset: number,
): void {
  const reader = createReader(heard)
  let next = offset
  const put = (value: number) => {
    features[next++] = value
  }
  describeKey(reader, candidate, put)
  describeRelatedKeys(reader, candidate, put)
  describeCurves(reader, candidate, put)
  describeHistory(reader, candidate, put)
  describeSurroundings(reader, candidate, put)
  describeNeighbours(reader, candidate, put)
  describeSpectrum(reader, candidate, put)
  const traits = heard.posteriors.traits.at(candidate.frame, candidate.key)
  if (traits) features.set(traits, next)
  else features.fill(0, next, next + TRAITS)
}

type Put = (value: number) => void

/** Reads what is heard without regard to its edges: beyond them all is silent. */
interface Reader {
  /** Of `onsets` or `sounding`. */
  value(values: Float32Array, key: number, frame: number): number
  mean(values: Float32Array, key: number, from: number, to: number): number
  peak(values: Float32Array, key: number, from: number, to: number): number
  /** Level of a key in dB, against the recording's loudest frame. */
  keyDb(key: number, frame: number): number
  /** Level of a frame in dB, likewise; the frames at the edges stand for those beyond. */
  frameDb(frame: number): number
  /** Level of a key's bins in the model's spectrum, 0..1; 0 beyond its bins. */
  spectrum(key: number, frame: number): number
  readonly onsets: Float32Array
  readonly sounding: Float32Array
  readonly flux: Float32Array
  readonly frameCount: number
}

function createReader({ posteriors, energy }: Heard): Reader {
  const { onsets, sounding, spectrum, frameCount } = posteriors
  const loudest = loudestDb(energy)
  const isInside = (key: number, frame: number) => key >= 0 && key < KEYS && frame >= 0 && frame < frameCount
  const inside = (frame: number) => Math.max(0, Math.min(frameCount - 1, frame))
  return {
    value: (values, key, frame) => (isInside(key, frame) ? values[frame * KEYS + key]! : 0),
    mean(values, key, from, to) {
      if (key < 0 || key >= KEYS) return 0
      let sum = 0
      for (let f = from; f < to; f++) sum += f >= 0 && f < frameCount ? values[f * KEYS + key]! : 0
      return sum / (to - from)
    },
    peak(values, key, from, to) {
      let best = 0
      if (key < 0 || key >= KEYS) return best
      for (let f = Math.max(0, from); f < Math.min(frameCount, to); f++)
        best = Math.max(best, values[f * KEYS + key]!)
      return best
    },
    keyDb: (key, frame) => (isInside(key, frame) ? energy.db[frame * KEYS + key]! : FLOOR_DB) - loudest,
    frameDb: (frame) => energy.frameDb[inside(frame)]! - loudest,
    spectrum(key, frame) {
      const bin = key * BINS_PER_KEY
      if (bin < 0 || bin >= SPECTRUM_BINS - 1) return 0
      const at = inside(frame) * SPECTRUM_BINS + bin
      const below = bin > 0 ? spectrum[at - 1]! : 0
      return Math.max(below, spectrum[at]!, spectrum[at + 1]!) / 255
    },
    onsets,
    sounding,
    flux: energy.flux,
    frameCount,
  }
}

/** The candidate's own key, before and after. */
function describeKey(
  { mean, peak, keyDb, frameDb, onsets, sounding, flux }: Reader,
  { key, frame, strength }: Candidate,
  put: Put,
): void {
  put(strength)
  put(peak(onsets, key, frame - 1, frame + 2))
  put(mean(sounding, key, frame - 5, frame - 1))
  put(mean(sounding, key, frame, frame + 4))
  put(mean(sounding, key, frame + 4, frame + 10))
  put(mean(sounding, key, frame + 10, frame + 20))
  const here = keyDb(key, frame + 4)
  put(here / 20)
  put((here - keyDb(key, frame - 4)) / 20)
  put((keyDb(key, frame + 12) - here) / 20)
  const around = frameDb(frame + 4)
  put((here - around) / 20)
  put(around / 20)
  put(flux[frame]! + (flux[frame + 1] ?? 0) + (flux[frame - 1] ?? 0))
  let others = 0
  for (let k = 0; k < KEYS; k++) if (k !== key) others += peak(onsets, k, frame - 1, frame + 2)
  put(others)
  put(key / KEYS)
}

/** Keys that the candidate may be an overtone of, or that may be overtones of it. */
function describeRelatedKeys(
  { mean, peak, keyDb, onsets, sounding }: Reader,
  { key, frame }: Candidate,
  put: Put,
): void {
  const here = keyDb(key, frame + 4)
  for (const step of RELATED_KEYS) {
    put(peak(onsets, key + step, frame - 2, frame + 3))
    put(mean(sounding, key + step, frame, frame + 8))
    put((keyDb(key + step, frame + 4) - here) / 20)
  }
}

/** The shapes of the key's curves. */
function describeCurves(
  { value, keyDb, onsets, sounding }: Reader,
  { key, frame }: Candidate,
  put: Put,
): void {
  const here = keyDb(key, frame + 4)
  for (const at of ONSET_FRAMES) put(value(onsets, key, frame + at))
  for (const at of SOUNDING_FRAMES) put(value(sounding, key, frame + at))
  for (const at of SOUNDING_FRAMES) put(Math.max(LOWEST_LEVEL, (keyDb(key, frame + at) - here) / 20))
}

/** The key's other starts: how long since, how strong. */
function describeHistory({ value, peak, onsets }: Reader, { key, frame }: Candidate, put: Put): void {
  let before = 1
  while (before < HISTORY_FRAMES && value(onsets, key, frame - before) < STRONG) before++
  put(Math.log(before))
  put(peak(onsets, key, frame - 14, frame - 2))
  let after = 3
  while (after < HISTORY_FRAMES && value(onsets, key, frame + after) < STRONG) after++
  put(Math.log(after))
  put(peak(onsets, key, frame + 3, frame + 15))
}

/** How much sounds and begins on all keys, and how sharply. */
function describeSurroundings(
  { value, peak, frameDb, onsets, sounding, flux, frameCount }: Reader,
  { key, frame }: Candidate,
  put: Put,
): void {
  let soundingNow = 0
  let soundingBefore = 0
  let lower = 0
  let strongest = 0
  for (let k = 0; k < KEYS; k++) {
    soundingNow += value(sounding, k, frame + 4)
    soundingBefore += value(sounding, k, frame - 4)
    const onset = peak(onsets, k, frame - 2, frame + 3)
    strongest = Math.max(strongest, onset)
    if (k < key) lower += onset
  }
  put(soundingNow)
  put(soundingBefore)
  put(lower)
  put(strongest)
  let sharpest = 0
  for (let f = Math.max(0, frame - 20); f < Math.min(frameCount, frame + 21); f++)
    sharpest = Math.max(sharpest, flux[f]!)
  put(sharpest)
  put((frameDb(frame + 4) - frameDb(frame - 4)) / 20)
}

/** What begins and sounds on each key up to two octaves away. */
function describeNeighbours(
  { mean, peak, onsets, sounding }: Reader,
  { key, frame }: Candidate,
  put: Put,
): void {
  for (let distance = 1; distance <= NEIGHBOUR_REACH; distance++) {
    for (const other of [key + distance, key - distance]) {
      put(peak(onsets, other, frame - 2, frame + 3))
      put(mean(sounding, other, frame + 1, frame + 7))
    }
  }
}

/** The spectrum at the key's partials and roots. */
function describeSpectrum({ spectrum }: Reader, { key, frame }: Candidate, put: Put): void {
  for (const at of SPECTRUM_FRAMES) for (const step of SPECTRUM_KEYS) put(spectrum(key + step, frame + at))
}

// Where a note may start: peaks of the onset posterior, each with what tells a real note from an overtone or an echo.

import { FLOOR_DB, type KeyEnergy } from '../listening/key-energy.ts'
import { KEYS, type Posteriors } from '../listening/posteriors.ts'

/** What the model and the recording say together. */
export interface Heard {
  readonly posteriors: Posteriors
  readonly energy: KeyEnergy
}

export interface Candidate {
  readonly key: number
  readonly frame: number
  /** Height of the onset's peak, 0..1. */
  readonly strength: number
}

/** Low on purpose: what follows decides. */
const MIN_STRENGTH = 0.12
/** A peak stands above its neighbours on so many frames to each side. */
const PEAK_REACH = 2

/** Every peak in a range of frames, in order of time. */
export function findCandidates({ posteriors }: Heard, fromFrame: number, toFrame: number): Candidate[] {
  const found: Candidate[] = []
  for (let frame = fromFrame; frame < toFrame; frame++) {
    for (let key = 0; key < KEYS; key++) {
      const strength = strengthAt(posteriors, frame, key)
      if (strength >= MIN_STRENGTH && isPeak(posteriors, frame, key, strength)) {
        found.push({ key, frame, strength })
      }
    }
  }
  return found
}

/** The onset posterior, or the rise of the sounding posterior where that says more (soft attacks). */
function strengthAt({ onsets, sounding, frameCount }: Posteriors, frame: number, key: number): number {
  if (frame < 0 || frame >= frameCount) return 0
  const at = frame * KEYS + key
  const now = sounding[at]!
  const rise = Math.min(now - (sounding[at - KEYS] ?? 0), now - (sounding[at - 2 * KEYS] ?? 0))
  return Math.max(onsets[at]!, rise)
}

function isPeak(posteriors: Posteriors, frame: number, key: number, strength: number): boolean {
  for (let offset = 1; offset <= PEAK_REACH; offset++) {
    if (strengthAt(posteriors, frame - offset, key) >= strength) return false
    if (strengthAt(posteriors, frame + offset, key) > strength) return false
  }
  return true
}

/** Keys whose overtones a key may be, and that may be overtones of it. */
const RELATED_KEYS = [-12, -19, -24, -28, -1, 1, 12, 19] as const
export const CANDIDATE_FEATURES = 14 + 3 * RELATED_KEYS.length

/** What is known of a candidate, written to `features` at `offset`. */
export function describeCandidate(
  heard: Heard,
  { key, frame, strength }: Candidate,
  features: Float32Array,
  offset: number,
): void {
  const { posteriors, energy } = heard
  const { onsets, sounding, frameCount } = posteriors
  let next = offset
  const put = (value: number) => {
    features[next++] = value
  }
  const mean = (values: Float32Array, k: number, from: number, to: number) => {
    if (k < 0 || k >= KEYS) return 0
    let sum = 0
    for (let f = from; f < to; f++) sum += f >= 0 && f < frameCount ? values[f * KEYS + k]! : 0
    return sum / (to - from)
  }
  const peak = (values: Float32Array, k: number, from: number, to: number) => {
    let best = 0
    if (k < 0 || k >= KEYS) return best
    for (let f = Math.max(0, from); f < Math.min(frameCount, to); f++)
      best = Math.max(best, values[f * KEYS + k]!)
    return best
  }
  const db = (k: number, f: number) =>
    k < 0 || k >= KEYS || f < 0 || f >= frameCount ? FLOOR_DB : energy.db[f * KEYS + k]!

  put(strength)
  put(peak(onsets, key, frame - 1, frame + 2))
  put(mean(sounding, key, frame - 5, frame - 1))
  put(mean(sounding, key, frame, frame + 4))
  put(mean(sounding, key, frame + 4, frame + 10))
  put(mean(sounding, key, frame + 10, frame + 20))
  const here = db(key, frame + 4)
  put(here / 20)
  put((here - db(key, frame - 4)) / 20)
  put((db(key, frame + 12) - here) / 20)
  const loudest = energy.frameDb[Math.min(frameCount - 1, frame + 4)]!
  put((here - loudest) / 20)
  put(loudest / 20)
  put(energy.flux[frame]! + (energy.flux[frame + 1] ?? 0) + (energy.flux[frame - 1] ?? 0))
  let others = 0
  for (let k = 0; k < KEYS; k++) if (k !== key) others += peak(onsets, k, frame - 1, frame + 2)
  put(others)
  put(key / KEYS)
  for (const step of RELATED_KEYS) {
    put(peak(onsets, key + step, frame - 2, frame + 3))
    put(mean(sounding, key + step, frame, frame + 8))
    put((db(key + step, frame + 4) - here) / 20)
  }
}

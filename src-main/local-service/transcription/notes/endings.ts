// When a note that began is let go: frame by frame, from how the model's certainty and the key's level fall.

import { FLOOR_DB } from '../listening/key-energy.ts'
import { KEYS } from '../listening/posteriors.ts'
import type { Candidate, Heard } from './candidates.ts'

/** Longest note, in frames: about 20 s. */
export const LONGEST_FRAMES = 1_720
export const ENDING_FEATURES = 19

/** What is known of a note at a moment after its start, written to `features` at `offset`. */
export function describeMoment(
  { posteriors, energy }: Heard,
  { key, frame: startFrame, strength }: Candidate,
  frame: number,
  loudestDb: number,
  features: Float32Array,
  offset: number,
): void {
  const { sounding, onsets, frameCount } = posteriors
  const s = (f: number) => (f >= 0 && f < frameCount ? sounding[f * KEYS + key]! : 0)
  const db = (f: number) => (f >= 0 && f < frameCount ? energy.db[f * KEYS + key]! : FLOOR_DB)
  let next = offset
  const put = (value: number) => {
    features[next++] = value
  }
  put(s(frame))
  put(s(frame - 4))
  put(s(frame + 4))
  put(s(frame - 8))
  put(s(frame + 8))
  put(s(frame + 16))
  const here = db(frame)
  put((here - loudestDb) / 20)
  put((here - db(frame - 4)) / 10)
  put((db(frame + 4) - here) / 10)
  put((db(frame - 4) - db(frame - 12)) / 10)
  put((db(frame + 12) - db(frame + 4)) / 10)
  put((db(frame + 8) - here) / 10)
  put(Math.log(frame - startFrame + 1))
  put(strength)
  put(here / 20)
  put(key / KEYS)
  const frameDb = energy.frameDb[Math.min(frameCount - 1, frame)]!
  put((here - frameDb) / 20)
  let onset = 0
  for (let f = frame + 1; f < Math.min(frameCount, frame + 6); f++)
    onset = Math.max(onset, onsets[f * KEYS + key]!)
  put(onset)
  put(((energy.frameDb[Math.min(frameCount - 1, frame + 6)] ?? FLOOR_DB) - frameDb) / 10)
}

/** The highest level of a key in the first tenth of a second of a note. */
export function loudestOf({ posteriors, energy }: Heard, { key, frame }: Candidate): number {
  let loudest = FLOOR_DB
  for (let f = frame; f < Math.min(posteriors.frameCount, frame + 10); f++) {
    loudest = Math.max(loudest, energy.db[f * KEYS + key]!)
  }
  return loudest
}

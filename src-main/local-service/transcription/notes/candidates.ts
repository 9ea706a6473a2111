// Where a note may start: peaks of the onset posterior, each to be judged.

import type { KeyEnergy } from '../listening/key-energy.ts'
import { onsetPeakAt } from '../listening/onset-peaks.ts'
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

/** Every peak in a range of frames, in order of time. */
export function findCandidates({ posteriors }: Heard, fromFrame: number, toFrame: number): Candidate[] {
  const found: Candidate[] = []
  for (let frame = fromFrame; frame < toFrame; frame++) {
    for (let key = 0; key < KEYS; key++) {
      const strength = onsetPeakAt(posteriors, frame, key)
      if (strength > 0) found.push({ key, frame, strength })
    }
  }
  return found
}

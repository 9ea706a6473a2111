// Which of the beats that a take may have are its own: a small network of test/bench/transcription/train-tempo.ts judges each.

import type { HeardNote } from '../notes/decode-notes.ts'
import { decodeNetwork, judgeOf } from '../notes/network.ts'
import { beatCandidates } from './beat-candidates.ts'
import { describeBeats } from './beat-features.ts'
import type { Beats } from './beat-tracker.ts'
import { studyTake } from './take-study.ts'
import { BEATS_NETWORK } from './trained-tempo.ts'

const likelihoodOf = judgeOf(decodeNetwork(BEATS_NETWORK))

/** The likeliest beats; null when nothing repeats. `envelope` is of `onsetEnvelope`. */
export function hearBeats(envelope: Float32Array, notes: readonly HeardNote[]): Beats | null {
  const take = studyTake(envelope, notes)
  let best: Beats | null = null
  let bestScore = Number.NEGATIVE_INFINITY
  for (const beats of beatCandidates(envelope)) {
    const score = likelihoodOf(describeBeats(take, beats))
    if (score > bestScore) {
      best = beats
      bestScore = score
    }
  }
  return best
}

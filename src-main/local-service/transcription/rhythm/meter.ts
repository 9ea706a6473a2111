// Groups beats into bars: how many to a bar, and which of them is the first. A small network of test/bench/transcription/train-bars.ts judges each.

import type { HeardNote } from '../notes/decode-notes.ts'
import { decodeNetwork, judgeOf } from '../notes/network.ts'
import type { DrumHit } from '../parts/drums.ts'
import { type Bars, barCandidates, describeBars } from './bar-features.ts'
import { type BeatOf, studyOf } from './bar-study.ts'
import { BARS_NETWORK } from './trained-bars.ts'

/** Beats a bar where too little is played to tell. */
const DEFAULT_GROUPING = 4
/** So few beats tell nothing of bars. */
const FEWEST_BEATS = 4

const likelihoodOf = judgeOf(decodeNetwork(BARS_NETWORK))

/**
 * The likeliest bars.
 * @param beatOf where something starts, in beats from the first
 * @param wanted beats of a bar when they are known
 * @param drums the drums that are written, if there are any
 */
export function groupBeats(
  notes: readonly HeardNote[],
  beatOf: BeatOf,
  beatCount: number,
  wanted: number | null,
  drums: readonly DrumHit[] = [],
): Bars {
  if (beatCount < FEWEST_BEATS) return barsFromBeginning(notes, beatOf, wanted ?? DEFAULT_GROUPING)
  const study = studyOf(notes, beatOf, beatCount, drums)
  const candidates = barCandidates(wanted).filter(({ firstDownbeat }) => firstDownbeat < beatCount)
  return candidates
    .map((bars) => ({ bars, likelihood: likelihoodOf(describeBars(study, bars)) }))
    .reduce((best, one) => (one.likelihood > best.likelihood ? one : best)).bars
}

/** What begins before the first beat that was heard begins on a negative one. */
function barsFromBeginning(notes: readonly HeardNote[], beatOf: BeatOf, beatsPerBar: number): Bars {
  const [first] = notes.toSorted((a, b) => a.start - b.start)
  const beginning = first ? Math.round(beatOf(first)) % beatsPerBar : 0
  return { beatsPerBar, firstDownbeat: (beatsPerBar + beginning) % beatsPerBar }
}

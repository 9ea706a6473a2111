// Matching takes in loudness without a limiter: one target that no take clips at, one offset a take.

/** Facts of a take that matching needs. */
export interface MatchableTake {
  readonly id: number
  readonly loudnessLufs: number | null
  readonly truePeakDb: number | null
}

/** Where a programme is usually matched (EBU R128). Takes are only ever matched lower, never louder than this. */
export const REFERENCE_LUFS = -23
/** No matched take peaks above this. */
const HEADROOM_DB = -1

export interface LoudnessMatch {
  readonly targetLufs: number
  /** Gain by take, in dB; a take of unknown or no loudness plays as it is and has no entry. */
  readonly offsetsDb: ReadonlyMap<number, number>
}

/** The match of a set of takes, or null when fewer than two can be measured. */
export function matchLoudness(takes: readonly MatchableTake[]): LoudnessMatch | null {
  const measured = takes.flatMap(({ id, loudnessLufs, truePeakDb }) =>
    loudnessLufs === null || !Number.isFinite(loudnessLufs)
      ? []
      : [{ id, loudnessLufs, peakDb: truePeakDb ?? 0 }],
  )
  if (measured.length < 2) return null
  const ceilings = measured.map((take) => take.loudnessLufs + HEADROOM_DB - take.peakDb)
  const targetLufs = Math.min(REFERENCE_LUFS, ...ceilings)
  return { targetLufs, offsetsDb: new Map(measured.map((take) => [take.id, targetLufs - take.loudnessLufs])) }
}

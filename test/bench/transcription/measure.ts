// The standard measures of transcription: note onset F1, and onset and offset F1 (Bay, Ehmann, Downie, 2009; as mir_eval has them).

export interface TimedNote {
  readonly pitch: number
  readonly start: number
  readonly end: number
}

export interface Counts {
  readonly matched: number
  readonly reference: number
  readonly estimated: number
}

export const ONSET_TOLERANCE_SECONDS = 0.05
/** An end may be off by this share of the reference's length, or by the onset's tolerance where that is more. */
export const OFFSET_RATIO = 0.2

/** Pairs each reference with at most one estimate; the largest number of pairs, by augmenting paths within each pitch. */
export function countMatches(
  reference: readonly TimedNote[],
  estimated: readonly TimedNote[],
  withEnds: boolean,
): Counts {
  let matched = 0
  for (const pitch of new Set(reference.map((note) => note.pitch))) {
    const ofPitch = (note: TimedNote) => note.pitch === pitch
    matched += pairUp(reference.filter(ofPitch), estimated.filter(ofPitch), withEnds)
  }
  return { matched, reference: reference.length, estimated: estimated.length }
}

function pairUp(reference: readonly TimedNote[], estimated: readonly TimedNote[], withEnds: boolean): number {
  const partner = new Array<number>(estimated.length).fill(-1)
  const isMatch = (a: TimedNote, b: TimedNote) => {
    if (Math.abs(a.start - b.start) > ONSET_TOLERANCE_SECONDS) return false
    const tolerance = Math.max(ONSET_TOLERANCE_SECONDS, OFFSET_RATIO * (a.end - a.start))
    return !withEnds || Math.abs(a.end - b.end) <= tolerance
  }
  const place = (index: number, seen: Set<number>): boolean => {
    for (let other = 0; other < estimated.length; other++) {
      if (seen.has(other) || !isMatch(reference[index]!, estimated[other]!)) continue
      seen.add(other)
      if (partner[other] === -1 || place(partner[other]!, seen)) {
        partner[other] = index
        return true
      }
    }
    return false
  }
  return reference.filter((_, index) => place(index, new Set())).length
}

/** A beat may be off by this much. Source: mir_eval.beat.f_measure. */
export const BEAT_TOLERANCE_SECONDS = 0.07

/** Beats that lie on a reference's, each on one at most; both in order of time. As mir_eval.beat.f_measure, the first seconds not left out. */
export function countBeats(reference: readonly number[], estimated: readonly number[]): Counts {
  let matched = 0
  let next = 0
  for (const time of reference) {
    while (next < estimated.length && estimated[next]! < time - BEAT_TOLERANCE_SECONDS) next++
    if (next < estimated.length && estimated[next]! <= time + BEAT_TOLERANCE_SECONDS) {
      matched++
      next++
    }
  }
  return { matched, reference: reference.length, estimated: estimated.length }
}

/** F1 of the counts of one piece. */
export function f1({ matched, reference, estimated }: Counts): number {
  return reference + estimated === 0 ? 1 : (2 * matched) / (reference + estimated)
}

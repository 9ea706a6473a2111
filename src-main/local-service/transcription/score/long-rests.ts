// Bars on end in which a part is silent: players of a part alone count them as one rest.

/** What is asked of a bar. */
export interface RestBar {
  /** Nothing in it must be seen: no note, no new clef at its end. */
  readonly isEmpty: boolean
  /** Something stands over its beginning: a long rest may begin with it, but not hide it. */
  readonly isMarked: boolean
}

/** How many bars are one rest from a bar on, by its index: two at least. */
export function longRests(bars: readonly RestBar[]): ReadonlyMap<number, number> {
  const rests = new Map<number, number>()
  let from = 0
  for (const [index, { isEmpty, isMarked }] of bars.entries()) {
    if (isEmpty && !isMarked && bars[index - 1]?.isEmpty) rests.set(from, index - from + 1)
    else from = index
  }
  return rests
}

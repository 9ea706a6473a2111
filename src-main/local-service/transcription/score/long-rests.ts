// Bars on end in which a part is silent: players of a part alone count them as one rest.

/**
 * How many bars are one rest from a bar on, by its index: two at least.
 * @param isEmpty of each bar, whether nothing in it must be seen: no note, no mark over it, no new clef at its end
 */
export function longRests(isEmpty: readonly boolean[]): ReadonlyMap<number, number> {
  const rests = new Map<number, number>()
  let from = 0
  for (const [index, isRest] of isEmpty.entries()) {
    if (isRest && isEmpty[index - 1]) rests.set(from, index - from + 1)
    else from = index
  }
  return rests
}

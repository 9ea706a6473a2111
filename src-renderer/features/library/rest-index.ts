// The table below the closest matches shows the rest: which of its rows are left out, and which row stands where then.

/** Ascending, without what is not known: the rows of the whole table that stand above as matches. */
export function leftOut(positions: readonly (number | null)[]): readonly number[] {
  return positions.filter((position): position is number => position !== null).toSorted((a, b) => a - b)
}

/** The row of the whole table that is at `index` of the rest. */
export function wholeIndex(index: number, hidden: readonly number[]): number {
  let whole = index
  for (const position of hidden) {
    if (position > whole) break
    whole += 1
  }
  return whole
}

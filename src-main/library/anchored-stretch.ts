// Rows of an order by index, read by keyset from anchors: for the window's grid, which asks by index, without ever counting from the top.

export interface Stretch {
  readonly size: number
  /** Rows from `offset` on, as ROW_COLUMNS has them; fewer at the end. */
  readonly read: (offset: number, limit: number) => readonly unknown[]
}

/** One direction through an order. A cursor is the place of a row in it; null stands before the first. */
export interface Way<Cursor> {
  /** The row that many behind; null where there are fewer. */
  readonly step: (from: Cursor | null, rows: number) => Cursor | null
  /** The rows behind, with the place of the last; fewer at the end. */
  readonly read: (
    from: Cursor | null,
    limit: number,
  ) => { readonly rows: readonly unknown[]; readonly last: Cursor | null }
}

/** Rows between two anchors: the most that a page steps over, once the way was walked. */
const ANCHOR_STRIDE = 4096

/**
 * The rows of an order by index. A jump walks once over the index, from the nearer end; a page beside a page that was read starts where that
 * one ended. Memory: one anchor for 4096 rows.
 * @param descending the direction of the order itself
 * @param wayOf reads in a direction
 */
export function anchoredStretch<Cursor>(
  size: number,
  descending: boolean,
  wayOf: (descending: boolean) => Way<Cursor>,
): Stretch {
  const fromStart = readerOf(wayOf(descending))
  const fromEnd = readerOf(wayOf(!descending))
  return {
    size,
    read: (offset, limit) => {
      const count = Math.min(limit, size - offset)
      if (count <= 0) return []
      return offset < size / 2 ? fromStart(offset, count) : fromEnd(size - offset - count, count).toReversed()
    },
  }
}

function readerOf<Cursor>(way: Way<Cursor>): (offset: number, limit: number) => readonly unknown[] {
  /** anchors[n] is the last row before index (n + 1) × ANCHOR_STRIDE. */
  const anchors: Cursor[] = []
  let latest: { readonly index: number; readonly cursor: Cursor } | null = null
  /** The row just before `index`, by the nearest place that is known; null for the start, 'none' where there is no such row. */
  const cursorBefore = (index: number): Cursor | null | 'none' => {
    if (latest?.index === index) return latest.cursor
    const wanted = Math.floor(index / ANCHOR_STRIDE)
    while (anchors.length < wanted) {
      const next = way.step(anchors.at(-1) ?? null, ANCHOR_STRIDE)
      if (!next) return 'none'
      anchors.push(next)
    }
    const anchor = anchors[wanted - 1] ?? null
    const left = index - wanted * ANCHOR_STRIDE
    return left === 0 ? anchor : (way.step(anchor, left) ?? 'none')
  }
  return (offset, limit) => {
    const from = cursorBefore(offset)
    if (from === 'none') return []
    const { rows, last } = way.read(from, limit)
    if (last !== null) latest = { index: offset + rows.length, cursor: last }
    return rows
  }
}

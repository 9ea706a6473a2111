// Where in the list something goes that is let go over it: arithmetic for rows and tiles.

/** What of the list is in the page: the index of its first sound, how tall a line is and how many stand in one; and how many there are in all. */
export interface RowsInPage {
  readonly first: number
  readonly linePx: number
  readonly columns: number
  readonly total: number
}

/**
 * Before which sound something goes that is let go at this place, from the top left of what is in the page: in rows by the nearer edge, in tiles
 * by the nearer side. Pure.
 */
export function placeAt(x: number, y: number, widthPx: number, rows: RowsInPage): number {
  const { first, linePx, columns, total } = rows
  const inLine = Math.min(columns, Math.max(0, Math.round((x / Math.max(1, widthPx)) * columns)))
  const further = columns === 1 ? Math.round(y / linePx) : Math.floor(y / linePx) * columns + inLine
  return Math.min(total, Math.max(0, first + further))
}

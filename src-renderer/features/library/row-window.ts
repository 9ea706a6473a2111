// Which rows of a fixed height are in the page: arithmetic for a list of a million, beyond what a page can be tall.

/** Chromium paints with 24 bits of a position's whole part: beyond 2^24 px rows would blur. Taller lists are scrolled at a scale. */
export const TALLEST_PX = 16_000_000
/** Rows drawn beyond each edge, so that scrolling shows no gap. */
const OVERSCAN = 8
/** A window never holds more rows than this, however tall. */
const MOST_ROWS = 180

export interface RowWindow {
  readonly first: number
  /** One after the last. */
  readonly end: number
  /** Where the first row stands below the top of the list, px; negative where a scaled list begins above it (it is clipped). */
  readonly topPx: number
}

/** Height that the list has in the page. */
export const listHeight = (rows: number, rowPx: number): number => Math.min(rows * rowPx, TALLEST_PX)

/**
 * The rows to draw.
 * @param scrolledPx how far the list's top lies above the viewport's top; negative when it is still below
 */
export function rowWindow(rows: number, rowPx: number, scrolledPx: number, viewportPx: number): RowWindow {
  const listPx = listHeight(rows, rowPx)
  const fullPx = rows * rowPx
  const reachPx = Math.max(1, listPx - viewportPx)
  const within = Math.min(Math.max(0, scrolledPx), reachPx)
  // Where the list is scaled a position in the page stands for one further down in the list.
  const fullScrolledPx = fullPx <= listPx ? within : (within / reachPx) * (fullPx - viewportPx)
  const first = Math.max(0, Math.floor(fullScrolledPx / rowPx) - OVERSCAN)
  const visible = Math.ceil(Math.max(0, viewportPx + Math.min(0, scrolledPx)) / rowPx) + 2 * OVERSCAN + 1
  const end = Math.min(rows, first + Math.min(visible, MOST_ROWS))
  return { first, end, topPx: within + first * rowPx - fullScrolledPx }
}

/** Where to scroll the list so that a row is fully in view; null when it is already. All px, relative to the list's top. */
export function scrollToRow(
  row: number,
  rows: number,
  rowPx: number,
  scrolledPx: number,
  viewportPx: number,
): number | null {
  const listPx = listHeight(rows, rowPx)
  const fullPx = rows * rowPx
  const scale = fullPx <= listPx ? 1 : Math.max(1, listPx - viewportPx) / (fullPx - viewportPx)
  const seenPx = scrolledPx / scale
  if (row * rowPx < seenPx) return row * rowPx * scale
  const lowest = (row + 1) * rowPx - viewportPx
  return lowest > seenPx ? lowest * scale : null
}

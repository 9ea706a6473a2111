// Which rows of a fixed height are in the page: arithmetic for a list of a million, beyond what a page can be tall.

/** Chromium paints with 24 bits of a position's whole part: beyond 2^24 px rows would blur. Taller lists are scrolled at a scale. */
export const TALLEST_PX = 16_000_000
/** Rows drawn beyond each edge, so that scrolling shows no gap. */
const OVERSCAN = 8
/** Tiles are three times as tall as rows: fewer lines of them reach as far. */
const TILE_OVERSCAN = 2
/** A window never holds more sounds than this, however tall. */
const MOST_SOUNDS = 180
/** Height of a line of tiles, px: what stands beside it in the style sheet. */
export const TILE_PX = 104
/** Below it names are cut to a word. */
const NARROWEST_TILE_PX = 208

export interface RowWindow {
  readonly first: number
  /** One after the last. */
  readonly end: number
  /** Where the first row stands below the top of the list, px; negative where a scaled list begins above it (it is clipped). */
  readonly topPx: number
}

/** How the list is laid out: lines of one height, each with as many sounds. */
export interface Lines {
  readonly columns: number
  readonly linePx: number
  /** Drawn beyond each edge. */
  readonly overscan: number
}

export const rowLines = (rowPx: number): Lines => ({ columns: 1, linePx: rowPx, overscan: OVERSCAN })

/** As many tiles side by side as are wide enough; fewer and wider ones where the lines in view would hold too many. */
export function tileLines(widthPx: number, viewportPx: number): Lines {
  const drawn = Math.ceil(Math.max(0, viewportPx) / TILE_PX) + 2 * TILE_OVERSCAN + 1
  const columns = Math.min(Math.floor(widthPx / NARROWEST_TILE_PX), Math.floor(MOST_SOUNDS / drawn))
  return { columns: Math.max(1, columns), linePx: TILE_PX, overscan: TILE_OVERSCAN }
}

/** Lines that so many sounds fill. */
export const lineCount = (sounds: number, { columns }: Lines): number => Math.ceil(sounds / columns)

/** Height that the list has in the page. */
export const listHeight = (rows: number, rowPx: number): number => Math.min(rows * rowPx, TALLEST_PX)

/**
 * The rows to draw.
 * @param scrolledPx how far the list's top lies above the viewport's top; negative when it is still below
 */
export function rowWindow(
  rows: number,
  rowPx: number,
  scrolledPx: number,
  viewportPx: number,
  overscan = OVERSCAN,
): RowWindow {
  const listPx = listHeight(rows, rowPx)
  const fullPx = rows * rowPx
  const reachPx = Math.max(1, listPx - viewportPx)
  const within = Math.min(Math.max(0, scrolledPx), reachPx)
  // Where the list is scaled a position in the page stands for one further down in the list.
  const fullScrolledPx = fullPx <= listPx ? within : (within / reachPx) * (fullPx - viewportPx)
  const top = Math.floor(fullScrolledPx / rowPx)
  const first = Math.max(0, top - overscan)
  // As if the list stood at the top of the viewport: what comes and goes above it makes and removes no rows.
  const reached = top + Math.ceil(Math.max(0, viewportPx) / rowPx) + 1 + overscan
  const end = Math.min(rows, reached, first + MOST_SOUNDS)
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

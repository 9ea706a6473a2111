// Which sounds are selected and where the keyboard stands: pure steps over a list that is mostly not loaded.

/** A place in the table that the keyboard can stand on. Sounds of the library go by their index, the rest by id. */
export type RowKey = `job:${string}` | `near:${number}` | 'generate' | `at:${number}`

export interface Selection {
  readonly ids: ReadonlySet<number>
  readonly cursor: RowKey | null
  /** Where a range began. */
  readonly anchor: RowKey | null
}

export const EMPTY_SELECTION: Selection = { ids: new Set(), cursor: null, anchor: null }

/** The rows that the keyboard walks, in order: those above the library's own, then its `total` sounds. */
export interface Walk {
  readonly head: readonly RowKey[]
  readonly total: number
}

/** Place of a row in the walk; −1 when it is gone. */
export function indexOf(walk: Walk, key: RowKey | null): number {
  if (key === null) return -1
  if (!key.startsWith('at:')) return walk.head.indexOf(key)
  const index = Number(key.slice(3))
  return index < walk.total ? walk.head.length + index : -1
}

/** Row at a place, clamped to the ends; null when there are no rows. */
export function keyAt(walk: Walk, index: number): RowKey | null {
  const count = walk.head.length + walk.total
  if (count === 0) return null
  const place = Math.min(count - 1, Math.max(0, index))
  return walk.head[place] ?? `at:${place - walk.head.length}`
}

/** One step of the keyboard; from nowhere the first step reaches the first or last row. */
export function step(walk: Walk, from: RowKey | null, delta: number): RowKey | null {
  const index = indexOf(walk, from)
  if (index === -1) return keyAt(walk, delta > 0 ? 0 : Number.MAX_SAFE_INTEGER)
  return keyAt(walk, index + delta)
}

/**
 * One step of the keyboard where the library's own sounds stand in lines of `columns`; what is above them is one a line.
 * @param lines up or down @param across left or right; only sounds have neighbours there
 */
export function stepInLines(
  walk: Walk,
  from: RowKey | null,
  { lines, across }: { readonly lines: number; readonly across: number },
  columns: number,
): RowKey | null {
  const index = indexOf(walk, from)
  if (index === -1) return step(walk, from, lines + across)
  const above = walk.head.length
  const place = index - above
  if (place < 0) {
    const target = index + lines
    // From the last line above one comes to the first tile, and further down from there.
    return target < above ? keyAt(walk, target) : keyAt(walk, above + (target - above) * columns)
  }
  if (across !== 0) return keyAt(walk, Math.max(above, index + across))
  const line = Math.floor(place / columns) + lines
  if (line < 0) return keyAt(walk, above + (above > 0 ? line : place % columns))
  const lastLine = Math.floor((walk.total - 1) / columns)
  const target = Math.min(line, lastLine) * columns + (place % columns)
  return keyAt(walk, above + Math.min(target, walk.total - 1))
}

/** Selects one row alone. @param id its sound, or null for a row that is none */
export function selectOnly(cursor: RowKey, id: number | null): Selection {
  return { ids: new Set(id === null ? [] : [id]), cursor, anchor: cursor }
}

/** Adds or removes one row (Ctrl or ⌘ and a click). */
export function toggleRow(selection: Selection, cursor: RowKey, id: number | null): Selection {
  const ids = new Set(selection.ids)
  if (id !== null && !ids.delete(id)) ids.add(id)
  return { ids, cursor, anchor: cursor }
}

/** Rows between the anchor and a row, both included; the anchor is the row itself where there is none. */
export function rowsBetween(walk: Walk, anchor: RowKey | null, to: RowKey): RowKey[] {
  const end = indexOf(walk, to)
  const begin = indexOf(walk, anchor)
  const from = Math.min(begin === -1 ? end : begin, end)
  const until = Math.max(begin === -1 ? end : begin, end)
  const keys: RowKey[] = []
  for (let index = from; index <= until; index++) {
    const key = keyAt(walk, index)
    if (key !== null) keys.push(key)
  }
  return keys
}

/** Selects a range, keeping its anchor (Shift and a click or an arrow). */
export function selectRange(selection: Selection, cursor: RowKey, ids: Iterable<number>): Selection {
  return { ids: new Set(ids), cursor, anchor: selection.anchor ?? cursor }
}

// One stretch of the sorted library: pages by index for the window's grid, but read by keyset from anchors, never by counting from the top.
import type { SortColumn } from '../bridge/types.ts'
import type { ReadableDatabase, SqlValue } from './database.ts'
import { ROW_COLUMNS } from './sound-rows.ts'

/** The column behind each sort, and whether it may be null: nulls come last in both directions. */
export const SORT_COLUMNS = {
  name: { column: 'name', isNullable: false },
  type: { column: 'type', isNullable: false },
  durationMs: { column: 'duration_ms', isNullable: false },
  model: { column: 'model', isNullable: false },
  seed: { column: 'seed', isNullable: true },
  loudnessLufs: { column: 'loudness_lufs', isNullable: true },
  credits: { column: 'credits', isNullable: true },
  createdAtMs: { column: 'created_at_ms', isNullable: false },
  family: { column: 'family', isNullable: false },
  format: { column: 'format', isNullable: false },
  sampleRate: { column: 'sample_rate', isNullable: false },
  rating: { column: 'rating', isNullable: false },
  // Where no collection is looked at, there is no order in it: by age.
  collection: { column: 'created_at_ms', isNullable: false },
} as const satisfies Readonly<Record<SortColumn, { readonly column: string; readonly isNullable: boolean }>>

export interface Sort {
  readonly column: SortColumn
  readonly descending: boolean
}
/** What is walked: the rows of `sounds` that are not in the trash and fulfil `where`. */
export interface Walk {
  readonly db: ReadableDatabase
  readonly sort: Sort
  /** Which part of a nullable column is meant. */
  readonly part: 'all' | 'values' | 'nulls'
  readonly where: readonly string[]
  readonly parameters: readonly SqlValue[]
  /** How many rows they are. */
  readonly size: number
}
export interface Stretch {
  readonly size: number
  /** Rows from `offset` on, as ROW_COLUMNS has them; fewer at the end. */
  readonly read: (offset: number, limit: number) => readonly unknown[]
}

/** A row's place in the order. */
interface Cursor {
  readonly key: SqlValue
  readonly id: number
}

/** Rows between two anchors: the most that a page steps over, once the way was walked. */
const ANCHOR_STRIDE = 4096

/**
 * The rows of a walk by index. A jump walks once over the index, from the nearer end; a page beside a page that was read starts where that
 * one ended. Memory: one anchor for 4096 rows.
 */
export function sortedStretch(walk: Walk): Stretch {
  const { size } = walk
  const fromStart = oneWay(walk, walk.sort.descending)
  const fromEnd = oneWay(walk, !walk.sort.descending)
  return {
    size,
    read: (offset, limit) => {
      const count = Math.min(limit, size - offset)
      if (count <= 0) return []
      return offset < size / 2 ? fromStart(offset, count) : fromEnd(size - offset - count, count).toReversed()
    },
  }
}

/** Reads in one direction: `descending` is that of the reading. */
function oneWay(walk: Walk, descending: boolean): (offset: number, limit: number) => readonly unknown[] {
  const { db, part } = walk
  const { column } = SORT_COLUMNS[walk.sort.column]
  const direction = descending ? 'DESC' : 'ASC'
  const isAfter = descending ? '<' : '>'
  const isOfNulls = part === 'nulls'
  const order = isOfNulls ? `id ${direction}` : `${column} ${direction}, id ${direction}`
  const partly = part === 'all' ? [] : [`${column} IS ${isOfNulls ? '' : 'NOT '}NULL`]
  const place = isOfNulls ? `id ${isAfter} ?` : `(${column}, id) ${isAfter} (?, ?)`
  const select = (columns: string, hasCursor: boolean, tail: string): string => {
    const where = ['trashed_at_ms IS NULL', ...partly, ...(hasCursor ? [place] : []), ...walk.where].join(
      ' AND ',
    )
    return `SELECT ${columns} FROM sounds INDEXED BY sounds_sorted_by_${column} WHERE ${where} ORDER BY ${order} ${tail}`
  }
  const bound = (cursor: Cursor | null): readonly SqlValue[] => [
    ...(cursor === null ? [] : isOfNulls ? [cursor.id] : [cursor.key, cursor.id]),
    ...walk.parameters,
  ]
  const cursorOf = (stored: unknown): Cursor => {
    // Both columns are selected by every statement of this file; `column` is one of SORT_COLUMNS.
    const row = stored as Readonly<Record<string, SqlValue>>
    return { key: row[column] ?? null, id: Number(row.id) }
  }
  const step = (from: Cursor | null, rows: number): Cursor | null => {
    const found = db
      .statement(select(`${column}, id`, from !== null, 'LIMIT 1 OFFSET ?'))
      .get([...bound(from), rows - 1])
    return found === undefined ? null : cursorOf(found)
  }

  /** anchors[n] is the last row before index (n + 1) × ANCHOR_STRIDE. */
  const anchors: Cursor[] = []
  let latest: { readonly index: number; readonly cursor: Cursor } | null = null
  /** The row just before `index`, by the nearest place that is known; null for the start, 'none' where there is no such row. */
  const cursorBefore = (index: number): Cursor | null | 'none' => {
    if (latest?.index === index) return latest.cursor
    const wanted = Math.floor(index / ANCHOR_STRIDE)
    while (anchors.length < wanted) {
      const next = step(anchors.at(-1) ?? null, ANCHOR_STRIDE)
      if (!next) return 'none'
      anchors.push(next)
    }
    const anchor = anchors[wanted - 1] ?? null
    const left = index - wanted * ANCHOR_STRIDE
    return left === 0 ? anchor : (step(anchor, left) ?? 'none')
  }

  return (offset, limit) => {
    const from = cursorBefore(offset)
    if (from === 'none') return []
    const rows = db.statement(select(ROW_COLUMNS, from !== null, 'LIMIT ?')).all([...bound(from), limit])
    const last = rows.at(-1)
    if (last !== undefined) latest = { index: offset + rows.length, cursor: cursorOf(last) }
    return rows
  }
}

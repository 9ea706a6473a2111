// One stretch of the sorted library: pages by index for the window's grid, but read by keyset from anchors, never by counting from the top.
import type { SortColumn } from '../bridge/types.ts'
import type { ReadableDatabase, SqlValue } from './database.ts'
import type { Conditions } from './query-sql.ts'
import { ROW_COLUMNS } from './sound-rows.ts'

/** The column behind each sort, and whether it may be null: nulls come last in both directions. */
export const SORT_COLUMNS: Readonly<
  Record<SortColumn, { readonly column: string; readonly isNullable: boolean }>
> = {
  name: { column: 'name', isNullable: false },
  type: { column: 'type', isNullable: false },
  durationMs: { column: 'duration_ms', isNullable: false },
  model: { column: 'model', isNullable: false },
  seed: { column: 'seed', isNullable: true },
  loudnessLufs: { column: 'loudness_lufs', isNullable: true },
  credits: { column: 'credits', isNullable: true },
  createdAtMs: { column: 'created_at_ms', isNullable: false },
}

/** A row's place in the order. */
interface Cursor {
  readonly key: SqlValue
  readonly id: number
}
export interface Stretch {
  readonly size: number
  /** Rows from `offset` on, as ROW_COLUMNS has them; fewer at the end. */
  readonly read: (offset: number, limit: number) => readonly unknown[]
}

/** Rows between two anchors: the most that a page steps over, once the way was walked. */
const ANCHOR_STRIDE = 4096

/**
 * All rows that fulfil `conditions`, ordered by column and then id, where `part` says which part of a nullable column is meant.
 * Memory: one anchor for 4096 rows. A jump walks once over the index, a page beside a page that was read starts where that one ended.
 */
export function sortedStretch(
  db: ReadableDatabase,
  sort: { readonly column: SortColumn; readonly descending: boolean },
  part: 'all' | 'values' | 'nulls',
  conditions: Conditions,
  size: number,
): Stretch {
  const { column } = SORT_COLUMNS[sort.column]
  const direction = sort.descending ? 'DESC' : 'ASC'
  const after = sort.descending ? '<' : '>'
  const isOfNulls = part === 'nulls'
  const order = isOfNulls ? `id ${direction}` : `${column} ${direction}, id ${direction}`
  const partly = part === 'all' ? [] : [`${column} IS ${isOfNulls ? '' : 'NOT '}NULL`]
  const select = (columns: string, isAfterCursor: boolean, tail: string): string => {
    const place = isOfNulls ? `id ${after} ?` : `(${column}, id) ${after} (?, ?)`
    const where = ['trashed_at_ms IS NULL', ...partly, ...(isAfterCursor ? [place] : []), ...conditions.where]
    return `SELECT ${columns} FROM sounds INDEXED BY sounds_sorted_by_${column} WHERE ${where.join(' AND ')} ORDER BY ${order} ${tail}`
  }
  const bound = (cursor: Cursor | null): readonly SqlValue[] => [
    ...(cursor === null ? [] : isOfNulls ? [cursor.id] : [cursor.key, cursor.id]),
    ...conditions.parameters,
  ]
  const cursorOf = (stored: unknown): Cursor => {
    // Both columns are selected by every statement of this file; `column` is one of SORT_COLUMNS.
    const row = stored as Readonly<Record<string, SqlValue>>
    return { key: row[column] ?? null, id: Number(row.id) }
  }

  /** anchors[n] is the last row before index (n + 1) × ANCHOR_STRIDE. */
  const anchors: Cursor[] = []
  let latest: { readonly index: number; readonly cursor: Cursor } | null = null

  /** The row just before `index`, by the nearest place that is known; null for the start, 'end' where there is no such row. */
  const cursorBefore = (index: number): Cursor | null | 'end' => {
    if (latest?.index === index) return latest.cursor
    while (anchors.length < Math.floor(index / ANCHOR_STRIDE)) {
      const next = step(anchors.at(-1) ?? null, ANCHOR_STRIDE)
      if (!next) return 'end'
      anchors.push(next)
    }
    const known = Math.floor(index / ANCHOR_STRIDE)
    const anchor = anchors[known - 1] ?? null
    const left = index - known * ANCHOR_STRIDE
    return left === 0 ? anchor : (step(anchor, left) ?? 'end')
  }
  const step = (from: Cursor | null, rows: number): Cursor | null => {
    const found = db
      .statement(select(`${column}, id`, from !== null, 'LIMIT 1 OFFSET ?'))
      .get([...bound(from), rows - 1])
    return found === undefined ? null : cursorOf(found)
  }

  return {
    size,
    read: (offset, limit) => {
      if (limit <= 0 || offset >= size) return []
      const from = cursorBefore(offset)
      if (from === 'end') return []
      const rows = db.statement(select(ROW_COLUMNS, from !== null, 'LIMIT ?')).all([...bound(from), limit])
      const last = rows.at(-1)
      if (last !== undefined) latest = { index: offset + rows.length, cursor: cursorOf(last) }
      return rows
    },
  }
}

// One stretch of the sorted library: pages by index for the window's grid, but read by keyset from anchors, never by counting from the top.
import type { SortColumn } from '../bridge/types.ts'
import { anchoredStretch, type Stretch, type Way } from './anchored-stretch.ts'
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
/** A row's place in the order. */
interface Cursor {
  readonly key: SqlValue
  readonly id: number
}

/** The rows of a walk by index. */
export const sortedStretch = (walk: Walk): Stretch =>
  anchoredStretch(walk.size, walk.sort.descending, (descending) => oneWay(walk, descending))

/** Reads in one direction: `descending` is that of the reading. */
function oneWay(walk: Walk, descending: boolean): Way<Cursor> {
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
  return {
    step: (from, rows) => {
      const found = db
        .statement(select(`${column}, id`, from !== null, 'LIMIT 1 OFFSET ?'))
        .get([...bound(from), rows - 1])
      return found === undefined ? null : cursorOf(found)
    },
    read: (from, limit) => {
      const rows = db.statement(select(ROW_COLUMNS, from !== null, 'LIMIT ?')).all([...bound(from), limit])
      const last = rows.at(-1)
      return { rows, last: last === undefined ? null : cursorOf(last) }
    },
  }
}

// Where a sound stands in a sorted table, counted along the sort's index as far as that is worth the time.
import type { ReadableDatabase, SqlValue } from './database.ts'
import { type Conditions, seedCondition, seedParameters } from './query-sql.ts'
import { SORT_COLUMNS, type Sort } from './sorted-walk.ts'

/** Rows counted at the most: a few milliseconds. What stands deeper has no known place. */
const COUNTED_ROWS = 20_000

/**
 * The index of each sound in the table of these conditions, from 0. Null where it stands deeper than 20,000 rows, is not in the table, or
 * where the table cannot be counted along an index (words and tags lead to it, or the sort's value is missing).
 */
export function positionsOf(
  db: ReadableDatabase,
  sort: Sort,
  conditions: Conditions,
  soundIds: readonly number[],
): readonly (number | null)[] {
  if (conditions.match !== null || conditions.tag !== null || sort.column === 'collection')
    return soundIds.map(() => null)
  const { column } = SORT_COLUMNS[sort.column]
  const isBefore = sort.descending ? '>' : '<'
  const seeds = conditions.seeds ?? []
  const where = [
    'trashed_at_ms IS NULL',
    ...conditions.where,
    ...(conditions.seeds === null ? [] : [seedCondition(seeds)]),
  ].join(' AND ')
  const parameters = [...conditions.parameters, ...seedParameters(seeds)]
  const place = db.statement(`SELECT ${column} AS key FROM sounds WHERE id = ? AND ${where}`)
  const count = db.statement(
    `SELECT count(*) AS number FROM (
       SELECT 1 FROM sounds INDEXED BY sounds_sorted_by_${column}
       WHERE (${column}, id) ${isBefore} (?, ?) AND ${column} IS NOT NULL AND ${where} LIMIT ${COUNTED_ROWS + 1})`,
  )
  return soundIds.map((id) => {
    // One column of one row, by the statement.
    const found = place.get([id, ...parameters]) as { readonly key: SqlValue } | undefined
    if (found === undefined || found.key === null) return null
    // One integer, by the statement.
    const { number } = count.get([found.key, id, ...parameters]) as { readonly number: number }
    return number > COUNTED_ROWS ? null : number
  })
}

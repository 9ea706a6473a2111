// The kinds of sounds in the library: which types, categories and models go together. Few, however many sounds there are.
import type { ReadableDatabase, SqlValue } from './database.ts'

export interface Kind {
  readonly type: string
  /** '' where there is none. */
  readonly category: string
  readonly model: string
}

/** More than any library has: the bound of the walk, not a limit that is felt. */
const MOST_KINDS = 20_000

/** All kinds, by hopping through their index from value to value: as many steps as values. */
export function readKinds(db: ReadableDatabase): readonly Kind[] {
  const kinds = new Map<string, Kind>()
  for (const isFavourite of [0, 1]) {
    for (const type of following(db, 'type', [], [isFavourite])) {
      for (const category of following(db, 'category', ['type'], [isFavourite, type])) {
        for (const model of following(db, 'model', ['type', 'category'], [isFavourite, type, category])) {
          if (kinds.size >= MOST_KINDS) return [...kinds.values()]
          kinds.set(JSON.stringify([type, category, model]), { type, category, model })
        }
      }
    }
  }
  return [...kinds.values()]
}

/** The different values of a column where the columns before it in the index have these values. */
function* following(
  db: ReadableDatabase,
  column: keyof Kind,
  given: readonly (keyof Kind)[],
  values: readonly SqlValue[],
): Generator<string> {
  const where = ['trashed_at_ms IS NULL', 'is_favourite = ?', ...given.map((each) => `${each} = ?`)].join(
    ' AND ',
  )
  const next = (comparison: '>=' | '>') =>
    db.statement(
      `SELECT ${column} AS value FROM sounds INDEXED BY sounds_kinds
       WHERE ${where} AND ${column} ${comparison} ? ORDER BY ${column} LIMIT 1`,
    )
  // One text column, by the statement.
  const found = (row: unknown) => (row as { readonly value: string } | undefined)?.value
  for (let value = found(next('>=').get([...values, ''])); value !== undefined; ) {
    yield value
    value = found(next('>').get([...values, value]))
  }
}

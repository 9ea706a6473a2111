// What a query needs to know of the library before it is one: its kinds, its values, and totals that cost no counting. Read once a revision.
import type { ReadableDatabase } from './database.ts'
import { type FacetField, type KnownValues, readValues } from './facets.ts'
import type { Range } from './field-values.ts'
import { type GuessedKind, type Kind, readGuessedKinds, readGuessIds, readKinds } from './kinds.ts'
import { countGuessedLengths, countLengths } from './lengths.ts'

export interface Known {
  readonly kinds: () => readonly Kind[]
  readonly guessIds: () => readonly string[]
  /** Of these guesses. */
  readonly guessedKinds: (guessIds: readonly string[]) => readonly GuessedKind[]
  readonly values: (field: FacetField) => readonly { readonly value: string; readonly count: number }[]
  /** Ids of the connections whose name begins so. */
  readonly connectionsLike: (text: string) => readonly string[]
  /** Ids of the collections of this name, else of those whose name begins so, with what is nested in them; in the order of the tree. */
  readonly collectionsLike: (text: string) => readonly number[]
  readonly lengthCount: (range: Range, kinds: readonly Kind[] | null) => number
  readonly guessedLengthCount: (range: Range, kinds: readonly GuessedKind[]) => number
  /** Sounds with a tag that begins so. */
  readonly tagCount: (text: string) => number
  /** Sounds whose value in this column lies in one of the ranges. */
  readonly count: (column: 'created_at_ms' | 'seed', ranges: readonly Range[]) => number
}

export function readKnown(db: ReadableDatabase): Known {
  let kinds: readonly Kind[] | null = null
  let guessIds: readonly string[] | null = null
  let values: KnownValues | null = null
  return {
    kinds: () => {
      kinds ??= readKinds(db)
      return kinds
    },
    guessIds: () => {
      guessIds ??= readGuessIds(db)
      return guessIds
    },
    guessedKinds: (ids) => readGuessedKinds(db, ids),
    values: (field) => {
      values ??= readValues(db)
      return values.get(field) ?? []
    },
    connectionsLike: (text) => {
      // By the schema: two texts.
      const rows = db.statement('SELECT id, name FROM connections').all() as readonly {
        readonly id: string
        readonly name: string
      }[]
      return rows.filter(({ name }) => likeText(name, text)).map(({ id }) => id)
    },
    collectionsLike: (text) => collectionsLike(db, text),
    tagCount: (text) => {
      // One integer, by the statement.
      const { number } = db
        .statement(
          'SELECT count(DISTINCT sound_id) AS number FROM sound_tags WHERE tag >= ? AND tag < ? || char(1114111)',
        )
        .get([text, text]) as { readonly number: number }
      return number
    },
    lengthCount: (range, of) => countLengths(db, range, of),
    guessedLengthCount: (range, of) => countGuessedLengths(db, range, of),
    count: (column, ranges) =>
      ranges.reduce((sum, { min, max }) => {
        // One integer, by the statement; the column is one of two words of this file.
        const { number } = db
          .statement(
            `SELECT count(*) AS number FROM sounds INDEXED BY sounds_sorted_by_${column}
             WHERE trashed_at_ms IS NULL AND ${column} BETWEEN ? AND ?`,
          )
          .get([min, max]) as { readonly number: number }
        return sum + number
      }, 0),
  }
}

/** True of a value that begins so, or, of a text that begins with `=`, that is just this. Upper and lower case are the same. */
export const likeText = (value: string, text: string): boolean =>
  text.startsWith('=')
    ? value.toLowerCase() === text.slice(1).toLowerCase()
    : value.toLowerCase().startsWith(text.toLowerCase())

interface Node {
  readonly id: number
  readonly parentId: number | null
  readonly name: string
}

/** As `Known` says it. */
export function collectionsLike(db: ReadableDatabase, text: string): readonly number[] {
  // By the schema: integers and a text.
  const nodes = db
    .statement('SELECT id, parent_id AS parentId, name FROM collections ORDER BY position, id')
    .all() as readonly Node[]
  const same = nodes.filter(({ name }) => name.toLowerCase() === text.toLowerCase())
  const roots = same.length > 0 ? same : nodes.filter(({ name }) => likeText(name, text))
  const found = new Set<number>()
  const visit = (id: number): void => {
    if (found.has(id)) return
    found.add(id)
    for (const node of nodes) if (node.parentId === id) visit(node.id)
  }
  for (const { id } of roots) visit(id)
  return [...found]
}

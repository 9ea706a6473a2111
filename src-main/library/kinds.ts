// The kinds of sounds in the library: which types, categories and models go together. Few, however many sounds there are.
import type { ReadableDatabase } from './database.ts'

export interface Kind {
  readonly type: string
  /** '' where there is none. */
  readonly category: string
  readonly model: string
}

/** More than any library has: the bound of the walk, not a limit that is felt. */
const MOST_KINDS = 20_000

/** All kinds, by hopping through their index: as many steps as kinds. */
export function readKinds(db: ReadableDatabase): readonly Kind[] {
  const next = db.statement(
    `SELECT type, category, model FROM sounds INDEXED BY sounds_kinds
     WHERE trashed_at_ms IS NULL AND is_favourite = ? AND (type, category, model) > (?, ?, ?)
     ORDER BY type, category, model LIMIT 1`,
  )
  const kinds = new Map<string, Kind>()
  for (const isFavourite of [0, 1]) {
    let last: Kind = { type: '', category: '', model: '' }
    while (kinds.size < MOST_KINDS) {
      // Three text columns, by the schema.
      const found = next.get([isFavourite, last.type, last.category, last.model]) as Kind | undefined
      if (found === undefined) break
      last = found
      kinds.set(JSON.stringify([found.type, found.category, found.model]), found)
    }
  }
  return [...kinds.values()]
}

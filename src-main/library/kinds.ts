// The kinds of sounds in the library: which types, categories and models go together, and how many are of each. Few, however many sounds there are.
import type { ReadableDatabase, SqlValue } from './database.ts'

export interface Kind {
  readonly type: string
  /** '' where there is none. */
  readonly category: string
  /** The chosen category of the Universal Category System; '' where none was chosen. */
  readonly catId: string
  readonly model: string
  /** Sounds that are not in the trash. */
  readonly sounds: number
  /** Of these. */
  readonly favourites: number
}

/** The same by what was guessed where nothing was chosen: many more. */
export interface GuessedKind extends Kind {
  /** The guessed category of the Universal Category System; '' where it is not guessed yet. */
  readonly guessId: string
}

/** The guesses that there are: at most as many as the system has categories, and ''. */
export function readGuessIds(db: ReadableDatabase): readonly string[] {
  // One text, by the schema.
  const rows = db.statement('SELECT DISTINCT guess_id AS id FROM library_guesses').all() as readonly {
    readonly id: string
  }[]
  return rows.map(({ id }) => id)
}

/** Those of these guesses. */
export function readGuessedKinds(db: ReadableDatabase, guessIds: readonly string[]): readonly GuessedKind[] {
  // Five texts and two integers, by the schema.
  return db
    .statement(
      `SELECT guess_id AS guessId, type, category, cat_id AS catId, model, sum(sounds) AS sounds,
         sum(iif(is_favourite = 1, sounds, 0)) AS favourites
       FROM library_guesses WHERE guess_id IN (SELECT value FROM json_each(?))
       GROUP BY guess_id, type, category, cat_id, model HAVING sum(sounds) > 0`,
    )
    .all([JSON.stringify(guessIds)]) as readonly GuessedKind[]
}

/** How many sounds of each of the service's categories have which category of the system: chosen, else guessed. For menus. */
export function readCategories(
  db: ReadableDatabase,
): readonly { readonly category: string; readonly ucsId: string; readonly sounds: number }[] {
  // Two texts and an integer, by the schema.
  return db
    .statement(
      `SELECT category, iif(cat_id = '', guess_id, cat_id) AS ucsId, sum(sounds) AS sounds
       FROM library_guesses GROUP BY 1, 2 HAVING sum(sounds) > 0`,
    )
    .all() as ReturnType<typeof readCategories>
}

/** What makes two kinds the same, guesses aside. */
export const kindKey = ({ type, category, catId, model }: Kind): string =>
  [type, category, catId, model].join('\0')

export function readKinds(db: ReadableDatabase): readonly Kind[] {
  // Four texts and two integers, by the schema.
  return db
    .statement(
      `SELECT type, category, cat_id AS catId, model, sum(sounds) AS sounds, sum(iif(is_favourite = 1, sounds, 0)) AS favourites
       FROM library_kinds GROUP BY type, category, cat_id, model HAVING sum(sounds) > 0`,
    )
    .all() as readonly Kind[]
}

export interface Condition {
  /** On the columns of `sounds`. */
  readonly sql: string
  readonly parameters: readonly SqlValue[]
}

/** Of these kinds. */
export const inKinds = (kinds: readonly Kind[]): Condition => ({
  sql: `(sounds.type, sounds.category, sounds.cat_id, sounds.model) IN
  (SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?))`,
  parameters: [
    JSON.stringify(kinds.map(({ type, category, catId, model }) => [type, category, catId, model])),
  ],
})
export const inGuesses = (kinds: readonly GuessedKind[]): Condition => ({
  sql: `(sounds.guess_id, sounds.type, sounds.category, sounds.cat_id, sounds.model) IN
  (SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?))`,
  parameters: [
    JSON.stringify(
      kinds.map(({ guessId, type, category, catId, model }) => [guessId, type, category, catId, model]),
    ),
  ],
})

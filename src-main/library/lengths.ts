// How many sounds last so long, without counting them: whole buckets from the table of lengths, and the index only at both ends of the range.
import type { ReadableDatabase, SqlValue } from './database.ts'
import type { Range } from './field-values.ts'
import { type GuessedKind, inGuesses, type Kind } from './kinds.ts'

/** As the triggers of library_lengths have it: seconds up to a minute, then minutes. */
const MINUTE_MS = 60_000
const bucketOf = (ms: number): number =>
  ms < MINUTE_MS ? Math.floor(ms / 1000) : 60 + Math.floor(ms / MINUTE_MS)
const startOf = (bucket: number): number => (bucket < 60 ? bucket * 1000 : (bucket - 60) * MINUTE_MS)
const endOf = (bucket: number): number =>
  bucket < 60 ? startOf(bucket) + 999 : startOf(bucket) + MINUTE_MS - 1
/** Longer than any sound: 2^31 ms are 24 days. */
const LONGEST_MS = 2 ** 31

/** @param kinds of these alone; null for all */
export function countLengths(
  db: ReadableDatabase,
  { min, max }: Range,
  kinds: readonly Kind[] | null,
): number {
  const [from, to] = [Math.max(0, Math.ceil(min)), Math.min(LONGEST_MS, Math.floor(max))]
  if (from > to) return 0
  const [first, last] = [bucketOf(from), bucketOf(to)]
  const isFirstWhole = startOf(first) === from
  const isLastWhole = endOf(last) === to || to === LONGEST_MS
  if (first === last && !(isFirstWhole && isLastWhole)) return counted(db, from, to, kinds)
  const whole = wholeBuckets(db, isFirstWhole ? first : first + 1, isLastWhole ? last : last - 1, kinds)
  return (
    whole +
    (isFirstWhole ? 0 : counted(db, from, endOf(first), kinds)) +
    (isLastWhole ? 0 : counted(db, startOf(last), to, kinds))
  )
}

const OF_KINDS = `(type, category, cat_id, model) IN
  (SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?))`
const kindsJson = (kinds: readonly Kind[]): string =>
  JSON.stringify(kinds.map(({ type, category, catId, model }) => [type, category, catId, model]))

function wholeBuckets(
  db: ReadableDatabase,
  first: number,
  last: number,
  kinds: readonly Kind[] | null,
): number {
  const where = kinds === null ? '' : ` AND ${OF_KINDS}`
  return numberOf(
    db,
    `SELECT ifnull(sum(sounds), 0) AS number FROM library_lengths WHERE bucket BETWEEN ? AND ?${where}`,
    [first, last, ...(kinds === null ? [] : [kindsJson(kinds)])],
  )
}

function counted(db: ReadableDatabase, from: number, to: number, kinds: readonly Kind[] | null): number {
  return kinds === null
    ? numberOf(
        db,
        `SELECT count(*) AS number FROM sounds INDEXED BY sounds_sorted_by_duration_ms
         WHERE trashed_at_ms IS NULL AND duration_ms BETWEEN ? AND ?`,
        [from, to],
      )
    : numberOf(
        db,
        `SELECT count(*) AS number FROM sounds INDEXED BY sounds_kinds
         WHERE trashed_at_ms IS NULL AND is_favourite IN (0, 1) AND duration_ms BETWEEN ? AND ? AND ${OF_KINDS}`,
        [from, to, kindsJson(kinds)],
      )
}

/** Of kinds by their guess, which no table of lengths knows: in the index, each by itself. They are few. */
export function countGuessedLengths(
  db: ReadableDatabase,
  { min, max }: Range,
  kinds: readonly GuessedKind[],
): number {
  if (kinds.length === 0) return 0
  const { sql, parameters } = inGuesses(kinds)
  return numberOf(
    db,
    `SELECT count(*) AS number FROM sounds INDEXED BY sounds_guesses
     WHERE trashed_at_ms IS NULL AND is_favourite IN (0, 1) AND duration_ms BETWEEN ? AND ? AND ${sql}`,
    [min, max, ...parameters],
  )
}

function numberOf(db: ReadableDatabase, sql: string, parameters: readonly SqlValue[]): number {
  // One integer, by the statements of this file.
  return (db.statement(sql).get(parameters) as { readonly number: number }).number
}

// Search of the library: pages of the table by index, and the closest matches of what is being typed. Bounded work at a million sounds.
import type { LibraryPage, LibraryQuery, Matches } from '../bridge/types.ts'
import type { ReadableDatabase, SqlValue } from './database.ts'
import { type ParsedQuery, parseQuery, type TextTerm } from './query-parser.ts'
import { type Conditions, conditionsOf, type Facets, matchAll, matchAny } from './query-sql.ts'
import { closeness } from './ranking.ts'
import { SORT_COLUMNS, type Stretch, sortedStretch } from './sorted-walk.ts'
import { libraryRevision, libraryStats, parseSoundRow, rowsByIds, storedByIds } from './sound-rows.ts'

export const PAGE_ROWS = 200
/** Filters that find fewer are kept as a list of ids; those that find more are walked along the index of the sort. */
const LISTED_IDS = 10_000
/** Queries whose way through the index is remembered. */
const REMEMBERED_LISTINGS = 8
/** The newest that have the words are ranked, however many have them. */
const RANKED_CANDIDATES = 1000
/** And those whose name begins with what was typed, however old. */
const NAMED_CANDIDATES = 100

export interface LibrarySearch {
  /** Rows from `offset` on, at most 200, and how many the query finds. */
  readonly page: (query: LibraryQuery) => LibraryPage
  /** The closest to the words typed, at most `limit` (1..200): first what has all the words, then what has any. */
  readonly matches: (query: { readonly text: string; readonly limit: number }) => Matches
}

interface Listing {
  readonly total: number
  readonly stretches: readonly Stretch[]
}

/** One for each connection: it remembers where pages began, until the library's revision changes. */
export function createLibrarySearch(db: ReadableDatabase): LibrarySearch {
  let revision = -1
  let facets: Facets | null = null
  const listings = new Map<string, Listing>()

  const refresh = (): void => {
    const current = libraryRevision(db)
    if (current === revision) return
    revision = current
    facets = null
    listings.clear()
  }
  const knownFacets = (query: ParsedQuery): Facets => {
    if (!query.filters.some((filter) => filter.field === 'model' || filter.field === 'type')) return NO_FACETS
    facets ??= readFacets(db)
    return facets
  }
  const listingOf = (query: LibraryQuery): Listing => {
    const conditions = conditionsFor(parseQuery(query.text), query.filterByText)
    const key = JSON.stringify([conditions, query.sort.column, query.sort.descending])
    const known = listings.get(key)
    if (known) {
      listings.delete(key)
      listings.set(key, known)
      return known
    }
    const oldest = listings.keys().next()
    if (listings.size >= REMEMBERED_LISTINGS && !oldest.done) listings.delete(oldest.value)
    const made = makeListing(db, query.sort, conditions)
    listings.set(key, made)
    return made
  }
  const conditionsFor = (query: ParsedQuery, filterByText: boolean): Conditions =>
    conditionsOf(query, filterByText, knownFacets(query))

  return {
    page: (query) => {
      refresh()
      const { total, stretches } = listingOf(query)
      const rows: unknown[] = []
      let offset = Math.max(0, Math.floor(query.offset))
      const limit = Math.min(PAGE_ROWS, Math.max(1, Math.floor(query.limit)))
      for (const stretch of stretches) {
        if (rows.length < limit) rows.push(...stretch.read(offset, limit - rows.length))
        offset = Math.max(0, offset - stretch.size)
      }
      return { rows: rows.map(parseSoundRow), total }
    },
    matches: ({ text, limit }) => {
      refresh()
      const parsed = parseQuery(text)
      const terms = parsed.terms.filter((term) => !term.isNegated)
      if (terms.length === 0) return { rows: [] }
      const wanted = Math.min(PAGE_ROWS, Math.max(1, Math.floor(limit)))
      const restricting = conditionsFor(parsed, false)
      const ids = closest(db, terms, restricting, matchAll(terms), wanted)
      if (ids.length < wanted && terms.length > 1) {
        const known = new Set(ids)
        const others = closest(db, terms, restricting, matchAny(terms), wanted + ids.length)
        ids.push(...others.filter((id) => !known.has(id)))
      }
      return { rows: rowsByIds(db, ids.slice(0, wanted)) }
    },
  }
}

const NO_FACETS: Facets = { models: [], types: [], categories: [] }

/** The different values of each column, by hopping through its index: as many steps as values. */
function readFacets(db: ReadableDatabase): Facets {
  const distinct = (column: 'model' | 'type' | 'category'): readonly string[] => {
    const next = db.statement(
      `SELECT ${column} AS value FROM sounds WHERE trashed_at_ms IS NULL AND ${column} > ? ORDER BY ${column} LIMIT 1`,
    )
    const values: string[] = []
    for (let last = ''; values.length < 1000; last = values.at(-1) ?? '') {
      const row = next.get([last])
      if (row === undefined) break
      // One text column, by the statement.
      values.push((row as { readonly value: string }).value)
    }
    return values
  }
  return { models: distinct('model'), types: distinct('type'), categories: distinct('category') }
}

function makeListing(db: ReadableDatabase, sort: LibraryQuery['sort'], conditions: Conditions): Listing {
  const isFiltered = conditions.where.length > 0
  if (isFiltered) {
    const ids = fewIds(db, sort, conditions)
    if (ids) return { total: ids.length, stretches: [listedStretch(db, ids)] }
  }
  const total = isFiltered ? count(db, conditions, []) : libraryStats(db).count
  const { column, isNullable } = SORT_COLUMNS[sort.column]
  if (!isNullable) return { total, stretches: [sortedStretch(db, sort, 'all', conditions, total)] }
  const values = count(db, conditions, [`${column} IS NOT NULL`])
  return {
    total,
    stretches: [
      sortedStretch(db, sort, 'values', conditions, values),
      sortedStretch(db, sort, 'nulls', conditions, total - values),
    ],
  }
}

function count(db: ReadableDatabase, conditions: Conditions, more: readonly string[]): number {
  const where = ['trashed_at_ms IS NULL', ...more, ...conditions.where].join(' AND ')
  // One integer, by the statement.
  const row = db.statement(`SELECT count(*) AS total FROM sounds WHERE ${where}`).get(conditions.parameters)
  return (row as { readonly total: number }).total
}

/** All ids that fulfil the conditions, in order, or null where they are more than a list should hold. */
function fewIds(
  db: ReadableDatabase,
  sort: LibraryQuery['sort'],
  conditions: Conditions,
): readonly number[] | null {
  const { column } = SORT_COLUMNS[sort.column]
  const direction = sort.descending ? 'DESC' : 'ASC'
  const where = ['trashed_at_ms IS NULL', ...conditions.where].join(' AND ')
  // The inner LIMIT bounds the work before anything is sorted.
  const rows = db
    .statement(
      `SELECT id FROM (SELECT id, ${column} AS sorted FROM sounds WHERE ${where} LIMIT ${LISTED_IDS + 1})
       ORDER BY sorted IS NULL, sorted ${direction}, id ${direction}`,
    )
    .all(conditions.parameters)
  // One integer column, by the statement.
  return rows.length > LISTED_IDS ? null : rows.map((row) => (row as { readonly id: number }).id)
}

function listedStretch(db: ReadableDatabase, ids: readonly number[]): Stretch {
  return {
    size: ids.length,
    read: (offset, limit) => storedByIds(db, ids.slice(offset, offset + limit)),
  }
}

interface StoredCandidate {
  readonly id: number
  readonly name: string
  readonly text: string
  readonly is_favourite: number
}

/** Ids by closeness, newest first among equals, of a bounded number of candidates. */
function closest(
  db: ReadableDatabase,
  terms: readonly TextTerm[],
  restricting: Conditions,
  match: string,
  limit: number,
): number[] {
  const columns = `id, name, prompt || ' ' || label || ' ' || tags_text || ' ' || note || ' ' || model || ' ' || ifnull(seed, '') AS text, is_favourite`
  const where = ['trashed_at_ms IS NULL', ...restricting.where].join(' AND ')
  const read = (source: string, parameters: readonly SqlValue[], most: number): readonly StoredCandidate[] =>
    // The columns above, of a STRICT table.
    db
      .statement(`SELECT ${columns} FROM sounds WHERE ${where} AND ${source} LIMIT ${most}`)
      .all([...restricting.parameters, ...parameters]) as unknown as readonly StoredCandidate[]
  const newest = read(
    `id IN (SELECT rowid FROM sounds_fts WHERE sounds_fts MATCH ? ORDER BY rowid DESC LIMIT ${RANKED_CANDIDATES})`,
    [match],
    RANKED_CANDIDATES,
  )
  const typed = terms.map((term) => term.text).join(' ')
  const named = read('name >= ? AND name < ? || char(1114111)', [typed, typed], NAMED_CANDIDATES)
  const scored = new Map<number, number>()
  for (const stored of [...newest, ...named]) {
    const candidate = { name: stored.name, text: stored.text, isFavourite: stored.is_favourite === 1 }
    scored.set(stored.id, closeness(candidate, terms))
  }
  return [...scored]
    .sort(([idA, scoreA], [idB, scoreB]) => scoreB - scoreA || idB - idA)
    .slice(0, limit)
    .map(([id]) => id)
}

// Search of the library: pages of the table by index, and the closest matches of what is being typed. Bounded work at a million sounds.
import type { LibraryPage, LibraryQuery, Matches, MatchesQuery } from '../bridge/types.ts'
import type { ReadableDatabase } from './database.ts'
import { type Known, readKnown } from './known.ts'
import { LISTED_IDS, type Listing, makeListing } from './listing.ts'
import { positionsOf } from './positions.ts'
import { parseQuery, type TextTerm } from './query-parser.ts'
import { type Conditions, conditionsOf, excluding, loosened, matchAll, matchAny } from './query-sql.ts'
import { closenessTo, wordsOf } from './ranking.ts'
import { libraryRevision, parseSoundRow, rowsByIds } from './sound-rows.ts'

export const PAGE_ROWS = 200
/** Queries whose way through the index is remembered. */
const REMEMBERED_LISTINGS = 8
/** The newest that have the words are ranked, however many have them. */
const RANKED_CANDIDATES = 500
/** Of these, where fields restrict which of them count. */
const LOOKED_AT = 5000
/** And those whose name begins with what was typed, however old. */
const NAMED_CANDIDATES = 100

export interface LibrarySearch {
  /** Rows from `offset` on, at most 200, and how many the query finds. */
  readonly page: (query: LibraryQuery) => LibraryPage
  /** The closest to the words typed, at most `limit` (1..200): first what has all the words, then what has any. */
  readonly matches: (query: MatchesQuery) => Matches
  /** Searches once for the newest sound: what every search reads and runs is then at hand for the first key that is typed. */
  readonly prepare: () => void
}

/** One for each connection: it remembers where pages began, until the library's revision changes. */
export function createLibrarySearch(
  db: ReadableDatabase,
  /** Filters that find more are walked: a few in tests, so that both ways are taken. */
  listedIds = LISTED_IDS,
): LibrarySearch {
  let revision = -1
  let known: Known = readKnown(db)
  const listings = new Map<string, Listing>()

  const refresh = (): void => {
    const current = libraryRevision(db)
    if (current === revision) return
    revision = current
    known = readKnown(db)
    for (const listing of listings.values()) listing.release()
    listings.clear()
  }
  const listingOf = (query: LibraryQuery): Listing => {
    const conditions = conditionsOf(parseQuery(query.text), query.filterByText, known)
    const key = JSON.stringify([conditions, query.sort.column, query.sort.descending])
    const remembered = listings.get(key)
    if (remembered) {
      listings.delete(key)
      listings.set(key, remembered)
      return remembered
    }
    const [oldest] = listings
    if (oldest && listings.size >= REMEMBERED_LISTINGS) {
      oldest[1].release()
      listings.delete(oldest[0])
    }
    const made = makeListing(db, query.sort, conditions, listedIds)
    listings.set(key, made)
    return made
  }

  const search: LibrarySearch = {
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
    matches: ({ text, limit, sort }) => {
      refresh()
      const parsed = parseQuery(text)
      const terms = parsed.terms.filter((term) => !term.isNegated)
      if (terms.length === 0) return { rows: [], positions: [] }
      const wanted = Math.min(PAGE_ROWS, Math.max(1, Math.floor(limit)))
      const fields = conditionsOf({ terms: [], filters: parsed.filters }, false, known, false)
      const unwanted = parsed.terms.filter((term) => term.isNegated)
      const restrict = (match: string): Conditions => ({
        ...fields,
        match: excluding(fields.match === null ? match : `(${match}) AND ${fields.match}`, unwanted),
      })
      // What begins with the text as it stands is found by its name alone, which knows nothing of phrases, other words and seeds.
      const isPlain =
        unwanted.length === 0 && fields.match === null && terms.every((term) => term.kind === 'word')
      const start = isPlain ? terms.map((term) => term.text).join(' ') : null
      const loose = terms.map(loosened)
      const ids: number[] = []
      // Each pass is dearer or less close than the one before: it runs only while there is room.
      const add = (match: string, nameStart: string | null, has: 'all' | 'any'): boolean => {
        const found = closest(db, terms, { ...restrict(match), nameStart, has }, wanted + ids.length)
        const had = new Set(ids)
        ids.push(...found.ids.filter((id) => !had.has(id)))
        return found.isComplete
      }
      const isComplete = add(matchAll(loose), start, 'all')
      // Where thousands begin alike ("explo…"), the word itself may be older than all that were looked at.
      if (ids.length < wanted && !isComplete) add(matchAll(terms), null, 'all')
      if (ids.length < wanted && terms.length > 1) add(matchAny(loose), null, 'any')
      const rows = rowsByIds(db, ids.slice(0, wanted))
      const table = conditionsOf(parsed, false, known)
      const positions = positionsOf(
        db,
        sort,
        table,
        rows.map((row) => row.id),
      )
      return { rows, positions }
    },
    prepare: () => {
      const newest = { column: 'createdAtMs', descending: true } as const
      const { rows } = search.page({ text: '', filterByText: false, sort: newest, offset: 0, limit: 1 })
      const [word] = wordsOf(rows[0]?.name ?? '')
      if (word !== undefined) search.matches({ text: word, limit: 1, sort: newest })
    },
  }
  return search
}

interface StoredCandidate {
  readonly id: number
  readonly name: string
  readonly text: string
  readonly is_favourite: number
}

interface Pass extends Conditions {
  /** Of names that are candidates, too; null for none. */
  readonly nameStart: string | null
  /** Which of the words typed a sound must have. */
  readonly has: 'all' | 'any'
}

/**
 * Ids by closeness, newest first among equals, of a bounded number of candidates: the newest that match, and names that begin so.
 * Complete: there were no more of them.
 */
function closest(
  db: ReadableDatabase,
  terms: readonly TextTerm[],
  { match, where, parameters, nameStart, has }: Pass,
  limit: number,
): { readonly ids: readonly number[]; readonly isComplete: boolean } {
  const conditions = ['sounds.trashed_at_ms IS NULL', ...where].join(' AND ')
  const columns = `sounds.id, sounds.name, prompt || ' ' || label || ' ' || tags_text || ' ' || note || ' ' || model || ' ' || ifnull(seed, '') AS text, is_favourite`
  const newest = db
    .statement(
      `SELECT ${columns}
       FROM (SELECT rowid AS found FROM sounds_fts WHERE sounds_fts MATCH ? ORDER BY rowid DESC LIMIT ${LOOKED_AT})
       CROSS JOIN sounds ON sounds.id = found WHERE ${conditions} LIMIT ${RANKED_CANDIDATES}`,
    )
    .all([match, ...parameters])
  const named =
    nameStart === null
      ? []
      : db
          .statement(
            `SELECT ${columns} FROM sounds
             WHERE name >= ? AND name < ? || char(1114111) AND ${conditions} LIMIT ${NAMED_CANDIDATES}`,
          )
          .all([nameStart, nameStart, ...parameters])
  const closeness = closenessTo(terms)
  const words = terms.flatMap((term) => wordsOf(term.text)).length
  const scored = new Map<number, number>()
  // The columns above, of a STRICT table.
  for (const stored of [...newest, ...named] as readonly StoredCandidate[]) {
    const { score, missing } = closeness({
      name: stored.name,
      text: stored.text,
      isFavourite: stored.is_favourite === 1,
    })
    if (has === 'all' ? missing === 0 : missing < words) scored.set(stored.id, score)
  }
  const ids = [...scored]
    .sort(([idA, scoreA], [idB, scoreB]) => scoreB - scoreA || idB - idA)
    .slice(0, limit)
    .map(([id]) => id)
  // With fields, some of those looked at may have been left out: then nobody knows.
  return { ids, isComplete: where.length === 0 && newest.length < RANKED_CANDIDATES }
}

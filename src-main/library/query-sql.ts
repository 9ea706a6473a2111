// A parsed query becomes the conditions of a statement. Pure: nothing that was typed is ever part of the SQL, and what goes to MATCH is quoted.
import type { SqlValue } from './database.ts'
import type { Kind } from './kinds.ts'
import type { Filter, ParsedQuery, TextTerm } from './query-parser.ts'

export interface Conditions {
  /** What the full-text index is asked; null where it is not. */
  readonly match: string | null
  /** What the tag of a sound begins with, where the sounds are looked for by it; never beside `match`. */
  readonly tag: string | null
  /** Joined by AND, on the columns of `sounds`, besides `match`. */
  readonly where: readonly string[]
  /** Of `where`, in order. */
  readonly parameters: readonly SqlValue[]
  /**
   * Conditions that every sound fulfils, put before `where`: with them each column of the index `sounds_kinds` has its values, so that it is
   * searched and not read through. Null where that index does not help.
   */
  readonly seek: { readonly where: readonly string[]; readonly parameters: readonly SqlValue[] } | null
  /** How many sounds fulfil them, where kinds alone decide. */
  readonly total: number | null
}

/** One term as FTS5 reads it: a quoted string, in which a quote is doubled and nothing else has a meaning. */
export function matchTerm(term: Pick<TextTerm, 'kind' | 'text'>): string {
  const quoted = `"${term.text.replaceAll('\0', ' ').replaceAll('"', '""')}"`
  return term.kind === 'word' ? `${quoted} *` : quoted
}

/** The index has the beginnings of words ready up to this many letters (`prefix` of sounds_fts). */
const READY_LETTERS = 5

/**
 * A term that finds a little more and never has to be put together from all words that begin so: a long plain word becomes its first
 * letters. Who uses it looks at what it found.
 */
export function loosened(term: TextTerm): TextTerm {
  return term.kind === 'word' && /^[a-z0-9]+$/i.test(term.text)
    ? { ...term, text: term.text.slice(0, READY_LETTERS) }
    : term
}

/** The MATCH text of these terms. All of them, or any of them. */
export function matchAll(terms: readonly TextTerm[]): string {
  return terms.map(matchTerm).join(' AND ')
}
export function matchAny(terms: readonly TextTerm[]): string {
  return terms.map(matchTerm).join(' OR ')
}

const IN_INDEX = 'IN (SELECT rowid FROM sounds_fts WHERE sounds_fts MATCH ?)'

/**
 * The conditions of a query. Words and phrases count only with `filterByText`: otherwise they rank elsewhere, and a sentence that is being
 * typed never empties the table.
 * @param kinds all that there are; asked for only where a filter is about them
 * @param canLead false where something else leads to the sounds: then a tag is a condition like any other
 */
export function conditionsOf(
  query: ParsedQuery,
  filterByText: boolean,
  kinds: () => readonly Kind[],
  canLead = true,
): Conditions {
  const where: string[] = []
  const parameters: SqlValue[] = []
  const terms = filterByText ? query.terms : []
  const unwanted = terms.filter((term) => term.isNegated)
  const seeds = query.filters.filter((filter) => filter.field === 'seed' && !filter.isNegated)
  const found = [...terms.filter((term) => !term.isNegated).map(matchTerm), ...seeds.map(matchSeed)].join(
    ' AND ',
  )
  if (found === '') {
    // The index cannot be asked for what is not there, only for what is.
    for (const term of unwanted) {
      where.push(`sounds.id NOT ${IN_INDEX}`)
      parameters.push(matchTerm(term))
    }
  }
  const ofKind = query.filters.filter((filter) => filter.field === 'model' || filter.field === 'type')
  const wanted = () => kinds().filter((kind) => ofKind.every((filter) => isOfKind(filter, kind)))
  if (ofKind.length > 0) {
    where.push(IN_KINDS)
    parameters.push(kindsJson(wanted()))
  }
  // The first tag leads to its sounds, the others are looked for among them.
  const leading =
    canLead && found === ''
      ? query.filters.find((filter) => filter.field === 'tag' && !filter.isNegated)
      : undefined
  for (const filter of query.filters) {
    if (filter === leading) continue
    const condition = filterCondition(filter)
    if (condition === null) continue
    where.push(condition.sql)
    parameters.push(...condition.parameters)
  }
  const match = found === '' ? null : excluding(found, unwanted)
  const isOfSounds = match === null && unwanted.length === 0
  return {
    match,
    tag: leading?.field === 'tag' ? leading.text : null,
    where,
    parameters,
    seek: match === null ? seekOf(query, ofKind.length > 0, kinds) : null,
    total: isOfSounds ? totalOf(query, wanted) : null,
  }
}

function seekOf(query: ParsedQuery, hasKinds: boolean, kinds: () => readonly Kind[]): Conditions['seek'] {
  const has = (field: Filter['field']) => query.filters.some((filter) => filter.field === field)
  // A tag finds its sounds by itself.
  if (has('tag') || !(hasKinds || has('dur') || has('fav'))) return null
  return {
    where: [...(has('fav') ? [] : ['sounds.is_favourite IN (0, 1)']), ...(hasKinds ? [] : [IN_KINDS])],
    parameters: hasKinds ? [] : [kindsJson(kinds())],
  }
}

/** The sum over the kinds that are wanted, where nothing else is asked than kinds and favourites. */
function totalOf(query: ParsedQuery, wanted: () => readonly Kind[]): number | null {
  const { filters } = query
  if (
    filters.length === 0 ||
    filters.some(({ field }) => field === 'dur' || field === 'seed' || field === 'tag')
  )
    return null
  const wantsFavourites = filters.flatMap((filter) => (filter.field === 'fav' ? !filter.isNegated : []))
  const counted = (kind: Kind): number => {
    if (wantsFavourites.length === 0) return kind.sounds
    if (new Set(wantsFavourites).size > 1) return 0
    return wantsFavourites[0] ? kind.favourites : kind.sounds - kind.favourites
  }
  return wanted().reduce((total, kind) => total + counted(kind), 0)
}

const IN_KINDS = `(sounds.type, sounds.category, sounds.model) IN
  (SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?))`
const kindsJson = (kinds: readonly Kind[]): string =>
  JSON.stringify(kinds.map(({ type, category, model }) => [type, category, model]))

function isOfKind(filter: Filter, kind: Kind): boolean {
  if (filter.field !== 'model' && filter.field !== 'type') return true
  const text = filter.text.toLowerCase()
  const holds =
    filter.field === 'model'
      ? kind.model.toLowerCase().includes(text)
      : kind.type.toLowerCase().startsWith(text) || kind.category.toLowerCase().startsWith(text)
  return holds !== filter.isNegated
}

/** A MATCH text without what has one of these terms. */
export function excluding(match: string, unwanted: readonly TextTerm[]): string {
  return unwanted.length === 0 ? match : `(${match}) NOT (${matchAny(unwanted)})`
}

const matchSeed = (filter: Filter): string => (filter.field === 'seed' ? `seed : "${filter.digits}" *` : '')

/** Null for what is said elsewhere: kinds, and seeds that are looked for. */
function filterCondition(
  filter: Filter,
): { readonly sql: string; readonly parameters: readonly SqlValue[] } | null {
  const not = filter.isNegated ? 'NOT ' : ''
  switch (filter.field) {
    case 'fav':
      return { sql: `sounds.is_favourite = ${filter.isNegated ? 0 : 1}`, parameters: [] }
    case 'dur':
      return { sql: `sounds.duration_ms ${not}BETWEEN ? AND ?`, parameters: [filter.minMs, filter.maxMs] }
    case 'seed':
      return filter.isNegated ? { sql: `sounds.id NOT ${IN_INDEX}`, parameters: [matchSeed(filter)] } : null
    case 'tag':
      return {
        sql: `sounds.id ${not}IN (SELECT sound_id FROM sound_tags WHERE tag >= ? AND tag < ? || char(1114111))`,
        parameters: [filter.text, filter.text],
      }
    case 'model':
    case 'type':
      return null
  }
}

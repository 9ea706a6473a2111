// A parsed query becomes the conditions of a statement. Pure: nothing that was typed is ever part of the SQL, and what goes to MATCH is quoted.
import type { SqlValue } from './database.ts'
import type { FacetField } from './facets.ts'
import type { Range } from './field-values.ts'
import { everyKind, isAboutKind, type KindsMeant, kindsMeant } from './kind-conditions.ts'
import type { Condition, Kind } from './kinds.ts'
import { type Known, likeText } from './known.ts'
import type { Filter, OneFilter, ParsedQuery, SoundState, TextTerm } from './query-parser.ts'

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
   * Conditions that say nothing new, put before `where`: with them each column of an index has its values, so that it is searched and not read
   * through. Null where neither index helps.
   */
  readonly seek: {
    readonly index: KindsMeant['index']
    readonly where: readonly string[]
    readonly parameters: readonly SqlValue[]
  } | null
  /** How many sounds fulfil them, where that is known without looking at them. */
  readonly total: number | null
  /** Seeds that lead to their sounds, as ranges of the index; never beside `match`. They are not in `where`. */
  readonly seeds: readonly Range[] | null
  /** The collections that `in:` names, for the order of their sounds. */
  readonly collections: readonly number[] | null
}

/** What a walk along another column asks of each row in place of being led by seeds. */
export const seedCondition = (seeds: readonly Range[]): string =>
  `(${seeds.map(() => 'sounds.seed BETWEEN ? AND ?').join(' OR ')})`
export const seedParameters = (seeds: readonly Range[]): readonly SqlValue[] =>
  seeds.flatMap(({ min, max }) => [min, max])

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
 * @param known of the library; asked only for what a filter is about
 * @param canLead false where something else leads to the sounds: then tags and seeds are conditions like any other
 */
export function conditionsOf(
  query: ParsedQuery,
  filterByText: boolean,
  known: Known,
  canLead = true,
): Conditions {
  const where: string[] = []
  const parameters: SqlValue[] = []
  const terms = filterByText ? query.terms : []
  const unwanted = terms.filter((term) => term.isNegated)
  const seeds = query.filters.filter((filter) => filter.field === 'seed' && !filter.isNegated)
  const wantedTerms = terms.filter((term) => !term.isNegated)
  // One seed alone is found faster among the numbers than among the words.
  const [onlySeed] =
    canLead && wantedTerms.length === 0 && unwanted.length === 0 && seeds.length === 1 ? seeds : []
  const leadingSeeds = onlySeed?.field === 'seed' ? seedRanges(onlySeed.digits) : null
  const found = [...wantedTerms.map(matchTerm), ...(leadingSeeds === null ? seeds.map(matchSeed) : [])].join(
    ' AND ',
  )
  if (found === '') {
    // The index cannot be asked for what is not there, only for what is.
    for (const term of unwanted) {
      where.push(`sounds.id NOT ${IN_INDEX}`)
      parameters.push(matchTerm(term))
    }
  }
  const kinds = kindsMeant(query.filters, known)
  if (kinds !== null) {
    where.push(kinds.each.sql)
    parameters.push(...kinds.each.parameters)
  }
  // The first tag leads to its sounds, the others are looked for among them.
  const leading =
    canLead && found === '' && leadingSeeds === null
      ? query.filters.find(
          (filter) => filter.field === 'tag' && !filter.isNegated && !filter.text.startsWith('='),
        )
      : undefined
  for (const filter of query.filters) {
    if (filter === leading) continue
    const condition = filterCondition(filter, known)
    if (condition === null) continue
    where.push(condition.sql)
    parameters.push(...condition.parameters)
  }
  const match = found === '' ? null : excluding(found, unwanted)
  const isOfFields = match === null && unwanted.length === 0
  const [inside] = query.filters.flatMap((filter) =>
    filter.field === 'in' && !filter.isNegated ? [known.collectionsLike(filter.text)] : [],
  )
  return {
    match,
    tag: leading?.field === 'tag' ? leading.text : null,
    where,
    parameters,
    seek: match === null && leadingSeeds === null ? seekOf(query, kinds, known) : null,
    total: isOfFields ? totalOf(query, kinds, leadingSeeds, known) : null,
    seeds: leadingSeeds,
    collections: inside ?? null,
  }
}

/** The numbers that begin with these digits, as ranges: 41 itself, 410 to 419, 4100 to 4199 and so on. */
function seedRanges(digits: string): readonly Range[] {
  const start = Number(digits)
  if (digits.startsWith('0')) return digits === '0' ? [{ min: 0, max: 0 }] : []
  const ranges: Range[] = []
  for (let scale = 1; start * scale <= Number.MAX_SAFE_INTEGER; scale *= 10) {
    ranges.push({ min: start * scale, max: Math.min(Number.MAX_SAFE_INTEGER, (start + 1) * scale - 1) })
  }
  return ranges
}

function seekOf(query: ParsedQuery, kinds: KindsMeant | null, known: Known): Conditions['seek'] {
  const has = (field: Filter['field']) => query.filters.some((filter) => filter.field === field)
  // A tag finds its sounds by itself.
  if (has('tag') || !(kinds !== null || has('dur') || has('fav'))) return null
  const sought = kinds ?? everyKind(known)
  return {
    index: sought.index,
    where: [sought.sought.sql, ...(has('fav') ? [] : ['sounds.is_favourite IN (0, 1)'])],
    parameters: sought.sought.parameters,
  }
}

/** Of filters whose counts are kept: kinds with favourites or with a length, or one other field alone. */
function totalOf(
  query: ParsedQuery,
  kinds: KindsMeant | null,
  seeds: readonly Range[] | null,
  known: Known,
): number | null {
  const { filters } = query
  const others = filters.filter((filter) => !isAboutKind(filter))
  const [other] = others
  const lengths = filters.flatMap((filter) => (filter.field === 'dur' && !filter.isNegated ? [filter] : []))
  const [length] = lengths
  if (length !== undefined && others.length === 1)
    return (
      known.lengthCount(length, kinds?.kinds ?? null) +
      known.guessedLengthCount(length, kinds?.included ?? []) -
      known.guessedLengthCount(length, kinds?.excluded ?? [])
    )
  if (filters.length === 1 && other !== undefined) {
    if (seeds !== null) return known.count('seed', seeds)
    const counted = countOf(other, known)
    if (counted !== null) return other.isNegated ? sumOf(known.kinds()) - counted : counted
  }
  if (filters.length === 0 || others.some(({ field }) => field !== 'fav')) return null
  const wantsFavourites = filters.flatMap((filter) => (filter.field === 'fav' ? !filter.isNegated : []))
  const counted = (kind: Kind): number => {
    if (wantsFavourites.length === 0) return kind.sounds
    if (new Set(wantsFavourites).size > 1) return 0
    return wantsFavourites[0] ? kind.favourites : kind.sounds - kind.favourites
  }
  const sum = (of: readonly Kind[]): number => of.reduce((total, kind) => total + counted(kind), 0)
  return sum(kinds?.kinds ?? known.kinds()) + sum(kinds?.included ?? []) - sum(kinds?.excluded ?? [])
}

const sumOf = (kinds: readonly Kind[]): number => kinds.reduce((sum, { sounds }) => sum + sounds, 0)

/** Of one field that is counted by value, as if it were not negated; null for others. */
function countOf(filter: Filter, known: Known): number | null {
  switch (filter.field) {
    case 'date':
      return known.count('created_at_ms', [filter])
    case 'tag':
      return filter.text.startsWith('=') ? null : known.tagCount(filter.text)
    case 'any': {
      const parts = filter.of.map((one) => countedValues(one, known))
      const [first] = parts
      // A sound can be in several states; of every other field it has one value.
      if (first == null || first.field === 'state') return null
      return sumOfValues(known, first.field, (value) => parts.some((part) => part?.holds(value)))
    }
    default: {
      const counted = countedValues(filter, known)
      return counted === null ? null : sumOfValues(known, counted.field, counted.holds)
    }
  }
}

const sumOfValues = (
  known: Known,
  field: FacetField,
  holds: (value: string) => boolean | undefined,
): number => known.values(field).reduce((total, { value, count }) => total + (holds(value) ? count : 0), 0)

interface CountedValues {
  readonly field: FacetField
  holds(value: string): boolean
}

/** Which values of a counted field a filter wants; null where the field is not counted by value. */
function countedValues(filter: OneFilter, known: Known): CountedValues | null {
  switch (filter.field) {
    case 'family':
    case 'format':
      return { field: filter.field, holds: (value) => likeText(value, filter.text) }
    case 'conn': {
      const ids = new Set(known.connectionsLike(filter.text))
      return { field: 'connection', holds: (value) => ids.has(value) }
    }
    case 'rate':
    case 'rating':
      return {
        field: filter.field,
        holds: (value) => Number(value) >= filter.min && Number(value) <= filter.max,
      }
    case 'is':
      return { field: 'state', holds: (value) => value === filter.state }
    default:
      return null
  }
}

/** A MATCH text without what has one of these terms. */
export function excluding(match: string, unwanted: readonly TextTerm[]): string {
  return unwanted.length === 0 ? match : `(${match}) NOT (${matchAny(unwanted)})`
}

const matchSeed = (filter: Filter): string => (filter.field === 'seed' ? `seed : "${filter.digits}" *` : '')

/** Null for what is said elsewhere: kinds, and seeds that are looked for. */
function filterCondition(filter: Filter, known: Known): Condition | null {
  const not = filter.isNegated ? 'NOT ' : ''
  const oneOf = (column: string, values: readonly (string | number)[]): Condition => ({
    sql: `${column} ${not}IN (SELECT value FROM json_each(?))`,
    parameters: [JSON.stringify(values)],
  })
  const like = (field: FacetField, text: string): readonly string[] =>
    known
      .values(field)
      .map(({ value }) => value)
      .filter((value) => likeText(value, text))
  switch (filter.field) {
    case 'any': {
      const parts = filter.of.flatMap(
        (one) => (one.field === 'seed' ? seedPart(one) : filterCondition(one, known)) ?? [],
      )
      return parts.length === 0
        ? null
        : {
            sql: `${not}(${parts.map(({ sql }) => sql).join(' OR ')})`,
            parameters: parts.flatMap(({ parameters }) => parameters),
          }
    }
    case 'fav':
      return { sql: `sounds.is_favourite = ${filter.isNegated ? 0 : 1}`, parameters: [] }
    case 'dur':
    case 'rate':
    case 'rating':
    case 'date':
      return {
        sql: `${RANGE_COLUMNS[filter.field]} ${not}BETWEEN ? AND ?`,
        parameters: [filter.min, filter.max],
      }
    case 'family':
      return oneOf('sounds.family', like('family', filter.text))
    case 'format':
      return oneOf('sounds.format', like('format', filter.text))
    case 'conn':
      // A sound of no connection is of none that is named, and so it is none of those.
      return oneOf("ifnull(sounds.connection_id, '')", known.connectionsLike(filter.text))
    case 'in':
      return {
        sql: `sounds.id ${not}IN (SELECT sound_id FROM collection_sounds
          WHERE collection_id IN (SELECT value FROM json_each(?)))`,
        parameters: [JSON.stringify(known.collectionsLike(filter.text))],
      }
    case 'is':
      return { sql: `${not}(${STATES[filter.state]})`, parameters: [] }
    case 'seed':
      return filter.isNegated ? { sql: `sounds.id NOT ${IN_INDEX}`, parameters: [matchSeed(filter)] } : null
    case 'tag':
      return filter.text.startsWith('=')
        ? {
            sql: `sounds.id ${not}IN (SELECT sound_id FROM sound_tags WHERE tag = ?)`,
            parameters: [filter.text.slice(1)],
          }
        : {
            sql: `sounds.id ${not}IN (SELECT sound_id FROM sound_tags WHERE tag >= ? AND tag < ? || char(1114111))`,
            parameters: [filter.text, filter.text],
          }
    case 'model':
    case 'type':
    case 'cat':
      return null
  }
}

/** A seed among others leads nowhere by itself. */
const seedPart = (filter: OneFilter): Condition => ({
  sql: `sounds.id ${IN_INDEX}`,
  parameters: [matchSeed(filter)],
})

const RANGE_COLUMNS = {
  dur: 'sounds.duration_ms',
  rate: 'sounds.sample_rate',
  rating: 'sounds.rating',
  date: 'sounds.created_at_ms',
} as const

/** Never null, so that NOT turns them round. */
const STATES: Readonly<Record<SoundState, string>> = {
  missing: 'sounds.missing_at_ms IS NOT NULL',
  loop: 'sounds.is_loop = 1',
  imported: "sounds.origin = 'imported'",
  kept: "sounds.verdict IS 'kept'",
  rejected: "sounds.verdict IS 'rejected'",
}

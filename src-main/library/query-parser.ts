// Typed text becomes a query: words, "phrases", `field:value` and `field:one|another` filters, each with an optional minus before it. Pure; every text is a query.
import { parseDates, parseRates, parseRatings, type Range } from './field-values.ts'

export interface TextTerm {
  /** A phrase matches whole words in this order; a word, or a phrase whose end is still open, matches what begins so. */
  readonly kind: 'word' | 'phrase'
  readonly text: string
  readonly isNegated: boolean
}
/** Fields of text; what they compare with is said beside each in query-sql.ts. */
export type TextField = 'model' | 'type' | 'cat' | 'tag' | 'family' | 'format' | 'conn' | 'in'
/** Fields of numbers, both ends included: milliseconds, hertz, stars, milliseconds since 1970. */
export type RangeField = 'dur' | 'rate' | 'rating' | 'date'
export type SoundState = 'missing' | 'loop' | 'imported' | 'kept' | 'rejected'
export type FilterField = TextField | RangeField | 'seed' | 'fav' | 'is'
const FIELDS = [
  'model',
  'seed',
  'type',
  'cat',
  'tag',
  'dur',
  'fav',
  'family',
  'format',
  'conn',
  'in',
  'rate',
  'rating',
  'date',
  'is',
] as const satisfies readonly FilterField[]
export type OneFilter = {
  readonly isNegated: boolean
} /** `=` before the text: exactly this, and not only what begins so. */ & (
  | { readonly field: TextField; readonly text: string }
  /** Decimal digits: what the seed begins with. */
  | { readonly field: 'seed'; readonly digits: string }
  | ({ readonly field: RangeField } & Range)
  | { readonly field: 'is'; readonly state: SoundState }
  | { readonly field: 'fav' }
)
/** Any of these will do: `type:sfx|ambience`. At least two of one field, none of them negated. */
export interface AnyFilter {
  readonly field: 'any'
  readonly of: readonly OneFilter[]
  readonly isNegated: boolean
}
export type Filter = OneFilter | AnyFilter
export interface ParsedQuery {
  readonly terms: readonly TextTerm[]
  readonly filters: readonly Filter[]
}

/** What is read of a typed text; a prompt may be longer, but a search is not. */
const READ_CHARACTERS = 500
const READ_TERMS = 16

/** One value of a list; the last quote may still be open. */
const ITEM = /"[^"]*"?|[^\s"|]*/.source
const VALUE = /"([^"]*)"?|([^"|]+)/gu
/** [minus] and known field:value|value…, or [minus] [other:] ("quoted" | bare); the last quote may still be open. */
const TOKEN = new RegExp(
  `(-?)(?:(${FIELDS.join('|')}):((?:${ITEM})(?:\\|(?:${ITEM}))*)|(?:([a-z]+):)?(?:"([^"]*)("?)|([^\\s"]+)))`,
  'giu',
)
/** What the index keeps of a text; a term without any finds nothing and is left out. */
const SEARCHABLE = /[\p{L}\p{N}\p{Co}]/u

/**
 * Reads what a person typed. A field whose value is not there yet or makes no sense (`dur:`, `seed:x`) is left out, since the
 * person is still typing it; an unknown field is a word like any other.
 */
export function parseQuery(text: string): ParsedQuery {
  const terms: TextTerm[] = []
  const filters: Filter[] = []
  for (const match of text.slice(0, READ_CHARACTERS).toWellFormed().matchAll(TOKEN)) {
    if (terms.length + filters.length >= READ_TERMS) break
    const [whole, minus, field, list = '', fieldTyped, quoted, closing, bare] = match
    const isNegated = minus === '-'
    const value = quoted ?? bare ?? ''
    if (field !== undefined) {
      const filter = parseList(field.toLowerCase(), list, isNegated)
      if (filter) filters.push(filter)
      continue
    }
    if (fieldTyped === undefined && value.toLowerCase() === 'fav' && quoted === undefined) {
      filters.push({ field: 'fav', isNegated })
      continue
    }
    const isQuoted = quoted !== undefined && fieldTyped === undefined
    const term = isQuoted ? value : whole.slice(isNegated ? 1 : 0).replaceAll('"', ' ')
    if (SEARCHABLE.test(term))
      terms.push({ kind: isQuoted && closing === '"' ? 'phrase' : 'word', text: term.trim(), isNegated })
  }
  return { terms, filters }
}

const STATES: ReadonlySet<string> = new Set<SoundState>(['missing', 'loop', 'imported', 'kept', 'rejected'])
const isState = (word: string): word is SoundState => STATES.has(word)
const isField = (word: string): word is FilterField => FIELDS.some((field) => field === word)

/** A filter of every value in the list; those that make no sense are left out. */
function parseList(field: string, list: string, isNegated: boolean): Filter | null {
  if (!isField(field)) return null
  const values = [...list.matchAll(VALUE)].map(([, quoted, bare]) => quoted ?? bare ?? '')
  if (values.length === 1) return parseFilter(field, values[0] ?? '', isNegated)
  const of = values.flatMap((value) => parseFilter(field, value, false) ?? [])
  const [only] = of
  return only === undefined
    ? null
    : of.length === 1
      ? { ...only, isNegated }
      : { field: 'any', of, isNegated }
}

function parseFilter(field: FilterField, value: string, isNegated: boolean): OneFilter | null {
  const text = value.trim()
  switch (field) {
    case 'model':
    case 'type':
    case 'cat':
    case 'tag':
    case 'family':
    case 'format':
    case 'conn':
    case 'in':
      return text === '' ? null : { field, text, isNegated }
    case 'seed':
      return /^\d{1,16}$/.test(text) ? { field, digits: text, isNegated } : null
    case 'dur':
    case 'rate':
    case 'rating':
    case 'date': {
      const range = RANGES[field](text)
      return range && { field, ...range, isNegated }
    }
    case 'is': {
      const state = text.toLowerCase()
      if (/^fav(ou?rite)?$/.test(state)) return { field: 'fav', isNegated }
      return isState(state) ? { field, state, isNegated } : null
    }
    case 'fav':
      return { field, isNegated: isNegated !== /^(no|false|0)$/i.test(text) }
  }
}

const RANGES: Readonly<Record<RangeField, (text: string) => Range | null>> = {
  dur: parseDurations,
  rate: parseRates,
  rating: parseRatings,
  date: parseDates,
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, sec: 1000, m: 60_000, min: 60_000 }

/**
 * `<2s`, `<=2s`, `>500ms`, `>=1m`, `1..3s`, `500ms..2s`, `1:30`, `2.5`: seconds where no unit is said. A bare value means what rounds to
 * it at the digits typed: `2s` is 1500 to 2499 ms, `2.0s` 1950 to 2049 ms.
 */
export function parseDurations(text: string): Range | null {
  const range = /^(.+?)\.\.(.+)$/.exec(text)
  if (range) {
    const end = parseDuration(range[2] ?? '')
    // "1..3s": the unit of the end holds for the start.
    const start = parseDuration(range[1] ?? '', end?.unitMs)
    return start && end && start.ms <= end.ms ? { min: start.ms, max: end.ms } : null
  }
  const compared = /^(<=?|>=?|=?)(.+)$/.exec(text)
  const duration = compared && parseDuration(compared[2] ?? '')
  if (!duration) return null
  const { ms } = duration
  switch (compared[1]) {
    case '<':
      return { min: 0, max: Math.ceil(ms) - 1 }
    case '<=':
      return { min: 0, max: ms }
    case '>':
      return { min: Math.floor(ms) + 1, max: Number.MAX_SAFE_INTEGER }
    case '>=':
      return { min: ms, max: Number.MAX_SAFE_INTEGER }
    default: {
      const half = duration.resolutionMs / 2
      return { min: Math.max(0, Math.ceil(ms - half)), max: Math.max(0, Math.ceil(ms + half) - 1) }
    }
  }
}

interface Duration {
  readonly ms: number
  readonly unitMs: number
  /** The weight of the last digit typed. */
  readonly resolutionMs: number
}

function parseDuration(text: string, defaultUnitMs = 1000): Duration | null {
  const clock = /^(\d{1,3}):([0-5]\d)$/.exec(text)
  if (clock)
    return { ms: (Number(clock[1]) * 60 + Number(clock[2])) * 1000, unitMs: 1000, resolutionMs: 1000 }
  const plain = /^(\d{1,9})(?:[.,](\d{1,3}))?(ms|sec|s|min|m)?$/i.exec(text)
  if (!plain) return null
  const [, whole, decimals = '', unit] = plain
  const unitMs = unit === undefined ? defaultUnitMs : (UNIT_MS[unit.toLowerCase()] ?? 1000)
  const ms = Number(`${whole}.${decimals || 0}`) * unitMs
  return { ms, unitMs, resolutionMs: Math.max(1, unitMs / 10 ** decimals.length) }
}

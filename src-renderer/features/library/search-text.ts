// What is typed into the omnibar, taken apart: words describe and rank, fields filter.

export interface SearchText {
  /** Words without fields: the prompt, and what ranks. */
  readonly words: string
  /** Fields alone, as the library reads them. */
  readonly filters: string
}

/** The fields that filter, as the library's parser has them, besides `fav`. */
const FIELDS = 'model|seed|type|cat|tag|dur|family|format|conn|in|rate|rating|date|is'
/** Values of a field, joined by `|`; one with spaces stands in quotes. */
const LIST = /(?:"[^"]*"?|[^\s"|]+)(?:\|(?:"[^"]*"?|[^\s"|]*))*/.source
const FIELD = new RegExp(`(?:^|\\s)(-?(?:${FIELDS}):${LIST}|-?fav)(?=\\s|$)`, 'gi')
const UNFINISHED = new RegExp(`(?:^|\\s)-?(?:${FIELDS}):(?=\\s|$)`, 'gi')

/** Parts words from fields. A field without a value is still being typed and is neither. */
export function parseSearch(text: string): SearchText {
  const filters: string[] = []
  const words = text
    .replace(FIELD, (_match, field: string) => {
      filters.push(field)
      return ' '
    })
    .replace(UNFINISHED, ' ')
  return { words: words.replace(/\s+/g, ' ').trim(), filters: filters.join(' ') }
}

/** The text with a field set to these values, of which any will do; without values it is taken out. `fav` has the value ''. */
export function withField(text: string, field: string, values: readonly string[]): string {
  const kept = fieldsOf(text).filter((each) => nameOf(each) !== field)
  const wanted =
    values.length === 0 ? [] : [field === 'fav' ? 'fav' : `${field}:${values.map(quoted).join('|')}`]
  return [parseSearch(text).words, ...kept, ...wanted].filter((part) => part !== '').join(' ')
}

/** Values of a field that is wanted: [''] for `fav`, none where it is not set. */
export function fieldValues(text: string, field: string): readonly string[] {
  const found = fieldsOf(text).find((each) => nameOf(each) === field)
  return found === undefined ? [] : valuesOf(found)
}

/** A filter of the text, as a chip shows it. */
export interface UsedFilter {
  /** As it stands in the text. */
  readonly source: string
  /** Without its minus. */
  readonly field: string
  readonly isNegated: boolean
  readonly values: readonly string[]
}

/** The filters of a text in their order. */
export function usedFilters(text: string): readonly UsedFilter[] {
  return fieldsOf(text).map((source) => {
    const isNegated = source.startsWith('-')
    return { source, field: nameOf(source).replace(/^-/, ''), isNegated, values: valuesOf(source) }
  })
}

/** The text without one of its filters. @param source as `usedFilters` has it */
export function withoutFilter(text: string, source: string): string {
  const kept = fieldsOf(text).filter((each) => each !== source)
  return [parseSearch(text).words, ...kept].filter((part) => part !== '').join(' ')
}

const fieldsOf = (text: string): string[] => [...text.matchAll(FIELD)].map((match) => match[1] ?? '')
const nameOf = (field: string): string => (field.split(':')[0] ?? '').toLowerCase()
/** A quote cannot be part of a value: the library does not read one. */
const quoted = (value: string): string => {
  const plain = value.replaceAll('"', '')
  return /[\s|]/.test(plain) ? `"${plain}"` : plain
}

function valuesOf(source: string): readonly string[] {
  const colon = source.indexOf(':')
  if (colon < 0) return ['']
  return [...source.slice(colon + 1).matchAll(/"([^"]*)"?|([^"|]+)/g)].map(
    ([, inQuotes, bare]) => inQuotes ?? bare ?? '',
  )
}

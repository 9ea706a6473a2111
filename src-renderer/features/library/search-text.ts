// What is typed into the omnibar, taken apart: words describe and rank, fields filter.

export interface SearchText {
  /** Words without fields: the prompt, and what ranks. */
  readonly words: string
  /** Fields alone, as the library reads them. */
  readonly filters: string
}

/** `fav` and these fields filter; a field's value may stand in quotes. */
const FIELD = /(?:^|\s)(-?(?:model|seed|type|tag|dur):(?:"[^"]*"?|\S+)|-?fav)(?=\s|$)/gi

/** Parts words from fields. A field without a value is still being typed and is neither. */
export function parseSearch(text: string): SearchText {
  const filters: string[] = []
  const words = text
    .replace(FIELD, (_match, field: string) => {
      filters.push(field)
      return ' '
    })
    .replace(/(?:^|\s)-?(?:model|seed|type|tag|dur):(?=\s|$)/gi, ' ')
  return { words: words.replace(/\s+/g, ' ').trim(), filters: filters.join(' ') }
}

/** The text with a field set to a value; null takes the field out. A value with spaces is quoted. */
export function withField(text: string, field: string, value: string | null): string {
  const kept = fieldsOf(text).filter((each) => nameOf(each) !== field)
  const wanted =
    value === null ? [] : [field === 'fav' ? 'fav' : `${field}:${/\s/.test(value) ? `"${value}"` : value}`]
  return [parseSearch(text).words, ...kept, ...wanted].filter((part) => part !== '').join(' ')
}

/** Value of a field, '' for `fav`, null where it is not set. */
export function fieldValue(text: string, field: string): string | null {
  const found = fieldsOf(text).find((each) => nameOf(each) === field)
  if (found === undefined) return null
  return field === 'fav' ? '' : found.slice(field.length + 1).replaceAll('"', '')
}

const fieldsOf = (text: string): string[] => [...text.matchAll(FIELD)].map((match) => match[1] ?? '')
const nameOf = (field: string): string => (field.split(':')[0] ?? '').toLowerCase()

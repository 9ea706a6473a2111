// A parsed query becomes the conditions of a statement. Pure: nothing that was typed is ever part of the SQL, and what goes to MATCH is quoted.
import type { SqlValue } from './database.ts'
import type { Filter, ParsedQuery, TextTerm } from './query-parser.ts'

/** The few words that sounds are of: looked up once a revision, so that `model:` and `type:` become equalities. */
export interface Facets {
  readonly models: readonly string[]
  readonly types: readonly string[]
  readonly categories: readonly string[]
}
export interface Conditions {
  /** Joined by AND, on the columns of `sounds`. Empty: every sound. */
  readonly where: readonly string[]
  readonly parameters: readonly SqlValue[]
}

/** One term as FTS5 reads it: a quoted string, in which a quote is doubled and nothing else has a meaning. */
export function matchTerm(term: Pick<TextTerm, 'kind' | 'text'>): string {
  const quoted = `"${term.text.replaceAll('\0', ' ').replaceAll('"', '""')}"`
  return term.kind === 'word' ? `${quoted} *` : quoted
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
 * The conditions of a query. Words and phrases that are not negated count only with `filterByText`: otherwise they rank elsewhere, and a
 * sentence that is being typed never empties the table.
 */
export function conditionsOf(query: ParsedQuery, filterByText: boolean, facets: Facets): Conditions {
  const where: string[] = []
  const parameters: SqlValue[] = []
  const wanted = filterByText ? query.terms.filter((term) => !term.isNegated) : []
  const unwanted = query.terms.filter((term) => term.isNegated)
  const seeds = query.filters.filter((filter) => filter.field === 'seed' && !filter.isNegated)
  if (wanted.length > 0 || seeds.length > 0) {
    where.push(`id ${IN_INDEX}`)
    const texts = [wanted.length > 0 ? matchAll(wanted) : '', ...seeds.map(matchSeed)]
    parameters.push(texts.filter((text) => text !== '').join(' AND '))
  }
  for (const term of unwanted) {
    where.push(`id NOT ${IN_INDEX}`)
    parameters.push(matchTerm(term))
  }
  for (const filter of query.filters) {
    if (filter.field === 'seed' && !filter.isNegated) continue
    const condition = filterCondition(filter, facets)
    where.push(filter.isNegated ? `NOT (${condition.sql})` : condition.sql)
    parameters.push(...condition.parameters)
  }
  return { where, parameters }
}

const matchSeed = (filter: Filter): string => (filter.field === 'seed' ? `seed : "${filter.digits}" *` : '')

function filterCondition(
  filter: Filter,
  facets: Facets,
): { readonly sql: string; readonly parameters: readonly SqlValue[] } {
  switch (filter.field) {
    case 'fav':
      return { sql: 'is_favourite = 1', parameters: [] }
    case 'dur':
      return { sql: 'duration_ms BETWEEN ? AND ?', parameters: [filter.minMs, filter.maxMs] }
    case 'seed':
      return { sql: `id ${IN_INDEX}`, parameters: [matchSeed(filter)] }
    case 'tag':
      return {
        sql: 'id IN (SELECT sound_id FROM sound_tags WHERE tag >= ? AND tag < ? || char(1114111))',
        parameters: [filter.text, filter.text],
      }
    case 'model':
      return oneOf('model', containing(facets.models, filter.text))
    case 'type': {
      const types = oneOf('type', beginning(facets.types, filter.text))
      const categories = oneOf('category', beginning(facets.categories, filter.text))
      if (categories.parameters.length === 0) return types
      if (types.parameters.length === 0)
        return { ...categories, sql: `category IS NOT NULL AND ${categories.sql}` }
      return {
        sql: `(${types.sql} OR (category IS NOT NULL AND ${categories.sql}))`,
        parameters: [...types.parameters, ...categories.parameters],
      }
    }
  }
}

const oneOf = (column: string, values: readonly string[]) => ({
  sql: values.length === 0 ? '0' : `${column} IN (${values.map(() => '?').join(', ')})`,
  parameters: values,
})
const containing = (known: readonly string[], part: string) =>
  known.filter((word) => word.toLowerCase().includes(part.toLowerCase()))
const beginning = (known: readonly string[], start: string) =>
  known.filter((word) => word.toLowerCase().startsWith(start.toLowerCase()))

// Which values the library has in each field that filters, and how many sounds have each. Kept by triggers: reading them counts nothing.
import type { FacetValue, LibraryFacets } from '../bridge/library.ts'
import { ucsById } from '../media/ucs/list.ts'
import type { ReadableDatabase } from './database.ts'
import { readCategories, readKinds } from './kinds.ts'

export type FacetField = 'family' | 'format' | 'rate' | 'rating' | 'connection' | 'state'
const MOST_VALUES = 200

export type KnownValues = ReadonlyMap<FacetField, readonly FacetValue[]>

/** All values of the counted fields, the most frequent first. */
export function readValues(db: ReadableDatabase): KnownValues {
  const known = new Map<FacetField, FacetValue[]>()
  // By the schema: two texts and an integer.
  const rows = db
    .statement(
      'SELECT field, value, sounds AS count FROM library_facets WHERE sounds > 0 ORDER BY sounds DESC, value',
    )
    .all() as readonly (FacetValue & { readonly field: FacetField })[]
  for (const { field, value, count } of rows) {
    const values = known.get(field) ?? []
    values.push({ value, count })
    known.set(field, values)
  }
  return known
}

/** For menus: at most 200 values of each field. */
export function readFacets(db: ReadableDatabase): LibraryFacets {
  const known = readValues(db)
  const kinds = readKinds(db)
  const of = (field: FacetField): readonly FacetValue[] => (known.get(field) ?? []).slice(0, MOST_VALUES)
  // By the schema: two texts.
  const names = new Map(
    (
      db.statement('SELECT id, name FROM connections').all() as readonly {
        readonly id: string
        readonly name: string
      }[]
    ).map(({ id, name }) => [id, name]),
  )
  const favourites = kinds.reduce((sum, kind) => sum + kind.favourites, 0)
  return {
    family: of('family'),
    model: summed(kinds, (kind) => [kind.model]),
    type: summed(kinds, (kind) => [kind.type]),
    category: summed(readCategories(db), ({ category, ucsId }) => [
      category,
      ucsById(ucsId)?.category.toLowerCase() ?? '',
    ]),
    format: of('format'),
    rate: of('rate'),
    rating: of('rating'),
    connection: of('connection').map(({ value, count }) => ({ value: names.get(value) ?? value, count })),
    state: [...of('state'), ...(favourites > 0 ? [{ value: 'favourite', count: favourites }] : [])],
  }
}

/** A sound counts for each of its words. */
function summed<K extends { readonly sounds: number }>(
  kinds: readonly K[],
  wordsOf: (kind: K) => readonly string[],
): readonly FacetValue[] {
  const counts = new Map<string, number>()
  for (const kind of kinds) {
    for (const value of new Set(wordsOf(kind)))
      if (value !== '') counts.set(value, (counts.get(value) ?? 0) + kind.sounds)
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MOST_VALUES)
}

// Which collection the table shows, by what stands in the omnibar. Pure.
import type { CollectionView } from '../../bridge.ts'
import { usedFilters } from '../library/search-text.ts'

/** The collection that a search names as the one to look into, as it was typed; null where it names none, or several. */
export function insideOf(text: string): string | null {
  const [inside, ...others] = usedFilters(text).filter(({ field }) => field.toLowerCase() === 'in')
  if (inside === undefined || inside.isNegated || others.length > 0 || inside.values.length !== 1) return null
  return inside.values[0] ?? null
}

/** The collection whose sounds, all of them and no others, a search shows: `in:` and its name, whatever words rank. */
export function shownCollection(all: readonly CollectionView[], text: string): CollectionView | null {
  if (usedFilters(text).length !== 1) return null
  const name = insideOf(text)?.toLowerCase()
  return all.find((each) => each.query === null && bareName(each.name) === name) ?? null
}

/** A quote cannot be part of a search. */
const bareName = (name: string): string => name.replaceAll('"', '').toLowerCase()

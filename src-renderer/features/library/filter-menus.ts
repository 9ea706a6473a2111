// What the table can be filtered by: menus of values with how many sounds have each. Pure.
import type { CollectionView, FacetValue, LibraryFacets, TagCount } from '../../bridge.ts'
import { sampleRate } from '../../wording/numbers.ts'
import { texts } from '../../wording/texts.ts'
import { collectionLines } from '../collections/collection-tree.ts'

const words = texts.library.filters

export interface FilterValue {
  /** As it stands behind the field in the search. */
  readonly value: string
  readonly label: string
  /** Null where nothing counts it. */
  readonly count: number | null
}
export interface FilterMenu {
  readonly field: string
  readonly title: string
  /** Of several values any will do; of these only one makes sense at a time. */
  readonly isSingle: boolean
  readonly values: readonly FilterValue[]
}

/** Stands in the bar itself; the others are behind "More". */
export const IN_BAR: ReadonlySet<string> = new Set(['type', 'dur', 'model', 'format', 'tag', 'is'])

const STATES: Readonly<Record<string, string>> = words.states
const DURATIONS: readonly FilterValue[] = [
  { value: '<1s', label: words.under(1), count: null },
  { value: '1..3s', label: words.between(1, 3), count: null },
  { value: '3..10s', label: words.between(3, 10), count: null },
  { value: '10..30s', label: words.between(10, 30), count: null },
  { value: '>30s', label: words.over(30), count: null },
]

/** @param nowMs for the days of dates; menus that would be empty are left out */
export function filterMenus(
  facets: LibraryFacets,
  tags: readonly TagCount[],
  collections: readonly CollectionView[],
  nowMs: number,
): readonly FilterMenu[] {
  const of = (
    field: keyof typeof words.menus,
    values: readonly FilterValue[],
    isSingle = false,
  ): FilterMenu => ({ field, title: words.menus[field], isSingle, values })
  const whole = (facet: readonly FacetValue[], names: Readonly<Record<string, string>> = {}) =>
    facet.map(({ value, count }) => ({ value: `=${value}`, label: names[value] ?? value, count }))
  const menus = [
    of('type', whole(facets.type)),
    of('dur', DURATIONS),
    of('model', whole(facets.model)),
    of('format', whole(facets.format)),
    of(
      'tag',
      tags.map(({ tag, count }) => ({ value: `=${tag}`, label: tag, count })),
    ),
    of(
      'is',
      facets.state.map(({ value, count }) => ({ value, label: STATES[value] ?? value, count })),
    ),
    of('family', whole(facets.family, words.families)),
    of('date', datesBefore(nowMs), true),
    of('rating', ratingValues(facets.rating)),
    of('rate', rateValues(facets.rate)),
    of('conn', whole(facets.connection)),
    of(
      'in',
      collectionLines(collections, 'collections').map(({ collection, path }) => ({
        value: collection.name.replaceAll('"', ''),
        label: path,
        count: collection.soundCount,
      })),
    ),
  ]
  return menus.filter(({ values }) => values.length > 0)
}

/** The words of a chip: what is chosen, by its label where a menu knows it. */
export function chosenText(menu: FilterMenu | undefined, values: readonly string[]): string {
  return values
    .map((value) => menu?.values.find((each) => each.value === value)?.label ?? value.replace(/^=/, ''))
    .join(', ')
}

const ratingValues = (facet: readonly FacetValue[]): FilterValue[] =>
  facet
    .toSorted((a, b) => Number(b.value) - Number(a.value))
    .map(({ value, count }) => ({
      value,
      label: value === '0' ? words.notRated : '★'.repeat(Number(value)),
      count,
    }))

const rateValues = (facet: readonly FacetValue[]): FilterValue[] =>
  facet
    .toSorted((a, b) => Number(a.value) - Number(b.value))
    .map(({ value, count }) => ({ value, label: sampleRate(Number(value)), count }))

/** Days of the person's own calendar, as the search reads them. */
function datesBefore(nowMs: number): readonly FilterValue[] {
  const day = (daysAgo: number): string => {
    const at = new Date(nowMs)
    at.setDate(at.getDate() - daysAgo)
    const two = (number: number): string => String(number).padStart(2, '0')
    return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  }
  return [
    { value: `>=${day(0)}`, label: words.today, count: null },
    { value: `>=${day(6)}`, label: words.lastDays(7), count: null },
    { value: `>=${day(29)}`, label: words.lastDays(30), count: null },
    { value: String(new Date(nowMs).getFullYear()), label: words.thisYear, count: null },
    { value: `<${new Date(nowMs).getFullYear()}`, label: words.earlierYears, count: null },
  ]
}

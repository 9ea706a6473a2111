// What the table can be filtered by: menus of values with how many sounds have each. Pure.
import type { CollectionView, FacetValue, LibraryFacets, TagCount } from '../../bridge.ts'
import { collectionLines } from '../collections/collection-tree.ts'

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

const STATES: Readonly<Record<string, string>> = {
  favourite: 'Favourite',
  kept: 'Kept take',
  rejected: 'Rejected take',
  loop: 'Loop',
  imported: 'Imported',
  missing: 'File is missing',
}
const FAMILIES: Readonly<Record<string, string>> = {
  'text-to-sfx': 'From words',
  'video-to-sfx': 'From a video',
  extend: 'Extended',
  inpaint: 'Repaired',
  region: 'Region',
  import: 'Imported',
}
const DURATIONS: readonly FilterValue[] = [
  { value: '<1s', label: 'under 1 s', count: null },
  { value: '1..3s', label: '1 to 3 s', count: null },
  { value: '3..10s', label: '3 to 10 s', count: null },
  { value: '10..30s', label: '10 to 30 s', count: null },
  { value: '>30s', label: 'over 30 s', count: null },
]

/** @param nowMs for the days of dates; menus that would be empty are left out */
export function filterMenus(
  facets: LibraryFacets,
  tags: readonly TagCount[],
  collections: readonly CollectionView[],
  nowMs: number,
): readonly FilterMenu[] {
  const of = (
    field: string,
    title: string,
    values: readonly FilterValue[],
    isSingle = false,
  ): FilterMenu => ({ field, title, isSingle, values })
  const whole = (facet: readonly FacetValue[], names: Readonly<Record<string, string>> = {}) =>
    facet.map(({ value, count }) => ({ value: `=${value}`, label: names[value] ?? value, count }))
  const menus = [
    of('type', 'Type', whole(facets.type)),
    of('dur', 'Duration', DURATIONS),
    of('model', 'Model', whole(facets.model)),
    of('format', 'Format', whole(facets.format)),
    of(
      'tag',
      'Tags',
      tags.map(({ tag, count }) => ({ value: `=${tag}`, label: tag, count })),
    ),
    of(
      'is',
      'State',
      facets.state.map(({ value, count }) => ({ value, label: STATES[value] ?? value, count })),
    ),
    of('family', 'Made', whole(facets.family, FAMILIES)),
    of('date', 'Date', datesBefore(nowMs), true),
    of('rating', 'Rating', ratingValues(facets.rating)),
    of('rate', 'Sample rate', rateValues(facets.rate)),
    of('conn', 'Connection', whole(facets.connection)),
    of(
      'in',
      'Collection',
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
      label: value === '0' ? 'Not rated' : '★'.repeat(Number(value)),
      count,
    }))

const rateValues = (facet: readonly FacetValue[]): FilterValue[] =>
  facet
    .toSorted((a, b) => Number(a.value) - Number(b.value))
    .map(({ value, count }) => ({ value, label: `${Number(value) / 1000} kHz`, count }))

/** Days of the person's own calendar, as the search reads them. */
function datesBefore(nowMs: number): readonly FilterValue[] {
  const day = (daysAgo: number): string => {
    const at = new Date(nowMs)
    at.setDate(at.getDate() - daysAgo)
    const two = (number: number): string => String(number).padStart(2, '0')
    return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  }
  return [
    { value: `>=${day(0)}`, label: 'today', count: null },
    { value: `>=${day(6)}`, label: 'last 7 days', count: null },
    { value: `>=${day(29)}`, label: 'last 30 days', count: null },
    { value: String(new Date(nowMs).getFullYear()), label: 'this year', count: null },
    { value: `<${new Date(nowMs).getFullYear()}`, label: 'earlier years', count: null },
  ]
}

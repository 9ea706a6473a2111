// The columns of the table, and how a click on their heads sorts.
import { FIRST_PAGE } from '../../../src-main/bridge/first-requests.ts'
import type { LibraryQuery, SortColumn } from '../../bridge.ts'
import { texts } from '../../wording/texts.ts'

const names = texts.library.table.columns

export type Sort = LibraryQuery['sort']

export interface Column {
  readonly name: string
  readonly className:
    | 'order'
    | 'play'
    | 'wave'
    | 'name'
    | 'type'
    | 'length'
    | 'model'
    | 'seed'
    | 'lufs'
    | 'cost'
    | 'date'
    | 'tags'
  /** Null where the library does not sort by it. */
  readonly sort: SortColumn | null
  /** Numbers begin with the largest, words with the first. */
  readonly beginsDescending: boolean
}

export const COLUMNS: readonly Column[] = [
  { name: names.play, className: 'play', sort: null, beginsDescending: false },
  { name: names.wave, className: 'wave', sort: null, beginsDescending: false },
  { name: names.name, className: 'name', sort: 'name', beginsDescending: false },
  { name: names.type, className: 'type', sort: 'type', beginsDescending: false },
  { name: names.length, className: 'length', sort: 'durationMs', beginsDescending: true },
  { name: names.model, className: 'model', sort: 'model', beginsDescending: false },
  { name: names.seed, className: 'seed', sort: 'seed', beginsDescending: true },
  { name: names.lufs, className: 'lufs', sort: 'loudnessLufs', beginsDescending: true },
  { name: names.cost, className: 'cost', sort: 'credits', beginsDescending: true },
  { name: names.date, className: 'date', sort: 'createdAtMs', beginsDescending: true },
  { name: names.tags, className: 'tags', sort: null, beginsDescending: false },
]

/** Before the others, while a collection is looked at: the places of its sounds. */
export const ORDER_COLUMN: Column = {
  name: names.order,
  className: 'order',
  sort: 'collection',
  beginsDescending: false,
}

export const NEWEST_FIRST: Sort = FIRST_PAGE.sort
export const IN_ORDER: Sort = { column: 'collection', descending: false }

/** The sort after a click on a column: first its own direction, then the other one. */
export function sortAfter(current: Sort, column: Column): Sort {
  if (column.sort === null) return current
  if (current.column !== column.sort) return { column: column.sort, descending: column.beginsDescending }
  return { column: column.sort, descending: !current.descending }
}

/** "newest first", "by name", "by name, last first". */
export const sortText = ({ column, descending }: Sort): string =>
  texts.library.table.sorted[column][descending ? 'descending' : 'ascending']

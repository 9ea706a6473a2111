// The columns of the table, and how a click on their heads sorts.
import type { LibraryQuery, SortColumn } from '../../bridge.ts'

export type Sort = LibraryQuery['sort']

export interface Column {
  readonly name: string
  readonly className:
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
  { name: 'Play', className: 'play', sort: null, beginsDescending: false },
  { name: 'Waveform', className: 'wave', sort: null, beginsDescending: false },
  { name: 'Name', className: 'name', sort: 'name', beginsDescending: false },
  { name: 'Type', className: 'type', sort: 'type', beginsDescending: false },
  { name: 'Length', className: 'length', sort: 'durationMs', beginsDescending: true },
  { name: 'Model', className: 'model', sort: 'model', beginsDescending: false },
  { name: 'Seed', className: 'seed', sort: 'seed', beginsDescending: true },
  { name: 'LUFS', className: 'lufs', sort: 'loudnessLufs', beginsDescending: true },
  { name: 'Credits', className: 'cost', sort: 'credits', beginsDescending: true },
  { name: 'Date', className: 'date', sort: 'createdAtMs', beginsDescending: true },
  { name: 'Tags', className: 'tags', sort: null, beginsDescending: false },
]

export const NEWEST_FIRST: Sort = { column: 'createdAtMs', descending: true }

/** The sort after a click on a column: first its own direction, then the other one. */
export function sortAfter(current: Sort, column: Column): Sort {
  if (column.sort === null) return current
  if (current.column !== column.sort) return { column: column.sort, descending: column.beginsDescending }
  return { column: column.sort, descending: !current.descending }
}

/** "newest first", "by name", "by length, longest first". */
export function sortText({ column, descending }: Sort): string {
  switch (column) {
    case 'createdAtMs':
      return descending ? 'newest first' : 'oldest first'
    case 'durationMs':
      return descending ? 'longest first' : 'shortest first'
    case 'loudnessLufs':
      return descending ? 'loudest first' : 'quietest first'
    case 'credits':
      return descending ? 'dearest first' : 'cheapest first'
    case 'sampleRate':
      return descending ? 'highest rate first' : 'lowest rate first'
    case 'rating':
      return descending ? 'best rated first' : 'least rated first'
    case 'collection':
      return descending ? 'in reversed order' : 'in the order of the collection'
    case 'name':
    case 'type':
    case 'model':
    case 'seed':
    case 'family':
    case 'format':
      return `by ${column}${descending ? ', last first' : ''}`
  }
}

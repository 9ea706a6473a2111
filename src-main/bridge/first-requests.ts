// What a new window asks first: the preload asks it while the page's script is still being read, and the page finds the answers there.
import type { LibraryQuery } from './types.ts'

/** The library without a search, newest first. */
export const FIRST_PAGE = {
  text: '',
  filterByText: false,
  sort: { column: 'createdAtMs', descending: true },
  offset: 0,
  limit: 100,
} as const satisfies LibraryQuery

export const FIRST_REQUESTS = [
  { name: 'app.state', args: undefined },
  { name: 'library.page', args: FIRST_PAGE },
  { name: 'collections.list', args: undefined },
  { name: 'generations.current', args: undefined },
  { name: 'imports.current', args: undefined },
  { name: 'library.history', args: undefined },
] as const

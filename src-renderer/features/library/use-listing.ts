// What the table shows, in order: jobs in flight, the closest matches, the offer to generate, then the library by pages.
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { type BridgeError, errorOf, type GenerationView, type SoundRow } from '../../bridge.ts'
import { currentGenerations, libraryPage, matches, PAGE_ROWS, type PageQuery } from '../../data/queries.ts'
import { useDelayed } from '../../data/use-delayed.ts'
import { NEWEST_FIRST, type Sort } from './columns.ts'
import { leftOut, wholeIndex } from './rest-index.ts'
import { parseSearch, type SearchText } from './search-text.ts'
import type { RowKey, Walk } from './selection.ts'

/** Matches above the offer; more would push it out of sight. */
const CLOSEST = 6
/** Jobs above the library; the rest stands in Activity. */
const JOBS_SHOWN = 8

export interface Listing {
  readonly search: SearchText
  readonly jobs: readonly GenerationView[]
  /** Jobs that are in Activity only. */
  readonly moreJobs: number
  readonly near: readonly SoundRow[]
  readonly offersToGenerate: boolean
  /** Rows of the table: sounds with the filters of the search, without those that stand above as the closest. */
  readonly total: number
  /** All sounds with the filters of the search. */
  readonly totalFound: number
  readonly walk: Walk
  /** Nothing was read yet, and it has lasted. */
  readonly isSlow: boolean
  readonly isRead: boolean
  readonly error: BridgeError | null
  /** Where a row of the table stands in the library's own pages. */
  wholeIndexOf(index: number): number
  /** A row of the table by its index; undefined while its page is on its way. */
  rowAt(index: number): SoundRow | undefined
  /** Asks for the pages of these rows. */
  want(first: number, end: number): void
  retry(): void
  /** Asks for the closest of a text that is about to be searched for: before anything is drawn for its last key. */
  ask(text: string): void
}

const CLOSEST_KEY = ['library', 'matches']
const closest = ({ words, filters }: SearchText, sort: Sort) =>
  matches([words, filters].filter(Boolean).join(' '), CLOSEST, sort)

/** @param text what stands in the omnibar */
export function useListing(text: string, sort: Sort): Listing {
  const search = useMemo(() => parseSearch(text), [text])
  const current = useQuery(currentGenerations)
  const client = useQueryClient()
  const [{ asked, isFirst }, setAsked] = useState({ asked: search, isFirst: true })
  const near = useQuery({
    ...closest(asked, sort),
    enabled: asked.words !== '',
    // The first letter takes the place of nothing; what an earlier search found has been put away.
    placeholderData: isFirst ? undefined : keepPreviousData,
  })
  // One search at a time, and the next is for what stands there then: nobody waits for answers to what was typed meanwhile.
  if (asked !== search && !near.isFetching) setAsked({ asked: search, isFirst: asked.words === '' })
  const ask = useCallback(
    (next: string) => {
      const wanted = parseSearch(next)
      if (wanted.words !== '' && client.isFetching({ queryKey: CLOSEST_KEY }) === 0)
        void client.prefetchQuery(closest(wanted, sort))
    },
    [client, sort],
  )
  const pages = usePages(search.filters, sort)
  const jobs = useMemo(() => (current.data ?? []).filter((job) => job.state !== 'done'), [current.data])
  const shownJobs = useMemo(() => jobs.slice(0, JOBS_SHOWN), [jobs])
  const nearRows = useMemo(
    () => (search.words === '' ? [] : (near.data?.rows ?? [])),
    [search.words, near.data],
  )
  const found = search.words === '' ? undefined : near.data?.positions
  // The rows below give way when the closest are out: they are many, and a key waits for those that it found.
  const shownAbove = useDeferredValue(found)
  const hidden = useMemo(() => leftOut(shownAbove ?? []), [shownAbove])
  const total = Math.max(0, pages.total - hidden.length)
  const offersToGenerate = search.words !== ''
  const walk = useMemo<Walk>(() => {
    const head: RowKey[] = shownJobs.map((job): RowKey => `job:${job.id}`)
    head.push(...nearRows.map((row): RowKey => `near:${row.id}`))
    if (offersToGenerate) head.push('generate')
    return { head, total }
  }, [shownJobs, nearRows, offersToGenerate, total])
  return {
    ...pages,
    total,
    totalFound: pages.total,
    wholeIndexOf: (index) => wholeIndex(index, hidden),
    rowAt: (index) => pages.rowAt(wholeIndex(index, hidden)),
    want: (first, end) => pages.want(first, wholeIndex(end, hidden)),
    search,
    jobs: shownJobs,
    moreJobs: jobs.length - shownJobs.length,
    near: nearRows,
    offersToGenerate,
    walk,
    ask,
  }
}

const pageQuery = (filters: string, sort: Sort): PageQuery => ({ text: filters, filterByText: false, sort })
/** What a new window shows first. */
export const firstPage = libraryPage(pageQuery('', NEWEST_FIRST), 0)

type Pages = Pick<Listing, 'total' | 'isSlow' | 'isRead' | 'error' | 'rowAt' | 'want' | 'retry'>

/** Reads the pages that are looked at, and keeps what was read. */
function usePages(filters: string, sort: Sort): Pages {
  const [range, setRange] = useState({ first: 0, last: 0 })
  const query = useMemo(() => pageQuery(filters, sort), [filters, sort])
  // The first page tells how many there are, whatever is looked at.
  const wanted = useMemo(() => {
    const numbers = new Set([0])
    for (let page = range.first; page <= range.last; page++) numbers.add(page)
    return [...numbers]
  }, [range])
  const results = useQueries({
    queries: wanted.map((page) => ({ ...libraryPage(query, page), placeholderData: keepPreviousData })),
  })
  const first = results[0]
  const total = first?.data?.total ?? 0
  const isRead = first?.data !== undefined
  const isSlow = useDelayed(!isRead && first?.error === null, 150)
  return {
    total,
    isRead,
    isSlow,
    error: first?.error == null || isRead ? null : errorOf(first.error),
    rowAt: (index) => {
      const place = wanted.indexOf(Math.floor(index / PAGE_ROWS))
      const result = results[place]
      return result?.isPlaceholderData === true && place !== 0
        ? undefined
        : result?.data?.rows[index % PAGE_ROWS]
    },
    want: (from, end) => {
      const next = {
        first: Math.floor(from / PAGE_ROWS),
        last: Math.floor(Math.max(from, end - 1) / PAGE_ROWS),
      }
      setRange((now) => (now.first === next.first && now.last === next.last ? now : next))
    },
    retry: () => void first?.refetch(),
  }
}

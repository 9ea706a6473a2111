// What Settings reads over the bridge. Keys that begin with `app` go stale with the topic 'settings'.
import { queryOptions } from '@tanstack/react-query'
import { bridge, unwrap } from '../../bridge.ts'

export const storageMove = queryOptions({
  queryKey: ['app', 'storage-move'],
  queryFn: () => unwrap(bridge.storage.move()),
})

export const libraryArchive = queryOptions({
  queryKey: ['app', 'library-archive'],
  queryFn: () => unwrap(bridge.storage.archive()),
})

/** Walking folders takes a while: not done with every change of the app. */
const MEASURE_EVERY_MS = 10_000

/** Measured when the section is opened, and now and then while it stands. */
export const storageUse = queryOptions({
  queryKey: ['storage-use'],
  queryFn: () => unwrap(bridge.storage.use()),
  staleTime: 0,
  refetchInterval: MEASURE_EVERY_MS,
})

export const watchedFolders = queryOptions({
  queryKey: ['app', 'watched-folders'],
  queryFn: () => unwrap(bridge.imports.watched()),
})

export const agentsState = queryOptions({
  queryKey: ['app', 'agents'],
  queryFn: () => unwrap(bridge.agents.state()),
})

export const updateState = queryOptions({
  queryKey: ['app', 'updates'],
  queryFn: () => unwrap(bridge.updates.state()),
})

/** The ids of the newest sounds, for examples of names. */
export const newestSounds = (limit: number) =>
  queryOptions({
    queryKey: ['library', 'newest', limit],
    queryFn: async () => {
      const page = await unwrap(
        bridge.library.page({
          text: '',
          filterByText: false,
          sort: { column: 'createdAtMs', descending: true },
          offset: 0,
          limit,
        }),
      )
      return page.rows.map(({ id }) => id)
    },
  })

/** The licences come in pages; a bound for the loop. */
const MOST_PAGES = 500

export const licenceLines = queryOptions({
  queryKey: ['licences'],
  queryFn: async () => {
    const all: string[] = []
    for (let page = 0; page < MOST_PAGES; page++) {
      const { lines, total } = await unwrap(bridge.diagnostics.notices({ fromLine: all.length }))
      all.push(...lines)
      if (lines.length === 0 || all.length >= total) break
    }
    return all
  },
})

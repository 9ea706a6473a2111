// What the window shows first, read before it is drawn: one drawing with the rows takes half the time of one without and one with them.
import type { QueryClient } from '@tanstack/react-query'
import { appState, collections, currentGenerations, currentImport, libraryHistory } from './data/queries.ts'
import { firstPage } from './features/library/use-listing.ts'

/** Where a disk is slower the window is drawn without rows. */
const WITHIN_MS = 100

/** Asks for what the preload has asked before. Resolves when it is there, could not be had, or takes long. */
export async function readFirst(client: QueryClient): Promise<void> {
  const reads = Promise.all([
    client.prefetchQuery(appState),
    client.prefetchQuery(firstPage),
    client.prefetchQuery(collections),
    client.prefetchQuery(currentGenerations),
    client.prefetchQuery(currentImport),
    client.prefetchQuery(libraryHistory),
  ])
  await Promise.race([reads, new Promise((resolve) => setTimeout(resolve, WITHIN_MS))])
}

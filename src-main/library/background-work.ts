// Work on a whole database that takes seconds where it is large: in a thread of its own, beside its use. Its check, and its copy.
import { type MessagePort, Worker } from 'node:worker_threads'
import { failed, type Outcome, succeeded } from '../media/outcome.ts'
import { type BackupErrorCode, copyDatabase } from './backups.ts'
import { checkDatabase, type OpenErrorCode, readForSearches } from './database.ts'

export interface BackgroundWork<Code extends string> {
  /** Never rejects. `thread_ended`: by `stop`; `thread_crashed`: nobody knows how it would have ended; any other error is the work's own. */
  readonly outcome: Promise<Outcome<null, Code | 'thread_crashed' | 'thread_ended'>>
  /** Ends it without an answer to wait for: the app quits. */
  readonly stop: () => Promise<void>
}

/**
 * Looks at every page. Error `corrupt`: the database is damaged; any other says why it could not be looked at.
 * `workerUrl`: the built `media-worker.js`, or `media/worker.ts` where types are stripped. `isSearched`: what a search reads is read first.
 */
export const checkInBackground = (
  databasePath: string,
  workerUrl: URL,
  isSearched = false,
): BackgroundWork<OpenErrorCode> => begin(workerUrl, { role: 'check', databasePath, isSearched })

/** As `copyDatabase`; `workerUrl` as above. */
export const copyInBackground = (
  databasePath: string,
  to: string,
  workerUrl: URL,
): BackgroundWork<BackupErrorCode> => begin(workerUrl, { role: 'copy', databasePath, to })

function begin<Code extends string>(workerUrl: URL, workerData: object): BackgroundWork<Code> {
  const worker = new Worker(workerUrl, { workerData })
  worker.unref()
  const outcome = new Promise<Outcome<null, Code | 'thread_crashed' | 'thread_ended'>>((resolve) => {
    // Its side answers with the outcome of this work alone.
    worker.once('message', (answer: Outcome<null, Code>) => resolve(answer))
    worker.once('error', (error) => resolve(failed('thread_crashed', String(error))))
    worker.once('exit', () => resolve(failed('thread_ended', 'The work on the library was ended.')))
  })
  return {
    outcome,
    stop: async () => {
      await worker.terminate()
    },
  }
}

/** The worker's side: one look, one answer. */
export function serveCheck(port: MessagePort, databasePath: string, isSearched: boolean): void {
  const read = isSearched ? readForSearches(databasePath) : succeeded(null)
  port.postMessage(read.ok ? checkDatabase(databasePath) : read)
  port.close()
}

/** The same for a copy. */
export async function serveCopy(port: MessagePort, databasePath: string, to: string): Promise<void> {
  port.postMessage(await copyDatabase(databasePath, to))
  port.close()
}

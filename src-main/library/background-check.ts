// Looks at every page of a library that was too large to be checked when it was opened: in a thread of its own, beside its use.
import { type MessagePort, Worker } from 'node:worker_threads'
import { failed, type Outcome, succeeded } from '../media/outcome.ts'
import { checkDatabase, type OpenErrorCode, readForSearches } from './database.ts'

export type CheckOutcome = Outcome<null, OpenErrorCode | 'check_crashed' | 'check_ended'>

export interface BackgroundCheck {
  /** Never rejects. `corrupt`: the database is damaged; `check_ended`: by `stop`; any other error says why it could not be looked at. */
  readonly outcome: Promise<CheckOutcome>
  /** Ends it without an answer to wait for: the app quits. */
  readonly stop: () => Promise<void>
}

/** `workerUrl`: the built `media-worker.js`, or `media/worker.ts` where types are stripped. `isSearched`: what a search reads is read first. */
export function checkInBackground(path: string, workerUrl: URL, isSearched = false): BackgroundCheck {
  const worker = new Worker(workerUrl, { workerData: { role: 'check', databasePath: path, isSearched } })
  worker.unref()
  const outcome = new Promise<CheckOutcome>((resolve) => {
    worker.once('message', (answer: CheckOutcome) => resolve(answer))
    worker.once('error', (error) => resolve(failed('check_crashed', String(error))))
    worker.once('exit', () => resolve(failed('check_ended', 'The check of the library was ended.')))
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

// Jobs that run while the service is closed in order wait again: its next start does them. What it died of is no such job.

import type { Database } from 'better-sqlite3'

/** @returns a function that queues a running job again; nothing where it has ended */
export function createPutBack(database: Database): (jobId: string) => void {
  const queue = database.prepare<[string]>(
    "UPDATE jobs SET status = 'queued', started_ms = NULL WHERE id = ? AND status = 'running'",
  )
  return (jobId) => void queue.run(jobId)
}

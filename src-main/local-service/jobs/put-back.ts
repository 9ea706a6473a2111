// Jobs that run while the service is closed in order wait again: its next start does them. What it dies with is no such job.

import type { Database } from 'better-sqlite3'

/** Queues every running job again, of all families: they lie in one table. Its runners must have stopped ending them. */
export function putBackRunning(database: Database): void {
  database.prepare("UPDATE jobs SET status = 'queued', started_ms = NULL WHERE status = 'running'").run()
}

// Whether a job that was running when the service ended is done once more.

import type { Database } from 'better-sqlite3'

/** A job that has met so many ends of the service may be what ends it. */
const MOST_RESTARTS = 3

/** @returns a function that counts one more restart of an unfinished job; false where it had its share, and has to fail */
export function createBeginAgain(database: Database): (jobId: string) => boolean {
  const count = database.prepare<[string, number]>(
    "UPDATE jobs SET restarts = restarts + 1 WHERE id = ? AND status IN ('queued', 'running') AND restarts < ?",
  )
  return (jobId) => count.run(jobId, MOST_RESTARTS).changes === 1
}

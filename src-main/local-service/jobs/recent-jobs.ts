// The jobs that were read last, as long as they stand as they were read.

import type { StoredJob } from './job.ts'

export interface RecentJobs {
  get(id: string): StoredJob | undefined
  keep(job: StoredJob): void
  forget(id: string): void
  /** Forgets the jobs whose lifetime is over: time changes them. */
  forgetExpired(nowMs: number): void
}

/** More than are polled at a time; a few KiB each. */
const RECENT_MAX = 256

/** Nothing was read yet. */
export function createRecentJobs(): RecentJobs {
  const jobs = new Map<string, StoredJob>()
  return {
    get: (id) => jobs.get(id),
    keep(job) {
      jobs.set(job.id, job)
      if (jobs.size <= RECENT_MAX) return
      // A Map gives its keys in the order that they came in.
      for (const oldest of jobs.keys()) {
        jobs.delete(oldest)
        break
      }
    },
    forget(id) {
      jobs.delete(id)
    },
    forgetExpired(nowMs) {
      for (const job of jobs.values()) if (job.expiresMs <= nowMs) jobs.delete(job.id)
    },
  }
}

// What time does to jobs, files and idempotency keys: they expire, and are cleaned up.

import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { AUDIO_RETENTION_MS, IDEMPOTENCY_MEMORY_MS } from '../../contract/index.ts'
import type { ServiceClock } from './clock.ts'
import type { StoredJob } from './job.ts'
import type { JobRunner } from './job-runner.ts'
import type { JobStore } from './job-store.ts'

export interface JobExpiry {
  /** The job as it stands now; null when there is none, or when its time to be read is over. */
  read(id: string): StoredJob | null
  /** Expires and removes what is due, and does so every minute from then on. */
  start(): void
}

/** How long a job that expired unfinished still reads as `expired` before it is a 404. */
const EXPIRED_READABLE_MS = 24 * 60 * 60_000
const SWEEP_INTERVAL_MS = 60_000

/** Expiry by the contract's lifetimes: jobs a day, idempotency keys a day, audio a week. */
export function createJobExpiry(options: {
  readonly store: JobStore
  readonly runner: JobRunner
  readonly clock: ServiceClock
  readonly filesDir: string
  /** What else time removes, called with each sweep. */
  readonly sweepOthers: (nowMs: number) => void
}): JobExpiry {
  const { store, runner, clock, filesDir, sweepOthers } = options

  function sweep(): void {
    const nowMs = clock.now()
    runner.announce(store.expire(nowMs))
    store.removeForgotten(nowMs, EXPIRED_READABLE_MS)
    store.forgetBefore(nowMs - IDEMPOTENCY_MEMORY_MS)
    for (const name of store.removeFilesBefore(nowMs - AUDIO_RETENTION_MS)) removeFile(name)
    sweepOthers(nowMs)
  }

  function sweepForEver(): void {
    clock.after(SWEEP_INTERVAL_MS, sweepForEver)
    sweep()
  }

  function removeFile(name: string): void {
    rmSync(join(filesDir, name), { force: true })
  }

  return {
    read(id) {
      const job = store.get(id)
      if (!job || clock.now() < job.expiresMs) return job
      sweep()
      return store.get(id)
    },
    start() {
      // A crash may have left files that no job took.
      for (const name of readdirSync(filesDir)) if (!store.hasFileNamed(name)) removeFile(name)
      sweepForEver()
    },
  }
}

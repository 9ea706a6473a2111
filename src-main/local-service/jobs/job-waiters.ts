// Who waits for a job to end: woken by its end, or when their patience is over.

import type { ServiceClock } from './clock.ts'

export interface JobWaiters {
  /** Resolves when the job is told to have ended, or when `waitMs` have passed. */
  wait(jobId: string, waitMs: number): Promise<void>
  wake(jobId: string): void
  wakeAll(): void
}

/** Nobody waits yet. Patience is measured by the service's clock. */
export function createJobWaiters(clock: ServiceClock): JobWaiters {
  const wakers = new Map<string, Set<() => void>>()

  function wake(jobId: string): void {
    const woken = wakers.get(jobId) ?? []
    wakers.delete(jobId)
    for (const waker of woken) waker()
  }

  return {
    wake,
    wait(jobId, waitMs) {
      return new Promise((resolve) => {
        const waker = () => {
          cancel()
          resolve()
        }
        const cancel = clock.after(waitMs, () => {
          wakers.get(jobId)?.delete(waker)
          resolve()
        })
        const others = wakers.get(jobId) ?? new Set()
        wakers.set(jobId, others.add(waker))
      })
    },
    wakeAll() {
      for (const jobId of [...wakers.keys()]) wake(jobId)
    },
  }
}

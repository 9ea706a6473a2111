// Waiting that can be cut short: by the moment it waits for, by a wake-up (network back, key given, lid opened), or by quitting.

export interface Waiter {
  /** Resolves at `atMs` by `now`, at the next `wake`, or at `stop`; never rejects. */
  until(atMs: number): Promise<void>
  wake(): void
  stop(): void
}

/** Long timers drift over a sleep of the machine: no single timer is longer than this. */
const LONGEST_TIMER_MS = 15_000

/** `timer` calls back after ms and answers with its cancel. */
export function createWaiter(options: {
  readonly now: () => number
  readonly timer: (ms: number, fire: () => void) => () => void
}): Waiter {
  const waiting = new Set<() => void>()
  let isStopped = false
  const wake = (): void => {
    for (const end of [...waiting]) end()
  }
  return {
    until(atMs) {
      return new Promise((resolve) => {
        let cancel = (): void => {}
        const end = (): void => {
          cancel()
          waiting.delete(end)
          resolve()
        }
        const tick = (): void => {
          const leftMs = atMs - options.now()
          if (leftMs <= 0 || isStopped) end()
          else cancel = options.timer(Math.min(leftMs, LONGEST_TIMER_MS), tick)
        }
        waiting.add(end)
        tick()
      })
    },
    wake,
    stop() {
      isStopped = true
      wake()
    },
  }
}

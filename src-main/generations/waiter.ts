// Waiting that can be cut short: by the moment it waits for, by what it hopes for (network back, key given), or by quitting.

export interface Waiter {
  /**
   * Resolves at `atMs` by the wall clock, or once as much time has passed by the monotonic one, whichever comes first; at a `wake` of its
   * channel; or at `stop`. Never rejects. Null as channel: nothing cuts the wait short, as where a service has asked for it.
   */
  until(atMs: number, channel?: string | null): Promise<void>
  /** Ends the waits of one channel, or of every channel. */
  wake(channel?: string): void
  /** Looks at every wait again: the machine has slept, or its clock was set. */
  lookAgain(): void
  stop(): void
}

/** Long timers drift over a sleep of the machine: no single timer is longer than this. */
const LONGEST_TIMER_MS = 15_000

interface Wait {
  readonly channel: string | null
  readonly end: () => void
  readonly tick: () => void
}

/** `timer` calls back after ms and answers with its cancel. `monotonicMs` never goes back: a clock set back does not prolong a wait. */
export function createWaiter(options: {
  readonly now: () => number
  readonly monotonicMs: () => number
  readonly timer: (ms: number, fire: () => void) => () => void
}): Waiter {
  const waits = new Set<Wait>()
  let isStopped = false
  return {
    until(atMs, channel = null) {
      return new Promise((resolve) => {
        const untilMonotonicMs = options.monotonicMs() + atMs - options.now()
        let cancel = (): void => {}
        const end = (): void => {
          cancel()
          waits.delete(wait)
          resolve()
        }
        const tick = (): void => {
          cancel()
          const leftMs = Math.min(atMs - options.now(), untilMonotonicMs - options.monotonicMs())
          if (leftMs <= 0 || isStopped) end()
          else cancel = options.timer(Math.min(leftMs, LONGEST_TIMER_MS), tick)
        }
        const wait: Wait = { channel, end, tick }
        waits.add(wait)
        tick()
      })
    },
    wake(channel) {
      for (const wait of [...waits]) {
        if (wait.channel !== null && (channel === undefined || wait.channel === channel)) wait.end()
      }
    },
    lookAgain() {
      for (const wait of [...waits]) wait.tick()
    },
    stop() {
      isStopped = true
      for (const wait of [...waits]) wait.end()
    },
  }
}

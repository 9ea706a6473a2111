// The service's clock: the injected time plus what the sandbox has advanced, with timers that follow both.

export interface ServiceClock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs a task once `delayMs` of the service's time have passed; returns its cancellation. */
  after(delayMs: number, task: () => void): () => void
  /** Moves the service's time forward and runs what has become due, in order of its time. */
  advance(byMs: number): void
  /** How far the clock is ahead of the injected time. */
  offsetMs(): number
  /** Drops every timer. */
  close(): void
}

interface Timer {
  readonly dueMs: number
  readonly task: () => void
}

/** setTimeout holds 2^31 − 1 ms; longer waits are taken in steps of a day. */
const LONGEST_SLEEP_MS = 86_400_000

/**
 * @param now milliseconds since the epoch
 * @param initialOffsetMs how far the service's time is ahead of it from the start
 * @param onError gets what a task throws: nobody else waits for a task
 */
export function createServiceClock(
  now: () => number,
  initialOffsetMs: number,
  onError: (error: unknown) => void,
): ServiceClock {
  let offsetMs = initialOffsetMs
  const timers = new Set<Timer>()
  let alarm: NodeJS.Timeout | undefined

  const serviceNow = () => now() + offsetMs

  function runDue(): void {
    for (;;) {
      const due = [...timers].filter((timer) => timer.dueMs <= serviceNow())
      const first = due.sort((a, b) => a.dueMs - b.dueMs)[0]
      if (!first) break
      timers.delete(first)
      try {
        first.task()
      } catch (error) {
        onError(error)
      }
    }
    setAlarm()
  }

  function setAlarm(): void {
    clearTimeout(alarm)
    if (timers.size === 0) return
    const nextMs = Math.min(...[...timers].map((timer) => timer.dueMs))
    alarm = setTimeout(runDue, Math.min(LONGEST_SLEEP_MS, Math.max(1, nextMs - serviceNow())))
    alarm.unref()
  }

  return {
    now: serviceNow,
    after(delayMs, task) {
      const timer = { dueMs: serviceNow() + delayMs, task }
      timers.add(timer)
      setAlarm()
      return () => {
        timers.delete(timer)
      }
    },
    advance(byMs) {
      offsetMs += byMs
      runDue()
    },
    offsetMs: () => offsetMs,
    close() {
      timers.clear()
      clearTimeout(alarm)
    },
  }
}

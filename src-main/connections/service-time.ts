// The service's clock as this machine can know it: its `Date` at the last answer, carried on by a clock that nobody can set.

/** What an answer told of the time. */
export interface HeardTime {
  /** From the `Date` header; null where the answer had none. */
  readonly serverDateMs: number | null
}

export interface ServiceTime {
  /** Learns from an answer that has just arrived. */
  note(heard: HeardTime): void
  /**
   * Milliseconds since the epoch by the service's clock. Null when it has to be asked first: nothing was heard in this run of the app,
   * or the machine slept or its clock was set since.
   */
  nowMs(): number | null
}

/** The wall clock and the monotonic one drift by less than this between two answers, unless one of them jumped. */
const DRIFT_MAX_MS = 2_000

/** `now` is the wall clock; `monotonicMs` never goes back, but may stand still while the machine sleeps. */
export function createServiceTime(clocks: {
  readonly now: () => number
  readonly monotonicMs: () => number
}): ServiceTime {
  const { now, monotonicMs } = clocks
  let heard: { readonly serverMs: number; readonly wallMs: number; readonly monotonicMs: number } | null =
    null
  return {
    note({ serverDateMs }) {
      const wallMs = now()
      // A service without `Date` leaves nothing better than our own clock.
      heard = { serverMs: serverDateMs ?? wallMs, wallMs, monotonicMs: monotonicMs() }
    },
    nowMs() {
      if (heard === null) return null
      const elapsedMs = monotonicMs() - heard.monotonicMs
      if (Math.abs(now() - heard.wallMs - elapsedMs) > DRIFT_MAX_MS) return null
      return Math.round(heard.serverMs + elapsedMs)
    },
  }
}

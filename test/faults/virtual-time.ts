// Time for fault tests: hours pass at once, and the service's clock goes along with the app's.

export interface VirtualTime {
  /** The wall clock of the app's machine. */
  readonly now: () => number
  /** Its monotonic clock. */
  readonly monotonicMs: () => number
  readonly timer: (ms: number, fire: () => void) => () => void
  /** Time passes for everybody; timers that become due fire. */
  pass(ms: number): Promise<void>
  /** The machine sleeps: time passes elsewhere and on its wall clock, its timers stand still. */
  sleep(ms: number): Promise<void>
  /** Somebody sets the machine's clock. */
  setClock(byMs: number): void
  /** Until the next timer is due; null where there is none. */
  nextMs(): number | null
}

/** `onPass` lets the rest of the world follow. Real time goes on underneath. */
export function createVirtualTime(onPass: (ms: number) => Promise<void>): VirtualTime {
  let wallOffsetMs = 0
  let monotonicOffsetMs = 0
  const timers = new Set<{ readonly atMs: number; readonly fire: () => void }>()
  const monotonicMs = (): number => performance.now() + monotonicOffsetMs
  const fireDue = (): void => {
    for (const timer of [...timers].sort((a, b) => a.atMs - b.atMs)) {
      if (timer.atMs > monotonicMs() || !timers.delete(timer)) continue
      timer.fire()
    }
  }
  return {
    now: () => Math.round(performance.timeOrigin + performance.now() + wallOffsetMs),
    monotonicMs,
    timer(ms, fire) {
      const timer = { atMs: monotonicMs() + ms, fire }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    async pass(ms) {
      wallOffsetMs += ms
      monotonicOffsetMs += ms
      await onPass(ms)
      fireDue()
    },
    async sleep(ms) {
      wallOffsetMs += ms
      await onPass(ms)
    },
    setClock(byMs) {
      wallOffsetMs += byMs
    },
    nextMs() {
      const next = Math.min(...[...timers].map(({ atMs }) => atMs))
      return timers.size === 0 ? null : Math.max(0, next - monotonicMs())
    },
  }
}

// The timer port: deadlines are started through it, so that tests fire them by hand.

/** Starts a timer and gives the function that cancels it. */
export type StartTimer = (delayMs: number, onFire: () => void) => () => void

/** Node's own timer. It does not keep the process alive by itself. */
export const startSystemTimer: StartTimer = (delayMs, onFire) => {
  const timer = setTimeout(onFire, delayMs)
  timer.unref()
  return () => clearTimeout(timer)
}

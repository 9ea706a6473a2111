// Places at a connection: never more jobs in flight than its key's ceiling, first come first served.

export interface Slots {
  /** Resolves once a place is free; answers with what gives it back. Null when the wait was given up. */
  take(signal: AbortSignal): Promise<(() => void) | null>
  /** For what is already in flight at a start: takes a place at once, even above the ceiling. */
  occupy(): () => void
  /** The ceiling that the service states; lowering it stops nothing that runs. */
  setCeiling(ceiling: number): void
  readonly inFlight: number
}

/** `ceiling` until the service states its own. */
export function createSlots(ceiling: number): Slots {
  const queue: (() => void)[] = []
  let limit = ceiling
  let inFlight = 0
  const admit = (): void => {
    while (inFlight < limit) {
      const next = queue.shift()
      if (next === undefined) return
      next()
    }
  }
  const occupy = (): (() => void) => {
    inFlight += 1
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      inFlight -= 1
      admit()
    }
  }
  return {
    take(signal) {
      return new Promise((resolve) => {
        if (signal.aborted) return resolve(null)
        const enter = (): void => {
          signal.removeEventListener('abort', giveUp)
          resolve(occupy())
        }
        const giveUp = (): void => {
          const place = queue.indexOf(enter)
          if (place >= 0) queue.splice(place, 1)
          resolve(null)
        }
        signal.addEventListener('abort', giveUp, { once: true })
        queue.push(enter)
        admit()
      })
    },
    occupy,
    setCeiling(next) {
      limit = Math.max(1, next)
      admit()
    },
    get inFlight() {
      return inFlight
    },
  }
}

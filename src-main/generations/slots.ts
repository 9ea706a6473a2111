// Places at a connection: never more jobs in flight than its key's ceiling; lanes take turns, within a lane first come first served.

export interface Slots {
  /** Resolves once a place is free; answers with what gives it back. Null when the wait was given up. `lane`: what is to be fair to each other. */
  take(signal: AbortSignal, lane?: string): Promise<(() => void) | null>
  /** For what is already in flight at a start: takes a place at once, even above the ceiling. */
  occupy(): () => void
  /** The ceiling that the service states; lowering it stops nothing that runs. */
  setCeiling(ceiling: number): void
  readonly inFlight: number
}

/** `ceiling` until the service states its own. */
export function createSlots(ceiling: number): Slots {
  /** A Map keeps the order in which lanes were set: the lane that was served goes to the end. */
  const lanes = new Map<string, (() => void)[]>()
  let limit = ceiling
  let inFlight = 0
  const admit = (): void => {
    while (inFlight < limit) {
      const turn = lanes.entries().next()
      if (turn.done) return
      const [lane, queue] = turn.value
      const enter = queue.shift()
      lanes.delete(lane)
      if (queue.length > 0) lanes.set(lane, queue)
      enter?.()
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
  const leave = (lane: string, enter: () => void): void => {
    const rest = (lanes.get(lane) ?? []).filter((other) => other !== enter)
    if (rest.length > 0) lanes.set(lane, rest)
    else lanes.delete(lane)
  }
  return {
    take(signal, lane = '') {
      return new Promise((resolve) => {
        if (signal.aborted) return resolve(null)
        const enter = (): void => {
          signal.removeEventListener('abort', giveUp)
          resolve(occupy())
        }
        const giveUp = (): void => {
          leave(lane, enter)
          resolve(null)
        }
        signal.addEventListener('abort', giveUp, { once: true })
        lanes.set(lane, [...(lanes.get(lane) ?? []), enter])
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

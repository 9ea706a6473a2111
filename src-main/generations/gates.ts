// What each connection's traffic has to pass: its places, and the pauses of a connection in trouble. Holds the state that traffic.ts decides on.
import { DEFAULT_CONCURRENCY } from '../contract/index.ts'
import type { ExchangeFailure } from './machine-types.ts'
import type { Slots } from './slots.ts'
import { createSlots } from './slots.ts'
import type { Admission, Traffic } from './traffic.ts'
import { admit, clearTrouble, noteOutcome, QUIET_TRAFFIC } from './traffic.ts'

export interface Gate {
  readonly slots: Slots
  /** Whether a request would be let out now; takes nothing. */
  look(isRepetition: boolean): Admission
  /** Lets a request out, or says until when it waits. */
  admit(isRepetition: boolean): Admission
  /** True when this ended a trouble. */
  noteOutcome(failure: ExchangeFailure | null): boolean
  clearTrouble(): void
}

/** One gate a connection, made when it is first asked for. `now` is a monotonic clock in ms: it is never set. */
export function createGates(now: () => number): (connectionId: string) => Gate {
  const gates = new Map<string, Gate>()
  return (connectionId) => {
    const known = gates.get(connectionId)
    if (known !== undefined) return known
    const made = createGate(now)
    gates.set(connectionId, made)
    return made
  }
}

function createGate(now: () => number): Gate {
  let traffic: Traffic = QUIET_TRAFFIC
  return {
    slots: createSlots(DEFAULT_CONCURRENCY),
    look: (isRepetition) => admit(traffic, isRepetition, now()),
    admit(isRepetition) {
      const admission = admit(traffic, isRepetition, now())
      if (admission.isAdmitted) traffic = admission.traffic
      return admission
    },
    noteOutcome(failure) {
      const wasInTrouble = traffic.trouble !== null
      traffic = noteOutcome(traffic, failure, now())
      return wasInTrouble && traffic.trouble === null
    },
    clearTrouble() {
      traffic = clearTrouble(traffic)
    },
  }
}

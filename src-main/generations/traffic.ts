// Decides whether a request may go out to a connection in trouble: pure. During an outage few retries leave, after a refused key none but a probe.
import type { BridgeError, WaitingFor } from '../bridge/types.ts'
import type { RetryBudget } from '../service-client/index.ts'
import { FRESH_RETRY_BUDGET, noteRequest, takeRetry } from '../service-client/index.ts'
import type { ExchangeFailure } from './machine-types.ts'

export interface Trouble {
  /** `overloaded`: it fails or does not answer; `unreachable`: nothing arrives there; `key-refused`: nobody may come in. */
  readonly kind: 'overloaded' | 'unreachable' | 'key-refused'
  readonly error: BridgeError
  /** When one request may try whether it is over. */
  readonly nextProbeAtMs: number
}
/** What is known of a connection's traffic. */
export interface Traffic {
  readonly budget: RetryBudget
  readonly trouble: Trouble | null
}
export type Admission =
  | { readonly isAdmitted: true; readonly traffic: Traffic }
  | {
      readonly isAdmitted: false
      readonly untilMs: number
      readonly waitingFor: WaitingFor
      readonly error: BridgeError
    }

export const QUIET_TRAFFIC: Traffic = { budget: FRESH_RETRY_BUDGET, trouble: null }

/** Between two probes. One request a minute is no load to any service; to see whether the network is back costs nobody anything. */
const PROBE_EVERY_MS = { overloaded: 60_000, unreachable: 5_000, 'key-refused': 60_000 } as const
const WAITING_FOR = { overloaded: 'retry', unreachable: 'connection', 'key-refused': 'key' } as const

/**
 * Asks for one request. A first try always goes out unless the key was refused; a repetition during an outage needs a part of the retry
 * budget (0.1 of the requests), or is the probe.
 */
export function admit(traffic: Traffic, isRepetition: boolean, nowMs: number): Admission {
  const { trouble } = traffic
  const budget = isRepetition ? traffic.budget : noteRequest(traffic.budget)
  if (trouble === null) return { isAdmitted: true, traffic: { ...traffic, budget } }
  const isOpen = trouble.kind !== 'key-refused'
  if (isOpen && !isRepetition) return { isAdmitted: true, traffic: { ...traffic, budget } }
  // What cannot arrive is no load: there only the probes' pace counts.
  const taken = trouble.kind === 'overloaded' ? takeRetry(budget) : null
  if (taken !== null) return { isAdmitted: true, traffic: { ...traffic, budget: taken } }
  if (nowMs >= trouble.nextProbeAtMs) {
    const probing = { ...trouble, nextProbeAtMs: nowMs + PROBE_EVERY_MS[trouble.kind] }
    return { isAdmitted: true, traffic: { budget, trouble: probing } }
  }
  const { error, kind, nextProbeAtMs } = trouble
  return { isAdmitted: false, untilMs: nextProbeAtMs, waitingFor: WAITING_FOR[kind], error }
}

/** Learns from an exchange: what failed, or null where the service answered as it should. */
export function noteOutcome(traffic: Traffic, failure: ExchangeFailure | null, nowMs: number): Traffic {
  if (failure?.isAborted === true) return traffic
  const kind = failure === null ? null : troubleOf(failure)
  if (failure === null || kind === null) return { ...traffic, trouble: null }
  const isSame = traffic.trouble?.kind === kind
  const nextProbeAtMs =
    isSame && traffic.trouble !== null ? traffic.trouble.nextProbeAtMs : nowMs + PROBE_EVERY_MS[kind]
  return { ...traffic, trouble: { kind, error: failure.error, nextProbeAtMs } }
}

/** The person gave another key, or the connection answers again: everything may go out. */
export function clearTrouble(traffic: Traffic): Traffic {
  return { ...traffic, trouble: null }
}

/** Null for a refusal of this one request: the service is well. */
function troubleOf({ status, isFromService }: ExchangeFailure): Trouble['kind'] | null {
  if (isFromService && status === 401) return 'key-refused'
  if (status !== null && status >= 500) return 'overloaded'
  if (status === null || !isFromService) return status === 429 ? null : 'unreachable'
  return null
}

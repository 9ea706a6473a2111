// A failed exchange as the machine reads it, and the service's clock by every answer.
import type { BridgeError } from '../bridge/types.ts'
import { bridgeErrorOf } from '../connections/bridge-error.ts'
import type { ServiceTime } from '../connections/service-time.ts'
import type { ReplayRule, ServiceFailure, ServiceResult } from '../service-client/index.ts'
import { decideRetry, isFateUnknown, KEYED_REPLAY_MAX_MS } from '../service-client/index.ts'
import type { ExchangeFailure } from './machine-types.ts'

/** An answer that broke the contract is kept so far, in characters of JSON. */
const UNREAD_ANSWER_MAX_CHARS = 64 * 1024

/** Sets the service's clock by an answer. Whoever else answers (a sign-in page) has a clock of no interest. */
export function noteTime(result: ServiceResult<unknown>, time: ServiceTime): void {
  const meta = result.ok ? result.meta : result.error.kind === 'not_the_service' ? null : result.error.meta
  if (meta !== null) time.note(meta)
}

/** As long as the key holds, money may hang on it: not the number of tries but the time is the bound. */
const LIMITS = { maxAttempts: Number.MAX_SAFE_INTEGER, maxElapsedMs: KEYED_REPLAY_MAX_MS }

/** A failure with the delay that the shared retry policy gives it. `elapsedMs` counts from the first send. */
export function exchangeFailure(
  failure: ServiceFailure,
  tries: {
    readonly rule: ReplayRule
    readonly attempt: number
    readonly elapsedMs: number
    readonly random: number
  },
): ExchangeFailure {
  const decision = decideRetry({ failure, ...tries, attempt: Math.max(1, tries.attempt), limits: LIMITS })
  return {
    error: bridgeErrorOf(failure),
    status: failure.status,
    isFromService: failure.kind === 'envelope' || failure.kind === 'malformed',
    unreadAnswer: unreadAnswerOf(failure),
    mayHaveArrived: failure.bytesMayHaveLeft,
    isFateUnknown: isFateUnknown(failure),
    isAborted: failure.kind === 'aborted',
    retryAfterMs: decision.kind === 'retry' ? decision.afterMs : null,
  }
}

/** A failure of our own, before anything was asked of the service. */
export const ownFailure = (error: BridgeError): ExchangeFailure => ({
  error,
  status: null,
  isFromService: false,
  mayHaveArrived: false,
  isFateUnknown: false,
  isAborted: false,
  retryAfterMs: null,
  unreadAnswer: null,
})

function unreadAnswerOf({ kind, raw }: ServiceFailure): string | null {
  return kind !== 'malformed' || raw === null ? null : JSON.stringify(raw).slice(0, UNREAD_ANSWER_MAX_CHARS)
}

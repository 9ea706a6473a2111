// Decides what is safe to repeat, when and how often. Pure; the only place that does.
import type { ServiceFailure } from './result.ts'

/**
 * How a request may be repeated.
 * - `safe`: reads, preflights, upload tickets: nothing can be charged twice
 * - `keyed`: v3 creates, the same bytes under the same idempotency key
 * - `unkeyed`: audio-to-MIDI jobs, sync (its key never replays) and detections: once it may have been taken,
 *   only the person decides
 */
export type ReplayRule = 'safe' | 'keyed' | 'unkeyed'

export type RetryLimits = { readonly maxAttempts: number; readonly maxElapsedMs: number }

/** The service remembers a key for 24 h; the last hour is margin for clocks and slow answers. */
export const KEYED_REPLAY_MAX_MS = 23 * 60 * 60_000

/** Bounds by rule. `elapsedMs` is counted from the first send. */
export const RETRY_LIMITS: Readonly<Record<ReplayRule, RetryLimits>> = {
  safe: { maxAttempts: 6, maxElapsedMs: 2 * 60_000 },
  keyed: { maxAttempts: 24, maxElapsedMs: KEYED_REPLAY_MAX_MS },
  unkeyed: { maxAttempts: 4, maxElapsedMs: 2 * 60_000 },
}

export type StopReason = 'not_retryable' | 'fate_unknown' | 'too_many_attempts' | 'too_late'

export type RetryDecision =
  | { readonly kind: 'retry'; readonly afterMs: number }
  | { readonly kind: 'stop'; readonly reason: StopReason }

export type RetryQuestion = {
  readonly failure: ServiceFailure
  readonly rule: ReplayRule
  /** Attempts made so far, 1 after the first. */
  readonly attempt: number
  /** Since the first send. */
  readonly elapsedMs: number
  /** 0..1 */
  readonly random: number
  readonly limits?: RetryLimits
}

const BACKOFF_BASE_MS = 500
const BACKOFF_MAX_MS = 30_000
/** Spread after a `Retry-After`, so that many waiting clients don't come back at once. */
const RETRY_AFTER_SPREAD_MS = 1_000

/**
 * Whether and when to repeat a failed request.
 * A `Retry-After` is a lower bound, with jitter on top; without one it is full-jitter backoff
 * (AWS Architecture Blog, "Exponential Backoff And Jitter"): random × min(30 s, 0.5 s × 2^(attempt − 1)).
 */
export function decideRetry(question: RetryQuestion): RetryDecision {
  const { failure, rule, attempt, elapsedMs, random } = question
  const limits = question.limits ?? RETRY_LIMITS[rule]
  if (rule === 'unkeyed' && isFateUnknown(failure)) return { kind: 'stop', reason: 'fate_unknown' }
  if (!isWorthRepeating(failure)) return { kind: 'stop', reason: 'not_retryable' }
  if (attempt >= limits.maxAttempts) return { kind: 'stop', reason: 'too_many_attempts' }
  const afterMs = delayBefore(failure.retryAfterMs, attempt, random)
  if (elapsedMs + afterMs > limits.maxElapsedMs) return { kind: 'stop', reason: 'too_late' }
  return { kind: 'retry', afterMs }
}

/**
 * Whether a request may have been taken although it failed. A refusal by the service below 500 is a clear no;
 * everything else after bytes may have left is open.
 */
export function isFateUnknown(failure: ServiceFailure): boolean {
  if (!failure.bytesMayHaveLeft) return false
  return failure.kind !== 'envelope' || failure.status === null || failure.status >= 500
}

/** Full-jitter backoff before the attempt after `attempt`, in milliseconds. */
export function backoffMs(attempt: number, random: number): number {
  // The exponent is bounded so that late attempts can't overflow.
  const ceiling = Math.min(BACKOFF_MAX_MS, BACKOFF_BASE_MS * 2 ** Math.min(attempt - 1, 20))
  return Math.round(random * ceiling)
}

function delayBefore(retryAfterMs: number | null, attempt: number, random: number): number {
  if (retryAfterMs === null || retryAfterMs <= 0) return backoffMs(attempt, random)
  return retryAfterMs + Math.round(random * RETRY_AFTER_SPREAD_MS)
}

function isWorthRepeating(failure: ServiceFailure): boolean {
  // A conflict means another body under the same key: repeating can't help, whatever the envelope says.
  return failure.kind !== 'aborted' && failure.code !== 'idempotency_conflict' && failure.retryable
}

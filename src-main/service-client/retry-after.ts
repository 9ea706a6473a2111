// Reads `Retry-After` and clamps it to what a client can honour.
import { POLL_RETRY_AFTER_MAX_SECONDS } from '../contract/index.ts'

/** Longest `Retry-After` that is honoured; a longer one is cut to this. */
export const RETRY_AFTER_MAX_MS = 5 * 60_000

const POLL_MIN_MS = 1_000
const POLL_SPREAD_MS = 1_000

/**
 * Milliseconds to wait by a `Retry-After` value: seconds or an HTTP date (RFC 9110, section 10.2.3).
 * Negative values and past dates become 0, huge ones {@link RETRY_AFTER_MAX_MS}.
 * @param serverNowMs the service's clock, from its `Date` header where there is one
 * @returns null when the header is absent or unreadable
 */
export function parseRetryAfter(value: string | undefined, serverNowMs: number): number | null {
  if (value === undefined || value.trim() === '') return null
  const seconds = Number(value)
  const delayMs = Number.isNaN(seconds) ? Date.parse(value) - serverNowMs : seconds * 1000
  return Number.isNaN(delayMs) ? null : Math.min(Math.max(delayMs, 0), RETRY_AFTER_MAX_MS)
}

/**
 * Milliseconds until the next poll of a running job: what the service asks for, at most 30 s; else 1 to 2 s as it suggests.
 * @param random 0..1
 */
export function pollDelayMs(retryAfterMs: number | null, random: number): number {
  if (retryAfterMs === null) return POLL_MIN_MS + random * POLL_SPREAD_MS
  return Math.min(Math.max(retryAfterMs, POLL_MIN_MS), POLL_RETRY_AFTER_MAX_SECONDS * 1000)
}

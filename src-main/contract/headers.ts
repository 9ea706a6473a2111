// Headers of the contract: names by prefix, and reading and writing of their values.
import { WAIT_SECONDS_MAX, WAIT_SECONDS_MIN } from './limits.ts'

/** Prefix of the service's own headers when a connection names none. */
export const DEFAULT_HEADER_PREFIX = 'Service'

export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key'
export const PREFER_HEADER = 'Prefer'
export const RETRY_AFTER_HEADER = 'Retry-After'
export const RATE_LIMIT_HEADERS = {
  limit: 'RateLimit-Limit',
  remaining: 'RateLimit-Remaining',
  reset: 'RateLimit-Reset',
  policy: 'RateLimit-Policy',
} as const

/** Names of the headers that carry the service's own prefix. */
export type ServiceHeaderNames = {
  readonly version: string
  readonly concurrencyLimit: string
  readonly concurrencyCurrent: string
}

/** Whether a text can stand as a header prefix: letters, digits and inner hyphens, at most 40 characters. */
export function isHeaderPrefix(prefix: string): boolean {
  return prefix.length <= 40 && /^[A-Za-z][A-Za-z0-9]*(-[A-Za-z0-9]+)*$/.test(prefix)
}

/** Header names for a prefix: `Service` gives `Service-Version`, `Service-Concurrency-Limit`, … */
export function serviceHeaderNames(prefix: string = DEFAULT_HEADER_PREFIX): ServiceHeaderNames {
  return {
    version: `${prefix}-Version`,
    concurrencyLimit: `${prefix}-Concurrency-Limit`,
    concurrencyCurrent: `${prefix}-Concurrency-Current`,
  }
}

/** Sustained rate of a pool: `requests` per `windowSeconds`. */
export type RateLimitPolicy = {
  readonly pool: string
  readonly requests: number
  readonly windowSeconds: number
}

/** Reads `<pool>;q=<requests>;w=<seconds>`; null when it is not of that form or not positive. */
export function parseRateLimitPolicy(value: string): RateLimitPolicy | null {
  const [name, ...parts] = value.split(';').map((part) => part.trim())
  const pool = name?.replace(/^"(.*)"$/, '$1')
  const numbers = new Map(parts.map((part) => [part.slice(0, 2).toLowerCase(), part.slice(2)] as const))
  const requests = positiveInteger(numbers.get('q='))
  const windowSeconds = positiveInteger(numbers.get('w='))
  if (!pool || requests === null || windowSeconds === null) return null
  return { pool, requests, windowSeconds }
}

/** Writes a policy as {@link parseRateLimitPolicy} reads it. */
export function formatRateLimitPolicy(policy: RateLimitPolicy): string {
  return `${policy.pool};q=${policy.requests};w=${policy.windowSeconds}`
}

/** A requested wait: whole seconds in bounds, absent, or out of the rules. */
export type RequestedWait =
  | { readonly kind: 'none' }
  | { readonly kind: 'seconds'; readonly seconds: number }
  | { readonly kind: 'invalid' }

/**
 * The wait that a create or a poll asks for: query `wait` first, else `Prefer: wait=<n>`.
 * Values outside 1..25, fractions and words are invalid, never clamped; other preferences are ignored.
 */
export function requestedWait(query: string | undefined, prefer: string | undefined): RequestedWait {
  const preferred = prefer
    ?.split(',')
    .map((part) => /^\s*wait\s*=\s*"?([^";]*)"?\s*(;.*)?$/i.exec(part)?.[1]?.trim())
    .find((value) => value !== undefined)
  const text = query ?? preferred
  if (text === undefined) return { kind: 'none' }
  const seconds = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN
  return isWaitSeconds(seconds) ? { kind: 'seconds', seconds } : { kind: 'invalid' }
}

/** Whether a number is a wait that the service takes: an integer of 1..25 seconds. */
export function isWaitSeconds(seconds: number): boolean {
  return Number.isInteger(seconds) && seconds >= WAIT_SECONDS_MIN && seconds <= WAIT_SECONDS_MAX
}

function positiveInteger(text: string | undefined): number | null {
  if (text === undefined || !/^\d{1,9}$/.test(text)) return null
  const value = Number(text)
  return value > 0 ? value : null
}

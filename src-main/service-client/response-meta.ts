// What the headers of an answer say: version, rate, concurrency, clock.
import type { IncomingHttpHeaders } from 'node:http'
import {
  parseRateLimitPolicy,
  RATE_LIMIT_HEADERS,
  type RateLimitPolicy,
  serviceHeaderNames,
} from '../contract/index.ts'
import { parseRetryAfter } from './retry-after.ts'

/** Facts of an answer's headers; every one of them is optional on the wire. */
export type ResponseMeta = {
  readonly status: number
  readonly version: string | null
  readonly retryAfterMs: number | null
  readonly rateLimit: {
    readonly limit: number | null
    readonly remaining: number | null
    /** Seconds until the burst is full again. */
    readonly resetSeconds: number | null
    readonly policy: RateLimitPolicy | null
  }
  readonly concurrency: { readonly limit: number | null; readonly current: number | null }
  /** The service's clock from `Date`, in ms since epoch. */
  readonly serverDateMs: number | null
  /** Our clock when the headers arrived. */
  readonly receivedAtMs: number
}

/** Reads the headers of an answer. Unreadable values count as absent. */
export function readResponseMeta(
  status: number,
  headers: IncomingHttpHeaders,
  headerPrefix: string,
  receivedAtMs: number,
): ResponseMeta {
  const text = (name: string): string | undefined => {
    const value = headers[name.toLowerCase()]
    return Array.isArray(value) ? value[0] : value
  }
  const names = serviceHeaderNames(headerPrefix)
  const date = Date.parse(text('Date') ?? '')
  const serverDateMs = Number.isNaN(date) ? null : date
  const policy = text(RATE_LIMIT_HEADERS.policy)
  return {
    status,
    version: text(names.version)?.trim() || null,
    retryAfterMs: parseRetryAfter(text('Retry-After'), serverDateMs ?? receivedAtMs),
    rateLimit: {
      limit: countOf(text(RATE_LIMIT_HEADERS.limit)),
      remaining: countOf(text(RATE_LIMIT_HEADERS.remaining)),
      resetSeconds: countOf(text(RATE_LIMIT_HEADERS.reset)),
      policy: policy === undefined ? null : parseRateLimitPolicy(policy),
    },
    concurrency: {
      limit: countOf(text(names.concurrencyLimit)),
      current: countOf(text(names.concurrencyCurrent)),
    },
    serverDateMs,
    receivedAtMs,
  }
}

function countOf(text: string | undefined): number | null {
  return text !== undefined && /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : null
}

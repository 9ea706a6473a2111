// Rate limits: one token bucket a key and pool, refilled continuously.

import type { RatePool } from '../../contract/index.ts'

export interface RatePolicy {
  /** Bucket size: what may be sent at once. */
  readonly burst: number
  /** Sustained rate: so many requests … */
  readonly requests: number
  /** … in so many seconds. */
  readonly windowSeconds: number
}

/** Wide enough for a fast test suite, narrow enough that a runaway loop meets a 429. */
export const DEFAULT_RATE_POLICIES: Readonly<Record<RatePool, RatePolicy>> = {
  reads: { burst: 600, requests: 12_000, windowSeconds: 60 },
  writes: { burst: 240, requests: 2_400, windowSeconds: 60 },
  generations: { burst: 120, requests: 1_200, windowSeconds: 60 },
}

export interface RateState {
  readonly pool: RatePool
  readonly policy: RatePolicy
  readonly isAllowed: boolean
  readonly remaining: number
  /** Seconds until the burst is whole again, 0 when it is. */
  readonly resetSeconds: number
  /** Seconds until one request is allowed again, 0 when it is. */
  readonly retrySeconds: number
}

export interface RatePools {
  /** Takes one request out of the key's pool, where there is one left. */
  take(keyId: string, pool: RatePool, nowMs: number): RateState
}

interface Bucket {
  tokens: number
  filledAtMs: number
}

/** Full buckets for every key and pool. They live in memory: a restart fills them. */
export function createRatePools(policies = DEFAULT_RATE_POLICIES): RatePools {
  const buckets = new Map<string, Bucket>()
  return {
    take(keyId, pool, nowMs) {
      const policy = policies[pool]
      const name = `${pool} ${keyId}`
      const tokensPerMs = policy.requests / (policy.windowSeconds * 1000)
      const bucket = buckets.get(name) ?? { tokens: policy.burst, filledAtMs: nowMs }
      buckets.set(name, bucket)
      // The injected clock may step back; a bucket is never drained by that.
      const elapsedMs = Math.max(0, nowMs - bucket.filledAtMs)
      bucket.tokens = Math.min(policy.burst, bucket.tokens + elapsedMs * tokensPerMs)
      bucket.filledAtMs = nowMs
      const isAllowed = bucket.tokens >= 1
      if (isAllowed) bucket.tokens -= 1
      return {
        pool,
        policy,
        isAllowed,
        remaining: Math.floor(bucket.tokens),
        resetSeconds: Math.ceil((policy.burst - bucket.tokens) / tokensPerMs / 1000),
        retrySeconds: bucket.tokens >= 1 ? 0 : Math.ceil((1 - bucket.tokens) / tokensPerMs / 1000),
      }
    },
  }
}

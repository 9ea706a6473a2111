// Paces requests by pool so that steady traffic keeps to `q` requests per `w` seconds. Pure.
import type { RatePool } from '../contract/index.ts'
import type { ResponseMeta } from './response-meta.ts'

/** Requests that may go out without a gap after a quiet time. */
const QUIET_BURST = 5
/** Slowest pace that is believed, one request a minute; a policy below it is a mistake or a trap. */
const SLOWEST_PER_MS = 1 / 60_000

/** A pool's bucket: tokens drip in at q/w, each request takes one, debts become waiting time. */
type Bucket = {
  readonly tokens: number
  readonly atMs: number
  readonly perMs: number
  readonly capacity: number
}

/** What is known of each pool; a pool that never showed a policy is not paced. */
export type PacerState = Readonly<Partial<Record<RatePool, Bucket>>>

/** A pacer that knows nothing yet. */
export const UNPACED: PacerState = {}

/** Takes a place for a request: the state after it, and how long the request has to wait. */
export function reserve(
  state: PacerState,
  pool: RatePool,
  nowMs: number,
): { readonly state: PacerState; readonly waitMs: number } {
  const bucket = state[pool]
  if (bucket === undefined) return { state, waitMs: 0 }
  const tokens = refilled(bucket, nowMs) - 1
  return {
    state: { ...state, [pool]: { ...bucket, tokens, atMs: nowMs } },
    waitMs: tokens >= 0 ? 0 : Math.ceil(-tokens / bucket.perMs),
  }
}

/** Learns from an answer: the policy of its pool, and that nothing is left when the service says so. */
export function learn(
  state: PacerState,
  pool: RatePool,
  rateLimit: ResponseMeta['rateLimit'],
  nowMs: number,
): PacerState {
  const { policy, remaining } = rateLimit
  const known = state[pool]
  if (policy === null && known === undefined) return state
  const perMs =
    policy === null ? known?.perMs : Math.max(SLOWEST_PER_MS, policy.requests / (policy.windowSeconds * 1000))
  if (perMs === undefined) return state
  const capacity = policy === null ? (known?.capacity ?? 1) : Math.min(QUIET_BURST, policy.requests)
  const tokens = known === undefined ? capacity - 1 : Math.min(refilled(known, nowMs), capacity)
  const bucket = {
    tokens: remaining === null ? tokens : Math.min(tokens, remaining),
    atMs: nowMs,
    perMs,
    capacity,
  }
  return { ...state, [pool]: bucket }
}

function refilled(bucket: Bucket, nowMs: number): number {
  const elapsedMs = Math.max(0, nowMs - bucket.atMs)
  return Math.min(bucket.capacity, bucket.tokens + elapsedMs * bucket.perMs)
}

// Takes a create in: replays what an idempotency key remembers, refuses what cannot be paid or run, stores the rest.

import { createHash } from 'node:crypto'
import { IDEMPOTENCY_MEMORY_MS } from '../../contract/index.ts'
import type { AccountStore, ApiKey } from '../accounts/account-store.ts'
import { type Affordability, affordability } from '../accounts/credit.ts'
import type { StoredJob } from './job.ts'
import type { JobStore } from './job-store.ts'

export type Acceptance =
  | { readonly kind: 'accepted'; readonly job: StoredJob }
  | Exclude<Replay, { readonly kind: 'new' }>
  | { readonly kind: 'unaffordable'; readonly affordability: Affordability }
  | { readonly kind: 'at_ceiling'; readonly running: number }

export type Replay =
  | { readonly kind: 'new' }
  | { readonly kind: 'replayed'; readonly job: StoredJob }
  | { readonly kind: 'conflict' }

/** What an idempotency key stands for: the body, whatever the order of its fields and its white space. */
export interface IdempotentCreate {
  readonly key: string
  readonly collection: string
  readonly fingerprint: Buffer
}

/** A hash of a JSON value that does not depend on the order of object keys. */
export function fingerprintOf(body: unknown): Buffer {
  const canonical = JSON.stringify(body, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return createHash('sha256').update(canonical).digest()
}

/** Looks a create up by its idempotency key, which is remembered for 24 hours by account and collection. */
export function findReplay(
  store: JobStore,
  accountId: string,
  create: IdempotentCreate | null,
  nowMs: number,
): Replay {
  if (!create) return { kind: 'new' }
  const remembered = store.remembered(accountId, create.collection, create.key)
  if (!remembered || nowMs - remembered.createdMs >= IDEMPOTENCY_MEMORY_MS) return { kind: 'new' }
  if (!remembered.fingerprint.equals(create.fingerprint)) return { kind: 'conflict' }
  const job = store.get(remembered.jobId)
  return job ? { kind: 'replayed', job } : { kind: 'new' }
}

/**
 * Stores a new job, unless its idempotency key stands for one already, the account cannot pay for it, or its key is at its ceiling.
 * Call it in a transaction: then of several creates with one idempotency key exactly one is accepted.
 */
export function acceptJob(
  { jobs, accounts }: { readonly jobs: JobStore; readonly accounts: AccountStore },
  apiKey: ApiKey,
  job: StoredJob,
  create: IdempotentCreate | null,
): Acceptance {
  const replay = findReplay(jobs, apiKey.account.id, create, job.createdMs)
  if (replay.kind !== 'new') return replay
  if (apiKey.account.billingMode === 'metered' && job.quotedCredits !== null) {
    const verdict = affordability(job.quotedCredits, accounts.spendingState(apiKey.account))
    if (!verdict.isAffordable) return { kind: 'unaffordable', affordability: verdict }
  }
  const running = jobs.countUnfinishedOfKey(apiKey.id)
  if (running >= apiKey.concurrencyLimit) return { kind: 'at_ceiling', running }
  jobs.insert(job)
  if (create) {
    const { collection, key, fingerprint } = create
    jobs.remember(apiKey.account.id, collection, key, {
      fingerprint,
      jobId: job.id,
      createdMs: job.createdMs,
    })
  }
  return { kind: 'accepted', job }
}

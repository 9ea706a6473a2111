// Accounts, their keys and their append-only ledger, in SQLite.

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { type Provisioning, provisioningAt, type SpendingState } from './credit.ts'

export interface Account {
  readonly id: string
  readonly accountType: 'user' | 'organization'
  readonly billingMode: 'metered' | 'unmetered'
  readonly email: string | null
  readonly overageLimit: number | null
  readonly provisioning: Provisioning
}

export interface ApiKey {
  readonly id: string
  readonly account: Account
  /** How many of this key's jobs may run at once. */
  readonly concurrencyLimit: number
}

export interface NewAccount {
  readonly accountType: Account['accountType']
  readonly billingMode: Account['billingMode']
  readonly overageLimit: number | null
  readonly provisioning: Provisioning
  /** Opening balance, granted in the ledger. */
  readonly credits: number
  readonly concurrencyLimit: number
}

export interface LedgerEntry {
  readonly jobId: string | null
  readonly family: string | null
  readonly kind: 'debit' | 'refund'
  readonly credits: number
  readonly idempotencyKey: string | null
  readonly atMs: number
}

export type Charge = Omit<LedgerEntry, 'kind'>

export interface AccountStore {
  /** Creates an account with one key; the key is given out here and kept only as a hash. */
  create(account: NewAccount, nowMs: number): { readonly apiKey: string; readonly keyId: string }
  /** Gives the key of this id a new secret, so that jobs of an earlier launch stay readable; creates it when new. */
  install(keyId: string, apiKey: string, account: NewAccount, nowMs: number): void
  /** The key's record with its account as it stands now; null for an unknown key. */
  authenticate(apiKey: string, nowMs: number): ApiKey | null
  spendingState(account: Account): SpendingState
  /** Whether what the account's jobs cost is debited. */
  isMetered(accountId: string): boolean
  /** Appends a debit. The caller's transaction makes it one with what it pays for. */
  debit(accountId: string, charge: Charge): void
  ledger(accountId: string): readonly LedgerEntry[]
}

interface KeyRow {
  readonly key_id: string
  readonly concurrency_limit: number
  readonly account_id: string
  readonly account_type: Account['accountType']
  readonly billing_mode: Account['billingMode']
  readonly email: string | null
  readonly overage_limit: number | null
  readonly provisioning_state: Provisioning['state']
  readonly provisioning_deadline_ms: number | null
}

interface LedgerRow {
  readonly job_id: string | null
  readonly family: string | null
  readonly kind: LedgerEntry['kind']
  readonly credits: number
  readonly idempotency_key: string | null
  readonly at_ms: number
}

/** The accounts kept in this database. */
export function createAccountStore(database: Database): AccountStore {
  const insertAccount = database.prepare(`
    INSERT INTO accounts (id, account_type, billing_mode, email, overage_limit, provisioning_state,
      provisioning_deadline_ms, created_ms)
    VALUES (@id, @accountType, @billingMode, @email, @overageLimit, @state, @deadlineMs, @nowMs)`)
  const insertKey = database.prepare(
    'INSERT INTO api_keys (id, account_id, key_hash, concurrency_limit, created_ms) VALUES (?, ?, ?, ?, ?)',
  )
  const replaceSecret = database.prepare('UPDATE api_keys SET key_hash = ? WHERE id = ?')
  const selectKey = database.prepare<[Buffer], KeyRow>(`
    SELECT api_keys.id AS key_id, concurrency_limit, account_id, account_type, billing_mode, email, overage_limit,
      provisioning_state, provisioning_deadline_ms
    FROM api_keys JOIN accounts ON accounts.id = api_keys.account_id WHERE key_hash = ?`)
  const selectBalance = database
    .prepare<[string], number>(
      'SELECT balance_after FROM ledger WHERE account_id = ? ORDER BY id DESC LIMIT 1',
    )
    .pluck()
  const selectReserved = database
    .prepare<[string], number>(
      "SELECT coalesce(sum(quoted_credits), 0) FROM jobs WHERE status IN ('queued', 'running') AND account_id = ?",
    )
    .pluck()
  const selectBillingMode = database
    .prepare<[string], Account['billingMode']>('SELECT billing_mode FROM accounts WHERE id = ?')
    .pluck()
  const insertEntry = database.prepare(`
    INSERT INTO ledger (account_id, kind, credits, balance_after, job_id, family, idempotency_key, at_ms)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
  const selectLedger = database.prepare<[string], LedgerRow>(`
    SELECT job_id, family, kind, credits, idempotency_key, at_ms
    FROM ledger WHERE account_id = ? AND kind <> 'grant' ORDER BY id`)

  /** Keys that were asked for before: accounts do not change once they are made, but for what time makes of them. */
  const known = new Map<string, KeyRow>()

  const balanceOf = (accountId: string) => selectBalance.get(accountId) ?? 0

  function insert(keyId: string, apiKey: string, account: NewAccount, nowMs: number): void {
    const accountId = randomUUID()
    insertAccount.run({
      id: accountId,
      accountType: account.accountType,
      billingMode: account.billingMode,
      email: account.accountType === 'user' ? `${accountId.slice(0, 8)}@localhost` : null,
      overageLimit: account.overageLimit,
      state: account.provisioning.state,
      deadlineMs: account.provisioning.deadlineMs,
      nowMs,
    })
    insertKey.run(keyId, accountId, hashOf(apiKey), account.concurrencyLimit, nowMs)
    if (account.billingMode === 'metered') {
      insertEntry.run(accountId, 'grant', account.credits, account.credits, null, null, null, nowMs)
    }
  }

  return {
    create(account, nowMs) {
      const apiKey = newApiKey()
      const keyId = randomUUID()
      database.transaction(() => insert(keyId, apiKey, account, nowMs))()
      return { apiKey, keyId }
    },
    install(keyId, apiKey, account, nowMs) {
      known.clear()
      database.transaction(() => {
        if (replaceSecret.run(hashOf(apiKey), keyId).changes === 0) insert(keyId, apiKey, account, nowMs)
      })()
    },
    authenticate(apiKey, nowMs) {
      const row = known.get(apiKey) ?? selectKey.get(hashOf(apiKey))
      if (!row) return null
      known.set(apiKey, row)
      return { id: row.key_id, concurrencyLimit: row.concurrency_limit, account: accountOf(row, nowMs) }
    },
    spendingState(account) {
      return {
        balance: balanceOf(account.id),
        reserved: selectReserved.get(account.id) ?? 0,
        overageLimit: account.overageLimit,
        provisioning: account.provisioning,
      }
    },
    isMetered: (accountId) => selectBillingMode.get(accountId) === 'metered',
    debit(accountId, { credits, jobId, family, idempotencyKey, atMs }) {
      const balance = balanceOf(accountId) - credits
      insertEntry.run(accountId, 'debit', credits, balance, jobId, family, idempotencyKey, atMs)
    },
    ledger(accountId) {
      return selectLedger.all(accountId).map((row) => ({
        jobId: row.job_id,
        family: row.family,
        kind: row.kind,
        credits: row.credits,
        idempotencyKey: row.idempotency_key,
        atMs: row.at_ms,
      }))
    },
  }
}

/** A key as the service gives them out: `sk-` and 256 random bits. */
export function newApiKey(): string {
  return `sk-${randomBytes(32).toString('base64url')}`
}

/** Keys hold 256 random bits, so a plain hash is enough to keep them unreadable and to look them up in constant time. */
function hashOf(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest()
}

function accountOf(row: KeyRow, nowMs: number): Account {
  return {
    id: row.account_id,
    accountType: row.account_type,
    billingMode: row.billing_mode,
    email: row.email,
    overageLimit: row.overage_limit,
    provisioning: provisioningAt(
      { state: row.provisioning_state, deadlineMs: row.provisioning_deadline_ms },
      nowMs,
    ),
  }
}

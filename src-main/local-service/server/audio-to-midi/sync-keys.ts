// Idempotency keys of the synchronous route: they stop a repeat, they never replay an answer.

import type { Database } from 'better-sqlite3'

/** The contract says 24 to 48 hours after the original completes; the middle is safe on both sides. */
export const SYNC_KEY_MEMORY_MS = 36 * 60 * 60_000

export interface SyncKeys {
  /** Takes the key for a request that starts now; false while an earlier one runs, or is remembered as completed. */
  claim(accountId: string, key: string, nowMs: number): boolean
  /** The request has succeeded: the key is remembered from now on. */
  complete(accountId: string, key: string, nowMs: number): void
  /** The request has failed: it may be sent again under the same key. */
  release(accountId: string, key: string): void
}

/** The keys kept in this database. Those of requests that a crash cut off are released. */
export function createSyncKeys(database: Database): SyncKeys {
  database.prepare('DELETE FROM sync_keys WHERE completed_ms IS NULL').run()
  const forget = database.prepare('DELETE FROM sync_keys WHERE completed_ms <= ?')
  const insert = database.prepare('INSERT OR IGNORE INTO sync_keys (account_id, key) VALUES (?, ?)')
  const complete = database.prepare('UPDATE sync_keys SET completed_ms = ? WHERE account_id = ? AND key = ?')
  const remove = database.prepare('DELETE FROM sync_keys WHERE account_id = ? AND key = ?')
  return {
    claim(accountId, key, nowMs) {
      forget.run(nowMs - SYNC_KEY_MEMORY_MS)
      return insert.run(accountId, key).changes === 1
    },
    complete(accountId, key, nowMs) {
      complete.run(nowMs, accountId, key)
    },
    release(accountId, key) {
      remove.run(accountId, key)
    },
  }
}

// Plans of separated stems, in SQLite: what a preflight detected, for the body that it was asked about.

import type { Database } from 'better-sqlite3'
import { PLAN_VALID_MS } from '../../contract/index.ts'
import type { PlannedSound } from './planned-sound.ts'

export interface StoredPlan {
  readonly id: string
  readonly accountId: string
  /** Stands for what must not change between the preflight and the create. */
  readonly fingerprint: Buffer
  readonly sounds: readonly PlannedSound[]
  readonly createdMs: number
}

export interface PlanStore {
  insert(plan: StoredPlan): void
  /** The account's plan while it is valid; null when there is none or no more. */
  find(id: string, accountId: string, nowMs: number): StoredPlan | null
  removeExpired(nowMs: number): void
}

interface PlanRow {
  readonly id: string
  readonly account_id: string
  readonly fingerprint: Buffer
  readonly sounds: string
  readonly created_ms: number
}

/** The plans kept in this database. */
export function createPlanStore(database: Database): PlanStore {
  const insertPlan = database.prepare(`
    INSERT INTO plans (id, account_id, fingerprint, sounds, created_ms)
    VALUES (@id, @accountId, @fingerprint, @sounds, @createdMs)`)
  const selectPlan = database.prepare<[string, string], PlanRow>(
    'SELECT * FROM plans WHERE id = ? AND account_id = ?',
  )
  const deleteBefore = database.prepare('DELETE FROM plans WHERE created_ms <= ?')
  return {
    insert(plan) {
      insertPlan.run({ ...plan, sounds: JSON.stringify(plan.sounds) })
    },
    find(id, accountId, nowMs) {
      const row = selectPlan.get(id, accountId)
      return row && nowMs < row.created_ms + PLAN_VALID_MS ? planOf(row) : null
    },
    removeExpired(nowMs) {
      deleteBefore.run(nowMs - PLAN_VALID_MS)
    },
  }
}

/** JSON.parse trusts this store's own writes: nothing else writes the column. */
function planOf(row: PlanRow): StoredPlan {
  return {
    id: row.id,
    accountId: row.account_id,
    fingerprint: row.fingerprint,
    sounds: JSON.parse(row.sounds),
    createdMs: row.created_ms,
  }
}

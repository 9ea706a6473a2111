// The person's bounds of spending, and what was spent since a moment.
import { z } from 'zod'
import type { ReadableDatabase, WritableDatabase } from '../library/database.ts'
import { getSetting, setSetting } from '../library/settings-store.ts'
import type { Budget } from './budget-guard.ts'
import { DEFAULT_BUDGET } from './budget-guard.ts'

const KEY = 'budget'
const credits = z.int().min(0).nullable()
/** Guards a budget that comes from outside. */
export const budgetSchema = z.strictObject({ perActionCredits: credits, perDayCredits: credits })

/** The bounds as set, else the defaults. */
export function readBudget(db: ReadableDatabase): Budget {
  return getSetting(db, KEY, budgetSchema) ?? DEFAULT_BUDGET
}

/** Sets the bounds. */
export function changeBudget(db: WritableDatabase, budget: Budget): void {
  setSetting(db, KEY, budgetSchema, budget)
}

/** Credits charged to what was begun since then, and quoted to what is not settled yet. */
export function spentSince(db: ReadableDatabase, sinceMs: number): number {
  const row = db
    .statement(
      `SELECT coalesce(sum(CASE
         WHEN charged_credits IS NOT NULL THEN charged_credits
         WHEN state IN ('stored', 'sending', 'accepted', 'collecting', 'unknown') THEN coalesce(quoted_credits, 0)
         ELSE 0 END), 0) AS credits
       FROM generations WHERE is_metered = 1 AND created_at_ms >= ?`,
    )
    .get([sinceMs])
  // One row of one integer.
  return (row as { readonly credits: number }).credits
}

/** Midnight before `nowMs`, where the person is. */
export function dayStart(nowMs: number): number {
  return new Date(nowMs).setHours(0, 0, 0, 0)
}

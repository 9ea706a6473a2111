// Lets an intent in: once, within the budget, at a price that the person has seen. One transaction decides.
import type { BridgeError } from '../bridge/types.ts'
import type { WritableDatabase } from '../library/database.ts'
import type { ApprovableError } from './budget-guard.ts'
import { askForPrice, checkBudget } from './budget-guard.ts'
import { dayStart, readBudget, spentSince } from './budget-store.ts'
import type { Generation } from './generation.ts'
import { countUnfinished, getGeneration, insertGeneration } from './generation-store.ts'
import type { GenerationSource } from './source-store.ts'
import { insertSources } from './source-store.ts'

/** What an intent takes now: asked from the service, by the list where that does not answer, nothing where nothing is metered. */
export type Price =
  | { readonly kind: 'unmetered' }
  | { readonly kind: 'told'; readonly credits: number }
  | { readonly kind: 'list'; readonly credits: number }
  | { readonly kind: 'refused'; readonly error: BridgeError }

/** What the person agreed to. */
export interface Agreement {
  readonly generationId: string
  readonly quotedCredits: number | null
  readonly approvedCredits?: number | null | undefined
}
export interface Admitted {
  readonly quotedCredits: number | null
  readonly isMetered: boolean
  readonly pricedAtMs: number | null
  readonly createdAtMs: number
}
export type Admission =
  | { readonly ok: true; readonly generation: Generation; readonly isNew: boolean }
  | { readonly ok: false; readonly error: BridgeError | ApprovableError }

/** Stores what `make` makes, with its sources. Errors that the person may overrule: `budget_exceeded`, `price_rose`. */
export function admit(
  db: WritableDatabase,
  agreement: Agreement,
  price: Exclude<Price, { kind: 'refused' }>,
  nowMs: number,
  make: (admitted: Admitted) => Generation,
  sources: readonly GenerationSource[],
): Admission {
  return db.transaction((): Admission => {
    // Two clicks may both have passed an earlier look, and two actions both a bound.
    const same = getGeneration(db, agreement.generationId)
    if (same !== null) return { ok: true, generation: same, isNew: false }
    const approvedCredits = agreement.approvedCredits ?? null
    const spentTodayCredits = spentSince(db, dayStart(nowMs))
    if (price.kind !== 'unmetered' && agreement.quotedCredits !== null) {
      const facts = { credits: price.credits, approvedCredits, spentTodayCredits }
      const rose = askForPrice(agreement.quotedCredits, facts)
      if (rose !== null) return { ok: false, error: rose }
    }
    const refusal = checkBudget(readBudget(db), {
      credits: price.kind === 'unmetered' ? null : price.credits,
      approvedCredits,
      spentTodayCredits,
      unfinished: countUnfinished(db),
    })
    if (refusal !== null) return { ok: false, error: refusal }
    const generation = make({
      // What the person agreed to is at least this: a later price is held against it, and the day's bound counts it.
      quotedCredits: price.kind === 'unmetered' ? agreement.quotedCredits : price.credits,
      isMetered: price.kind !== 'unmetered',
      pricedAtMs: price.kind === 'told' ? nowMs : null,
      createdAtMs: nowMs,
    })
    insertGeneration(db, generation)
    insertSources(db, generation.id, sources)
    return { ok: true, generation, isNew: true }
  })
}

// Asks before more is spent than the person has set as a bound: by action and by day. Pure.
import type { BridgeError } from '../bridge/types.ts'

/** Null: no bound. */
export interface Budget {
  readonly perActionCredits: number | null
  readonly perDayCredits: number | null
}
/** About four minutes of sound at once and a quarter of an hour a day, at 10 credits a second. */
export const DEFAULT_BUDGET: Budget = { perActionCredits: 2_500, perDayCredits: 10_000 }

/** More unfinished generations than this are no person's doing. */
export const UNFINISHED_MAX = 1_000

export interface Spending {
  /** Null where the account is not metered: nothing is spent. */
  readonly credits: number | null
  /** What the person agreed to spend on this action although it passes a bound; null: they were not asked. */
  readonly approvedCredits: number | null
  /** Charged today, and quoted today for what is not settled. */
  readonly spentTodayCredits: number
  readonly unfinished: number
}

/** What it would take: the same action again with `approvedCredits` of at least `credits`. */
export interface Approval {
  readonly credits: number
  readonly bound: 'action' | 'day' | 'quote'
  /** What is passed: credits. */
  readonly boundCredits: number
  readonly spentTodayCredits: number
}
/** A refusal that the person may overrule. */
export interface ApprovableError extends BridgeError {
  readonly approval: Approval
}

/** Null where the action is within the bounds or agreed to; else why it is not begun. */
export function checkBudget(budget: Budget, spending: Spending): BridgeError | ApprovableError | null {
  const { credits, approvedCredits, spentTodayCredits, unfinished } = spending
  if (unfinished >= UNFINISHED_MAX) {
    const message = `${unfinished} sounds are waiting already; at most ${UNFINISHED_MAX} can.`
    return { code: 'queue_full', message, retryable: true }
  }
  if (credits === null || credits === 0) return null
  if (approvedCredits !== null && approvedCredits >= credits) return null
  const { perActionCredits, perDayCredits } = budget
  if (perActionCredits !== null && credits > perActionCredits) {
    const message = `This takes ${credits} credits; you want to be asked above ${perActionCredits} at once.`
    return exceeded(message, { credits, bound: 'action', boundCredits: perActionCredits, spentTodayCredits })
  }
  if (perDayCredits !== null && spentTodayCredits + credits > perDayCredits) {
    const message = `This takes ${credits} credits and ${spentTodayCredits} were spent today; you want to be asked above ${perDayCredits} a day.`
    return exceeded(message, { credits, bound: 'day', boundCredits: perDayCredits, spentTodayCredits })
  }
  return null
}

/** The price rose since the person saw it. */
export function askForPrice(
  quoted: number,
  spending: Pick<Spending, 'approvedCredits' | 'spentTodayCredits'> & { readonly credits: number },
): ApprovableError | null {
  const { credits, approvedCredits, spentTodayCredits } = spending
  if (credits <= Math.max(quoted, approvedCredits ?? 0)) return null
  return {
    code: 'price_rose',
    message: `The price rose from ${quoted} to ${credits} credits since it was shown. Nothing was sent.`,
    retryable: false,
    approval: { credits, bound: 'quote', boundCredits: quoted, spentTodayCredits },
  }
}

const exceeded = (message: string, approval: Approval): ApprovableError => ({
  code: 'budget_exceeded',
  message,
  retryable: false,
  approval,
})

// What was spent, what is reserved, and the bounds above which the person is asked.
import { entry } from './entry.ts'
import type { GenerationState } from './types.ts'

/** Null: no bound. */
export interface BudgetView {
  readonly perActionCredits: number | null
  readonly perDayCredits: number | null
}
export interface MoneyToday {
  readonly budget: BudgetView
  readonly chargedCredits: number
  /** Quoted to what is running, waiting, or of unknown fate. */
  readonly reservedCredits: number
}

/** Charges of one day in one family. */
export interface DayCharge {
  /** yyyy-mm-dd where the person is. */
  readonly day: string
  readonly family: string
  readonly credits: number
}
export interface LedgerTotalView {
  readonly name: string
  readonly intents: number
  readonly sounds: number
  readonly quotedCredits: number
  readonly chargedCredits: number
  readonly openCredits: number
}
export interface LedgerEntryView {
  readonly generationId: string
  readonly label: string
  readonly family: string
  readonly model: string
  readonly state: GenerationState
  readonly createdAtMs: number
  readonly jobId: string | null
  readonly requestId: string | null
  readonly isMetered: boolean
  readonly quotedCredits: number | null
  readonly chargedCredits: number | null
  readonly soundIds: readonly number[]
}
export interface LedgerSpanQuery {
  readonly fromMs: number
  /** Not included. */
  readonly untilMs: number
}

/** What is known of something that was sent and not answered: hints, no proof. */
export interface Evidence {
  readonly sentAtMs: number | null
  /** Of the request's body. */
  readonly bytes: number
  readonly idempotencyKey: string | null
  readonly jobId: string | null
  readonly quotedCredits: number | null
  readonly balanceBefore: number | null
  readonly balanceAfter: number | null
  /** Where the connection broke, and what was read that broke the contract. */
  readonly remarks: readonly string[]
  /** Others of ours that were charged between the two balances: the difference is not this one's alone. */
  readonly chargedMeanwhile: number
}

export const moneyRequests = {
  'money.today': entry<undefined, MoneyToday>(),
  'money.setBudget': entry<BudgetView, MoneyToday>(),
  'money.days': entry<LedgerSpanQuery, readonly DayCharge[]>(),
  'money.totals': entry<LedgerSpanQuery & { by: 'day' | 'model' | 'family' }, readonly LedgerTotalView[]>(),
  /** Newest first, metered ones that were charged, quoted or are open. */
  'money.entries': entry<LedgerSpanQuery & { offset: number; limit: number }, readonly LedgerEntryView[]>(),
  /** Asks for a folder and writes the span as CSV. Null when the person cancels. */
  'money.exportCsv': entry<LedgerSpanQuery, { fileName: string } | null>(),
  'money.evidence': entry<{ generationId: string }, Evidence>(),
  /** Looks now for what was charged and is not here. */
  'money.rescue': entry<undefined, { found: number; open: number }>(),
} as const

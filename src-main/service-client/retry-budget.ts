// A budget of retries: during a lasting outage at most 1.1 times the traffic goes out. Pure.

/** Retries per request over time. */
const RETRY_RATIO = 0.1
/** Retries that a quiet client has from the start; the first requests pay for them. */
const RESERVE = 3
/** Most retries that good times can save up. */
const SAVED_MAX = 10

/** The state of a budget. */
export type RetryBudget = { readonly requests: number; readonly tokens: number }

/** A budget at the start: a small reserve, and 0.1 retries more for each request once the reserve is paid for. */
export const FRESH_RETRY_BUDGET: RetryBudget = { requests: 0, tokens: RESERVE }

/** Counts a first attempt. */
export function noteRequest(budget: RetryBudget): RetryBudget {
  const requests = budget.requests + 1
  const earned = requests * RETRY_RATIO > RESERVE ? RETRY_RATIO : 0
  return { requests, tokens: Math.min(SAVED_MAX, budget.tokens + earned) }
}

/** Takes one retry out of the budget; null when there is none left. */
export function takeRetry(budget: RetryBudget): RetryBudget | null {
  // Tenths don't add up exactly in binary.
  return budget.tokens < 1 - 1e-9 ? null : { ...budget, tokens: budget.tokens - 1 }
}

// Repeats safe reads by the retry policy, within a budget shared by a connection.

import type { ServiceResult } from './result.ts'
import type { RetryBudget } from './retry-budget.ts'
import { noteRequest, takeRetry } from './retry-budget.ts'
import { decideRetry, type RetryLimits } from './retry-policy.ts'

/** Waits; resolves early when the signal aborts. */
export type Sleep = (delayMs: number, signal?: AbortSignal) => Promise<void>

export type RetryTools = {
  readonly now: () => number
  readonly random: () => number
  readonly sleep: Sleep
  /** Holds the connection's budget; shared by all of its reads. */
  readonly budget: { current: RetryBudget }
}

/**
 * Runs a read until it succeeds, is hopeless, or its limits or the budget are used up.
 * Only for what is safe to repeat: reads, preflights, upload tickets.
 * @returns the last result
 */
export async function withRetries<T>(
  attempt: () => Promise<ServiceResult<T>>,
  tools: RetryTools,
  options: { readonly signal?: AbortSignal; readonly limits?: RetryLimits } = {},
): Promise<ServiceResult<T>> {
  const startedMs = tools.now()
  tools.budget.current = noteRequest(tools.budget.current)
  for (let attempts = 1; ; attempts++) {
    const result = await attempt()
    if (result.ok || isAborted(options.signal)) return result
    const decision = decideRetry({
      failure: result.error,
      rule: 'safe',
      attempt: attempts,
      elapsedMs: tools.now() - startedMs,
      random: tools.random(),
      limits: options.limits,
    })
    const budget = decision.kind === 'retry' ? takeRetry(tools.budget.current) : null
    if (decision.kind === 'stop' || budget === null) return result
    tools.budget.current = budget
    await tools.sleep(decision.afterMs, options.signal)
    if (isAborted(options.signal)) return result
  }
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true
}

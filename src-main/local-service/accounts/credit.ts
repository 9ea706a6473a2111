// What an account can spend, and the one step that would let it spend more (pure).

export type RecoveryAction = 'enable_overage' | 'increase_overage_limit' | 'view_plans' | 'contact_support'

export interface SpendingState {
  /** Ledger balance; below zero while overage is in use. */
  readonly balance: number
  /** Credits committed to unfinished jobs. */
  readonly reserved: number
  /** Null: the plan has no overage. 0: offered, not enabled. More: enabled, down to minus so many credits. */
  readonly overageLimit: number | null
  readonly provisioning: Provisioning
}

export interface Provisioning {
  readonly state: 'ready' | 'pending' | 'stalled'
  /** When a pending grant becomes stalled, in ms since the epoch; null when provisioning does not apply. */
  readonly deadlineMs: number | null
}

/** What stands behind `credit_recovery` on the wire. */
export interface Affordability {
  readonly isAffordable: boolean
  readonly required: number
  readonly available: number
  readonly shortfall: number
  readonly action: RecoveryAction | null
}

/**
 * What a job of this price holds of an account, and takes at most: the price where it is metered. An organization's jobs tell no credits
 * at all (null); those of a user who is not metered are never debited, which is 0.
 */
export function chargeOf(
  {
    accountType,
    billingMode,
  }: { accountType: 'user' | 'organization'; billingMode: 'metered' | 'unmetered' },
  credits: number,
): number | null {
  if (billingMode === 'metered') return credits
  return accountType === 'organization' ? null : 0
}

/** A pending grant is stalled from its deadline on. */
export function provisioningAt(stored: Provisioning, nowMs: number): Provisioning {
  const isOverdue = stored.state === 'pending' && stored.deadlineMs !== null && nowMs >= stored.deadlineMs
  return isOverdue ? { ...stored, state: 'stalled' } : stored
}

/** Ledger balance less what running jobs hold, plus enabled overage. */
export function creditsAvailable(state: SpendingState): number {
  return state.balance - state.reserved + (state.overageLimit ?? 0)
}

/** Whether `required` credits can be spent now; if not, by how much they are missed and what would help. */
export function affordability(required: number, state: SpendingState): Affordability {
  const available = creditsAvailable(state)
  const shortfall = Math.max(0, required - available)
  return {
    isAffordable: shortfall === 0 && state.provisioning.state === 'ready',
    required,
    available,
    shortfall,
    action: recoveryAction(shortfall, state),
  }
}

function recoveryAction(
  shortfall: number,
  { provisioning, overageLimit }: SpendingState,
): RecoveryAction | null {
  // While a grant is on its way there is nothing for the account holder to do; once it stalled, only support can.
  if (provisioning.state === 'pending') return null
  if (provisioning.state === 'stalled') return 'contact_support'
  if (shortfall === 0) return null
  if (overageLimit === null) return 'view_plans'
  return overageLimit === 0 ? 'enable_overage' : 'increase_overage_limit'
}

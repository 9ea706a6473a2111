// What a quote says: price, what is missing to pay it, and the one way on.
import type { Account, CreditRecovery, Quote } from '../bridge.ts'
import { texts } from './texts.ts'
import { spokenLength } from './times.ts'

/** "4 takes × 2.0 s". */
export function takesText(variants: number, durationMs: number): string {
  return texts.quotes.takes(variants, spokenLength(durationMs))
}

/** The price beside the button: never "0 credits" where nothing is metered. */
export function priceText(quote: Pick<Quote, 'credits' | 'isMetered'>): string {
  return quote.isMetered ? texts.quotes.credits(quote.credits) : texts.quotes.notMetered
}

/** What can be spent, why nothing can, or that it is not counted; null before the first answer. */
export function balanceText(account: Account | null): string | null {
  if (account === null) return null
  if (account.billing_mode === 'unmetered') return texts.quotes.notMetered
  if (account.provisioning_state === 'pending') return texts.quotes.beingSetUp
  if (account.provisioning_state !== 'ready') return texts.quotes.blocked
  const credits = account.spend_capacity ?? account.credits_available
  return credits === null ? null : texts.quotes.credits(credits)
}

/** "1,842 credits on the account, 1,762 free to spend": jobs that run hold some. Null where nothing is counted. */
export function capacityText(account: Account | null): string | null {
  if (account === null || account.billing_mode === 'unmetered') return null
  const { credits_available: balance, spend_capacity: free } = account
  return balance === null || free === null ? null : texts.quotes.capacity(balance, free)
}

/** "1,842 credits now, 1,762 after"; null where nothing is counted. */
export function balanceAfterText(account: Account | null, quote: Quote | null): string | null {
  if (account === null || account.billing_mode === 'unmetered') return null
  const now = account.spend_capacity ?? account.credits_available
  if (now === null) return null
  if (quote === null || !quote.isMetered) return texts.quotes.balanceNow(now)
  return texts.quotes.balanceAfter(now, now - quote.credits)
}

/** SERVICE.md: affordable only when ready, without a step to take, and without a shortfall. */
export function isAffordable(recovery: CreditRecovery): boolean {
  return (
    recovery.provisioning_state === 'ready' &&
    (recovery.recovery_action ?? null) === null &&
    recovery.credit_shortfall === 0
  )
}

/** What is missing, in one sentence with a bold beginning. */
export interface MissingText {
  readonly lead: string
  readonly rest: string
  /** The one recovery step; null when there is nothing for the person to do yet. */
  readonly action: { readonly label: string; readonly url: string } | null
}

/** A refusal for money as a sentence. Provisioning is not poverty: shortfall 0 says so. */
export function missingText(recovery: CreditRecovery): MissingText {
  const action = recoveryAction(recovery)
  const words = texts.quotes
  if (recovery.provisioning_state === 'pending') {
    return { lead: words.settingUp, rest: words.settingUpMore, action }
  }
  if (recovery.provisioning_state !== 'ready') {
    return { lead: words.stalled, rest: words.stalledMore, action }
  }
  const { credit_shortfall: short, credits_required: needed, credits_available: free } = recovery
  if (short === 0) return { lead: words.cannotSpend, rest: words.cannotSpendMore, action }
  return { lead: words.short(short), rest: words.shortMore(needed, Math.max(0, free)), action }
}

function recoveryAction(recovery: CreditRecovery): MissingText['action'] {
  const { recovery_action: action, recovery_url: url } = recovery
  if (typeof action !== 'string' || typeof url !== 'string') return null
  const { recoveryActions: labels, openAccount } = texts.quotes
  return { label: (Object.hasOwn(labels, action) ? labels[action] : undefined) ?? openAccount, url }
}

/** What would fit into the free credits at the model's price; null when not even the shortest does, or nothing can be spent. */
export function fittingText(
  { credits_available: freeCredits, credit_shortfall: short }: CreditRecovery,
  creditsPerSecond: number,
  wanted: { readonly variants: number; readonly durationMs: number; readonly minMs: number },
): string | null {
  if (short === 0 || creditsPerSecond <= 0) return null
  for (let variants = wanted.variants; variants >= 1; variants--) {
    const longestMs = Math.floor((freeCredits / creditsPerSecond / variants) * 10) * 100
    const ms = Math.min(longestMs, wanted.durationMs)
    if (ms < wanted.minMs || ms < 100) continue
    // Very short takes help nobody: fewer takes first, until a quarter of the wanted length fits.
    if (ms < wanted.durationMs / 4 && variants > 1) continue
    return texts.quotes.wouldFit(variants, spokenLength(ms))
  }
  return null
}

// Prices, balances, and what is missing to pay.
import { counted, grouped } from '../counting.ts'

/** By the service's own word for the step; any other opens the account. */
const recoveryActions: Readonly<Record<string, string>> = {
  enable_overage: 'Enable overage',
  increase_overage_limit: 'Raise the limit',
  view_plans: 'View plans',
  contact_support: 'Contact support',
}

export const quotes = {
  takes: (count: number, length: string) => `${counted(count, 'take')} × ${length}`,
  credits: (count: number) => counted(count, 'credit'),
  /** What passes a bound of the person. */
  allowOnce: (credits: number) => `Allow once, ${counted(credits, 'credit')}`,
  notMetered: 'not metered',
  beingSetUp: 'credits being set up',
  blocked: 'cannot spend',
  capacity: (balance: number, free: number) =>
    `${counted(balance, 'credit')} on the account, ${grouped(free)} free to spend`,
  balanceNow: (credits: number) => `${counted(credits, 'credit')} now`,
  balanceAfter: (now: number, after: number) => `${counted(now, 'credit')} now, ${grouped(after)} after`,
  settingUp: 'Credits are being set up.',
  settingUpMore: 'The account is not ready to spend. Nothing was charged.',
  stalled: 'The account cannot spend.',
  stalledMore: 'Setting up its credits has stalled. Nothing was charged.',
  cannotSpend: 'The account cannot spend now.',
  cannotSpendMore: 'Nothing was charged.',
  short: (credits: number) => `${counted(credits, 'credit')} short.`,
  shortMore: (needed: number, free: number) =>
    `This takes ${grouped(needed)} and ${grouped(free)} ${free === 1 ? 'is' : 'are'} free to spend. Nothing was charged.`,
  recoveryActions,
  openAccount: 'Open the account',
  wouldFit: (takes: number, length: string) => `${counted(takes, 'take')} of ${length} would fit.`,
}

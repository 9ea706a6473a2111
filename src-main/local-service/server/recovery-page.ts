// The page behind `recovery_url`: on this service there is no account console, so it says what to do instead.

import type { RecoveryAction } from '../accounts/credit.ts'
import type { ServiceContext } from './context.ts'
import { answerRefusal } from './guards.ts'
import { refuse } from './refusal.ts'

const STEP_BY_ACTION: Readonly<Record<RecoveryAction, string>> = {
  enable_overage: 'Overage is offered but not enabled: create a key with "overage" above 0.',
  increase_overage_limit: 'The overage limit is used up: create a key with a higher "overage".',
  view_plans: 'The credits are used up: create a key with more "credits".',
  contact_support: 'Provisioning has stalled: create a key with "provisioning_state": "ready".',
}

/** `GET /account/recovery/{action}`: plain text, for a person who followed the link. */
export function recoveryPage(c: ServiceContext): Response {
  const action = c.req.param('id') ?? ''
  const step = Object.entries(STEP_BY_ACTION).find(([name]) => name === action)?.[1]
  if (!step)
    return answerRefusal(c, refuse('not_found', `There is no recovery step ${JSON.stringify(action)}`))
  return c.text(
    `This is a simulated account of Foleyroom's local service.\n${step}\n(POST /sandbox/keys, see the README.)\n`,
  )
}

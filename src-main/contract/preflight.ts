// Quotes: what a preflight answers, and the credit recovery that quotes and 402s carry.
import { z } from 'zod'
import { PlannedOutput } from './outputs.ts'
import { Credits, Milliseconds, Timestamp } from './primitives.ts'

/** Known recovery actions; anything else is shown as text only. */
export const RECOVERY_ACTIONS = [
  'enable_overage',
  'increase_overage_limit',
  'view_plans',
  'contact_support',
] as const

/** Provisioning states; anything but `ready` blocks spending. */
export const PROVISIONING_STATES = ['ready', 'pending', 'stalled'] as const
export const ProvisioningState = z.enum(PROVISIONING_STATES)
export type ProvisioningState = z.infer<typeof ProvisioningState>

/** Why a request is or is not affordable, and the one step that helps. All seven fields are required. */
export const CreditRecovery = z.looseObject({
  credits_required: Credits,
  credits_available: z.int(),
  credit_shortfall: Credits,
  recovery_action: z.string().nullable(),
  recovery_url: z.string().nullable(),
  provisioning_state: ProvisioningState,
  provisioning_deadline: z.int().nullable(),
})
export type CreditRecovery = z.infer<typeof CreditRecovery>

/** Affordable only when provisioning is ready, no step is asked for, and nothing is short. */
export function isAffordable(recovery: CreditRecovery): boolean {
  return (
    recovery.provisioning_state === 'ready' &&
    recovery.recovery_action === null &&
    recovery.credit_shortfall === 0
  )
}

/** Answer of a v3 preflight. `outputs`, `plan_id` and `plan_expires_at` only for separated stems. */
export const Preflight = z.looseObject({
  credits: Credits,
  estimated_ms: Milliseconds,
  plan_id: z.string().min(1).optional(),
  plan_expires_at: Timestamp.optional(),
  outputs: z.array(PlannedOutput).optional(),
  credit_recovery: CreditRecovery.optional(),
})
export type Preflight = z.infer<typeof Preflight>

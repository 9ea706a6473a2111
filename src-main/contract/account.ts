// The account behind a key: `GET /v3/me`.
import { z } from 'zod'
import { ProvisioningState } from './preflight.ts'

/** Kinds of account. */
export const ACCOUNT_TYPES = ['user', 'organization'] as const

/** Billing modes: check before comparing a quote with `spend_capacity`. */
export const BILLING_MODES = ['metered', 'unmetered'] as const
export const BillingMode = z.enum(BILLING_MODES)
export type BillingMode = z.infer<typeof BillingMode>

/** Answer of `GET /v3/me`. Null credits mean unmetered, never zero. */
export const Account = z.looseObject({
  account_type: z.enum(ACCOUNT_TYPES),
  id: z.string(),
  email: z.string().nullish(),
  credits_available: z.int().nullable(),
  spend_capacity: z.int().nullable(),
  recovery_action: z.string().nullish(),
  recovery_url: z.string().nullish(),
  billing_mode: BillingMode,
  provisioning_state: ProvisioningState,
  provisioning_deadline: z.int().nullish(),
})
export type Account = z.infer<typeof Account>

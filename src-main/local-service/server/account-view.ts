// The account and its credit recovery as the wire shows them.

import type { Account as AccountBody, CreditRecovery } from '../../contract/index.ts'
import type { Account } from '../accounts/account-store.ts'
import {
  type Affordability,
  affordability,
  creditsAvailable,
  type Provisioning,
  type RecoveryAction,
  type SpendingState,
} from '../accounts/credit.ts'

/** `GET /v3/me`. Credits are null on an unmetered account, which never means zero. */
export function viewAccount(account: Account, spending: SpendingState, baseUrl: string): AccountBody {
  const isMetered = account.billingMode === 'metered'
  // The step that helps is named once the account can pay for nothing: not even one credit.
  const action = isMetered ? affordability(1, spending).action : null
  const isReady = account.provisioning.state === 'ready'
  return {
    account_type: account.accountType,
    id: account.id,
    email: account.email,
    credits_available: isMetered ? spending.balance : null,
    spend_capacity: isMetered ? (isReady ? creditsAvailable(spending) : 0) : null,
    ...recoveryFields(action, baseUrl),
    billing_mode: account.billingMode,
    ...provisioningFields(account.provisioning),
  }
}

/** `credit_recovery` of a quote and of a 402. */
export function viewCreditRecovery(
  verdict: Affordability,
  provisioning: Provisioning,
  baseUrl: string,
): CreditRecovery {
  return {
    credits_required: verdict.required,
    credits_available: verdict.available,
    credit_shortfall: verdict.shortfall,
    ...recoveryFields(verdict.action, baseUrl),
    ...provisioningFields(provisioning),
  }
}

/** The page that says how to take a recovery step on this service. */
export const RECOVERY_PATH = '/account/recovery'

function recoveryFields(action: RecoveryAction | null, baseUrl: string) {
  return {
    recovery_action: action,
    recovery_url: action === null ? null : `${baseUrl}${RECOVERY_PATH}/${action}`,
  }
}

function provisioningFields({ state, deadlineMs }: Provisioning) {
  return { provisioning_state: state, provisioning_deadline: state === 'ready' ? null : deadlineMs }
}

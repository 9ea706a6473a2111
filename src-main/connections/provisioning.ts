// Whether an account may spend at all: a grant that is still pending blocks, and one past its deadline has stalled.
import type { ProvisioningState } from '../contract/preflight.ts'

interface Provisioning {
  readonly provisioning_state: ProvisioningState
  readonly provisioning_deadline?: number | null
}

/** The state as of now: `pending` becomes `stalled` when its deadline passes, whether or not the service was asked again. */
export function settledProvisioning(
  { provisioning_state: state, provisioning_deadline: deadlineMs }: Provisioning,
  nowMs: number,
): { readonly provisioning_state: ProvisioningState } {
  const isOverdue = state === 'pending' && deadlineMs != null && nowMs > deadlineMs
  return { provisioning_state: isOverdue ? 'stalled' : state }
}

/** Why nothing can be bought just now although nothing is short; null where provisioning does not block. */
export function provisioningBlock(
  provisioning: Provisioning,
  nowMs: number,
): { readonly code: 'provisioning_pending' | 'provisioning_stalled'; readonly message: string } | null {
  switch (settledProvisioning(provisioning, nowMs).provisioning_state) {
    case 'ready':
      return null
    case 'pending':
      return {
        code: 'provisioning_pending',
        message:
          'The account is still being set up by the service. Nothing was charged; it can spend once that is done.',
      }
    case 'stalled':
      return {
        code: 'provisioning_stalled',
        message:
          'Setting up the account has stalled at the service. Nothing was charged; ask its support to finish it.',
      }
  }
}

// A failure of the service client as the window sees it.
import type { BridgeError } from '../bridge/types.ts'
import type { ServiceFailure } from '../service-client/index.ts'
import { provisioningBlock } from './provisioning.ts'

/**
 * Keeps what a person can use; status, headers and raw bodies stay in the main process. A 402 with nothing short is the account's setting
 * up, not a lack of credits, and says so.
 */
export function bridgeErrorOf(failure: ServiceFailure): BridgeError {
  const { creditRecovery, meta } = failure
  const isProvisioning = creditRecovery !== null && creditRecovery.credit_shortfall === 0
  const heardAtMs = meta?.serverDateMs ?? meta?.receivedAtMs ?? 0
  const block = isProvisioning ? provisioningBlock(creditRecovery, heardAtMs) : null
  return {
    code: block?.code ?? failure.code,
    message: block?.message ?? failure.message,
    retryable: failure.retryable,
    ...(failure.requestId === null ? {} : { requestId: failure.requestId }),
    ...(failure.param === null ? {} : { param: failure.param }),
    ...(failure.creditRecovery === null ? {} : { creditRecovery: failure.creditRecovery }),
  }
}

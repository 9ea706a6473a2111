// A failure of the service client as the window sees it.
import type { BridgeError } from '../bridge/types.ts'
import type { ServiceFailure } from '../service-client/index.ts'

/** Keeps what a person can use; status, headers and raw bodies stay in the main process. */
export function bridgeErrorOf(failure: ServiceFailure): BridgeError {
  return {
    code: failure.code,
    message: failure.message,
    retryable: failure.retryable,
    ...(failure.requestId === null ? {} : { requestId: failure.requestId }),
    ...(failure.param === null ? {} : { param: failure.param }),
    ...(failure.creditRecovery === null ? {} : { creditRecovery: failure.creditRecovery }),
  }
}

// Results of the client as values: what succeeded, or everything that is known of a failure.
import type { CreditRecovery } from '../contract/index.ts'
import type { ResponseMeta } from './response-meta.ts'

/**
 * Kinds of failure.
 * - `envelope`: the service itself refused, with its error envelope
 * - `offline`: no answer came (no network, wrong name, refused, reset, TLS)
 * - `timeout`: a deadline passed
 * - `not_the_service`: something else answered (a sign-in page, a gateway, another server)
 * - `malformed`: the answer breaks the contract
 * - `aborted`: the caller cancelled; not an error to show
 * - `refused_address`: a link leads where it must not
 * - `storage`: the file store refused an upload or a download
 * - `local_file`: a file on this machine can't be read or written
 */
export type FailureKind =
  | 'envelope'
  | 'offline'
  | 'timeout'
  | 'not_the_service'
  | 'malformed'
  | 'aborted'
  | 'refused_address'
  | 'storage'
  | 'local_file'

/** A failure with everything known about it. No field ever holds the key. */
export type ServiceFailure = {
  readonly kind: FailureKind
  /** The service's code for `envelope`, else one of ours such as `connection_refused`. */
  readonly code: string
  /** For a person: what happened and what to do. */
  readonly message: string
  readonly param: string | null
  readonly retryable: boolean
  readonly requestId: string | null
  readonly status: number | null
  readonly creditRecovery: CreditRecovery | null
  readonly retryAfterMs: number | null
  /** Whether the request may have reached the other side: if so, its fate is unknown until it answers. */
  readonly bytesMayHaveLeft: boolean
  readonly meta: ResponseMeta | null
  /** The parsed JSON of the answer where there was any; untrusted. */
  readonly raw: unknown
}

export type ServiceResult<T> =
  | { readonly ok: true; readonly value: T; readonly raw: unknown; readonly meta: ResponseMeta }
  | { readonly ok: false; readonly error: ServiceFailure }

/** What a failure needs at least; the rest defaults to "nothing known". */
export type FailureFacts = Pick<ServiceFailure, 'kind' | 'code' | 'message' | 'bytesMayHaveLeft'> &
  Partial<ServiceFailure>

/** Builds a failed result. */
export function failed(facts: FailureFacts): { readonly ok: false; readonly error: ServiceFailure } {
  return {
    ok: false,
    error: {
      param: null,
      retryable: false,
      requestId: null,
      status: null,
      creditRecovery: null,
      retryAfterMs: null,
      meta: null,
      raw: null,
      ...facts,
    },
  }
}

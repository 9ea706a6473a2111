// What the service says when it does not do something: the error envelope and its HTTP answer.

import { randomUUID } from 'node:crypto'
import type { ContractViolation, CreditRecovery, ErrorCode } from '../../contract/index.ts'
import { ERROR_RULES } from '../../contract/index.ts'

export interface Refusal {
  readonly code: ErrorCode
  readonly message: string
  /** Body path of the field to blame. */
  readonly param: string | null
  /** Where the status differs from the one that the code usually has. */
  readonly status?: number
  readonly isRetryable?: boolean
  readonly headers?: Readonly<Record<string, string>>
  readonly creditRecovery?: CreditRecovery
}

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal }

/** The outcome of what succeeded. */
export function accept<T>(value: T): Outcome<T> {
  return { ok: true, value }
}

/** A refusal with the usual status and retry rule of its code, unless `extras` say otherwise. */
export function refuse(
  code: ErrorCode,
  message: string,
  extras: Partial<Omit<Refusal, 'code' | 'message'>> = {},
): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: { code, message, param: null, ...extras } }
}

/** A broken rule of the contract as a refusal. */
export function refuseViolation({ code, message, param }: ContractViolation) {
  return refuse(code, message, { param })
}

/** The envelope and status of a refusal. */
export function refusalResponse(refusal: Refusal, requestId: string): Response {
  const rule = ERROR_RULES[refusal.code]
  const body = {
    error: {
      code: refusal.code,
      message: refusal.message,
      param: refusal.param,
      retryable: refusal.isRetryable ?? rule.retryable,
      request_id: requestId,
      ...(refusal.creditRecovery && { credit_recovery: refusal.creditRecovery }),
    },
  }
  return Response.json(body, { status: refusal.status ?? rule.status, headers: refusal.headers })
}

/** Names one request, for the log and for whoever asks about it. */
export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`
}

// The error envelope, its codes, and what each code means for status and retry.
import { z } from 'zod'
import { CreditRecovery } from './preflight.ts'

/** HTTP status and default `retryable` of each known code. */
export type ErrorRule = { readonly status: number; readonly retryable: boolean }

/**
 * Known codes (the list is open). SERVICE.md fixes the statuses of `invalid_request`, `unauthorized`, `insufficient_credits`,
 * `idempotency_conflict`, `rate_limited`, `concurrency_limit_reached`, `sync_too_long`, `max_credits_exceeded`; the others are ours by these
 * rules: 400 the request as written, 402 money, 404 not there, 409 another state first, 422 understood but not doable with this media or
 * model, 5xx ours. An unreachable source is a 400 worth retrying (SERVICE.md names an expired download URL as its example).
 */
export const ERROR_RULES = {
  invalid_request: { status: 400, retryable: false },
  invalid_region: { status: 400, retryable: false },
  capability_unsupported: { status: 422, retryable: false },
  model_not_found: { status: 404, retryable: false },
  unauthorized: { status: 401, retryable: false },
  forbidden: { status: 403, retryable: false },
  not_found: { status: 404, retryable: false },
  no_active_subscription: { status: 402, retryable: false },
  insufficient_credits: { status: 402, retryable: false },
  idempotency_conflict: { status: 409, retryable: false },
  payload_too_large: { status: 413, retryable: false },
  invalid_video: { status: 422, retryable: false },
  video_url_unreachable: { status: 400, retryable: true },
  video_format_unsupported: { status: 422, retryable: false },
  video_too_short: { status: 422, retryable: false },
  invalid_audio: { status: 422, retryable: false },
  audio_url_unreachable: { status: 400, retryable: true },
  audio_format_unsupported: { status: 422, retryable: false },
  invalid_asset: { status: 422, retryable: false },
  asset_not_ready: { status: 409, retryable: true },
  audio_too_short: { status: 422, retryable: false },
  audio_too_long: { status: 422, retryable: false },
  moderation_blocked: { status: 422, retryable: false },
  rate_limited: { status: 429, retryable: true },
  concurrency_limit_reached: { status: 429, retryable: true },
  upstream_rate_limited: { status: 429, retryable: true },
  generation_failed: { status: 500, retryable: true },
  generation_timeout: { status: 504, retryable: true },
  result_unreadable: { status: 500, retryable: false },
  temporarily_unavailable: { status: 503, retryable: true },
  server_error: { status: 500, retryable: true },
  sync_too_long: { status: 422, retryable: false },
  max_credits_exceeded: { status: 402, retryable: false },
} as const satisfies Readonly<Record<string, ErrorRule>>

/** A code that this contract knows. */
export type ErrorCode = keyof typeof ERROR_RULES

/** Every known code. */
// Object.keys loses the key type; the literal above has exactly these keys.
export const ERROR_CODES = Object.keys(ERROR_RULES) as readonly ErrorCode[]

/** Whether a code is one that this contract knows. */
export function isKnownErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_RULES, code)
}

/** Body of every 4xx and 5xx answer. */
export const ErrorEnvelope = z.looseObject({
  error: z.looseObject({
    code: z.string().min(1),
    message: z.string(),
    param: z.string().nullish(),
    retryable: z.boolean(),
    request_id: z.string().nullish(),
    credit_recovery: CreditRecovery.nullish(),
  }),
})
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>

/** A broken rule of the contract: what an envelope would say about it. */
export type ContractViolation = {
  readonly code: ErrorCode
  readonly message: string
  /** Body path of the field to blame, such as `input.prompt`. */
  readonly param: string | null
}

/** The first problem that a schema found, as a violation `invalid_request` with the body path. */
export function violationOf(error: z.ZodError): ContractViolation {
  const issue = error.issues[0]
  if (issue === undefined) return { code: 'invalid_request', message: 'The body is not valid', param: null }
  const extraKey = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const path = [...issue.path, ...extraKey].map(String).join('.')
  const words = wordsOf(issue)
  const message = path === '' ? words : `${path}: ${words}`
  return { code: 'invalid_request', message, param: path === '' ? null : path }
}

function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.expected === 'int') return 'must be a whole number'
  if (issue.code === 'too_small' && issue.origin !== 'string') return `must be at least ${issue.minimum}`
  if (issue.code === 'too_big' && issue.origin !== 'string') return `must be at most ${issue.maximum}`
  return issue.message
}

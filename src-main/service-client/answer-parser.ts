// Judges a whole answer: the contract's value, the service's error envelope, or something else entirely.
import type { z } from 'zod'
import { ErrorEnvelope } from '../contract/index.ts'
import type { ResponseMeta } from './response-meta.ts'
import { failed, type ServiceResult } from './result.ts'
import { parseSafeJson, truncate } from './safe-json.ts'

const MESSAGE_MAX_CHARS = 2_000
const NAME_MAX_CHARS = 200

export type Answer = {
  readonly meta: ResponseMeta
  readonly contentType: string
  readonly location: string | undefined
  readonly bytes: Uint8Array
  readonly url: URL
}

/** Parses an answer by the schema of its route. */
export function parseAnswer<T>(answer: Answer, schema: z.ZodType<T>): ServiceResult<T> {
  const { meta, url } = answer
  if (meta.status >= 300 && meta.status < 400) return redirected(answer)
  if (/^\s*(text\/html|application\/xhtml)/i.test(answer.contentType)) return otherPage(answer)
  const json = parseSafeJson(new TextDecoder().decode(answer.bytes))
  if (meta.status >= 400) return json.ok ? refused(answer, json.value) : otherPage(answer)
  if (!json.ok) {
    return failed({
      ...aboutAnswer(meta),
      kind: 'malformed',
      code: json.problem === 'too_deep' ? 'answer_too_deep' : 'answer_not_json',
      message: `The answer of ${url.host} isn't readable JSON`,
      retryable: json.problem === 'syntax',
    })
  }
  const parsed = schema.safeParse(json.value)
  if (parsed.success) return { ok: true, value: parsed.data, raw: json.value, meta }
  const issue = parsed.error.issues[0]
  const where = issue === undefined || issue.path.length === 0 ? 'the body' : issue.path.map(String).join('.')
  return failed({
    ...aboutAnswer(meta),
    kind: 'malformed',
    code: 'answer_breaks_contract',
    message: truncate(
      `The answer of ${url.host} breaks the contract at ${where}: ${issue?.message ?? ''}`,
      400,
    ),
    param: truncate(where, NAME_MAX_CHARS),
    raw: json.value,
  })
}

function refused(answer: Answer, value: unknown): ServiceResult<never> {
  const parsed = ErrorEnvelope.safeParse(value)
  if (!parsed.success) return otherPage(answer, value)
  const { error } = parsed.data
  return failed({
    ...aboutAnswer(answer.meta),
    kind: 'envelope',
    code: truncate(error.code, NAME_MAX_CHARS),
    message: truncate(error.message, MESSAGE_MAX_CHARS),
    param: typeof error.param === 'string' ? truncate(error.param, NAME_MAX_CHARS) : null,
    retryable: error.retryable,
    requestId: typeof error.request_id === 'string' ? truncate(error.request_id, NAME_MAX_CHARS) : null,
    creditRecovery: error.credit_recovery ?? null,
    raw: value,
  })
}

function redirected(answer: Answer): ServiceResult<never> {
  const base = answer.url.href
  const { location } = answer
  const target = location !== undefined && URL.canParse(location, base) ? new URL(location, base).host : null
  return failed({
    ...aboutAnswer(answer.meta),
    kind: 'not_the_service',
    code: 'redirected',
    message:
      target === null
        ? `${answer.url.host} sends us elsewhere. Check the address of the service`
        : `${answer.url.host} sends us on to ${truncate(target, 100)}. A network that wants a sign-in does so; else use that address`,
    retryable: true,
  })
}

/** A 2xx page is most often a network's sign-in page, a 5xx page a gateway, a 4xx page another server. */
function otherPage(answer: Answer, raw: unknown = null): ServiceResult<never> {
  const { meta, url } = answer
  const about = { ...aboutAnswer(meta), kind: 'not_the_service', raw } as const
  if (meta.status >= 500 || meta.status === 429) {
    return failed({
      ...about,
      code: 'gateway_error',
      message: `${url.host} is not available just now (${meta.status}). Try again later`,
      retryable: true,
    })
  }
  if (meta.status < 300) {
    return failed({
      ...about,
      code: 'web_page',
      message: `${url.host} answers with a web page. If this network wants a sign-in, sign in first; else check the address`,
      retryable: true,
    })
  }
  return failed({
    ...about,
    code: 'not_the_service',
    message: `${url.host} answers (${meta.status}), but not as the service does. Check the address`,
  })
}

function aboutAnswer(meta: ResponseMeta) {
  return { meta, status: meta.status, retryAfterMs: meta.retryAfterMs, bytesMayHaveLeft: true } as const
}

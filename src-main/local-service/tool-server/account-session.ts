// What a tool may do as the account that signed in: call the service's own routes, in this process.

import { ErrorEnvelope, RETRY_AFTER_HEADER } from '../../contract/index.ts'
import type { ApiKey } from '../accounts/account-store.ts'
import type { ServiceApp } from '../server/app.ts'
import { baseUrlOf, type ServiceContext, type ServiceParts } from '../server/context.ts'
import { type Refusal, refusalResponse } from '../server/refusal.ts'

export type ToolError = ErrorEnvelope['error']

export type ToolOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ToolError }

export interface ServiceRequest {
  readonly method: 'GET' | 'POST'
  /** Path with its query. */
  readonly path: string
  /** A form goes as multipart, anything else as JSON. */
  readonly body?: object | FormData
  readonly headers?: Readonly<Record<string, string>>
}

/** The account behind a tool call, and the service as it sees it. */
export interface AccountSession {
  readonly parts: ServiceParts
  readonly baseUrl: string
  /** The key as it stands now. */
  readonly apiKey: ApiKey
  /** Gone as soon as nobody waits for the answer. */
  readonly signal: AbortSignal
  /** Asks one of the service's routes with the key: limits, rates, credits and idempotency are the route's own. */
  call(request: ServiceRequest): Promise<ToolOutcome<unknown>>
  /** A refusal of the tool's own, in the envelope of the service. */
  refuse(refused: { readonly refusal: Refusal }): Promise<{ readonly ok: false; readonly error: ToolError }>
}

/** A session for the request in hand. `secret` is the key's own; it never leaves the process. */
export function openSession(
  app: ServiceApp,
  parts: ServiceParts,
  c: ServiceContext,
  secret: string,
  apiKey: ApiKey,
): AccountSession {
  const baseUrl = baseUrlOf(c)
  return {
    parts,
    baseUrl,
    apiKey,
    signal: c.req.raw.signal,
    async call({ method, path, body, headers }) {
      const isForm = body instanceof FormData
      const request = new Request(new URL(path, baseUrl), {
        method,
        headers: {
          host: new URL(baseUrl).host,
          authorization: `Bearer ${secret}`,
          ...(body && !isForm && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
      })
      return outcomeOf(await app.fetch(request, c.env))
    },
    async refuse({ refusal }) {
      return { ok: false, error: await errorOf(refusalResponse(refusal, c.get('requestId'))) }
    },
  }
}

async function outcomeOf(response: Response): Promise<ToolOutcome<unknown>> {
  if (!response.ok) return { ok: false, error: await errorOf(response) }
  const text = await response.text()
  return { ok: true, value: text === '' ? null : JSON.parse(text) }
}

/** The envelope's error, with the seconds to wait where the answer names them. */
async function errorOf(response: Response): Promise<ToolError> {
  const { error } = ErrorEnvelope.parse(await response.json())
  const retryAfter = response.headers.get(RETRY_AFTER_HEADER)
  return retryAfter === null ? error : { ...error, retry_after_seconds: Number(retryAfter) }
}

// Tests an endpoint live before it is saved: who is the account, which models are there, how long did it take.
import type { Account, Model } from '../contract/index.ts'
import { createServiceClient, type ServiceClientOptions } from './client.ts'
import type { ServiceFailure, ServiceResult } from './result.ts'

/** What a passed test found. */
export type ConnectionReport = {
  readonly account: Account
  readonly models: readonly Model[]
  /** Round trip of the second request, whose socket is already open. */
  readonly latencyMs: number
  /** Contract date that the service answered with. */
  readonly version: string | null
}

export type ConnectionTest =
  | { readonly ok: true; readonly value: ConnectionReport }
  | { readonly ok: false; readonly error: ServiceFailure }

/** `GET /v3/me`, then `GET /v3/models`: both must keep to the contract. Each kind of failure has its own message. */
export async function testConnection(
  options: ServiceClientOptions,
  call: { readonly signal?: AbortSignal } = {},
): Promise<ConnectionTest> {
  const client = createServiceClient(options)
  try {
    const account = await client.getAccount(call)
    if (!account.ok) return explained(account, options.endpoint.baseUrl)
    const startedMs = options.now()
    const catalogue = await client.listModels(call)
    if (!catalogue.ok) return explained(catalogue, options.endpoint.baseUrl)
    return {
      ok: true,
      value: {
        account: account.value,
        models: catalogue.value.models,
        latencyMs: options.now() - startedMs,
        version: account.meta.version,
      },
    }
  } finally {
    client.close()
  }
}

/** Words for a person who is just typing an address and a key. */
function explained(
  result: Extract<ServiceResult<never>, { ok: false }>,
  baseUrl: string,
): Extract<ConnectionTest, { ok: false }> {
  const { error } = result
  const { host } = new URL(baseUrl)
  switch (error.kind === 'envelope' || error.kind === 'malformed' ? error.code : '') {
    case 'answer_breaks_contract':
      return {
        ok: false,
        error: {
          ...error,
          message: `${host} answers, but not as the service does (${error.param}). Check the address`,
        },
      }
    case 'unauthorized':
      return {
        ok: false,
        error: { ...error, message: `${host} doesn't accept this key. Copy it again from its console` },
      }
    case 'forbidden':
      return {
        ok: false,
        error: { ...error, message: `${host} knows this key but refuses it: ${error.message}` },
      }
    case 'not_found':
      return {
        ok: false,
        error: { ...error, message: `${host} answers, but has no such service. Check the address` },
      }
    default:
      return { ok: false, error }
  }
}

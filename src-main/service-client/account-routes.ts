// The account, the models, and the public description of the service.
import { z } from 'zod'
import { Account, Model, modelPath, ROUTES } from '../contract/index.ts'
import type { Connection } from './connection.ts'
import { routeUrl } from './endpoint.ts'
import { failed, type ServiceResult } from './result.ts'

export type CallOptions = { readonly signal?: AbortSignal }

/** What `GET /v3/models` gave: the models that keep to the contract, and the names of those that don't. */
export type ModelCatalogue = {
  readonly models: readonly Model[]
  readonly unreadableIds: readonly string[]
}

/** `GET /v3/me` */
export function getAccount(
  connection: Connection,
  options: CallOptions = {},
): Promise<ServiceResult<Account>> {
  const url = routeUrl(connection.ports.endpoint, ROUTES.getAccount.path)
  return connection.call({ method: 'GET', url, pool: 'reads', schema: Account, ...options })
}

const LooseModelList = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) })

/** `GET /v3/models`. One model that breaks the contract doesn't hide the others. */
export async function listModels(
  connection: Connection,
  options: CallOptions = {},
): Promise<ServiceResult<ModelCatalogue>> {
  const url = routeUrl(connection.ports.endpoint, ROUTES.listModels.path)
  const result = await connection.call({
    method: 'GET',
    url,
    pool: 'reads',
    schema: LooseModelList,
    ...options,
  })
  if (!result.ok) return result
  const models: Model[] = []
  const unreadableIds: string[] = []
  for (const entry of result.value.data) {
    const parsed = Model.safeParse(entry)
    if (parsed.success) models.push(parsed.data)
    else unreadableIds.push(entry.id)
  }
  if (models.length === 0 && unreadableIds.length > 0) {
    return failed({
      kind: 'malformed',
      code: 'answer_breaks_contract',
      message: `None of the ${unreadableIds.length} models of ${url.host} can be read`,
      bytesMayHaveLeft: true,
      status: result.meta.status,
      meta: result.meta,
      raw: result.raw,
    })
  }
  return { ...result, value: { models, unreadableIds } }
}

/** `GET /v3/models/{id}` */
export function getModel(
  connection: Connection,
  id: string,
  options: CallOptions = {},
): Promise<ServiceResult<Model>> {
  const url = routeUrl(connection.ports.endpoint, modelPath(id))
  return connection.call({ method: 'GET', url, pool: 'reads', schema: Model, ...options })
}

/** `GET /v3/openapi.json`, whatever it holds. */
export function getOpenApi(
  connection: Connection,
  options: CallOptions = {},
): Promise<ServiceResult<Readonly<Record<string, unknown>>>> {
  const url = routeUrl(connection.ports.endpoint, ROUTES.getOpenApi.path)
  return connection.call({
    method: 'GET',
    url,
    pool: 'reads',
    schema: z.record(z.string(), z.unknown()),
    ...options,
  })
}

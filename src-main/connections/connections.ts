// The connections of the person: their keys, whether they answer, what account and which models stand behind them.
import { z } from 'zod'
import { failure, success } from '../bridge/reply.ts'
import type {
  BridgeError,
  ConnectionDraft,
  ConnectionStatus,
  ConnectionTest,
  ConnectionView,
  ModelList,
  Reply,
} from '../bridge/types.ts'
import { Account, isHeaderPrefix, Model } from '../contract/index.ts'
import type { WritableDatabase } from '../library/database.ts'
import { getSetting, setSetting } from '../library/settings-store.ts'
import type { ServiceClient, ServiceClientOptions, ServiceEndpoint } from '../service-client/index.ts'
import {
  createServiceClient,
  normaliseApiKey,
  parseBaseUrl,
  testConnection,
} from '../service-client/index.ts'
import { bridgeErrorOf } from './bridge-error.ts'
import type { BuiltInEngine } from './built-in-engine.ts'
import type { ConnectionRecord } from './connection-store.ts'
import {
  BUILT_IN_ID,
  getConnection,
  listConnections,
  putConnection,
  removeConnection,
} from './connection-store.ts'
import type { KeyStore } from './keychain.ts'

/** A client to work with, or what is missing. */
export type ClientOrReason =
  | { readonly ok: true; readonly client: ServiceClient }
  | { readonly ok: false; readonly waitingFor: 'connection' | 'key'; readonly error: BridgeError }

export interface Connections {
  list(): readonly ConnectionView[]
  view(connectionId: string): ConnectionView | null
  activeId(): string | null
  test(draft: ConnectionDraft): Promise<Reply<ConnectionTest>>
  save(draft: ConnectionDraft): Promise<Reply<ConnectionView>>
  use(connectionId: string): Promise<Reply<ConnectionView>>
  remove(connectionId: string): Promise<Reply<null>>
  /** Asks for account and models again and tells the watchers. */
  refresh(connectionId: string): Promise<Reply<ConnectionView>>
  /** From the service when it answers, else as last known. */
  models(connectionId: string): Promise<Reply<ModelList>>
  client(connectionId: string): Promise<ClientOrReason>
  /** Called after anything that the views show has changed. */
  onChange(watcher: (connectionId: string) => void): () => void
}

/** What was last heard of a connection; kept so that the app knows its models offline. */
const rememberedSchema = z.object({ account: Account.nullable(), models: z.array(Model) })
type Remembered = z.infer<typeof rememberedSchema>
const NOTHING: Remembered = { account: null, models: [] }
const ACTIVE_KEY = 'active-connection'
const rememberedKey = (connectionId: string): string => `connection-facts:${connectionId}`

interface Live {
  status: ConnectionStatus
  remembered: Remembered
  client: { readonly endpoint: ServiceEndpoint; readonly client: ServiceClient } | null
  hasKey: boolean
}

/** Opens the registry. `clientOptions` is what every client of the service is made with. */
export function createConnections(options: {
  readonly db: WritableDatabase
  readonly keys: KeyStore
  readonly engine: BuiltInEngine
  readonly clientOptions: Omit<ServiceClientOptions, 'endpoint'>
  readonly newId: () => string
  readonly now: () => number
}): Connections {
  const { db, keys, engine, clientOptions, newId, now } = options
  const live = new Map<string, Live>()
  const watchers = new Set<(connectionId: string) => void>()
  const tell = (connectionId: string): void => {
    for (const watcher of watchers) watcher(connectionId)
  }

  const liveOf = (connectionId: string): Live => {
    const known = live.get(connectionId)
    if (known !== undefined) return known
    const made: Live = {
      status: { kind: 'unknown' },
      remembered: getSetting(db, rememberedKey(connectionId), rememberedSchema) ?? NOTHING,
      client: null,
      hasKey: true,
    }
    live.set(connectionId, made)
    return made
  }

  const viewOf = (record: ConnectionRecord): ConnectionView => {
    const { status, remembered, hasKey } = liveOf(record.id)
    return {
      id: record.id,
      kind: record.kind,
      name: record.name,
      baseUrl: record.baseUrl,
      headerPrefix: record.headerPrefix,
      hasKey,
      isKeySessionOnly: keys.isSessionOnly(record.id),
      status,
      account: remembered.account,
    }
  }

  const endpointOf = async (
    record: ConnectionRecord,
  ): Promise<
    { readonly ok: true; readonly endpoint: ServiceEndpoint } | Exclude<ClientOrReason, { ok: true }>
  > => {
    const { headerPrefix } = record
    if (record.baseUrl === null) {
      try {
        const { baseUrl, apiKey } = await engine.address()
        return { ok: true, endpoint: { baseUrl, apiKey, headerPrefix } }
      } catch (error) {
        const words = error instanceof Error ? error.message : String(error)
        const message = `The built-in engine is not running: ${words}. Foleyroom starts it again.`
        return {
          ok: false,
          waitingFor: 'connection',
          error: { code: 'engine_down', message, retryable: true },
        }
      }
    }
    const apiKey = await keys.get(record.id)
    if (apiKey === null) return { ok: false, waitingFor: 'key', error: missingKey(record.name) }
    return { ok: true, endpoint: { baseUrl: record.baseUrl, apiKey, headerPrefix } }
  }

  const clientOf = async (connectionId: string): Promise<ClientOrReason> => {
    const record = getConnection(db, connectionId)
    if (record === null) throw new Error(`no connection ${connectionId}`)
    const found = await endpointOf(record)
    const state = liveOf(connectionId)
    state.hasKey = found.ok || found.waitingFor !== 'key'
    if (!found.ok) return found
    const { endpoint } = found
    const kept = state.client
    if (kept?.endpoint.baseUrl !== endpoint.baseUrl || kept.endpoint.apiKey !== endpoint.apiKey) {
      kept?.client.close()
      state.client = { endpoint, client: createServiceClient({ ...clientOptions, endpoint }) }
      return { ok: true, client: state.client.client }
    }
    return { ok: true, client: kept.client }
  }

  const remember = (connectionId: string, facts: Remembered): void => {
    liveOf(connectionId).remembered = facts
    setSetting(db, rememberedKey(connectionId), rememberedSchema, facts)
  }

  const failing = (
    connectionId: string,
    error: BridgeError,
  ): { readonly ok: false; readonly error: BridgeError } => {
    liveOf(connectionId).status = { kind: 'failing', error }
    tell(connectionId)
    return failure(error)
  }

  const refresh = async (connectionId: string): Promise<Reply<ConnectionView>> => {
    const record = getConnection(db, connectionId)
    if (record === null) return failure(unknownConnection(connectionId))
    if (record.kind === 'built-in' && engine.current() === null) {
      liveOf(connectionId).status = { kind: 'starting' }
      tell(connectionId)
    }
    const found = await clientOf(connectionId)
    if (!found.ok) return failing(connectionId, found.error)
    const { client } = found
    const askedAtMs = now()
    const account = await client.retryRead(() => client.getAccount())
    if (!account.ok) return failing(connectionId, bridgeErrorOf(account.error))
    const latencyMs = now() - askedAtMs
    const catalogue = await client.retryRead(() => client.listModels())
    if (!catalogue.ok) return failing(connectionId, bridgeErrorOf(catalogue.error))
    liveOf(connectionId).status = { kind: 'online', latencyMs }
    remember(connectionId, { account: account.value, models: [...catalogue.value.models] })
    tell(connectionId)
    return success(viewOf(record))
  }

  /** What was typed, cleaned; with the kept key where none was typed. */
  const endpointOfDraft = async (draft: ConnectionDraft): Promise<Reply<ServiceEndpoint>> => {
    const address = parseBaseUrl(draft.baseUrl)
    if (!address.ok) return failure({ ...address.error, param: 'baseUrl' })
    const headerPrefix = draft.headerPrefix.trim() === '' ? 'Service' : draft.headerPrefix.trim()
    if (!isHeaderPrefix(headerPrefix)) {
      const message = `“${headerPrefix}” cannot stand at the head of a header name: letters, digits and hyphens only.`
      return failure({ code: 'prefix_not_valid', message, retryable: false, param: 'headerPrefix' })
    }
    if (draft.apiKey === null) {
      const kept = draft.id === null ? null : await keys.get(draft.id)
      if (kept === null) return failure({ ...missingKey(draft.name), param: 'apiKey' })
      // The kept key belongs to the address it was given for: it is not sent to another one.
      const record = draft.id === null ? null : getConnection(db, draft.id)
      if (record?.baseUrl !== address.value) {
        const message =
          'The address changed. Paste the key again: a key is only ever sent to the address it was given for.'
        return failure({ code: 'key_needed_again', message, retryable: false, param: 'apiKey' })
      }
      return success({ baseUrl: address.value, apiKey: kept, headerPrefix })
    }
    const key = normaliseApiKey(draft.apiKey)
    if (!key.ok) return failure({ ...key.error, param: 'apiKey' })
    return success({ baseUrl: address.value, apiKey: key.value, headerPrefix })
  }

  const test = async (
    draft: ConnectionDraft,
  ): Promise<Reply<{ readonly endpoint: ServiceEndpoint; readonly result: ConnectionTest }>> => {
    const endpoint = await endpointOfDraft(draft)
    if (!endpoint.ok) return endpoint
    const report = await testConnection({ ...clientOptions, endpoint: endpoint.value })
    if (!report.ok) return failure(bridgeErrorOf(report.error))
    const { latencyMs, account, models } = report.value
    return success({
      endpoint: endpoint.value,
      result: { baseUrl: endpoint.value.baseUrl, latencyMs, account, models },
    })
  }

  engine.onChange(() => {
    // A new process has a new port and key; what waits for it is woken by the watchers.
    if (engine.current() !== null) void refresh(BUILT_IN_ID)
    else tell(BUILT_IN_ID)
  })

  return {
    list: () => listConnections(db).map(viewOf),
    view(connectionId) {
      const record = getConnection(db, connectionId)
      return record === null ? null : viewOf(record)
    },
    activeId: () => getSetting(db, ACTIVE_KEY, z.string()),
    async test(draft) {
      const tested = await test(draft)
      return tested.ok ? success(tested.value.result) : tested
    },
    async save(draft) {
      const tested = await test(draft)
      if (!tested.ok) return tested
      const { endpoint, result } = tested.value
      const kept = draft.id === null ? null : getConnection(db, draft.id)
      if (kept?.kind === 'built-in') return failure(builtInStays())
      const id = kept?.id ?? newId()
      const name = draft.name.trim() === '' ? new URL(endpoint.baseUrl).host : draft.name.trim()
      // The key first: a stored connection without its key would look usable.
      await keys.set(id, endpoint.apiKey)
      const { baseUrl, headerPrefix } = endpoint
      putConnection(db, {
        id,
        kind: 'service',
        name,
        baseUrl,
        headerPrefix,
        createdAtMs: kept?.createdAtMs ?? now(),
      })
      const state = liveOf(id)
      state.status = { kind: 'online', latencyMs: result.latencyMs }
      state.client = null
      state.hasKey = true
      remember(id, { account: result.account, models: [...result.models] })
      tell(id)
      const record = getConnection(db, id)
      return record === null ? failure(unknownConnection(id)) : success(viewOf(record))
    },
    async use(connectionId) {
      const record = getConnection(db, connectionId)
      if (record === null) return failure(unknownConnection(connectionId))
      setSetting(db, ACTIVE_KEY, z.string(), connectionId)
      tell(connectionId)
      void refresh(connectionId)
      return success(viewOf(record))
    },
    async remove(connectionId) {
      if (connectionId === BUILT_IN_ID) return failure(builtInStays())
      removeConnection(db, connectionId, now())
      await keys.remove(connectionId)
      live.delete(connectionId)
      if (getSetting(db, ACTIVE_KEY, z.string()) === connectionId)
        setSetting(db, ACTIVE_KEY, z.string(), BUILT_IN_ID)
      tell(connectionId)
      return success(null)
    },
    refresh,
    async models(connectionId) {
      const { status, remembered } = liveOf(connectionId)
      if (status.kind === 'online') return success({ models: remembered.models, isStale: false })
      const refreshed = await refresh(connectionId)
      const { models } = liveOf(connectionId).remembered
      if (refreshed.ok) return success({ models, isStale: false })
      return models.length > 0 ? success({ models, isStale: true }) : refreshed
    },
    client: clientOf,
    onChange(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}

const unknownConnection = (connectionId: string): BridgeError => ({
  code: 'not_found',
  message: `There is no connection ${connectionId}.`,
  retryable: false,
})
const builtInStays = (): BridgeError => ({
  code: 'built_in_stays',
  message: 'The built-in engine belongs to Foleyroom: it can be left unused, not changed or removed.',
  retryable: false,
})
const missingKey = (name: string): BridgeError => ({
  code: 'key_missing',
  message: `The key of ${name === '' ? 'this connection' : name} is not in the system keychain. Paste it again in Settings.`,
  retryable: false,
})

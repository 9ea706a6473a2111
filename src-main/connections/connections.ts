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
import { databaseFailure } from '../library/database-failure.ts'
import { getSetting, removeSetting, setSetting } from '../library/settings-store.ts'
import type {
  RetryLimits,
  ServiceClient,
  ServiceClientOptions,
  ServiceEndpoint,
} from '../service-client/index.ts'
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
import { fingerprintOf, isFingerprintOf } from './key-fingerprint.ts'
import { getKeyRecord, markKeyForgotten, putKeyRecord, supersededKeys } from './key-records.ts'
import type { KeyStore } from './keychain.ts'
import { settledProvisioning } from './provisioning.ts'
import type { ServiceTime } from './service-time.ts'
import { createServiceTime } from './service-time.ts'

/** A client to work with, or what is missing. `keyId` names the key that it sends; null for the built-in engine. */
export type ClientOrReason =
  | {
      readonly ok: true
      readonly client: ServiceClient
      readonly keyId: string | null
      /** Of the connection's present key: another one where `keyId` is of an earlier time. */
      readonly presentKeyId: string | null
      readonly time: ServiceTime
    }
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
  /** With the connection's present key and address; with `keyId` those of an earlier time, which jobs in flight still need. */
  client(connectionId: string, keyId?: string | null): Promise<ClientOrReason>
  /** The service refused this key: where it is the present one, the connection shows it. */
  noteRefusedKey(connectionId: string, keyId: string | null, error: BridgeError): void
  /** Removes replaced keys from the keychain once no job needs them. */
  forgetOldKeys(): Promise<void>
  /** Called after anything that the views show has changed. */
  onChange(watcher: (connectionId: string) => void): () => void
  /** The library is about to close: what still comes back from a service is neither stored nor told. */
  close(): void
}

/** What was last heard of a connection; kept so that the app knows its models offline. */
const rememberedSchema = z.object({ account: Account.nullable(), models: z.array(Model) })
type Remembered = z.infer<typeof rememberedSchema>
const NOTHING: Remembered = { account: null, models: [] }
const ACTIVE_KEY = 'active-connection'
const rememberedKey = (connectionId: string): string => `connection-facts:${connectionId}`
const fingerprintKey = (keyId: string): string => `key-fingerprint:${keyId}`

interface Live {
  status: ConnectionStatus
  remembered: Remembered
  hasKey: boolean
}
/** A client is kept for as long as its address and key are the same. */
interface KeptClient {
  readonly endpoint: ServiceEndpoint
  readonly client: ServiceClient
  readonly time: ServiceTime
}

/** Opens the registry. `clientOptions` is what every client of the service is made with. */
export function createConnections(options: {
  readonly db: WritableDatabase
  readonly keys: KeyStore
  readonly engine: BuiltInEngine
  readonly clientOptions: Omit<ServiceClientOptions, 'endpoint'>
  /** Whether something is still to be sent or read with this key. */
  readonly isKeyInUse: (keyId: string) => boolean
  readonly newId: () => string
  readonly now: () => number
  /** Never goes back; its zero does not matter. */
  readonly monotonicMs: () => number
}): Connections {
  const { db, keys, engine, clientOptions, isKeyInUse, newId, now, monotonicMs } = options
  const live = new Map<string, Live>()
  /** By the key's id; the built-in engine's under its connection's. */
  const clients = new Map<string, KeptClient>()
  const watchers = new Set<(connectionId: string) => void>()
  let isClosed = false
  const tell = (connectionId: string): void => {
    if (isClosed) return
    for (const watcher of watchers) watcher(connectionId)
  }

  const liveOf = (connectionId: string): Live => {
    const known = live.get(connectionId)
    if (known !== undefined) return known
    const made: Live = {
      status: { kind: 'unknown' },
      remembered: getSetting(db, rememberedKey(connectionId), rememberedSchema) ?? NOTHING,
      hasKey: true,
    }
    live.set(connectionId, made)
    return made
  }

  /** By the service's clock where it is known, else by ours. */
  const serviceNowMs = ({ keyId }: ConnectionRecord): number =>
    (keyId === null ? null : clients.get(keyId)?.time.nowMs()) ?? now()

  const viewOf = (record: ConnectionRecord): ConnectionView => {
    const { status, remembered, hasKey } = liveOf(record.id)
    const account =
      remembered.account === null
        ? null
        : { ...remembered.account, ...settledProvisioning(remembered.account, serviceNowMs(record)) }
    return {
      id: record.id,
      kind: record.kind,
      name: record.name,
      baseUrl: record.baseUrl,
      headerPrefix: record.headerPrefix,
      hasKey,
      isKeySessionOnly: record.keyId !== null && keys.isSessionOnly(record.keyId),
      status,
      account,
    }
  }

  const keep = (name: string, endpoint: ServiceEndpoint): KeptClient => {
    const kept = clients.get(name)
    if (
      kept?.endpoint.baseUrl === endpoint.baseUrl &&
      kept.endpoint.apiKey === endpoint.apiKey &&
      kept.endpoint.headerPrefix === endpoint.headerPrefix
    )
      return kept
    kept?.client.close()
    const made: KeptClient = {
      endpoint,
      client: createServiceClient({ ...clientOptions, endpoint }),
      time: createServiceTime({ now, monotonicMs }),
    }
    clients.set(name, made)
    return made
  }

  /** So that the key is known again when the keychain has lost it. */
  const noteFingerprint = async (keyId: string, apiKey: string): Promise<void> => {
    if (isClosed || getSetting(db, fingerprintKey(keyId), z.string()) !== null) return
    const fingerprint = await fingerprintOf(apiKey)
    if (!isClosed) setFact(fingerprintKey(keyId), z.string(), fingerprint)
  }

  const engineClient = async ({ headerPrefix }: ConnectionRecord): Promise<ClientOrReason> => {
    try {
      const { baseUrl, apiKey } = await engine.address()
      return {
        ok: true,
        keyId: null,
        presentKeyId: null,
        ...keep(BUILT_IN_ID, { baseUrl, apiKey, headerPrefix }),
      }
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

  const keyedClient = async (record: ConnectionRecord, keyId: string): Promise<ClientOrReason> => {
    const kept = clients.get(keyId)
    if (kept !== undefined) return { ok: true, keyId, presentKeyId: record.keyId, ...kept }
    const key = getKeyRecord(db, keyId)
    const apiKey = key === null ? null : await keys.get(keyId)
    if (keyId === record.keyId) liveOf(record.id).hasKey = apiKey !== null
    if (key === null || apiKey === null) {
      return { ok: false, waitingFor: 'key', error: missingKey(record.name) }
    }
    const { baseUrl, headerPrefix } = key
    void noteFingerprint(keyId, apiKey)
    return { ok: true, keyId, presentKeyId: record.keyId, ...keep(keyId, { baseUrl, apiKey, headerPrefix }) }
  }

  const clientOf = async (connectionId: string, keyId: string | null = null): Promise<ClientOrReason> => {
    const record = getConnection(db, connectionId)
    if (record === null) throw new Error(`no connection ${connectionId}`)
    if (record.kind === 'built-in') return engineClient(record)
    const wanted = keyId ?? record.keyId
    if (wanted === null) throw new Error(`connection ${connectionId} has no key`)
    return keyedClient(record, wanted)
  }

  /** What was heard serves until the app ends; a full disk is told where something of the person's is to be written. */
  const setFact = <T>(name: string, schema: z.ZodType<T>, fact: T): void => {
    try {
      setSetting(db, name, schema, fact)
    } catch (error) {
      if (databaseFailure(error) === null) throw error
    }
  }
  const remember = (connectionId: string, facts: Remembered): void => {
    liveOf(connectionId).remembered = facts
    if (!isClosed) setFact(rememberedKey(connectionId), rememberedSchema, facts)
  }

  const failing = (
    connectionId: string,
    error: BridgeError,
  ): { readonly ok: false; readonly error: BridgeError } => {
    liveOf(connectionId).status = { kind: 'failing', error }
    tell(connectionId)
    return failure(error)
  }

  /** `limits` bounds the tries; without them it is tried for as long as a person may wait. */
  const refresh = async (connectionId: string, limits?: RetryLimits): Promise<Reply<ConnectionView>> => {
    const record = getConnection(db, connectionId)
    if (record === null) return failure(unknownConnection(connectionId))
    if (record.kind === 'built-in' && engine.current() === null) {
      liveOf(connectionId).status = { kind: 'starting' }
      tell(connectionId)
    }
    const found = await clientOf(connectionId)
    if (!found.ok) return failing(connectionId, found.error)
    const { client, time } = found
    const askedAtMs = now()
    const account = await client.retryRead(() => client.getAccount(), { limits })
    const { meta } = account.ok ? account : account.error
    if (meta !== null) time.note(meta)
    if (!account.ok) return failing(connectionId, bridgeErrorOf(account.error))
    const latencyMs = now() - askedAtMs
    const catalogue = await client.retryRead(() => client.listModels(), { limits })
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
      const record = draft.id === null ? null : getConnection(db, draft.id)
      const kept = record?.keyId == null ? null : await keys.get(record.keyId)
      if (kept === null) return failure({ ...missingKey(draft.name), param: 'apiKey' })
      // The kept key belongs to the address it was given for: it is not sent to another one.
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

  /** Whether this id's key is that one; where the keychain has lost it, its fingerprint tells. */
  const isKeyOf = async (keyId: string, apiKey: string): Promise<boolean> => {
    const kept = await keys.get(keyId)
    if (kept !== null) return kept === apiKey
    const fingerprint = getSetting(db, fingerprintKey(keyId), z.string())
    return fingerprint !== null && (await isFingerprintOf(fingerprint, apiKey))
  }

  /** The id under which the connection has had this key at this address already: jobs in flight name it. Null for a new one. */
  const knownKeyOf = async (
    record: ConnectionRecord | null,
    { baseUrl, apiKey }: ServiceEndpoint,
  ): Promise<string | null> => {
    if (record === null) return null
    const present = record.keyId === null || record.baseUrl !== baseUrl ? [] : [record.keyId]
    const earlier = supersededKeys(db)
      .filter((key) => key.connectionId === record.id && key.baseUrl === baseUrl)
      .map(({ id }) => id)
    for (const keyId of [...present, ...earlier]) if (await isKeyOf(keyId, apiKey)) return keyId
    return null
  }

  const forgetOldKeys = async (): Promise<void> => {
    for (const { id } of supersededKeys(db)) {
      if (isKeyInUse(id)) continue
      await keys.remove(id)
      clients.get(id)?.client.close()
      clients.delete(id)
      removeSetting(db, fingerprintKey(id))
      markKeyForgotten(db, id, now())
    }
  }

  engine.onChange(() => {
    if (isClosed) return
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
      const { baseUrl, headerPrefix, apiKey } = endpoint
      const createdAtMs = kept?.createdAtMs ?? now()
      const keyId = (await knownKeyOf(kept, endpoint)) ?? newId()
      // A few steps, each safe to die after: the key's row, the key, and the switch to it, which is one row's change.
      putKeyRecord(db, { id: keyId, connectionId: id, baseUrl, headerPrefix, createdAtMs: now() })
      await keys.set(keyId, apiKey)
      await noteFingerprint(keyId, apiKey)
      putConnection(db, { id, kind: 'service', name, baseUrl, headerPrefix, keyId, createdAtMs })
      keep(keyId, endpoint)
      const state = liveOf(id)
      state.status = { kind: 'online', latencyMs: result.latencyMs }
      state.hasKey = true
      remember(id, { account: result.account, models: [...result.models] })
      tell(id)
      void forgetOldKeys()
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
      live.delete(connectionId)
      await forgetOldKeys()
      if (getSetting(db, ACTIVE_KEY, z.string()) === connectionId)
        setSetting(db, ACTIVE_KEY, z.string(), BUILT_IN_ID)
      tell(connectionId)
      return success(null)
    },
    refresh: (connectionId) => refresh(connectionId),
    async models(connectionId) {
      const { status, remembered } = liveOf(connectionId)
      if (status.kind === 'online') return success({ models: remembered.models, isStale: false })
      // What is remembered serves at once: nobody waits for tries that a lost network will not answer.
      const refreshed = await refresh(connectionId, remembered.models.length > 0 ? ONE_TRY : undefined)
      const { models } = liveOf(connectionId).remembered
      if (refreshed.ok) return success({ models, isStale: false })
      return models.length > 0 ? success({ models, isStale: true }) : refreshed
    },
    client: clientOf,
    noteRefusedKey(connectionId, keyId, error) {
      const record = getConnection(db, connectionId)
      const state = liveOf(connectionId)
      const isKnown = state.status.kind === 'failing' && state.status.error.code === error.code
      if (record === null || record.keyId !== keyId || isKnown) return
      failing(connectionId, error)
    },
    forgetOldKeys,
    onChange(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    close() {
      isClosed = true
      for (const { client } of clients.values()) client.close()
    },
  }
}

const ONE_TRY: RetryLimits = { maxAttempts: 1, maxElapsedMs: 0 }

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

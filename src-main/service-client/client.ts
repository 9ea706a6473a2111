// The client of the service: every route as a method of one connection.
import {
  type Account,
  type Family,
  type InstrumentDetection,
  type InstrumentDetectionRequest,
  isHeaderPrefix,
  type Job,
  type Model,
  type Preflight,
  type RatePool,
  type RequestOf,
  type TranscriptionAccepted,
  type TranscriptionPoll,
  type TranscriptionPreflight,
  type TranscriptionResult,
  type UploadTicket,
} from '../contract/index.ts'
import {
  type CallOptions,
  getAccount,
  getModel,
  getOpenApi,
  listModels,
  type ModelCatalogue,
} from './account-routes.ts'
import { normaliseApiKey } from './api-key.ts'
import { createAsset, type UploadOptions, type UploadResult, uploadAsset } from './asset-routes.ts'
import {
  createTranscription,
  detectInstruments,
  getTranscription,
  preflightTranscription,
  transcribeSync,
} from './audio-to-midi-routes.ts'
import { parseBaseUrl } from './base-url.ts'
import { DEFAULT_DEADLINES, type Deadlines, openConnection } from './connection.ts'
import { downloadFile } from './download.ts'
import type { Downloads } from './downloads/downloads.ts'
import type { ServiceEndpoint } from './endpoint.ts'
import { type ResolveName, resolveBySystem } from './guarded-lookup.ts'
import { type CreateOptions, create, type GetJobOptions, getJob, preflight } from './job-routes.ts'
import type { DownloadOptions, DownloadResult } from './receive-file.ts'
import type { ServiceResult } from './result.ts'
import { FRESH_RETRY_BUDGET } from './retry-budget.ts'
import type { RetryLimits } from './retry-policy.ts'
import { type StartTimer, startSystemTimer } from './timer.ts'
import { createTransport, type Transport } from './transport.ts'
import { type Sleep, withRetries } from './with-retries.ts'

export type ServiceClientOptions = {
  readonly endpoint: ServiceEndpoint
  readonly now: () => number
  /** 0..1 */
  readonly random: () => number
  readonly sleep: Sleep
  readonly userAgent: string
  /** Called once for each foreign contract date that the service answers with. */
  readonly onForeignVersion?: (version: string) => void
  readonly deadlines?: Partial<Deadlines>
  readonly startTimer?: StartTimer
  readonly transport?: Transport
  readonly resolve?: ResolveName
  /** Where files are received, with sockets of its own. By default on this thread. */
  readonly downloads?: Downloads
}

/** One connection to the service. Each method makes exactly one attempt; `retryRead` repeats what is safe. */
export type ServiceClient = {
  readonly getAccount: (options?: CallOptions) => Promise<ServiceResult<Account>>
  readonly listModels: (options?: CallOptions) => Promise<ServiceResult<ModelCatalogue>>
  readonly getModel: (id: string, options?: CallOptions) => Promise<ServiceResult<Model>>
  readonly getOpenApi: (options?: CallOptions) => Promise<ServiceResult<Readonly<Record<string, unknown>>>>
  readonly preflight: <F extends Family>(
    family: F,
    body: RequestOf<F>,
    options?: CallOptions,
  ) => Promise<ServiceResult<Preflight>>
  readonly create: (
    family: Family,
    bodyBytes: Uint8Array,
    options: CreateOptions,
  ) => Promise<ServiceResult<Job>>
  readonly getJob: (family: Family, id: string, options?: GetJobOptions) => Promise<ServiceResult<Job>>
  readonly createAsset: (contentType: string, options?: CallOptions) => Promise<ServiceResult<UploadTicket>>
  readonly uploadAsset: (options: UploadOptions) => Promise<UploadResult>
  readonly downloadFile: (link: string, options: DownloadOptions) => Promise<DownloadResult>
  readonly preflightTranscription: (
    durationMs: number,
    options?: CallOptions,
  ) => Promise<ServiceResult<TranscriptionPreflight>>
  readonly createTranscription: (
    bodyBytes: Uint8Array,
    options?: CallOptions,
  ) => Promise<ServiceResult<TranscriptionAccepted>>
  readonly getTranscription: (
    id: string,
    options?: CallOptions & { readonly jobUrl?: string | null },
  ) => Promise<ServiceResult<TranscriptionPoll>>
  readonly transcribeSync: (
    bodyBytes: Uint8Array,
    options: CallOptions & { readonly idempotencyKey: string },
  ) => Promise<ServiceResult<TranscriptionResult>>
  readonly detectInstruments: (
    request: InstrumentDetectionRequest,
    options?: CallOptions,
  ) => Promise<ServiceResult<InstrumentDetection>>
  /** Repeats a read, a preflight or a ticket by the retry policy and this connection's retry budget. */
  readonly retryRead: <T>(
    attempt: () => Promise<ServiceResult<T>>,
    options?: { readonly signal?: AbortSignal; readonly limits?: RetryLimits },
  ) => Promise<ServiceResult<T>>
  /** How long a request of this pool would wait for its place now, in ms: why something waits. */
  readonly pacingWaitMs: (pool: RatePool) => number
  /** The service's clock as its last answer told it, in ms since epoch. */
  readonly serverNowMs: () => number
  /** Closes idle sockets. */
  readonly close: () => void
}

/**
 * Makes the client of one connection. Nothing is sent yet.
 * @throws TypeError when the endpoint did not pass `parseBaseUrl`, `normaliseApiKey` and `isHeaderPrefix`
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { endpoint, now, random, sleep } = options
  assertEndpoint(endpoint)
  const startTimer = options.startTimer ?? startSystemTimer
  const transport = options.transport ?? createTransport(startTimer)
  const connection = openConnection({
    endpoint,
    transport,
    resolve: options.resolve ?? resolveBySystem,
    startTimer,
    now,
    sleep,
    userAgent: options.userAgent,
    deadlines: { ...DEFAULT_DEADLINES, ...options.deadlines },
    onForeignVersion: options.onForeignVersion ?? (() => {}),
  })
  const budget = { current: FRESH_RETRY_BUDGET }
  const { downloads } = options
  return {
    getAccount: (call) => getAccount(connection, call),
    listModels: (call) => listModels(connection, call),
    getModel: (id, call) => getModel(connection, id, call),
    getOpenApi: (call) => getOpenApi(connection, call),
    preflight: (family, body, call) => preflight(connection, family, body, call),
    create: (family, bodyBytes, call) => create(connection, family, bodyBytes, call),
    getJob: (family, id, call) => getJob(connection, family, id, call),
    createAsset: (contentType, call) => createAsset(connection, contentType, call),
    uploadAsset: (upload) => uploadAsset(connection, upload),
    downloadFile: (link, { onProgress, signal, ...file }) => {
      const watching = { ...(onProgress && { onProgress }), ...(signal && { signal }) }
      if (downloads === undefined) return downloadFile(connection, link, { ...file, ...watching })
      const { deadlines, userAgent } = connection.ports
      return downloads.receive({ ...file, link, baseUrl: endpoint.baseUrl, userAgent, deadlines }, watching)
    },
    preflightTranscription: (durationMs, call) => preflightTranscription(connection, durationMs, call),
    createTranscription: (bodyBytes, call) => createTranscription(connection, bodyBytes, call),
    getTranscription: (id, call) => getTranscription(connection, id, call),
    transcribeSync: (bodyBytes, call) => transcribeSync(connection, bodyBytes, call),
    detectInstruments: (request, call) => detectInstruments(connection, request, call),
    retryRead: (attempt, retry) => withRetries(attempt, { now, random, sleep, budget }, retry),
    pacingWaitMs: connection.pacingWaitMs,
    serverNowMs: connection.serverNowMs,
    close: transport.close,
  }
}

function assertEndpoint(endpoint: ServiceEndpoint): void {
  const base = parseBaseUrl(endpoint.baseUrl)
  if (!base.ok || base.value !== endpoint.baseUrl) {
    throw new TypeError('baseUrl must come from parseBaseUrl')
  }
  const key = normaliseApiKey(endpoint.apiKey)
  if (!key.ok || key.value !== endpoint.apiKey) throw new TypeError('apiKey must come from normaliseApiKey')
  if (!isHeaderPrefix(endpoint.headerPrefix)) {
    throw new TypeError(`headerPrefix ${endpoint.headerPrefix.slice(0, 40)} is no header name`)
  }
}

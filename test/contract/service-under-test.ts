// The service that the contract tests speak to: one named by the environment, else the local service in sandbox mode.

import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { expect, vi } from 'vitest'
import { isFinalStatus, Job, type Model, ModelList } from '../../src-main/contract/index.ts'
import { createLocalService } from '../../src-main/local-service/service.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { TRANSCRIPTION_WORKER_URL } from '../transcription-worker.ts'

// Real renders on a busy machine take their time; nothing is asserted about it.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body; undefined when it is no JSON. */
  readonly json: unknown
}

export interface CallOptions {
  readonly method?: string
  /** A string goes as it is, anything else as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Null sends no key; absent sends the service's own. */
  readonly key?: string | null
  readonly signal?: AbortSignal
}

export interface ServiceUnderTest {
  readonly baseUrl: string
  readonly apiKey: string
  /** Whether it has the sandbox's routes: some sentences can be proven only there. */
  readonly isSandbox: boolean
  readonly model: Model
  call(path: string, options?: CallOptions): Promise<Answer>
  /** Sandbox: a key of a new account. */
  newKey(account?: object): Promise<string>
  /** Sandbox: moves the service's clock. */
  advance(byMs: number): Promise<void>
  /** Sandbox: how long work takes, or that it is held. */
  pace(pace: { run_ms?: number | null; hold?: boolean }): Promise<void>
  close(): Promise<void>
}

const WORKER_URL = new URL('../../src-main/local-service/jobs/render-worker.ts', import.meta.url)

/** Opens the service named by FOLEYROOM_CONTRACT_BASE_URL and _KEY, or starts one on loopback. */
export async function openService(): Promise<ServiceUnderTest> {
  const baseUrl = process.env.FOLEYROOM_CONTRACT_BASE_URL
  const apiKey = process.env.FOLEYROOM_CONTRACT_KEY
  if (baseUrl && apiKey) return connect(baseUrl.replace(/\/$/, ''), apiKey, async () => {})
  const started = await startLocalService()
  return connect(started.baseUrl, started.apiKey, started.close)
}

/** A local service over a folder of its own (or the given one), in sandbox mode unless said otherwise. */
export async function startLocalService(
  options: { readonly dataDir?: string; readonly sandbox?: boolean } = {},
) {
  const dataDir = options.dataDir ?? makeTemporaryFolder('service')
  const apiKey = `sk-${randomUUID()}`
  const service = createLocalService({
    dataDir,
    apiKey,
    sandbox: options.sandbox ?? true,
    now: Date.now,
    random: Math.random,
    renderWorkerUrl: WORKER_URL,
    transcriptionWorkerUrl: TRANSCRIPTION_WORKER_URL,
    log: (line) => console.error(line),
  })
  const { baseUrl, port } = await service.listen()
  const close = async () => {
    await service.close()
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
  }
  return { baseUrl, port, apiKey, dataDir, close }
}

/** Speaks to a running service. */
export async function connect(
  baseUrl: string,
  apiKey: string,
  close: () => Promise<void>,
): Promise<ServiceUnderTest> {
  async function call(
    path: string,
    { method, body, headers, key = apiKey, signal }: CallOptions = {},
  ): Promise<Answer> {
    const hasBody = body !== undefined
    const response = await fetch(path.startsWith('http') ? path : baseUrl + path, {
      method: method ?? (hasBody ? 'POST' : 'GET'),
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(hasBody && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: hasBody ? (typeof body === 'string' ? body : JSON.stringify(body)) : undefined,
      signal: signal ?? null,
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: parseJson(text) }
  }

  const models = ModelList.parse((await call('/v3/models')).json)
  const model = models.data.find((candidate) => 'text-to-sfx' in candidate.operations)
  if (!model) throw new Error('the service under test serves no text-to-sfx')
  const ledger = await call('/sandbox/ledger')

  return {
    baseUrl,
    apiKey,
    isSandbox: ledger.status === 200,
    model,
    call,
    close,
    async newKey(account = {}) {
      const { json } = await call('/sandbox/keys', { body: account })
      return stringAt(json, 'api_key')
    },
    async advance(byMs) {
      await call('/sandbox/clock', { body: { advance_ms: byMs } })
    },
    async pace(pace) {
      await call('/sandbox/jobs', { body: pace })
    },
  }
}

/** The collection that most sentences are proven on, and its preflight. */
export const CREATE = '/v3/text-to-sfx/generations'
export const PREFLIGHT = `${CREATE}/preflight`

/** A small valid body for the service's model. */
export function textRequest({ model }: ServiceUnderTest, changes: object = {}): object {
  return { model: model.id, duration_ms: 500, input: { prompt: 'heavy rain on a tin roof' }, ...changes }
}

/** Creates a job and waits for its end. */
export function finishedJob(
  service: ServiceUnderTest,
  changes: object = {},
  options: CallOptions = {},
): Promise<Job> {
  return createAndFinish(service, CREATE, { body: textRequest(service, changes), ...options })
}

/** Creates a job in any collection and waits for its end, however long a busy machine takes; fails where it is refused. */
export async function createAndFinish(
  service: ServiceUnderTest,
  collection: string,
  options: CallOptions,
): Promise<Job> {
  const answer = await service.call(`${collection}?wait=25`, options)
  if (answer.status >= 300) expect.fail(`${answer.status} ${answer.text}`)
  const job = Job.parse(answer.json)
  return isFinalStatus(job.status) ? job : endOf(service, `${collection}/${job.id}`, options.key)
}

/** Waits for the end of the job at a path. */
export async function endOf(service: ServiceUnderTest, path: string, key?: string | null): Promise<Job> {
  for (;;) {
    const job = Job.parse((await service.call(`${path}?wait=25`, { key })).json)
    if (isFinalStatus(job.status)) return job
  }
}

/** Reads a job with the key that it belongs to. */
export async function readJob(service: ServiceUnderTest, id: string, key?: string): Promise<Job> {
  return Job.parse((await service.call(`${CREATE}/${id}`, key === undefined ? {} : { key })).json)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function stringAt(json: unknown, name: string): string {
  const value =
    json !== null && typeof json === 'object' ? Object.entries(json).find(([key]) => key === name)?.[1] : null
  if (typeof value !== 'string') throw new Error(`${name} is missing in ${JSON.stringify(json)}`)
  return value
}

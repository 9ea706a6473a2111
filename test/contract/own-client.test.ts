// The app's own client against the service: the two sides of one contract, met over real HTTP.

import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Family, Job, RequestOf } from '../../src-main/contract/index.ts'
import { inspectWav } from '../../src-main/local-service/codecs/wav-reader.ts'
import {
  createServiceClient,
  type ServiceClient,
  type ServiceResult,
} from '../../src-main/service-client/index.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { connect, type ServiceUnderTest, startLocalService } from './service-under-test.ts'

let service: ServiceUnderTest
let client: ServiceClient
let folder: string

beforeAll(async () => {
  folder = makeTemporaryFolder('own-client')
  const local = await startLocalService()
  service = await connect(local.baseUrl, local.apiKey, local.close)
  client = createServiceClient({
    endpoint: { baseUrl: local.baseUrl, apiKey: local.apiKey, headerPrefix: 'Service' },
    now: Date.now,
    random: Math.random,
    sleep: async () => {},
    userAgent: 'foleyroom-contract-test',
  })
})
afterEach(() => service.call('/sandbox/faults', { method: 'DELETE' }))
afterAll(async () => {
  client.close()
  await service.close()
  await rm(folder, { recursive: true })
})

/** The value of a result that must have succeeded. */
async function valued<T>(pending: Promise<ServiceResult<T>>): Promise<T> {
  const result = await pending
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`)
  return result.value
}

function create<F extends Family>(family: F, body: RequestOf<F>): Promise<Job> {
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  return valued(client.create(family, bytes, { idempotencyKey: crypto.randomUUID(), waitSeconds: 25 }))
}

function fileOf(job: Job) {
  const audio = job.result?.output?.variants[0]?.files?.audio
  if (!audio) throw new Error(`job ${job.id} has no file: ${JSON.stringify(job.errors)}`)
  return audio
}

test('account, models, quote, create and poll are read without a complaint', async () => {
  expect(await valued(client.getAccount())).toMatchObject({ billing_mode: 'metered' })
  const models = await valued(client.listModels())
  expect(JSON.stringify(models)).toContain(service.model.id)
  const body = { model: service.model.id, duration_ms: 700, input: { prompt: 'rain' } }
  const quote = await valued(client.preflight('text-to-sfx', body))
  const job = await create('text-to-sfx', body)
  expect(job).toMatchObject({ status: 'succeeded', credits: quote.credits })
  expect(await valued(client.getJob('text-to-sfx', job.id, { selfUrl: job.urls.self }))).toMatchObject({
    id: job.id,
  })
})

test('a generated file is uploaded, extended and downloaded again', async () => {
  const model = service.model.id
  const made = await create('text-to-sfx', { model, duration_ms: 4000, input: { prompt: 'rain' } })
  const madePath = join(folder, 'made.wav')
  const { url, bytes } = fileOf(made)
  expect(
    await client.downloadFile(url, { toPath: madePath, expectedBytes: bytes, maxBytes: bytes }),
  ).toMatchObject({
    ok: true,
    value: { bytes, isResumed: false },
  })
  const ticket = await valued(client.createAsset('audio/wav'))
  const uploaded = await client.uploadAsset({ ticket, filePath: madePath, contentType: 'audio/wav' })
  expect(uploaded).toMatchObject({ ok: true, value: { assetId: ticket.id, bytes } })
  const extended = await create('extend', {
    model,
    append_duration_ms: 1000,
    input: { audio: { type: 'asset', id: ticket.id } },
  })
  const longer = fileOf(extended)
  const longerPath = join(folder, 'longer.wav')
  await client.downloadFile(longer.url, {
    toPath: longerPath,
    expectedBytes: longer.bytes,
    maxBytes: longer.bytes,
  })
  expect(inspectWav(longerPath)).toMatchObject({ ok: true, info: { durationMs: 5000, sampleRateHz: 44_100 } })
})

test('a download that was cut short goes on where it stopped', async () => {
  const job = await create('text-to-sfx', {
    model: service.model.id,
    duration_ms: 5000,
    input: { prompt: 'wind' },
  })
  const { url, bytes } = fileOf(job)
  const toPath = join(folder, 'cut.wav')
  await service.call('/sandbox/faults', {
    body: { match: { path: '/storage/files/*' }, fault: { kind: 'truncate' }, times: 1 },
  })
  const cut = await client.downloadFile(url, { toPath, expectedBytes: bytes, maxBytes: bytes })
  if (cut.ok || !cut.partial) throw new Error('the download was not cut')
  expect(cut.partial.bytes).toBeGreaterThan(0)
  expect(cut.partial.bytes).toBeLessThan(bytes)
  const resumed = await client.downloadFile(url, {
    toPath,
    expectedBytes: bytes,
    maxBytes: bytes,
    resumeEtag: cut.partial.etag,
  })
  expect(resumed).toMatchObject({ ok: true, value: { bytes, isResumed: true } })
  const whole = Buffer.from(await (await fetch(url)).arrayBuffer())
  expect((await readFile(toPath)).equals(whole)).toBe(true)
})

test('refusals arrive with everything that the envelope carries', async () => {
  const poor = createServiceClient({
    endpoint: {
      baseUrl: service.baseUrl,
      apiKey: await service.newKey({ credits: 1 }),
      headerPrefix: 'Service',
    },
    now: Date.now,
    random: Math.random,
    sleep: async () => {},
    userAgent: 'foleyroom-contract-test',
  })
  const body = { model: service.model.id, duration_ms: 5000, input: { prompt: 'rain' } }
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  const refused = await poor.create('text-to-sfx', bytes, { idempotencyKey: 'poor' })
  poor.close()
  expect(refused).toMatchObject({
    ok: false,
    error: {
      kind: 'envelope',
      code: 'insufficient_credits',
      status: 402,
      retryable: false,
      requestId: expect.stringMatching(/^req_/),
      creditRecovery: { credits_required: 50, credits_available: 1, credit_shortfall: 49 },
    },
  })
})

test('an edited ticket and a file that is no audio are refused by name', async () => {
  const filePath = join(folder, 'text.wav')
  await writeFile(filePath, 'not audio')
  const ticket = await valued(client.createAsset('audio/wav'))
  const edited = { ...ticket, fields: { ...ticket.fields, key: 'other' } }
  const refused = await client.uploadAsset({ ticket: edited, filePath, contentType: 'audio/wav' })
  expect(refused).toMatchObject({ ok: false, error: { kind: 'storage', status: 403 } })
  expect(await client.uploadAsset({ ticket, filePath, contentType: 'audio/wav' })).toMatchObject({ ok: true })
  const input = { audio: { type: 'asset', id: ticket.id } } as const
  const quote = await client.preflight('extend', { model: service.model.id, append_duration_ms: 1000, input })
  expect(quote).toMatchObject({
    ok: false,
    error: { code: 'audio_format_unsupported', param: 'input.audio' },
  })
})

// The sandbox of the local service: faults of the network and of answers, its ledger's memory, its guards, a restart.

import { rm } from 'node:fs/promises'
import { connect as connectSocket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Job, TranscriptionAccepted, TranscriptionPoll } from '../../src-main/contract/index.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { SCALE, toneWav } from './audio-to-midi-tones.ts'
import { envelopeOf } from './envelope.ts'
import {
  CREATE,
  connect,
  endOf,
  finishedJob,
  readJob,
  type ServiceUnderTest,
  startLocalService,
  textRequest,
} from './service-under-test.ts'
import { uploadedAsset } from './upload.ts'

let service: ServiceUnderTest
beforeAll(async () => {
  const local = await startLocalService()
  service = await connect(local.baseUrl, local.apiKey, local.close)
})
afterAll(() => service.close())
afterEach(() => service.call('/sandbox/faults', { method: 'DELETE' }))

function addFault(fault: object, match: object = {}, times?: number) {
  return service.call('/sandbox/faults', { body: { match, fault, times } })
}

async function debits(key: string): Promise<unknown[]> {
  const { json } = await service.call('/sandbox/ledger', { key })
  return Object(json).entries
}

const TRANSCRIPTIONS = '/v2/audio-to-midi/v1.0/jobs'
const pause = () => new Promise((resolve) => setTimeout(resolve, 20))

/** A job whose sound is being made, as long as the sandbox holds it. */
async function runningJob(held: ServiceUnderTest): Promise<Job> {
  await held.pace({ hold: true })
  const { id } = Job.parse((await held.call(CREATE, { body: textRequest(held) })).json)
  for (;;) {
    const job = await readJob(held, id)
    if (job.status === 'running') return job
    await pause()
  }
}

/** Sends bytes as they are and reads the answer until nothing more comes or the envelope is whole. */
async function rawAnswer(request: string): Promise<string> {
  const socket = connectSocket(Number(new URL(service.baseUrl).port), '127.0.0.1')
  socket.write(request)
  let answer = ''
  for await (const chunk of socket) {
    answer += String(chunk)
    if (answer.endsWith('}}')) break
  }
  socket.destroy()
  return answer
}

describe('Faults of requests', () => {
  test('status: an envelope with the usual code, or whatever is asked for', async () => {
    await addFault({ kind: 'status', status: 429, headers: { 'retry-after': '7' } }, { path: '/v3/me' }, 1)
    const limited = await service.call('/v3/me')
    expect(envelopeOf(limited, 429).code).toBe('rate_limited')
    expect(limited.headers.get('retry-after')).toBe('7')
    await addFault({ kind: 'status', status: 503, body: '<html>down</html>' }, { path: '/v3/me' }, 1)
    const down = await service.call('/v3/me')
    expect([down.status, down.text, down.json]).toEqual([503, '<html>down</html>', undefined])
    expect((await service.call('/v3/me')).status).toBe(200)
  })

  test('reset_before: the service never saw the create; reset_after: it did', async () => {
    for (const [kind, charges] of [
      ['reset_before', 0],
      ['reset_after', 1],
    ] as const) {
      const key = await service.newKey()
      await addFault({ kind }, { method: 'POST', path: CREATE }, 1)
      const create = service.call(`${CREATE}?wait=25`, { body: textRequest(service), key })
      await expect(create).rejects.toThrow()
      expect(await debits(key)).toHaveLength(charges)
    }
  })

  test('a create whose answer was lost, sent again with its key, is charged once', async () => {
    const key = await service.newKey()
    const headers = { 'idempotency-key': 'lost' }
    await addFault({ kind: 'reset_after' }, { method: 'POST', path: CREATE }, 1)
    await expect(service.call(CREATE, { body: textRequest(service), key, headers })).rejects.toThrow()
    const job = await finishedJob(service, {}, { body: textRequest(service), key, headers })
    expect(await debits(key)).toMatchObject([{ job_id: job.id }])
  })

  test('truncate: half of the promised bytes', async () => {
    const job = await finishedJob(service)
    await addFault({ kind: 'truncate' }, { path: '/storage/*' }, 1)
    const response = await fetch(job.result?.output?.variants[0]?.files?.audio.url ?? '')
    expect(Number(response.headers.get('content-length'))).toBe(
      job.result?.output?.variants[0]?.files?.audio.bytes,
    )
    await expect(response.arrayBuffer()).rejects.toThrow()
  })

  test('stall: no answer for as long as the client waits', async () => {
    await addFault({ kind: 'stall' }, { path: '/v3/me' }, 1)
    const controller = new AbortController()
    const stalled = fetch(`${service.baseUrl}/v3/me`, {
      headers: { authorization: `Bearer ${service.apiKey}` },
      signal: controller.signal,
    })
    // Another request is served meanwhile: the stalled one has had its chance.
    await service.call('/v3/models')
    controller.abort()
    await expect(stalled).rejects.toThrow('aborted')
  })

  test('slow: everything comes, at its pace', async () => {
    await addFault({ kind: 'slow', bytes_per_second: 100_000 }, { path: '/v3/models' }, 1)
    expect((await service.call('/v3/models')).json).toMatchObject({ data: [{ id: service.model.id }] })
  })

  test('body: the create is served, but its answer lies', async () => {
    const key = await service.newKey()
    await addFault({ kind: 'body', body: { lies: true } }, { method: 'POST', path: CREATE }, 1)
    const answer = await service.call(`${CREATE}?wait=25`, { body: textRequest(service), key })
    expect([answer.status, answer.json]).toEqual([200, { lies: true }])
    expect(await debits(key)).toHaveLength(1)
  })

  test('a fault is listed with what is left of it, and DELETE clears all', async () => {
    await addFault(
      { kind: 'status', status: 500 },
      { method: 'get', path: '/v3/text-to-sfx/generations/{id}' },
      2,
    )
    await service.call(`${CREATE}/any`)
    const listed = await service.call('/sandbox/faults')
    expect(listed.json).toMatchObject({ data: [{ remaining: 1, struck: 1, fault: { kind: 'status' } }] })
    expect((await service.call('/sandbox/faults', { method: 'DELETE' })).json).toEqual({ cleared: 1 })
    expect((await service.call('/sandbox/faults')).json).toEqual({ data: [] })
  })

  test('a body that the sandbox does not know is refused by name', async () => {
    envelopeOf(await addFault({ kind: 'gremlin' }), 400)
    expect(envelopeOf(await service.call('/sandbox/clock', { body: { advance_ms: -5 } }), 400).param).toBe(
      'advance_ms',
    )
    expect(envelopeOf(await service.call('/sandbox/keys', { body: { credit: 5 } }), 400).param).toBe('credit')
    envelopeOf(await service.call('/sandbox/ledger', { key: null }), 401)
  })
})

describe('Guards', () => {
  test('a foreign origin is refused, and no answer carries CORS headers', async () => {
    for (const origin of ['https://example.com', 'null', 'http://localhost:1']) {
      const answer = await service.call('/v3/models', { headers: { origin } })
      expect(envelopeOf(answer, 403).code).toBe('forbidden')
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test('only loopback names are answered, so that a name rebound to this address gets nothing', async () => {
    for (const host of [
      'evil.example',
      'localhost',
      `127.0.0.1:1`,
      `evil.example:${new URL(service.baseUrl).port}`,
    ]) {
      expect(await rawAnswer(`GET /v3/openapi.json HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).toMatch(
        /^HTTP\/1.1 403 .*"forbidden"/s,
      )
    }
  })

  test('what is not even HTTP gets an envelope with the contract date', async () => {
    const requests = [
      'GET /v3/models HTTP/1.1\r\n\r\n',
      'GET /v3/models HTTP/1.1\r\nHost: a b\r\n\r\n',
      'GET /v3/models HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n',
      'nonsense\r\n\r\n',
    ]
    for (const request of requests) {
      const answer = await rawAnswer(request)
      expect(answer).toMatch(/^HTTP\/1.1 400 .*"invalid_request"/s)
      expect(answer.toLowerCase()).toContain('service-version: 2026-08-28')
    }
  })

  test('outside of sandbox mode there is no sandbox, the account is unmetered, and this machine is not read', async () => {
    const local = await startLocalService({ sandbox: false })
    const plain = await connect(local.baseUrl, local.apiKey, local.close)
    expect(plain.isSandbox).toBe(false)
    envelopeOf(await plain.call('/sandbox/keys', { body: {} }), 404)
    const audio = { type: 'url', url: `${service.baseUrl}/v3/openapi.json` }
    const body = { model: plain.model.id, append_duration_ms: 1000, input: { audio } }
    expect(envelopeOf(await plain.call('/v3/extend/edits/preflight', { body }), 400)).toMatchObject({
      code: 'audio_url_unreachable',
      message: expect.stringContaining('no public address'),
    })
    expect((await plain.call('/v3/me')).json).toMatchObject({
      account_type: 'organization',
      billing_mode: 'unmetered',
    })
    await plain.close()
  })
})

describe('Restart', () => {
  test('finished jobs, files, ledger and idempotency keys outlive it; the key may change', async () => {
    const dataDir = makeTemporaryFolder('restart')
    const first = await startLocalService({ dataDir })
    const before = await connect(first.baseUrl, first.apiKey, first.close)
    const headers = { 'idempotency-key': 'kept' }
    const job = await finishedJob(before, { seed: 1 }, { body: textRequest(before, { seed: 1 }), headers })
    const ledger = (await before.call('/sandbox/ledger')).json
    await before.close()

    const second = await startLocalService({ dataDir })
    const after = await connect(second.baseUrl, second.apiKey, second.close)
    expect(second.apiKey).not.toBe(first.apiKey)
    envelopeOf(await after.call('/v3/me', { key: first.apiKey }), 401)
    const again = Job.parse((await after.call(`${CREATE}/${job.id}`)).json)
    expect(again).toMatchObject({ status: 'succeeded', credits: job.credits })
    const file = await after.call(again.result?.output?.variants[0]?.files?.audio.url ?? '', { key: null })
    expect(file.status).toBe(200)
    expect((await after.call('/sandbox/ledger')).json).toEqual(ledger)
    const replayed = await after.call(CREATE, { body: textRequest(after, { seed: 1 }), headers })
    expect(Job.parse(replayed.json).id).toBe(job.id)
    await after.close()
    await rm(dataDir, { recursive: true })
  })

  test('a job that was running when the service was closed is done by its next start, and charged once', async () => {
    const dataDir = makeTemporaryFolder('restart')
    const first = await startLocalService({ dataDir })
    const before = await connect(first.baseUrl, first.apiKey, first.close)
    const created = await runningJob(before)
    await before.close()

    const second = await startLocalService({ dataDir })
    const after = await connect(second.baseUrl, second.apiKey, second.close)
    const done = await endOf(after, `${CREATE}/${created.id}`)
    expect(done.status).toBe('succeeded')
    const file = await after.call(done.result?.output?.variants[0]?.files?.audio.url ?? '', { key: null })
    expect(file.status).toBe(200)
    expect((await after.call('/sandbox/ledger')).json).toMatchObject({
      entries: [{ kind: 'debit', job_id: created.id, credits: done.credits }],
    })
    await after.close()
    await rm(dataDir, { recursive: true })
  })

  test('a transcription that was running when the service was closed is done by its next start', async () => {
    const dataDir = makeTemporaryFolder('restart')
    const first = await startLocalService({ dataDir })
    const before = await connect(first.baseUrl, first.apiKey, first.close)
    await before.pace({ hold: true })
    const recording = await uploadedAsset(before, toneWav(9, SCALE))
    const { job_id: id } = TranscriptionAccepted.parse(
      (await before.call(TRANSCRIPTIONS, { body: { audio: { type: 'asset', asset_id: recording } } })).json,
    )
    const polled = async (at: ServiceUnderTest): Promise<TranscriptionPoll> =>
      TranscriptionPoll.parse((await at.call(`${TRANSCRIPTIONS}/${id}`)).json)
    while ((await polled(before)).status === 'queued') await pause()
    await before.close()

    const second = await startLocalService({ dataDir })
    const after = await connect(second.baseUrl, second.apiKey, second.close)
    let poll = await polled(after)
    for (; poll.status === 'queued' || poll.status === 'running'; poll = await polled(after)) await pause()
    expect(poll.status).toBe('succeeded')
    expect(poll.result?.notes?.length).toBeGreaterThanOrEqual(SCALE.length)
    await after.close()
    await rm(dataDir, { recursive: true })
  })

  test('a second service over the same folder is refused', async () => {
    const dataDir = makeTemporaryFolder('restart')
    const first = await startLocalService({ dataDir })
    await expect(startLocalService({ dataDir })).rejects.toThrow('in use by another service')
    await first.close()
    await rm(dataDir, { recursive: true })
  })
})

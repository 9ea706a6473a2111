// Contract: text-to-sfx jobs from create to download.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Job, Preflight } from '../../src-main/contract/index.ts'
import { envelopeOf } from './envelope.ts'
import {
  CREATE,
  finishedJob,
  openService,
  PREFLIGHT,
  readJob,
  type ServiceUnderTest,
  textRequest,
} from './service-under-test.ts'

const DAY_MS = 24 * 60 * 60_000

let service: ServiceUnderTest
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

describe('Create', () => {
  test('"Returns 200 with the finished job if done inside the window"', async () => {
    const answer = await service.call(`${CREATE}?wait=25`, { body: textRequest(service) })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('retry-after')).toBeNull()
    const job = Job.parse(answer.json)
    expect(job).toMatchObject({
      object: 'text_to_sfx.generation',
      status: 'succeeded',
      model: service.model.id,
      errors: [],
    })
    expect(job).not.toHaveProperty('progress')
    expect(job).not.toHaveProperty('estimated_ms')
  })

  test('"else 202 with the job. Same body shape both ways."', async (context) => {
    if (!service.isSandbox) return context.skip()
    await service.pace({ hold: true })
    const answer = await service.call(CREATE, { body: textRequest(service) })
    await service.pace({ hold: false })
    expect(answer.status).toBe(202)
    const job = Job.parse(answer.json)
    expect(job).toMatchObject({
      status: 'queued',
      progress: 0,
      credits: null,
      result: null,
      completed_at: null,
      errors: [],
    })
    expect(job.estimated_ms).toBeGreaterThan(0)
    const finished = Job.parse((await service.call(`${CREATE}/${job.id}?wait=25`)).json)
    expect(new Set([...Object.keys(job), 'progress', 'estimated_ms'])).toEqual(
      new Set([...Object.keys(finished), 'progress', 'estimated_ms']),
    )
  })

  test('"Optional `wait` query (integer 1..25) or `Prefer: wait=<n>`; the query wins"', async () => {
    const preferred = await service.call(CREATE, {
      body: textRequest(service),
      headers: { prefer: 'wait=25' },
    })
    expect(preferred.status).toBe(200)
    const queryWins = await service.call(`${CREATE}?wait=25`, {
      body: textRequest(service),
      headers: { prefer: 'wait=99' },
    })
    expect(queryWins.status).toBe(200)
  })

  test('"values outside 1..25 are rejected, not clamped"', async () => {
    for (const wait of ['0', '26', '-1', '1.5', 'soon', '']) {
      const answer = await service.call(`${CREATE}?wait=${wait}`, { body: textRequest(service) })
      expect(envelopeOf(answer, 400)).toMatchObject({ code: 'invalid_request', param: 'wait' })
    }
    const answer = await service.call(CREATE, { body: textRequest(service), headers: { prefer: 'wait=26' } })
    expect(envelopeOf(answer, 400).code).toBe('invalid_request')
  })

  test('"expires_at: 24 hours after creation."', async () => {
    const job = await finishedJob(service)
    expect(Date.parse(job.expires_at) - Date.parse(job.created_at)).toBe(DAY_MS)
  })

  test('"seed: The seed used. Reported back even when the request omitted it."', async () => {
    expect((await finishedJob(service, { seed: 4_294_967_295 })).seed).toBe(4_294_967_295)
    for (const changes of [{}, { seed: null }]) {
      const { seed } = await finishedJob(service, changes)
      expect(Number.isInteger(seed)).toBe(true)
    }
  })

  test('"urls: `self` (string): absolute URL to poll."', async () => {
    const job = await finishedJob(service)
    expect(job.urls.self).toBe(`${service.baseUrl}${CREATE}/${job.id}`)
    expect((await service.call(job.urls.self)).status).toBe(200)
  })
})

describe('Result', () => {
  test('an Output has every field of the table, one entry a variant', async () => {
    const job = await finishedJob(service, { num_variants: 3, seed: 11 })
    const output = job.result?.output
    expect(output).toMatchObject({ index: 0, status: 'succeeded', variants_requested: 3 })
    expect(Object.keys(output ?? {})).toEqual(
      expect.arrayContaining([
        'type',
        'label',
        'start_ms',
        'end_ms',
        'category',
        'sound_start_ms',
        'sound_end_ms',
        'credits',
        'gain_db',
        'generation_id',
      ]),
    )
    expect(output?.variants.map(({ index, status }) => ({ index, status }))).toEqual([
      { index: 0, status: 'succeeded' },
      { index: 1, status: 'succeeded' },
      { index: 2, status: 'succeeded' },
    ])
  })

  test('an Audio file says what the file is: "All seven fields are required."', async () => {
    const job = await finishedJob(service, { duration_ms: 1234 })
    const audio = job.result?.output?.variants[0]?.files?.audio
    expect(audio).toMatchObject({
      format: 'wav',
      sample_rate: service.model.audio.sample_rate,
      channels: service.model.audio.channels,
      duration_ms: 1234,
    })
    const response = await fetch(audio?.url ?? '')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.length).toBe(audio?.bytes)
    expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 12)).toBe('RIFFWAVE')
    expect(bytes.readUInt16LE(22)).toBe(audio?.channels)
    expect(bytes.readUInt32LE(24)).toBe(audio?.sample_rate)
  })

  test('"Loop controls: `loop`: result loops cleanly end to end." The file tells samplers so', async (context) => {
    if (!service.model.controls.includes('loop')) return context.skip()
    const job = await finishedJob(service, { duration_ms: 1000, controls: { loop: true } })
    const response = await fetch(job.result?.output?.variants[0]?.files?.audio.url ?? '')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.includes('smpl')).toBe(true)
  })

  test('the same request and seed give the same file, another seed another one', async (context) => {
    if (!service.isSandbox) return context.skip()
    const fileOf = async (seed: number) => {
      const job = await finishedJob(service, { seed })
      return Buffer.from(
        await (await fetch(job.result?.output?.variants[0]?.files?.audio.url ?? '')).arrayBuffer(),
      )
    }
    const [first, again, other] = [await fileOf(5), await fileOf(5), await fileOf(6)]
    expect(first.equals(again)).toBe(true)
    expect(first.equals(other)).toBe(false)
  })
})

describe('Poll', () => {
  test('"always 200 while it exists (also with `?wait=`)"; "While not final carries `Retry-After` (capped at 30 seconds)"', async (context) => {
    if (!service.isSandbox) return context.skip()
    await service.pace({ run_ms: 3_600_000 })
    const { id } = Job.parse((await service.call(CREATE, { body: textRequest(service) })).json)
    const running = await service.call(`${CREATE}/${id}`)
    expect(running.status).toBe(200)
    const retryAfter = Number(running.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThanOrEqual(1)
    expect(retryAfter).toBeLessThanOrEqual(30)
    expect(Job.parse(running.json)).toMatchObject({ result: null, credits: null, completed_at: null })

    const waited = service.call(`${CREATE}/${id}?wait=25`)
    await service.pace({ run_ms: null })
    expect((await waited).status).toBe(200)
    const finished = await service.call(`${CREATE}/${id}`)
    expect(Job.parse(finished.json).status).toBe('succeeded')
    expect(finished.headers.get('retry-after')).toBeNull()
  })

  test('"progress: Derived from elapsed time against `estimated_ms`; approaches 1 but never reaches it."', async (context) => {
    if (!service.isSandbox) return context.skip()
    await service.pace({ hold: true, run_ms: 60_000 })
    const { id } = Job.parse((await service.call(CREATE, { body: textRequest(service) })).json)
    const progress: number[] = []
    for (const stepMs of [30_000, 30_000, 3_600_000]) {
      await service.advance(stepMs)
      progress.push((await readJob(service, id)).progress ?? Number.NaN)
    }
    await service.pace({ hold: false, run_ms: null })
    const [early = 0, estimate = 0, late = 0] = progress
    expect(early).toBeGreaterThan(0)
    expect(estimate).toBeGreaterThan(early)
    expect(late).toBeGreaterThanOrEqual(estimate)
    expect(late).toBeLessThan(1)
  })

  test('"Issues fresh download links. Reads cost nothing."', async (context) => {
    if (!service.isSandbox) return context.skip()
    const job = await finishedJob(service)
    await service.advance(60_000)
    const again = await readJob(service, job.id)
    const expiryOf = (read: Job) =>
      Date.parse(read.result?.output?.variants[0]?.files?.audio.url_expires_at ?? '')
    expect(expiryOf(again)).toBeGreaterThan(expiryOf(job))
    expect(again.credits).toBe(job.credits)
  })

  test('"404 after expiry cleanup"', async (context) => {
    if (!service.isSandbox) return context.skip()
    const job = await finishedJob(service)
    await service.advance(25 * 60 * 60_000)
    expect(envelopeOf(await service.call(`${CREATE}/${job.id}`), 404).code).toBe('not_found')
  })

  test('"`queued` or `running` | clock | 24 hours after creation without another final state | `expired`"', async (context) => {
    if (!service.isSandbox) return context.skip()
    const key = await service.newKey()
    await service.pace({ hold: true })
    const { id } = Job.parse((await service.call(CREATE, { body: textRequest(service), key })).json)
    await service.advance(DAY_MS)
    await service.pace({ hold: false })
    expect(await readJob(service, id, key)).toMatchObject({
      status: 'expired',
      completed_at: null,
      credits: 0,
      result: null,
    })
    const ledger = await service.call('/sandbox/ledger', { key })
    expect(ledger.json).toMatchObject({ entries: [] })
  })
})

describe('Preflight', () => {
  test('"Returns Preflight. Charges nothing, starts nothing, reserves nothing."', async () => {
    const before = await service.call('/v3/me')
    const answer = await service.call(PREFLIGHT, {
      body: textRequest(service, { duration_ms: 2500, num_variants: 2 }),
    })
    expect(answer.status).toBe(200)
    const quote = Preflight.parse(answer.json)
    expect(quote.credits).toBe(2.5 * 2 * service.model.credits_per_second)
    expect(quote.estimated_ms).toBeGreaterThan(0)
    expect(quote).not.toHaveProperty('plan_id')
    expect(quote).not.toHaveProperty('outputs')
    expect((await service.call('/v3/me')).json).toEqual(before.json)
  })

  test('it refuses what the create would refuse', async () => {
    for (const changes of [{ seed: -1 }, { num_variants: 99 }, { duration_ms: 10.5 }]) {
      const body = textRequest(service, changes)
      const [quoted, created] = [
        await service.call(PREFLIGHT, { body }),
        await service.call(CREATE, { body }),
      ]
      const { request_id: _quoteId, ...quoteError } = envelopeOf(quoted, 400)
      const { request_id: _createId, ...createError } = envelopeOf(created, 400)
      expect(quoteError).toEqual(createError)
    }
  })
})

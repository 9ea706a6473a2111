// Contract: a create that is sent again with its idempotency key.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Job } from '../../src-main/contract/index.ts'
import { envelopeOf } from './envelope.ts'
import { CREATE, finishedJob, openService, type ServiceUnderTest, textRequest } from './service-under-test.ts'

const DAY_MS = 24 * 60 * 60_000

let service: ServiceUnderTest
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

describe('Idempotency', () => {
  const headers = () => ({ 'idempotency-key': crypto.randomUUID() })

  test('a repeat with the same key and body answers the same job in its present state', async () => {
    const sent = headers()
    const first = await service.call(CREATE, { body: textRequest(service), headers: sent })
    const again = await service.call(`${CREATE}?wait=25`, { body: textRequest(service), headers: sent })
    expect(Job.parse(again.json).id).toBe(Job.parse(first.json).id)
    expect(again.status).toBe(200)
  })

  test('the same body with its fields in another order is the same body', async () => {
    const sent = headers()
    const { id: modelId } = service.model
    const first = await service.call(CREATE, {
      body: { model: modelId, duration_ms: 500, input: { prompt: 'rain' } },
      headers: sent,
    })
    const again = await service.call(CREATE, {
      body: { input: { prompt: 'rain' }, duration_ms: 500, model: modelId },
      headers: sent,
    })
    expect(Job.parse(again.json).id).toBe(Job.parse(first.json).id)
  })

  test('"Same idempotency key, different body | 409 `idempotency_conflict`"', async () => {
    const sent = headers()
    await finishedJob(service, {}, { headers: sent, body: textRequest(service) })
    const answer = await service.call(CREATE, {
      body: textRequest(service, { duration_ms: 600 }),
      headers: sent,
    })
    expect(envelopeOf(answer, 409)).toMatchObject({ code: 'idempotency_conflict', retryable: false })
  })

  test('"24 hours, scoped to account and collection"', async (context) => {
    if (!service.isSandbox) return context.skip()
    const sent = headers()
    const create = async (key?: string) => {
      const answer = await service.call(CREATE, {
        body: textRequest(service),
        headers: sent,
        key: key ?? service.apiKey,
      })
      return Job.parse(answer.json).id
    }
    const first = await create()
    expect(await create(await service.newKey())).not.toBe(first)
    await service.advance(DAY_MS - 60_000)
    expect(await create()).toBe(first)
    await service.advance(60_000)
    expect(await create()).not.toBe(first)
  })

  test('a refused create leaves its key free', async (context) => {
    if (!service.isSandbox) return context.skip()
    const sent = headers()
    const poor = await service.newKey({ credits: 1 })
    envelopeOf(await service.call(CREATE, { body: textRequest(service), headers: sent, key: poor }), 402)
    const cheap = textRequest(service, { duration_ms: 100 })
    expect((await service.call(CREATE, { body: cheap, headers: sent, key: poor })).status).toBe(202)
  })
})

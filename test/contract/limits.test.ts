// Contract: concurrency, rate limits and their headers.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Job, parseRateLimitPolicy } from '../../src-main/contract/index.ts'
import { envelopeOf } from './envelope.ts'
import {
  type Answer,
  CREATE,
  openService,
  PREFLIGHT,
  type ServiceUnderTest,
  textRequest,
} from './service-under-test.ts'

let service: ServiceUnderTest
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

function poolOf(answer: Answer): string | undefined {
  return parseRateLimitPolicy(answer.headers.get('ratelimit-policy') ?? '')?.pool
}

describe('Rate', () => {
  test('"Reads, writes and generations use separate pools; the policy name is the pool counted."', async () => {
    const read = await service.call('/v3/models')
    const write = await service.call(PREFLIGHT, { body: textRequest(service) })
    const generation = await service.call(`${CREATE}?wait=25`, { body: textRequest(service) })
    expect(new Set([poolOf(read), poolOf(write), poolOf(generation)]).size).toBe(3)
  })

  test('"`RateLimit-Limit` is the burst size (what `RateLimit-Remaining` counts down from)"; "`RateLimit-Reset` is seconds … never a timestamp"', async (context) => {
    if (!service.isSandbox) return context.skip()
    const key = await service.newKey()
    const first = await service.call('/v3/models', { key })
    const limit = Number(first.headers.get('ratelimit-limit'))
    expect(Number(first.headers.get('ratelimit-remaining'))).toBe(limit - 1)
    expect(Number(first.headers.get('ratelimit-reset'))).toBeLessThan(3600)
  })

  test('"These headers come back on responses whose key authenticated"', async () => {
    const refused = await service.call('/v3/models', { key: 'sk-bad' })
    expect(refused.headers.get('ratelimit-limit')).toBeNull()
    const missing = await service.call(`${CREATE}/no-such-job`)
    expect(missing.headers.get('ratelimit-limit')).not.toBeNull()
  })

  test('a burst that is used up is a 429 with `Retry-After`, and refills with time', async (context) => {
    if (!service.isSandbox) return context.skip()
    const key = await service.newKey()
    const body = textRequest(service, { seed: -1 })
    const { headers } = await service.call(CREATE, { body, key })
    const limit = Number(headers.get('ratelimit-limit'))
    let answer: Answer | undefined
    // The bucket refills while it is emptied, so a few more than the burst are needed.
    for (let sent = 0; sent < limit * 3 && answer?.status !== 429; sent++) {
      answer = await service.call(CREATE, { body, key })
    }
    if (!answer) throw new Error('nothing was sent')
    expect(envelopeOf(answer, 429)).toMatchObject({ code: 'rate_limited', retryable: true })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(answer.headers.get('service-concurrency-limit')).not.toBeNull()
    expect((await service.call('/v3/models', { key })).status).toBe(200)
    await service.advance(60_000)
    expect((await service.call(CREATE, { body, key })).status).toBe(400)
  })
})

describe('Concurrency', () => {
  test('"By default at most 5 of a key\'s jobs run at once"; the next create is a 429 `concurrency_limit_reached`', async (context) => {
    if (!service.isSandbox) return context.skip()
    const key = await service.newKey()
    await service.pace({ hold: true })
    const ids: string[] = []
    for (let running = 1; running <= 5; running++) {
      const answer = await service.call(CREATE, { body: textRequest(service), key })
      expect(answer.status).toBe(202)
      expect(answer.headers.get('service-concurrency-limit')).toBe('5')
      expect(answer.headers.get('service-concurrency-current')).toBe(String(running))
      ids.push(Job.parse(answer.json).id)
    }
    const refused = await service.call(CREATE, { body: textRequest(service), key })
    expect(envelopeOf(refused, 429)).toMatchObject({ code: 'concurrency_limit_reached', retryable: true })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(refused.headers.get('service-concurrency-current')).toBe('5')
    const other = await service.call(CREATE, { body: textRequest(service), key: await service.newKey() })
    expect(other.status).toBe(202)
    await service.pace({ hold: false })
    for (const id of ids) await service.call(`${CREATE}/${id}?wait=25`, { key })
    const again = await service.call(`${CREATE}?wait=25`, { body: textRequest(service), key })
    expect(again.status).toBe(200)
    expect(again.headers.get('service-concurrency-current')).toBe('0')
  })

  test('"the ceiling is per key"', async (context) => {
    if (!service.isSandbox) return context.skip()
    const key = await service.newKey({ concurrency: 1 })
    await service.pace({ hold: true })
    const first = await service.call(CREATE, { body: textRequest(service), key })
    const second = await service.call(CREATE, { body: textRequest(service), key })
    await service.pace({ hold: false })
    expect([first.status, second.status]).toEqual([202, 429])
    expect(second.headers.get('service-concurrency-limit')).toBe('1')
  })

  test('a repeat of an accepted create is answered at the ceiling too', async (context) => {
    if (!service.isSandbox) return context.skip()
    const key = await service.newKey({ concurrency: 1 })
    await service.pace({ hold: true })
    const send = () =>
      service.call(CREATE, { body: textRequest(service), key, headers: { 'idempotency-key': 'ceiling' } })
    const [first, again] = [await send(), await send()]
    await service.pace({ hold: false })
    expect([first.status, again.status]).toEqual([202, 202])
  })
})

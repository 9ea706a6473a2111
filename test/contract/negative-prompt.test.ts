// Contract: what a negative prompt keeps out, where a model takes one.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { envelopeOf } from './envelope.ts'
import {
  CREATE,
  finishedJob,
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
beforeEach((context) => {
  if (service.model.max_negative_prompt_chars === 0) context.skip()
})

const words = (prompt: string, negative: string) => ({ input: { prompt, negative_prompt: negative } })

describe('`negative_prompt`: "short comma-separated list"', () => {
  test('is taken up to the limit that the model publishes', async () => {
    const most = service.model.max_negative_prompt_chars
    const body = (chars: number) => textRequest(service, words('rain', 'x'.repeat(chars)))
    expect((await service.call(PREFLIGHT, { body: body(most) })).status).toBe(200)
    for (const path of [CREATE, PREFLIGHT]) {
      expect(envelopeOf(await service.call(path, { body: body(most + 1) }), 400)).toMatchObject({
        code: 'invalid_request',
        param: 'input.negative_prompt',
        retryable: false,
      })
    }
  })

  test('costs nothing more', async () => {
    const plain = (await service.call(PREFLIGHT, { body: textRequest(service) })).json
    const body = textRequest(service, words('heavy rain on a tin roof', 'thunder, wind'))
    expect((await service.call(PREFLIGHT, { body })).json).toMatchObject({
      credits: Object(plain).credits,
    })
  })

  test('what it names is not in the scene, and the job says so', async (context) => {
    if (!service.isSandbox) return context.skip()
    const job = await finishedJob(service, words('storm in a cathedral', 'thunder, no reverb, foo'))
    const { scene } = Object(job)
    expect(scene).toMatchObject({
      excluded: ['thunder', 'reverb'],
      notUnderstood: ['foo'],
      space: { kind: 'dry', wetness: 0 },
    })
    const families = scene.layers.map(({ family }: { family: string }) => family)
    expect(families).toContain('rain')
    expect(families).not.toContain('thunder')
  })

  test('one that leaves nothing of the prompt is refused before anything is charged', async (context) => {
    if (!service.isSandbox) return context.skip()
    const key = await service.newKey()
    for (const path of [CREATE, PREFLIGHT]) {
      const body = textRequest(service, words('rain', 'rain, wind'))
      expect(envelopeOf(await service.call(path, { body, key }), 400)).toMatchObject({
        code: 'invalid_request',
        param: 'input.negative_prompt',
        retryable: false,
      })
    }
    expect((await service.call('/sandbox/ledger', { key })).json).toMatchObject({ entries: [] })
  })

  test('it is part of the body that an idempotency key stands for', async (context) => {
    if (!service.isSandbox) return context.skip()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const send = (negative: string) =>
      service.call(CREATE, { body: textRequest(service, words('storm', negative)), headers })
    expect((await send('thunder')).status).toBe(202)
    expect(envelopeOf(await send('wind'), 409).code).toBe('idempotency_conflict')
  })
})

// Contract: the error envelope and the error table, for what reaches a route at all.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { envelopeOf } from './envelope.ts'
import { CREATE, openService, PREFLIGHT, type ServiceUnderTest, textRequest } from './service-under-test.ts'

let service: ServiceUnderTest
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

describe('Every 4xx and 5xx body is `{ error: { code, message, param, retryable, request_id } }`', () => {
  test('an unknown route', async () => {
    expect(envelopeOf(await service.call('/v3/no-such-thing'), 404).code).toBe('not_found')
    expect(envelopeOf(await service.call('/'), 404).code).toBe('not_found')
  })

  test('a method that the route does not have', async () => {
    const answer = await service.call('/v3/me', { method: 'DELETE' })
    envelopeOf(answer, 405)
    expect(answer.headers.get('allow')).toContain('GET')
  })

  test.each([
    ['no JSON', '{"model":'],
    ['an empty body', ''],
    ['a list', '[]'],
    ['a text', '"rain"'],
    ['null', 'null'],
    ['bytes that are no UTF-8', '{"model":"\u0000"'],
  ])('%s as a body', async (_, body) => {
    for (const path of [CREATE, PREFLIGHT]) {
      const answer = await service.call(path, { method: 'POST', body })
      expect(envelopeOf(answer, 400)).toMatchObject({
        code: 'invalid_request',
        param: null,
        retryable: false,
      })
    }
  })

  test('a body that is not JSON by its type', async () => {
    const answer = await service.call(CREATE, {
      body: textRequest(service),
      headers: { 'content-type': 'text/plain' },
    })
    expect(envelopeOf(answer, 400).code).toBe('invalid_request')
  })

  test('a body of several megabytes: `payload_too_large`', async () => {
    const answer = await service.call(CREATE, {
      body: textRequest(service, { padding: 'x'.repeat(3_000_000) }),
    })
    expect(envelopeOf(answer, 413)).toMatchObject({ code: 'payload_too_large', retryable: false })
  })

  test('a body nested thousands of levels deep', async () => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    const answer = await service.call(CREATE, { method: 'POST', body: `{"model":"m","x":${deep}}` })
    expect(envelopeOf(answer, 400).code).toBe('invalid_request')
  })

  test('`__proto__` in a body is inert', async () => {
    const body = `{"__proto__":{"num_variants":4},"model":"${service.model.id}","duration_ms":500,"input":{"prompt":"rain"}}`
    const answer = await service.call(PREFLIGHT, { method: 'POST', body })
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({ credits: service.model.credits_per_second * 0.5 })
  })

  test('each request has a `request_id` of its own', async () => {
    const ids = [
      envelopeOf(await service.call('/v3/nope'), 404),
      envelopeOf(await service.call('/v3/nope'), 404),
    ]
    expect(ids[0]?.request_id).not.toBe(ids[1]?.request_id)
  })
})

describe('Request rules: 400 `invalid_request`, and `param` names the field', () => {
  test.each([
    ['"Negative seed, including -1"', { seed: -1 }, 'seed'],
    ['a seed above 4294967295', { seed: 4_294_967_296 }, 'seed'],
    ['a seed that is no integer', { seed: 1.5 }, 'seed'],
    ['"Fractional `duration_ms`"', { duration_ms: 500.5 }, 'duration_ms'],
    ['duration_ms below 100', { duration_ms: 99 }, 'duration_ms'],
    ['duration_ms as text', { duration_ms: '500' }, 'duration_ms'],
    ['no duration_ms', { duration_ms: undefined }, 'duration_ms'],
    ['"`model` is required on every v3 create and preflight"', { model: undefined }, 'model'],
    ['an empty model', { model: '' }, 'model'],
    ['num_variants 0', { num_variants: 0 }, 'num_variants'],
    ['no input', { input: undefined }, 'input'],
    ['an empty prompt', { input: { prompt: '' } }, 'input.prompt'],
    ['no prompt', { input: {} }, 'input.prompt'],
    ['an empty negative prompt', { input: { prompt: 'rain', negative_prompt: '' } }, 'input.negative_prompt'],
    ['a format outside the list', { output: { format: 'ogg' } }, 'output.format'],
    ['a loop that is no boolean', { controls: { loop: 'yes' } }, 'controls.loop'],
  ])('%s', async (_, changes, param) => {
    const body = textRequest(service, changes)
    for (const path of [CREATE, PREFLIGHT]) {
      const error = envelopeOf(await service.call(path, { body }), 400)
      expect(error).toMatchObject({ code: 'invalid_request', param, retryable: false })
    }
  })

  test('"`num_variants` above the model ceiling; prompt … over its limit | 400 `invalid_request` (param names the field)"', async () => {
    const limits = service.model.operations['text-to-sfx']
    const prompt = 'rain '.repeat(service.model.max_prompt_chars / 5 + 1)
    const cases = [
      [{ num_variants: (limits?.num_variants?.max ?? 4) + 1 }, 'num_variants'],
      [{ duration_ms: (limits?.duration_ms?.max ?? 60_000) + 1 }, 'duration_ms'],
      [{ input: { prompt } }, 'input.prompt'],
    ] as const
    for (const [changes, param] of cases) {
      const answer = await service.call(CREATE, { body: textRequest(service, changes) })
      expect(envelopeOf(answer, 400)).toMatchObject({ code: 'invalid_request', param })
    }
  })

  test('"1000..600000" with loop: too short for a loop is refused, longer than without is taken', async (context) => {
    const limits = service.model.operations['text-to-sfx']?.duration_ms
    if (limits?.min_with_loop === undefined || limits.max_with_loop === undefined) return context.skip()
    const quote = (duration_ms: number, loop: boolean) =>
      service.call(PREFLIGHT, { body: textRequest(service, { duration_ms, controls: { loop } }) })
    expect((await quote(limits.max_with_loop, true)).status).toBe(200)
    envelopeOf(await quote(limits.max_with_loop, false), 400)
    envelopeOf(await quote(limits.max_with_loop + 1, true), 400)
    envelopeOf(await quote(limits.min_with_loop - 1, true), 400)
  })
})

describe('What the model does not have', () => {
  test('an unknown model is `model_not_found`', async () => {
    const answer = await service.call(CREATE, { body: textRequest(service, { model: 'latest' }) })
    expect(envelopeOf(answer, 404)).toMatchObject({ code: 'model_not_found', param: 'model' })
    expect(envelopeOf(await service.call('/v3/models/latest'), 404).code).toBe('model_not_found')
  })

  test('"Negative prompt sent to a model whose `max_negative_prompt_chars` is 0 | `capability_unsupported`"', async (context) => {
    if (service.model.max_negative_prompt_chars > 0) return context.skip()
    const body = textRequest(service, { input: { prompt: 'rain', negative_prompt: 'thunder' } })
    const answer = await service.call(CREATE, { body })
    expect(envelopeOf(answer, answer.status)).toMatchObject({
      code: 'capability_unsupported',
      param: 'input.negative_prompt',
      retryable: false,
    })
  })

  test('a format that the deployment does not produce is `capability_unsupported`', async (context) => {
    const missing = ['flac', 'mp3_128', 'm4a_256'].find((format) => !service.model.formats.includes(format))
    if (!missing) return context.skip()
    const answer = await service.call(CREATE, { body: textRequest(service, { output: { format: missing } }) })
    expect(envelopeOf(answer, answer.status)).toMatchObject({
      code: 'capability_unsupported',
      param: 'output.format',
    })
  })

  test('"A family that is absent from a model\'s `operations` is not served by that model."', async () => {
    const audio = { type: 'url', url: 'https://example.com/a.wav' }
    const bodies = {
      'video-to-sfx': ['/v3/video-to-sfx/generations', { duration_ms: 2000, input: { video: audio } }],
      extend: ['/v3/extend/edits', { append_duration_ms: 2000, input: { audio } }],
      inpaint: ['/v3/inpaint/edits', { region: { start_ms: 1000, end_ms: 3000 }, input: { audio } }],
    } as const
    for (const [family, [path, body]] of Object.entries(bodies)) {
      if (family in service.model.operations) continue
      for (const route of [path, `${path}/preflight`]) {
        const answer = await service.call(route, { body: { model: service.model.id, ...body } })
        expect(envelopeOf(answer, answer.status)).toMatchObject({
          code: 'capability_unsupported',
          param: 'model',
        })
      }
    }
  })

  test('a prompt in which nothing is understood is refused before anything is charged', async (context) => {
    if (!service.isSandbox) return context.skip()
    const body = textRequest(service, { input: { prompt: 'qwxzv' } })
    for (const path of [PREFLIGHT, CREATE]) {
      const answer = await service.call(path, { body })
      expect(envelopeOf(answer, answer.status)).toMatchObject({
        code: 'capability_unsupported',
        param: 'input.prompt',
        retryable: false,
      })
    }
  })
})

describe('Models', () => {
  test('"Returns `{ data: [Model] }`"; "Returns one Model."', async () => {
    const list = await service.call('/v3/models')
    expect(list.json).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ id: service.model.id })]),
    })
    expect((await service.call(`/v3/models/${service.model.id}`)).json).toEqual(service.model)
  })

  test('a Model has every field of the table', () => {
    expect(Object.keys(service.model)).toEqual(
      expect.arrayContaining([
        'id',
        'status',
        'audio',
        'max_prompt_chars',
        'max_negative_prompt_chars',
        'stems',
        'controls',
        'formats',
        'operations',
        'credits_per_second',
      ]),
    )
  })
})

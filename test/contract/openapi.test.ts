// Contract: the machine-readable description.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROUTES } from '../../src-main/contract/index.ts'
import { toneWav } from './audio-to-midi-tones.ts'
import {
  type CallOptions,
  CREATE,
  openService,
  PREFLIGHT,
  type ServiceUnderTest,
  textRequest,
} from './service-under-test.ts'
import { uploadedAsset } from './upload.ts'

let service: ServiceUnderTest
let description: Record<string, unknown>
beforeAll(async () => {
  service = await openService()
  const { text } = await service.call('/v3/openapi.json', { key: null })
  description = JSON.parse(text)
})
afterAll(() => service.close())

/** The values of every `$ref` in a document. */
function refsIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, child]) =>
    key === '$ref' && typeof child === 'string' ? [child] : refsIn(child),
  )
}

function at(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (value, key) =>
        value !== null && typeof value === 'object'
          ? Object.entries(value).find(
              ([name]) => name === key.replaceAll('~1', '/').replaceAll('~0', '~'),
            )?.[1]
          : undefined,
      document,
    )
}

interface Described {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Described[]
  readonly oneOf?: readonly Described[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Described>>
  readonly required?: readonly string[]
  readonly items?: Described
  readonly additionalProperties?: Described | boolean
}

const TYPE_OF = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

/** Where a value is not what the description says of it: what is missing, null, or of another type. */
function strayings(value: unknown, schema: Described, path = ''): readonly string[] {
  // The description was parsed from JSON; what it refers to is described as it is.
  if (schema.$ref) return strayings(value, at(description, schema.$ref.slice(1)) as Described, path)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) {
    const found = choices.map((choice) => strayings(value, choice, path))
    return found.some((problems) => problems.length === 0) ? [] : (found[0] ?? [])
  }
  if (schema.enum && !schema.enum.includes(value)) return [`${path} is ${JSON.stringify(value)}`]
  const types = [schema.type ?? []].flat().map((type) => (type === 'integer' ? 'number' : type))
  if (types.length > 0 && !types.includes(TYPE_OF(value))) return [`${path} is ${TYPE_OF(value)}`]
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => strayings(item, schema.items ?? {}, `${path}[${index}]`))
  }
  if (value === null || typeof value !== 'object') return []
  const fields = new Map(Object.entries(value))
  const missing = (schema.required ?? []).filter((name) => !fields.has(name))
  return [
    ...missing.map((name) => `${path}.${name} is missing`),
    ...[...fields].flatMap(([name, child]) => {
      const others = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {}
      return strayings(child, schema.properties?.[name] ?? others, `${path}.${name}`)
    }),
  ]
}

const component = (name: string): Described => ({ $ref: `#/components/schemas/${name}` })

describe('every answer is what the description says of it', () => {
  test('facts, quotes, jobs in each state, tickets and refusals', async () => {
    const answers: [name: string, value: unknown][] = []
    const read = async (name: string, path: string, options: CallOptions = {}) =>
      answers.push([name, (await service.call(path, options)).json])
    const body = textRequest(service, { num_variants: 2 })
    await read('ModelList', '/v3/models')
    await read('Account', '/v3/me')
    await read('Preflight', PREFLIGHT, { body })
    await read('Job', CREATE, { body })
    await read('Job', `${CREATE}?wait=25`, { body })
    await read('UploadTicket', '/v3/assets', { body: { content_type: 'audio/wav' } })
    await read('TranscriptionPreflight', '/v2/audio-to-midi/v1.0/preflight?duration_ms=1000')
    await read('ErrorEnvelope', '/v3/nothing')
    await read('ErrorEnvelope', CREATE, { body: {} })
    if (service.isSandbox) {
      const [organization, poor] = [
        await service.newKey({ account_type: 'organization' }),
        await service.newKey({ credits: 0 }),
      ]
      await read('Account', '/v3/me', { key: organization })
      await read('Job', `${CREATE}?wait=25`, { body, key: organization })
      await read('Account', '/v3/me', { key: poor })
      await read('ErrorEnvelope', CREATE, { body, key: poor })
      for (const kind of ['variant_failed', 'failed', 'unreadable']) {
        await service.call('/sandbox/faults', { body: { match: {}, fault: { kind }, times: 1 } })
        await read('Job', `${CREATE}?wait=25`, { body })
      }
      const audio = { type: 'asset', asset_id: await uploadedAsset(service, toneWav(2)) }
      await read('TranscriptionResult', '/v2/audio-to-midi/v1.0/sync', { body: { audio } })
      await read('InstrumentDetection', '/v2/audio-to-midi/v1.0/instruments', { body: { audio } })
      const accepted = await service.call('/v2/audio-to-midi/v1.0/jobs', { body: { audio } })
      answers.push(['TranscriptionAccepted', accepted.json])
      await read('TranscriptionPoll', Object(accepted.json).job_url)
    }
    for (const [name, value] of answers) {
      expect({ name, value, strayings: strayings(value, component(name)) }).toMatchObject({ strayings: [] })
    }
  })

  test.each([
    [
      'Output',
      ['index', 'type', 'label', 'start_ms', 'end_ms', 'category', 'sound_start_ms', 'sound_end_ms'],
      ['credits', 'variants_requested', 'status', 'gain_db', 'generation_id', 'variants'],
    ],
    [
      'PlannedOutput',
      ['index', 'type', 'label', 'start_ms', 'end_ms', 'category', 'sound_start_ms', 'sound_end_ms'],
      ['credits', 'variants_requested'],
    ],
    ['Variant', ['index', 'status', 'files'], []],
    ['AudioFile', ['url', 'url_expires_at', 'bytes', 'format', 'sample_rate'], ['channels', 'duration_ms']],
    ['JobError', ['output_index', 'variant_index', 'code', 'message', 'retryable'], []],
    [
      'Job',
      ['id', 'object', 'status', 'model', 'seed', 'created_at', 'completed_at'],
      ['expires_at', 'urls'],
    ],
    ['Preflight', ['credits', 'estimated_ms'], []],
    [
      'Model',
      ['id', 'status', 'audio', 'stems', 'controls', 'formats'],
      ['operations', 'credits_per_second'],
    ],
    ['UploadTicket', ['id', 'upload_url', 'upload_expires_at', 'max_bytes', 'fields'], []],
  ])('%s promises every field that the specification lists', (name, fields, others) => {
    const { required } = Object(at(description, `/components/schemas/${name}`))
    expect(required).toEqual(expect.arrayContaining([...fields, ...others]))
  })

  test('what is never null takes no null', () => {
    const output = Object(at(description, '/components/schemas/Output')).properties
    expect(strayings(null, output.credits)).not.toEqual([])
    expect(strayings(null, output.label)).toEqual([])
    expect(strayings(null, Object(at(description, '/components/schemas/Job')).properties.seed)).not.toEqual(
      [],
    )
  })
})

describe('"Public machine-readable description."', () => {
  test('it describes every route of the contract', () => {
    for (const { path, method } of Object.values(ROUTES)) {
      const operation = at(description.paths, `/${path.replaceAll('/', '~1')}/${method.toLowerCase()}`)
      expect({ path, method, operation }).toMatchObject({
        operation: { operationId: expect.any(String), responses: expect.any(Object) },
      })
    }
  })

  test('every reference in it leads somewhere', () => {
    const refs = refsIn(description)
    expect(refs.length).toBeGreaterThan(50)
    const dangling = refs.filter((ref) => at(description, ref.slice(1)) === undefined)
    expect(dangling).toEqual([])
  })

  test('every operation has a name of its own and declares exactly the parameters of its path', () => {
    const operations = Object.entries(description.paths ?? {}).flatMap(([path, item]) =>
      Object.entries(Object(item)).map(([method, operation]) => ({ path, method, ...Object(operation) })),
    )
    const names = operations.map(({ operationId }) => operationId)
    expect(new Set(names).size).toBe(names.length)
    for (const { path, method, parameters = [] } of operations) {
      const declared = [...parameters]
        .map((parameter) => (parameter.$ref ? Object(at(description, parameter.$ref.slice(1))) : parameter))
        .flatMap(({ in: place, name, required }) => (place === 'path' && required ? [name] : []))
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect({ path, method, declared }).toEqual({ path, method, declared: inPath })
    }
  })

  test('no field of a request that may be left out is one that generators of clients ask for', () => {
    const fields = at(description, '/components/schemas/TextToSfxRequest')
    expect(fields).toMatchObject({
      required: ['model', 'duration_ms', 'input'],
      properties: { num_variants: { description: expect.stringContaining('Default: 1.') } },
    })
    expect(JSON.stringify(description.components)).not.toContain('"default":')
  })

  test('"Every 4xx and 5xx body is `{ error: { code, message, param, retryable, request_id } }`": all five are promised', () => {
    expect(at(description, '/components/schemas/ErrorEnvelope')).toMatchObject({
      properties: {
        error: {
          required: expect.arrayContaining(['code', 'message', 'param', 'retryable', 'request_id']),
        },
      },
    })
    expect(at(description, '/components/schemas/Account')).toMatchObject({
      required: expect.arrayContaining([
        'email',
        'recovery_action',
        'recovery_url',
        'provisioning_state',
        'provisioning_deadline',
      ]),
    })
  })

  test('every answer has a description, and every refusal the envelope', () => {
    for (const [path, item] of Object.entries(description.paths ?? {})) {
      for (const [method, operation] of Object.entries(Object(item))) {
        expect(Object.keys(Object(operation).responses)).toEqual(expect.arrayContaining(['4XX', '5XX']))
        for (const [status, answer] of Object.entries(Object(Object(operation).responses))) {
          const told = Object(answer).$ref ? at(description, Object(answer).$ref.slice(1)) : answer
          expect({ path, method, status, told }).toMatchObject({ told: { description: expect.any(String) } })
          if (/^[23]/.test(status)) continue
          expect({ path, method, status, schema: JSON.stringify(told) }).toMatchObject({
            schema: expect.stringContaining('ErrorEnvelope'),
          })
        }
      }
    }
  })

  test('its only open route is itself', () => {
    const open = Object.entries(description.paths ?? {}).filter(([, item]) =>
      Object.values(item).some((operation) => JSON.stringify(Object(operation).security) === '[]'),
    )
    expect(open.map(([path]) => path)).toEqual(['/v3/openapi.json'])
  })
})

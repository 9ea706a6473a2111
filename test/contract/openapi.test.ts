// Contract: the machine-readable description.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROUTES } from '../../src-main/contract/index.ts'
import { openService, type ServiceUnderTest } from './service-under-test.ts'

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

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

  test('its only open route is itself', () => {
    const open = Object.entries(description.paths ?? {}).filter(([, item]) =>
      Object.values(item).some((operation) => JSON.stringify(Object(operation).security) === '[]'),
    )
    expect(open.map(([path]) => path)).toEqual(['/v3/openapi.json'])
  })
})

// Contract: whatever a body holds, the answer is an envelope or a success, never a broken service.

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isKnownErrorCode, ROUTES } from '../../src-main/contract/index.ts'
import { envelopeOf } from './envelope.ts'
import { openService, type ServiceUnderTest } from './service-under-test.ts'

const RUNS = 2_000
/** Preflights alone: nothing is started, and the generous pool of writes counts them. */
const PATHS = [
  ROUTES.preflightTextToSfx.path,
  ROUTES.preflightVideoToSfx.path,
  ROUTES.preflightExtend.path,
  ROUTES.preflightInpaint.path,
]

let service: ServiceUnderTest
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

/** A valid value now and then, else something that JSON can hold. */
function oddOr<T>(valid: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 3, arbitrary: valid },
    { weight: 2, arbitrary: fc.jsonValue() },
    {
      weight: 1,
      arbitrary: fc.constantFrom(-1, 0, 0.5, 1e308, 2 ** 53, '', '\ud800', null, [], {}, undefined),
    },
  )
}

function bodyFor(modelId: string): fc.Arbitrary<unknown> {
  const media = fc.constantFrom(
    { type: 'url', url: 'https://example.com/a.wav' },
    { type: 'url', url: 'file:///etc/passwd' },
    { type: 'asset', id: '00000000-0000-4000-8000-000000000000' },
    { type: 'other' },
  )
  const fields = fc.record(
    {
      model: oddOr(fc.constant(modelId)),
      duration_ms: oddOr(fc.integer({ min: 100, max: 60_000 })),
      append_duration_ms: oddOr(fc.integer({ min: 100, max: 60_000 })),
      region: oddOr(fc.record({ start_ms: oddOr(fc.nat()), end_ms: oddOr(fc.nat()) })),
      num_variants: oddOr(fc.integer({ min: 1, max: 4 })),
      seed: oddOr(fc.nat()),
      input: oddOr(
        fc.record(
          {
            prompt: oddOr(fc.constant('rain')),
            negative_prompt: oddOr(fc.string()),
            audio: oddOr(media),
            video: oddOr(media),
          },
          { requiredKeys: [] },
        ),
      ),
      controls: oddOr(
        fc.record({ loop: oddOr(fc.boolean()), multi_stem: oddOr(fc.boolean()) }, { requiredKeys: [] }),
      ),
      output: oddOr(fc.record({ format: oddOr(fc.constantFrom('wav', 'flac')) })),
      plan: oddOr(fc.string()),
    },
    { requiredKeys: [] },
  )
  return fc.oneof({ weight: 9, arbitrary: fields }, { weight: 1, arbitrary: fc.jsonValue() })
}

test(`${RUNS} generated bodies: always an envelope with a known code, never a 5xx`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...PATHS), bodyFor(service.model.id), async (path, body) => {
      const answer = await service.call(path, { method: 'POST', body: JSON.stringify(body) ?? '' })
      if (answer.status === 200) return
      if (answer.status === 429) {
        // A real pool: let it refill and go on.
        await service.advance(60_000)
        return
      }
      expect(answer.status).toBeLessThan(500)
      expect(isKnownErrorCode(envelopeOf(answer, answer.status).code)).toBe(true)
    }),
    { numRuns: RUNS, seed: 20_260_828 },
  )
}, 120_000)

test('2,000 texts that are no bodies at all', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 200 }), async (text) => {
      const answer = await service.call(ROUTES.preflightTextToSfx.path, { method: 'POST', body: text })
      if (answer.status === 429) return service.advance(60_000)
      expect(envelopeOf(answer, 400).code).toBe('invalid_request')
    }),
    { numRuns: RUNS, seed: 20_260_828 },
  )
}, 120_000)

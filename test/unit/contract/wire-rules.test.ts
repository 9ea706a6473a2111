// Billing, headers, routes and error codes.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  creditsFor,
  creditsForDetection,
  creditsForPlan,
  creditsForTranscription,
  ERROR_CODES,
  ERROR_RULES,
  FAMILIES,
  formatRateLimitPolicy,
  isHeaderPrefix,
  isKnownErrorCode,
  isWaitSeconds,
  jobPath,
  modelPath,
  parseRateLimitPolicy,
  preflightPath,
  ROUTES,
  requestedWait,
  serviceHeaderNames,
  transcriptionPath,
} from '../../../src-main/contract/index.ts'
import { model, textRequest } from '../service-client/support/samples.ts'

const asset = { type: 'asset', id: '3f0e5c52-6f1c-4f7e-9d3e-0d6f5f7b0a11' } as const
const video = { model: 'm', duration_ms: 10_000, input: { video: asset } }

describe('billing', () => {
  test.each([
    [100, 1, 1],
    [2000, 1, 20],
    [2000, 4, 80],
    [2050, 1, 21],
    [60_000, 4, 2400],
  ])('%i ms of text-to-sfx in %i variants cost %i', (duration_ms, num_variants, credits) => {
    expect(creditsFor('text-to-sfx', { ...textRequest, duration_ms, num_variants }, model)).toBe(credits)
  })

  test('one variant is billed when none is named', () => {
    expect(creditsFor('text-to-sfx', textRequest, model)).toBe(20)
  })

  test('the price comes from the model', () => {
    expect(creditsFor('text-to-sfx', textRequest, { credits_per_second: 0 })).toBe(0)
    expect(creditsFor('text-to-sfx', textRequest, { credits_per_second: 0.1 })).toBe(1)
    expect(
      creditsFor('text-to-sfx', { ...textRequest, duration_ms: 30_000 }, { credits_per_second: 0.1 }),
    ).toBe(3)
  })

  test('preserved speech costs 8 a second of source once, whatever the variants', () => {
    const speech = { ...video, num_variants: 2, controls: { preserve_speech: true } }
    expect(creditsFor('video-to-sfx', video, model)).toBe(100)
    expect(creditsFor('video-to-sfx', speech, model)).toBe(200 + 80)
    expect(creditsFor('video-to-sfx', speech, model, 5000)).toBe(200 + 40)
  })

  test('edits bill what is new, never the source', () => {
    const input = { audio: asset }
    expect(
      creditsFor('extend', { model: 'm', append_duration_ms: 5000, num_variants: 2, input }, model),
    ).toBe(100)
    const region = { start_ms: 1000, end_ms: 4000 }
    expect(creditsFor('inpaint', { model: 'm', region, num_variants: 3, input }, model)).toBe(90)
  })

  test('a plan scales with the variants', () => {
    expect(creditsForPlan(70, 1, 3)).toBe(210)
    expect(creditsForPlan(70, 2, 1)).toBe(35)
  })

  test.each([
    [0, 1],
    [400, 1],
    [1000, 3],
    [10_000, 25],
    [720_000, 1800],
  ])('a transcription of %i ms costs %i', (durationMs, credits) => {
    expect(creditsForTranscription(durationMs)).toBe(credits)
    expect(creditsForDetection(durationMs)).toBe(Math.min(50, credits))
  })
})

describe('headers', () => {
  test('have the prefix of the connection', () => {
    expect(serviceHeaderNames()).toEqual({
      version: 'Service-Version',
      concurrencyLimit: 'Service-Concurrency-Limit',
      concurrencyCurrent: 'Service-Concurrency-Current',
    })
    expect(serviceHeaderNames('X-Acme').version).toBe('X-Acme-Version')
  })

  test.each([
    ['Service', true],
    ['X-Acme2', true],
    ['', false],
    ['2x', false],
    ['a-', false],
    ['a: b', false],
    ['a\r\nb', false],
    ['a'.repeat(41), false],
  ])('the prefix %j is usable: %s', (prefix, isUsable) => {
    expect(isHeaderPrefix(prefix)).toBe(isUsable)
  })

  test.each([
    ['reads;q=600;w=60', { pool: 'reads', requests: 600, windowSeconds: 60 }],
    ['"gen"; w=1; q=5', { pool: 'gen', requests: 5, windowSeconds: 1 }],
    ['reads;q=0;w=60', null],
    ['reads;q=-1;w=60', null],
    ['reads;q=1e9;w=60', null],
    ['reads;q=5', null],
    [';q=5;w=1', null],
    ['', null],
  ])('the policy %j is %j', (value, policy) => {
    expect(parseRateLimitPolicy(value)).toEqual(policy)
  })

  test('a policy is read as it was written', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 1, max: 1e6 }),
        (requests, windowSeconds) => {
          const policy = { pool: 'generations', requests, windowSeconds }
          expect(parseRateLimitPolicy(formatRateLimitPolicy(policy))).toEqual(policy)
        },
      ),
    )
  })

  test.each<[string | undefined, string | undefined, number | 'none' | 'invalid']>([
    [undefined, undefined, 'none'],
    ['1', undefined, 1],
    ['25', undefined, 25],
    ['0', undefined, 'invalid'],
    ['26', undefined, 'invalid'],
    ['-1', undefined, 'invalid'],
    ['1.5', undefined, 'invalid'],
    ['', undefined, 'invalid'],
    ['ten', undefined, 'invalid'],
    [undefined, 'wait=10', 10],
    [undefined, 'respond-async, Wait=10', 10],
    [undefined, 'wait=26', 'invalid'],
    [undefined, 'respond-async', 'none'],
    ['5', 'wait=26', 5],
    ['26', 'wait=5', 'invalid'],
  ])('the query %j with Prefer %j waits %s', (query, prefer, expected) => {
    const wait = requestedWait(query, prefer)
    expect(wait.kind === 'seconds' ? wait.seconds : wait.kind).toBe(expected)
  })

  test('a wait is a whole number of 1 to 25', () => {
    expect([0, 1, 25, 26, 1.5, Number.NaN].map(isWaitSeconds)).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

describe('routes', () => {
  test('escape ids', () => {
    expect(jobPath('text-to-sfx', 'a/../b?x')).toBe('/v3/text-to-sfx/generations/a%2F..%2Fb%3Fx')
    expect(modelPath('sfx-1.6')).toBe('/v3/models/sfx-1.6')
    expect(transcriptionPath('j 1')).toBe('/v2/audio-to-midi/v1.0/jobs/j%201')
  })

  test('every family has create, preflight and poll', () => {
    const paths = Object.values(ROUTES).map(({ method, path }) => `${method} ${path}`)
    for (const family of FAMILIES) {
      expect(paths).toContain(`POST ${preflightPath(family)}`)
      expect(paths).toContain(`POST ${preflightPath(family).replace('/preflight', '')}`)
      expect(paths).toContain(`GET ${preflightPath(family).replace('/preflight', '/{id}')}`)
    }
  })

  test('no two are the same', () => {
    const all = Object.values(ROUTES).map(({ method, path }) => `${method} ${path}`)
    expect(new Set(all).size).toBe(all.length)
  })
})

describe('error codes', () => {
  test('are all that SERVICE.md lists', () => {
    expect(ERROR_CODES).toHaveLength(33)
    expect(isKnownErrorCode('rate_limited')).toBe(true)
    expect(isKnownErrorCode('brand_new')).toBe(false)
    expect(isKnownErrorCode('constructor')).toBe(false)
  })

  test.each([
    ['invalid_request', 400, false],
    ['unauthorized', 401, false],
    ['insufficient_credits', 402, false],
    ['max_credits_exceeded', 402, false],
    ['not_found', 404, false],
    ['idempotency_conflict', 409, false],
    ['sync_too_long', 422, false],
    ['rate_limited', 429, true],
    ['concurrency_limit_reached', 429, true],
  ] as const)('%s is a %i, retryable: %s', (code, status, retryable) => {
    expect(ERROR_RULES[code]).toEqual({ status, retryable })
  })

  test('an asset that is not ready and an expired source link are worth retrying', () => {
    expect(ERROR_RULES.asset_not_ready.retryable).toBe(true)
    expect(ERROR_RULES.video_url_unreachable).toEqual({ status: 400, retryable: true })
    expect(ERROR_RULES.result_unreadable.retryable).toBe(false)
  })
})

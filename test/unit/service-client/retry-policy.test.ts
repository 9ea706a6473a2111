// What is safe to repeat, when, and how often.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FailureFacts, failed } from '../../../src-main/service-client/result.ts'
import {
  parseRetryAfter,
  pollDelayMs,
  RETRY_AFTER_MAX_MS,
} from '../../../src-main/service-client/retry-after.ts'
import { FRESH_RETRY_BUDGET, noteRequest, takeRetry } from '../../../src-main/service-client/retry-budget.ts'
import {
  backoffMs,
  decideRetry,
  KEYED_REPLAY_MAX_MS,
  type ReplayRule,
} from '../../../src-main/service-client/retry-policy.ts'
import { withRetries } from '../../../src-main/service-client/with-retries.ts'

const HOUR_MS = 3_600_000

function failure(facts: Partial<FailureFacts>) {
  return failed({ kind: 'envelope', code: 'server_error', message: 'no', bytesMayHaveLeft: true, ...facts })
    .error
}

const rateLimited = failure({ code: 'rate_limited', status: 429, retryable: true, retryAfterMs: 7000 })
const serverError = failure({ code: 'server_error', status: 500, retryable: true })
const gateway = failure({ kind: 'not_the_service', code: 'gateway_error', status: 503, retryable: true })
const reset = failure({ kind: 'offline', code: 'connection_lost', retryable: true })
const unsent = failure({
  kind: 'offline',
  code: 'connection_refused',
  retryable: true,
  bytesMayHaveLeft: false,
})

describe('decideRetry', () => {
  test.each<[string, ReplayRule, ReturnType<typeof failure>, string]>([
    ['a read refused by rate', 'safe', rateLimited, 'retry'],
    ['a read behind a broken gateway', 'safe', gateway, 'retry'],
    ['a read that lost its connection', 'safe', reset, 'retry'],
    ['a keyed create after a 500', 'keyed', serverError, 'retry'],
    ['a keyed create after a reset', 'keyed', reset, 'retry'],
    ['an unkeyed create that never left', 'unkeyed', unsent, 'retry'],
    ['an unkeyed create refused by rate', 'unkeyed', rateLimited, 'retry'],
    ['an unkeyed create after a reset', 'unkeyed', reset, 'fate_unknown'],
    ['an unkeyed create after a 500', 'unkeyed', serverError, 'fate_unknown'],
    ['an unkeyed create behind a broken gateway', 'unkeyed', gateway, 'fate_unknown'],
    [
      'a conflict of keys',
      'keyed',
      failure({ code: 'idempotency_conflict', status: 409, retryable: true }),
      'not_retryable',
    ],
    ['too few credits', 'keyed', failure({ code: 'insufficient_credits', status: 402 }), 'not_retryable'],
    ['a wrong key', 'safe', failure({ code: 'unauthorized', status: 401 }), 'not_retryable'],
    [
      'a cancelled call',
      'safe',
      failure({ kind: 'aborted', code: 'aborted', retryable: true }),
      'not_retryable',
    ],
    [
      'an unknown code that says so',
      'safe',
      failure({ code: 'tired', status: 418, retryable: true }),
      'retry',
    ],
  ])('%s under %s', (_name, rule, problem, expected) => {
    const decision = decideRetry({ failure: problem, rule, attempt: 1, elapsedMs: 0, random: 0.5 })
    expect(decision.kind === 'retry' ? 'retry' : decision.reason).toBe(expected)
  })

  test('never comes back before Retry-After, and spreads after it', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 5 }),
        (random, attempt) => {
          const decision = decideRetry({ failure: rateLimited, rule: 'safe', attempt, elapsedMs: 0, random })
          expect(decision).toMatchObject({ kind: 'retry' })
          if (decision.kind !== 'retry') return
          expect(decision.afterMs).toBeGreaterThanOrEqual(7000)
          expect(decision.afterMs).toBeLessThanOrEqual(8000)
        },
      ),
    )
  })

  test.each([
    [1, 1, 500],
    [2, 1, 1000],
    [3, 0.5, 1000],
    [4, 0, 0],
    [10, 1, 30_000],
    [5000, 1, 30_000],
  ])('backs off with full jitter: attempt %i at random %d waits %i ms', (attempt, random, expected) => {
    expect(backoffMs(attempt, random)).toBe(expected)
  })

  test('stops after six attempts of a read', () => {
    const ask = (attempt: number) =>
      decideRetry({ failure: reset, rule: 'safe', attempt, elapsedMs: 0, random: 0 })
    expect(ask(5)).toMatchObject({ kind: 'retry' })
    expect(ask(6)).toEqual({ kind: 'stop', reason: 'too_many_attempts' })
  })

  test('replays a keyed create until 23 h after its first send and not later', () => {
    const ask = (elapsedMs: number) =>
      decideRetry({ failure: reset, rule: 'keyed', attempt: 1, elapsedMs, random: 0 })
    expect(KEYED_REPLAY_MAX_MS).toBe(23 * HOUR_MS)
    expect(ask(23 * HOUR_MS)).toMatchObject({ kind: 'retry' })
    expect(ask(23 * HOUR_MS + 1)).toEqual({ kind: 'stop', reason: 'too_late' })
  })
})

describe('Retry-After', () => {
  const now = Date.parse('2026-09-01T12:00:00Z')
  test.each([
    ['7', 7000],
    ['0', 0],
    ['1.5', 1500],
    ['-3', 0],
    ['1e9', RETRY_AFTER_MAX_MS],
    ['1000000000', RETRY_AFTER_MAX_MS],
    ['Infinity', RETRY_AFTER_MAX_MS],
    ['Tue, 01 Sep 2026 12:00:20 GMT', 20_000],
    ['Mon, 31 Aug 2026 12:00:20 GMT', 0],
    ['Thu, 01 Jan 2099 00:00:00 GMT', RETRY_AFTER_MAX_MS],
    ['soon', null],
    ['', null],
    [undefined, null],
  ])('%j is %s ms', (value, expected) => {
    expect(parseRetryAfter(value, now)).toBe(expected)
  })

  test.each([
    [null, 0, 1000],
    [null, 1, 2000],
    [0, 0.5, 1000],
    [5000, 0.5, 5000],
    [RETRY_AFTER_MAX_MS, 0.5, 30_000],
  ])('a poll after %j at random %d waits %i ms', (retryAfterMs, random, expected) => {
    expect(pollDelayMs(retryAfterMs, random)).toBe(expected)
  })
})

describe('the retry budget', () => {
  test('lets at most a tenth of the traffic be retries in a lasting outage', () => {
    let budget = FRESH_RETRY_BUDGET
    let retries = 0
    for (let requests = 1; requests <= 1000; requests++) {
      budget = noteRequest(budget)
      for (let next = takeRetry(budget); next !== null; next = takeRetry(budget)) {
        budget = next
        retries++
      }
      expect(retries).toBeLessThanOrEqual(Math.max(3, requests * 0.1 + 1e-6))
    }
    expect(retries).toBeGreaterThanOrEqual(99)
  })

  test('does not save up more than ten retries in good times', () => {
    let budget = FRESH_RETRY_BUDGET
    for (let requests = 0; requests < 100_000; requests++) budget = noteRequest(budget)
    expect(budget.tokens).toBe(10)
  })
})

describe('withRetries', () => {
  const tools = () => {
    const sleptMs: number[] = []
    let nowMs = 0
    return {
      sleptMs,
      now: () => nowMs,
      random: () => 0.5,
      sleep: async (delayMs: number) => {
        sleptMs.push(delayMs)
        nowMs += delayMs
      },
      budget: { current: FRESH_RETRY_BUDGET },
    }
  }

  test('repeats what is safe until it succeeds', async () => {
    const given = tools()
    let attempts = 0
    const meta = failure({}).meta
    const result = await withRetries<string>(async () => {
      attempts++
      if (attempts < 3) return { ok: false, error: reset }
      // A success needs a meta; the retry loop never looks at it.
      return { ok: true, value: 'read', raw: null, meta: meta as never }
    }, given)
    expect(result).toMatchObject({ ok: true, value: 'read' })
    expect(attempts).toBe(3)
    expect(given.sleptMs).toEqual([250, 500])
  })

  test('gives back the last failure when the budget is used up', async () => {
    const given = tools()
    let attempts = 0
    const result = await withRetries(async () => {
      attempts++
      return { ok: false, error: gateway } as const
    }, given)
    expect(result).toMatchObject({ ok: false, error: { code: 'gateway_error' } })
    expect(attempts).toBe(4)
  })

  test('stops when the caller cancels while waiting', async () => {
    const abort = new AbortController()
    let attempts = 0
    const given = {
      ...tools(),
      sleep: async () => abort.abort(),
    }
    await withRetries(
      async () => {
        attempts++
        return { ok: false, error: gateway } as const
      },
      given,
      { signal: abort.signal },
    )
    expect(attempts).toBe(1)
  })
})

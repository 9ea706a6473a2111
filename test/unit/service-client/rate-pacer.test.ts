// Pacing by pool.
import { expect, test } from 'vitest'
import { learn, type PacerState, reserve, UNPACED } from '../../../src-main/service-client/rate-pacer.ts'

const noLimit = { limit: null, remaining: null, resetSeconds: null, policy: null }

/** Sends steadily: each request as early as the pacer lets it, each answered at once. */
function send(state: PacerState, count: number, rateLimit: Parameters<typeof learn>[2]) {
  const sentAtMs: number[] = []
  let nowMs = 0
  let current = state
  for (let index = 0; index < count; index++) {
    const place = reserve(current, 'reads', nowMs)
    nowMs += place.waitMs
    sentAtMs.push(nowMs)
    current = learn(place.state, 'reads', rateLimit, nowMs)
  }
  return sentAtMs
}

test('sends steady traffic at q per w, not at the burst', () => {
  const policy = { pool: 'reads', requests: 60, windowSeconds: 60 }
  const sentAtMs = send(UNPACED, 66, { limit: 600, remaining: 600, resetSeconds: 0, policy })
  const last = sentAtMs.at(-1) ?? 0
  expect(last).toBeGreaterThanOrEqual(60_000)
  expect(last).toBeLessThanOrEqual(66_000)
})

test('waits when the service says that nothing remains, however quiet it was', () => {
  const policy = { pool: 'reads', requests: 60, windowSeconds: 60 }
  const state = learn(UNPACED, 'reads', { limit: 10, remaining: 0, resetSeconds: 10, policy }, 0)
  expect(reserve(state, 'reads', 0).waitMs).toBe(1000)
})

test('does not pace without a policy', () => {
  expect(send(UNPACED, 50, noLimit).at(-1)).toBe(0)
})

test('keeps pools apart', () => {
  const policy = { pool: 'generations', requests: 1, windowSeconds: 60 }
  const state = learn(UNPACED, 'generations', { ...noLimit, policy }, 0)
  expect(reserve(state, 'generations', 0).waitMs).toBe(60_000)
  expect(reserve(state, 'reads', 0).waitMs).toBe(0)
})

test('makes requests that come together queue one after the other', () => {
  const policy = { pool: 'reads', requests: 10, windowSeconds: 10 }
  let state = learn(UNPACED, 'reads', { ...noLimit, remaining: 0, policy }, 0)
  const waits = [1, 2, 3].map(() => {
    const place = reserve(state, 'reads', 0)
    state = place.state
    return place.waitMs
  })
  expect(waits).toEqual([1000, 2000, 3000])
})

test('is not thrown by a clock that jumps back', () => {
  const policy = { pool: 'reads', requests: 1, windowSeconds: 1 }
  const state = learn(UNPACED, 'reads', { ...noLimit, policy }, 1_000_000)
  expect(reserve(state, 'reads', 0).waitMs).toBe(1000)
})

test('does not believe a policy of less than one request a minute', () => {
  const policy = { pool: 'reads', requests: 1, windowSeconds: 999_999_999 }
  const state = learn(UNPACED, 'reads', { ...noLimit, remaining: 0, policy }, 0)
  expect(reserve(state, 'reads', 0).waitMs).toBe(60_000)
})

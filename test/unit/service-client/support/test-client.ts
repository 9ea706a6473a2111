// A client for tests: its clock stands still, its sleeps are noted and over at once, its timers fire by hand.

import { onTestFinished } from 'vitest'
import type { StartTimer } from '../../../../src-main/service-client/index.ts'
import {
  createServiceClient,
  type ServiceClient,
  type ServiceClientOptions,
} from '../../../../src-main/service-client/index.ts'

export const TEST_KEY = 'sk-canary-5f1c'
export const NOW_MS = Date.parse('2026-09-01T12:00:00.000Z')

export type ManualTimers = {
  readonly startTimer: StartTimer
  /** Fires everything that is pending. */
  readonly fire: () => void
  readonly delaysMs: number[]
}

/** Timers that fire when the test says so. */
export function manualTimers(): ManualTimers {
  const pending = new Set<() => void>()
  const delaysMs: number[] = []
  return {
    delaysMs,
    startTimer: (delayMs, onFire) => {
      delaysMs.push(delayMs)
      pending.add(onFire)
      return () => pending.delete(onFire)
    },
    fire: () => {
      const due = [...pending]
      pending.clear()
      for (const onFire of due) onFire()
    },
  }
}

export type TestClient = ServiceClient & {
  readonly sleptMs: number[]
  readonly timers: ManualTimers
  readonly foreignVersions: string[]
  readonly setNow: (nowMs: number) => void
}

/** A client on a base URL; it closes with its test. */
export function testClient(baseUrl: string, options: Partial<ServiceClientOptions> = {}): TestClient {
  let nowMs = NOW_MS
  const sleptMs: number[] = []
  const foreignVersions: string[] = []
  const timers = manualTimers()
  const client = createServiceClient({
    ...clientOptions(baseUrl),
    now: () => nowMs,
    sleep: async (delayMs) => {
      sleptMs.push(delayMs)
      nowMs += delayMs
    },
    startTimer: timers.startTimer,
    onForeignVersion: (version) => foreignVersions.push(version),
    ...options,
  })
  onTestFinished(client.close)
  return {
    ...client,
    sleptMs,
    timers,
    foreignVersions,
    setNow: (ms) => {
      nowMs = ms
    },
  }
}

export function clientOptions(baseUrl: string): ServiceClientOptions {
  return {
    endpoint: { baseUrl, apiKey: TEST_KEY, headerPrefix: 'Service' },
    now: () => NOW_MS,
    random: () => 0.5,
    sleep: async () => {},
    userAgent: 'foleyroom-test/1',
  }
}

// What may go out to a connection in trouble.
import { describe, expect, it } from 'vitest'
import type { ExchangeFailure } from '../../../src-main/generations/machine.ts'
import type { Traffic } from '../../../src-main/generations/traffic.ts'
import { admit, noteOutcome, QUIET_TRAFFIC } from '../../../src-main/generations/traffic.ts'

const failure = (status: number | null, isFromService = status !== null): ExchangeFailure => ({
  error: { code: 'x', message: 'x', retryable: true },
  status,
  isFromService,
  mayHaveArrived: true,
  isFateUnknown: true,
  isAborted: false,
  retryAfterMs: null,
  unreadAnswer: null,
})
/** How many of these requests, one a second, go out. */
function admitted(start: Traffic, isRepetition: boolean, seconds: number): number {
  let traffic = start
  let count = 0
  for (let second = 0; second < seconds; second++) {
    const admission = admit(traffic, isRepetition, second * 1_000)
    if (!admission.isAdmitted) continue
    traffic = admission.traffic
    count += 1
  }
  return count
}

describe('traffic', () => {
  it('of a connection that is well is not held up', () => {
    expect(admitted(QUIET_TRAFFIC, true, 100)).toBe(100)
  })

  it('in an outage lets first tries out, and of repetitions the reserve and a probe a minute', () => {
    const down = noteOutcome(QUIET_TRAFFIC, failure(503), 0)
    expect(admitted(down, false, 100)).toBe(100)
    expect(admitted(down, true, 600)).toBe(3 + 9)
  })

  it('after a refused key lets nothing out but a probe a minute', () => {
    const refused = noteOutcome(QUIET_TRAFFIC, failure(401), 0)
    expect(admitted(refused, false, 59)).toBe(0)
    expect(admitted(refused, false, 600)).toBe(9)
    expect(admit(refused, false, 0)).toMatchObject({ isAdmitted: false, waitingFor: 'key', untilMs: 60_000 })
  })

  it('is well again after one answer, also after a refusal of one request', () => {
    const down = noteOutcome(QUIET_TRAFFIC, failure(null), 0)
    expect(down.trouble?.kind).toBe('unreachable')
    expect(noteOutcome(down, null, 1).trouble).toBeNull()
    expect(noteOutcome(down, failure(402), 1).trouble).toBeNull()
    expect(noteOutcome(down, { ...failure(null), isAborted: true }, 1)).toBe(down)
  })
})

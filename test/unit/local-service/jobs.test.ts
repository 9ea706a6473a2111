// How jobs end and how far they seem to be; the clock that they live by.

import { describe, expect, test } from 'vitest'
import { fingerprintOf } from '../../../src-main/local-service/jobs/accept-job.ts'
import { createServiceClock } from '../../../src-main/local-service/jobs/clock.ts'
import { createEngineSpeed } from '../../../src-main/local-service/jobs/engine-speed.ts'
import {
  type JobFault,
  type JobWork,
  progressAt,
  settle,
  settleAsFailed,
  type VariantReply,
} from '../../../src-main/local-service/jobs/job.ts'

const work: JobWork = {
  kind: 'text',
  scene: { layers: [], space: { kind: 'dry', wetness: 0 }, moods: [], excluded: [], notUnderstood: [] },
  generatedMs: 1000,
  loop: false,
  sampleRateHz: 44_100,
  format: 'wav',
  output: { type: 'sfx', label: 'rain' },
}
const job = { work, quotedCredits: 40 }

function made(fileId: string): VariantReply {
  return {
    ok: true,
    file: { fileId, bytes: 1, format: 'wav', sampleRateHz: 44_100, channels: 1, durationMs: 1000 },
  }
}
const broken: VariantReply = { ok: false, code: 'generation_failed', message: 'no' }

describe('settle', () => {
  test('everything made: succeeded, the quote is debited', () => {
    const settlement = settle(job, [made('a'), made('b')], [], 'g')
    expect(settlement).toMatchObject({ status: 'succeeded', credits: 40, errors: [] })
    expect(settlement.outputs?.[0]).toMatchObject({ status: 'succeeded', generationId: 'g', label: 'rain' })
  })

  test('one of two made: partially succeeded, the whole quote is debited all the same', () => {
    const settlement = settle(job, [broken, made('b')], [], 'g')
    expect(settlement).toMatchObject({
      status: 'partially_succeeded',
      credits: 40,
      errors: [{ outputIndex: 0, variantIndex: 0, code: 'generation_failed', isRetryable: true }],
    })
    expect(settlement.outputs?.[0]?.variants).toEqual([
      { index: 0, file: null },
      { index: 1, file: expect.objectContaining({ fileId: 'b' }) },
    ])
  })

  test('nothing made: failed, nothing is debited', () => {
    expect(settle(job, [broken, broken], [], 'g')).toMatchObject({
      status: 'failed',
      credits: 0,
      outputs: null,
    })
  })

  test('an unmetered account is debited nothing, ever', () => {
    const unmetered = { work, quotedCredits: null }
    expect(settle(unmetered, [made('a')], [], 'g').credits).toBeNull()
    expect(settle(unmetered, [broken], [], 'g').credits).toBeNull()
    expect(settleAsFailed('server_error', 'no', null).credits).toBeNull()
  })

  test('unreadable audio is charged and not worth repeating', () => {
    const unreadable: JobFault = { kind: 'unreadable', variantIndex: null, isRetryable: null }
    expect(settle(job, [made('a')], [unreadable], 'g')).toMatchObject({
      status: 'failed',
      credits: 40,
      errors: [{ code: 'result_unreadable', isRetryable: false }],
    })
  })

  test('a failing variant without an index is the last one', () => {
    const fault: JobFault = { kind: 'variant_failed', variantIndex: null, isRetryable: false }
    const { errors } = settle(job, [made('a'), made('b'), made('c')], [fault], 'g')
    expect(errors).toMatchObject([{ variantIndex: 2, isRetryable: false }])
  })
})

describe('progressAt', () => {
  test('starts at 0, is 0.9 at the estimate, never reaches 1', () => {
    expect(progressAt(0, 1000)).toBe(0)
    expect(progressAt(-5, 1000)).toBe(0)
    expect(progressAt(1000, 1000)).toBe(0.9)
    expect(progressAt(1e12, 1000)).toBeLessThan(1)
    expect(progressAt(10, 0)).toBeLessThan(1)
  })
})

describe('createEngineSpeed', () => {
  test('estimates from what was rendered, and a short render does not upset it', () => {
    const speed = createEngineSpeed()
    const guess = speed.estimateMs(60_000)
    expect(guess).toBe(1300)
    speed.learn(300, 100)
    expect(speed.estimateMs(60_000)).toBeLessThan(guess * 1.5)
    for (let renders = 0; renders < 30; renders++) speed.learn(6000, 60_000)
    expect(speed.estimateMs(60_000)).toBeGreaterThan(5500)
    expect(speed.estimateMs(60_000)).toBeLessThan(6500)
  })
})

describe('fingerprintOf', () => {
  test('does not depend on the order of keys, but on everything else', () => {
    const body = { a: 1, b: { c: [1, 2], d: null } }
    expect(fingerprintOf({ b: { d: null, c: [1, 2] }, a: 1 }).equals(fingerprintOf(body))).toBe(true)
    for (const other of [
      { ...body, a: 2 },
      { a: 1, b: { c: [2, 1], d: null } },
      { a: 1 },
      { ...body, e: 0 },
    ]) {
      expect(fingerprintOf(other).equals(fingerprintOf(body))).toBe(false)
    }
  })
})

describe('createServiceClock', () => {
  const raise = (error: unknown) => {
    throw error
  }

  test('advancing runs what is due in the order of its time, and nothing else', () => {
    const clock = createServiceClock(() => 1000, 500, raise)
    const ran: string[] = []
    clock.after(300, () => ran.push('late'))
    clock.after(100, () => ran.push('early'))
    clock.after(1000, () => ran.push('never'))
    const cancel = clock.after(50, () => ran.push('cancelled'))
    cancel()
    clock.advance(99)
    expect(ran).toEqual([])
    clock.advance(201)
    expect(ran).toEqual(['early', 'late'])
    expect(clock.now()).toBe(1800)
    expect(clock.offsetMs()).toBe(800)
    clock.close()
  })

  test('a task that is due may set the next one', () => {
    const clock = createServiceClock(() => 0, 0, raise)
    let rounds = 0
    const again = () => {
      rounds += 1
      if (rounds < 3) clock.after(0, again)
    }
    clock.after(10, again)
    clock.advance(10)
    expect(rounds).toBe(3)
    clock.close()
  })

  test('a task that throws does not keep the others from running', () => {
    const errors: unknown[] = []
    const clock = createServiceClock(
      () => 0,
      0,
      (error) => errors.push(error),
    )
    let isReached = false
    clock.after(1, () => {
      throw new Error('disk full')
    })
    clock.after(2, () => {
      isReached = true
    })
    clock.advance(5)
    expect([errors.length, isReached]).toEqual([1, true])
    clock.close()
  })
})

// Contract: credits, credit recovery, and what each way of ending costs. Read from the sandbox's ledger.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Account, ErrorEnvelope, Job, Preflight } from '../../src-main/contract/index.ts'
import { envelopeOf } from './envelope.ts'
import {
  CREATE,
  finishedJob,
  openService,
  PREFLIGHT,
  readJob,
  type ServiceUnderTest,
  textRequest,
} from './service-under-test.ts'

let service: ServiceUnderTest
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())
beforeEach((context) => {
  if (!service.isSandbox) context.skip()
})

async function ledgerOf(key: string): Promise<{ balance: number | null; entries: object[] }> {
  const { json } = await service.call('/sandbox/ledger', { key })
  expect(json).toMatchObject({ entries: expect.any(Array) })
  // Just asserted; the balance is asserted by whoever reads it.
  return json as { balance: number | null; entries: object[] }
}

async function withFault<T>(fault: object, work: () => Promise<T>): Promise<T> {
  await service.call('/sandbox/faults', { body: { match: {}, fault, times: 1 } })
  try {
    return await work()
  } finally {
    await service.call('/sandbox/faults', { method: 'DELETE' })
  }
}

describe('Billing', () => {
  test('"text-to-sfx … `duration_ms` x `num_variants` at `credits_per_second`"; the settled charge is the quote', async () => {
    const key = await service.newKey({ credits: 1000 })
    const body = textRequest(service, { duration_ms: 1500, num_variants: 2 })
    const quote = Preflight.parse((await service.call(PREFLIGHT, { body, key })).json)
    const expected = Math.ceil(3 * service.model.credits_per_second)
    expect(quote.credits).toBe(expected)
    const headers = { 'idempotency-key': 'billing-1' }
    const job = await finishedJob(service, {}, { body, key, headers })
    expect(job.credits).toBe(expected)
    expect(job.result?.output?.credits).toBe(expected)
    expect(await ledgerOf(key)).toMatchObject({
      balance: 1000 - expected,
      entries: [
        {
          job_id: job.id,
          family: 'text-to-sfx',
          credits: expected,
          kind: 'debit',
          idempotency_key: 'billing-1',
          at: expect.any(String),
        },
      ],
    })
  })

  test('one intent is charged once, however often it is sent', async () => {
    const key = await service.newKey()
    const send = () =>
      service.call(`${CREATE}?wait=25`, {
        body: textRequest(service),
        key,
        headers: { 'idempotency-key': 'once' },
      })
    const answers = await Promise.all([send(), send(), send(), send()])
    expect(new Set(answers.map((answer) => Job.parse(answer.json).id)).size).toBe(1)
    expect((await ledgerOf(key)).entries).toHaveLength(1)
  })

  test('"Null while unfinished and on an organization key."', async () => {
    const key = await service.newKey({ account_type: 'organization' })
    const quote = (await service.call(PREFLIGHT, { body: textRequest(service), key })).json
    expect(quote).not.toHaveProperty('credit_recovery')
    expect(Preflight.parse(quote).credits).toBe(service.model.credits_per_second / 2)
    const job = await finishedJob(service, {}, { key })
    expect(job).toMatchObject({ status: 'succeeded', credits: null })
    expect(await ledgerOf(key)).toEqual({ balance: null, entries: [] })
  })

  test('"0 when no debit was recorded": a user who is not metered, unlike an organization', async () => {
    const key = await service.newKey({ billing_mode: 'unmetered', credits: 0 })
    const quote = (await service.call(PREFLIGHT, { body: textRequest(service), key })).json
    expect(quote).toMatchObject({ credits: service.model.credits_per_second / 2 })
    expect(quote).not.toHaveProperty('credit_recovery')
    const { id } = Job.parse((await service.call(CREATE, { body: textRequest(service), key })).json)
    const job = Job.parse((await service.call(`${CREATE}/${id}?wait=25`, { key })).json)
    expect(job).toMatchObject({ status: 'succeeded', credits: 0, result: { output: { credits: 0 } } })
    expect(await ledgerOf(key)).toEqual({ balance: null, entries: [] })
    expect(Account.parse((await service.call('/v3/me', { key })).json)).toMatchObject({
      account_type: 'user',
      billing_mode: 'unmetered',
      credits_available: null,
      spend_capacity: null,
    })
  })

  test('"Null while unfinished": also for a user who is not metered', async () => {
    const key = await service.newKey({ billing_mode: 'unmetered' })
    await service.pace({ hold: true })
    const running = Job.parse((await service.call(CREATE, { body: textRequest(service), key })).json)
    expect(running.credits).toBeNull()
    await service.pace({ hold: false })
    await service.call(`${CREATE}/${running.id}?wait=25`, { key })
  })

  test('"credits_available: Ledger balance less credits committed to running jobs, plus enabled overage headroom."', async () => {
    const key = await service.newKey({ credits: 100, overage: 20 })
    await service.pace({ hold: true })
    const { id } = Job.parse(
      (await service.call(CREATE, { body: textRequest(service, { duration_ms: 3000 }), key })).json,
    )
    const account = Account.parse((await service.call('/v3/me', { key })).json)
    const quote = Preflight.parse((await service.call(PREFLIGHT, { body: textRequest(service), key })).json)
    await service.pace({ hold: false })
    expect(account).toMatchObject({ credits_available: 100, spend_capacity: 90 })
    expect(quote.credit_recovery?.credits_available).toBe(90)
    await service.call(`${CREATE}/${id}?wait=25`, { key })
    expect(Account.parse((await service.call('/v3/me', { key })).json)).toMatchObject({
      credits_available: 70,
      spend_capacity: 90,
    })
  })
})

describe('Credit recovery', () => {
  test('"A 402 also carries `error.credit_recovery` …; it equals what preflight would have returned for the same body."', async () => {
    const cases = [
      [{ credits: 3 }, { credit_shortfall: 2, recovery_action: 'view_plans' }],
      [
        { credits: 3, overage: 0 },
        { credit_shortfall: 2, recovery_action: 'enable_overage' },
      ],
      [
        { credits: 3, overage: 1 },
        { credit_shortfall: 1, recovery_action: 'increase_overage_limit' },
      ],
      [
        { credits: 100, provisioning_state: 'pending' },
        { credit_shortfall: 0, recovery_action: null, provisioning_state: 'pending' },
      ],
      [
        { credits: 100, provisioning_state: 'stalled' },
        { credit_shortfall: 0, recovery_action: 'contact_support', provisioning_state: 'stalled' },
      ],
    ] as const
    for (const [account, expected] of cases) {
      const key = await service.newKey(account)
      const body = textRequest(service)
      const refused = await service.call(CREATE, { body, key })
      const error = envelopeOf(refused, 402)
      expect(error).toMatchObject({ code: 'insufficient_credits', retryable: false })
      const quoted = Preflight.parse((await service.call(PREFLIGHT, { body, key })).json)
      expect(error.credit_recovery).toEqual(quoted.credit_recovery)
      expect(Object.keys(error.credit_recovery ?? {}).sort()).toEqual(
        [
          'credit_shortfall',
          'credits_available',
          'credits_required',
          'provisioning_deadline',
          'provisioning_state',
          'recovery_action',
          'recovery_url',
        ].sort(),
      )
      expect(error.credit_recovery).toMatchObject({ ...expected, credits_required: quoted.credits })
      expect(error.credit_recovery?.recovery_url === null).toBe(expected.recovery_action === null)
      expect((await ledgerOf(key)).entries).toEqual([])
    }
  })

  test('"A request is affordable only when `provisioning_state` is `ready`, `recovery_action` is null, and `credit_shortfall` is 0."', async () => {
    const key = await service.newKey({ credits: 5 })
    const quote = Preflight.parse((await service.call(PREFLIGHT, { body: textRequest(service), key })).json)
    expect(quote.credit_recovery).toMatchObject({
      credits_required: 5,
      credits_available: 5,
      credit_shortfall: 0,
      recovery_action: null,
      recovery_url: null,
      provisioning_state: 'ready',
      provisioning_deadline: null,
    })
    expect((await finishedJob(service, {}, { key })).status).toBe('succeeded')
    expect((await ledgerOf(key)).balance).toBe(0)
  })

  test('the page behind `recovery_url` is there', async () => {
    const key = await service.newKey({ credits: 0 })
    const answer = await service.call(CREATE, { body: textRequest(service), key })
    const url = ErrorEnvelope.parse(answer.json).error.credit_recovery?.recovery_url ?? ''
    expect((await service.call(url, { key: null })).status).toBe(200)
  })
})

describe('How a job may end', () => {
  test('"a `partially_succeeded` job reports the full charge" and "lists each failed variant in `errors`"', async () => {
    const key = await service.newKey()
    const job = await withFault({ kind: 'variant_failed', variant_index: 1 }, () =>
      finishedJob(service, { num_variants: 3 }, { key }),
    )
    const credits = Math.ceil(1.5 * service.model.credits_per_second)
    expect(job).toMatchObject({
      status: 'partially_succeeded',
      credits,
      errors: [{ output_index: 0, variant_index: 1, code: 'generation_failed', retryable: true }],
    })
    expect(job.result?.output).toMatchObject({
      status: 'partially_succeeded',
      variants_requested: 3,
      variants: [
        { index: 0, status: 'succeeded' },
        { index: 1, status: 'failed', files: null },
        { index: 2, status: 'succeeded' },
      ],
    })
    expect((await ledgerOf(key)).entries).toMatchObject([{ job_id: job.id, credits }])
  })

  test('"Audio generated and debited but unreadable | job `failed` … `result_unreadable`, `retryable` false, credits still reported"', async () => {
    const key = await service.newKey()
    const job = await withFault({ kind: 'unreadable' }, () => finishedJob(service, {}, { key }))
    const credits = service.model.credits_per_second / 2
    expect(job).toMatchObject({
      status: 'failed',
      credits,
      result: null,
      errors: [{ code: 'result_unreadable', retryable: false }],
    })
    expect((await ledgerOf(key)).entries).toMatchObject([{ job_id: job.id, credits }])
  })

  test('"0 when no debit was recorded": a job that failed costs nothing', async () => {
    for (const fault of [{ kind: 'failed' }, { kind: 'failed', retryable: false }, { kind: 'moderation' }]) {
      const key = await service.newKey()
      const job = await withFault(fault, () => finishedJob(service, { num_variants: 2 }, { key }))
      expect(job).toMatchObject({ status: 'failed', credits: 0, result: null })
      expect(job.completed_at).not.toBeNull()
      expect(job.errors[0]).toMatchObject({
        code: fault.kind === 'moderation' ? 'moderation_blocked' : 'generation_failed',
        retryable: fault.kind === 'failed' && fault.retryable !== false,
      })
      expect((await ledgerOf(key)).entries).toEqual([])
      expect((await readJob(service, job.id, key)).status).toBe('failed')
    }
  })
})

// Contract: authentication, account, versioning.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Account } from '../../src-main/contract/index.ts'
import { envelopeOf } from './envelope.ts'
import { CREATE, finishedJob, openService, type ServiceUnderTest, textRequest } from './service-under-test.ts'

let service: ServiceUnderTest
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

describe('Authentication', () => {
  test('"A bad key yields 401 (`unauthorized`)."', async () => {
    const error = envelopeOf(await service.call('/v3/me', { key: 'sk-not-a-key' }), 401)
    expect(error).toMatchObject({ code: 'unauthorized', retryable: false, param: null })
  })

  test('"Every request to the service carries the header `Authorization: Bearer <API_KEY>`."', async () => {
    const paths = ['/v3/me', '/v3/models', `/v3/models/${service.model.id}`, `${CREATE}/some-id`]
    for (const path of paths) envelopeOf(await service.call(path, { key: null }), 401)
    envelopeOf(await service.call(CREATE, { key: null, body: textRequest(service) }), 401)
    envelopeOf(await service.call(`${CREATE}/preflight`, { key: null, body: textRequest(service) }), 401)
  })

  test('"All routes need the bearer key except the storage upload and the openapi document."', async () => {
    const answer = await service.call('/v3/openapi.json', { key: null })
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) })
  })

  test('"a job can be read only with the key that created it"', async (context) => {
    if (!service.isSandbox) return context.skip()
    const mine = await service.newKey()
    const theirs = await service.newKey()
    const job = await finishedJob(service, {}, { key: mine })
    expect((await service.call(`${CREATE}/${job.id}`, { key: mine })).status).toBe(200)
    const error = envelopeOf(await service.call(`${CREATE}/${job.id}`, { key: theirs }), 404)
    expect(error.code).toBe('not_found')
  })

  test('"Download links authorize themselves; do not send the key with them."', async () => {
    const job = await finishedJob(service)
    const url = job.result?.output?.variants[0]?.files?.audio.url ?? ''
    expect((await service.call(url, { key: null })).status).toBe(200)
  })
})

describe('Account (GET /v3/me response)', () => {
  test('has every field that the table names', async () => {
    const { json } = await service.call('/v3/me')
    expect(Object.keys(Account.parse(json)).sort()).toEqual(
      [
        'account_type',
        'billing_mode',
        'credits_available',
        'email',
        'id',
        'provisioning_deadline',
        'provisioning_state',
        'recovery_action',
        'recovery_url',
        'spend_capacity',
      ].sort(),
    )
  })

  test('"an organization key is unmetered (usage logged, `credits_available` and `spend_capacity` null"', async (context) => {
    if (!service.isSandbox) return context.skip()
    const key = await service.newKey({ account_type: 'organization' })
    const account = Account.parse((await service.call('/v3/me', { key })).json)
    expect(account).toMatchObject({
      account_type: 'organization',
      billing_mode: 'unmetered',
      email: null,
      credits_available: null,
      spend_capacity: null,
    })
  })

  test('"recovery_action: the one step to take when the account can pay for nothing"', async (context) => {
    if (!service.isSandbox) return context.skip()
    const cases = [
      [{ credits: 100 }, null],
      [{ credits: 0 }, 'view_plans'],
      [{ credits: 0, overage: 0 }, 'enable_overage'],
      [{ credits: 0, overage: 50 }, null],
      [{ credits: 100, provisioning_state: 'pending' }, null],
      [{ credits: 100, provisioning_state: 'stalled' }, 'contact_support'],
    ] as const
    for (const [account, action] of cases) {
      const key = await service.newKey(account)
      const read = Account.parse((await service.call('/v3/me', { key })).json)
      expect({ account, action: read.recovery_action }).toEqual({ account, action })
      expect(read.recovery_url === null).toBe(read.recovery_action === null)
    }
  })

  test('"provisioning `pending` | clock | `provisioning_deadline` passes | `stalled`"', async (context) => {
    if (!service.isSandbox) return context.skip()
    const key = await service.newKey({ provisioning_state: 'pending' })
    const pending = Account.parse((await service.call('/v3/me', { key })).json)
    expect(pending.provisioning_state).toBe('pending')
    expect(pending.provisioning_deadline).toBeGreaterThan(Date.now())
    await service.advance(60 * 60_000)
    const stalled = Account.parse((await service.call('/v3/me', { key })).json)
    expect(stalled.provisioning_state).toBe('stalled')
  })
})

describe('Versioning', () => {
  test('"Every response carries `Service-Version`."', async () => {
    const answers = [
      await service.call('/v3/models'),
      await service.call('/v3/me', { key: 'sk-bad' }),
      await service.call('/v3/nothing-here'),
      await service.call(CREATE, { body: '{' }),
      await service.call('/v3/openapi.json', { key: null }),
    ]
    for (const answer of answers) expect(answer.headers.get('service-version')).toBe('2026-08-28')
  })

  test('"an accepted date is echoed back"', async () => {
    const answer = await service.call('/v3/models', { headers: { 'service-version': '2026-08-28' } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('service-version')).toBe('2026-08-28')
  })

  test('"A date the service never had is rejected, and that rejection carries the current date"', async () => {
    for (const date of ['2025-01-01', '2027-01-01', 'latest', '']) {
      const answer = await service.call('/v3/models', { headers: { 'service-version': date } })
      expect(envelopeOf(answer, 400).code).toBe('invalid_request')
      expect(answer.headers.get('service-version')).toBe('2026-08-28')
    }
  })
})

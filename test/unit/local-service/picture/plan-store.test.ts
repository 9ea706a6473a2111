// Plans of separated stems in the service's database.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccountStore } from '../../../../src-main/local-service/accounts/account-store.ts'
import { createPlanStore, type StoredPlan } from '../../../../src-main/local-service/plans/plan-store.ts'
import { openDatabase } from '../../../../src-main/local-service/server/database.ts'
import { makeTemporaryFolder } from '../../../temporary-folder.ts'

const DAY_MS = 24 * 60 * 60_000
let folder: string

beforeAll(() => {
  folder = makeTemporaryFolder('plans')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a plan outlives a restart, is found by its own account alone, and ends with its day', () => {
  const path = join(folder, 'service.sqlite')
  const first = openDatabase(path)
  createAccountStore(first).install(
    'key',
    'sk-a',
    {
      accountType: 'user',
      billingMode: 'metered',
      overageLimit: null,
      provisioning: { state: 'ready', deadlineMs: null },
      credits: 1,
      concurrencyLimit: 1,
    },
    0,
  )
  const accountId = String(first.prepare('SELECT id FROM accounts').pluck().get())
  const plan: StoredPlan = { id: 'p', accountId, fingerprint: Buffer.from('f'), sounds: [], createdMs: 1000 }
  createPlanStore(first).insert(plan)
  first.close()

  const second = openDatabase(path)
  const plans = createPlanStore(second)
  expect(plans.find('p', accountId, 1000 + DAY_MS - 1)).toEqual(plan)
  expect(plans.find('p', 'another', 1000)).toBeNull()
  expect(plans.find('p', accountId, 1000 + DAY_MS)).toBeNull()
  plans.removeExpired(1000 + DAY_MS - 1)
  expect(plans.find('p', accountId, 1000)).toEqual(plan)
  plans.removeExpired(1000 + DAY_MS)
  expect(plans.find('p', accountId, 1000)).toBeNull()
  second.close()
})

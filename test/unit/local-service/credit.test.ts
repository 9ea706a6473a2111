// What an account can spend, and the step that helps.

import { describe, expect, test } from 'vitest'
import {
  affordability,
  creditsAvailable,
  provisioningAt,
  type SpendingState,
} from '../../../src-main/local-service/accounts/credit.ts'

const ready: SpendingState = {
  balance: 100,
  reserved: 0,
  overageLimit: null,
  provisioning: { state: 'ready', deadlineMs: null },
}

describe('creditsAvailable', () => {
  test.each([
    ['the balance', ready, 100],
    ['less what running jobs hold', { ...ready, reserved: 30 }, 70],
    ['plus enabled overage', { ...ready, overageLimit: 50 }, 150],
    ['below zero when overage was taken away', { ...ready, balance: -20 }, -20],
  ])('%s', (_, state, expected) => {
    expect(creditsAvailable(state)).toBe(expected)
  })
})

describe('affordability', () => {
  test('the last credit can be spent, one more cannot', () => {
    expect(affordability(100, ready)).toMatchObject({ isAffordable: true, shortfall: 0, action: null })
    expect(affordability(101, ready)).toMatchObject({
      isAffordable: false,
      shortfall: 1,
      action: 'view_plans',
    })
  })

  test.each([
    ['a plan without overage', null, 'view_plans'],
    ['overage offered', 0, 'enable_overage'],
    ['overage used up', 10, 'increase_overage_limit'],
  ] as const)('a shortfall with %s asks for %s', (_, overageLimit, action) => {
    expect(affordability(500, { ...ready, overageLimit }).action).toBe(action)
  })

  test('credits that are not provisioned block spending without being short', () => {
    const pending = { ...ready, provisioning: { state: 'pending', deadlineMs: 5 } } as const
    expect(affordability(1, pending)).toMatchObject({ isAffordable: false, shortfall: 0, action: null })
    const stalled = { ...ready, provisioning: { state: 'stalled', deadlineMs: 5 } } as const
    expect(affordability(1, stalled)).toMatchObject({
      isAffordable: false,
      shortfall: 0,
      action: 'contact_support',
    })
  })
})

describe('provisioningAt', () => {
  test('a pending grant stalls at its deadline, a ready one never', () => {
    expect(provisioningAt({ state: 'pending', deadlineMs: 10 }, 9).state).toBe('pending')
    expect(provisioningAt({ state: 'pending', deadlineMs: 10 }, 10).state).toBe('stalled')
    expect(provisioningAt({ state: 'ready', deadlineMs: null }, 10).state).toBe('ready')
  })
})

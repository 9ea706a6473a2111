// The service's clock as this machine can know it.
import { describe, expect, it } from 'vitest'
import { provisioningBlock, settledProvisioning } from '../../../src-main/connections/provisioning.ts'
import { createServiceTime } from '../../../src-main/connections/service-time.ts'

function machine() {
  const at = { wallMs: 5_000_000, monotonicMs: 100 }
  const time = createServiceTime({ now: () => at.wallMs, monotonicMs: () => at.monotonicMs })
  return { at, time }
}

describe('the service’s clock', () => {
  it('is unknown until something was heard, then goes on by the monotonic clock', () => {
    const { at, time } = machine()
    expect(time.nowMs()).toBeNull()
    time.note({ serverDateMs: 1_000_000 })
    at.wallMs += 60_000
    at.monotonicMs += 60_000
    expect(time.nowMs()).toBe(1_060_000)
  })

  it.each([48 * 3_600_000, -48 * 3_600_000])(
    'has to be asked again when the wall clock jumps by %d ms',
    (byMs) => {
      const { at, time } = machine()
      time.note({ serverDateMs: 1_000_000 })
      at.wallMs += byMs
      expect(time.nowMs()).toBeNull()
      time.note({ serverDateMs: 1_000_500 })
      expect(time.nowMs()).toBe(1_000_500)
    },
  )

  it('is ours where the service names none', () => {
    const { time } = machine()
    time.note({ serverDateMs: null })
    expect(time.nowMs()).toBe(5_000_000)
  })
})

describe('provisioning', () => {
  it('is pending until its deadline, then stalled; ready blocks nothing', () => {
    const pending = { provisioning_state: 'pending', provisioning_deadline: 100 } as const
    expect(settledProvisioning(pending, 100).provisioning_state).toBe('pending')
    expect(settledProvisioning(pending, 101).provisioning_state).toBe('stalled')
    expect(provisioningBlock(pending, 101)?.code).toBe('provisioning_stalled')
    expect(provisioningBlock({ provisioning_state: 'ready' }, 101)).toBeNull()
  })
})

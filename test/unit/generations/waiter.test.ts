// Waiting without wall time: the clock and the timers are the test's.
import { describe, expect, it } from 'vitest'
import { createWaiter } from '../../../src-main/generations/waiter.ts'

function clock() {
  let nowMs = 0
  const timers = new Set<{ readonly atMs: number; readonly fire: () => void }>()
  return {
    now: () => nowMs,
    timer(ms: number, fire: () => void) {
      const timer = { atMs: nowMs + ms, fire }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    /** Moves the clock as sleep of the machine does: no timer fires meanwhile, all that are due fire after. */
    jump(ms: number) {
      nowMs += ms
      for (const timer of [...timers]) {
        if (timer.atMs > nowMs) continue
        timers.delete(timer)
        timer.fire()
      }
    },
    pending: () => timers.size,
  }
}

describe('a waiter', () => {
  it('waits until the moment, in spans that survive a sleep of the machine', async () => {
    const time = clock()
    const waiter = createWaiter(time)
    let isOver = false
    const waited = waiter.until(40_000).then(() => {
      isOver = true
    })
    time.jump(15_000)
    await Promise.resolve()
    expect(isOver).toBe(false)
    time.jump(8 * 3_600_000)
    await waited
    expect(time.pending()).toBe(0)
  })

  it('ends at once when woken, and forgets its timer', async () => {
    const time = clock()
    const waiter = createWaiter(time)
    const waited = Promise.all([waiter.until(10_000), waiter.until(20_000)])
    waiter.wake()
    await waited
    expect(time.pending()).toBe(0)
  })

  it('never waits again after it was stopped', async () => {
    const waiter = createWaiter(clock())
    waiter.stop()
    await waiter.until(1e12)
  })

  it('does not wait for what is past', async () => {
    await createWaiter(clock()).until(-1)
  })
})

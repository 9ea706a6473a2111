// Waiting without wall time: the clocks and the timers are the test's.
import { describe, expect, it } from 'vitest'
import { createWaiter } from '../../../src-main/generations/waiter.ts'

function clocks() {
  let wallMs = 1_000_000
  let monotonicMs = 0
  const timers = new Set<{ readonly atMs: number; readonly fire: () => void }>()
  const fireDue = () => {
    for (const timer of [...timers]) {
      if (timer.atMs > monotonicMs) continue
      timers.delete(timer)
      timer.fire()
    }
  }
  return {
    now: () => wallMs,
    monotonicMs: () => monotonicMs,
    timer(ms: number, fire: () => void) {
      const timer = { atMs: monotonicMs + ms, fire }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    pass(ms: number) {
      wallMs += ms
      monotonicMs += ms
      fireDue()
    },
    /** The machine sleeps, or somebody sets its clock: the monotonic one stands still. */
    jump(ms: number) {
      wallMs += ms
    },
    pending: () => timers.size,
  }
}
const ended = async (wait: Promise<void>): Promise<boolean> =>
  Promise.race([wait.then(() => true), new Promise<boolean>((resolve) => setImmediate(() => resolve(false)))])

describe('a waiter', () => {
  it('waits until the moment, in spans that survive a sleep of the machine', async () => {
    const time = clocks()
    const wait = createWaiter(time).until(time.now() + 40_000)
    time.pass(15_000)
    expect(await ended(wait)).toBe(false)
    time.jump(8 * 3_600_000)
    time.pass(15_000)
    expect(await ended(wait)).toBe(true)
    expect(time.pending()).toBe(0)
  })

  it('looks again at once when the machine wakes', async () => {
    const time = clocks()
    const waiter = createWaiter(time)
    const wait = waiter.until(time.now() + 40_000)
    time.jump(8 * 3_600_000)
    waiter.lookAgain()
    expect(await ended(wait)).toBe(true)
  })

  it('waits no longer because somebody set the clock back', async () => {
    const time = clocks()
    const wait = createWaiter(time).until(time.now() + 20_000)
    time.jump(-48 * 3_600_000)
    time.pass(15_000)
    time.pass(5_000)
    expect(await ended(wait)).toBe(true)
  })

  it('ends at once what hopes for its channel, and nothing else', async () => {
    const time = clocks()
    const waiter = createWaiter(time)
    const [hoping, other, asked] = [
      waiter.until(time.now() + 10_000, 'here'),
      waiter.until(time.now() + 10_000, 'there'),
      waiter.until(time.now() + 10_000),
    ]
    waiter.wake('here')
    expect(await Promise.all([ended(hoping), ended(other), ended(asked)])).toEqual([true, false, false])
    waiter.wake()
    expect(await Promise.all([ended(other), ended(asked)])).toEqual([true, false])
    time.pass(10_000)
    expect(await ended(asked)).toBe(true)
    expect(time.pending()).toBe(0)
  })

  it('never waits again after it was stopped', async () => {
    const time = clocks()
    const waiter = createWaiter(time)
    const asked = waiter.until(time.now() + 1e12)
    waiter.stop()
    await asked
    await waiter.until(time.now() + 1e12)
  })

  it('does not wait for what is past', async () => {
    await createWaiter(clocks()).until(-1)
  })
})

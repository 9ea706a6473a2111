// FAULTS 82, 83, 84: the machine sleeps, its clock is wrong, it is offline for a day. Charges are read from the service's ledger.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCOUNT, CREATE, openWorld, POLL } from './harness.ts'
import { refusal } from './network.ts'
import type { Sandbox } from './sandbox.ts'
import { openSandbox } from './sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

const HOUR_MS = 3_600_000

describe('System', () => {
  it('82 a sleep of 8 h in mid-wait → one poll at wake', async () => {
    const world = await openWorld(sandbox)
    await sandbox.pace({ hold: true })
    const id = await world.begin()
    await world.untilAccepted(id)
    const before = world.network.count('GET', POLL)
    await world.time.sleep(8 * HOUR_MS)
    world.app.runner.wake()
    await world.soon('the poll', () => world.network.count('GET', POLL) > before)
    await world.soon('its answer', () => world.app.inFlight() === 0)
    expect(world.network.count('GET', POLL)).toBe(before + 1)
    await sandbox.pace({ hold: false, run_ms: 0 })
    expect(await world.untilOver(id)).toMatchObject({ state: 'done' })
    expect(await world.debits()).toBe(1)
  })

  it.each([
    ['ahead', 48 * HOUR_MS],
    ['behind', -48 * HOUR_MS],
  ])(
    '83 the clock jumps 48 h %s between two sends → the service’s clock counts: replayed, one charge',
    async (_name, byMs) => {
      const world = await openWorld(sandbox)
      world.network.strike('POST', CREATE, { kind: 'reset-after' })
      const id = await world.begin()
      await world.soon('the reset', () => world.app.row(id).error !== null)
      world.time.setClock(byMs)
      expect(await world.untilOver(id)).toMatchObject({ state: 'done' })
      expect(world.network.count('POST', CREATE)).toBe(2)
      expect(await world.debits()).toBe(1)
    },
  )

  it('83 a clock set back does not make a day of a minute: what is 24 h old is not sent again', async () => {
    const world = await openWorld(sandbox)
    world.network.strike('POST', CREATE, { kind: 'reset-after' })
    const id = await world.begin()
    await world.soon('the reset', () => world.app.row(id).error !== null)
    world.app.kill()
    await world.time.sleep(25 * HOUR_MS)
    // By its own clock the machine has been away for a minute.
    world.time.setClock(-25 * HOUR_MS + 60_000)
    await world.restart()
    expect(await world.untilOver(id)).toMatchObject({ state: 'unknown' })
    expect(world.network.count('POST', CREATE)).toBe(1)
    expect(await world.debits()).toBe(1)
  })

  it('83 waits are not prolonged by a clock that was set back while they were noted', async () => {
    const world = await openWorld(sandbox)
    await world.network.setOnline(false)
    const id = await world.begin()
    await world.soon('the wait', () => world.app.row(id).waitingFor === 'connection')
    world.time.setClock(-48 * HOUR_MS)
    await world.restart()
    await world.network.setOnline(true)
    expect(await world.untilOver(id)).toMatchObject({ state: 'done' })
  })

  it('84 25 h offline with a job at the service → told as expired, nothing sent again', async () => {
    const world = await openWorld(sandbox)
    await sandbox.pace({ hold: true })
    const id = await world.begin()
    await world.untilAccepted(id)
    await world.network.setOnline(false)
    await world.time.sleep(25 * HOUR_MS)
    await world.network.setOnline(true)
    world.app.runner.wake()
    const made = await world.untilOver(id)
    expect(made.error?.code).toMatch(/^(expired|fate_unknown)$/)
    expect(world.network.count('POST', CREATE)).toBe(1)
  })

  it('84 25 h offline with a send of unknown fate → fate unknown, nothing sent again', async () => {
    const world = await openWorld(sandbox)
    world.network.strike('POST', CREATE, { kind: 'reset-after' }, 99)
    const id = await world.begin()
    await world.soon('the reset', () => world.app.row(id).error !== null)
    await world.network.setOnline(false)
    const sent = world.network.count('POST', CREATE)
    await world.time.sleep(25 * HOUR_MS)
    await world.network.setOnline(true)
    world.app.runner.wake()
    expect(await world.untilOver(id)).toMatchObject({ state: 'unknown', error: { code: 'fate_unknown' } })
    expect(world.network.count('POST', CREATE)).toBe(sent)
    expect(await world.debits()).toBe(1)
  })

  it('quitting does not wait for a service that is asked for a balance and does not answer', async () => {
    const world = await openWorld(sandbox)
    world.network.strike('POST', CREATE, refusal(403, 'forbidden'))
    world.network.strike('POST', CREATE, { kind: 'reset-after' })
    const id = await world.begin()
    expect(await world.untilOver(id)).toMatchObject({ state: 'unknown' })
    world.network.rule(({ path }) =>
      ACCOUNT.test(path) ? refusal(503, 'temporarily_unavailable', { isRetryable: true }) : null,
    )
    await world.restart()
    const asked = world.network.count('GET', ACCOUNT)
    await world.soon('the question', () => world.network.count('GET', ACCOUNT) > asked)
    // No time passes here: a wait for the next try would never end.
    await world.restart()
    expect(world.app.row(id)).toMatchObject({ state: 'unknown', balanceAfter: null })
  })

  it('stop waiting: what was sent is left alone, and fetched all the same once it is finished', async () => {
    const world = await openWorld(sandbox)
    await sandbox.pace({ hold: true })
    const id = await world.begin()
    await world.untilAccepted(id)
    expect(world.app.generations.cancel(id)).toMatchObject({ ok: false, error: { code: 'already_sent' } })
    expect(world.app.generations.stopWaiting(id)).toMatchObject({
      ok: true,
      value: { state: 'unknown', error: { code: 'stopped_waiting' } },
    })
    await sandbox.pace({ hold: false, run_ms: 0 })
    await world.until('the hourly look', () => world.app.row(id).state === 'done')
    expect(world.app.files(id)).toHaveLength(1)
    expect(await world.debits()).toBe(1)
  })
})

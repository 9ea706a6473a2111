// FAULTS 60: the service's own process dies in the middle of a job (kill -9) and is started again over its files.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, POLL } from './harness.ts'
import type { Sandbox } from './sandbox.ts'
import { openSandbox } from './sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

/** What was charged in all, less what was given back. */
async function netCredits(apiKey: string): Promise<number> {
  const { entries } = await sandbox.ledger(apiKey)
  return entries.reduce((sum, { kind, credits }) => sum + (kind === 'debit' ? credits : -credits), 0)
}

describe('The death of the service', () => {
  it('60 in mid-job → the job failed and may be tried again, nothing charged; the second try is charged once', async () => {
    const world = await openWorld(sandbox)
    await sandbox.pace({ run_ms: 3_600_000 })
    const id = await world.begin()
    await world.untilAccepted(id)
    const before = (await world.ledger()).balance
    await sandbox.crash()
    const ended = await world.untilOver(id)
    expect(ended).toMatchObject({ state: 'failed', error: { retryable: true }, soundIds: [] })
    expect(ended.chargedCredits ?? 0).toBe(0)
    expect(await netCredits(world.apiKey)).toBe(0)
    expect((await world.ledger()).balance).toBe(before)

    await sandbox.pace({ run_ms: 0 })
    const again = await world.begin()
    expect(await world.untilOver(again)).toMatchObject({ state: 'done', soundIds: [expect.any(Number)] })
    const { chargedCredits } = world.app.view(again)
    expect(await netCredits(world.apiKey)).toBe(chargedCredits)
    expect((await world.ledger()).balance).toBe((before ?? 0) - (chargedCredits ?? 0))
  })

  it('60 after the audio was made, before it was fetched → nothing is charged twice, the sound is here', async () => {
    const world = await openWorld(sandbox)
    await sandbox.pace({ run_ms: 0 })
    world.network.strike('GET', /^\/storage\//, { kind: 'reset-before' }, 1)
    const id = await world.begin()
    await world.until('the first download', () => world.app.row(id).state === 'collecting')
    await sandbox.crash()
    expect(await world.untilOver(id)).toMatchObject({ state: 'done', soundIds: [expect.any(Number)] })
    expect(await world.debits()).toBe(1)
    expect(world.network.count('GET', POLL)).toBeLessThan(20)
  })
})

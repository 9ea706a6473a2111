// FAULTS 1 to 18: what the network and a failing service do to a request. Charges are read from the service's ledger.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CREATE, openWorld } from './harness.ts'
import type { Sandbox } from './sandbox.ts'
import { openSandbox } from './sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

describe('HTTP', () => {
  it('0 a sound is made, charged once and lies in the folder', async () => {
    const world = await openWorld(sandbox)
    const id = await world.begin()
    expect(await world.untilOver(id)).toMatchObject({ state: 'done', error: null, chargedCredits: 5 })
    expect(world.app.files(id)).toHaveLength(1)
    expect(await world.debits()).toBe(1)
    expect(world.network.count('POST', CREATE)).toBe(1)
  })
})

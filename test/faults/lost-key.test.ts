// FAULTS 86 and 30: a keychain that forgets while jobs run. What was sent with a key can only be read with that very key.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { World } from './harness.ts'
import { openWorld } from './harness.ts'
import type { Sandbox } from './sandbox.ts'
import { openSandbox } from './sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

const give = (world: World, apiKey: string) =>
  world.app.connections.save({
    id: world.connectionId,
    name: 'the service',
    baseUrl: world.network.baseUrl,
    headerPrefix: 'Service',
    apiKey,
  })

/** A job that runs when the app ends, and a keychain that has forgotten its key at the next start. */
async function withLostKey(): Promise<{ readonly world: World; readonly id: string }> {
  const world = await openWorld(sandbox)
  await sandbox.pace({ hold: true })
  const id = await world.begin()
  await world.untilAccepted(id)
  world.keychain.entries.clear()
  await world.restart()
  await world.until('the wait for the key', () => world.app.row(id).waitingFor === 'key')
  await sandbox.pace({ hold: false, run_ms: 0 })
  return { world, id }
}

describe('A key that the keychain has lost', () => {
  it('86 given again → the job that was sent with it is read and fetched, one charge', async () => {
    const { world, id } = await withLostKey()
    expect((await give(world, world.apiKey)).ok).toBe(true)
    expect(await world.untilOver(id)).toMatchObject({ state: 'done', soundIds: [expect.any(Number)] })
    expect(await world.debits()).toBe(1)
  })

  it('86 given again after another one → the old job is read with its own key', async () => {
    const { world, id } = await withLostKey()
    const another = await sandbox.newKey()
    expect((await give(world, another)).ok).toBe(true)
    await world.until('the wait for the key', () => world.app.row(id).waitingFor === 'key')
    expect((await give(world, world.apiKey)).ok).toBe(true)
    expect(await world.untilOver(id)).toMatchObject({ state: 'done', soundIds: [expect.any(Number)] })
    expect([await world.debits(), await world.debits(another)]).toEqual([1, 0])
  })

  it('86 never given again → told as of unknown fate once it is over by any clock, nothing waits for ever', async () => {
    const { world, id } = await withLostKey()
    await world.time.sleep(73 * 3_600_000)
    expect(await world.untilOver(id)).toMatchObject({ state: 'unknown', error: { code: 'fate_unknown' } })
  })

  it('86 is nowhere in the database, also not where it is known again', async () => {
    const { world } = await withLostKey()
    expect((await give(world, world.apiKey)).ok).toBe(true)
    const rows = world.app.db.statement('SELECT key, value_json FROM settings').all()
    expect(JSON.stringify(rows)).not.toContain(world.apiKey)
  })
})

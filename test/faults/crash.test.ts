// FAULTS 51 to 57: the app dies at a point of a sound's way, and is started again. Charges are read from the service's ledger.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recentGenerations } from '../../src-main/generations/generation-store.ts'
import type { World } from './harness.ts'
import { CREATE, openWorld, PREFLIGHT, STORAGE } from './harness.ts'
import type { Sandbox } from './sandbox.ts'
import { openSandbox } from './sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

const isCreate = ({ method, url }: { readonly method: string; readonly url: URL }): boolean =>
  method === 'POST' && CREATE.test(url.pathname)
const everyFile = (world: World): readonly string[] =>
  existsSync(world.app.libraryRoot)
    ? readdirSync(world.app.libraryRoot, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : []
/** After all, one charge, one sound, its file the one that the row names, and nothing besides. */
async function expectOne(world: World, id: string): Promise<void> {
  expect(await world.untilOver(id)).toMatchObject({
    state: 'done',
    error: null,
    soundIds: [expect.any(Number)],
  })
  await world.app.rescue.look()
  expect(everyFile(world)).toEqual(world.app.files(id))
  const row = world.app.db.statement('SELECT sha256 FROM sounds WHERE generation_id = ?').get([id])
  const file = readFileSync(world.app.files(id)[0] ?? '')
  expect(row).toEqual({ sha256: createHash('sha256').update(file).digest('hex') })
  expect(world.app.db.driver.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(await world.debits()).toBe(1)
}
/** Dies when `point` is reached; answers with the id. */
async function dieAt(world: World, set: () => void): Promise<string> {
  set()
  const { generationId } = world.intent()
  const intent = { ...world.intent(), generationId }
  void world.app.generations.start(intent).catch(() => {})
  await world.soon('the end', () => !world.app.db.driver.open)
  return generationId
}

describe('Crash points', () => {
  it('51 before the intent is stored → nothing sent', async () => {
    const world = await openWorld(sandbox)
    const id = await dieAt(world, () => world.app.killBefore(({ url }) => PREFLIGHT.test(url.pathname)))
    await world.restart()
    await world.time.pass(3_600_000)
    expect(recentGenerations(world.app.db, 10).map((generation) => generation.id)).not.toContain(id)
    expect(world.network.count('POST', CREATE)).toBe(0)
    expect(await world.debits()).toBe(0)
  })

  it('52 after the commit, before the send → sent once', async () => {
    const world = await openWorld(sandbox)
    const id = await dieAt(world, () => world.app.killBefore(isCreate))
    expect(world.network.count('POST', CREATE)).toBe(0)
    await world.restart()
    await expectOne(world, id)
    expect(world.network.count('POST', CREATE)).toBe(1)
  })

  it('53 after the send → replayed with the same key, one charge', async () => {
    const world = await openWorld(sandbox)
    const { app } = world
    const id = await dieAt(world, () =>
      world.network.strike('POST', CREATE, { kind: 'reset-after', meanwhile: () => app.kill() }),
    )
    expect(await world.debits()).toBe(1)
    await world.restart()
    await expectOne(world, id)
    expect(world.network.count('POST', CREATE)).toBe(2)
  })

  it('54 after 202, before the id is stored → the same job', async () => {
    const world = await openWorld(sandbox)
    const { app } = world
    const jobs: unknown[] = []
    world.network.rule(({ method, path }) =>
      method === 'POST' && CREATE.test(path)
        ? {
            kind: 'change',
            change(answer) {
              jobs.push(JSON.parse(answer.body.toString()).id)
              if (jobs.length === 1) app.kill()
              return answer
            },
          }
        : null,
    )
    const id = await dieAt(world, () => {})
    await world.restart()
    await expectOne(world, id)
    expect(jobs).toHaveLength(2)
    expect(new Set(jobs).size).toBe(1)
  })

  it('55 with a partial file → resumed where it broke off', async () => {
    const world = await openWorld(sandbox)
    const { app } = world
    const isNoted = (): boolean =>
      app.db.statement('SELECT 1 FROM transfers WHERE etag IS NOT NULL').get() !== undefined
    const id = await dieAt(world, () =>
      world.network.strike('GET', STORAGE, {
        kind: 'cut',
        afterBytes: 20_000,
        meanwhile: async () => {
          await world.soon('the first part', isNoted)
          app.kill()
        },
      }),
    )
    await world.restart()
    await expectOne(world, id)
    const [, resumed] = world.network.seen.filter(({ path }) => STORAGE.test(path))
    expect(resumed?.headers.range).toMatch(/^bytes=[1-9]\d*-$/)
  })

  it('56 after the fsync, before the rename → finished', async () => {
    const world = await openWorld(sandbox)
    const id = await dieAt(world, () => world.app.killAtDisk('link', 'before'))
    expect(everyFile(world).filter((path) => path.endsWith('.wav'))).toEqual([])
    await world.restart()
    await expectOne(world, id)
  })

  it('57 after the rename, before the row → adopted by its hash, not fetched again', async () => {
    const world = await openWorld(sandbox)
    const id = await dieAt(world, () => world.app.killAtDisk('link', 'after'))
    expect(everyFile(world).filter((path) => path.endsWith('.wav'))).toHaveLength(1)
    const fetched = world.network.count('GET', STORAGE)
    await world.restart()
    await expectOne(world, id)
    expect(world.network.count('GET', STORAGE)).toBe(fetched)
  })

  it('59 while the key is being replaced → the old one or the new one', async () => {
    const world = await openWorld(sandbox)
    const another = await sandbox.newKey()
    for (const dieBefore of ['the key', 'the switch'] as const) {
      const { app, keychain } = world
      const set = keychain.setPassword
      keychain.setPassword = async (service, account, password) => {
        if (dieBefore === 'the key') app.kill()
        await set(service, account, password)
        if (dieBefore === 'the switch') app.kill()
      }
      const saved = app.connections.save({
        id: world.connectionId,
        name: 'the service',
        baseUrl: world.network.baseUrl,
        headerPrefix: 'Service',
        apiKey: another,
      })
      saved.catch(() => {})
      await world.soon('the end', () => !app.db.driver.open)
      keychain.setPassword = set
      await world.restart()
      const found = await world.app.connections.client(world.connectionId)
      expect(found.ok).toBe(true)
    }
    // What was begun and not finished is cleared away: the key in use alone is left.
    await world.app.rescue.look()
    expect([...world.keychain.entries.values()]).toEqual([world.apiKey])
    const id = await world.begin()
    await world.untilOver(id)
    expect(await world.debits()).toBe(1)
  })
})

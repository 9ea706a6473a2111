// FAULTS 44: the disk is full, wherever a sound passes: paused with a message, no torn file, and it goes on once there is room.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backUp, listBackups } from '../../src-main/library/backups.ts'
import { checkDatabase } from '../../src-main/library/database.ts'
import { databaseFailure } from '../../src-main/library/database-failure.ts'
import type { World } from './harness.ts'
import { CREATE, openWorld } from './harness.ts'
import type { Sandbox } from './sandbox.ts'
import { openSandbox } from './sandbox.ts'
import type { SmallDisk } from './small-disk.ts'
import { smallDisk } from './small-disk.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

/** What lies in the library's folder without being a sound of it. */
const strays = ({ app }: World, id: string): readonly string[] =>
  readdirSync(app.libraryRoot, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !app.files(id).includes(path) && !path.endsWith('ballast'))

/** After all: one charge, each sound's file is the one that its row names, the database is whole. */
async function expectWhole(world: World, id: string, sounds: number): Promise<void> {
  const { app } = world
  expect(await world.untilOver(id)).toMatchObject({ state: 'done', error: null })
  expect(app.files(id)).toHaveLength(sounds)
  const rows = app.db.statement('SELECT sha256 FROM sounds WHERE generation_id = ? ORDER BY id').all([id])
  expect(app.files(id).map((path) => createHash('sha256').update(readFileSync(path)).digest('hex'))).toEqual(
    rows.map((row) => (row as { readonly sha256: string }).sha256),
  )
  await app.rescue.look()
  expect(strays(world, id)).toEqual([])
  expect(app.db.driver.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(await world.debits()).toBe(1)
}
const isPaused = (world: World, id: string): boolean => world.app.view(id).waitingFor === 'disk'

describe('A full disk', () => {
  it('44 in the partial file → paused, told, nothing torn; resumed where it was once there is room', async (context) => {
    let disk: SmallDisk | null = null
    const world = await openWorld(sandbox, {
      prepare: (userData) => {
        disk = smallDisk(context, { kib: 512, path: join(userData, 'sounds') })
      },
    })
    const full = disk as unknown as SmallDisk
    full.fill()
    const id = await world.begin({ durationMs: 2_000 })
    await world.until('the pause', () => isPaused(world, id))
    expect(world.app.view(id)).toMatchObject({
      state: 'collecting',
      error: { code: 'disk_full', message: expect.stringMatching(/full/) },
    })
    // It looks again and again, and waits each time.
    await world.time.pass(10 * 60_000)
    await world.soon('another look', () => world.app.inFlight() === 0)
    expect(world.app.files(id)).toEqual([])
    full.free()
    await expectWhole(world, id, 1)
  })

  it('44 in the tagged copy, when only one of two files has room → the same', async (context) => {
    let disk: SmallDisk | null = null
    const world = await openWorld(sandbox, {
      prepare: (userData) => {
        // 2 s of 44.1 kHz mono 16 bit: 172 KiB as it is fetched, and a little more with its provenance.
        disk = smallDisk(context, { kib: 256, path: join(userData, 'sounds') })
      },
    })
    const id = await world.begin({ durationMs: 2_000 })
    await world.until('the pause', () => isPaused(world, id))
    expect(world.app.view(id).error).toMatchObject({ code: 'disk_full' })
    // Nothing half-written lies under a sound's name.
    expect(world.app.files(id)).toEqual([])
    expect(strays(world, id).filter((path) => !path.includes('.partial'))).toEqual([])
    ;(disk as unknown as SmallDisk).grow(2_048)
    await expectWhole(world, id, 1)
  })

  it('44 in the WAL while a job is out → told, and the answer that could not be written is not lost', async (context) => {
    let disk: SmallDisk | null = null
    const world = await openWorld(sandbox, {
      prepare: (userData) => {
        disk = smallDisk(context, { kib: 2_048, path: userData })
      },
    })
    const full = disk as unknown as SmallDisk
    await sandbox.pace({ hold: true })
    const id = await world.begin()
    await world.untilAccepted(id)
    full.fill()
    await sandbox.pace({ hold: false, run_ms: 0 })
    await world.until('the pause', () => isPaused(world, id))
    expect(world.app.view(id).error).toMatchObject({ code: 'disk_full', retryable: true })
    full.free()
    await expectWhole(world, id, 1)
  })

  it('44 in the WAL when an intent is stored → refused with a name, nothing sent; the same intent goes through later', async (context) => {
    let disk: SmallDisk | null = null
    const world = await openWorld(sandbox, {
      prepare: (userData) => {
        disk = smallDisk(context, { kib: 2_048, path: userData })
      },
    })
    const full = disk as unknown as SmallDisk
    const { generationId } = world.intent()
    full.fill()
    const thrown = await world.start({ generationId }).catch((error: unknown) => error)
    // What the dispatcher answers with: its own test shows that it does.
    expect(databaseFailure(thrown)).toMatchObject({ code: 'disk_full', retryable: true })
    expect(world.network.count('POST', CREATE)).toBe(0)
    full.free()
    await world.begin({ generationId })
    await expectWhole(world, generationId, 1)
  })

  it('44 in the backup → no torn backup, the earlier ones stay, the next one is made once there is room', async (context) => {
    let disk: SmallDisk | null = null
    const world = await openWorld(sandbox, {
      prepare: (userData) => {
        disk = smallDisk(context, { kib: 4_096, path: join(userData, 'backups') })
      },
    })
    const full = disk as unknown as SmallDisk
    const folder = join(world.app.libraryRoot, '../backups')
    mkdirSync(folder, { recursive: true })
    const id = await world.begin()
    await world.untilOver(id)
    const first = await backUp(world.app.db, folder, 1_790_000_000_000)
    expect(first).toMatchObject({ ok: true })
    full.fill()
    expect(await backUp(world.app.db, folder, 1_790_000_000_001)).toMatchObject({
      ok: false,
      error: { code: 'disk_full', retryable: true },
    })
    expect(readdirSync(folder).filter((name) => name !== 'ballast')).toEqual(['library-1790000000000.db'])
    full.free()
    expect(await backUp(world.app.db, folder, 1_790_000_000_002)).toMatchObject({ ok: true })
    for (const path of listBackups(folder)) expect(checkDatabase(path)).toEqual({ ok: true, value: null })
    expect(existsSync(join(folder, 'library-1790000000002.db.part'))).toBe(false)
  })
})

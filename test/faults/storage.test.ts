// FAULTS 46 to 50: a damaged database, its backups, folders that refuse, a library of a newer version, files that the person moved.
import { execFileSync } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { checkInBackground } from '../../src-main/library/background-work.ts'
import { createBackupSchedule } from '../../src-main/library/backup-schedule.ts'
import { backUp, HERE, listBackups, restoreNewestBackup } from '../../src-main/library/backups.ts'
import type { WritableDatabase } from '../../src-main/library/database.ts'
import {
  askForCheck,
  checkDatabase,
  openLibraryDatabase,
  openLibraryReadonly,
} from '../../src-main/library/database.ts'
import { databaseFailure } from '../../src-main/library/database-failure.ts'
import { checkFiles, relinkMissing } from '../../src-main/library/duplicates.ts'
import { MIGRATIONS } from '../../src-main/library/migrations/index.ts'
import { openOrRestore } from '../../src-main/library/open-or-restore.ts'
import { readyFile } from '../../src-main/library/ready-file.ts'
import { libraryStats } from '../../src-main/library/sound-rows.ts'
import { insertSounds } from '../../src-main/library/sound-store.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { sound } from '../unit/library/library-fixture.ts'
import { openWorld } from './harness.ts'
import type { Sandbox } from './sandbox.ts'
import { openSandbox } from './sandbox.ts'
import type { SmallDisk } from './small-disk.ts'
import { smallDisk } from './small-disk.ts'
import { runTraced, whyNoTrace } from './traced.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

const NOW_MS = 1_790_000_000_000
const PAGE_BYTES = 4_096

interface Place {
  readonly folder: string
  readonly path: string
  readonly backups: string
}
function place(): Place {
  const folder = makeTemporaryFolder('storage')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { folder, path: join(folder, 'library.db'), backups: join(folder, 'backups') }
}
function opened(path: string): WritableDatabase {
  const outcome = openLibraryDatabase(path)
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.value
}
const add = (db: WritableDatabase, from: number, count: number): void =>
  void insertSounds(
    db,
    Array.from({ length: count }, (_, n) => sound(from + n)),
  )
/** Overwrites pages in the middle of the file, as a failing disk does. */
function damage(path: string, from = 1 / 3): void {
  const pages = readFileSync(path).length / PAGE_BYTES
  const file = openSync(path, 'r+')
  for (let page = Math.floor(pages * from); page < (pages * 2) / 3; page++)
    writeSync(file, Buffer.alloc(PAGE_BYTES / 2, 0xa5), 0, PAGE_BYTES / 2, page * PAGE_BYTES)
  closeSync(file)
}
/** A library with a backup of 300 sounds and 100 more since. */
async function damagedLibrary(): Promise<Place> {
  const at = place()
  const db = opened(at.path)
  add(db, 0, 300)
  expect(await backUp(db, at.backups, NOW_MS)).toMatchObject({ ok: true })
  add(db, 300, 100)
  db.driver.pragma('wal_checkpoint(TRUNCATE)')
  add(db, 400, 1)
  // As a crash leaves it: with the log of what was not moved into the database yet.
  for (const suffix of ['-wal', '-shm']) copyFileSync(at.path + suffix, `${at.path}.kept${suffix}`)
  db.close()
  for (const suffix of ['-wal', '-shm']) renameSync(`${at.path}.kept${suffix}`, at.path + suffix)
  damage(at.path)
  return at
}

describe('A damaged database', () => {
  it('46 a corrupt page → found by the check at the start; database, wal and shm set aside, the newest good backup restored, the person told', async () => {
    const { folder, path, backups } = await damagedLibrary()
    expect(openLibraryDatabase(path)).toMatchObject({ ok: false, error: { code: 'corrupt' } })
    const restored = await openOrRestore(path, backups, NOW_MS + 1)
    if (!restored.ok) throw new Error(restored.error.message)
    const { db, notice } = restored.value
    expect(notice).toMatch(/damaged.*backup.*no sound file was touched/)
    expect(libraryStats(db).count).toBe(300)
    expect(db.driver.pragma('integrity_check', { simple: true })).toBe('ok')
    const aside = readdirSync(folder).filter((name) => name.startsWith('damaged-'))
    expect(aside.sort()).toEqual(
      ['', '-shm', '-wal'].map((suffix) => `damaged-${NOW_MS + 1}-library.db${suffix}`),
    )
    db.close()
  })

  it('46 the newest backup is damaged too → the one before it', async () => {
    const { path, backups } = await damagedLibrary()
    const whole = listBackups(backups)[0] ?? ''
    const newer = join(backups, `library-${NOW_MS + 5}.db`)
    copyFileSync(whole, newer)
    damage(newer)
    const restored = await restoreNewestBackup(path, backups, NOW_MS + 9)
    expect(restored).toMatchObject({ ok: true, value: { backup: whole } })
  })

  it('46 damage that shows while a large library is used → told by its name, and the next start looks at every page', async () => {
    const at = place()
    const db = opened(at.path)
    add(db, 0, 300)
    await backUp(db, at.backups, NOW_MS)
    db.driver.pragma('wal_checkpoint(TRUNCATE)')
    damage(at.path, 0.02)
    db.driver.pragma('shrink_memory')
    const thrown = (() => {
      try {
        return db.statement('SELECT * FROM sounds').all()
      } catch (error) {
        return error
      }
    })()
    expect(databaseFailure(thrown)).toMatchObject({ code: 'library_damaged', retryable: false })
    askForCheck(at.path)
    db.driver.close()
    // What is asked for outlives a start that could not end well, and is over once a start has looked.
    const restored = await openOrRestore(at.path, at.backups, NOW_MS + 1)
    if (!restored.ok) throw new Error(restored.error.message)
    expect(restored.value).toMatchObject({
      notice: expect.stringContaining('damaged'),
      db: { isChecked: true },
    })
    restored.value.db.close()
    expect(existsSync(`${at.path}.check`)).toBe(false)
  })

  it('46 a library too large to be read whole at its start → looked at by a thread beside its use, the damage told', async () => {
    const at = place()
    const made = opened(at.path)
    add(made, 0, 300)
    await backUp(made, at.backups, NOW_MS)
    // Above the bound of what is checked while the window waits: the waveforms of a large library.
    const overview = Buffer.alloc(300_000, 1)
    const overviews = made.statement(
      'INSERT INTO sound_overviews (sound_id, overview) SELECT id, ? FROM sounds',
    )
    overviews.run([overview])
    made.close()
    const workerUrl = new URL('../../src-main/media/worker.ts', import.meta.url)
    const whole = opened(at.path)
    expect(whole.isChecked).toBe(false)
    expect(await checkInBackground(at.path, workerUrl).outcome).toEqual({ ok: true, value: null })
    whole.close()
    damage(at.path)
    const restarted = await openOrRestore(at.path, at.backups, NOW_MS + 1)
    if (!restarted.ok) throw new Error(restarted.error.message)
    const { db } = restarted.value
    expect([db.isChecked, libraryStats(db).count]).toEqual([false, 300])
    const check = checkInBackground(at.path, workerUrl)
    expect(await check.outcome).toMatchObject({ ok: false, error: { code: 'corrupt' } })
    askForCheck(at.path)
    db.close()
    expect(await openOrRestore(at.path, at.backups, NOW_MS + 2)).toMatchObject({
      ok: true,
      value: { notice: expect.stringContaining('newest good backup'), db: { isChecked: true } },
    })
  })

  const noTrace = whyNoTrace()
  it.skipIf(noTrace !== null).each([
    ['rename', 1],
    ['rename', 2],
    ['rename', 3],
    ['link', 1],
  ])(
    '46 killed at %s %i of the restoring → the next start restores all the same, and never begins an empty library',
    async (call, nth) => {
      const { path, backups } = await damagedLibrary()
      const script = join(import.meta.dirname, 'open-library.ts')
      const killed = await runTraced(script, [path, backups], {
        inject: `${call}:signal=SIGKILL:when=${nth}`,
      })
      expect(killed.code).toBe(137)
      const again = await runTraced(script, [path, backups], { inject: 'link:signal=SIGKILL:when=99' })
      expect(again).toMatchObject({ code: 0 })
      expect(JSON.parse(again.output)).toMatchObject({ count: 300, integrity: 'ok' })
    },
    60_000,
  )

  it('46 the database is not there any more → restored from its backup, told, never an empty library', async () => {
    const { path, backups } = await damagedLibrary()
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix)
    const restored = await openOrRestore(path, backups, NOW_MS + 1)
    if (!restored.ok) throw new Error(restored.error.message)
    expect(restored.value.notice).toMatch(/not there any more/)
    expect(libraryStats(restored.value.db).count).toBe(300)
    restored.value.db.close()
  })

  it('47 a backup of a corrupt database → not kept, the good ones stay however old, the person told once', async () => {
    const at = place()
    const db = opened(at.path)
    add(db, 0, 300)
    for (let day = 0; day < 5; day++) await backUp(db, at.backups, NOW_MS + day)
    const good = listBackups(at.backups)
    db.driver.pragma('wal_checkpoint(TRUNCATE)')
    damage(at.path)
    db.driver.pragma('shrink_memory')
    const told: string[] = []
    const turns: (() => void)[] = []
    const nowMs = { value: NOW_MS + 48 * 3_600_000 }
    const schedule = createBackupSchedule({
      db,
      folder: at.backups,
      work: HERE,
      now: () => nowMs.value,
      timer: (_ms, fire) => {
        turns.push(fire)
        return () => {}
      },
      log: () => {},
      onProblem: ({ code }) => void told.push(code),
    })
    schedule.start()
    for (let turn = 0; turn < 3; turn++) {
      await expect.poll(() => turns.length).toBe(turn + 1)
      nowMs.value += 3_600_000
      if (turn < 2) turns[turn]?.()
    }
    await schedule.stop()
    expect(told).toEqual(['corrupt'])
    expect(listBackups(at.backups)).toEqual(good)
    for (const path of good) expect(checkDatabase(path)).toEqual({ ok: true, value: null })
    db.driver.close()
  })
})

describe('Folders that refuse', () => {
  it('48 the library’s folder is read-only → paused and named; it goes on when it can be written again', async (context) => {
    let disk: SmallDisk | null = null
    const world = await openWorld(sandbox, {
      prepare: (userData) => {
        disk = smallDisk(context, { kib: 2_048, path: join(userData, 'sounds') })
      },
    })
    const folder = disk as unknown as SmallDisk
    folder.setReadOnly(true)
    const id = await world.begin()
    await world.until('the pause', () => world.app.view(id).waitingFor === 'disk')
    expect(world.app.view(id).error).toMatchObject({
      code: expect.stringMatching(/read_only$/),
      message: expect.stringMatching(/read-only/),
    })
    expect(await world.app.folder.check()).toMatchObject({ ok: false, error: { code: 'read_only' } })
    folder.setReadOnly(false)
    expect(await world.untilOver(id)).toMatchObject({ state: 'done' })
    expect(world.app.files(id)).toHaveLength(1)
    expect(await world.debits()).toBe(1)
  })

  it('48 a folder that nothing may be added to (chattr +i) → named as well', async (context) => {
    const { folder } = place()
    try {
      execFileSync('chattr', ['+i', folder], { stdio: 'pipe' })
    } catch {
      context.skip('this file system knows no immutable folders, or we may not make one')
    }
    onTestFinished(() => void execFileSync('chattr', ['-i', folder]))
    expect(openLibraryDatabase(join(folder, 'library.db'))).toMatchObject({
      ok: false,
      error: { code: 'no_access', message: expect.stringContaining('library.db') },
    })
  })

  it('48 part of the folder lies on another disk (EXDEV) → named, nothing torn; it goes on when it is one disk again', async (context) => {
    const world = await openWorld(sandbox)
    const partials = join(world.app.libraryRoot, '.partial')
    mkdirSync(partials, { recursive: true })
    const disk = smallDisk(context, { kib: 2_048, path: partials })
    const id = await world.begin()
    await world.until('the pause', () => world.app.view(id).waitingFor === 'disk')
    expect(world.app.view(id).error).toMatchObject({
      code: 'other_device',
      message: expect.stringMatching(/another disk/),
    })
    expect(world.app.files(id)).toEqual([])
    expect(
      readdirSync(world.app.libraryRoot, { recursive: true }).filter((name) => /\.wav$/.test(String(name))),
    ).toEqual([])
    disk.remove()
    expect(await world.untilOver(id)).toMatchObject({ state: 'done' })
    expect(await world.debits()).toBe(1)
  })
})

describe('A library of a newer version', () => {
  it('49 → refused and named, left as it is byte for byte, no backup put in its place', async () => {
    const at = place()
    const db = opened(at.path)
    add(db, 0, 3)
    await backUp(db, at.backups, NOW_MS)
    db.close()
    const future = new Database(at.path)
    future.pragma(`user_version = ${MIGRATIONS.length + 1}`)
    future.close()
    const before = readFileSync(at.path)
    for (const outcome of [
      openLibraryDatabase(at.path),
      openLibraryReadonly(at.path),
      await openOrRestore(at.path, at.backups, NOW_MS),
    ]) {
      expect(outcome).toMatchObject({
        ok: false,
        error: { code: 'newer_version', message: expect.stringMatching(/newer Foleyroom/), retryable: false },
      })
    }
    expect(readFileSync(at.path).equals(before)).toBe(true)
    expect(
      readdirSync(at.folder).filter((name) => !/^(backups|library\.db(-wal|-shm)?)$/.test(name)),
    ).toEqual([])
    // Reading may leave a log; there is nothing in it.
    expect(statSync(`${at.path}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0)
  })
})

describe('Files that the person moved or deleted', () => {
  it('50 moved inside the folder → marked missing, found again by content where it lies now', async () => {
    const { world, id, path, soundId } = await withSound()
    const { app } = world
    const elsewhere = join(app.libraryRoot, 'my doors')
    mkdirSync(elsewhere)
    renameSync(path, join(elsewhere, 'slam.wav'))
    expect(readyFile(app.db, app.libraryRoot, soundId)).toBeNull()
    expect(await checkFiles(app.db, app.folder, world.time.now)).toEqual({ missing: 1, found: 0 })
    expect(await relinkMissing(app.db, app.folder, app.libraryRoot)).toEqual({ relinked: 1, stillMissing: 0 })
    expect(app.files(id)).toEqual([join(elsewhere, 'slam.wav')])
    expect(readyFile(app.db, app.libraryRoot, soundId)).toBe(join(elsewhere, 'slam.wav'))
  })

  it('50 moved out of the folder → copied back to its place from where the person says', async () => {
    const { world, path, soundId } = await withSound()
    const { app } = world
    const desk = join(app.libraryRoot, '../desk')
    mkdirSync(desk)
    const content = readFileSync(path)
    renameSync(path, join(desk, basename(path)))
    await checkFiles(app.db, app.folder, world.time.now)
    expect(await relinkMissing(app.db, app.folder, desk)).toEqual({ relinked: 1, stillMissing: 0 })
    expect(readFileSync(readyFile(app.db, app.libraryRoot, soundId) ?? '').equals(content)).toBe(true)
  })

  it('50 deleted, or put in its place by another file → stays marked missing, its facts are kept', async () => {
    const { world, path, soundId } = await withSound()
    const { app } = world
    const bytes = readFileSync(path).length
    rmSync(path)
    writeFileSync(join(app.libraryRoot, 'stranger.wav'), Buffer.alloc(bytes, 1))
    expect(await checkFiles(app.db, app.folder, world.time.now)).toEqual({ missing: 1, found: 0 })
    expect(await relinkMissing(app.db, app.folder, app.libraryRoot)).toEqual({ relinked: 0, stillMissing: 1 })
    expect(
      app.db
        .statement('SELECT prompt, missing_at_ms IS NULL AS isThere FROM sounds WHERE id = ?')
        .get([soundId]),
    ).toEqual({
      prompt: 'heavy rain on a tin roof',
      isThere: 0,
    })
    // And it is there again when the person puts it back.
    writeFileSync(path, Buffer.alloc(bytes))
    expect(await checkFiles(app.db, app.folder, world.time.now)).toEqual({ missing: 0, found: 1 })
  })

  it('50 the whole folder is away (a disk that is not plugged in) → no sound is called missing', async () => {
    const { world } = await withSound()
    const { app } = world
    renameSync(app.libraryRoot, `${app.libraryRoot}-away`)
    expect(await checkFiles(app.db, app.folder, world.time.now)).toEqual({ missing: 0, found: 0 })
    renameSync(`${app.libraryRoot}-away`, app.libraryRoot)
  })

  async function withSound() {
    const world = await openWorld(sandbox)
    const id = await world.begin()
    const { soundIds } = await world.untilOver(id)
    const [path = ''] = world.app.files(id)
    return { world, id, path, soundId: soundIds[0] ?? 0 }
  }
})

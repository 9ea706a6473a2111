import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { copyInBackground } from '../../../src-main/library/background-work.ts'
import { backUp, HERE, listBackups, restoreNewestBackup } from '../../../src-main/library/backups.ts'
import { openLibraryDatabase } from '../../../src-main/library/database.ts'
import { libraryStats } from '../../../src-main/library/sound-rows.ts'
import { insertSounds } from '../../../src-main/library/sound-store.ts'
import { failed } from '../../../src-main/media/outcome.ts'
import { openTemporaryLibrary, sound, type TemporaryFolder, temporaryFolder } from './library-fixture.ts'

let place: TemporaryFolder
let folder: string
let path: string
beforeEach(() => {
  place = temporaryFolder()
  folder = join(place.path, 'backups')
  path = join(place.path, 'library.db')
})
afterEach(() => place.remove())

const start = 1_790_000_000_000
const damage = (file: string) => {
  const bytes = readFileSync(file)
  bytes.fill(0xa5, 4096 * 2, 4096 * 30)
  writeFileSync(file, bytes)
}

describe('backups', () => {
  it('roll: the newest are kept, each a whole library', async () => {
    const db = openTemporaryLibrary(place)
    for (let n = 0; n < 5; n += 1) {
      insertSounds(db, [sound(n)])
      expect(await backUp(db, folder, start + n, 3)).toMatchObject({ ok: true })
    }
    db.close()
    expect(readdirSync(folder).length).toBe(3)
    const newest = openLibraryDatabase(listBackups(folder)[0]!)
    expect(newest.ok && libraryStats(newest.value).count).toBe(5)
    if (newest.ok) newest.value.close()
  })

  it('hold one moment of a library that is written to meanwhile, copied in another thread', async () => {
    const db = openTemporaryLibrary(place)
    insertSounds(
      db,
      Array.from({ length: 2000 }, (_, n) => sound(n)),
    )
    const workerUrl = new URL('../../../src-main/media/worker.ts', import.meta.url)
    let isCopied = false
    let added = 0
    const made = backUp(db, folder, start, 3, {
      ...HERE,
      copy: async (from, to) => {
        const outcome = await copyInBackground(from, to, workerUrl).outcome
        isCopied = true
        if (outcome.ok) return outcome
        throw new Error(outcome.error.message)
      },
    })
    while (!isCopied) {
      // Two sounds at a time: a copy with an odd number would be of no moment.
      insertSounds(db, [sound(2000 + added), sound(2001 + added)])
      added += 2
      await new Promise(setImmediate)
    }
    expect(await made).toMatchObject({ ok: true })
    db.close()
    expect(readdirSync(folder)).toEqual([`library-${start}.db`])
    const copy = openLibraryDatabase(listBackups(folder)[0]!)
    if (!copy.ok) throw new Error(copy.error.message)
    const { count } = libraryStats(copy.value)
    copy.value.close()
    expect(count % 2).toBe(0)
    expect(count).toBeGreaterThanOrEqual(2000)
    expect(count).toBeLessThanOrEqual(2000 + added)
  })

  it('that are cut short leave nothing, and the library as it is', async () => {
    const db = openTemporaryLibrary(place)
    insertSounds(
      db,
      Array.from({ length: 2000 }, (_, n) => sound(n)),
    )
    const workerUrl = new URL('../../../src-main/media/worker.ts', import.meta.url)
    const made = await backUp(db, folder, start, 3, {
      ...HERE,
      copy: async (from, to) => {
        const copying = copyInBackground(from, to, workerUrl)
        while (!existsSync(to)) await new Promise(setImmediate)
        await copying.stop()
        return failed('io_error', 'ended', true)
      },
    })
    expect(made).toMatchObject({ ok: false, error: { code: 'io_error' } })
    expect(readdirSync(folder)).toEqual([])
    expect(libraryStats(db).count).toBe(2000)
    db.close()
  })

  it('of a damaged database are not kept, and the good ones stay (fault 47)', async () => {
    const made = openTemporaryLibrary(place)
    insertSounds(
      made,
      Array.from({ length: 300 }, (_, n) => sound(n)),
    )
    expect((await backUp(made, folder, start)).ok).toBe(true)
    // Nothing of it in memory or in the WAL: what is read again is what lies on the disk.
    made.driver.pragma('wal_checkpoint(TRUNCATE)')
    damage(path)
    made.driver.pragma('shrink_memory')
    expect(await backUp(made, folder, start + 1, 1)).toMatchObject({ ok: false, error: { code: 'corrupt' } })
    expect(readdirSync(folder)).toEqual([`library-${start}.db`])
    made.close()
  })

  it('bring back the newest that is whole, and set the damaged one aside (fault 46)', async () => {
    const db = openTemporaryLibrary(place)
    insertSounds(db, [sound(1)])
    await backUp(db, folder, start)
    insertSounds(db, [sound(2)])
    await backUp(db, folder, start + 1)
    insertSounds(
      db,
      Array.from({ length: 300 }, (_, n) => sound(n + 10)),
    )
    db.close()
    damage(path)
    damage(join(folder, `library-${start + 1}.db`))
    expect(openLibraryDatabase(path)).toMatchObject({ ok: false, error: { code: 'corrupt' } })
    const restored = await restoreNewestBackup(path, folder, start + 2)
    expect(restored).toMatchObject({ ok: true, value: { backup: join(folder, `library-${start}.db`) } })
    if (restored.ok) expect(existsSync(restored.value.setAside)).toBe(true)
    const opened = openLibraryDatabase(path)
    expect(opened.ok && libraryStats(opened.value).count).toBe(1)
    if (opened.ok) opened.value.close()
  })

  it('that are not there leave the damaged database where it was', async () => {
    writeFileSync(path, 'damaged')
    expect(await restoreNewestBackup(path, folder, start)).toMatchObject({
      ok: false,
      error: { code: 'no_backup' },
    })
    expect(readFileSync(path, 'utf8')).toBe('damaged')
  })

  it('name a folder that cannot be written', async () => {
    const db = openTemporaryLibrary(place)
    writeFileSync(folder, 'a file')
    expect(await backUp(db, folder, start)).toMatchObject({ ok: false, error: { code: 'file_exists' } })
    db.close()
  })
})

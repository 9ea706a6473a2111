import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backUp, listBackups, restoreNewestBackup } from '../../../src-main/library/backups.ts'
import { openLibraryDatabase } from '../../../src-main/library/database.ts'
import { libraryStats } from '../../../src-main/library/sound-rows.ts'
import { insertSounds } from '../../../src-main/library/sound-store.ts'
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

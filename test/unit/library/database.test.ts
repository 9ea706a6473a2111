import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  checkDatabase,
  openLibraryDatabase,
  openLibraryReadonly,
  readForSearches,
} from '../../../src-main/library/database.ts'
import { MIGRATIONS } from '../../../src-main/library/migrations/index.ts'
import { getSetting, setSetting } from '../../../src-main/library/settings-store.ts'
import { libraryStats } from '../../../src-main/library/sound-rows.ts'
import { insertSounds } from '../../../src-main/library/sound-store.ts'
import { openTemporaryLibrary, sound, type TemporaryFolder, temporaryFolder } from './library-fixture.ts'

let folder: TemporaryFolder
let path: string
beforeEach(() => {
  folder = temporaryFolder()
  path = join(folder.path, 'library.db')
})
afterEach(() => folder.remove())

describe('opening the library', () => {
  it('sets WAL, FULL and foreign keys, and stands at the newest version', () => {
    const db = openTemporaryLibrary(folder)
    const pragma = (name: string) => db.driver.pragma(name, { simple: true })
    expect(pragma('journal_mode')).toBe('wal')
    expect(pragma('synchronous')).toBe(2)
    expect(pragma('foreign_keys')).toBe(1)
    expect(pragma('user_version')).toBe(MIGRATIONS.length)
    db.close()
  })

  it('keeps what was stored over a restart', () => {
    const first = openTemporaryLibrary(folder)
    insertSounds(first, [sound(1)])
    first.close()
    const second = openTemporaryLibrary(folder)
    expect(libraryStats(second)).toEqual({ count: 1, bytes: 1001 })
    second.close()
  })

  it('refuses a database of a newer version and leaves it untouched (fault 49)', () => {
    const made = new Database(path)
    made.exec('CREATE TABLE future (x)')
    made.pragma(`user_version = ${MIGRATIONS.length + 1}`)
    made.close()
    const before = readFileSync(path)
    for (const open of [openLibraryDatabase, openLibraryReadonly]) {
      expect(open(path)).toMatchObject({ ok: false, error: { code: 'newer_version', retryable: false } })
    }
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('names a damaged page corrupt', () => {
    const db = openTemporaryLibrary(folder)
    insertSounds(
      db,
      Array.from({ length: 500 }, (_, n) => sound(n)),
    )
    db.close()
    const bytes = readFileSync(path)
    bytes.fill(0xa5, 4096 * 8, 4096 * 24)
    writeFileSync(path, bytes)
    expect(openLibraryDatabase(path)).toMatchObject({ ok: false, error: { code: 'corrupt' } })
    expect(checkDatabase(path)).toMatchObject({ ok: false, error: { code: 'corrupt' } })
  })

  it('checks a small library when it is opened, and any other beside its use', () => {
    const db = openTemporaryLibrary(folder)
    expect(db.isChecked).toBe(true)
    expect(checkDatabase(path)).toEqual({ ok: true, value: null })
    expect(readForSearches(path)).toEqual({ ok: true, value: null })
    db.close()
  })

  it('names a file that is no database corrupt', () => {
    writeFileSync(path, 'this is a text, long enough to be read as a header of a database file, and more')
    expect(openLibraryDatabase(path)).toMatchObject({ ok: false, error: { code: 'corrupt' } })
  })

  it('migrates all or nothing (fault 58)', () => {
    const broken = [...MIGRATIONS, 'CREATE TABLE half (x); INSERT INTO nowhere VALUES (1);']
    expect(() => openLibraryDatabase(path, broken)).toThrow(/nowhere/)
    const db = openTemporaryLibrary(folder)
    expect(db.driver.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length)
    expect(db.statement(`SELECT name FROM sqlite_master WHERE name = 'half'`).get()).toBeUndefined()
    db.close()
  })

  it('is read by a second connection while the first one writes', () => {
    const writer = openTemporaryLibrary(folder)
    const reader = openLibraryReadonly(path)
    if (!reader.ok) throw new Error(reader.error.message)
    writer.transaction(() => {
      insertSounds(writer, [sound(1)])
      expect(libraryStats(reader.value).count).toBe(0)
    })
    expect(libraryStats(reader.value).count).toBe(1)
    expect(() => reader.value.statement('DELETE FROM sounds').all()).toThrow()
    reader.value.close()
    writer.close()
  })

  it('says that a folder which is not there cannot be opened for reading', () => {
    expect(openLibraryReadonly(join(folder.path, 'none', 'library.db'))).toMatchObject({
      ok: false,
      error: { code: 'no_access' },
    })
  })

  it('survives as of the last commit when the process is killed: the copied files open whole', () => {
    const db = openTemporaryLibrary(folder)
    insertSounds(db, [sound(1)])
    db.driver.exec('BEGIN; DELETE FROM sounds;')
    const copy = join(folder.path, 'after-crash.db')
    copyFileSync(path, copy)
    copyFileSync(`${path}-wal`, `${copy}-wal`)
    const opened = openLibraryDatabase(copy)
    if (!opened.ok) throw new Error(opened.error.message)
    expect(libraryStats(opened.value).count).toBe(1)
    opened.value.close()
    db.close()
  })
})

describe('settings', () => {
  it('come back as they were stored, and as null where they no longer fit', () => {
    const db = openTemporaryLibrary(folder)
    const theme = z.enum(['dark', 'light'])
    expect(getSetting(db, 'theme', theme)).toBeNull()
    setSetting(db, 'theme', theme, 'light')
    setSetting(db, 'theme', theme, 'dark')
    expect(getSetting(db, 'theme', theme)).toBe('dark')
    expect(getSetting(db, 'theme', z.number())).toBeNull()
    db.close()
  })
})

// FAULTS 46 as far as the library goes: a damaged database is set aside, the newest good backup takes its place.
import { closeSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createBackupSchedule, isDue } from '../../../src-main/library/backup-schedule.ts'
import { backUp, HERE, listBackups } from '../../../src-main/library/backups.ts'
import { openLibraryDatabase } from '../../../src-main/library/database.ts'
import { openOrRestore } from '../../../src-main/library/open-or-restore.ts'
import { getSetting, setSetting } from '../../../src-main/library/settings-store.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'

let folder: string
let path: string
let backups: string
beforeEach(() => {
  folder = makeTemporaryFolder('restore')
  path = join(folder, 'library.db')
  backups = join(folder, 'backups')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function open() {
  const opened = openLibraryDatabase(path)
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}
/** Overwrites pages in the middle of the file, as a failing disk does. */
function damage(): void {
  const file = openSync(path, 'r+')
  for (let page = 1; page < 40; page++) writeSync(file, Buffer.alloc(2048, 0xa5), 0, 2048, page * 4096)
  closeSync(file)
}

describe('opening the library', () => {
  it('says nothing where nothing is wrong', async () => {
    open().close()
    const opened = await openOrRestore(path, backups, 1)
    expect(opened).toMatchObject({ ok: true, value: { notice: null } })
    if (opened.ok) opened.value.db.close()
  })

  it('puts the newest good backup in the place of a damaged database, which it keeps', async () => {
    const db = open()
    setSetting(db, 'name', z.string(), 'before')
    await backUp(db, backups, 1_700_000_000_000)
    db.close()
    damage()
    const opened = await openOrRestore(path, backups, 1_700_000_000_001)
    expect(opened).toMatchObject({ ok: true, value: { notice: expect.stringContaining('damaged') } })
    if (!opened.ok) return
    expect(getSetting(opened.value.db, 'name', z.string())).toBe('before')
    opened.value.db.close()
    expect(readdirSync(folder).filter((name) => name.startsWith('damaged-'))).not.toEqual([])
  })

  it('leaves a damaged database alone where there is no backup', async () => {
    open().close()
    damage()
    expect(await openOrRestore(path, backups, 1)).toMatchObject({ ok: false, error: { code: 'corrupt' } })
    expect(readdirSync(folder)).toContain('library.db')
  })
})

describe('the backup schedule', () => {
  it('is due once a day, also after a clock was set back', () => {
    expect(isDue(null, 0)).toBe(true)
    expect(isDue('/b/library-1700000000000.db', 1_700_000_000_000 + 3_600_000)).toBe(false)
    expect(isDue('/b/library-1700000000000.db', 1_700_000_000_000 + 86_400_000)).toBe(true)
    expect(isDue('/b/library-1900000000000.db', 1_700_000_000_000)).toBe(true)
  })

  it('backs up nothing where there is nothing, and ends with its timer cancelled', async () => {
    const db = open()
    let isCancelled = false
    const timer = () => () => {
      isCancelled = true
    }
    const schedule = createBackupSchedule({
      db,
      folder: backups,
      work: HERE,
      now: () => 0,
      timer,
      log: () => {},
      onProblem: () => {},
    })
    schedule.start()
    await new Promise(setImmediate)
    await schedule.stop()
    expect(isCancelled).toBe(true)
    expect(listBackups(backups)).toEqual([])
    db.close()
  })
})

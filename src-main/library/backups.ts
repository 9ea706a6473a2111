// Rolling backups of the database: each one checked before it counts, the good ones kept when a new one is not. And the way back.
import { closeSync, existsSync, fdatasyncSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs'
import * as files from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { type FileErrorCode, failed, fileFailure, type Outcome, succeeded } from '../media/outcome.ts'
import { checkDatabase, quickCheck, type WritableDatabase } from './database.ts'
import { moveAside, syncFile, syncFolder } from './durable-files.ts'

export type BackupErrorCode = FileErrorCode | 'corrupt' | 'no_backup'

const NAME = /^library-(\d{13,16})\.db$/
/** Pages copied before other work of the thread gets its turn: about a millisecond where the disk is not busy. */
const PAGES_A_STEP = 256
/** As many steps of a copy lie in the system's memory at the most, 32 MiB: by gigabytes every writer would wait for the disk, the window's too. */
const STEPS_TO_DISK = 32
export const KEPT_BACKUPS = 5

/** The backups of a folder, newest first: absolute paths. */
export function listBackups(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  const madeAt = (name: string) => Number(NAME.exec(name)?.[1])
  return readdirSync(folder)
    .filter((name) => NAME.test(name))
    .toSorted((a, b) => madeAt(b) - madeAt(a))
    .map((name) => join(folder, name))
}

/** What takes seconds with a large library; paths are absolute. Error `corrupt`: the database is damaged. */
export interface BackupWork {
  /** Copies a database as it is at one moment, beside work that goes on, to a file that is not there yet. */
  copy(from: string, to: string): Promise<Outcome<null, BackupErrorCode>>
  /** Looks at every page. Any other error than `corrupt`: nobody knows. */
  check(path: string): Promise<Outcome<null, string>>
}

/** In the thread of who asks. */
export const HERE: BackupWork = { copy: copyDatabase, check: async (path) => checkDatabase(path) }

/** @see BackupWork.copy */
export async function copyDatabase(from: string, to: string): Promise<Outcome<null, BackupErrorCode>> {
  try {
    const source = new Database(from, { readonly: true, fileMustExist: true })
    let written: number | null = null
    try {
      // It reads one moment until it is closed: by what others write meanwhile the copy would begin anew each time.
      source.exec('BEGIN')
      source.prepare('SELECT count(*) FROM sqlite_schema').get()
      let steps = 0
      await source.backup(to, {
        progress: () => {
          steps += 1
          if (steps % STEPS_TO_DISK === 0) {
            written ??= openSync(to, 'r+')
            fdatasyncSync(written)
          }
          return PAGES_A_STEP
        },
      })
    } finally {
      source.close()
      // Not before: whoever closes a file lets go of what SQLite has locked of it.
      if (written !== null) closeSync(written)
    }
    sealCopy(to)
    return succeeded(null)
  } catch (error) {
    return databaseFailure(error) ?? fileFailure(error, 'write a backup of the library')
  }
}

/**
 * Makes a backup beside work that goes on, checks it, and removes the oldest ones beyond `kept`. A copy that fails its check is thrown
 * away and the earlier backups stay: error `corrupt`, the database itself is damaged.
 * @param work the app has it done in other threads: a million sounds are checked in 6 s, and a disk that is busy can stop a copy for a second
 */
export async function backUp(
  db: Pick<WritableDatabase, 'path'>,
  folder: string,
  nowMs: number,
  kept = KEPT_BACKUPS,
  { copy, check }: BackupWork = HERE,
): Promise<Outcome<string, BackupErrorCode>> {
  const path = join(folder, `library-${String(Math.round(nowMs)).padStart(13, '0')}.db`)
  const partial = `${path}.part`
  try {
    mkdirSync(folder, { recursive: true })
    const copied = await copy(db.path, partial)
    if (!copied.ok) {
      await removeCopy(partial)
      return copied
    }
    const checked = await check(partial)
    if (!checked.ok) {
      await removeCopy(partial)
      const { code, message } = checked.error
      return code === 'corrupt'
        ? failed('corrupt', `The backup was not kept, since the database is damaged: ${message}`)
        : failed('io_error', `The backup was not kept, since it could not be checked: ${message}`, true)
    }
    await syncFile(files, partial)
    await files.rename(partial, path)
    await syncFolder(files, folder)
    for (const old of listBackups(folder).slice(kept)) await files.rm(old, { force: true })
    return succeeded(path)
  } catch (error) {
    await removeCopy(partial).catch(() => undefined)
    return fileFailure(error, 'write a backup of the library')
  }
}

/** With what stands beside one that was cut short. */
async function removeCopy(path: string): Promise<void> {
  for (const suffix of ['', '-journal', '-wal', '-shm']) await files.rm(path + suffix, { force: true })
}

/**
 * Sets a damaged database aside (with its -wal and -shm, nothing is deleted) and puts the newest backup that passes its check in its place.
 * The database must be closed. At no moment is there none: whatever ends this, the next start finds the damaged one or the restored one.
 * Error `no_backup`: the damaged one is where it was.
 */
export async function restoreNewestBackup(
  databasePath: string,
  backupFolder: string,
  nowMs: number,
): Promise<Outcome<{ readonly backup: string; readonly setAside: string }, BackupErrorCode>> {
  const good = listBackups(backupFolder).find((path) => healthOf(path) === 'ok')
  if (good === undefined) return failed('no_backup', 'There is no backup of the library that is whole.')
  const setAside = join(dirname(databasePath), `damaged-${Math.round(nowMs)}-${basename(databasePath)}`)
  const partial = `${databasePath}.part`
  try {
    await files.copyFile(good, partial)
    await syncFile(files, partial)
    // Before the database itself: a log of the damaged one must never stand beside the restored one.
    for (const suffix of ['-wal', '-shm']) {
      if (existsSync(databasePath + suffix)) await files.rename(databasePath + suffix, setAside + suffix)
    }
    if (existsSync(databasePath)) await moveAside(files, databasePath, setAside)
    await files.rename(partial, databasePath)
    await syncFolder(files, dirname(databasePath))
    return succeeded({ backup: good, setAside })
  } catch (error) {
    rmSync(partial, { force: true })
    return fileFailure(error, 'restore the library from its backup')
  }
}

/** Makes a copy one plain file, without the -wal and -shm of a database in use. */
function sealCopy(path: string): void {
  const copy = new Database(path)
  try {
    copy.pragma('journal_mode = DELETE')
  } finally {
    copy.close()
  }
}

/** 'ok', or why it is not. */
function healthOf(path: string): string {
  try {
    const copy = new Database(path, { readonly: true, fileMustExist: true })
    try {
      return quickCheck(copy)
    } finally {
      copy.close()
    }
  } catch (error) {
    return String(error)
  }
}

function databaseFailure(error: unknown): Outcome<never, BackupErrorCode> | null {
  const code = error instanceof Database.SqliteError ? error.code : ''
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code))
    return failed('corrupt', `The database is damaged: ${String(error)}`)
  if (/^SQLITE_FULL/.test(code))
    return failed('disk_full', 'Could not write a backup of the library: the disk is full.', true)
  if (/^SQLITE_IOERR/.test(code))
    return failed('io_error', 'Could not write a backup of the library: the disk reports an error.', true)
  if (/^SQLITE_(CANTOPEN|READONLY|PERM)/.test(code))
    return failed('no_access', 'Could not write a backup of the library: access is denied.')
  return null
}

// Opens the library, and where its database is found damaged, or is not there any more, puts the newest good backup in its place.
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { Outcome } from '../media/outcome.ts'
import { failed, fileFailure, succeeded } from '../media/outcome.ts'
import { takeImported } from './archive-import.ts'
import { listBackups, restoreNewestBackup } from './backups.ts'
import { type OpenErrorCode, openLibraryDatabase, type WritableDatabase } from './database.ts'

export interface OpenedLibrary {
  readonly db: WritableDatabase
  /** What happened on the way, for the person to read; null when nothing did. */
  readonly notice: string | null
}

/** Errors: those of `openLibraryDatabase`; `corrupt` only where no backup is whole. */
export async function openOrRestore(
  path: string,
  backupFolder: string,
  nowMs: number,
): Promise<Outcome<OpenedLibrary, OpenErrorCode>> {
  const taken = await takeWaiting(path, backupFolder)
  if (!taken.ok) return taken
  const former = taken.value
  const opened = await openPresent(path, backupFolder, nowMs)
  if (!opened.ok || former === null) return opened
  const imported = `The imported library is open now. The database of the one before it is kept as ${basename(former)}; its sound files stay where they were.`
  return succeeded({ ...opened.value, notice: [imported, opened.value.notice ?? ''].join(' ').trim() })
}

async function takeWaiting(
  path: string,
  backupFolder: string,
): Promise<Outcome<string | null, OpenErrorCode>> {
  try {
    return succeeded(await takeImported(path, backupFolder))
  } catch (error) {
    // The next start goes on with it.
    return failed('io_error', fileFailure(error, 'put the imported library in its place').error.message, true)
  }
}

async function openPresent(
  path: string,
  backupFolder: string,
  nowMs: number,
): Promise<Outcome<OpenedLibrary, OpenErrorCode>> {
  if (!existsSync(path) && listBackups(backupFolder).length > 0) return restoreLost(path, backupFolder, nowMs)
  const opened = openLibraryDatabase(path)
  if (opened.ok) return succeeded({ db: opened.value, notice: null })
  if (opened.error.code !== 'corrupt') return opened
  const restored = await restoreNewestBackup(path, backupFolder, nowMs)
  if (!restored.ok) {
    return failed('corrupt', `${opened.error.message} It was left as it is: ${restored.error.message}`)
  }
  const again = openLibraryDatabase(path)
  if (!again.ok) return again
  const notice =
    'The library’s database was damaged. The newest good backup stands in its place; the damaged one is kept beside it, and no sound file was touched.'
  return succeeded({ db: again.value, notice })
}

/** A library that has backups had a database: an empty one in its place would look as if everything were gone. */
async function restoreLost(
  path: string,
  backupFolder: string,
  nowMs: number,
): Promise<Outcome<OpenedLibrary, OpenErrorCode>> {
  const restored = await restoreNewestBackup(path, backupFolder, nowMs)
  // Without a good backup there is nothing to lose: a new library begins.
  if (!restored.ok && restored.error.code !== 'no_backup')
    return failed('io_error', restored.error.message, true)
  const opened = openLibraryDatabase(path)
  if (!opened.ok) return opened
  const notice = restored.ok
    ? 'The library’s database was not there any more. The newest good backup stands in its place, and no sound file was touched.'
    : null
  return succeeded({ db: opened.value, notice })
}

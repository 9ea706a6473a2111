// Opens the library, and where its database is found damaged puts the newest good backup in its place.

import type { Outcome } from '../media/outcome.ts'
import { failed, succeeded } from '../media/outcome.ts'
import { restoreNewestBackup } from './backups.ts'
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

// Opens the service's own SQLite database and brings its schema up to date.

import Database from 'better-sqlite3'
import { audioToMidiMigration } from './audio-to-midi/migration.ts'
import { firstMigration } from './migrations/001-first.ts'
import { assetsMigration } from './migrations/002-assets.ts'
import { videoMigration } from './video/migration.ts'

export type ServiceDatabase = Database.Database

/** One entry a schema version, in order: the first brings an empty file to version 1. */
const MIGRATIONS: readonly string[] = [firstMigration, assetsMigration, audioToMidiMigration, videoMigration]

/** How long to wait for a service that is just ending over the same folder. */
const LOCK_PATIENCE_MS = 1000

/**
 * Opens (or creates) the database at `path`: WAL, every commit synced, foreign keys enforced, locked for this process alone
 * (a second service over the same folder would take the first one's running jobs for the remains of a crash).
 * Each missing migration runs in a transaction of its own, so that a crash leaves the version before or after.
 *
 * @throws when the file is in use by another process, was written by a newer release, or is no database.
 */
export function openDatabase(path: string): ServiceDatabase {
  const database = new Database(path, { timeout: LOCK_PATIENCE_MS })
  try {
    database.pragma('locking_mode = EXCLUSIVE')
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    database.pragma('foreign_keys = ON')
    migrate(database, path)
    return database
  } catch (error) {
    database.close()
    const isBusy = error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
    throw isBusy ? new Error(`${path} is in use by another service`, { cause: error }) : error
  }
}

function migrate(database: ServiceDatabase, path: string): void {
  const version = Number(database.pragma('user_version', { simple: true }))
  if (version > MIGRATIONS.length) {
    throw new Error(`${path} has schema ${version}; this release knows ${MIGRATIONS.length} at most`)
  }
  for (let next = version; next < MIGRATIONS.length; next++) {
    database.transaction(() => {
      database.exec(MIGRATIONS[next]!)
      database.pragma(`user_version = ${next + 1}`)
    })()
  }
}

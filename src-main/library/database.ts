// Opens the library's SQLite database: durable settings, migrations, a check of its health. Readers and the one writer are different types.
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { failed, type Outcome, succeeded } from '../media/outcome.ts'
import { MIGRATIONS } from './migrations/index.ts'

export type SqlValue = string | number | bigint | Uint8Array | null
export type Parameters = readonly SqlValue[] | Readonly<Record<string, SqlValue>>

/** A prepared statement. Rows come as `unknown`: each store parses its own. */
export interface Statement {
  readonly get: (parameters?: Parameters) => unknown
  readonly all: (parameters?: Parameters) => unknown[]
  readonly iterate: (parameters?: Parameters) => IterableIterator<unknown>
}
export interface WritingStatement extends Statement {
  readonly run: (parameters?: Parameters) => {
    readonly changes: number
    readonly lastInsertRowid: number | bigint
  }
}

export interface KeptIds {
  /** Of one column, `id`. */
  readonly table: string
  readonly count: number
  readonly release: () => void
}

/** What both kinds can do: read. */
export interface ReadableDatabase {
  readonly path: string
  /** Prepared once, kept for the life of the connection (the texts are few: they are written in the code, or built of few parts). */
  readonly statement: (sql: string) => Statement
  /** Keeps the ids that a SELECT of one integer column finds, in a table of this connection's own memory, until they are released. */
  readonly keepIds: (select: string, parameters: Parameters) => KeptIds
  readonly close: () => void
}
export interface ReadonlyDatabase extends ReadableDatabase {
  readonly access: 'readonly'
}
export interface WritableDatabase extends ReadableDatabase {
  readonly access: 'writable'
  /** Its pages were checked when it was opened. False for a large one, whose check would hold up the start: `checkDatabase` does it beside. */
  readonly isChecked: boolean
  readonly statement: (sql: string) => WritingStatement
  /** All or nothing; inside another one it becomes a part of it (a savepoint). `work` must not be async. */
  readonly transaction: <T>(work: () => T) => T
  /** For backups and bulk work only: the driver itself. */
  readonly driver: Database.Database
}

export type OpenErrorCode =
  | 'corrupt'
  | 'newer_version'
  | 'older_version'
  | 'no_access'
  | 'disk_full'
  | 'io_error'
  | 'busy'

/** The statements of one connection that are kept prepared; the oldest go first. */
const KEPT_STATEMENTS = 500
const BUSY_TIMEOUT_MS = 5000
/** About a third of a second of checking; a million sounds have 1 GiB and would take 6 s. */
const CHECKED_AT_START_BYTES = 64 << 20
/** Pages held in memory by each connection: 32 MiB, so that a page of the table costs no reads at a million sounds. */
const CACHE_KIB = 32 * 1024

/**
 * Opens the library for writing, making and migrating it where needed. One process may do so at a time.
 * Errors: `corrupt` (restore a backup), `newer_version` (made by a newer Foleyroom, left untouched), `no_access`, `disk_full`,
 * `io_error`, `busy`.
 */
export function openLibraryDatabase(
  path: string,
  migrations: readonly string[] = MIGRATIONS,
): Outcome<WritableDatabase, OpenErrorCode> {
  return opening(path, () => {
    mkdirSync(dirname(path), { recursive: true })
    const isNew = !existsSync(path)
    const isChecked = isNew || statSync(path).size <= CHECKED_AT_START_BYTES || existsSync(checkMark(path))
    const fit = isNew ? succeeded(null) : inspect(path, migrations.length, isChecked)
    if (!fit.ok) return fit
    const driver = new Database(path, { timeout: BUSY_TIMEOUT_MS })
    try {
      driver.pragma('journal_mode = WAL')
      driver.pragma('synchronous = FULL')
      driver.pragma('foreign_keys = ON')
      migrate(driver, migrations)
      rmSync(checkMark(path), { force: true })
      return succeeded(writable(driver, isChecked))
    } catch (error) {
      driver.close()
      throw error
    }
  })
}

/**
 * Looks at a database without touching it: what is newer or damaged stays as it is with its log, which a connection that may write
 * would move into it when it closes.
 */
function inspect(
  path: string,
  knownVersion: number,
  isChecked: boolean,
): Outcome<null, 'corrupt' | 'newer_version'> {
  const look = (isReadonly: boolean): ReturnType<typeof inspect> => {
    const driver = new Database(path, { readonly: isReadonly, timeout: BUSY_TIMEOUT_MS })
    try {
      const version = userVersion(driver)
      if (version > knownVersion) return newerVersion(version, knownVersion)
      const health = isChecked ? quickCheck(driver) : 'ok'
      return health === 'ok' ? succeeded(null) : damaged(health)
    } finally {
      driver.close()
    }
  }
  try {
    return look(true)
  } catch (error) {
    // What a crash left half done has to be undone first, and only who may write can do that.
    const code = error instanceof Database.SqliteError ? error.code : ''
    if (!/^SQLITE_(READONLY|CANTOPEN)/.test(code)) throw error
    return look(false)
  }
}

const damaged = (health: string) => failed('corrupt', `The library's database is damaged: ${health}`)

/** Opens the library for reading, beside the app that writes to it. Never changes the file, never waits for the writer. */
export function openLibraryReadonly(path: string): Outcome<ReadonlyDatabase, OpenErrorCode> {
  return opening(path, () => {
    if (!existsSync(path)) return failed('no_access', `There is no library at ${path}`)
    const driver = new Database(path, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
    const version = userVersion(driver)
    if (version > MIGRATIONS.length) {
      driver.close()
      return newerVersion(version, MIGRATIONS.length)
    }
    if (version < MIGRATIONS.length) {
      driver.close()
      return failed(
        'older_version',
        `The library is of version ${version}, not ${MIGRATIONS.length}: start the app once to bring it up to date.`,
      )
    }
    return succeeded({ access: 'readonly', ...readable(driver) })
  })
}

/** Names what the disk answers to the first work on a database. @throws what is a bug */
export function opening<T>(path: string, open: () => Outcome<T, OpenErrorCode>): Outcome<T, OpenErrorCode> {
  try {
    return open()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) {
      return failed('corrupt', `The library's database is damaged: ${String(error)}`)
    }
    if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
      return failed('busy', `Another program holds the library's database: ${path}`, true)
    }
    if (/^SQLITE_(CANTOPEN|READONLY|PERM|AUTH)|^E(ACCES|PERM|ROFS|NOENT|NOTDIR|EXIST)$/.test(code)) {
      return failed('no_access', `The library's database cannot be opened: ${path}`)
    }
    if (/^SQLITE_FULL|^E(NOSPC|DQUOT)$/.test(code)) {
      return failed('disk_full', `The disk has no room for the library's database: ${path}`, true)
    }
    if (/^SQLITE_IOERR|^EIO$/.test(code)) {
      return failed('io_error', `The disk reports an error with the library's database: ${path}`, true)
    }
    throw error
  }
}

function newerVersion(found: number, known: number): Outcome<never, 'newer_version'> {
  return failed(
    'newer_version',
    `The library was made by a newer Foleyroom (its version is ${found}, this one knows ${known}). It was left as it is.`,
  )
}

export function userVersion(driver: Database.Database): number {
  return Number(driver.pragma('user_version', { simple: true }))
}

/** Beside the database: something in it was found damaged while it was used. */
const checkMark = (path: string): string => `${path}.check`

/** Asks the next start to look at every page, however large the library is: where it is damaged, a backup takes its place. */
export function askForCheck(path: string): void {
  writeFileSync(checkMark(path), '')
}

/** Checks the database of a library beside its use. Takes seconds for a large one: not for the main thread. */
export function checkDatabase(path: string): Outcome<null, OpenErrorCode> {
  return opening(path, () => {
    const driver = new Database(path, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
    try {
      const health = quickCheck(driver)
      return health === 'ok' ? succeeded(null) : damaged(health)
    } finally {
      driver.close()
    }
  })
}

/** What a search reads: the index of words, and the ones that filters and pages walk. Their pages are a tenth of the file. */
const READ_BY_SEARCHES = [
  "SELECT count(*) FROM sounds_fts_data WHERE block = x''",
  'SELECT count(*) FROM sounds INDEXED BY sounds_sorted_by_created_at_ms WHERE trashed_at_ms IS NULL AND created_at_ms > 0',
  'SELECT count(*) FROM sounds INDEXED BY sounds_kinds WHERE trashed_at_ms IS NULL AND duration_ms > -1',
  'SELECT count(*) FROM sounds INDEXED BY sounds_guesses WHERE trashed_at_ms IS NULL AND duration_ms > -1',
] as const

/** Reads what a search reads, so that the system has it at hand when a person types: a quarter of a second at a million sounds, and more from a disk. */
export function readForSearches(path: string): Outcome<null, OpenErrorCode> {
  return opening(path, () => {
    const driver = new Database(path, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
    try {
      for (const sql of READ_BY_SEARCHES) driver.prepare(sql).get()
      return succeeded(null)
    } finally {
      driver.close()
    }
  })
}

/** 'ok', or SQLite's own sentence about the first thing that is wrong. */
export function quickCheck(driver: Database.Database): string {
  return String(driver.pragma('quick_check(1)', { simple: true }))
}

/** Generations that are not over, in a database that is opened by its driver alone: another's snapshot. */
export function countUnfinishedIn(driver: Database.Database): number {
  // One integer, by the statement.
  const { unfinished } = driver
    .prepare(
      `SELECT count(*) AS unfinished FROM generations WHERE state IN ('stored', 'sending', 'accepted', 'collecting')`,
    )
    .get() as { readonly unfinished: number }
  return unfinished
}

function migrate(driver: Database.Database, migrations: readonly string[]): void {
  for (const [index, sql] of migrations.entries()) {
    // Read again inside the transaction: another process may have been here in between.
    const step = driver.transaction(() => {
      if (userVersion(driver) > index) return
      driver.exec(sql)
      driver.pragma(`user_version = ${index + 1}`)
    })
    step.immediate()
  }
}

function writable(driver: Database.Database, isChecked: boolean): WritableDatabase {
  return {
    access: 'writable',
    isChecked,
    ...readable(driver),
    transaction: (work) => driver.transaction(work).immediate(),
    driver,
  }
}

function readable(
  driver: Database.Database,
): Pick<WritableDatabase, 'path' | 'statement' | 'keepIds' | 'close'> {
  driver.pragma('temp_store = MEMORY')
  driver.pragma(`cache_size = -${CACHE_KIB}`)
  const kept = new Map<string, WritingStatement>()
  const freeTables: string[] = []
  let lastTable = 0
  const prepare = (sql: string): WritingStatement => {
    const statement = driver.prepare(sql)
    return {
      get: (parameters = []) => statement.get(parameters),
      all: (parameters = []) => statement.all(parameters),
      iterate: (parameters = []) => statement.iterate(parameters),
      run: (parameters = []) => statement.run(parameters),
    }
  }
  return {
    path: driver.name,
    statement: (sql) => {
      const known = kept.get(sql)
      if (known) return known
      const oldest = kept.keys().next()
      if (kept.size >= KEPT_STATEMENTS && !oldest.done) kept.delete(oldest.value)
      const made = prepare(sql)
      kept.set(sql, made)
      return made
    },
    keepIds: (select, parameters) => {
      // Tables are used again, so that the statements which name them stay few.
      const table = freeTables.pop() ?? `temp.kept_ids_${++lastTable}`
      driver.exec(`CREATE TABLE IF NOT EXISTS ${table} (id INTEGER PRIMARY KEY)`)
      const { changes } = driver.prepare(`INSERT INTO ${table} ${select}`).run(parameters)
      return {
        table,
        count: changes,
        release: () => {
          driver.exec(`DELETE FROM ${table}`)
          freeTables.push(table)
        },
      }
    },
    close: () => driver.close(),
  }
}

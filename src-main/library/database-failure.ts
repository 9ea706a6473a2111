// Names what the disk answers to a statement of the database: expected failures. Every other error of it is a bug.
import Database from 'better-sqlite3'
import type { Failure } from '../media/outcome.ts'

export type DatabaseErrorCode = 'disk_full' | 'io_error' | 'read_only' | 'busy' | 'library_damaged'

export const LIBRARY_DAMAGED: Failure<'library_damaged'> = {
  code: 'library_damaged',
  message:
    'The library’s database is damaged. Quit Foleyroom and open it again: the newest good backup then takes its place.',
  retryable: false,
}
const FAILURES: readonly { readonly pattern: RegExp; readonly failure: Failure<DatabaseErrorCode> }[] = [
  {
    pattern: /^SQLITE_FULL$/,
    failure: {
      code: 'disk_full',
      message: 'The disk with the library’s database is full: make room there. Nothing is lost.',
      retryable: true,
    },
  },
  {
    pattern: /^SQLITE_(IOERR|CANTOPEN)/,
    failure: {
      code: 'io_error',
      message: 'The disk with the library’s database reports an error. Nothing was changed.',
      retryable: true,
    },
  },
  {
    pattern: /^SQLITE_(READONLY|PERM)/,
    failure: {
      code: 'read_only',
      message: 'The library’s database cannot be written: its disk or folder is read-only.',
      retryable: true,
    },
  },
  {
    pattern: /^SQLITE_(BUSY|LOCKED)/,
    failure: {
      code: 'busy',
      message: 'Another program holds the library’s database. Try again.',
      retryable: true,
    },
  },
  {
    pattern: /^SQLITE_(CORRUPT|NOTADB)/,
    failure: LIBRARY_DAMAGED,
  },
]

/** The disk's answer by the names of the rest of the app; null for every error that is not one. */
export function databaseFailure(error: unknown): Failure<DatabaseErrorCode> | null {
  if (!(error instanceof Database.SqliteError)) return null
  return FAILURES.find(({ pattern }) => pattern.test(error.code))?.failure ?? null
}

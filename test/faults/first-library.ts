// A library as the first version of the app left it, with one sound in it.
import { openLibraryDatabase } from '../../src-main/library/database.ts'
import { MIGRATIONS } from '../../src-main/library/migrations/index.ts'

export interface FirstSound {
  readonly relativePath: string
  readonly bytes: number
  readonly sha256: string
}

/** Makes its database at `path`, which must not be there. Columns that the first version had and that say nothing here are empty. */
export function makeFirstLibrary(path: string, { relativePath, bytes, sha256 }: FirstSound): void {
  const opened = openLibraryDatabase(path, MIGRATIONS.slice(0, 1))
  if (!opened.ok) throw new Error(opened.error.message)
  const { driver } = opened.value
  const facts: Readonly<Record<string, string | number>> = {
    uid: 'uid-1',
    origin: 'imported',
    relative_path: relativePath,
    bytes,
    sha256,
    name: 'Door',
    format: 'wav',
    sample_rate: 44_100,
    channels: 1,
    duration_ms: 1_000,
    created_at_ms: 1_790_000_000_000,
  }
  // As SQLite documents the rows of this pragma.
  const columns = driver.pragma('table_info(sounds)') as readonly {
    readonly name: string
    readonly notnull: number
    readonly dflt_value: unknown
    readonly type: string
    readonly pk: number
  }[]
  const filled = columns.filter(
    ({ name, notnull, dflt_value, pk }) =>
      name in facts || (notnull === 1 && dflt_value === null && pk === 0),
  )
  driver
    .prepare(
      `INSERT INTO sounds (${filled.map(({ name }) => name).join(', ')}) VALUES (${filled.map(() => '?').join(', ')})`,
    )
    .run(filled.map(({ name, type }) => facts[name] ?? (type === 'TEXT' ? '' : 0)))
  opened.value.close()
}

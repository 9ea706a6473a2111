// Assets: files that clients upload to be read by jobs, in SQLite.

import type { Database } from 'better-sqlite3'

export interface Asset {
  readonly id: string
  readonly accountId: string
  readonly contentType: string
  readonly uploadExpiresMs: number
  /** Null until an upload has succeeded. */
  readonly file: AssetFile | null
}

export interface AssetFile {
  /** Name in the folder of uploads. */
  readonly name: string
  readonly bytes: number
  readonly sha256: string
  readonly uploadedMs: number
}

export interface AssetStore {
  create(asset: Omit<Asset, 'file'>): void
  get(id: string): Asset | null
  /** Stores what was uploaded; returns the name of a file that it replaces. */
  attach(id: string, file: AssetFile): string | null
  hasFileNamed(name: string): boolean
  /** Removes assets uploaded (or, never uploaded, whose ticket expired) before `beforeMs`; returns the names of their files. */
  removeBefore(beforeMs: number): readonly string[]
}

interface AssetRow {
  readonly id: string
  readonly account_id: string
  readonly content_type: string
  readonly upload_expires_ms: number
  readonly name: string | null
  readonly bytes: number | null
  readonly sha256: string | null
  readonly uploaded_ms: number | null
}

/** The assets kept in this database; the files themselves are the caller's to write and remove. */
export function createAssetStore(database: Database): AssetStore {
  const insert = database.prepare(
    'INSERT INTO assets (id, account_id, content_type, upload_expires_ms) VALUES (?, ?, ?, ?)',
  )
  const select = database.prepare<[string], AssetRow>('SELECT * FROM assets WHERE id = ?')
  const attach = database.prepare(
    'UPDATE assets SET name = ?, bytes = ?, sha256 = ?, uploaded_ms = ? WHERE id = ?',
  )
  const selectName = database.prepare<[string], number>('SELECT 1 FROM assets WHERE name = ?').pluck()
  const remove = database
    .prepare<[number], string | null>(
      'DELETE FROM assets WHERE coalesce(uploaded_ms, upload_expires_ms) <= ? RETURNING name',
    )
    .pluck()
  const get = (id: string) => {
    const row = select.get(id)
    return row ? assetOf(row) : null
  }
  return {
    get,
    create({ id, accountId, contentType, uploadExpiresMs }) {
      insert.run(id, accountId, contentType, uploadExpiresMs)
    },
    attach(id, { name, bytes, sha256, uploadedMs }) {
      const replaced = get(id)?.file?.name ?? null
      attach.run(name, bytes, sha256, uploadedMs, id)
      return replaced
    },
    hasFileNamed: (name) => selectName.get(name) === 1,
    removeBefore: (beforeMs) => remove.all(beforeMs).filter((name) => name !== null),
  }
}

function assetOf(row: AssetRow): Asset {
  const { name, bytes, sha256, uploaded_ms: uploadedMs } = row
  const isUploaded = name !== null && bytes !== null && sha256 !== null && uploadedMs !== null
  return {
    id: row.id,
    accountId: row.account_id,
    contentType: row.content_type,
    uploadExpiresMs: row.upload_expires_ms,
    file: isUploaded ? { name, bytes, sha256, uploadedMs } : null,
  }
}

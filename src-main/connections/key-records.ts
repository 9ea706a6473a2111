// The keys that connections have had, as rows: where each belongs. The keys themselves stand in the keychain.
import type { ReadableDatabase, WritableDatabase } from '../library/database.ts'

export interface KeyRecord {
  /** The keychain's account of the key. */
  readonly id: string
  readonly connectionId: string
  readonly baseUrl: string
  readonly headerPrefix: string
  readonly createdAtMs: number
}

interface Row {
  readonly id: string
  readonly connection_id: string
  readonly base_url: string
  readonly header_prefix: string
  readonly created_at_ms: number
}
const COLUMNS = 'id, connection_id, base_url, header_prefix, created_at_ms'
const recordOf = (row: Row): KeyRecord => ({
  id: row.id,
  connectionId: row.connection_id,
  baseUrl: row.base_url,
  headerPrefix: row.header_prefix,
  createdAtMs: row.created_at_ms,
})

/** One by its id; null where there is none. */
export function getKeyRecord(db: ReadableDatabase, id: string): KeyRecord | null {
  const row = db.statement(`SELECT ${COLUMNS} FROM connection_keys WHERE id = ?`).get([id])
  // The table is STRICT: these columns are a Row.
  return row === undefined ? null : recordOf(row as Row)
}

/** Inserts, or changes where the header prefix alone is another. */
export function putKeyRecord(db: WritableDatabase, record: KeyRecord): void {
  db.statement(
    `INSERT INTO connection_keys (id, connection_id, base_url, header_prefix, created_at_ms) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET header_prefix = excluded.header_prefix, forgotten_at_ms = NULL`,
  ).run([record.id, record.connectionId, record.baseUrl, record.headerPrefix, record.createdAtMs])
}

/** Those that no connection uses any more and that still stand in the keychain. */
export function supersededKeys(db: ReadableDatabase): readonly KeyRecord[] {
  const sql = `SELECT ${COLUMNS} FROM connection_keys WHERE forgotten_at_ms IS NULL
    AND id NOT IN (SELECT key_id FROM connections WHERE key_id IS NOT NULL AND removed_at_ms IS NULL)`
  // The table is STRICT: these columns are Rows.
  return (db.statement(sql).all() as readonly Row[]).map(recordOf)
}

/** The key itself is gone; the row stays, because generations name it. */
export function markKeyForgotten(db: WritableDatabase, id: string, nowMs: number): void {
  db.statement('UPDATE connection_keys SET forgotten_at_ms = ? WHERE id = ?').run([nowMs, id])
}

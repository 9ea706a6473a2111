// Connections as rows: what a connection is, apart from its key.
import type { ReadableDatabase, WritableDatabase } from '../library/database.ts'

export interface ConnectionRecord {
  readonly id: string
  readonly kind: 'built-in' | 'service'
  readonly name: string
  readonly baseUrl: string | null
  readonly headerPrefix: string
  /** The present key's id; null for the built-in engine. */
  readonly keyId: string | null
  readonly createdAtMs: number
}

/** The built-in engine's row has a fixed id: it exists once. */
export const BUILT_IN_ID = 'built-in'
export const BUILT_IN_NAME = 'built-in engine, procedural'

interface Row {
  readonly id: string
  readonly kind: 'built-in' | 'service'
  readonly name: string
  readonly base_url: string | null
  readonly header_prefix: string
  readonly key_id: string | null
  readonly created_at_ms: number
}
const COLUMNS = 'id, kind, name, base_url, header_prefix, key_id, created_at_ms'
const recordOf = (row: Row): ConnectionRecord => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  baseUrl: row.base_url,
  headerPrefix: row.header_prefix,
  keyId: row.key_id,
  createdAtMs: row.created_at_ms,
})

function rowsOf(
  db: ReadableDatabase,
  sql: string,
  parameters: readonly string[],
): readonly ConnectionRecord[] {
  // The table is STRICT: these columns are a Row.
  return (db.statement(sql).all(parameters) as readonly Row[]).map(recordOf)
}

/** Those in use, oldest first. */
export function listConnections(db: ReadableDatabase): readonly ConnectionRecord[] {
  const sql = `SELECT ${COLUMNS} FROM connections WHERE removed_at_ms IS NULL ORDER BY created_at_ms, id`
  return rowsOf(db, sql, [])
}

/** One, also when it was removed: generations still refer to it. */
export function getConnection(db: ReadableDatabase, id: string): ConnectionRecord | null {
  return rowsOf(db, `SELECT ${COLUMNS} FROM connections WHERE id = ?`, [id])[0] ?? null
}

/** Inserts or replaces by id; a removed one comes back. */
export function putConnection(db: WritableDatabase, connection: ConnectionRecord): void {
  db.statement(
    `INSERT INTO connections (id, kind, name, base_url, header_prefix, key_id, created_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, base_url = excluded.base_url,
       header_prefix = excluded.header_prefix, key_id = excluded.key_id, removed_at_ms = NULL`,
  ).run([
    connection.id,
    connection.kind,
    connection.name,
    connection.baseUrl,
    connection.headerPrefix,
    connection.keyId,
    connection.createdAtMs,
  ])
}

/** Keeps the row, hides the connection. */
export function removeConnection(db: WritableDatabase, id: string, nowMs: number): void {
  db.statement('UPDATE connections SET removed_at_ms = ? WHERE id = ?').run([nowMs, id])
}

/** The built-in engine stands in every library from its first open. */
export function ensureBuiltIn(db: WritableDatabase, nowMs: number): void {
  if (getConnection(db, BUILT_IN_ID) !== null) return
  putConnection(db, {
    id: BUILT_IN_ID,
    kind: 'built-in',
    name: BUILT_IN_NAME,
    baseUrl: null,
    headerPrefix: 'Service',
    keyId: null,
    createdAtMs: nowMs,
  })
}

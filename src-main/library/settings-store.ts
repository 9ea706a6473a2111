// Settings by key, each a JSON value that the caller's schema guards.
import type { z } from 'zod'
import type { ReadableDatabase, WritableDatabase } from './database.ts'

/** The stored value, or null where there is none or it no longer fits the schema (an older or newer app wrote it). */
export function getSetting<T>(db: ReadableDatabase, key: string, schema: z.ZodType<T>): T | null {
  const row = db.statement('SELECT value_json FROM settings WHERE key = ?').get([key])
  // A STRICT table with a json_valid check: the row is { value_json: JSON text }.
  const stored = row as { readonly value_json: string } | undefined
  if (!stored) return null
  const parsed = schema.safeParse(JSON.parse(stored.value_json))
  return parsed.success ? parsed.data : null
}

/** Stores a value. @throws ZodError where the value itself breaks the schema: that is a bug of the caller */
export function setSetting<T>(db: WritableDatabase, key: string, schema: z.ZodType<T>, value: T): void {
  db.statement(
    'INSERT INTO settings (key, value_json) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value_json = excluded.value_json',
  ).run([key, JSON.stringify(schema.parse(value))])
}

export function removeSetting(db: WritableDatabase, key: string): void {
  db.statement('DELETE FROM settings WHERE key = ?').run([key])
}

// The media of intents, and what of them already lies at a service: rows.
import { z } from 'zod'
import type { ReadableDatabase, WritableDatabase } from '../library/database.ts'

/** What a medium is for, by its place in the request's `input`. */
export type SourceRole = 'audio' | 'video'
export const SOURCE_ROLES: readonly SourceRole[] = ['audio', 'video']

/** One medium of an intent: a sound or a clip, with the content that it had when the person asked. */
export interface GenerationSource {
  readonly role: SourceRole
  readonly soundId: number | null
  readonly clipId: string | null
  readonly sha256: string
}

const sourceRow = z.object({
  role: z.enum(['audio', 'video']),
  sound_id: z.int().nullable(),
  clip_id: z.string().nullable(),
  sha256: z.string(),
})

/** Stored in the transaction of the intent. */
export function insertSources(
  db: WritableDatabase,
  generationId: string,
  sources: readonly GenerationSource[],
): void {
  const insert = db.statement(
    'INSERT INTO generation_sources (generation_id, role, sound_id, clip_id, sha256) VALUES (?, ?, ?, ?, ?)',
  )
  for (const { role, soundId, clipId, sha256 } of sources)
    insert.run([generationId, role, soundId, clipId, sha256])
}

/** The audio first. */
export function sourcesOf(db: ReadableDatabase, generationId: string): readonly GenerationSource[] {
  const sql =
    'SELECT role, sound_id, clip_id, sha256 FROM generation_sources WHERE generation_id = ? ORDER BY role'
  return db
    .statement(sql)
    .all([generationId])
    .map((row) => sourceRow.parse(row))
    .map((row) => ({ role: row.role, soundId: row.sound_id, clipId: row.clip_id, sha256: row.sha256 }))
}

/** The sound that an edit began with, as long as the library has it. */
export function parentSoundOf(db: ReadableDatabase, generationId: string): number | null {
  const sql = `SELECT sounds.id FROM generation_sources JOIN sounds ON sounds.id = generation_sources.sound_id
    WHERE generation_sources.generation_id = ? AND role = 'audio'`
  const row = db.statement(sql).get([generationId])
  return row === undefined ? null : z.object({ id: z.int() }).parse(row).id
}

/** What an upload is kept under: the key that sent it may use it, another account may not. */
export interface AssetKey {
  readonly connectionId: string
  /** Null for the built-in engine. */
  readonly keyId: string | null
  readonly sha256: string
  readonly contentType: string
}
export interface StoredAsset {
  readonly assetId: string
  /** By the service's clock. */
  readonly uploadedAtMs: number
}

const assetRow = z.object({ asset_id: z.string(), uploaded_at_ms: z.int() })

/** The newest upload of this content, however old. */
export function getAsset(db: ReadableDatabase, key: AssetKey): StoredAsset | null {
  const sql = `SELECT asset_id, uploaded_at_ms FROM assets
    WHERE connection_id = ? AND key_id = ? AND sha256 = ? AND content_type = ?`
  const row = db.statement(sql).get([key.connectionId, key.keyId ?? '', key.sha256, key.contentType])
  if (row === undefined) return null
  const { asset_id: assetId, uploaded_at_ms: uploadedAtMs } = assetRow.parse(row)
  return { assetId, uploadedAtMs }
}

/** Keeps an upload in place of an older one of the same content. */
export function putAsset(db: WritableDatabase, key: AssetKey, asset: StoredAsset): void {
  const sql = `INSERT OR REPLACE INTO assets (connection_id, key_id, sha256, content_type, asset_id, uploaded_at_ms)
    VALUES (?, ?, ?, ?, ?, ?)`
  const { connectionId, keyId, sha256, contentType } = key
  db.statement(sql).run([
    connectionId,
    keyId ?? '',
    sha256,
    contentType,
    asset.assetId,
    Math.round(asset.uploadedAtMs),
  ])
}

/** A video file where it lies: on this machine, or at an address of the web. */
export interface Clip {
  readonly id: string
  /** Absolute, or the address. */
  readonly path: string
  readonly name: string
  readonly bytes: number
  readonly modifiedMs: number
  readonly sha256: string | null
}

const clipRow = z.object({
  id: z.string(),
  path: z.string(),
  name: z.string(),
  bytes: z.int(),
  modified_ms: z.number(),
  sha256: z.string().nullable(),
})

/** The address that a clip lies at; null for a file of this machine. */
export const addressOf = ({ path }: Pick<Clip, 'path'>): URL | null =>
  /^https?:\/\//.test(path) ? new URL(path) : null

/** The clip at this address. */
export function clipAtAddress(db: ReadableDatabase, address: string): string | null {
  const row = db.statement('SELECT id FROM clips WHERE path = ?').get([address])
  return row === undefined ? null : z.object({ id: z.string() }).parse(row).id
}

export function getClip(db: ReadableDatabase, clipId: string): Clip | null {
  const sql = 'SELECT id, path, name, bytes, modified_ms, sha256 FROM clips WHERE id = ?'
  const row = db.statement(sql).get([clipId])
  if (row === undefined) return null
  const { modified_ms: modifiedMs, ...rest } = clipRow.parse(row)
  return { ...rest, modifiedMs }
}

/** The newest first. */
export function recentClips(db: ReadableDatabase, limit: number): readonly Clip[] {
  const sql =
    'SELECT id, path, name, bytes, modified_ms, sha256 FROM clips ORDER BY created_at_ms DESC, id LIMIT ?'
  return db
    .statement(sql)
    .all([limit])
    .map((row) => {
      const { modified_ms: modifiedMs, ...rest } = clipRow.parse(row)
      return { ...rest, modifiedMs }
    })
}

/** A file of the same path is the same clip; what it holds now is what counts, and is not forgotten while it looks the same. @returns the clip as kept */
export function putClip(db: WritableDatabase, clip: Clip, nowMs: number): Clip {
  const sql = `INSERT INTO clips (id, path, name, bytes, modified_ms, sha256, created_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (path) DO UPDATE SET bytes = excluded.bytes, modified_ms = excluded.modified_ms,
      sha256 = coalesce(excluded.sha256,
        CASE WHEN bytes = excluded.bytes AND modified_ms = excluded.modified_ms THEN sha256 END),
      created_at_ms = excluded.created_at_ms`
  db.statement(sql).run([clip.id, clip.path, clip.name, clip.bytes, clip.modifiedMs, clip.sha256, nowMs])
  const kept = db.statement('SELECT id FROM clips WHERE path = ?').get([clip.path])
  return { ...clip, id: z.object({ id: z.string() }).parse(kept).id }
}

/** Keeps what the file of a clip was read to hold; a file that is no clip is left alone. */
export function keepContent(db: WritableDatabase, content: Omit<Clip, 'id' | 'name'>): void {
  const { path, bytes, modifiedMs, sha256 } = content
  db.statement('UPDATE clips SET bytes = ?, modified_ms = ?, sha256 = ? WHERE path = ?').run([
    bytes,
    modifiedMs,
    sha256,
    path,
  ])
}

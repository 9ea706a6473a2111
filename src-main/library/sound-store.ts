// Sounds in the database: entering, reading, changing, and what became of their files.
import { z } from 'zod'
import type { SoundPatch, SoundRow } from '../bridge/types.ts'
import type { ReadableDatabase, WritableDatabase } from './database.ts'
import { parseSoundRow, ROW_COLUMNS, rowsByIds, tagsOf } from './sound-rows.ts'
import { changeTags, normaliseTags, storeTags, tagsTextOf } from './tags.ts'

export interface NewSound {
  /** A uuid, the one that is written into the file. */
  readonly uid: string
  readonly origin: 'generated' | 'imported' | 'region'
  readonly generationId: string | null
  readonly outputIndex: number | null
  readonly variantIndex: number | null
  readonly parentId: number | null
  readonly connectionId: string | null
  /** As the folder planned it: forward slashes, below the library's folder. */
  readonly relativePath: string
  readonly bytes: number
  /** Of the file as it lies in the folder, in hex. */
  readonly sha256: string
  readonly name: string
  readonly prompt: string
  readonly label: string
  readonly type: string
  readonly category: string | null
  readonly family: string
  readonly model: string
  readonly seed: number | null
  readonly format: string
  readonly sampleRate: number
  readonly channels: number
  readonly durationMs: number
  readonly isLoop: boolean
  readonly credits: number | null
  readonly tags: readonly string[]
  readonly createdAtMs: number
}

/** Of what is computed of a file: a greater one has all files computed again. The partial index of sounds to do is made for this number. */
const FACTS_VERSION = 1

/** What only the file itself can tell. Null loudness is silence, or a file shorter than one block of BS.1770 (400 ms). */
export interface StoredFacts {
  readonly loudnessLufs: number | null
  readonly truePeakDb: number | null
  readonly headSilenceMs: number
  readonly tailSilenceMs: number
  /** As decoded: to the sample, which few compressed files state. */
  readonly durationMs: number
  /** Null where the file is too short, or silent. */
  readonly descriptors: {
    readonly vector: Uint8Array
    readonly tempoBpm: number | null
    readonly pitchHz: number | null
  } | null
  /** 256 buckets of int8 minimum and maximum. */
  readonly overview: Uint8Array
}

/** What the inspector shows beside the row itself; the generation's own part belongs to the generations. */
export interface SoundFacts {
  readonly row: SoundRow
  readonly uid: string
  readonly origin: 'generated' | 'imported' | 'region'
  readonly prompt: string
  readonly label: string
  readonly note: string
  readonly category: string | null
  /** In the Universal Category System, as chosen or as the file had it; '' where it is guessed. */
  readonly catId: string
  readonly bytes: number
  readonly relativePath: string
  readonly sha256: string
  readonly connectionId: string | null
  readonly parentId: number | null
  readonly headSilenceMs: number | null
  readonly tailSilenceMs: number | null
  /** Null where no pulse is clear. */
  readonly tempoBpm: number | null
  /** Null where there is no clear pitch. */
  readonly pitchHz: number | null
  readonly factsError: string | null
  readonly isTrashed: boolean
}

/**
 * Enters sounds whose files already lie in the folder; they are visible when the surrounding transaction commits.
 * Returns their ids in order. @throws SqliteError where a uid, a path or a variant of an output is there already
 */
export function insertSounds(db: WritableDatabase, sounds: readonly NewSound[]): readonly number[] {
  const insert = db.statement(`INSERT INTO sounds (
    uid, origin, generation_id, output_index, variant_index, parent_id, connection_id, relative_path, bytes, sha256,
    name, prompt, label, tags_text, type, category, family, model, seed, format, sample_rate, channels, duration_ms,
    is_loop, credits, created_at_ms
  ) VALUES (
    :uid, :origin, :generationId, :outputIndex, :variantIndex, :parentId, :connectionId, :relativePath, :bytes, :sha256,
    :name, :prompt, :label, :tagsText, :type, :category, :family, :model, :seed, :format, :sampleRate, :channels,
    :durationMs, :isLoop, :credits, :createdAtMs
  )`)
  return db.transaction(() =>
    sounds.map((sound) => {
      const { tags, isLoop, ...columns } = sound
      const kept = normaliseTags(tags)
      const { lastInsertRowid } = insert.run({
        ...columns,
        category: columns.category ?? '',
        tagsText: kept.join('\n'),
        isLoop: isLoop ? 1 : 0,
      })
      const id = Number(lastInsertRowid)
      storeTags(db, id, kept)
      return id
    }),
  )
}

export function getRow(db: ReadableDatabase, soundId: number): SoundRow | null {
  return rowsByIds(db, [soundId])[0] ?? null
}

/** By the name that outlasts the database: in files, links and for agents. Null where it is not there, or in the trash. */
export function soundIdOf(db: ReadableDatabase, uid: string): number | null {
  const row = db.statement('SELECT id FROM sounds WHERE uid = ? AND trashed_at_ms IS NULL').get([uid])
  // One integer column, by the schema.
  return row === undefined ? null : (row as { readonly id: number }).id
}

/** In the order of the ids; what is not in the library is left out. */
export const getRows = rowsByIds

const storedFacts = z.object({
  uid: z.string(),
  origin: z.enum(['generated', 'imported', 'region']),
  prompt: z.string(),
  label: z.string(),
  note: z.string(),
  category: z.string(),
  cat_id: z.string(),
  bytes: z.int(),
  relative_path: z.string(),
  sha256: z.string(),
  connection_id: z.string().nullable(),
  parent_id: z.int().nullable(),
  head_silence_ms: z.int().nullable(),
  tail_silence_ms: z.int().nullable(),
  tempo_bpm: z.number().nullable(),
  pitch_hz: z.number().nullable(),
  facts_error: z.string().nullable(),
  trashed_at_ms: z.int().nullable(),
})

export function getDetailFacts(db: ReadableDatabase, soundId: number): SoundFacts | null {
  const stored = db
    .statement(
      `SELECT ${ROW_COLUMNS}, uid, origin, prompt, label, note, category, cat_id, bytes, relative_path, sha256, connection_id,
         parent_id, head_silence_ms, tail_silence_ms, trashed_at_ms, tempo_bpm, pitch_hz
       FROM sounds LEFT JOIN sound_descriptors ON sound_id = id WHERE id = ?`,
    )
    .get([soundId])
  if (stored === undefined) return null
  const facts = storedFacts.parse(stored)
  return {
    row: parseSoundRow(stored),
    uid: facts.uid,
    origin: facts.origin,
    prompt: facts.prompt,
    label: facts.label,
    note: facts.note,
    category: facts.category === '' ? null : facts.category,
    catId: facts.cat_id,
    bytes: facts.bytes,
    relativePath: facts.relative_path,
    sha256: facts.sha256,
    connectionId: facts.connection_id,
    parentId: facts.parent_id,
    headSilenceMs: facts.head_silence_ms,
    tailSilenceMs: facts.tail_silence_ms,
    tempoBpm: facts.tempo_bpm,
    pitchHz: facts.pitch_hz,
    factsError: facts.facts_error,
    isTrashed: facts.trashed_at_ms !== null,
  }
}

/** The sounds of one generation that are not in the trash, by output and variant. */
export function byGeneration(db: ReadableDatabase, generationId: string): readonly SoundRow[] {
  return db
    .statement(
      `SELECT ${ROW_COLUMNS} FROM sounds WHERE generation_id = ? AND trashed_at_ms IS NULL ORDER BY output_index, variant_index`,
    )
    .all([generationId])
    .map(parseSoundRow)
}

/** The takes of the same output, this one included, by variant; a sound that was not generated stands alone. */
export function takesOf(db: ReadableDatabase, soundId: number): readonly SoundRow[] {
  const row = getRow(db, soundId)
  if (!row) return []
  if (row.generationId === null) return [row]
  return byGeneration(db, row.generationId).filter((take) => take.outputIndex === row.outputIndex)
}

/** What this sound was made from, also when that one lies in the trash. */
export function parentOf(db: ReadableDatabase, soundId: number): SoundRow | null {
  const stored = db
    .statement(`SELECT ${ROW_COLUMNS} FROM sounds WHERE id = (SELECT parent_id FROM sounds WHERE id = ?)`)
    .get([soundId])
  return stored === undefined ? null : parseSoundRow(stored)
}

/** What was made from this sound and is not in the trash, oldest first, at most 200. */
export function childrenOf(db: ReadableDatabase, soundId: number): readonly SoundRow[] {
  return db
    .statement(
      `SELECT ${ROW_COLUMNS} FROM sounds WHERE parent_id = ? AND trashed_at_ms IS NULL ORDER BY id LIMIT 200`,
    )
    .all([soundId])
    .map(parseSoundRow)
}

/** Applies one patch to all of these sounds, or to none of them. Returns how many were found. */
export function changeSounds(db: WritableDatabase, soundIds: readonly number[], patch: SoundPatch): number {
  const columns: Readonly<Record<string, string | number | null | undefined>> = {
    name: patch.name,
    note: patch.note,
    is_favourite: patch.isFavourite === undefined ? undefined : Number(patch.isFavourite),
    rating: patch.rating,
    verdict: patch.verdict,
  }
  const changed = Object.entries(columns).filter(([, value]) => value !== undefined)
  // Names come from the table above, values are bound.
  const assignments = changed.map(([column]) => `${column} = ?`).join(', ')
  const values = changed.map(([, value]) => value ?? null)
  const changesTags = (patch.addTags?.length ?? 0) + (patch.removeTags?.length ?? 0) > 0
  return db.transaction(() => {
    let found = 0
    for (const id of soundIds) {
      const tagsText = tagsTextOf(db, id)
      if (tagsText === null) continue
      found += 1
      if (changed.length > 0)
        db.statement(`UPDATE sounds SET ${assignments} WHERE id = ?`).run([...values, id])
      if (changesTags) changeTags(db, id, tagsText, patch)
    }
    return found
  })
}

export function setFacts(db: WritableDatabase, soundId: number, facts: StoredFacts, nowMs: number): void {
  db.transaction(() => {
    const { changes } = db
      .statement(
        `UPDATE sounds SET loudness_lufs = :loudnessLufs, true_peak_db = :truePeakDb, head_silence_ms = :headSilenceMs,
           tail_silence_ms = :tailSilenceMs, duration_ms = :durationMs, facts_at_ms = :nowMs, facts_version = ${FACTS_VERSION},
           facts_error = NULL WHERE id = :soundId`,
      )
      .run({
        loudnessLufs: facts.loudnessLufs,
        truePeakDb: facts.truePeakDb,
        headSilenceMs: Math.round(facts.headSilenceMs),
        tailSilenceMs: Math.round(facts.tailSilenceMs),
        durationMs: Math.round(facts.durationMs),
        nowMs,
        soundId,
      })
    if (changes === 0) return
    db.statement('INSERT OR REPLACE INTO sound_overviews (sound_id, overview) VALUES (?, ?)').run([
      soundId,
      facts.overview,
    ])
    if (facts.descriptors === null) return
    db.statement(
      'INSERT OR REPLACE INTO sound_descriptors (sound_id, vector, tempo_bpm, pitch_hz) VALUES (?, ?, ?, ?)',
    ).run([soundId, facts.descriptors.vector, facts.descriptors.tempoBpm, facts.descriptors.pitchHz])
  })
}

/** The facts could not be computed: the reason is kept, and the file is not tried again at each start. */
export function setFactsError(db: WritableDatabase, soundId: number, code: string, nowMs: number): void {
  db.statement(
    `UPDATE sounds SET facts_at_ms = ?, facts_version = ${FACTS_VERSION}, facts_error = ? WHERE id = ?`,
  ).run([nowMs, code, soundId])
}

/** Sounds whose facts are still to be computed, oldest first; what is missing or in the trash waits. */
export function soundsWithoutFacts(
  db: ReadableDatabase,
  limit: number,
): readonly { readonly id: number; readonly uid: string; readonly relativePath: string }[] {
  // Three columns of a STRICT table.
  return db
    .statement(
      `SELECT id, uid, relative_path AS relativePath FROM sounds
       WHERE facts_version < ${FACTS_VERSION} AND missing_at_ms IS NULL AND trashed_at_ms IS NULL ORDER BY id LIMIT ?`,
    )
    .all([limit]) as { readonly id: number; readonly uid: string; readonly relativePath: string }[]
}

/** 256 buckets of int8 minimum and maximum; null while they are not computed. */
export function getOverview(db: ReadableDatabase, soundId: number): Uint8Array | null {
  const row = db.statement('SELECT overview FROM sound_overviews WHERE sound_id = ?').get([soundId])
  // One BLOB column, by the schema.
  return row === undefined ? null : (row as { readonly overview: Uint8Array }).overview
}

/** The file is not where it should be; null: it is there again. */
export function markMissing(db: WritableDatabase, soundId: number, missingAtMs: number | null): void {
  db.statement('UPDATE sounds SET missing_at_ms = ? WHERE id = ?').run([missingAtMs, soundId])
}

/** The file went to the system's trash, or (null) came back. Returns how many rows changed. */
export function markTrashed(
  db: WritableDatabase,
  soundIds: readonly number[],
  trashedAtMs: number | null,
): number {
  const update = db.statement(
    'UPDATE sounds SET trashed_at_ms = :at WHERE id = :id AND (trashed_at_ms IS NULL) != (:at IS NULL)',
  )
  const forgetTags = db.statement('DELETE FROM sound_tags WHERE sound_id = ?')
  return db.transaction(() => {
    let changed = 0
    for (const id of soundIds) {
      if (update.run({ at: trashedAtMs, id }).changes === 0) continue
      changed += 1
      if (trashedAtMs === null) storeTags(db, id, tagsOf(tagsTextOf(db, id) ?? ''))
      else forgetTags.run([id])
    }
    return changed
  })
}

/** A sound with this content that is not in the trash: for duplicates, and for adopting a file whose row was lost. */
export function findByContent(db: ReadableDatabase, sha256: string): SoundRow | null {
  const stored = db
    .statement(
      `SELECT ${ROW_COLUMNS} FROM sounds WHERE sha256 = ? AND trashed_at_ms IS NULL ORDER BY id LIMIT 1`,
    )
    .get([sha256])
  return stored === undefined ? null : parseSoundRow(stored)
}

/** A sound or a transcription has a file there, or a transfer or an import is on its way to it; upper and lower case are the same. */
export function isPathTaken(db: ReadableDatabase, relativePath: string): boolean {
  return (
    db
      .statement(
        `SELECT 1 FROM sounds WHERE relative_path = :path
         UNION ALL SELECT 1 FROM transcription_files WHERE relative_path = :path
         UNION ALL SELECT 1 FROM transfers WHERE relative_path = :path COLLATE NOCASE
         UNION ALL SELECT 1 FROM import_files WHERE relative_path = :path AND state = 'copying' LIMIT 1`,
      )
      .get({ path: relativePath }) !== undefined
  )
}

/** The request that made an imported sound, where its file says it; null for all others. */
export function storedRequest(
  db: ReadableDatabase,
  soundId: number,
): { readonly [key: string]: unknown } | null {
  // By the statement: JSON text or null.
  const row = db
    .statement(`SELECT record_json -> '$.request' AS request FROM sound_provenance WHERE sound_id = ?`)
    .get([soundId]) as { readonly request: string | null } | undefined
  if (row?.request == null) return null
  const request: unknown = JSON.parse(row.request)
  return typeof request === 'object' && request !== null ? { ...request } : null
}

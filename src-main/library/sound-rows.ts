// What a row of the library is: the columns that a table's line needs, and the parsing of them.
import { z } from 'zod'
import type { SoundRow } from '../bridge/types.ts'
import type { ReadableDatabase } from './database.ts'

/** The columns of a `SoundRow`, from `sounds`. */
export const ROW_COLUMNS = `id, name, type, family, model, seed, format, sample_rate, channels, duration_ms, is_loop,
  loudness_lufs, true_peak_db, credits, is_favourite, rating, verdict, tags_text, created_at_ms, missing_at_ms,
  facts_at_ms, facts_error, generation_id, output_index, variant_index,
  EXISTS (SELECT 1 FROM generation_sources JOIN generations ON generations.id = generation_id
    WHERE sound_id = sounds.id AND generations.family = 'audio-to-midi' AND state = 'done') AS has_notes`

/** STRICT columns hold what they say; what is parsed here is what SQL cannot promise: which words a text may be. */
const storedRow = z.object({
  id: z.int(),
  name: z.string(),
  type: z.string(),
  family: z.string(),
  model: z.string(),
  seed: z.int().nullable(),
  format: z.string(),
  sample_rate: z.int(),
  channels: z.int(),
  duration_ms: z.int(),
  is_loop: z.int(),
  loudness_lufs: z.number().nullable(),
  true_peak_db: z.number().nullable(),
  credits: z.int().nullable(),
  is_favourite: z.int(),
  rating: z.int(),
  verdict: z.enum(['kept', 'rejected']).nullable(),
  tags_text: z.string(),
  created_at_ms: z.int(),
  missing_at_ms: z.int().nullable(),
  facts_at_ms: z.int().nullable(),
  facts_error: z.string().nullable(),
  generation_id: z.string().nullable(),
  output_index: z.int().nullable(),
  variant_index: z.int().nullable(),
  has_notes: z.int(),
})

/** Tags in the text column, a line each. */
export const tagsOf = (tagsText: string): readonly string[] => (tagsText === '' ? [] : tagsText.split('\n'))

/** @throws ZodError where the row is not one of ROW_COLUMNS */
export function parseSoundRow(stored: unknown): SoundRow {
  const row = storedRow.parse(stored)
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    family: row.family,
    model: row.model,
    seed: row.seed,
    format: row.format,
    sampleRate: row.sample_rate,
    channels: row.channels,
    durationMs: row.duration_ms,
    isLoop: row.is_loop === 1,
    loudnessLufs: row.loudness_lufs,
    truePeakDb: row.true_peak_db,
    credits: row.credits,
    isFavourite: row.is_favourite === 1,
    rating: row.rating,
    verdict: row.verdict,
    tags: tagsOf(row.tags_text),
    createdAtMs: row.created_at_ms,
    isMissing: row.missing_at_ms !== null,
    hasFacts: row.facts_at_ms !== null && row.facts_error === null,
    generationId: row.generation_id,
    outputIndex: row.output_index,
    variantIndex: row.variant_index,
    hasNotes: row.has_notes === 1,
  }
}

/** What is stored of these ids, in their order; ids that are not in the library are left out. */
export function storedByIds(db: ReadableDatabase, ids: readonly number[]): readonly unknown[] {
  const statement = db.statement(`SELECT ${ROW_COLUMNS} FROM sounds WHERE id = ?`)
  return ids.map((id) => statement.get([id])).filter((stored) => stored !== undefined)
}

export function rowsByIds(db: ReadableDatabase, ids: readonly number[]): readonly SoundRow[] {
  return storedByIds(db, ids).map(parseSoundRow)
}

/** Counts up with each change of what the library shows: what a reader derived at one revision holds while it stands. */
export function libraryRevision(db: ReadableDatabase): number {
  // One row of integers, by the schema.
  const row = db.statement('SELECT revision FROM library_state').get() as { readonly revision: number }
  return row.revision
}

export interface LibraryStats {
  /** Sounds that are not in the trash. */
  readonly count: number
  readonly bytes: number
}
export function libraryStats(db: ReadableDatabase): LibraryStats {
  // Two integers, by the schema.
  return db.statement('SELECT sound_count AS count, bytes FROM library_state').get() as LibraryStats
}

/** How many sounds have a value in each of the columns that may have none. */
export function valueCounts(db: ReadableDatabase): {
  readonly seed: number
  readonly loudness_lufs: number
  readonly credits: number
} {
  // Three integers, by the schema.
  return db
    .statement(
      'SELECT seed_count AS seed, loudness_count AS loudness_lufs, credits_count AS credits FROM library_state',
    )
    .get() as ReturnType<typeof valueCounts>
}

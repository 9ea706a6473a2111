// A sound of the library as agents read it: names as the service writes them, and the file's path, since they work on this machine.
import type { SoundRow } from '../bridge/types.ts'
import type { ReadableDatabase } from '../library/database.ts'
import { getDetailFacts } from '../library/sound-store.ts'

export interface SoundLookUp {
  readonly db: ReadableDatabase
  /** Absolute path of a finished file, or null. */
  readonly readyPath: (soundId: number) => string | null
}

/** What a list shows of a sound. */
export function soundFacts({ db, readyPath }: SoundLookUp, row: SoundRow): { [key: string]: unknown } {
  const facts = getDetailFacts(db, row.id)
  return {
    uid: facts?.uid ?? null,
    name: row.name,
    prompt: facts?.prompt ?? '',
    type: row.type,
    tags: row.tags,
    duration_ms: row.durationMs,
    format: row.format,
    sample_rate: row.sampleRate,
    channels: row.channels,
    is_loop: row.isLoop,
    loudness_lufs: row.loudnessLufs,
    true_peak_db: row.truePeakDb,
    is_favourite: row.isFavourite,
    rating: row.rating,
    family: row.family,
    model: row.model,
    seed: row.seed,
    credits: row.credits,
    created_at: new Date(row.createdAtMs).toISOString(),
    generation_id: row.generationId,
    /** Null where the file is missing. */
    path: readyPath(row.id),
  }
}

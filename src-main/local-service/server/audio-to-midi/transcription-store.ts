// Transcription jobs and detections under way, in the table of jobs: so they hold credits and count as running like any other.

import type { Database } from 'better-sqlite3'
import type { AudioToMidiRequest, ErrorCode } from '../../../contract/index.ts'
import type { FileRecord } from '../../jobs/job-store.ts'
import type { HeardInstrument, Transcription } from '../../transcription/transcription.ts'

/** Families that are no `Family` of the v3 collections. */
export const TRANSCRIPTION_FAMILY = 'audio-to-midi'
export const DETECTION_FAMILY = 'instrument-detection'
export type AudioFamily = typeof TRANSCRIPTION_FAMILY | typeof DETECTION_FAMILY

/** A recording that is read, measured and known by its content. */
export interface AudioFacts {
  readonly path: string
  readonly durationMs: number
  /** SHA-256 of the file in hex. */
  readonly content: string
  readonly assetId: string
}

export interface AudioWork {
  readonly source: AudioFacts
  /** Null for a detection. */
  readonly request: AudioToMidiRequest | null
  /** Its request is held open: nobody could read the result after a restart. */
  readonly isSync: boolean
}

export interface StoredTranscription {
  readonly transcription: Transcription
  readonly midiFileId: string
  readonly musicXmlFileId: string
  /** Absent where no scores were asked for or could be printed. */
  readonly scores?: StoredScores
}

export interface StoredScores {
  readonly bundleFileId: string
  readonly manifestFileId: string
  readonly pdfs: readonly {
    readonly fileId: string
    readonly filename: string
    readonly kind: 'score' | 'part' | 'tablature'
    readonly part: string | null
    readonly sha256: string
  }[]
}

export interface TranscriptionError {
  readonly code: ErrorCode
  readonly message: string
  readonly isRetryable: boolean
}

export type AudioJobStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'expired'

export interface AudioJob {
  readonly id: string
  readonly accountId: string
  readonly keyId: string
  readonly family: AudioFamily
  readonly status: AudioJobStatus
  readonly work: AudioWork
  /** What is held while it runs; 0 for a user who is not metered, null on an organization's account. */
  readonly quotedCredits: number | null
  readonly credits: number | null
  readonly estimatedMs: number
  readonly error: TranscriptionError | null
  readonly result: StoredTranscription | null
  readonly idempotencyKey: string | null
  readonly createdMs: number
  readonly expiresMs: number
}

export interface AudioEnding {
  readonly status: 'succeeded' | 'failed'
  readonly credits: number | null
  readonly error: TranscriptionError | null
  readonly result: StoredTranscription | null
  readonly files: readonly FileRecord[]
  /** What a detection heard; null for a transcription and for a failure. */
  readonly instruments: readonly HeardInstrument[] | null
}

export interface TranscriptionStore {
  insert(job: AudioJob, model: string): void
  get(id: string): AudioJob | null
  unfinished(): readonly AudioJob[]
  markRunning(id: string, nowMs: number): void
  /** False when it had ended already (it expired). */
  finish(id: string, ending: AudioEnding, nowMs: number): boolean
}

interface Row {
  readonly id: string
  readonly account_id: string
  readonly key_id: string
  readonly family: string
  readonly status: string
  readonly work: string
  readonly quoted_credits: number | null
  readonly credits: number | null
  readonly estimated_ms: number
  readonly errors: string
  readonly outputs: string | null
  readonly idempotency_key: string | null
  readonly created_ms: number
  readonly expires_ms: number
}

const FAMILIES = `family IN ('${TRANSCRIPTION_FAMILY}', '${DETECTION_FAMILY}')`

/** The audio jobs kept in this database. */
export function createTranscriptionStore(
  database: Database,
  insertFile: (file: FileRecord) => void,
): TranscriptionStore {
  const insert = database.prepare(`
    INSERT INTO jobs (id, account_id, key_id, family, status, model, seed, variants_requested, work, quoted_credits,
      estimated_ms, errors, idempotency_key, created_ms, expires_ms)
    VALUES (@id, @accountId, @keyId, @family, @status, @model, 0, 1, @work, @quotedCredits,
      @estimatedMs, '[]', @idempotencyKey, @createdMs, @expiresMs)`)
  const select = database.prepare<[string], Row>(`SELECT * FROM jobs WHERE id = ? AND ${FAMILIES}`)
  const selectUnfinished = database.prepare<[], Row>(
    `SELECT * FROM jobs WHERE status IN ('queued', 'running') AND ${FAMILIES} ORDER BY created_ms, rowid`,
  )
  const start = database.prepare(
    "UPDATE jobs SET status = 'running', started_ms = ? WHERE id = ? AND status = 'queued'",
  )
  const finish = database.prepare(`
    UPDATE jobs SET status = @status, credits = @credits, errors = @errors, outputs = @outputs, completed_ms = @nowMs
    WHERE id = @id AND status IN ('queued', 'running')`)
  return {
    insert(job, model) {
      insert.run({ ...job, model, work: JSON.stringify(job.work) })
    },
    get(id) {
      const row = select.get(id)
      return row ? jobOf(row) : null
    },
    unfinished: () => selectUnfinished.all().map(jobOf),
    markRunning(id, nowMs) {
      start.run(nowMs, id)
    },
    finish(id, { status, credits, error, result, files }, nowMs) {
      const errors = JSON.stringify(error ? [error] : [])
      const outputs = result === null ? null : JSON.stringify(result)
      if (finish.run({ id, status, credits, errors, outputs, nowMs }).changes === 0) return false
      for (const file of files) insertFile(file)
      return true
    },
  }
}

/** The casts and JSON.parse calls trust this store's own writes: nothing else writes these rows. */
function jobOf(row: Row): AudioJob {
  return {
    id: row.id,
    accountId: row.account_id,
    keyId: row.key_id,
    family: row.family as AudioFamily,
    status: row.status as AudioJobStatus,
    work: JSON.parse(row.work),
    quotedCredits: row.quoted_credits,
    credits: row.credits,
    estimatedMs: row.estimated_ms,
    error: JSON.parse(row.errors)[0] ?? null,
    result: row.outputs === null ? null : JSON.parse(row.outputs),
    idempotencyKey: row.idempotency_key,
    createdMs: row.created_ms,
    expiresMs: row.expires_ms,
  }
}

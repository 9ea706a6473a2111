// Jobs, their files and the memory of idempotency keys, in SQLite.

import type { Database } from 'better-sqlite3'
import { COLLECTION_BY_FAMILY, type Family } from '../../contract/index.ts'
import { isUnfinished, type JobStatus, type Settlement, type StoredJob } from './job.ts'
import { createRecentJobs } from './recent-jobs.ts'

export interface FileRecord {
  readonly id: string
  readonly jobId: string
  /** Name in the folder of files. */
  readonly name: string
  readonly contentType: string
  readonly bytes: number
  readonly sha256: string
  readonly createdMs: number
}

export interface RememberedCreate {
  readonly fingerprint: Buffer
  readonly jobId: string
  readonly createdMs: number
}

export interface JobStore {
  insert(job: StoredJob): void
  get(id: string): StoredJob | null
  unfinished(): readonly StoredJob[]
  countUnfinishedOfKey(keyId: string): number
  /** False when the job is no longer queued. */
  markRunning(id: string, nowMs: number): boolean
  /** Ends an unfinished job; false when it has ended already. */
  finish(id: string, settlement: Settlement, nowMs: number): boolean
  /** Lets unfinished jobs past their lifetime expire; returns their ids. */
  expire(nowMs: number): readonly string[]
  /** Removes records of jobs whose time to be read is over. */
  removeForgotten(nowMs: number, expiredReadableMs: number): void
  insertFile(file: FileRecord): void
  file(id: string): FileRecord | null
  hasFileNamed(name: string): boolean
  /** Removes the records of files made before `beforeMs`; returns their names. */
  removeFilesBefore(beforeMs: number): readonly string[]
  remembered(accountId: string, collection: string, key: string): RememberedCreate | null
  remember(accountId: string, collection: string, key: string, create: RememberedCreate): void
  forgetBefore(beforeMs: number): void
}

interface JobRow {
  readonly id: string
  readonly account_id: string
  readonly key_id: string
  readonly family: string
  readonly status: string
  readonly model: string
  readonly seed: number
  readonly variants_requested: number
  readonly work: string
  readonly quoted_credits: number | null
  readonly credits: number | null
  readonly estimated_ms: number
  readonly errors: string
  readonly outputs: string | null
  readonly idempotency_key: string | null
  readonly created_ms: number
  readonly started_ms: number | null
  readonly completed_ms: number | null
  readonly expires_ms: number
}

interface FileRow {
  readonly id: string
  readonly job_id: string
  readonly name: string
  readonly content_type: string
  readonly bytes: number
  readonly sha256: string
  readonly created_ms: number
}

interface IdempotencyRow {
  readonly fingerprint: Buffer
  readonly job_id: string
  readonly created_ms: number
}

/** The jobs kept in this database. */
export function createJobStore(database: Database): JobStore {
  const insertJob = database.prepare(`
    INSERT INTO jobs (id, account_id, key_id, family, status, model, seed, variants_requested, work,
      quoted_credits, credits, estimated_ms, errors, outputs, idempotency_key, created_ms, started_ms, completed_ms, expires_ms)
    VALUES (@id, @accountId, @keyId, @family, @status, @model, @seed, @variantsRequested, @work,
      @quotedCredits, @credits, @estimatedMs, @errors, @outputs, @idempotencyKey, @createdMs, @startedMs, @completedMs, @expiresMs)`)
  const selectJob = database.prepare<[string], JobRow>('SELECT * FROM jobs WHERE id = ?')
  const selectUnfinished = database.prepare<[], JobRow>(
    // Audio-to-MIDI keeps its jobs in the same table and runs them itself.
    `SELECT * FROM jobs WHERE status IN ('queued', 'running')
      AND family NOT IN ('audio-to-midi', 'instrument-detection') ORDER BY created_ms, rowid`,
  )
  const countOfKey = database
    .prepare<[string], number>(
      "SELECT count(*) FROM jobs WHERE status IN ('queued', 'running') AND key_id = ?",
    )
    .pluck()
  const startJob = database.prepare(
    "UPDATE jobs SET status = 'running', started_ms = ? WHERE id = ? AND status = 'queued'",
  )
  const finishJob = database.prepare(`
    UPDATE jobs SET status = @status, credits = @credits, errors = @errors, outputs = @outputs, completed_ms = @nowMs
    WHERE id = @id AND status IN ('queued', 'running')`)
  const expireJobs = database
    .prepare<[number], string>(`
      UPDATE jobs SET status = 'expired', credits = iif(quoted_credits IS NULL, NULL, 0)
      WHERE status IN ('queued', 'running') AND expires_ms <= ? RETURNING id`)
    .pluck()
  const deleteForgotten = database.prepare(`
    DELETE FROM jobs WHERE expires_ms <= @nowMs AND status NOT IN ('queued', 'running')
      AND (status <> 'expired' OR expires_ms + @expiredReadableMs <= @nowMs)`)
  const insertFile = database.prepare(`
    INSERT INTO files (id, job_id, name, content_type, bytes, sha256, created_ms)
    VALUES (@id, @jobId, @name, @contentType, @bytes, @sha256, @createdMs)`)
  const selectFile = database.prepare<[string], FileRow>('SELECT * FROM files WHERE id = ?')
  const selectName = database.prepare<[string], number>('SELECT 1 FROM files WHERE name = ?').pluck()
  const deleteFiles = database
    .prepare<[number], string>('DELETE FROM files WHERE created_ms <= ? RETURNING name')
    .pluck()
  const selectRemembered = database.prepare<[string, string, string], IdempotencyRow>(
    'SELECT fingerprint, job_id, created_ms FROM idempotency WHERE account_id = ? AND collection = ? AND key = ?',
  )
  const insertRemembered = database.prepare(`
    INSERT OR REPLACE INTO idempotency (account_id, collection, key, fingerprint, job_id, created_ms)
    VALUES (?, ?, ?, ?, ?, ?)`)
  const deleteRemembered = database.prepare('DELETE FROM idempotency WHERE created_ms <= ?')

  /** Jobs as they were read last: a job is polled many times between two changes. What changes one forgets it here. */
  const recent = createRecentJobs()

  function read(id: string): StoredJob | null {
    const row = selectJob.get(id)
    if (!row) return null
    const job = jobOf(row)
    // Audio-to-MIDI changes its jobs itself; and what a transaction sees may yet be rolled back.
    if (row.family in COLLECTION_BY_FAMILY && !database.inTransaction) recent.keep(job)
    return job
  }

  return {
    insert(job) {
      insertJob.run({
        ...job,
        work: JSON.stringify(job.work),
        errors: JSON.stringify(job.errors),
        outputs: job.outputs === null ? null : JSON.stringify(job.outputs),
      })
    },
    get: (id) => recent.get(id) ?? read(id),
    unfinished: () => selectUnfinished.all().map(jobOf).filter(isUnfinished),
    countUnfinishedOfKey: (keyId) => countOfKey.get(keyId) ?? 0,
    markRunning(id, nowMs) {
      recent.forget(id)
      return startJob.run(nowMs, id).changes === 1
    },
    finish(id, { status, credits, errors, outputs }, nowMs) {
      recent.forget(id)
      const result = finishJob.run({
        id,
        status,
        credits,
        errors: JSON.stringify(errors),
        outputs: outputs === null ? null : JSON.stringify(outputs),
        nowMs,
      })
      return result.changes === 1
    },
    expire(nowMs) {
      recent.forgetExpired(nowMs)
      return expireJobs.all(nowMs)
    },
    removeForgotten(nowMs, expiredReadableMs) {
      recent.forgetExpired(nowMs)
      deleteForgotten.run({ nowMs, expiredReadableMs })
    },
    insertFile(file) {
      insertFile.run(file)
    },
    file(id) {
      const row = selectFile.get(id)
      return row ? fileOf(row) : null
    },
    hasFileNamed: (name) => selectName.get(name) === 1,
    removeFilesBefore: (beforeMs) => deleteFiles.all(beforeMs),
    remembered(accountId, collection, key) {
      const row = selectRemembered.get(accountId, collection, key)
      return row ? { fingerprint: row.fingerprint, jobId: row.job_id, createdMs: row.created_ms } : null
    },
    remember(accountId, collection, key, { fingerprint, jobId, createdMs }) {
      insertRemembered.run(accountId, collection, key, fingerprint, jobId, createdMs)
    },
    forgetBefore(beforeMs) {
      deleteRemembered.run(beforeMs)
    },
  }
}

/** The casts and JSON.parse calls trust this store's own writes: nothing else writes these columns. */
function jobOf(row: JobRow): StoredJob {
  return {
    id: row.id,
    accountId: row.account_id,
    keyId: row.key_id,
    family: row.family as Family,
    status: row.status as JobStatus,
    model: row.model,
    seed: row.seed,
    variantsRequested: row.variants_requested,
    work: JSON.parse(row.work),
    quotedCredits: row.quoted_credits,
    credits: row.credits,
    estimatedMs: row.estimated_ms,
    errors: JSON.parse(row.errors),
    outputs: row.outputs === null ? null : JSON.parse(row.outputs),
    idempotencyKey: row.idempotency_key,
    createdMs: row.created_ms,
    startedMs: row.started_ms,
    completedMs: row.completed_ms,
    expiresMs: row.expires_ms,
  }
}

function fileOf(row: FileRow): FileRecord {
  return {
    id: row.id,
    jobId: row.job_id,
    name: row.name,
    contentType: row.content_type,
    bytes: row.bytes,
    sha256: row.sha256,
    createdMs: row.created_ms,
  }
}

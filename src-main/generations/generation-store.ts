// Generations as rows. Every change of state is one durable write, so that a restart goes on where it was.
import { z } from 'zod'
import type { GenerationState, WaitingFor } from '../bridge/types.ts'
import type { ReadableDatabase, WritableDatabase } from '../library/database.ts'
import { CLOCK_MARGIN_MS, type Generation } from './generation.ts'

interface Row {
  readonly id: string
  readonly connection_id: string
  readonly family: string
  readonly model: string
  readonly label: string
  readonly duration_ms: number
  readonly variants_requested: number
  readonly seed: number | null
  readonly body: Buffer
  readonly idempotency_key: string
  readonly state: GenerationState
  readonly waiting_for: WaitingFor | null
  readonly quoted_credits: number | null
  readonly charged_credits: number | null
  readonly created_at_ms: number
  readonly first_sent_at_ms: number | null
  readonly finished_at_ms: number | null
  readonly attempts: number
  readonly next_attempt_at_ms: number | null
  readonly job_id: string | null
  readonly job_url: string | null
  readonly job_status: string | null
  readonly job_created_at_ms: number | null
  readonly job_expires_at_ms: number | null
  readonly job_progress: number | null
  readonly job_estimated_ms: number | null
  readonly job_json: string | null
  readonly key_id: string | null
  readonly is_metered: 0 | 1
  readonly priced_at_ms: number | null
  readonly balance_before: number | null
  readonly balance_after: number | null
  readonly unread_answer: string | null
  readonly remarks_json: string | null
  readonly error_json: string | null
  readonly dismissed_at_ms: number | null
  readonly needs_upload: 0 | 1
  readonly assets_until_ms: number | null
  readonly assets_refused: number
}

/** Column by field, for all that may change after the insert. */
const CHANGEABLE = {
  body: 'body',
  idempotencyKey: 'idempotency_key',
  needsUpload: 'needs_upload',
  assetsUntilMs: 'assets_until_ms',
  assetsRefused: 'assets_refused',
  seed: 'seed',
  state: 'state',
  waitingFor: 'waiting_for',
  quotedCredits: 'quoted_credits',
  chargedCredits: 'charged_credits',
  firstSentAtMs: 'first_sent_at_ms',
  finishedAtMs: 'finished_at_ms',
  attempts: 'attempts',
  nextAttemptAtMs: 'next_attempt_at_ms',
  jobId: 'job_id',
  jobUrl: 'job_url',
  jobStatus: 'job_status',
  jobCreatedAtMs: 'job_created_at_ms',
  jobExpiresAtMs: 'job_expires_at_ms',
  jobProgress: 'job_progress',
  jobEstimatedMs: 'job_estimated_ms',
  jobJson: 'job_json',
  keyId: 'key_id',
  pricedAtMs: 'priced_at_ms',
  balanceBefore: 'balance_before',
  balanceAfter: 'balance_after',
  unreadAnswer: 'unread_answer',
  remarks: 'remarks_json',
  error: 'error_json',
  dismissedAtMs: 'dismissed_at_ms',
} as const satisfies Partial<Record<keyof Generation, string>>

const remarksSchema = z.array(z.string())
const errorSchema = z.looseObject({ code: z.string(), message: z.string(), retryable: z.boolean() })

function generationOf(row: Row): Generation {
  return {
    id: row.id,
    connectionId: row.connection_id,
    family: row.family,
    model: row.model,
    label: row.label,
    durationMs: row.duration_ms,
    variantsRequested: row.variants_requested,
    seed: row.seed,
    body: row.body,
    idempotencyKey: row.idempotency_key,
    state: row.state,
    waitingFor: row.waiting_for,
    quotedCredits: row.quoted_credits,
    chargedCredits: row.charged_credits,
    createdAtMs: row.created_at_ms,
    firstSentAtMs: row.first_sent_at_ms,
    finishedAtMs: row.finished_at_ms,
    attempts: row.attempts,
    nextAttemptAtMs: row.next_attempt_at_ms,
    jobId: row.job_id,
    jobUrl: row.job_url,
    jobStatus: row.job_status,
    jobCreatedAtMs: row.job_created_at_ms,
    jobExpiresAtMs: row.job_expires_at_ms,
    jobProgress: row.job_progress,
    jobEstimatedMs: row.job_estimated_ms,
    jobJson: row.job_json,
    keyId: row.key_id,
    isMetered: row.is_metered === 1,
    pricedAtMs: row.priced_at_ms,
    balanceBefore: row.balance_before,
    balanceAfter: row.balance_after,
    unreadAnswer: row.unread_answer,
    remarks: row.remarks_json === null ? [] : remarksSchema.parse(JSON.parse(row.remarks_json)),
    error: row.error_json === null ? null : errorSchema.parse(JSON.parse(row.error_json)),
    dismissedAtMs: row.dismissed_at_ms,
    needsUpload: row.needs_upload === 1,
    assetsUntilMs: row.assets_until_ms,
    assetsRefused: row.assets_refused,
  }
}

function rowsOf(
  db: ReadableDatabase,
  sql: string,
  parameters: readonly (string | number)[],
): readonly Generation[] {
  // The table is STRICT with checks on its closed lists; `SELECT *` of it is a Row.
  return (db.statement(sql).all(parameters) as readonly Row[]).map(generationOf)
}

/** Stores a new intent. False when this id is already there: the same intent, sent twice by the window. */
export function insertGeneration(db: WritableDatabase, generation: Generation): boolean {
  const result = db
    .statement(
      `INSERT INTO generations (id, connection_id, family, model, label, duration_ms, variants_requested, seed, body,
         idempotency_key, state, quoted_credits, is_metered, priced_at_ms, created_at_ms, needs_upload)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    )
    .run([
      generation.id,
      generation.connectionId,
      generation.family,
      generation.model,
      generation.label,
      generation.durationMs,
      generation.variantsRequested,
      generation.seed,
      generation.body,
      generation.idempotencyKey,
      generation.state,
      generation.quotedCredits,
      generation.isMetered ? 1 : 0,
      generation.pricedAtMs,
      generation.createdAtMs,
      generation.needsUpload ? 1 : 0,
    ])
  return result.changes === 1
}

/** Writes what changed and answers with the whole. */
export function changeGeneration(
  db: WritableDatabase,
  generation: Generation,
  changes: Partial<Generation>,
): Generation {
  const sets: string[] = []
  const values: (string | number | null | Uint8Array)[] = []
  for (const [field, column] of Object.entries(CHANGEABLE)) {
    // Object.entries loses the key type of the const table above.
    const value = changes[field as keyof typeof CHANGEABLE]
    if (value === undefined) continue
    sets.push(`${column} = ?`)
    values.push(storable(value))
  }
  if (sets.length > 0)
    db.statement(`UPDATE generations SET ${sets.join(', ')} WHERE id = ?`).run([...values, generation.id])
  return { ...generation, ...changes }
}

/** As SQLite takes it: bytes as they are, structures as JSON. */
function storable(
  value: Exclude<Generation[keyof typeof CHANGEABLE], undefined>,
): string | number | null | Uint8Array {
  if (value instanceof Uint8Array) return value
  if (typeof value === 'boolean') return value ? 1 : 0
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : value
}

/** One by the intent's id. */
export function getGeneration(db: ReadableDatabase, id: string): Generation | null {
  return rowsOf(db, 'SELECT * FROM generations WHERE id = ?', [id])[0] ?? null
}

/** All in which something is still to be done, oldest first: what a start takes up again. */
export function unfinishedGenerations(db: ReadableDatabase): readonly Generation[] {
  const sql = `SELECT * FROM generations WHERE state IN ('stored', 'sending', 'accepted', 'collecting') ORDER BY created_at_ms, id`
  return rowsOf(db, sql, [])
}

/** Unfinished ones, and ended ones that need the person's eye and were not dismissed; newest first, at most 200. */
export function currentGenerations(db: ReadableDatabase): readonly Generation[] {
  const sql = `SELECT * FROM generations
    WHERE state IN ('stored', 'sending', 'accepted', 'collecting')
       OR (dismissed_at_ms IS NULL AND (state IN ('failed', 'refused', 'unknown') OR error_json IS NOT NULL))
    ORDER BY created_at_ms DESC, id DESC LIMIT 200`
  return rowsOf(db, sql, [])
}

/** The newest of all states. */
export function recentGenerations(db: ReadableDatabase, limit: number): readonly Generation[] {
  const sql = 'SELECT * FROM generations ORDER BY created_at_ms DESC, id DESC LIMIT ?'
  return rowsOf(db, sql, [limit])
}

/** Of one family, newest first; of one sound, where it is given. */
export function generationsOfFamily(
  db: ReadableDatabase,
  family: string,
  soundId: number | null,
  limit: number,
): readonly Generation[] {
  const ofSound = `AND id IN (SELECT generation_id FROM generation_sources WHERE sound_id = ?)`
  const sql = `SELECT * FROM generations WHERE family = ? ${soundId === null ? '' : ofSound}
    ORDER BY created_at_ms DESC, id DESC LIMIT ?`
  return rowsOf(db, sql, soundId === null ? [family, limit] : [family, soundId, limit])
}

/** What was asked for this clip, newest first. */
export function generationsOfClip(
  db: ReadableDatabase,
  clipId: string,
  limit: number,
): readonly Generation[] {
  const sql = `SELECT * FROM generations
    WHERE id IN (SELECT generation_id FROM generation_sources WHERE clip_id = ?)
    ORDER BY created_at_ms DESC, id DESC LIMIT ?`
  return rowsOf(db, sql, [clipId, limit])
}

/** What was asked for the clip at this address, newest first: addresses stand in the body itself. */
export function generationsOfAddress(
  db: ReadableDatabase,
  address: string,
  limit: number,
): readonly Generation[] {
  const sql = `SELECT * FROM generations
    WHERE family = 'video-to-sfx' AND json_extract(CAST(body AS TEXT), '$.input.video.url') = ?
    ORDER BY created_at_ms DESC, id DESC LIMIT ?`
  return rowsOf(db, sql, [address, limit])
}

/** Of unknown fate, with a job that the service may still tell of; looking once too often costs one read. */
export function rescuableGenerations(db: ReadableDatabase, nowMs: number): readonly Generation[] {
  const sql = `SELECT * FROM generations WHERE state = 'unknown' AND job_id IS NOT NULL AND job_expires_at_ms > ?
    ORDER BY created_at_ms DESC LIMIT 200`
  return rowsOf(db, sql, [nowMs - CLOCK_MARGIN_MS])
}

/** Of unknown fate, without what the account held afterwards. */
export function generationsWithoutBalance(db: ReadableDatabase): readonly Generation[] {
  const sql = `SELECT * FROM generations WHERE state = 'unknown' AND is_metered = 1 AND balance_after IS NULL LIMIT 200`
  return rowsOf(db, sql, [])
}

/** Whether something is still to be sent again or read with this key. */
export function isKeyInUse(db: ReadableDatabase, keyId: string, nowMs: number): boolean {
  const sql = `SELECT 1 FROM generations WHERE key_id = ? AND (state IN ('stored', 'sending', 'accepted', 'collecting')
    OR (state = 'unknown' AND job_id IS NOT NULL AND job_expires_at_ms > ?)) LIMIT 1`
  return db.statement(sql).get([keyId, nowMs - CLOCK_MARGIN_MS]) !== undefined
}

/** How many are unfinished. */
export function countUnfinished(db: ReadableDatabase): number {
  const sql = `SELECT count(*) AS unfinished FROM generations WHERE state IN ('stored', 'sending', 'accepted', 'collecting')`
  // One row of one integer.
  return (db.statement(sql).get() as { readonly unfinished: number }).unfinished
}

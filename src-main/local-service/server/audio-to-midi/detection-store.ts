// Instrument detections of accounts, in SQLite: the cache, the free allowance, and what a transcription takes off its charge.

import type { Database } from 'better-sqlite3'
import type { HeardInstrument } from '../../transcription/transcription.ts'

const DAY_MS = 24 * 60 * 60_000
/** A detection's charge is taken off a transcription that uses it so soon. */
const SETTLEMENT_WINDOW_MS = 30 * DAY_MS

export interface Detection {
  readonly id: string
  readonly accountId: string
  /** SHA-256 of the audio in hex. */
  readonly content: string
  readonly instruments: readonly HeardInstrument[]
  /** What was debited for it. */
  readonly credits: number
  readonly createdMs: number
  readonly usedMs: number | null
}

export interface NewDetection {
  readonly id: string
  readonly accountId: string
  readonly content: string
  readonly revision: string
  readonly createdMs: number
}

export interface DetectionStore {
  /** Counts against the allowance from now on. */
  begin(detection: NewDetection): void
  finish(id: string, instruments: readonly HeardInstrument[], credits: number): void
  /** Forgets a detection that failed. */
  abandon(id: string): void
  /** Only what has finished. */
  get(id: string): Detection | null
  /** What this account was told of the same audio by the same revision, latest first. */
  cached(accountId: string, content: string, revision: string): Detection | null
  /** Detections of the account's last 24 hours that no transcription has used. */
  countUnused(accountId: string, nowMs: number): number
  /** Credits that a transcription settled at `nowMs` takes off for this detection. */
  deduction(id: string, nowMs: number): number
  markUsed(id: string, nowMs: number): void
}

interface DetectionRow {
  readonly id: string
  readonly account_id: string
  readonly content: string
  readonly instruments: string
  readonly credits: number
  readonly created_ms: number
  readonly used_ms: number | null
}

/** The detections kept in this database. Those that a crash cut off are forgotten. */
export function createDetectionStore(database: Database): DetectionStore {
  database.prepare('DELETE FROM detections WHERE instruments IS NULL').run()
  const insert = database.prepare(`
    INSERT INTO detections (id, account_id, content, revision, credits, created_ms)
    VALUES (@id, @accountId, @content, @revision, 0, @createdMs)`)
  const finish = database.prepare('UPDATE detections SET instruments = ?, credits = ? WHERE id = ?')
  const remove = database.prepare('DELETE FROM detections WHERE id = ?')
  const select = database.prepare<[string], DetectionRow>(
    'SELECT * FROM detections WHERE id = ? AND instruments IS NOT NULL',
  )
  const selectCached = database.prepare<[string, string, string], DetectionRow>(`
    SELECT * FROM detections WHERE account_id = ? AND content = ? AND revision = ? AND instruments IS NOT NULL
    ORDER BY created_ms DESC LIMIT 1`)
  const countUnused = database
    .prepare<[string, number], number>(
      'SELECT count(*) FROM detections WHERE account_id = ? AND used_ms IS NULL AND created_ms > ?',
    )
    .pluck()
  const use = database.prepare('UPDATE detections SET used_ms = ? WHERE id = ? AND used_ms IS NULL')

  const get = (id: string) => {
    const row = select.get(id)
    return row ? detectionOf(row) : null
  }
  return {
    get,
    begin(detection) {
      insert.run(detection)
    },
    finish(id, instruments, credits) {
      finish.run(JSON.stringify(instruments), credits, id)
    },
    abandon(id) {
      remove.run(id)
    },
    cached(accountId, content, revision) {
      const row = selectCached.get(accountId, content, revision)
      return row ? detectionOf(row) : null
    },
    countUnused: (accountId, nowMs) => countUnused.get(accountId, nowMs - DAY_MS) ?? 0,
    deduction(id, nowMs) {
      const detection = get(id)
      const isDue = detection?.usedMs === null && nowMs - detection.createdMs <= SETTLEMENT_WINDOW_MS
      return isDue ? detection.credits : 0
    },
    markUsed(id, nowMs) {
      use.run(nowMs, id)
    },
  }
}

function detectionOf(row: DetectionRow): Detection {
  return {
    id: row.id,
    accountId: row.account_id,
    content: row.content,
    // This store's own writing: nothing else writes the column.
    instruments: JSON.parse(row.instruments),
    credits: row.credits,
    createdMs: row.created_ms,
    usedMs: row.used_ms,
  }
}

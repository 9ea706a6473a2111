// What was asked, quoted, charged and got: the ledger of the person's intents, ready for Activity.
import { z } from 'zod'
import type { GenerationState } from '../bridge/types.ts'
import type { ReadableDatabase } from '../library/database.ts'

/** One intent, from the key it was sent with to the files it left. */
export interface LedgerEntry {
  readonly generationId: string
  readonly connectionId: string
  readonly idempotencyKey: string
  readonly jobId: string | null
  readonly family: string
  readonly model: string
  readonly label: string
  readonly state: GenerationState
  readonly createdAtMs: number
  readonly finishedAtMs: number | null
  readonly isMetered: boolean
  readonly quotedCredits: number | null
  /** Null: not known, or nothing is charged there. Never shown as 0. */
  readonly chargedCredits: number | null
  /** Of the last error, to copy. */
  readonly requestId: string | null
  readonly soundIds: readonly number[]
  /** Asked for and not here. */
  readonly missingSounds: number
}

export type LedgerGroup = 'day' | 'model' | 'family'
/** What intents of one day, model or family took together. */
export interface LedgerTotal {
  /** A day as yyyy-mm-dd where the person is, a model's or a family's name. */
  readonly name: string
  readonly intents: number
  readonly sounds: number
  readonly quotedCredits: number
  readonly chargedCredits: number
  /** Quoted to what is not settled: sent and unfinished, or of unknown fate. */
  readonly openCredits: number
}

export interface LedgerSpan {
  readonly fromMs: number
  /** Not included. */
  readonly untilMs: number
}

const entryRow = z.object({
  id: z.string(),
  connection_id: z.string(),
  idempotency_key: z.string(),
  job_id: z.string().nullable(),
  family: z.string(),
  model: z.string(),
  label: z.string(),
  state: z.enum([
    'stored',
    'sending',
    'accepted',
    'collecting',
    'done',
    'failed',
    'refused',
    'unknown',
    'canceled',
  ]),
  created_at_ms: z.number(),
  finished_at_ms: z.number().nullable(),
  is_metered: z.number(),
  quoted_credits: z.number().nullable(),
  charged_credits: z.number().nullable(),
  request_id: z.string().nullable(),
  variants_requested: z.number(),
  sound_ids: z.string(),
})

/** Intents of a span, newest first. `limit` is at most 200. */
export function ledgerEntries(
  db: ReadableDatabase,
  { fromMs, untilMs }: LedgerSpan,
  page: { readonly offset: number; readonly limit: number },
): readonly LedgerEntry[] {
  const rows = db
    .statement(
      `SELECT id, connection_id, idempotency_key, job_id, family, model, label, state, created_at_ms, finished_at_ms,
         is_metered, quoted_credits, charged_credits, variants_requested, error_json ->> '$.requestId' AS request_id,
         (SELECT json_group_array(sounds.id) FROM sounds WHERE sounds.generation_id = generations.id) AS sound_ids
       FROM generations WHERE created_at_ms >= ? AND created_at_ms < ?
       ORDER BY created_at_ms DESC, id DESC LIMIT ? OFFSET ?`,
    )
    .all([fromMs, untilMs, Math.min(page.limit, 200), page.offset])
  return rows.map((found) => {
    const row = entryRow.parse(found)
    const soundIds = z.array(z.number()).parse(JSON.parse(row.sound_ids))
    return {
      generationId: row.id,
      connectionId: row.connection_id,
      idempotencyKey: row.idempotency_key,
      jobId: row.job_id,
      family: row.family,
      model: row.model,
      label: row.label,
      state: row.state,
      createdAtMs: row.created_at_ms,
      finishedAtMs: row.finished_at_ms,
      isMetered: row.is_metered === 1,
      quotedCredits: row.quoted_credits,
      chargedCredits: row.charged_credits,
      requestId: row.request_id,
      soundIds,
      missingSounds: Math.max(0, row.variants_requested - soundIds.length),
    }
  })
}

/** The column that names a group. Days are those of the person's own time zone, as SQLite's `localtime` has it. */
const NAME_OF: Readonly<Record<LedgerGroup, string>> = {
  day: "date(created_at_ms / 1000, 'unixepoch', 'localtime')",
  model: 'model',
  family: 'family',
}
const totalRow = z.object({
  name: z.string(),
  intents: z.number(),
  sounds: z.number(),
  quoted: z.number(),
  charged: z.number(),
  open: z.number(),
})

/** What the intents of a span took, by group; days newest first, else the dearest first. Unmetered intents count no credits. */
export function ledgerTotals(
  db: ReadableDatabase,
  { fromMs, untilMs }: LedgerSpan,
  group: LedgerGroup,
): readonly LedgerTotal[] {
  const rows = db
    .statement(
      `SELECT ${NAME_OF[group]} AS name, count(*) AS intents,
         sum((SELECT count(*) FROM sounds WHERE sounds.generation_id = generations.id)) AS sounds,
         sum(iif(is_metered, coalesce(quoted_credits, 0), 0)) AS quoted,
         sum(iif(is_metered, coalesce(charged_credits, 0), 0)) AS charged,
         sum(iif(is_metered AND charged_credits IS NULL
           AND state IN ('stored', 'sending', 'accepted', 'collecting', 'unknown'), coalesce(quoted_credits, 0), 0)) AS open
       FROM generations WHERE created_at_ms >= ? AND created_at_ms < ? AND state <> 'canceled'
       GROUP BY 1 ORDER BY ${group === 'day' ? 'name DESC' : 'charged DESC, name'}`,
    )
    .all([fromMs, untilMs])
  return rows.map((found) => {
    const row = totalRow.parse(found)
    return {
      name: row.name,
      intents: row.intents,
      sounds: row.sounds,
      quotedCredits: row.quoted,
      chargedCredits: row.charged,
      openCredits: row.open,
    }
  })
}

/** Charges of one day in one family. */
export interface DayCharge {
  readonly day: string
  readonly family: string
  readonly credits: number
}
const dayRow = z.object({ day: z.string(), family: z.string(), credits: z.number() })

/** What was charged by day and family, oldest first; days without a charge are left out. */
export function ledgerDays(db: ReadableDatabase, { fromMs, untilMs }: LedgerSpan): readonly DayCharge[] {
  return db
    .statement(
      `SELECT ${NAME_OF.day} AS day, family, sum(charged_credits) AS credits FROM generations
       WHERE created_at_ms >= ? AND created_at_ms < ? AND is_metered = 1 AND charged_credits > 0
       GROUP BY 1, 2 ORDER BY 1, 2`,
    )
    .all([fromMs, untilMs])
    .map((found) => dayRow.parse(found))
}

const sumRow = z.object({ credits: z.number() })

/** Credits charged to what was begun since then. */
export function chargedSince(db: ReadableDatabase, sinceMs: number): number {
  const sql = `SELECT coalesce(sum(charged_credits), 0) AS credits FROM generations
    WHERE is_metered = 1 AND created_at_ms >= ?`
  return sumRow.parse(db.statement(sql).get([sinceMs])).credits
}

/** Credits charged to one connection's intents that ended in between. */
export function chargedBetween(
  db: ReadableDatabase,
  connectionId: string,
  fromMs: number,
  untilMs: number,
): number {
  const sql = `SELECT coalesce(sum(charged_credits), 0) AS credits FROM generations
    WHERE connection_id = ? AND is_metered = 1 AND finished_at_ms BETWEEN ? AND ?`
  return sumRow.parse(db.statement(sql).get([connectionId, fromMs, untilMs])).credits
}

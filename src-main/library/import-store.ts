// The journal of imports: every file of every one, before, while and after it is copied.
import { z } from 'zod'
import type { ImportView } from '../bridge/library.ts'
import type { ReadableDatabase, WritableDatabase } from './database.ts'
import type { NewSound } from './sound-store.ts'
import type { FoundSource } from './walk-sources.ts'

export interface WaitingFile {
  readonly id: number
  readonly sourcePath: string
}
export interface CopyingFile extends WaitingFile {
  readonly relativePath: string
  readonly sha256: string
  readonly planned: PlannedSound
}
/** The row that is to be, and what goes beside it. */
export interface PlannedSound {
  readonly sound: NewSound
  readonly note: string
  /** In the Universal Category System; '' where the file says none. */
  readonly catId: string
  /** The file's own record of its making, as JSON; null where it has none. */
  readonly provenanceJson: string | null
}

/** Begins one. Returns its id. */
export function createImport(
  db: WritableDatabase,
  label: string,
  roots: readonly string[],
  nowMs: number,
): number {
  const { lastInsertRowid } = db
    .statement(`INSERT INTO imports (label, state, roots_json, created_at_ms) VALUES (?, 'listing', ?, ?)`)
    .run([label, JSON.stringify(roots), nowMs])
  return Number(lastInsertRowid)
}

/** Notes files that were found; those that this import knows already are left as they are. */
export function addSources(db: WritableDatabase, importId: number, found: readonly FoundSource[]): void {
  const insert = db.statement(
    `INSERT OR IGNORE INTO import_files (import_id, source_path, bytes, modified_at_ms, state, code, message)
     VALUES (:importId, :path, :bytes, :modifiedAtMs, :state, :code, :message)`,
  )
  db.transaction(() => {
    for (const { path, bytes, modifiedAtMs, problem } of found) {
      insert.run({
        importId,
        path,
        bytes,
        modifiedAtMs,
        state: problem === null ? 'waiting' : 'failed',
        code: problem?.code ?? null,
        message: problem?.message ?? null,
      })
    }
  })
}

/** This file, as long and as old as now, went through an import before. */
export function isKnownSource(db: ReadableDatabase, source: FoundSource): boolean {
  return (
    db
      .statement(
        `SELECT 1 FROM import_files
         WHERE source_path = ? AND bytes = ? AND modified_at_ms = ? AND state IN ('done', 'duplicate', 'failed') LIMIT 1`,
      )
      .get([source.path, source.bytes, source.modifiedAtMs]) !== undefined
  )
}

export function setImportState(
  db: WritableDatabase,
  importId: number,
  state: ImportView['state'],
  finishedAtMs: number | null,
): void {
  db.statement('UPDATE imports SET state = ?, finished_at_ms = ? WHERE id = ?').run([
    state,
    finishedAtMs,
    importId,
  ])
}

/** Those that are not at their end, oldest first. */
export function unfinishedImports(db: ReadableDatabase): readonly {
  readonly id: number
  readonly state: 'listing' | 'running'
  readonly roots: readonly string[]
}[] {
  const schema = z.object({ id: z.int(), state: z.enum(['listing', 'running']), roots_json: z.string() })
  return db
    .statement(`SELECT id, state, roots_json FROM imports WHERE state IN ('listing', 'running') ORDER BY id`)
    .all()
    .map((stored) => {
      const { id, state, roots_json } = schema.parse(stored)
      return { id, state, roots: z.array(z.string()).parse(JSON.parse(roots_json)) }
    })
}

/** What it brought in, in order. */
export function importedSounds(db: ReadableDatabase, importId: number): readonly number[] {
  // One integer, by the schema.
  const rows = db
    .statement(`SELECT sound_id AS id FROM import_files WHERE import_id = ? AND state = 'done' ORDER BY id`)
    .all([importId]) as readonly { readonly id: number }[]
  return rows.map(({ id }) => id)
}

/** In the order in which they were found. */
export function waitingFiles(
  db: ReadableDatabase,
  importId: number,
  afterId: number,
  limit: number,
): readonly WaitingFile[] {
  // By the statement: an integer and a text.
  return db
    .statement(
      `SELECT id, source_path AS sourcePath FROM import_files
       WHERE import_id = ? AND state = 'waiting' AND id > ? ORDER BY id LIMIT ?`,
    )
    .all([importId, afterId, limit]) as readonly WaitingFile[]
}

/** What a crash left between its name in the folder and its row. */
export function copyingFiles(db: ReadableDatabase, importId: number): readonly CopyingFile[] {
  const schema = z.object({
    id: z.int(),
    source_path: z.string(),
    relative_path: z.string(),
    sha256: z.string(),
    sound_json: z.string(),
  })
  return db
    .statement(
      `SELECT id, source_path, relative_path, sha256, sound_json FROM import_files
       WHERE import_id = ? AND state = 'copying' ORDER BY id`,
    )
    .all([importId])
    .map((stored) => {
      const row = schema.parse(stored)
      // Written by setCopying, in this version of the app or an older one.
      const planned = JSON.parse(row.sound_json) as Omit<PlannedSound, 'catId'> & { readonly catId?: string }
      return {
        id: row.id,
        sourcePath: row.source_path,
        relativePath: row.relative_path,
        sha256: row.sha256,
        planned: { ...planned, catId: planned.catId ?? '' },
      }
    })
}

export function setCopying(db: WritableDatabase, fileId: number, planned: PlannedSound): void {
  const { relativePath, sha256 } = planned.sound
  db.statement(
    `UPDATE import_files SET state = 'copying', relative_path = ?, sha256 = ?, sound_json = ? WHERE id = ?`,
  ).run([relativePath, sha256, JSON.stringify(planned), fileId])
}

export function setWaiting(db: WritableDatabase, fileId: number): void {
  db.statement(
    `UPDATE import_files SET state = 'waiting', relative_path = NULL, sha256 = NULL, sound_json = NULL WHERE id = ?`,
  ).run([fileId])
}

export function setDone(db: WritableDatabase, fileId: number, soundId: number): void {
  db.statement(
    `UPDATE import_files SET state = 'done', sound_id = ?, relative_path = NULL, sound_json = NULL WHERE id = ?`,
  ).run([soundId, fileId])
}

export function setProblem(
  db: WritableDatabase,
  fileId: number,
  state: 'failed' | 'duplicate',
  problem: { readonly code: string; readonly message: string },
  soundId: number | null,
): void {
  db.statement(
    `UPDATE import_files SET state = ?, code = ?, message = ?, sound_id = ?, relative_path = NULL, sound_json = NULL
     WHERE id = ?`,
  ).run([state, problem.code, problem.message, soundId, fileId])
}

/** A sound or a file under way with this content. */
export function contentOwner(
  db: ReadableDatabase,
  sha256: string,
): { readonly soundId: number | null; readonly name: string } | null {
  // By the statement.
  const found = db
    .statement(
      `SELECT id AS soundId, name FROM sounds WHERE sha256 = :sha256 AND trashed_at_ms IS NULL
       UNION ALL SELECT NULL, relative_path FROM import_files WHERE sha256 = :sha256 AND state = 'copying' LIMIT 1`,
    )
    .get({ sha256 })
  return (found as { readonly soundId: number | null; readonly name: string } | undefined) ?? null
}

const SHOWN_PROBLEMS = 200

/** Null where there is no such import; without an id, the newest. */
export function importView(db: ReadableDatabase, importId: number | null): ImportView | null {
  const one = z.object({
    id: z.int(),
    label: z.string(),
    state: z.enum(['listing', 'running', 'done', 'canceled']),
  })
  const stored = db
    .statement('SELECT id, label, state FROM imports WHERE id = ifnull(?, (SELECT max(id) FROM imports))')
    .get([importId])
  if (stored === undefined) return null
  const { id, label, state } = one.parse(stored)
  // By the statements: integers, and the columns of a problem.
  const counts = db
    .statement('SELECT state, count(*) AS files FROM import_files WHERE import_id = ? GROUP BY state')
    .all([id]) as readonly { readonly state: string; readonly files: number }[]
  const problems = db
    .statement(
      `SELECT source_path AS path, code, message, sound_id AS soundId FROM import_files
       WHERE import_id = ? AND state IN ('failed', 'duplicate') ORDER BY id DESC LIMIT ?`,
    )
    .all([id, SHOWN_PROBLEMS]) as readonly {
    readonly path: string
    readonly code: string
    readonly message: string
    readonly soundId: number | null
  }[]
  const first = db
    .statement(
      'SELECT sound_id FROM import_files WHERE import_id = ? AND sound_id IS NOT NULL ORDER BY id LIMIT 1',
    )
    .get([id])
  const count = (of: string): number => counts.find((each) => each.state === of)?.files ?? 0
  return {
    id,
    state,
    label,
    found: counts.reduce((sum, { files }) => sum + files, 0),
    imported: count('done'),
    duplicates: count('duplicate'),
    failed: count('failed'),
    problems: problems.map(({ path, ...problem }) => ({
      name: path.split(/[/\\]/u).slice(-2).join('/'),
      ...problem,
    })),
    firstSoundId: first === undefined ? null : z.object({ sound_id: z.int() }).parse(first).sound_id,
  }
}

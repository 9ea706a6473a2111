// A real library in a temporary folder, and sounds to put into it.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openLibraryDatabase, type WritableDatabase } from '../../../src-main/library/database.ts'
import type { NewSound } from '../../../src-main/library/sound-store.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'

export interface TemporaryFolder {
  readonly path: string
  readonly remove: () => void
}

export function temporaryFolder(): TemporaryFolder {
  const path = makeTemporaryFolder('test')
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export function openTemporaryLibrary(folder: TemporaryFolder): WritableDatabase {
  const opened = openLibraryDatabase(join(folder.path, 'library.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}

/** An imported sound; `n` makes what must be unique unique. */
export function sound(n: number, changes: Partial<NewSound> = {}): NewSound {
  return {
    uid: `uid-${n}`,
    origin: 'imported',
    generationId: null,
    outputIndex: null,
    variantIndex: null,
    parentId: null,
    connectionId: null,
    relativePath: `2026/11/sound ${n}.wav`,
    bytes: 1000 + n,
    sha256: n.toString(16).padStart(64, '0'),
    name: `Sound ${n}`,
    prompt: '',
    label: '',
    type: 'sfx',
    category: null,
    family: 'import',
    model: '',
    seed: null,
    format: 'wav',
    sampleRate: 44_100,
    channels: 1,
    durationMs: 1000,
    isLoop: false,
    credits: null,
    tags: [],
    createdAtMs: 1_790_000_000_000 + n,
    ...changes,
  }
}

export function addGeneration(db: WritableDatabase, id: string): void {
  db.statement(
    `INSERT OR IGNORE INTO connections (id, kind, name, created_at_ms) VALUES ('built-in', 'built-in', 'Built-in engine', 0)`,
  ).run()
  db.statement(
    `INSERT INTO generations (id, connection_id, family, model, label, duration_ms, variants_requested, body, idempotency_key, state, created_at_ms)
     VALUES (?, 'built-in', 'text-to-sfx', 'procedural-1', 'rain', 1000, 2, x'7b7d', ?, 'done', 0)`,
  ).run([id, `key-${id}`])
}

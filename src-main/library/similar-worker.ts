// A worker thread that holds the vectors of the library and answers what is like a sound. It reads the database beside the app, and never writes.
import type { MessagePort } from 'node:worker_threads'
import { openLibraryReadonly, type ReadonlyDatabase } from './database.ts'
import { createVectorIndex, type Neighbour, type VectorIndex } from './vector-index.ts'

export interface SimilarQuestion {
  readonly id: number
  readonly soundId: number
  readonly vector: Uint8Array
  readonly limit: number
}
export interface SimilarAnswer {
  readonly id: number
  /** Null where the database could not be read. */
  readonly neighbours: readonly Neighbour[] | null
}

export function serveSimilar(port: MessagePort, databasePath: string): void {
  const opened = openLibraryReadonly(databasePath)
  const db = opened.ok ? opened.value : null
  const index = createVectorIndex()
  let lastId = 0
  port.on('message', ({ id, soundId, vector, limit }: SimilarQuestion) => {
    if (db !== null) lastId = refresh(db, index, lastId)
    const neighbours = db === null ? null : index.nearest(vector, limit, soundId)
    const answer: SimilarAnswer = { id, neighbours }
    port.postMessage(answer)
  })
}

/** Reads what came; all of it again where something came between what was read. Returns the greatest id read. */
function refresh(db: ReadonlyDatabase, index: VectorIndex, lastId: number): number {
  const after = load(db, index, lastId)
  // One integer, by the statement.
  const { total } = db.statement('SELECT count(*) AS total FROM sound_descriptors').get() as {
    readonly total: number
  }
  if (total === index.size()) return after
  index.clear()
  return load(db, index, 0)
}

function load(db: ReadonlyDatabase, index: VectorIndex, afterId: number): number {
  let lastId = afterId
  const rows = db
    .statement('SELECT sound_id AS id, vector FROM sound_descriptors WHERE sound_id > ? ORDER BY sound_id')
    .iterate([afterId])
  for (const row of rows) {
    // An integer and a BLOB, by the schema.
    const { id, vector } = row as { readonly id: number; readonly vector: Uint8Array }
    index.add(id, vector)
    lastId = id
  }
  return lastId
}

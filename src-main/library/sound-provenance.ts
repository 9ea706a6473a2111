// What is written into a file that leaves the library: the record that it has, brought up to what the library says now, and the librarians' fields.
import { readProvenance, readTimeReference } from '../media/provenance.ts'
import { type FileTexts, fileTexts, librarianFields, type Provenance } from '../media/provenance-record.ts'
import type { UcsCategory } from '../media/ucs/list.ts'
import type { ReadableDatabase } from './database.ts'
import type { SoundFacts } from './sound-store.ts'

/** Generations of parents that are named. */
const MOST_PARENTS = 100

/** @param path the sound's file: the record in it knows job and request */
export async function provenanceOfSound(
  db: ReadableDatabase,
  facts: SoundFacts,
  path: string,
): Promise<Provenance> {
  const { row } = facts
  const now = {
    name: row.name,
    prompt: facts.prompt,
    type: row.type,
    category: facts.category,
    tags: [...row.tags],
    isLoop: row.isLoop,
  }
  const written = await readProvenance(path)
  if (written.ok && written.value !== null) return { ...written.value, ...now, soundUid: facts.uid }
  return {
    ...now,
    soundUid: facts.uid,
    createdAtMs: row.createdAtMs,
    serviceName: connectionName(db, facts.connectionId),
    family: row.family,
    model: row.model,
    seed: row.seed,
    jobId: null,
    generationId: row.generationId,
    outputIndex: row.outputIndex,
    variantIndex: row.variantIndex,
    request: null,
    lineage: lineageOf(db, row.id),
    timeReferenceSamples: await readTimeReference(path),
  }
}

function connectionName(db: ReadableDatabase, connectionId: string | null): string {
  if (connectionId === null) return ''
  // One text column, by the statement.
  const row = db.statement('SELECT name FROM connections WHERE id = ?').get([connectionId]) as
    | { readonly name: string }
    | undefined
  return row?.name ?? ''
}

/** Its parent first, then that one's. */
function lineageOf(db: ReadableDatabase, soundId: number): Provenance['lineage'] {
  // Two texts, by the statement.
  return db
    .statement(
      `WITH RECURSIVE parents (id, operation, depth) AS (
         SELECT parent_id, iif(origin = 'region', 'region', family), 1 FROM sounds WHERE id = ?
         UNION ALL SELECT parent_id, iif(origin = 'region', 'region', family), depth + 1
         FROM sounds JOIN parents USING (id) WHERE depth < ${MOST_PARENTS}
       ) SELECT sounds.uid AS uid, operation FROM parents JOIN sounds USING (id) ORDER BY depth`,
    )
    .all([soundId]) as Provenance['lineage']
}

/** The librarians' fields, and the same for formats with comments. */
export function textsOf(
  provenance: Provenance,
  ucs: UcsCategory,
  settings: { readonly source: string; readonly creator: string },
  note: string,
): FileTexts {
  const user = librarianFields(provenance, ucs, settings.source || undefined)
  return fileTexts(provenance, user, { creator: settings.creator, note })
}

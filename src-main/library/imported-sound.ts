// What a file's own words make of a new sound. Pure but for looking up the rooms that it names.
import type { FileMetadata } from '../media/file-metadata.ts'
import type { Provenance } from '../media/provenance-record.ts'
import { categoryFor } from '../media/ucs/guess.ts'
import { ucsById } from '../media/ucs/list.ts'
import type { ReadableDatabase } from './database.ts'
import type { PlannedSound } from './import-store.ts'

const NAME_CHARACTERS = 200
/** The longest that a file's own tags may be, as stored. */
const AMBIENCE_MS = 20_000

/** Everything but its place in the folder. */
export function plannedSound(
  db: ReadableDatabase,
  file: {
    readonly fileName: string
    readonly bytes: number
    readonly sha256: string
    readonly modifiedAtMs: number
    readonly metadata: FileMetadata
  },
  newUid: string,
  nowMs: number,
): PlannedSound {
  const { metadata } = file
  const own = metadata.provenance
  const stem = file.fileName.replace(/\.[^.]*$/u, '')
  const made = own === null ? NOT_MADE : madeBy(db, own)
  return {
    sound: {
      uid: own !== null && !isUidTaken(db, own.soundUid) ? own.soundUid : newUid,
      origin: 'imported',
      relativePath: '',
      bytes: file.bytes,
      sha256: file.sha256,
      name: (own?.name || metadata.name || stem)
        .replace(/\s+/gu, ' ')
        .slice(0, NAME_CHARACTERS)
        .toWellFormed(),
      prompt: own?.prompt ?? metadata.description,
      label: '',
      type: own?.type ?? (metadata.durationMs >= AMBIENCE_MS ? 'ambience' : 'sfx'),
      category: own === null ? metadata.category.slice(0, 60) || null : own.category,
      format: metadata.format,
      sampleRate: metadata.sampleRate,
      channels: metadata.channels,
      durationMs: Math.round(metadata.durationMs),
      isLoop: own?.isLoop ?? metadata.isLoop,
      credits: null,
      tags: own?.tags ?? metadata.tags,
      createdAtMs: own?.createdAtMs ?? nowMs,
      ...made,
    },
    note: own === null ? metadata.notes.join('\n') : '',
    catId: catIdOf(metadata, stem),
    provenanceJson: own === null ? null : JSON.stringify(own),
  }
}

/** As the file says it, or as its name begins, in the form of UCS; what this app only guessed stays a guess. */
function catIdOf({ catId, provenance: own }: FileMetadata, stem: string): string {
  const [named = ''] = stem.split(/[_-]/u, 1)
  const found = ucsById(catId) ?? (stem.includes('_') ? ucsById(named) : null)
  if (found === null) return ''
  return own !== null && categoryFor({ ...own, heard: '' }).catId === found.catId ? '' : found.catId
}

const NOT_MADE = {
  generationId: null,
  outputIndex: null,
  variantIndex: null,
  parentId: null,
  connectionId: null,
  family: 'import',
  model: '',
  seed: null,
} as const

/** Model, seed and lineage of a sound that this app made, here or elsewhere. */
function madeBy(
  db: ReadableDatabase,
  own: Provenance,
): Pick<
  PlannedSound['sound'],
  'generationId' | 'outputIndex' | 'variantIndex' | 'parentId' | 'connectionId' | 'family' | 'model' | 'seed'
> {
  // One text column, by the statement. The place of a take may be held by the sound that was exported.
  const generation = db
    .statement(
      `SELECT connection_id AS connectionId FROM generations WHERE id = :generation AND NOT EXISTS (
         SELECT 1 FROM sounds WHERE (generation_id, output_index, variant_index) = (:generation, :output, :variant))`,
    )
    .get({ generation: own.generationId, output: own.outputIndex, variant: own.variantIndex }) as
    | { readonly connectionId: string }
    | undefined
  const parentUid = own.lineage[0]?.uid
  // One integer column, by the statement.
  const parent =
    parentUid === undefined
      ? undefined
      : (db.statement('SELECT id FROM sounds WHERE uid = ?').get([parentUid]) as
          | { readonly id: number }
          | undefined)
  const isLinked = generation !== undefined
  return {
    generationId: isLinked ? own.generationId : null,
    outputIndex: isLinked ? own.outputIndex : null,
    variantIndex: isLinked ? own.variantIndex : null,
    connectionId: generation?.connectionId ?? null,
    parentId: parent?.id ?? null,
    family: own.family,
    model: own.model,
    seed: own.seed !== null && Number.isSafeInteger(own.seed) ? own.seed : null,
  }
}

const isUidTaken = (db: ReadableDatabase, uid: string): boolean =>
  !/^[a-zA-Z0-9-]{1,64}$/.test(uid) ||
  db.statement('SELECT 1 FROM sounds WHERE uid = ?').get([uid]) !== undefined

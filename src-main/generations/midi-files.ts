// The files of a transcription's result: which there are, what they are called, and rows of those that are kept.
import { z } from 'zod'
import type { TranscriptionFileKind } from '../bridge/transcriptions.ts'
import type { TranscriptionResult } from '../contract/index.ts'
import { midiUrlOf, TranscriptionPoll } from '../contract/index.ts'
import type { ReadableDatabase, WritableDatabase } from '../library/database.ts'
import type { Generation } from './generation.ts'

/** A file that the result names. */
export interface ResultFile {
  /** Place in the result: the same file at each reading. */
  readonly index: number
  readonly url: string
  readonly kind: TranscriptionFileKind
  readonly part: string | null
  /** Without its ending. */
  readonly name: string
  readonly extension: string
  readonly sha256: string | null
}

/** The last poll, whole; null before the first one, and for an answer that holds none. */
export function pollOf({ jobJson }: Pick<Generation, 'jobJson'>): TranscriptionPoll | null {
  if (jobJson === null) return null
  const parsed = TranscriptionPoll.safeParse(JSON.parse(jobJson))
  return parsed.success ? parsed.data : null
}

const PDF_KINDS: Readonly<Record<string, TranscriptionFileKind>> = {
  score: 'score',
  part: 'part',
  tablature: 'tablature',
}

/** MIDI first, then MusicXML, the bundle, the PDFs. @param label what the person calls it */
export function filesOf(result: Partial<TranscriptionResult>, label: string): readonly ResultFile[] {
  const one = (
    index: number,
    url: string | null | undefined,
    kind: TranscriptionFileKind,
    extension: string,
    suffix = '',
  ): ResultFile[] =>
    url == null ? [] : [{ index, url, kind, part: null, name: `${label}${suffix}`, extension, sha256: null }]
  return [
    ...one(0, midiUrlOf({ ...result, notes: [] }), 'midi', 'mid'),
    ...one(1, result.musicxml_url, 'musicxml', 'musicxml'),
    ...one(2, result.score_bundle_url, 'bundle', 'zip', ', scores'),
    ...(result.score_pdfs ?? []).map((pdf, at) => ({
      index: 3 + at,
      url: pdf.url,
      kind: PDF_KINDS[pdf.kind] ?? ('other' as const),
      part: pdf.part ?? null,
      name: `${label}, ${pdf.part ?? pdf.kind}${pdf.kind === 'tablature' ? ' tablature' : ''}`,
      extension: 'pdf',
      sha256: pdf.sha256 ?? null,
    })),
  ]
}

export interface TranscriptionFile {
  readonly id: number
  readonly kind: TranscriptionFileKind
  readonly part: string | null
  readonly name: string
  readonly relativePath: string
  readonly bytes: number
}
/** Whose files they are: of a job's result, or of a MIDI file that was opened. */
export type FileOwner = { readonly generationId: string } | { readonly midiId: string }
export interface NewFile extends Omit<TranscriptionFile, 'id'> {
  readonly index: number
  readonly sha256: string
}
export interface NewTranscriptionFile extends NewFile {
  readonly generationId: string
}

const row = z.object({
  id: z.int(),
  kind: z.enum(['midi', 'musicxml', 'score', 'part', 'tablature', 'bundle', 'other']),
  part: z.string().nullable(),
  name: z.string(),
  relative_path: z.string(),
  bytes: z.int(),
})
const COLUMNS = 'id, kind, part, name, relative_path, bytes'

function fileOf(stored: unknown): TranscriptionFile {
  const { relative_path: relativePath, ...rest } = row.parse(stored)
  return { ...rest, relativePath }
}

/** In the transaction that ends their transfers. A file that is there already stays. */
export function insertTranscriptionFiles(db: WritableDatabase, files: readonly NewTranscriptionFile[]): void {
  const insert = db.statement(
    `INSERT OR IGNORE INTO transcription_files (generation_id, file_index, kind, part, name, relative_path, bytes, sha256)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  for (const file of files) {
    const { generationId, index, kind, part, name, relativePath, bytes, sha256 } = file
    insert.run([generationId, index, kind, part, name, relativePath, bytes, sha256])
  }
}

/** Notes the place of a file that the app makes itself, before the file goes there: made again, it may have another one. */
export function putOwnFile(db: WritableDatabase, owner: FileOwner, file: NewFile): void {
  const [column, id] = 'midiId' in owner ? ['midi_id', owner.midiId] : ['generation_id', owner.generationId]
  const { index, kind, part, name, relativePath, bytes, sha256 } = file
  db.statement(
    `INSERT INTO transcription_files (${column}, file_index, kind, part, name, relative_path, bytes, sha256)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (${column}, file_index) DO UPDATE
     SET relative_path = excluded.relative_path, bytes = excluded.bytes, sha256 = excluded.sha256`,
  ).run([id, index, kind, part, name, relativePath, bytes, sha256])
}

/** In the order of the result. @param ownerId the id of a generation, or of an opened MIDI file */
export function transcriptionFiles(db: ReadableDatabase, ownerId: string): readonly TranscriptionFile[] {
  const sql = `SELECT ${COLUMNS} FROM transcription_files WHERE generation_id = ? OR midi_id = ? ORDER BY file_index`
  return db.statement(sql).all([ownerId, ownerId]).map(fileOf)
}

export function getTranscriptionFile(db: ReadableDatabase, fileId: number): TranscriptionFile | null {
  const stored = db.statement(`SELECT ${COLUMNS} FROM transcription_files WHERE id = ?`).get([fileId])
  return stored === undefined ? null : fileOf(stored)
}

/** Places of the result whose files are kept already. */
export function keptIndexes(db: ReadableDatabase, generationId: string): ReadonlySet<number> {
  const sql = 'SELECT file_index FROM transcription_files WHERE generation_id = ?'
  return new Set(
    db
      .statement(sql)
      .all([generationId])
      .map((stored) => z.object({ file_index: z.int() }).parse(stored).file_index),
  )
}

/** What the files of all transcriptions and opened MIDI files hold on the disk, bytes. */
export function transcriptionBytes(db: ReadableDatabase): number {
  const row = db.statement('SELECT ifnull(sum(bytes), 0) AS bytes FROM transcription_files').get()
  return z.object({ bytes: z.int() }).parse(row).bytes
}

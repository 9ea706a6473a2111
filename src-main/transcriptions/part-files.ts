// The MIDI file of each part, in the library's folder beside the whole one: made at the first wish, kept from then on.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { failure, success } from '../bridge/reply.ts'
import type { NotesDocument, TranscriptionFileView } from '../bridge/transcriptions.ts'
import type { Reply } from '../bridge/types.ts'
import {
  insertTranscriptionFiles,
  type TranscriptionFile,
  transcriptionFiles,
} from '../generations/midi-files.ts'
import { commitUnderName } from '../library/commit-under-name.ts'
import type { WritableDatabase } from '../library/database.ts'
import type { LibraryFolder } from '../library/folder.ts'
import { isPathTaken } from '../library/sound-store.ts'
import { partMidi, partsOf } from './part-midi.ts'

/** Behind every place that a result's own files may have. */
const FIRST_INDEX = 1_000

export interface PartFilesOptions {
  readonly db: WritableDatabase
  readonly folder: () => LibraryFolder
  /** Absolute path of a file that lies there, or null. */
  readonly pathOf: (relativePath: string) => string | null
}

/** In the order of the parts' first notes. */
export async function partFiles(
  options: PartFilesOptions,
  of: {
    readonly generationId: string
    readonly label: string
    readonly createdAtMs: number
    readonly notes: NotesDocument
  },
): Promise<Reply<readonly TranscriptionFileView[]>> {
  const { db, pathOf } = options
  const known = transcriptionFiles(db, of.generationId)
  const wholePath = known.find(({ kind, part }) => kind === 'midi' && part === null)?.relativePath
  const path = wholePath === undefined ? null : pathOf(wholePath)
  let whole: Buffer | null = null
  for (const [at, instrument] of partsOf(of.notes).entries()) {
    const kept = known.find(({ kind, part }) => kind === 'midi' && part === instrument)
    if (kept !== undefined && pathOf(kept.relativePath) !== null) continue
    if (path !== null) whole ??= await readFile(path)
    const made = await keep(options, of, kept, {
      index: FIRST_INDEX + at,
      instrument,
      bytes: partMidi(whole, of.notes, instrument),
    })
    if (!made.ok) return made
  }
  return success(
    transcriptionFiles(db, of.generationId)
      .filter(({ kind, part }) => kind === 'midi' && part !== null)
      .map(({ id, kind, part, name, bytes }) => ({ id, kind, part, name, bytes })),
  )
}

async function keep(
  { db, folder }: PartFilesOptions,
  of: { readonly generationId: string; readonly label: string; readonly createdAtMs: number },
  earlier: TranscriptionFile | undefined,
  file: { readonly index: number; readonly instrument: string; readonly bytes: Uint8Array },
): Promise<Reply<null>> {
  const place = folder()
  const key = `${of.generationId}-part-${file.index}`
  const name = `${of.label}, ${file.instrument.replaceAll('_', ' ')}`
  const put = await place.writePartial(key, [file.bytes])
  if (!put.ok) return failure(put.error)
  const path = await commitUnderName(place, key, {
    planned: { name, extension: 'mid', createdAtMs: of.createdAtMs },
    isTaken: (each) => isPathTaken(db, each),
    // A file that was moved away comes back to its own place where that is free.
    ...(earlier === undefined ? {} : { first: earlier.relativePath }),
  })
  if (!path.ok) return failure(path.error)
  if (earlier !== undefined) return success(null)
  const sha256 = createHash('sha256').update(file.bytes).digest('hex')
  const row = {
    generationId: of.generationId,
    index: file.index,
    kind: 'midi' as const,
    part: file.instrument,
    name,
    relativePath: path.value,
    bytes: file.bytes.length,
    sha256,
  }
  insertTranscriptionFiles(db, [row])
  return success(null)
}

// The MIDI file of each part, in the library's folder beside the whole one: made at the first wish, kept from then on.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { failure, success } from '../bridge/reply.ts'
import type { NotesDocument, TranscriptionFileView } from '../bridge/transcriptions.ts'
import type { Reply } from '../bridge/types.ts'
import {
  type FileOwner,
  putOwnFile,
  type TranscriptionFile,
  transcriptionFiles,
} from '../generations/midi-files.ts'
import { commitUnderName } from '../library/commit-under-name.ts'
import type { WritableDatabase } from '../library/database.ts'
import type { LibraryFolder } from '../library/folder.ts'
import { isPathTaken } from '../library/sound-store.ts'
import { type Outcome, succeeded } from '../media/outcome.ts'
import { partMidi, partsOf } from './part-midi.ts'

/** Behind every place that a result's own files may have. */
const FIRST_INDEX = 1_000

export interface PartFilesOptions {
  readonly db: WritableDatabase
  readonly folder: () => LibraryFolder
  /** Absolute path of a file that lies there, or null. */
  readonly pathOf: (relativePath: string) => string | null
}
interface Parts {
  readonly owner: FileOwner
  readonly label: string
  readonly createdAtMs: number
  readonly notes: NotesDocument
  /** One part as a file. @param wholePath absolute; null where the whole file is gone */
  readonly cut: (wholePath: string | null, instrument: string) => Promise<Outcome<Uint8Array, string>>
}

/** Takes a part's own track where it can be told, else writes the part from the notes. */
export function cutByTracks(notes: NotesDocument): Parts['cut'] {
  let whole: Uint8Array | null = null
  return async (wholePath, instrument) => {
    if (wholePath !== null) whole ??= await readFile(wholePath)
    return succeeded(partMidi(whole, notes, instrument))
  }
}

const idOf = (owner: FileOwner): string => ('midiId' in owner ? owner.midiId : owner.generationId)

/** In the order of the parts' first notes. */
export async function partFiles(
  options: PartFilesOptions,
  of: Parts,
): Promise<Reply<readonly TranscriptionFileView[]>> {
  const { db, pathOf } = options
  const known = transcriptionFiles(db, idOf(of.owner))
  const wholePath = known.find(({ kind, part }) => kind === 'midi' && part === null)?.relativePath
  const path = wholePath === undefined ? null : pathOf(wholePath)
  for (const [at, instrument] of partsOf(of.notes).entries()) {
    const kept = known.find(({ kind, part }) => kind === 'midi' && part === instrument)
    if (kept !== undefined && pathOf(kept.relativePath) !== null) continue
    const cut = await of.cut(path, instrument)
    if (!cut.ok) return failure(cut.error)
    const made = await keep(options, of, kept, {
      index: FIRST_INDEX + at,
      instrument,
      bytes: cut.value,
    })
    if (!made.ok) return made
  }
  return success(
    transcriptionFiles(db, idOf(of.owner))
      .filter(({ kind, part }) => kind === 'midi' && part !== null)
      .map(({ id, kind, part, name, bytes }) => ({ id, kind, part, name, bytes })),
  )
}

/** Its row goes first, the file follows: what a crash leaves in between is made at the next wish. */
async function keep(
  { db, folder }: PartFilesOptions,
  of: Pick<Parts, 'owner' | 'label' | 'createdAtMs'>,
  earlier: TranscriptionFile | undefined,
  {
    index,
    instrument,
    bytes,
  }: { readonly index: number; readonly instrument: string; readonly bytes: Uint8Array },
): Promise<Reply<null>> {
  const place = folder()
  const key = `${idOf(of.owner)}-part-${index}`
  const name = `${of.label}, ${instrument.replaceAll('_', ' ')}`
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const put = (relativePath: string): void =>
    putOwnFile(db, of.owner, {
      index,
      kind: 'midi',
      part: instrument,
      name,
      relativePath,
      bytes: bytes.length,
      sha256,
    })
  try {
    const written = await place.writePartial(key, [bytes])
    if (!written.ok) return failure(written.error)
    // A file that was moved away comes back to its own place where that is free, with the content of now.
    if (earlier !== undefined) put(earlier.relativePath)
    const path = await commitUnderName(place, key, {
      planned: { name, extension: 'mid', createdAtMs: of.createdAtMs },
      isTaken: (each) => isPathTaken(db, each),
      ...(earlier === undefined ? {} : { first: earlier.relativePath }),
      onPlan: put,
    })
    return path.ok ? success(null) : failure(path.error)
  } finally {
    await place.discardPartial(key)
  }
}

// Exports the whole library into a folder: a snapshot of its database, every file, a list with their hashes. A kill costs the file it was at.
import * as files from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { HashFile } from '../media/hash-file.ts'
import { errnoOf, failed, type Outcome, succeeded } from '../media/outcome.ts'
import {
  ARCHIVE_DATABASE,
  ARCHIVE_FILES,
  type ArchivedFile,
  type ArchiveHead,
  endLine,
  fileLine,
  headLine,
  MANIFEST,
  readUnfinished,
  UNFINISHED_MANIFEST,
} from './archive-manifest.ts'
import { countUnfinishedIn, quickCheck, type WritableDatabase } from './database.ts'
import { hashFile, makeFolder, readFolder, syncFile, syncFolder } from './durable-files.ts'
import { copyVerified } from './verified-copy.ts'

export interface ArchiveProgress {
  readonly filesDone: number
  readonly filesTotal: number
  readonly bytesDone: number
  readonly bytesTotal: number
}
export interface ExportedArchive {
  readonly files: number
  /** Files that the library itself does not find any more. */
  readonly missing: number
}
export type ExportErrorCode = 'jobs_running' | 'corrupt' | 'folder_refused' | 'stopped'

/** Pages copied before other work gets its turn. */
const PAGES_A_STEP = 256
const TRASH = '.trash'

/**
 * Exports into `target`, absolute: an empty folder, or one in which an earlier export of this library ended early, which is then gone on
 * with. Throws the disk's errors and `CopyDiffers`.
 */
export async function exportArchive(options: {
  readonly db: WritableDatabase
  /** The library's folder, absolute. */
  readonly root: string
  readonly target: string
  readonly newId: () => string
  readonly now: () => number
  /** Hashes long files off this thread. By default they are hashed on it. */
  readonly hashLong?: HashFile
  readonly signal: AbortSignal
  readonly onProgress: (progress: ArchiveProgress) => void
}): Promise<Outcome<ExportedArchive, ExportErrorCode>> {
  const { root, target, hashLong, signal, onProgress } = options
  const list = join(target, UNFINISHED_MANIFEST)
  const begun = readUnfinished(await textOf(list))
  if (begun === null) {
    const names = await readFolder(files, target)
    if (names.some((name) => name !== UNFINISHED_MANIFEST && !name.startsWith(ARCHIVE_DATABASE)))
      return failed('folder_refused', 'The folder for the export is not empty. Choose an empty one.')
  }
  const started = begun === null ? await start(options) : succeeded(begun)
  if (!started.ok) return started
  const { head } = started.value
  const snapshot = join(target, ARCHIVE_DATABASE)
  const planned = plannedFiles(snapshot)
  const bytesTotal = planned.reduce((sum, { bytes }) => sum + bytes, 0)
  const known = new Map<string, ArchivedFile>()
  for (const file of started.value.files)
    if ((await bytesOf(placeIn(target, file.path))) === file.bytes) known.set(file.path, file)
  const lines = [headLine({ id: head.id, createdAtMs: head.createdAtMs, database: head.database })]
  const missing: string[] = []
  // Written anew without what a kill left in half; every file that it lists lies there, synced before its line was written.
  for (const file of known.values()) lines.push(fileLine(file))
  await writeSynced(list, lines.join(''))
  const out = await files.open(list, 'a')
  try {
    let bytesDone = 0
    for (const [filesDone, { path, bytes, isTrashed }] of planned.entries()) {
      if (signal.aborted)
        return failed('stopped', 'The export was stopped. Export to the same folder to go on.', true)
      onProgress({ filesDone, filesTotal: planned.length, bytesDone, bytesTotal })
      bytesDone += bytes
      const kept = isTrashed ? `${TRASH}/${path}` : path
      if (known.has(kept)) continue
      const file = await copyIn({ root, target, path, kept, hashLong })
      if (file === null) missing.push(kept)
      else {
        lines.push(fileLine(file))
        await out.write(fileLine(file))
      }
    }
    await out.write(endLine(lines, missing))
    await out.sync()
  } finally {
    await out.close()
  }
  await files.rename(list, join(target, MANIFEST))
  await syncFolder(files, target)
  return succeeded({ files: lines.length - 1, missing: missing.length })
}

async function start({
  db,
  target,
  newId,
  now,
  hashLong,
}: Parameters<typeof exportArchive>[0]): Promise<
  Outcome<{ head: ArchiveHead; files: readonly ArchivedFile[] }, ExportErrorCode>
> {
  await makeFolder(files, target)
  const snapshot = join(target, ARCHIVE_DATABASE)
  for (const suffix of ['', '-wal', '-shm', '-journal']) await files.rm(snapshot + suffix, { force: true })
  await db.driver.backup(snapshot, { progress: () => PAGES_A_STEP })
  const sealed = seal(snapshot)
  if (!sealed.ok) {
    await files.rm(snapshot, { force: true })
    return sealed
  }
  await syncFile(files, snapshot)
  const { size: bytes } = await files.stat(snapshot)
  const database = { bytes, sha256: await hashFile(files, snapshot, hashLong) }
  const line = headLine({ id: newId(), createdAtMs: now(), database })
  await writeSynced(join(target, UNFINISHED_MANIFEST), line)
  await syncFolder(files, target)
  const begun = readUnfinished(line)
  if (begun === null) throw new Error('the head of an archive cannot be read as it was written')
  return succeeded(begun)
}

/** Makes the snapshot one plain file, and looks whether it may travel: what is not sent yet would be sent by two libraries. */
function seal(path: string): Outcome<null, ExportErrorCode> {
  const copy = new Database(path)
  try {
    copy.pragma('journal_mode = DELETE')
    const health = quickCheck(copy)
    if (health !== 'ok') return failed('corrupt', `The library’s database is damaged: ${health}`)
    const unfinished = countUnfinishedIn(copy)
    if (unfinished === 0) return succeeded(null)
    return failed('jobs_running', `${unfinished} generations are not finished: export when they are.`, true)
  } finally {
    copy.close()
  }
}

interface PlannedFile {
  readonly path: string
  readonly bytes: number
  readonly isTrashed: boolean
}

/** The files that the snapshot knows, in a stable order. */
function plannedFiles(snapshot: string): readonly PlannedFile[] {
  const copy = new Database(snapshot, { readonly: true })
  try {
    const rows = copy
      .prepare(
        `SELECT relative_path AS path, bytes, trashed_at_ms IS NOT NULL AS isTrashed FROM sounds
         UNION ALL SELECT relative_path, bytes, 0 FROM transcription_files ORDER BY path`,
      )
      .all()
    // Texts and integers, by the schema.
    return (rows as readonly { path: string; bytes: number; isTrashed: number }[]).map((row) => ({
      ...row,
      isTrashed: row.isTrashed === 1,
    }))
  } finally {
    copy.close()
  }
}

/** Copies one file, from wherever it lies by now; null where it is not there. */
async function copyIn({
  root,
  target,
  path,
  kept,
  hashLong,
}: {
  readonly root: string
  readonly target: string
  readonly path: string
  /** Its path in the archive. */
  readonly kept: string
  readonly hashLong: HashFile | undefined
}): Promise<ArchivedFile | null> {
  for (const place of new Set([kept, path, `${TRASH}/${path}`])) {
    try {
      const from = join(root, ...place.split('/'))
      return { path: kept, ...(await copyVerified(from, placeIn(target, kept), { hashLong })) }
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') throw error
    }
  }
  return null
}

const placeIn = (target: string, path: string): string => join(target, ARCHIVE_FILES, ...path.split('/'))

const bytesOf = async (path: string): Promise<number | null> =>
  (await files.stat(path).catch(() => null))?.size ?? null

async function writeSynced(path: string, text: string): Promise<void> {
  await files.writeFile(`${path}.new`, text)
  await syncFile(files, `${path}.new`)
  await files.rename(`${path}.new`, path)
}

async function textOf(path: string): Promise<string> {
  try {
    return await files.readFile(path, 'utf8')
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return ''
    throw error
  }
}

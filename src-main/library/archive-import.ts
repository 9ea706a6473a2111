// Imports a whole library from an archive: files into an empty folder, each compared with the list; then the database, which the next start takes.
import { existsSync, readdirSync } from 'node:fs'
import * as files from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import type { HashFile } from '../media/hash-file.ts'
import { errnoOf, failed, type Outcome, succeeded } from '../media/outcome.ts'
import type { ArchiveProgress } from './archive-export.ts'
import {
  ARCHIVE_DATABASE,
  ARCHIVE_FILES,
  type ArchivedFile,
  type ArchiveErrorCode,
  damaged,
  MANIFEST,
  readManifest,
  UNFINISHED_MANIFEST,
} from './archive-manifest.ts'
import { countUnfinishedIn, quickCheck, userVersion } from './database.ts'
import { makeFolder, moveAside, readFolder, syncFile, syncFolder } from './durable-files.ts'
import { MIGRATIONS } from './migrations/index.ts'
import { CopyDiffers, copyVerified } from './verified-copy.ts'

export interface ImportedArchive {
  readonly files: number
  readonly missing: number
}
export type ImportErrorCode = ArchiveErrorCode | 'folder_refused' | 'stopped'

/** An empty file in the new folder while it is filled. Its name says for which archive: a name is there whole or not at all. */
const MARK = '.foleyroom-import-'
/** Beside the database: an imported one, whole, that the next start takes. The number is when it came. */
const WAITING = /^imported-(\d+)\.db$/

/**
 * Imports from `archive` into the folder `root`, both absolute; `root` is empty, or what an earlier import of this archive left. The present
 * library is not touched: the imported one waits beside `databasePath` until `takeImported`. Throws the disk's errors.
 */
export async function importArchive(options: {
  readonly archive: string
  readonly root: string
  readonly databasePath: string
  /** The key of the setting that says where the library's folder is. */
  readonly rootSetting: string
  readonly now: () => number
  /** Hashes long files off this thread. By default they are hashed on it. */
  readonly hashLong?: HashFile
  readonly signal: AbortSignal
  readonly onProgress: (progress: ArchiveProgress) => void
}): Promise<Outcome<ImportedArchive, ImportErrorCode>> {
  const { archive, root, hashLong, signal, onProgress } = options
  const manifest = await openManifest(archive)
  if (!manifest.ok) return manifest
  const { head, files: listed, missing } = manifest.value
  const names = await readFolder(files, root)
  const mark = `${MARK}${head.id}`
  if (names.length > 0 && !names.includes(mark))
    return failed('folder_refused', 'The folder for the imported library is not empty. Choose an empty one.')
  await makeFolder(files, root)
  await files.writeFile(join(root, mark), '')
  const bytesTotal = listed.reduce((sum, { bytes }) => sum + bytes, 0)
  let bytesDone = 0
  for (const [filesDone, file] of listed.entries()) {
    if (signal.aborted)
      return failed('stopped', 'The import was stopped. Import into the same folder to go on.', true)
    onProgress({ filesDone, filesTotal: listed.length, bytesDone, bytesTotal })
    bytesDone += file.bytes
    const brought = await bring(archive, root, file, hashLong)
    if (!brought.ok) return brought
  }
  const waiting = await bringDatabase(options, head.database)
  if (!waiting.ok) return waiting
  await files.rm(join(root, mark), { force: true })
  return succeeded({ files: listed.length, missing: missing.length })
}

async function openManifest(archive: string): ReturnType<typeof readManifest> {
  const names = await readFolder(files, archive)
  if (names.includes(MANIFEST)) return readManifest(join(archive, MANIFEST))
  if (names.includes(UNFINISHED_MANIFEST))
    return failed(
      'archive_unfinished',
      'This export is not finished: export to the same folder again, it goes on there.',
    )
  return failed('not_an_archive', `${basename(archive)} holds no exported library: ${MANIFEST} is not there.`)
}

/** Copies one file, unless an earlier import has; what is not as the list says is not kept. */
async function bring(
  archive: string,
  root: string,
  file: ArchivedFile,
  hashLong: HashFile | undefined,
): Promise<Outcome<null, ImportErrorCode>> {
  const way = file.path.split('/')
  const from = join(archive, ARCHIVE_FILES, ...way)
  const to = join(root, ...way)
  // A file gets its name here only after it was compared: one of that length was.
  if ((await files.lstat(to).catch(() => null))?.size === file.bytes) return succeeded(null)
  const plain = await isPlain(archive, way, file.bytes)
  if (!plain.ok) return plain
  try {
    const { bytes, sha256 } = await copyVerified(from, `${to}.importing`, { hashLong })
    if (bytes !== file.bytes || sha256 !== file.sha256) {
      await files.rm(`${to}.importing`, { force: true })
      return damaged(`${file.path} is not the file that was exported`)
    }
  } catch (error) {
    if (error instanceof CopyDiffers) throw error
    if (errnoOf(error) === 'ENOENT') return damaged(`${file.path} is not there`)
    throw error
  }
  await files.rename(`${to}.importing`, to)
  await syncFolder(files, dirname(to))
  return succeeded(null)
}

/** No link on the way: an archive says what is in it, and nothing else of this machine. */
async function isPlain(
  archive: string,
  way: readonly string[],
  bytes: number,
): Promise<Outcome<null, ImportErrorCode>> {
  let place = join(archive, ARCHIVE_FILES)
  for (const [index, name] of ['', ...way].entries()) {
    place = join(place, name)
    const stats = await files.lstat(place).catch(() => null)
    const path = way.slice(0, index).join('/')
    if (stats === null) return damaged(`${path} is not there`)
    const isLast = index === way.length
    if (isLast ? !stats.isFile() : !stats.isDirectory()) return damaged(`${path} is no plain file or folder`)
    if (isLast && stats.size !== bytes) return damaged(`${path} has ${stats.size} bytes, not ${bytes}`)
  }
  return succeeded(null)
}

async function bringDatabase(
  options: Pick<
    Parameters<typeof importArchive>[0],
    'archive' | 'root' | 'databasePath' | 'rootSetting' | 'now' | 'hashLong'
  >,
  content: { readonly bytes: number; readonly sha256: string },
): Promise<Outcome<null, ImportErrorCode>> {
  const { archive, root, databasePath, rootSetting, now, hashLong } = options
  const from = join(archive, ARCHIVE_DATABASE)
  const stats = await files.lstat(from).catch(() => null)
  if (stats === null || !stats.isFile()) return damaged(`${ARCHIVE_DATABASE} is not there`)
  const partial = `${databasePath}.importing`
  const copied = await copyVerified(from, partial, { hashLong })
  if (copied.bytes !== content.bytes || copied.sha256 !== content.sha256) {
    await files.rm(partial, { force: true })
    return damaged(`${ARCHIVE_DATABASE} is not the one that was exported`)
  }
  const fit = adopt(partial, rootSetting, root)
  if (!fit.ok) {
    await files.rm(partial, { force: true })
    return fit
  }
  await syncFile(files, partial)
  for (const earlier of waitingImports(databasePath)) await files.rm(earlier, { force: true })
  await files.rename(partial, join(dirname(databasePath), `imported-${Math.round(now())}.db`))
  await syncFolder(files, dirname(databasePath))
  return succeeded(null)
}

/** Judges the database of an archive as any other that is opened, and tells it where its files are now. */
function adopt(path: string, rootSetting: string, root: string): Outcome<null, ImportErrorCode> {
  const driver = new Database(path)
  try {
    driver.pragma('journal_mode = DELETE')
    const version = userVersion(driver)
    if (version > MIGRATIONS.length)
      return failed(
        'archive_newer',
        `This library is of version ${version}, this Foleyroom knows ${MIGRATIONS.length}.`,
      )
    const health = quickCheck(driver)
    if (health !== 'ok') return damaged(health)
    if (version === 0) return damaged('its database is no library')
    const unfinished = countUnfinishedIn(driver)
    if (unfinished > 0) return damaged(`${unfinished} generations in it are not finished`)
    driver
      .prepare(
        'INSERT INTO settings (key, value_json) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value_json = excluded.value_json',
      )
      .run(rootSetting, JSON.stringify(root))
    return succeeded(null)
  } catch (error) {
    if (error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB|ERROR)/.test(error.code))
      return damaged(String(error))
    throw error
  } finally {
    driver.close()
  }
}

/** Removes what a kill between the waiting database and the end of its import left in the folder. Once the library is open; never while one is imported. */
export async function removeImportMarks(root: string): Promise<void> {
  for (const name of await readFolder(files, root).catch(() => []))
    if (name.startsWith(MARK)) await files.rm(join(root, name), { force: true }).catch(() => {})
}

const waitingImports = (databasePath: string): readonly string[] =>
  existsSync(dirname(databasePath))
    ? readdirSync(dirname(databasePath))
        .filter((name) => WAITING.test(name))
        .map((name) => join(dirname(databasePath), name))
    : []

/**
 * Before the database is opened: where an imported one waits, sets the present one aside with its backups, and puts that in its place.
 * Wherever a kill ends this, the next start goes on with it. Throws the disk's errors. @returns where the former database lies now; null where nothing waited
 */
export async function takeImported(databasePath: string, backupFolder: string): Promise<string | null> {
  const waiting = waitingImports(databasePath)[0]
  if (waiting === undefined) return null
  // The same name at each try: a log that was moved at the first belongs to the database that is moved at the second.
  const cameAt = WAITING.exec(basename(waiting))?.[1] ?? ''
  const asideOf = (path: string): string =>
    join(dirname(databasePath), `before-import-${cameAt}-${basename(path)}`)
  const aside = asideOf(databasePath)
  // Of the former library: they must never be taken for backups of this one.
  if (existsSync(backupFolder) && !existsSync(asideOf(backupFolder)))
    await files.rename(backupFolder, asideOf(backupFolder))
  for (const suffix of ['-wal', '-shm'])
    if (existsSync(databasePath + suffix)) await files.rename(databasePath + suffix, aside + suffix)
  if (existsSync(databasePath) && !existsSync(aside)) await moveAside(files, databasePath, aside)
  await files.rename(waiting, databasePath)
  await syncFolder(files, dirname(databasePath))
  return aside
}

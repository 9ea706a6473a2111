// The folder of sounds: plans readable names, writes whole files or none, and never reaches outside of itself.
import * as nodeFiles from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import type { HashFile } from '../media/hash-file.ts'
import { type FileErrorCode, failed, fileFailure, type Outcome, succeeded } from '../media/outcome.ts'
import {
  type FilesPort,
  finishOrMove,
  hashFile,
  makeFolder,
  moveWithoutReplacing,
  readFolder,
  syncFile,
  syncFolder,
  writeAll,
} from './durable-files.ts'
import { foldedName, safeFileName } from './file-names.ts'
import { createFolderListings } from './folder-listings.ts'

export type { FilesPort } from './durable-files.ts'

export type FolderErrorCode = FileErrorCode | 'outside_library'
export type FolderOutcome<T> = Outcome<T, FolderErrorCode>

export interface PlannedName {
  /** Anything: a prompt, a label. */
  readonly name: string
  /** Without the dot. */
  readonly extension: string
  /** Decides the folder, `<yyyy>/<mm>` in the person's own time zone. */
  readonly createdAtMs: number
}
export interface Leftover {
  readonly key: string
  readonly bytes: number
  readonly modifiedAtMs: number
}

export interface LibraryFolder {
  readonly root: string
  /**
   * A path that no file has (ignoring case), that `isTaken` (the database's rows and transfers) does not know, and that this process has
   * not planned before. It stays planned until it is committed.
   */
  readonly plan: (
    planned: PlannedName,
    isTaken: (relativePath: string) => boolean,
  ) => Promise<FolderOutcome<string>>
  /** Where a file lies while it is being written, on the same disk. The same key finds it again after a crash. Absolute; its folder exists. */
  readonly partialPath: (key: string) => Promise<FolderOutcome<string>>
  /** Writes a partial file from its beginning and brings it to the disk. Returns its length. */
  readonly writePartial: (
    key: string,
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ) => Promise<FolderOutcome<number>>
  /**
   * Makes a partial file the file of that name: fsync, move without ever replacing one, fsync of the folder. After `ok` it survives a power
   * cut. `file_exists`: plan another name. After any failure the partial file is still there.
   */
  readonly commit: (key: string, relativePath: string) => Promise<FolderOutcome<null>>
  /** Brings a file that lies under its name already to the disk, with its name: an earlier run moved it there and may have got no further. */
  readonly settle: (relativePath: string) => Promise<FolderOutcome<null>>
  readonly discardPartial: (key: string) => Promise<FolderOutcome<null>>
  /** Partial files of work that did not end, oldest first. */
  readonly leftovers: () => Promise<FolderOutcome<readonly Leftover[]>>
  /** The absolute path of a plain file that is there and really lies in the folder, whatever links say. */
  readonly resolve: (relativePath: string) => Promise<FolderOutcome<string>>
  readonly stat: (
    relativePath: string,
  ) => Promise<FolderOutcome<{ readonly bytes: number; readonly modifiedAtMs: number }>>
  /** Of the content, in hex; read as a stream. */
  readonly sha256: (relativePath: string) => Promise<FolderOutcome<string>>
  /** As `sha256`, of any file by its absolute path. Throws the disk's errors. */
  readonly hashOf: (path: string) => Promise<string>
  /** Moves a file to the library's own trash, where it keeps its place: `.trash/<relativePath>`. `file_missing` where there is none. */
  readonly toTrash: (relativePath: string) => Promise<FolderOutcome<null>>
  /** Moves it back, to the same or to another place; `file_exists` where something lies there. */
  readonly fromTrash: (relativePath: string, to: string) => Promise<FolderOutcome<null>>
  /** The absolute path of a file in the trash. */
  readonly inTrash: (relativePath: string) => Promise<FolderOutcome<string>>
  /** Whether a file can be written, made durable and removed here now: makes the folder where it is missing. */
  readonly check: () => Promise<FolderOutcome<null>>
}

const PARTIALS = '.partial'
const PARTIAL_SUFFIX = '.part'
const TRASH = '.trash'
/** Names tried before planning gives up: more than any person has of one name in a month. */
const COUNTERS = 100_000

export function createLibraryFolder(options: {
  /** Absolute. Made when the first file is written. */
  readonly root: string
  readonly files?: FilesPort
  /** Hashes long files off this thread. By default they are hashed on it. */
  readonly hashLong?: HashFile
}): LibraryFolder {
  const { root } = options
  const files = options.files ?? nodeFiles
  const planned = new Set<string>()
  const listings = createFolderListings(files)
  const hashOf = (path: string): Promise<string> => hashFile(files, path, options.hashLong)

  const attempt = async <T>(
    doing: string,
    work: () => Promise<FolderOutcome<T>>,
  ): Promise<FolderOutcome<T>> => {
    try {
      return await work()
    } catch (error) {
      return fileFailure(error, doing)
    }
  }

  const partialOf = (key: string): string => {
    if (!/^[a-zA-Z0-9_-]{1,100}$/.test(key)) throw new TypeError(`not a key of a partial file: ${key}`)
    return join(root, PARTIALS, `${key}${PARTIAL_SUFFIX}`)
  }

  const resolve = (relativePath: string) =>
    attempt(`open ${relativePath}`, async () => {
      if (!isInside(relativePath)) return outside(relativePath)
      const [realRoot, realPath] = await Promise.all([
        files.realpath(root),
        files.realpath(join(root, ...relativePath.split('/'))),
      ])
      const way = relative(realRoot, realPath)
      if (way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
        return outside(relativePath)
      const stats = await files.stat(realPath)
      return stats.isFile()
        ? succeeded(realPath)
        : failed('not_a_file', `${relativePath} is not a plain file.`)
    })

  const withFile = <T>(relativePath: string, doing: string, work: (path: string) => Promise<T>) =>
    attempt(`${doing} ${relativePath}`, async () => {
      const found = await resolve(relativePath)
      return found.ok ? succeeded(await work(found.value)) : found
    })

  const partialPath: LibraryFolder['partialPath'] = (key) =>
    attempt('make the folder of unfinished files', async () => {
      const path = partialOf(key)
      await makeFolder(files, dirname(path))
      return succeeded(path)
    })

  const writePartial: LibraryFolder['writePartial'] = (key, chunks) =>
    attempt('write an unfinished file', async () => {
      const path = await partialPath(key)
      if (!path.ok) return path
      const handle = await files.open(path.value, 'w')
      try {
        let bytes = 0
        for await (const chunk of chunks) {
          await writeAll(handle, chunk)
          bytes += chunk.length
        }
        await handle.sync()
        return succeeded(bytes)
      } finally {
        await handle.close()
      }
    })

  /** Every folder from the file's up to the root: where one was made, its own name must survive too. */
  const syncFoldersTo = async (path: string): Promise<void> => {
    for (let folder = path; folder.length > root.length; ) {
      folder = dirname(folder)
      await syncFolder(files, folder)
    }
  }

  const commit: LibraryFolder['commit'] = (key, relativePath) =>
    attempt(`write ${relativePath}`, async () => {
      if (!isInside(relativePath)) return outside(relativePath)
      const partial = partialOf(key)
      const target = join(root, ...relativePath.split('/'))
      await syncFile(files, partial)
      const isMade = await makeFolder(files, dirname(target))
      await moveWithoutReplacing(files, partial, target)
      if (isMade) await syncFoldersTo(target)
      else await syncFolder(files, dirname(target))
      listings.add(dirname(target), basename(target))
      planned.delete(foldedName(relativePath))
      return succeeded(null)
    })

  const settle: LibraryFolder['settle'] = (relativePath) =>
    attempt(`write ${relativePath}`, async () => {
      if (!isInside(relativePath)) return outside(relativePath)
      const path = join(root, ...relativePath.split('/'))
      await syncFile(files, path)
      await syncFoldersTo(path)
      return succeeded(null)
    })

  const discardPartial: LibraryFolder['discardPartial'] = (key) =>
    attempt('remove an unfinished file', async () => {
      await files.rm(partialOf(key), { force: true })
      return succeeded(null)
    })

  const relocate = (from: string, to: string) =>
    attempt(`move ${from}`, async () => {
      const found = await resolve(from)
      if (!found.ok) return found
      if (!isInside(to)) return outside(to)
      const target = join(root, ...to.split('/'))
      await makeFolder(files, dirname(target))
      await finishOrMove(files, found.value, target)
      await syncFolder(files, dirname(target))
      await syncFolder(files, dirname(found.value))
      listings.add(dirname(target), basename(target))
      planned.delete(foldedName(to))
      return succeeded(null)
    })

  return {
    root,
    resolve,
    toTrash: (relativePath) => relocate(relativePath, `${TRASH}/${relativePath}`),
    fromTrash: (relativePath, to) => relocate(`${TRASH}/${relativePath}`, to),
    inTrash: (relativePath) => resolve(`${TRASH}/${relativePath}`),
    partialPath,
    writePartial,
    commit,
    settle,
    discardPartial,
    plan: ({ name, extension, createdAtMs }, isTaken) =>
      attempt(`plan a name in ${root}`, async () => {
        const at = new Date(createdAtMs)
        const folder = `${String(at.getFullYear()).padStart(4, '0')}/${String(at.getMonth() + 1).padStart(2, '0')}`
        const names = await listings.of(join(root, folder))
        for (let counter = 1; counter <= COUNTERS; counter += 1) {
          const fileName = safeFileName(name, extension, counter)
          const path = `${folder}/${fileName}`
          if (names.has(foldedName(fileName)) || planned.has(foldedName(path)) || isTaken(path)) continue
          planned.add(foldedName(path))
          return succeeded(path)
        }
        return failed(
          'file_exists',
          `${folder} holds ${COUNTERS} files named "${safeFileName(name, extension)}".`,
        )
      }),
    leftovers: () =>
      attempt('list unfinished files', async () => {
        const found: Leftover[] = []
        for (const name of await readFolder(files, join(root, PARTIALS))) {
          if (!name.endsWith(PARTIAL_SUFFIX)) continue
          const stats = await files.stat(join(root, PARTIALS, name))
          found.push({
            key: name.slice(0, -PARTIAL_SUFFIX.length),
            bytes: stats.size,
            modifiedAtMs: stats.mtimeMs,
          })
        }
        return succeeded(found.sort((a, b) => a.modifiedAtMs - b.modifiedAtMs))
      }),
    stat: (relativePath) =>
      withFile(relativePath, 'look at', async (path) => {
        const stats = await files.stat(path)
        return { bytes: stats.size, modifiedAtMs: stats.mtimeMs }
      }),
    sha256: (relativePath) => withFile(relativePath, 'read', hashOf),
    hashOf,
    check: async () => {
      const key = 'write-check'
      const written = await writePartial(key, [new Uint8Array([0])])
      const removed = await discardPartial(key)
      return written.ok ? removed : written
    },
  }
}

/** A relative path with forward slashes, of plain segments: nothing absolute, no drive, no climbing, no NUL, no second kind of slash. */
export function isInside(relativePath: string): boolean {
  return (
    !/[\0\\]|^[a-zA-Z]:/.test(relativePath) &&
    relativePath.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..')
  )
}

const outside = (relativePath: string) =>
  failed('outside_library', `${JSON.stringify(relativePath)} does not lie in the library's folder.`)

// What the app keeps on this computer, as the window asks for it.
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { HandlersOf } from '../../bridge/dispatcher.ts'
import { failure, success } from '../../bridge/reply.ts'
import type { Reply } from '../../bridge/types.ts'
import type { ReadableDatabase } from '../../library/database.ts'
import { errnoOf, fileFailure } from '../../media/outcome.ts'
import type { LibraryArchiver } from '../library-archive.ts'
import { deleteLibraryFiles, libraryPaths } from '../library-files.ts'
import type { StorageMover } from '../storage-move.ts'

/** The parts of the data folder, by what they hold. */
const DATABASE = ['library.db', 'library.db-wal', 'library.db-shm', 'library.db.check']
/** Databases that were damaged or gave their place to an imported one, and what waits to be imported. */
const SET_ASIDE = /^(damaged-\d+-library\.db|before-import-\d+-|imported-\d+\.db|library\.db\.importing)/
const FOLDERS = { backups: 'backups', cache: 'cache', logs: 'logs', engine: 'engine' } as const

export interface StoragePort {
  readonly db: ReadableDatabase
  /** The app's data folder, absolute. */
  readonly userData: string
  readonly libraryRoot: () => string
  readonly libraryBytes: () => number
  readonly mover: StorageMover
  readonly archiver: LibraryArchiver
  readonly chooseFolder: (title: string, buttonLabel: string) => Promise<string | null>
  /** Generations that are neither finished nor paused. */
  readonly jobsRunning: () => number
  /** Ends everything that writes; the app ends after what follows. */
  readonly close: () => Promise<void>
  readonly forgetKeys: () => Promise<void>
  readonly exit: () => void
}

/** Handlers of `storage.*`. */
export function storageHandlers(port: StoragePort): HandlersOf<'storage'> {
  const { archiver, mover, userData } = port
  const within = (name: string): string => join(userData, name)
  const idle = (doing: string): Reply<null> => {
    const jobs = port.jobsRunning()
    if (jobs === 0) return success(null)
    const message = `${jobs} ${jobs === 1 ? 'generation is' : 'generations are'} not finished: ${doing} when they are.`
    return failure({ code: 'jobs_running', message, retryable: true })
  }
  return {
    'storage.use': async () =>
      success({
        libraryBytes: port.libraryBytes(),
        databaseBytes: (await Promise.all(DATABASE.map((name) => bytesOf(within(name))))).reduce(
          (sum, bytes) => sum + bytes,
          0,
        ),
        backupBytes: await bytesOf(within(FOLDERS.backups)),
        cacheBytes: await bytesOf(within(FOLDERS.cache)),
        logBytes: await bytesOf(within(FOLDERS.logs)),
        engineBytes: await bytesOf(within(FOLDERS.engine)),
      }),
    'storage.move': async () => success(mover.state()),
    'storage.startMove': async () => {
      const ready = idle('move the library')
      if (!ready.ok) return ready
      const to = await port.chooseFolder('Where should the library lie?', 'Move here')
      if (to === null) return success(mover.state())
      const started = await mover.start(port.libraryRoot(), to)
      return started.ok ? success(mover.state()) : started
    },
    'storage.resumeMove': async () => {
      mover.resume()
      return success(mover.state())
    },
    'storage.cancelMove': async () => {
      const canceled = await mover.cancel()
      return canceled.ok ? success(mover.state()) : canceled
    },
    'storage.archive': async () => success(archiver.state()),
    'storage.exportLibrary': async () => {
      const ready = idle('export the library')
      if (!ready.ok) return ready
      const folder = await port.chooseFolder('Where should the library be exported to?', 'Export here')
      if (folder === null) return success(archiver.state())
      const started = archiver.startExport(folder)
      return started.ok ? success(archiver.state()) : started
    },
    'storage.importLibrary': async () => {
      const archive = await port.chooseFolder('Which exported library should be imported?', 'Import this')
      if (archive === null) return success(archiver.state())
      const root = await port.chooseFolder(
        'In which empty folder should its sounds lie?',
        'Keep its sounds here',
      )
      if (root === null) return success(archiver.state())
      const started = archiver.startImport(archive, root)
      return started.ok ? success(archiver.state()) : started
    },
    'storage.stopArchive': async () => {
      await archiver.stop()
      return success(archiver.state())
    },
    'storage.emptyCache': async () => {
      const freedBytes = await bytesOf(within(FOLDERS.cache))
      try {
        for (const name of await namesIn(within(FOLDERS.cache)))
          await rm(join(within(FOLDERS.cache), name), { recursive: true, force: true })
      } catch (error) {
        return fileFailure(error, 'empty the cache')
      }
      return success({ freedBytes })
    },
    'storage.deleteAll': async ({ withSounds }) => {
      const ready = idle('delete everything')
      if (!ready.ok) return ready
      await mover.stop()
      await archiver.stop()
      const root = port.libraryRoot()
      const paths = withSounds ? libraryPaths(port.db) : null
      await port.forgetKeys()
      await port.close()
      try {
        if (paths !== null) await deleteLibraryFiles(root, paths)
        // The backups first: a start that finds them without a database restores one.
        const aside = (await namesIn(userData)).filter((name) => SET_ASIDE.test(name))
        for (const name of [...Object.values(FOLDERS), ...aside, ...DATABASE])
          await rm(within(name), { recursive: true, force: true })
      } catch (error) {
        return fileFailure(error, 'delete everything')
      }
      port.exit()
      return success(null)
    },
  }
}

const namesIn = async (folder: string): Promise<readonly string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return []
    throw error
  })

/** Bytes of a file, or of all files below a folder; 0 where there is none. */
async function bytesOf(path: string): Promise<number> {
  const stats = await stat(path).catch(() => null)
  if (stats === null) return 0
  if (!stats.isDirectory()) return stats.size
  const names = await readdir(path).catch(() => [])
  const sizes = await Promise.all(names.map((name) => bytesOf(join(path, name))))
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}

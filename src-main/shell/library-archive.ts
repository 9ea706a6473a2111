// Exporting and importing the whole library, in the background, one at a time: what the window is told of it.
import { join } from 'node:path'
import type { LibraryArchive } from '../bridge/storage.ts'
import type { BridgeError } from '../bridge/types.ts'
import { type ArchiveProgress, exportArchive } from '../library/archive-export.ts'
import { importArchive } from '../library/archive-import.ts'
import type { WritableDatabase } from '../library/database.ts'
import { databaseFailure } from '../library/database-failure.ts'
import { CopyDiffers } from '../library/verified-copy.ts'
import type { HashFile } from '../media/hash-file.ts'
import { failed, fileFailure, type Outcome, succeeded } from '../media/outcome.ts'

export interface LibraryArchiver {
  state(): LibraryArchive
  /** Into a folder of the library's own below `folder`; one that an earlier export of this day left unfinished is gone on with. */
  startExport(folder: string): Outcome<null, 'archive_running'>
  /** `root`: where the imported library's files are to lie. */
  startImport(archive: string, root: string): Outcome<null, 'archive_running'>
  /** Ends at the next file. What is done is done: the same folder goes on. */
  stop(): Promise<void>
}

/** Progress is told at most so often. */
const TOLD_EVERY_MS = 250

export function createLibraryArchiver(options: {
  readonly db: WritableDatabase
  readonly libraryRoot: () => string
  readonly rootSetting: string
  readonly newId: () => string
  readonly now: () => number
  /** Hashes long files off this thread. By default they are hashed on it. */
  readonly hashLong?: HashFile
  readonly changed: () => void
  readonly log: (message: string) => void
}): LibraryArchiver {
  const { db, now, hashLong, changed, log } = options
  let state: LibraryArchive = { kind: 'none' }
  let running: Promise<void> | null = null
  let stopping = new AbortController()
  let toldAtMs = Number.NEGATIVE_INFINITY

  const become = (next: LibraryArchive): void => {
    const isProgress = next.kind === state.kind && 'filesDone' in next
    state = next
    if (isProgress && now() - toldAtMs < TOLD_EVERY_MS) return
    toldAtMs = now()
    changed()
  }
  const begin = (
    kind: 'exporting' | 'importing',
    work: (tools: {
      readonly signal: AbortSignal
      readonly onProgress: (progress: ArchiveProgress) => void
    }) => Promise<Outcome<LibraryArchive, string>>,
  ): Outcome<null, 'archive_running'> => {
    if (running !== null)
      return failed('archive_running', 'The library is being exported or imported already.', true)
    stopping = new AbortController()
    become({ kind, filesDone: 0, filesTotal: 0, bytesDone: 0, bytesTotal: 0 })
    const onProgress = (progress: ArchiveProgress): void => become({ kind, ...progress })
    running = work({ signal: stopping.signal, onProgress })
      .then((done) => become(done.ok ? done.value : { kind: 'stopped', error: done.error }))
      .catch((error: unknown) => {
        log(`storage: ${kind} the library stopped: ${String(error)}`)
        become({ kind: 'stopped', error: errorOf(error, kind) })
      })
      .finally(() => {
        running = null
      })
    return succeeded(null)
  }

  return {
    state: () => state,
    startExport: (folder) =>
      begin('exporting', async (tools) => {
        const folderName = `Foleyroom library ${new Date(now()).toISOString().slice(0, 10)}`
        const done = await exportArchive({
          db,
          root: options.libraryRoot(),
          target: join(folder, folderName),
          newId: options.newId,
          now,
          hashLong,
          ...tools,
        })
        return done.ok ? succeeded({ kind: 'exported', folderName, ...done.value }) : done
      }),
    startImport: (archive, root) =>
      begin('importing', async (tools) => {
        const { rootSetting } = options
        const done = await importArchive({
          archive,
          root,
          databasePath: db.path,
          rootSetting,
          now,
          hashLong,
          ...tools,
        })
        return done.ok ? succeeded({ kind: 'imported', ...done.value }) : done
      }),
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** What the disk says, in words. A bug is told as one: it was logged. */
function errorOf(error: unknown, kind: 'exporting' | 'importing'): BridgeError {
  const goesOn = 'Choose the same folder to go on where it stopped.'
  if (error instanceof CopyDiffers) {
    const message = 'A copy is not what was copied: the disk may be failing. Nothing was deleted.'
    return { code: 'copy_differs', message, retryable: true }
  }
  const ofDatabase = databaseFailure(error)
  if (ofDatabase !== null) return ofDatabase
  try {
    const { code, message } = fileFailure(
      error,
      kind === 'exporting' ? 'export the library' : 'import the library',
    ).error
    return { code, message: `${message} ${goesOn}`, retryable: true }
  } catch {
    return {
      code: 'internal_error',
      message: `Foleyroom failed at this; the details are in its log. ${goesOn}`,
      retryable: false,
    }
  }
}

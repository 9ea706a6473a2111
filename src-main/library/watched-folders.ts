// Folders whose new files are imported: told by the system where it can, looked through again from time to time where it cannot.
import { type FSWatcher, watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { WatchedFolderView } from '../bridge/library.ts'
import { openWav } from '../decode/wav.ts'
import type { ReadableDatabase, WritableDatabase } from './database.ts'
import { isKnownSource } from './import-store.ts'
import type { Imports } from './imports.ts'
import { type FoundSource, walkSources } from './walk-sources.ts'

export interface WatchedFolders {
  readonly list: () => Promise<readonly WatchedFolderView[]>
  /** Imports what is in it and watches it from now on. The same folder again is the same one. */
  readonly add: (path: string) => Promise<WatchedFolderView>
  readonly remove: (folderId: number) => void
  /** Begins to watch, and imports what came while nobody did. */
  readonly start: () => void
  readonly stop: () => Promise<void>
}

interface StoredFolder {
  readonly id: number
  readonly path: string
}

/** After a change: a program that writes a file does so in many steps. */
const SETTLING_MS = 2000
/** For disks that tell nothing, such as network folders. */
const RESCAN_MS = 5 * 60_000
/** A disk that is plugged in again tells nothing of it. */
const RETURN_MS = 15_000
/** Whoever writes a recording may pause; what its head promises and it does not hold after so long will not come any more. */
const WRITING_MS = 10 * 60_000

export function createWatchedFolders(options: {
  readonly db: WritableDatabase
  readonly imports: Pick<Imports, 'start'>
  readonly now: () => number
  /** Answers with what cancels it. */
  readonly timer: (ms: number, fire: () => void) => () => void
  readonly log: (message: string) => void
}): WatchedFolders {
  const { db, imports, now, timer, log } = options
  const watchers = new Map<number, FSWatcher>()
  /** The next look at each folder. */
  const planned = new Map<number, () => void>()
  const looking = new Set<Promise<void>>()
  let isRunning = false

  const plan = (folder: StoredFolder, ms: number): void => {
    planned.get(folder.id)?.()
    if (!isRunning) return
    planned.set(
      folder.id,
      timer(ms, () => {
        const work = look(folder).catch((error: unknown) => log(`watched folder: ${String(error)}`))
        looking.add(work)
        void work.finally(() => looking.delete(work))
      }),
    )
  }

  const look = async (folder: StoredFolder): Promise<void> => {
    const fresh: string[] = []
    let isUnsettled = false
    let isAway = false
    for await (const source of walkSources([folder.path])) {
      if (!isRunning) return
      if (source.problem !== null && source.path === folder.path) isAway = true
      // What cannot be read is named once, by an import that says why; what went meanwhile is nothing.
      if (source.problem?.code === 'file_missing' || source.path === folder.path) continue
      if (isKnownSource(db, source)) continue
      if (source.problem === null && (await isBeingWritten(source))) isUnsettled = true
      else fresh.push(source.path)
    }
    if (!isWatched(db, folder.id)) return
    if (fresh.length > 0) imports.start(fresh, basename(folder.path))
    if (isAway) stopWatching(folder.id)
    else watchSystem(folder)
    plan(folder, isUnsettled ? SETTLING_MS : isAway ? RETURN_MS : RESCAN_MS)
  }

  const isBeingWritten = async ({ path, modifiedAtMs }: FoundSource): Promise<boolean> => {
    const ageMs = now() - modifiedAtMs
    return ageMs < SETTLING_MS || (ageMs < WRITING_MS && (await isUnfinishedWav(path)))
  }

  const watchSystem = (folder: StoredFolder): void => {
    if (watchers.has(folder.id) || !isRunning) return
    try {
      const watcher = watch(folder.path, { recursive: true, persistent: false }, () =>
        plan(folder, SETTLING_MS),
      )
      watchers.set(folder.id, watcher)
      watcher.on('error', () => {
        // It went away, or the system has no more watches: the next look begins again.
        watchers.delete(folder.id)
        watcher.close()
      })
    } catch {
      // The same, at once.
    }
  }

  /** What is plugged in again, or made anew, is another folder to the system. */
  const stopWatching = (folderId: number): void => {
    watchers.get(folderId)?.close()
    watchers.delete(folderId)
  }

  const view = async ({ id, path }: StoredFolder): Promise<WatchedFolderView> => {
    const isThere = await stat(path).then(
      (stats) => stats.isDirectory(),
      () => false,
    )
    return { id, name: basename(path), isAway: !isThere }
  }

  return {
    list: () => Promise.all(storedFolders(db).map(view)),
    add: async (path) => {
      db.statement('INSERT OR IGNORE INTO watched_folders (path, created_at_ms) VALUES (?, ?)').run([
        path,
        now(),
      ])
      const folder = storedFolders(db).find((each) => each.path === path)
      if (folder === undefined) throw new Error('a watched folder was not stored')
      plan(folder, 0)
      return view(folder)
    },
    remove: (folderId) => {
      db.statement('DELETE FROM watched_folders WHERE id = ?').run([folderId])
      planned.get(folderId)?.()
      planned.delete(folderId)
      stopWatching(folderId)
    },
    start: () => {
      isRunning = true
      for (const folder of storedFolders(db)) plan(folder, 0)
    },
    stop: async () => {
      isRunning = false
      for (const cancel of planned.values()) cancel()
      for (const watcher of watchers.values()) watcher.close()
      watchers.clear()
      await Promise.all(looking)
    },
  }
}

/** A recording whose samples are not all there, or none yet: its head alone is read. */
async function isUnfinishedWav(path: string): Promise<boolean> {
  const opened = await openWav(path)
  if (!opened.ok) return opened.error.code === 'wav_no_audio' || opened.error.code === 'file_empty'
  await opened.value.close()
  return opened.value.isCutShort
}

const isWatched = (db: ReadableDatabase, folderId: number): boolean =>
  db.statement('SELECT 1 FROM watched_folders WHERE id = ?').get([folderId]) !== undefined

function storedFolders(db: ReadableDatabase): readonly StoredFolder[] {
  // By the schema: an integer and a text.
  return db.statement('SELECT id, path FROM watched_folders ORDER BY path').all() as readonly StoredFolder[]
}

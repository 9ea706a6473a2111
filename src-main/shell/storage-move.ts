// Moves the library's folder: copy and compare every file, use the new folder, then delete the old files. Each step can be taken up again after a crash.
import * as nodeFiles from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { z } from 'zod'
import type { StorageMove } from '../bridge/storage.ts'
import type { BridgeError } from '../bridge/types.ts'
import { hashFile, syncFolder } from '../library/durable-files.ts'
import { CopyDiffers, copyVerified } from '../library/verified-copy.ts'
import type { HashFile } from '../media/hash-file.ts'
import { errnoOf, failed, fileFailure, type Outcome, succeeded } from '../media/outcome.ts'

/** What a crash must not forget. Stored before the first byte is copied, removed after the last file is deleted. */
export const storedMoveSchema = z.strictObject({
  from: z.string(),
  to: z.string(),
  phase: z.enum(['copying', 'deleting']),
})
export type StoredMove = z.infer<typeof storedMoveSchema>

export interface StorageMover {
  state(): StorageMove
  /** Begins in the background. `to` is absolute and empty or not there yet. */
  start(from: string, to: string): Promise<Outcome<null, string>>
  resume(): void
  /** Removes the copies. Only before the new folder is used. */
  cancel(): Promise<Outcome<null, string>>
  /** Ends at the next file; what is done is done. */
  stop(): Promise<void>
}

interface FileFound {
  /** Below the folder, with the system's separators. */
  readonly path: string
  readonly bytes: number
}

const UNFINISHED = '.foleyroom-moving'
/** Progress is told at most so often. */
const TOLD_EVERY_MS = 250

export function createStorageMover(options: {
  readonly load: () => StoredMove | null
  readonly store: (move: StoredMove | null) => void
  /** From now on the library is there. Refused where its sounds are not. */
  readonly use: (root: string) => Outcome<null, string>
  readonly changed: () => void
  readonly now: () => number
  /** Hashes long files off this thread. By default they are hashed on it. */
  readonly hashLong?: HashFile
  readonly log: (message: string) => void
}): StorageMover {
  const { load, store, changed, now, hashLong } = options
  const stored = load()
  let state: StorageMove =
    stored === null ? { kind: 'none' } : { kind: 'stopped', error: interrupted(stored.phase) }
  let running: Promise<void> | null = null
  let isStopping = false
  let toldAtMs = 0

  const become = (next: StorageMove): void => {
    const isProgress = next.kind === state.kind && (next.kind === 'copying' || next.kind === 'deleting')
    state = next
    if (isProgress && now() - toldAtMs < TOLD_EVERY_MS) return
    toldAtMs = now()
    changed()
  }

  /** Carries one folder's files, one after the other. False where it was stopped. */
  const carry = async (
    kind: 'copying' | 'deleting',
    files: readonly FileFound[],
    each: (file: FileFound) => Promise<void>,
  ): Promise<boolean> => {
    const bytesTotal = files.reduce((sum, { bytes }) => sum + bytes, 0)
    let bytesDone = 0
    for (const [filesDone, file] of files.entries()) {
      if (isStopping) return false
      become({ kind, filesDone, filesTotal: files.length, bytesDone, bytesTotal })
      await each(file)
      bytesDone += file.bytes
    }
    return !isStopping
  }

  const copyAll = async (move: StoredMove): Promise<boolean> => {
    const isDone = await carry('copying', await filesBelow(move.from), (file) =>
      carryOver(move, file.path, hashLong),
    )
    if (!isDone) return false
    const used = options.use(move.to)
    if (!used.ok) throw new MoveRefused({ ...used.error })
    store({ ...move, phase: 'deleting' })
    return true
  }
  const deleteAll = async (move: StoredMove): Promise<boolean> => {
    // A sound that was finished between the last copy and the switch still lies in the old folder: it is copied like the others.
    const isDone = await carry('deleting', await filesBelow(move.from), async ({ path }) => {
      await carryOver(move, path, hashLong)
      await nodeFiles.unlink(join(move.from, path))
    })
    if (!isDone) return false
    const leftBehind = await removeEmptyFolders(move.from)
    store(null)
    become({ kind: 'done', folderName: basename(move.to), leftBehind })
    return true
  }

  const run = async (): Promise<void> => {
    try {
      let move = load()
      if (move?.phase === 'copying' && !(await copyAll(move))) return pause(move)
      move = load()
      if (move?.phase === 'deleting' && !(await deleteAll(move))) pause(move)
    } catch (error) {
      options.log(`storage: the move stopped: ${String(error)}`)
      become({ kind: 'stopped', error: errorOf(error) })
    }
  }
  const pause = (move: StoredMove): void => become({ kind: 'stopped', error: interrupted(move.phase) })
  const resume = (): void => {
    if (running !== null || load() === null) return
    isStopping = false
    running = run().finally(() => {
      running = null
    })
  }
  const stop = async (): Promise<void> => {
    isStopping = true
    await running
  }

  return {
    state: () => state,
    resume,
    stop,
    async start(from, to) {
      if (load() !== null)
        return failed(
          'move_unfinished',
          'An earlier move of the library is not finished: resume or cancel it first.',
        )
      const refused = await whyNotThere(from, to)
      if (refused !== null) return failed('folder_refused', refused)
      store({ from, to: resolve(to), phase: 'copying' })
      resume()
      return succeeded(null)
    },
    async cancel() {
      await stop()
      const move = load()
      if (move === null) return succeeded(null)
      if (move.phase === 'deleting')
        return failed(
          'move_switched',
          'The library is in its new folder already; only old files remain. Resume the move.',
        )
      try {
        for (const { path } of await filesBelow(move.from))
          await nodeFiles.rm(join(move.to, path), { force: true })
        for (const { path } of await filesBelow(move.to))
          if (path.endsWith(UNFINISHED)) await nodeFiles.rm(join(move.to, path), { force: true })
        await removeEmptyFolders(move.to)
      } catch (error) {
        return fileFailure(error, 'remove the copies')
      }
      store(null)
      become({ kind: 'none' })
      return succeeded(null)
    },
  }
}

class MoveRefused extends Error {
  readonly error: BridgeError
  constructor(error: BridgeError) {
    super(error.message)
    this.error = error
  }
}

function errorOf(error: unknown): BridgeError {
  if (error instanceof MoveRefused) return error.error
  const { code, message } = fileFailure(error, 'move the library').error
  return {
    code,
    message: `${message} The library stays usable; resume the move when that is mended.`,
    retryable: true,
  }
}

const interrupted = (phase: StoredMove['phase']): BridgeError => ({
  code: 'move_interrupted',
  message:
    phase === 'copying'
      ? 'Moving the library was interrupted. It is still used where it was; resume or cancel the move.'
      : 'The library is in its new folder; some old files are still to be deleted. Resume the move.',
  retryable: true,
})

/** Why a folder cannot take the library: a sentence, or null. */
async function whyNotThere(from: string, to: string): Promise<string | null> {
  const [source, target] = [resolve(from), resolve(to)]
  const isBelow = (inner: string, outer: string): boolean =>
    inner === outer || inner.startsWith(`${outer}${sep}`)
  if (isBelow(target, source) || isBelow(source, target))
    return 'The new folder may neither lie in the old one nor hold it.'
  const names = await nodeFiles.readdir(target).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return []
    throw error
  })
  return names.length === 0
    ? null
    : `${basename(target)} is not empty: it holds ${names.length} entries. Choose an empty folder.`
}

/** Every plain file below a folder, in a stable order; links are not followed and not taken. */
async function filesBelow(root: string): Promise<readonly FileFound[]> {
  const entries = await nodeFiles
    .readdir(root, { recursive: true, withFileTypes: true })
    .catch((error: unknown) => {
      if (errnoOf(error) === 'ENOENT') return []
      throw error
    })
  const found: FileFound[] = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    found.push({ path: relative(root, path), bytes: (await nodeFiles.stat(path)).size })
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** After it the copy is on the disk, whole and equal. One that is there already is compared, not copied again. */
async function carryOver(
  { from, to }: StoredMove,
  path: string,
  hashLong: HashFile | undefined,
): Promise<void> {
  const [source, target] = [join(from, path), join(to, path)]
  if (await isEqual(source, target, hashLong)) {
    // An earlier start may have been killed between the copy's name and bringing that name to the disk.
    await syncFolder(nodeFiles, dirname(target))
    return
  }
  try {
    await copyVerified(source, target, { hashLong, suffix: UNFINISHED })
  } catch (error) {
    if (!(error instanceof CopyDiffers)) throw error
    throw new MoveRefused({
      code: 'copy_differs',
      message: `The copy of ${basename(path)} is not what was copied: the new disk may be failing. Nothing was deleted.`,
      retryable: true,
    })
  }
}

/** Whether two plain files hold the same. A link to the source is no copy of it. */
async function isEqual(source: string, target: string, hashLong: HashFile | undefined): Promise<boolean> {
  const [sourceStats, targetStats] = await Promise.all([
    nodeFiles.lstat(source),
    nodeFiles.lstat(target).catch(() => null),
  ])
  if (targetStats?.isFile() !== true || targetStats.size !== sourceStats.size) return false
  const hash = await hashFile(nodeFiles, source, hashLong)
  return (await hashFile(nodeFiles, target, hashLong)) === hash
}

/** Removes empty folders from the leaves up, the root too. Returns how many entries remain. */
async function removeEmptyFolders(root: string): Promise<number> {
  const entries = await nodeFiles.readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const folder of [...folders.sort().reverse(), root]) await nodeFiles.rmdir(folder).catch(() => {})
  return (await nodeFiles.readdir(root, { recursive: true }).catch(() => [])).length
}

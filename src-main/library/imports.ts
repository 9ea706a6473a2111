// Imports files: lists what was chosen, and copies each into the folder, some at once, journalled so that no crash loses or doubles one.
import { basename, extname } from 'node:path'
import type { ImportView } from '../bridge/library.ts'
import type { FactsService } from '../media/facts-service.ts'
import { commitUnderName } from './commit-under-name.ts'
import type { WritableDatabase } from './database.ts'
import type { LibraryFolder } from './folder.ts'
import {
  addSources,
  contentOwner,
  copyingFiles,
  createImport,
  importedSounds,
  importView,
  type PlannedSound,
  setCopying,
  setDone,
  setImportState,
  setProblem,
  setWaiting,
  unfinishedImports,
  type WaitingFile,
  waitingFiles,
} from './import-store.ts'
import { plannedSound } from './imported-sound.ts'
import { insertSounds, isPathTaken } from './sound-store.ts'
import { setCatId } from './sound-ucs.ts'
import { type FoundSource, walkSources } from './walk-sources.ts'

export interface Imports {
  /** Files and folders by absolute path. Those that run already go first. @param isUndoable a person asked for it, and may think again */
  readonly start: (paths: readonly string[], label: string, isUndoable?: boolean) => ImportView
  /** What was not copied yet stays out. */
  readonly cancel: () => void
  /** The one that runs, or the last one. */
  readonly current: () => ImportView | null
  /** Goes on with what a crash or quitting left. */
  readonly resume: () => void
  /** When nothing runs any more. */
  readonly settled: () => Promise<void>
  /** Ends what runs; it goes on with the next start. */
  readonly stop: () => Promise<void>
}

const LISTED_AT_ONCE = 500
const TAKEN_AT_ONCE = 100
/** Between two reports to the window. */
const REPORT_EVERY_MS = 250

const partialKey = ({ id }: Pick<WaitingFile, 'id'>): string => `import-${id}`

export function createImports(options: {
  readonly db: WritableDatabase
  readonly folder: () => LibraryFolder
  readonly media: Pick<FactsService, 'run' | 'workers'>
  readonly newId: () => string
  readonly now: () => number
  /** At most four times a second, and at the end. */
  readonly onProgress: (view: ImportView) => void
  /** The sounds that one that can be undone brought in, at its end; of one that was canceled those that were in already. */
  readonly onUndoable?: (soundIds: readonly number[]) => void
  readonly log: (message: string) => void
}): Imports {
  const { db, folder, media, newId, now, onProgress, onUndoable, log } = options
  const undoable = new Set<number>()
  const stopping = new AbortController()
  let canceling = new AbortController()
  let isStopped = false
  let running: Promise<void> | null = null
  let runningId: number | null = null
  let reportedAtMs = Number.NEGATIVE_INFINITY

  const report = (importId: number, isLast = false): void => {
    if (!isLast && now() - reportedAtMs < REPORT_EVERY_MS) return
    reportedAtMs = now()
    const view = importView(db, importId)
    if (view !== null) onProgress(view)
  }

  const list = async (importId: number, roots: readonly string[], signal: AbortSignal): Promise<void> => {
    let found: FoundSource[] = []
    for await (const source of walkSources(roots)) {
      if (signal.aborted) return
      found.push(source)
      if (found.length < LISTED_AT_ONCE) continue
      addSources(db, importId, found)
      found = []
      report(importId)
    }
    addSources(db, importId, found)
    setImportState(db, importId, 'running', null)
  }

  const enter = (file: WaitingFile, planned: PlannedSound): void => {
    db.transaction(() => {
      const [soundId] = insertSounds(db, [planned.sound])
      if (soundId === undefined) throw new Error('a sound was not entered')
      if (planned.note !== '')
        db.statement('UPDATE sounds SET note = ? WHERE id = ?').run([planned.note, soundId])
      if (planned.catId !== '') setCatId(db, [soundId], planned.catId)
      if (planned.provenanceJson !== null) {
        db.statement('INSERT INTO sound_provenance (sound_id, record_json) VALUES (?, ?)').run([
          soundId,
          planned.provenanceJson,
        ])
      }
      setDone(db, file.id, soundId)
    })
  }

  /** What a crash left: the file has its name and the row is missing, or it has not and begins again. */
  const mend = async (importId: number): Promise<void> => {
    for (const file of copyingFiles(db, importId)) {
      const content = await folder().sha256(file.relativePath)
      const isThere = content.ok && content.value === file.sha256
      if (isThere && (await folder().settle(file.relativePath)).ok) {
        // It may still have its first name, too.
        await folder().discardPartial(partialKey(file))
        enter(file, file.planned)
      } else setWaiting(db, file.id)
    }
  }

  const importOne = async (file: WaitingFile, signal: AbortSignal): Promise<void> => {
    const fail = (problem: { readonly code: string; readonly message: string }): void =>
      setProblem(db, file.id, 'failed', problem, null)
    const inspected = await media.run('inspect', { path: file.sourcePath }, signal)
    if (!inspected.ok) return fail(inspected.error)
    const { bytes, sha256, metadata } = inspected.value
    const fileName = basename(file.sourcePath)
    const base = plannedSound(db, { fileName, bytes, sha256, modifiedAtMs: now(), metadata }, newId(), now())
    const key = partialKey(file)
    const place = folder()
    const naming = {
      planned: {
        name: base.sound.name,
        extension: extname(fileName).slice(1) || metadata.format,
        createdAtMs: now(),
      },
      isTaken: (relativePath: string) => isPathTaken(db, relativePath),
    }
    const first = await place.plan(naming.planned, naming.isTaken)
    if (!first.ok) return fail(first.error)
    // In one turn, so that of two files with the same content one is first.
    const owner = contentOwner(db, sha256)
    if (owner !== null) {
      const message = `The library has it already, as “${owner.name}”.`
      return setProblem(db, file.id, 'duplicate', { code: 'duplicate', message }, owner.soundId)
    }
    const at = (relativePath: string): PlannedSound => ({ ...base, sound: { ...base.sound, relativePath } })
    setCopying(db, file.id, at(first.value))
    const copied = await copyIn(place, file, key, sha256, signal)
    if (copied !== null) return fail(copied)
    const path = await commitUnderName(place, key, {
      ...naming,
      first: first.value,
      onPlan: (relativePath) => setCopying(db, file.id, at(relativePath)),
    })
    if (!path.ok) {
      await place.discardPartial(key)
      return fail(path.error)
    }
    enter(file, at(path.value))
  }

  const copyIn = async (
    place: LibraryFolder,
    file: WaitingFile,
    key: string,
    sha256: string,
    signal: AbortSignal,
  ): Promise<{ readonly code: string; readonly message: string } | null> => {
    const partial = await place.partialPath(key)
    if (!partial.ok) return partial.error
    const copied = await media.run('copy', { from: file.sourcePath, to: partial.value }, signal)
    if (!copied.ok) return copied.error
    if (copied.value.sha256 === sha256) return null
    await place.discardPartial(key)
    return { code: 'file_changed', message: 'The file changed while it was read. Import it again.' }
  }

  const runOne = async (importId: number, signal: AbortSignal): Promise<void> => {
    await mend(importId)
    let lastId = 0
    let queue: WaitingFile[] = []
    const next = (): WaitingFile | undefined => {
      if (queue.length === 0) queue = [...waitingFiles(db, importId, lastId, TAKEN_AT_ONCE)]
      const file = queue.shift()
      if (file !== undefined) lastId = file.id
      return file
    }
    const lane = async (): Promise<void> => {
      for (let file = next(); file !== undefined && !signal.aborted; file = next()) {
        try {
          await importOne(file, signal)
        } catch (error) {
          if (signal.aborted) return
          throw error
        }
        report(importId)
      }
    }
    await Promise.all(Array.from({ length: media.workers + 1 }, lane))
  }

  const runAll = async (): Promise<void> => {
    for (;;) {
      const [job] = unfinishedImports(db)
      if (job === undefined || isStopped) return
      runningId = job.id
      canceling = new AbortController()
      const signal = AbortSignal.any([stopping.signal, canceling.signal])
      if (job.state === 'listing') await list(job.id, job.roots, signal)
      if (!signal.aborted) await runOne(job.id, signal)
      if (stopping.signal.aborted) return
      if (canceling.signal.aborted) await giveUp(job.id)
      else setImportState(db, job.id, 'done', now())
      if (undoable.delete(job.id)) onUndoable?.(importedSounds(db, job.id))
      report(job.id, true)
      runningId = null
    }
  }

  const giveUp = async (importId: number): Promise<void> => {
    for (const { id } of copyingFiles(db, importId)) {
      await folder().discardPartial(`import-${id}`)
      setWaiting(db, id)
    }
    db.statement(`DELETE FROM import_files WHERE import_id = ? AND state = 'waiting'`).run([importId])
    setImportState(db, importId, 'canceled', now())
  }

  const wake = (): void => {
    if (isStopped) return
    running ??= runAll()
      .catch((error: unknown) => {
        log(`bug while importing: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
        // The one that fails must not fail for ever at each start.
        if (runningId !== null) setImportState(db, runningId, 'canceled', now())
      })
      .finally(() => {
        running = null
        runningId = null
      })
  }

  return {
    start: (paths, label, isUndoable = false) => {
      const id = createImport(db, label, paths, now())
      if (isUndoable) undoable.add(id)
      wake()
      const view = importView(db, id)
      if (view === null) throw new Error(`import ${id} is not there`)
      return view
    },
    cancel: () => canceling.abort(),
    current: () => importView(db, runningId),
    resume: wake,
    settled: async () => {
      while (running !== null) await running
    },
    stop: async () => {
      isStopped = true
      stopping.abort()
      await running
    },
  }
}

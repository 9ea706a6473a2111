// The library, as the window asks for it: rows by id, and the ways a file leaves it.
import type { CommandHandlers, HandlersOf } from '../../bridge/dispatcher.ts'
import { failure, success } from '../../bridge/reply.ts'
import type { BridgeError, Reply, SoundDetail } from '../../bridge/types.ts'
import type { WritableDatabase } from '../../library/database.ts'
import type { LibraryFolder } from '../../library/folder.ts'
import type { LibrarySearch } from '../../library/search.ts'
import { changeSounds, getDetailFacts, markMissing, markTrashed } from '../../library/sound-store.ts'
import { fileFailure } from '../../media/outcome.ts'

/** What the handlers need of the desktop; the shell gives it. */
export interface DesktopPort {
  trash(path: string): Promise<void>
  reveal(path: string): void
  copyFiles(paths: readonly string[]): Promise<void>
  chooseFolder(title: string, buttonLabel: string): Promise<string | null>
  copyInto(folder: string, paths: readonly string[]): Promise<readonly string[]>
  startDrag(paths: readonly string[]): void
}

/** Handlers of `library.*` and of the drag. `changed` tells the window that rows changed. */
export function libraryHandlers(options: {
  readonly db: WritableDatabase
  readonly search: LibrarySearch
  readonly folder: () => LibraryFolder
  readonly readyPath: (soundId: number) => string | null
  readonly detail: (soundId: number) => SoundDetail | null
  readonly desktop: DesktopPort
  readonly now: () => number
  readonly changed: () => void
}): { readonly requests: HandlersOf<'library'>; readonly commands: CommandHandlers } {
  const { db, search, folder, desktop, now, changed } = options

  /** The file of a sound; one that is gone is marked so, and named. */
  const fileOf = async (soundId: number): Promise<Reply<string>> => {
    const facts = getDetailFacts(db, soundId)
    if (facts === null || facts.isTrashed) return failure(noSound(soundId))
    const found = await folder().resolve(facts.relativePath)
    if (found.ok) {
      if (facts.row.isMissing) {
        markMissing(db, soundId, null)
        changed()
      }
      return success(found.value)
    }
    if (found.error.code === 'file_missing' && !facts.row.isMissing) {
      markMissing(db, soundId, now())
      changed()
    }
    return failure(found.error.code === 'file_missing' ? missingFile(facts.relativePath) : found.error)
  }
  const filesOf = async (soundIds: readonly number[]): Promise<Reply<readonly string[]>> => {
    const paths: string[] = []
    for (const soundId of soundIds) {
      const file = await fileOf(soundId)
      if (!file.ok) return file
      paths.push(file.value)
    }
    return success(paths)
  }

  const requests: HandlersOf<'library'> = {
    'library.page': async (query) => success(search.page(query)),
    'library.matches': async (query) => success(search.matches(query)),
    'library.sound': async ({ soundId }) => {
      const detail = options.detail(soundId)
      return detail === null ? failure(noSound(soundId)) : success(detail)
    },
    'library.change': async ({ soundIds, patch }) => {
      changeSounds(db, soundIds, patch)
      changed()
      return success(null)
    },
    'library.trash': async ({ soundIds }) => {
      let trashed = 0
      for (const soundId of soundIds) {
        const file = await fileOf(soundId)
        // A file that is gone already needs no trash: only its row goes.
        if (file.ok) {
          try {
            await desktop.trash(file.value)
          } catch (error) {
            changed()
            return failure(trashRefused(error))
          }
        } else if (file.error.code !== 'file_missing') return file
        trashed += markTrashed(db, [soundId], now())
      }
      changed()
      return success({ trashed })
    },
    'library.reveal': async ({ soundId }) => {
      const file = await fileOf(soundId)
      if (!file.ok) return file
      desktop.reveal(file.value)
      return success(null)
    },
    'library.copyFiles': async ({ soundIds }) => {
      const files = await filesOf(soundIds)
      if (!files.ok) return files
      await desktop.copyFiles(files.value)
      return success(null)
    },
    'library.export': async ({ soundIds }) => {
      const files = await filesOf(soundIds)
      if (!files.ok) return files
      const target = await desktop.chooseFolder('Export sounds', 'Export here')
      if (target === null) return success(null)
      try {
        const made = await desktop.copyInto(target, files.value)
        return success({ exported: made.length, folderName: target.split(/[/\\]/).at(-1) ?? target })
      } catch (error) {
        return fileFailure(error, 'copy the sounds there')
      }
    },
  }
  const commands: CommandHandlers = {
    'drag.start': ({ soundIds }) => {
      // Only what lies finished in the folder can be dragged, and the call must be synchronous: macOS ignores a late one.
      desktop.startDrag(soundIds.flatMap((soundId) => options.readyPath(soundId) ?? []))
    },
  }
  return { requests, commands }
}

const noSound = (soundId: number): BridgeError => ({
  code: 'not_found',
  message: `There is no sound ${soundId} in the library.`,
  retryable: false,
})
const missingFile = (relativePath: string): BridgeError => ({
  code: 'file_missing',
  message: `${relativePath} is not in the library folder any more. Put it back there, or remove the row.`,
  retryable: false,
})
function trashRefused(error: unknown): BridgeError {
  const words = error instanceof Error ? error.message : String(error)
  return {
    code: 'trash_refused',
    message: `The system's trash did not take the file: ${words}`,
    retryable: true,
  }
}

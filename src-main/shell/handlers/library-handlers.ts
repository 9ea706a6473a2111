// The library, as the window asks for it: rows by id, and the ways a file leaves it.
import type { CommandHandlers, RequestHandlers } from '../../bridge/dispatcher.ts'
import { failure, success } from '../../bridge/reply.ts'
import type { BridgeError, Reply, SoundDetail, SoundPatch } from '../../bridge/types.ts'
import type { WritableDatabase } from '../../library/database.ts'
import type { LibraryFolder } from '../../library/folder.ts'
import type { History } from '../../library/history.ts'
import type { LibrarySearch } from '../../library/search.ts'
import { changeSounds, getDetailFacts, markMissing } from '../../library/sound-store.ts'
import type { Trash } from '../../library/trash.ts'
import { counted } from './collection-handlers.ts'

/** What the handlers need of the desktop; the shell gives it. */
export interface DesktopPort {
  reveal(path: string): void
  copyFiles(paths: readonly string[]): Promise<void>
  startDrag(paths: readonly string[]): void
}

type LibraryHandlers = Pick<
  RequestHandlers,
  | 'library.page'
  | 'library.matches'
  | 'library.sound'
  | 'library.change'
  | 'library.trash'
  | 'library.reveal'
  | 'library.copyFiles'
>

/** Handlers of the library's table and of the drag. `changed` tells the window that rows changed. */
export function libraryHandlers(options: {
  readonly db: WritableDatabase
  readonly search: LibrarySearch
  readonly history: History
  readonly trash: Trash
  readonly folder: () => LibraryFolder
  readonly readyPath: (soundId: number) => string | null
  readonly detail: (soundId: number) => SoundDetail | null
  readonly desktop: DesktopPort
  readonly now: () => number
  readonly changed: () => void
}): { readonly requests: LibraryHandlers; readonly commands: Pick<CommandHandlers, 'drag.start'> } {
  const { db, search, folder, history, trash, desktop, now, changed } = options

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

  const requests: LibraryHandlers = {
    'library.page': async (query) => success(search.page(query)),
    'library.matches': async (query) => success(search.matches(query)),
    'library.sound': async ({ soundId }) => {
      const detail = options.detail(soundId)
      return detail === null ? failure(noSound(soundId)) : success(detail)
    },
    'library.change': async ({ soundIds, patch }) => {
      history.record(changeLabel(soundIds.length, patch), { soundIds }, () =>
        changeSounds(db, soundIds, patch),
      )
      changed()
      return success(null)
    },
    'library.trash': async ({ soundIds }) => {
      const gone = await trash.trash(soundIds)
      changed()
      if (!gone.ok) return gone
      history.recordTrash(`Move ${counted(gone.value.length)} to the trash`, gone.value, 'trashed')
      return success({ trashed: gone.value.length })
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
  }
  const commands: Pick<CommandHandlers, 'drag.start'> = {
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

/** What undoing will call it. */
function changeLabel(sounds: number, patch: SoundPatch): string {
  const what = counted(sounds)
  if (patch.name !== undefined) return `Rename ${what}`
  if (patch.addTags !== undefined || patch.removeTags !== undefined) return `Tag ${what}`
  if (patch.rating !== undefined) return `Rate ${what}`
  if (patch.verdict !== undefined) return `Judge ${what}`
  if (patch.isFavourite !== undefined) return `${patch.isFavourite ? 'Mark' : 'Unmark'} ${what}`
  return `Note on ${what}`
}

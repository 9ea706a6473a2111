// Tags, undo and redo, the trash, duplicates and missing files, as the window asks for them.
import type { RequestHandlers } from '../../bridge/dispatcher.ts'
import type { likenessRequests, organiseRequests } from '../../bridge/library.ts'
import { failure, success } from '../../bridge/reply.ts'
import type { WritableDatabase } from '../../library/database.ts'
import { checkFiles, duplicateGroups, relinkMissing } from '../../library/duplicates.ts'
import { readFacets } from '../../library/facets.ts'
import type { LibraryFolder } from '../../library/folder.ts'
import type { History } from '../../library/history.ts'
import type { SimilarSearch } from '../../library/similar.ts'
import { rowsByIds } from '../../library/sound-rows.ts'
import { setCatId, ucsOfSound } from '../../library/sound-ucs.ts'
import { renameTag, tagsLike, wearing } from '../../library/tags.ts'
import { type Trash, trashedIds } from '../../library/trash.ts'
import { findUcs, ucsById } from '../../media/ucs/list.ts'
import { counted } from './collection-handlers.ts'

type OrganiseHandlers = Pick<
  RequestHandlers,
  Extract<keyof typeof organiseRequests | keyof typeof likenessRequests, `library.${string}`>
>

/** Handlers of the entries in `organiseRequests` that begin with `library.`. */
export function organiseHandlers(options: {
  readonly db: WritableDatabase
  readonly folder: () => LibraryFolder
  readonly history: History
  readonly trash: Trash
  readonly similar: SimilarSearch
  readonly desktop: {
    trash(path: string): Promise<void>
    chooseFolder(title: string, buttonLabel: string): Promise<string | null>
  }
  readonly now: () => number
  readonly changed: () => void
}): OrganiseHandlers {
  const { db, folder, history, trash, desktop, now, changed } = options
  const told = <T>(value: T): T => {
    changed()
    return value
  }
  return {
    'library.tags': async ({ prefix, limit }) => success(tagsLike(db, prefix, limit)),
    'library.renameTag': async ({ from, to }) => {
      const label = `Rename tag “${from}” to “${to}”`
      const renamed = history.record(label, { soundIds: wearing(db, from) }, () => renameTag(db, from, to))
      return told(success({ changed: renamed }))
    },
    'library.history': async () => success(history.view()),
    'library.undo': async () => told(success(await history.undo())),
    'library.redo': async () => told(success(await history.redo())),
    'library.category': async ({ soundId }) => {
      const category = ucsOfSound(db, soundId)
      return category === null
        ? failure({
            code: 'not_found',
            message: `There is no sound ${soundId} in the library.`,
            retryable: false,
          })
        : success(category)
    },
    'library.categories': async ({ text, limit }) => success(findUcs(text, limit)),
    'library.setCategory': async ({ soundIds, catId }) => {
      const chosen = catId === null ? null : ucsById(catId)
      if (catId !== null && chosen === null) {
        return failure({
          code: 'not_found',
          message: `The Universal Category System has no category ${catId}.`,
          retryable: false,
        })
      }
      history.record(`Categorise ${counted(soundIds.length)}`, { soundIds }, () =>
        setCatId(db, soundIds, chosen?.catId ?? ''),
      )
      return told(success(null))
    },
    'library.trashed': async ({ offset, limit }) => {
      const { ids, total } = trashedIds(db, offset, limit)
      return success({ rows: rowsByIds(db, ids), total })
    },
    'library.restore': async ({ soundIds }) => {
      const restored = await trash.restore(soundIds)
      if (!restored.ok) return told(failure(restored.error))
      history.recordTrash(`Restore ${counted(restored.value.length)}`, restored.value, 'restored')
      return told(success({ restored: restored.value.length }))
    },
    'library.emptyTrash': async () => {
      try {
        return told(success({ removed: await trash.empty(desktop.trash) }))
      } catch (error) {
        const words = error instanceof Error ? error.message : String(error)
        return told(
          failure({
            code: 'trash_refused',
            message: `The system's trash did not take a file: ${words}`,
            retryable: true,
          }),
        )
      }
    },
    'library.duplicates': async ({ offset, limit }) => success(duplicateGroups(db, offset, limit)),
    'library.checkFiles': async () => told(success(await checkFiles(db, folder(), now))),
    'library.relink': async () => {
      const searched = await desktop.chooseFolder('Where may the missing files be?', 'Look here')
      if (searched === null) return success(null)
      await checkFiles(db, folder(), now)
      return told(success(await relinkMissing(db, folder(), searched)))
    },
    'library.similar': ({ soundId, limit }) => options.similar.like(soundId, limit),
    'library.facets': async () => success(readFacets(db)),
  }
}

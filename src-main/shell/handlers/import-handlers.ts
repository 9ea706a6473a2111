// Imports and watched folders, as the window asks for them: paths come from dialogs and from files that the person dropped, never from the page.
import { basename } from 'node:path'
import type { DropHandlers, HandlersOf } from '../../bridge/dispatcher.ts'
import type { ImportView } from '../../bridge/library.ts'
import { success } from '../../bridge/reply.ts'
import type { Imports } from '../../library/imports.ts'
import type { WatchedFolders } from '../../library/watched-folders.ts'
import { kindOf } from '../open-with.ts'

/** Handlers of `imports.*`. */
export function importHandlers(options: {
  readonly imports: Imports
  readonly watched: WatchedFolders
  /** Keeps MIDI files and shows the last one; tells the person where it cannot. */
  readonly openMidi: (paths: readonly string[]) => Promise<void>
  readonly desktop: {
    /** Empty when the person cancels. */
    chooseSources(what: 'files' | 'folder'): Promise<readonly string[]>
    chooseFolder(title: string, buttonLabel: string): Promise<string | null>
  }
}): { readonly requests: HandlersOf<'imports'>; readonly drops: Pick<DropHandlers, 'imports.drop'> } {
  const { imports, watched, openMidi, desktop } = options
  /** MIDI files hold no sound: they are opened, all others are imported. */
  const bringIn = async (given: readonly string[]): Promise<ImportView | null> => {
    const isMidi = (path: string): boolean => kindOf(path) === 'midi'
    await openMidi(given.filter(isMidi))
    const paths = given.filter((path) => !isMidi(path))
    return paths.length === 0 ? null : imports.start(paths, labelOf(paths), true)
  }
  return {
    requests: {
      'imports.current': async () => success(imports.current()),
      'imports.choose': async ({ what }) => {
        return success(await bringIn(await desktop.chooseSources(what)))
      },
      'imports.cancel': async () => {
        imports.cancel()
        return success(null)
      },
      'imports.watched': async () => success(await watched.list()),
      'imports.watch': async () => {
        const path = await desktop.chooseFolder('Which folder should be watched?', 'Watch this folder')
        return success(path === null ? null : await watched.add(path))
      },
      'imports.unwatch': async ({ folderId }) => {
        watched.remove(folderId)
        return success(null)
      },
    },
    drops: { 'imports.drop': async ({ paths }) => success(await bringIn(paths)) },
  }
}

/** "door.wav", "Doors and 3 more". */
function labelOf(paths: readonly string[]): string {
  const first = basename(paths[0] ?? '')
  return paths.length <= 1 ? first : `${first} and ${paths.length - 1} more`
}

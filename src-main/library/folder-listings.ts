// The names in the library's folders, remembered while a folder does not change.
import { errnoOf } from '../media/outcome.ts'
import { type FilesPort, readFolder } from './durable-files.ts'
import { foldedName } from './file-names.ts'

export interface FolderListings {
  readonly of: (folder: string) => Promise<ReadonlySet<string>>
  /** A name that came in just now: the clock of folders may be too coarse to tell. */
  readonly add: (folder: string, name: string) => void
}

/** The folded names of a folder, read again only when the folder changed: a month may hold a hundred thousand files. */
export function createFolderListings(files: FilesPort): FolderListings {
  let last: { readonly folder: string; readonly modifiedAtMs: number; readonly names: Set<string> } | null =
    null
  const modifiedAt = async (folder: string): Promise<number> => {
    try {
      return (await files.stat(folder)).mtimeMs
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return -1
      throw error
    }
  }
  return {
    add: (folder, name) => {
      if (last?.folder === folder) last.names.add(foldedName(name))
    },
    of: async (folder) => {
      const modifiedAtMs = await modifiedAt(folder)
      if (last?.folder === folder && last.modifiedAtMs === modifiedAtMs) return last.names
      const names = new Set((await readFolder(files, folder)).map(foldedName))
      last = { folder, modifiedAtMs, names }
      return names
    },
  }
}

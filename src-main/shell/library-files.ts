// The files that the library has put into its folder, and how they are deleted: what is not ours stays, folders go when they are empty.
import { rm, rmdir } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type { ReadableDatabase } from '../library/database.ts'

/** Tables whose `relative_path` is a file of ours below the library's folder, or the place of one in the trash. */
export const TABLES_OF_FILES = ['sounds', 'transcription_files', 'transfers'] as const
/** Folders of the library's own, beside the months. */
const TRASH = '.trash'
const PARTIALS = '.partial'

/** Of every file that the library has ever kept, also in the trash, with forward slashes. */
export function libraryPaths(db: ReadableDatabase): readonly string[] {
  const all = TABLES_OF_FILES.map((table) => `SELECT relative_path FROM ${table}`).join(' UNION ')
  // One text column, by the schema.
  const rows = db.statement(all).all() as readonly { readonly relative_path: string }[]
  return rows.map((row) => row.relative_path)
}

/** Deletes these files, wherever they lie now, what is half written, and the folders that are empty then. Throws Node's system errors. */
export async function deleteLibraryFiles(root: string, paths: readonly string[]): Promise<void> {
  const folders = new Set<string>()
  for (const path of paths) {
    for (const place of [root, join(root, TRASH)]) {
      const file = join(place, ...path.split('/'))
      await rm(file, { force: true })
      for (let folder = dirname(file); folder.startsWith(root + sep); folder = dirname(folder))
        folders.add(folder)
    }
  }
  await rm(join(root, PARTIALS), { recursive: true, force: true })
  // The deepest first; one that still holds something, or was never there, stays as it is.
  const deepest = [...folders].sort((a, b) => b.length - a.length)
  for (const folder of [...deepest, root]) await rmdir(folder).catch(() => {})
}

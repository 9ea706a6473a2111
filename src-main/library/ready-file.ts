// The file of a sound, found without waiting: a drag must begin in the turn in which it was asked for.
import { existsSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { ReadableDatabase } from './database.ts'
import { isInside } from './folder.ts'
import { getDetailFacts } from './sound-store.ts'

/** Absolute path of a sound whose file lies finished inside the folder, else null. */
export function readyFile(db: ReadableDatabase, root: string, soundId: number): string | null {
  const facts = getDetailFacts(db, soundId)
  return facts === null || facts.isTrashed ? null : readyAt(root, facts.relativePath)
}

/** Absolute path of a file that lies finished inside the folder, else null. */
export function readyAt(root: string, relativePath: string): string | null {
  if (!isInside(relativePath)) return null
  try {
    const path = realpathSync(join(root, ...relativePath.split('/')))
    return path.startsWith(realpathSync(root) + sep) && statSync(path).isFile() ? path : null
  } catch {
    return null
  }
}

/** The newest sounds stand for all: a folder that holds them is the library's folder in a new place. */
const SAMPLED_SOUNDS = 50

/** How many of the newest sounds that are there now would not be found under another root. */
export function soundsNotIn(db: ReadableDatabase, root: string): number {
  const rows = db
    .statement(
      `SELECT relative_path FROM sounds WHERE trashed_at_ms IS NULL AND missing_at_ms IS NULL
       ORDER BY created_at_ms DESC, id DESC LIMIT ?`,
    )
    .all([SAMPLED_SOUNDS])
  // One text column, by the schema.
  const paths = rows as readonly { readonly relative_path: string }[]
  return paths.filter((row) => !existsSync(join(root, ...row.relative_path.split('/')))).length
}

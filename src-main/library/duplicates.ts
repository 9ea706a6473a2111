// The same file twice, and files that are not where they were: found by content.

import * as nodeFiles from 'node:fs/promises'
import { opendir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { DuplicateGroup } from '../bridge/library.ts'
import type { ReadableDatabase, WritableDatabase } from './database.ts'
import type { LibraryFolder } from './folder.ts'
import { rowsByIds } from './sound-rows.ts'
import { markMissing } from './sound-store.ts'

/** Groups of sounds with the same content, those with the most bytes to win first. */
export function duplicateGroups(
  db: ReadableDatabase,
  offset: number,
  limit: number,
): { readonly groups: readonly DuplicateGroup[]; readonly total: number } {
  const grouped = `SELECT sha256, (count(*) - 1) * min(bytes) AS spare FROM sounds INDEXED BY sounds_by_content
    WHERE trashed_at_ms IS NULL GROUP BY sha256 HAVING count(*) > 1`
  // A text, an integer and an integer, by the statements.
  const hashes = db
    .statement(`${grouped} ORDER BY spare DESC, sha256 LIMIT ? OFFSET ?`)
    .all([limit, offset]) as readonly { readonly sha256: string }[]
  const { total } = db.statement(`SELECT count(*) AS total FROM (${grouped})`).get() as {
    readonly total: number
  }
  const members = db.statement(
    'SELECT id FROM sounds WHERE sha256 = ? AND trashed_at_ms IS NULL ORDER BY created_at_ms, id LIMIT 200',
  )
  const groups = hashes.map(({ sha256 }) => {
    const ids = (members.all([sha256]) as readonly { readonly id: number }[]).map(({ id }) => id)
    return { sounds: rowsByIds(db, ids) }
  })
  return { groups, total }
}

interface Placed {
  readonly id: number
  readonly relative_path: string
  readonly missing_at_ms: number | null
}
const CHECKED_AT_ONCE = 500

/** Looks for the file of every sound, and notes which are missing and which are there again. Returns how many changed to each. */
export async function checkFiles(
  db: WritableDatabase,
  folder: LibraryFolder,
  now: () => number,
): Promise<{ readonly missing: number; readonly found: number }> {
  let [missing, found, lastId] = [0, 0, 0]
  // A root that is away (a disk that is not plugged in) says nothing of single files.
  const isRootThere = await stat(folder.root).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  if (!isRootThere) return { missing, found }
  const next = db.statement(
    'SELECT id, relative_path, missing_at_ms FROM sounds WHERE id > ? AND trashed_at_ms IS NULL ORDER BY id LIMIT ?',
  )
  for (;;) {
    // By the statement.
    const rows = next.all([lastId, CHECKED_AT_ONCE]) as readonly Placed[]
    const last = rows.at(-1)
    if (last === undefined) return { missing, found }
    lastId = last.id
    const present = await Promise.all(
      rows.map(async (row) => {
        const looked = await folder.stat(row.relative_path)
        return looked.ok || looked.error.code !== 'file_missing'
      }),
    )
    db.transaction(() => {
      for (const [index, row] of rows.entries()) {
        const isThere = present[index] === true
        if (isThere === (row.missing_at_ms === null)) continue
        markMissing(db, row.id, isThere ? null : now())
        if (isThere) found += 1
        else missing += 1
      }
    })
  }
}

/**
 * Looks through a folder for the files of missing sounds, by their content: only files of a length that is missing are read. A file inside
 * the library's folder is taken where it lies; one outside is copied to its old place. Returns how many were found.
 */
export async function relinkMissing(
  db: WritableDatabase,
  folder: LibraryFolder,
  searched: string,
  signal?: AbortSignal,
): Promise<{ readonly relinked: number; readonly stillMissing: number }> {
  // By the statement.
  const wanted = db
    .statement(
      `SELECT id, relative_path AS relativePath, bytes, sha256 FROM sounds
       WHERE missing_at_ms IS NOT NULL AND trashed_at_ms IS NULL`,
    )
    .all() as readonly {
    readonly id: number
    readonly relativePath: string
    readonly bytes: number
    readonly sha256: string
  }[]
  const open = new Map(wanted.map((sound) => [sound.id, sound]))
  const root = await nodeFiles.realpath(folder.root).catch(() => folder.root)
  for await (const file of filesBelow(searched)) {
    if (open.size === 0 || signal?.aborted) break
    const candidates = [...open.values()].filter(({ bytes }) => bytes === file.bytes)
    if (candidates.length === 0) continue
    const sha256 = await folder.hashOf(file.path).catch(() => null)
    for (const sound of candidates.filter((each) => each.sha256 === sha256)) {
      const inside = relative(root, file.path).split(sep).join('/')
      const isInside = !inside.startsWith('../') && inside !== '..' && !inside.startsWith('.')
      const isDone = isInside ? take(db, sound.id, inside) : await copyBack(folder, file.path, sound)
      if (!isDone) continue
      markMissing(db, sound.id, null)
      open.delete(sound.id)
    }
  }
  return { relinked: wanted.length - open.size, stillMissing: open.size }
}

/** The row takes the place where its file lies now, unless another row has it. */
function take(db: WritableDatabase, soundId: number, relativePath: string): boolean {
  return (
    db
      .statement(
        `UPDATE sounds SET relative_path = :relativePath WHERE id = :soundId
         AND NOT EXISTS (SELECT 1 FROM sounds WHERE relative_path = :relativePath AND id != :soundId)`,
      )
      .run({ relativePath, soundId }).changes > 0
  )
}

async function copyBack(
  folder: LibraryFolder,
  path: string,
  sound: { readonly id: number; readonly relativePath: string },
): Promise<boolean> {
  const key = `relink-${sound.id}`
  const handle = await nodeFiles.open(path, 'r')
  const written = await folder.writePartial(key, handle.createReadStream())
  if (!written.ok) return false
  const committed = await folder.commit(key, sound.relativePath)
  if (!committed.ok) await folder.discardPartial(key)
  return committed.ok
}

const DEEPEST = 40

/** Plain files below a folder, without hidden ones and without following links; what cannot be read is passed over. */
async function* filesBelow(
  folder: string,
  depth = 0,
): AsyncGenerator<{ readonly path: string; readonly bytes: number }> {
  const entries = await opendir(folder).catch(() => null)
  if (entries === null) return
  for await (const entry of entries) {
    if (entry.name.startsWith('.')) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory() && depth < DEEPEST) yield* filesBelow(path, depth + 1)
    if (!entry.isFile()) continue
    const stats = await stat(path).catch(() => null)
    if (stats !== null) yield { path, bytes: stats.size }
  }
}

// The library's own trash: a sound's file moves to `.trash` and back. The row goes first, the file follows, and a start completes what a crash left.
import { type Outcome, succeeded } from '../media/outcome.ts'
import type { ReadableDatabase, WritableDatabase } from './database.ts'
import type { FolderErrorCode, LibraryFolder } from './folder.ts'
import { isPathTaken, markMissing, markTrashed } from './sound-store.ts'

export interface Trash {
  /** Returns the ids that went there now. Where the disk refuses a file, it and those after it stay in the library. */
  readonly trash: (soundIds: readonly number[]) => Promise<Outcome<readonly number[], FolderErrorCode>>
  /** Returns the ids that came back. A file whose place was taken meanwhile gets another name. */
  readonly restore: (soundIds: readonly number[]) => Promise<Outcome<readonly number[], FolderErrorCode>>
  /** Hands every file in it to `remove` (the system's trash); their rows stay out of the library for good. Returns how many. */
  readonly empty: (remove: (path: string) => Promise<void>) => Promise<number>
  /** Completes what a crash left half done. Once, at the start. */
  readonly settle: () => Promise<void>
}

interface Trashed {
  readonly id: number
  readonly relativePath: string
}

export function createTrash(options: {
  readonly db: WritableDatabase
  readonly folder: () => LibraryFolder
  readonly now: () => number
}): Trash {
  const { db, folder, now } = options

  const trashOne = async (sound: Trashed): Promise<Outcome<boolean, FolderErrorCode>> => {
    if (markTrashed(db, [sound.id], now()) === 0) return succeeded(false)
    const moved = await folder().toTrash(sound.relativePath)
    // A file that is gone needs no trash: its row alone goes.
    if (moved.ok || moved.error.code === 'file_missing') return succeeded(true)
    markTrashed(db, [sound.id], null)
    return moved
  }

  const restoreOne = async (sound: Trashed): Promise<Outcome<boolean, FolderErrorCode>> => {
    const place = folder()
    let moved = await place.fromTrash(sound.relativePath, sound.relativePath)
    if (!moved.ok && moved.error.code === 'file_exists') {
      const planned = await planBeside(place, sound)
      if (!planned.ok) return planned
      moved = await place.fromTrash(sound.relativePath, planned.value)
      if (moved.ok)
        db.statement('UPDATE sounds SET relative_path = ? WHERE id = ?').run([planned.value, sound.id])
    }
    const isGone = !moved.ok && moved.error.code === 'file_missing'
    if (!moved.ok && !isGone) return moved
    // It may lie in its place already, where a crash came between row and file.
    const isInPlace = !isGone || (await place.resolve(sound.relativePath)).ok
    return succeeded(
      db.transaction(() => {
        const isBack = markTrashed(db, [sound.id], null) > 0
        if (isBack && !isInPlace) markMissing(db, sound.id, now())
        return isBack
      }),
    )
  }

  const planBeside = (place: LibraryFolder, sound: Trashed): ReturnType<LibraryFolder['plan']> => {
    const fileName = sound.relativePath.slice(sound.relativePath.lastIndexOf('/') + 1)
    const dot = fileName.lastIndexOf('.')
    return place.plan(
      { name: fileName.slice(0, dot), extension: fileName.slice(dot + 1), createdAtMs: now() },
      (path) => isPathTaken(db, path),
    )
  }

  const each = async (
    soundIds: readonly number[],
    isTrashed: boolean,
    work: (sound: Trashed) => Promise<Outcome<boolean, FolderErrorCode>>,
  ): Promise<Outcome<readonly number[], FolderErrorCode>> => {
    const select = db.statement(
      `SELECT id, relative_path AS relativePath FROM sounds
       WHERE id = ? AND purged_at_ms IS NULL AND trashed_at_ms IS ${isTrashed ? 'NOT ' : ''}NULL`,
    )
    const done: number[] = []
    for (const id of soundIds) {
      // An integer and a text, by the statement.
      const sound = select.get([id]) as Trashed | undefined
      if (sound === undefined) continue
      const outcome = await work(sound)
      if (!outcome.ok) return done.length > 0 ? succeeded(done) : outcome
      if (outcome.value) done.push(id)
    }
    return succeeded(done)
  }

  return {
    trash: (soundIds) => each(soundIds, false, trashOne),
    restore: (soundIds) => each(soundIds, true, restoreOne),
    empty: async (remove) => {
      let removed = 0
      for (const sound of inTrash(db)) {
        const found = await folder().inTrash(sound.relativePath)
        if (found.ok) await remove(found.value)
        else if (found.error.code !== 'file_missing') continue
        db.statement('UPDATE sounds SET purged_at_ms = ? WHERE id = ?').run([now(), sound.id])
        removed += 1
      }
      return removed
    },
    settle: async () => {
      for (const sound of inTrash(db)) {
        if ((await folder().resolve(sound.relativePath)).ok) await folder().toTrash(sound.relativePath)
      }
    },
  }
}

function inTrash(db: ReadableDatabase): readonly Trashed[] {
  // An integer and a text, by the statement.
  return db
    .statement(
      `SELECT id, relative_path AS relativePath FROM sounds
       WHERE trashed_at_ms IS NOT NULL AND purged_at_ms IS NULL ORDER BY trashed_at_ms`,
    )
    .all() as readonly Trashed[]
}

/** What can be restored, newest first. */
export function trashedIds(
  db: ReadableDatabase,
  offset: number,
  limit: number,
): { readonly ids: readonly number[]; readonly total: number } {
  const where = 'trashed_at_ms IS NOT NULL AND purged_at_ms IS NULL'
  // One integer column each, by the statements.
  const rows = db
    .statement(`SELECT id FROM sounds WHERE ${where} ORDER BY trashed_at_ms DESC, id DESC LIMIT ? OFFSET ?`)
    .all([limit, offset]) as readonly { readonly id: number }[]
  const { total } = db.statement(`SELECT count(*) AS total FROM sounds WHERE ${where}`).get() as {
    readonly total: number
  }
  return { ids: rows.map(({ id }) => id), total }
}

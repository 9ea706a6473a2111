// Tags of sounds: their spelling, and the two places where they stand (the row for reading, a table for finding).
import type { SoundPatch } from '../bridge/types.ts'
import type { ReadableDatabase, WritableDatabase } from './database.ts'
import { tagsOf } from './sound-rows.ts'

/** At most this many tags on one sound, of this many characters each. */
export const TAGS_PER_SOUND = 100
export const TAG_CHARACTERS = 60

/** The stored line of tags; null where there is no such sound. */
export function tagsTextOf(db: ReadableDatabase, soundId: number): string | null {
  const row = db.statement('SELECT tags_text FROM sounds WHERE id = ?').get([soundId])
  // One text column, by the schema.
  return row === undefined ? null : (row as { readonly tags_text: string }).tags_text
}

/** Tags of a sound as a patch wants them, in its row and beside it. */
export function changeTags(db: WritableDatabase, soundId: number, oldText: string, patch: SoundPatch): void {
  const removed = new Set(normaliseTags(patch.removeTags ?? []).map((tag) => tag.toLowerCase()))
  const tags = normaliseTags([
    ...tagsOf(oldText).filter((tag) => !removed.has(tag.toLowerCase())),
    ...(patch.addTags ?? []),
  ])
  db.statement('UPDATE sounds SET tags_text = ? WHERE id = ?').run([tags.join('\n'), soundId])
  db.statement('DELETE FROM sound_tags WHERE sound_id = ?').run([soundId])
  storeTags(db, soundId, tags)
}

/** Makes a sound findable by these tags, unless it lies in the trash. */
export function storeTags(db: WritableDatabase, soundId: number, tags: readonly string[]): void {
  const insert = db.statement(
    'INSERT OR IGNORE INTO sound_tags (tag, sound_id) SELECT ?, id FROM sounds WHERE id = ? AND trashed_at_ms IS NULL',
  )
  for (const tag of tags) insert.run([tag, soundId])
}

/** One line each, trimmed, without doubles that differ in case alone; the first spelling stays. */
export function normaliseTags(tags: readonly string[]): readonly string[] {
  const bySpelling = new Map<string, string>()
  for (const raw of tags) {
    const tag = raw.replace(/\s+/gu, ' ').trim().slice(0, TAG_CHARACTERS).toWellFormed()
    if (tag !== '' && !bySpelling.has(tag.toLowerCase())) bySpelling.set(tag.toLowerCase(), tag)
  }
  return [...bySpelling.values()].slice(0, TAGS_PER_SOUND)
}

/** Tags that begin so, with how many sounds wear them; the most used first. */
export function tagsLike(
  db: ReadableDatabase,
  prefix: string,
  limit: number,
): readonly { readonly tag: string; readonly count: number }[] {
  // A text and a count, by the schema.
  return db
    .statement(
      `SELECT tag, count(*) AS count FROM sound_tags WHERE tag >= :prefix AND tag < :prefix || char(1114111)
       GROUP BY tag ORDER BY count DESC, tag LIMIT :limit`,
    )
    .all({ prefix, limit }) as { readonly tag: string; readonly count: number }[]
}

/** Everywhere at once, also on what lies in the trash; a sound that has the new tag already keeps one. Returns how many sounds changed. */
export function renameTag(db: WritableDatabase, from: string, to: string): number {
  return db.transaction(() => {
    const ids = wearing(db, from)
    const removed = normaliseTags([from])[0]?.toLowerCase()
    for (const id of ids) {
      const tags = tagsOf(tagsTextOf(db, id) ?? '')
      // In place of the old one, so that the order of a sound's tags stays.
      const renamed = normaliseTags(tags.map((tag) => (tag.toLowerCase() === removed ? to : tag)))
      db.statement('UPDATE sounds SET tags_text = ? WHERE id = ?').run([renamed.join('\n'), id])
      db.statement('DELETE FROM sound_tags WHERE sound_id = ?').run([id])
      storeTags(db, id, renamed)
    }
    return ids.length
  })
}

/** The sounds with exactly this tag, upper and lower case the same; those in the trash, too. */
export function wearing(db: ReadableDatabase, tag: string): readonly number[] {
  // One integer column, by the statement. What lies in the trash is found by its text, and is little.
  const rows = db
    .statement(
      `SELECT sound_id AS id FROM sound_tags WHERE tag = :tag
       UNION SELECT id FROM sounds WHERE trashed_at_ms IS NOT NULL
         AND instr(char(10) || lower(tags_text) || char(10), char(10) || lower(:tag) || char(10)) > 0`,
    )
    .all({ tag }) as readonly { readonly id: number }[]
  return rows.map(({ id }) => id)
}

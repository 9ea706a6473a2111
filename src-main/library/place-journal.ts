// Notes by triggers which sounds came into collections, left them, or changed place: a move in a collection of any size costs what it moves.
import type { WritableDatabase } from './database.ts'

/** Of the n-th sound the n-th of each list; null where it was, or is, not in the collection. */
export interface PlaceChange {
  readonly collectionId: number
  readonly soundIds: number[]
  readonly before: (number | null)[]
  readonly after: (number | null)[]
}
export interface PlaceJournal {
  /** What changed since it was last asked, by collection; it is forgotten then. */
  readonly take: () => PlaceChange[]
}

interface Noted {
  readonly collectionId: number
  readonly soundId: number
  readonly before: number | null
  readonly after: number | null
}

/** In this connection's own memory (the way of sqlite.org/undoredo.html); what a transaction takes back is not in it. */
export function createPlaceJournal(db: WritableDatabase): PlaceJournal {
  for (const sql of SCHEMA) db.statement(sql).run()
  return {
    take: () => {
      // Four integers, by the statement; a place may be none.
      const noted = db
        .statement(
          `SELECT collection_id AS collectionId, sound_id AS soundId, place_before AS before, place_after AS after
           FROM temp.place_changes ORDER BY id`,
        )
        .all() as readonly Noted[]
      if (noted.length > 0) db.statement('DELETE FROM temp.place_changes').run()
      return summedUp(noted)
    },
  }
}

const SCHEMA = [
  `CREATE TABLE IF NOT EXISTS temp.place_changes (
     id INTEGER PRIMARY KEY, collection_id INTEGER NOT NULL, sound_id INTEGER NOT NULL, place_before INTEGER, place_after INTEGER)`,
  trigger('insert', 'INSERT', 'new.collection_id, new.sound_id, NULL, new.position'),
  trigger('delete', 'DELETE', 'old.collection_id, old.sound_id, old.position, NULL'),
  trigger('update', 'UPDATE OF position', 'new.collection_id, new.sound_id, old.position, new.position'),
]

function trigger(name: string, on: string, values: string): string {
  return `CREATE TEMP TRIGGER IF NOT EXISTS note_place_${name} AFTER ${on} ON main.collection_sounds BEGIN
    INSERT INTO place_changes (collection_id, sound_id, place_before, place_after) VALUES (${values});
  END`
}

/** From the first place of each sound to its last; what came back to where it was is left out. */
function summedUp(noted: readonly Noted[]): PlaceChange[] {
  const changes = new Map<string, { readonly first: Noted; last: Noted }>()
  for (const each of noted) {
    const key = `${each.collectionId} ${each.soundId}`
    const known = changes.get(key)
    if (known === undefined) changes.set(key, { first: each, last: each })
    else known.last = each
  }
  const byCollection = new Map<number, PlaceChange>()
  for (const { first, last } of changes.values()) {
    if (first.before === last.after) continue
    const { collectionId, soundId } = first
    const change = byCollection.get(collectionId) ?? { collectionId, soundIds: [], before: [], after: [] }
    byCollection.set(collectionId, change)
    change.soundIds.push(soundId)
    change.before.push(first.before)
    change.after.push(last.after)
  }
  return [...byCollection.values()]
}

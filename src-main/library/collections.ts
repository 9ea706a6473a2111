// Collections: a tree of ordered lists of sounds, and saved searches in it. Changes are not recorded here, see history.ts.
import { z } from 'zod'
import type { CollectionMove, CollectionView, OrderedSounds } from '../bridge/library.ts'
import { PLACE_GAP, putInOrder, setPlace, stepInOrder } from './collection-order.ts'
import type { ReadableDatabase, WritableDatabase } from './database.ts'

export type CollectionErrorCode = 'no_collection' | 'collection_loop' | 'saved_search'

const storedCollection = z.object({
  id: z.int(),
  parent_id: z.int().nullable(),
  name: z.string(),
  query: z.string().nullable(),
  position: z.int(),
  sounds: z.int(),
})

const SELECT = `SELECT id, parent_id, name, query, position, (
    SELECT count(*) FROM collection_sounds INDEXED BY collection_sounds_listed
    WHERE collection_id = collections.id AND is_trashed = 0) AS sounds
  FROM collections`

function parse(stored: unknown): CollectionView {
  const row = storedCollection.parse(stored)
  return {
    id: row.id,
    parentId: row.parent_id,
    name: row.name,
    query: row.query,
    position: row.position,
    soundCount: row.query === null ? row.sounds : null,
  }
}

/** All, siblings in their order. */
export function listCollections(db: ReadableDatabase): readonly CollectionView[] {
  return db.statement(`${SELECT} ORDER BY parent_id IS NOT NULL, parent_id, position, id`).all().map(parse)
}

export function getCollection(db: ReadableDatabase, collectionId: number): CollectionView | null {
  const stored = db.statement(`${SELECT} WHERE id = ?`).get([collectionId])
  return stored === undefined ? null : parse(stored)
}

/** The ids of its sounds in their order, also of those in the trash. */
export function membersOf(db: ReadableDatabase, collectionId: number): readonly number[] {
  // One integer column, by the statement.
  const rows = db
    .statement(
      'SELECT sound_id AS id FROM collection_sounds WHERE collection_id = ? ORDER BY position, sound_id',
    )
    .all([collectionId]) as readonly { readonly id: number }[]
  return rows.map(({ id }) => id)
}

/** This one and all that are nested in it. */
export function withNested(db: ReadableDatabase, collectionId: number): readonly number[] {
  // One integer column, by the statement.
  const rows = db
    .statement(
      `WITH RECURSIVE nested (id) AS (
         SELECT id FROM collections WHERE id = ? UNION SELECT collections.id FROM collections JOIN nested ON parent_id = nested.id
       ) SELECT id FROM nested`,
    )
    .all([collectionId]) as readonly { readonly id: number }[]
  return rows.map(({ id }) => id)
}

/** At the end of its siblings. Returns its id. */
export function createCollection(
  db: WritableDatabase,
  made: { readonly name: string; readonly parentId: number | null; readonly query: string | null },
  nowMs: number,
): number {
  const { lastInsertRowid } = db
    .statement(
      `INSERT INTO collections (parent_id, name, query, position, created_at_ms)
       VALUES (:parentId, :name, :query, (SELECT count(*) FROM collections WHERE parent_id IS :parentId), :nowMs)`,
    )
    .run({ ...made, nowMs })
  return Number(lastInsertRowid)
}

export function changeCollection(
  db: WritableDatabase,
  collectionId: number,
  change: { readonly name?: string | undefined; readonly query?: string | undefined },
): void {
  db.statement(
    'UPDATE collections SET name = ifnull(:name, name), query = ifnull(:query, query) WHERE id = :collectionId',
  ).run({ collectionId, name: change.name ?? null, query: change.query ?? null })
}

/** Puts it before the sibling that is at `index` now (the end where there is none), its nested ones with it. */
export function moveCollection(
  db: WritableDatabase,
  collectionId: number,
  parentId: number | null,
  index: number,
): void {
  db.transaction(() => {
    const siblings = siblingsOf(db, parentId)
    const others = siblings.filter((id) => id !== collectionId)
    const before = siblings.slice(0, index).filter((id) => id !== collectionId).length
    db.statement('UPDATE collections SET parent_id = ? WHERE id = ?').run([parentId, collectionId])
    renumber(db, [...others.slice(0, before), collectionId, ...others.slice(before)])
  })
}

/** With all that are nested in it. */
export function removeCollection(db: WritableDatabase, collectionId: number): void {
  db.transaction(() => {
    const parentId = getCollection(db, collectionId)?.parentId ?? null
    db.statement('DELETE FROM collections WHERE id = ?').run([collectionId])
    renumber(db, siblingsOf(db, parentId))
  })
}

function siblingsOf(db: ReadableDatabase, parentId: number | null): readonly number[] {
  // One integer column, by the statement.
  const rows = db
    .statement('SELECT id FROM collections WHERE parent_id IS ? ORDER BY position, id')
    .all([parentId]) as readonly { readonly id: number }[]
  return rows.map(({ id }) => id)
}

function renumber(db: WritableDatabase, ids: readonly number[]): void {
  const update = db.statement('UPDATE collections SET position = ? WHERE id = ? AND position != ?')
  for (const [position, id] of ids.entries()) update.run([position, id, position])
}

/**
 * Puts sounds into a collection in the given order, before the one at `index` now (null: at the end). Those that are in it already move
 * there; ids that are not in the library are left out. Returns how many are new in it.
 */
export function addToCollection(
  db: WritableDatabase,
  collectionId: number,
  soundIds: readonly number[],
  index: number | null,
): number {
  return db.transaction(() => {
    const isThere = db.statement('SELECT 1 FROM sounds WHERE id = ? AND trashed_at_ms IS NULL')
    const wanted = [...new Set(soundIds)].filter((id) => isThere.get([id]) !== undefined)
    const added = wanted.filter((id) => !isMember(db, collectionId, id)).length
    const before = index === null ? null : memberAt(db, collectionId, index)
    putInOrder(
      db,
      collectionId,
      wanted,
      before === null ? { kind: 'end' } : { kind: 'before', soundId: before },
    )
    return added
  })
}

const isMember = (db: ReadableDatabase, collectionId: number, soundId: number): boolean =>
  db
    .statement('SELECT 1 FROM collection_sounds WHERE collection_id = ? AND sound_id = ?')
    .get([collectionId, soundId]) !== undefined

function memberAt(db: ReadableDatabase, collectionId: number, index: number): number | null {
  // One integer column, by the statement.
  const found = db
    .statement(
      `SELECT sound_id AS id FROM collection_sounds INDEXED BY collection_sounds_in_order
       WHERE collection_id = ? ORDER BY position, sound_id LIMIT 1 OFFSET ?`,
    )
    .get([collectionId, index]) as { readonly id: number } | undefined
  return found?.id ?? null
}

/**
 * Moves sounds within the order of the collection that shows them, in the order that they have there.
 * @param collections those that are shown one after the other: a sound that is in several is shown in the first. Only what is shown in the
 * same one as the first of the sounds is moved, and only to a place beside others that are
 */
export function moveInOrder(
  db: WritableDatabase,
  collections: readonly number[],
  soundIds: readonly number[],
  to: CollectionMove,
): OrderedSounds {
  const shownIn = (soundId: number | null | undefined): number | undefined =>
    soundId == null ? undefined : collections.find((collectionId) => isMember(db, collectionId, soundId))
  return db.transaction(() => {
    const collectionId = shownIn(soundIds[0])
    if (collectionId === undefined) return { moved: 0, index: 0 }
    const moved = inOrder(
      db,
      collectionId,
      [...new Set(soundIds)].filter((id) => shownIn(id) === collectionId),
    )
    const besides = (soundId: number | null): soundId is number => shownIn(soundId) === collectionId
    switch (to.kind) {
      case 'between':
        if (besides(to.below)) putInOrder(db, collectionId, moved, { kind: 'before', soundId: to.below })
        else if (besides(to.above)) putInOrder(db, collectionId, moved, { kind: 'after', soundId: to.above })
        else return { moved: 0, index: 0 }
        break
      case 'up':
      case 'down':
        putInOrder(db, collectionId, moved, stepInOrder(db, collectionId, moved, to.kind))
        break
      case 'start':
      case 'end':
        putInOrder(db, collectionId, moved, to)
    }
    return { moved: moved.length, index: shownBefore(db, collections, collectionId, moved[0] ?? 0) }
  })
}

/** How many sounds are shown before this one: those of the collections before, and those before it in its own. */
function shownBefore(
  db: ReadableDatabase,
  collections: readonly number[],
  collectionId: number,
  soundId: number,
): number {
  const earlier = collections.slice(0, collections.indexOf(collectionId))
  // One integer, by the statement. A sound of several is shown once.
  const { number } = db
    .statement(
      `SELECT count(${earlier.length === 0 ? '*' : 'DISTINCT sound_id'}) AS number FROM (
         SELECT sound_id FROM collection_sounds INDEXED BY collection_sounds_listed
         WHERE collection_id = :collectionId AND is_trashed = 0 AND (position, sound_id) < (
           SELECT position, sound_id FROM collection_sounds WHERE collection_id = :collectionId AND sound_id = :soundId)
         UNION ALL
         SELECT sound_id FROM collection_sounds INDEXED BY collection_sounds_listed
         WHERE collection_id IN (SELECT value FROM json_each(:earlier)) AND is_trashed = 0)`,
    )
    .get({ collectionId, soundId, earlier: JSON.stringify(earlier) }) as { readonly number: number }
  return number
}

function inOrder(db: ReadableDatabase, collectionId: number, soundIds: readonly number[]): readonly number[] {
  const position = db.statement(
    'SELECT position FROM collection_sounds WHERE collection_id = ? AND sound_id = ?',
  )
  return (
    soundIds
      // One integer, by the statement; who calls asked whether it is in it.
      .map((id) => ({ id, ...(position.get([collectionId, id]) as { readonly position: number }) }))
      .toSorted((a, b) => a.position - b.position || a.id - b.id)
      .map(({ id }) => id)
  )
}

/** Returns how many were in it. */
export function takeFromCollection(
  db: WritableDatabase,
  collectionId: number,
  soundIds: readonly number[],
): number {
  const remove = db.statement('DELETE FROM collection_sounds WHERE collection_id = ? AND sound_id = ?')
  return db.transaction(() =>
    soundIds.reduce((taken, soundId) => taken + remove.run([collectionId, soundId]).changes, 0),
  )
}

/** Exactly these sounds in this order; only what differs is written. */
export function setMembers(db: WritableDatabase, collectionId: number, soundIds: readonly number[]): void {
  db.transaction(() => {
    const kept = new Set(soundIds)
    takeFromCollection(
      db,
      collectionId,
      membersOf(db, collectionId).filter((id) => !kept.has(id)),
    )
    for (const [index, soundId] of soundIds.entries()) setPlace(db, collectionId, soundId, index * PLACE_GAP)
  })
}

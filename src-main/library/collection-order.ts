// The order of the sounds in a collection: places are integers with room between them, so that a move writes what moves and hardly ever more.
import type { ReadableDatabase, WritableDatabase } from './database.ts'

/** Between neighbours that were put at an end: a place can be halved twenty times before others have to make room. */
export const PLACE_GAP = 2 ** 20
/** Neighbours that make room are left at least so far apart, so that they do not have to do it again soon. */
const LEAST_GAP = 2 ** 6
/** On each side, when others have to make room for the first time; doubled until there is some. */
const FIRST_NEIGHBOURS = 32

/** Where sounds go: right before or behind one that is in the collection, or at one of its ends. */
export type PlaceInCollection =
  | { readonly kind: 'before' | 'after'; readonly soundId: number }
  | { readonly kind: 'start' }
  | { readonly kind: 'end' }

interface Place {
  readonly id: number
  readonly position: number
}
interface StoredPlace extends Place {
  readonly isTrashed: 0 | 1
}

/**
 * Puts sounds there, in the given order; those that are in the collection already move, the others come into it. Ids must be of the library
 * and each given once. Behind a sound that is not in it, and before one, means its end.
 */
export function putInOrder(
  db: WritableDatabase,
  collectionId: number,
  soundIds: readonly number[],
  place: PlaceInCollection,
): void {
  if (soundIds.length === 0) return
  db.transaction(() => {
    const moved = new Set(soundIds)
    const { below, above } = gapAt(db, collectionId, place, moved)
    const there = nearest(placesFrom(db, collectionId, below, 'down'), soundIds.length, new Set())
    if (soundIds.every((id, n) => there[n]?.id === id)) return
    for (const { id, position } of placesIn(db, collectionId, soundIds, below, above, moved))
      setPlace(db, collectionId, id, position)
  })
}

/** Puts one sound at a place as it is stored; what is not in the library stays out. */
export function setPlace(
  db: WritableDatabase,
  collectionId: number,
  soundId: number,
  position: number,
): void {
  db.statement(
    `INSERT INTO collection_sounds (collection_id, sound_id, position, is_trashed)
     SELECT :collectionId, id, :position, trashed_at_ms IS NOT NULL FROM sounds WHERE id = :soundId
     ON CONFLICT DO UPDATE SET position = excluded.position WHERE position != excluded.position`,
  ).run({ collectionId, soundId, position })
}

/**
 * One step up or down for these sounds together: beyond the nearest that is neither of them nor in the trash.
 * @param soundIds of the collection, in its order; at least one
 */
export function stepInOrder(
  db: ReadableDatabase,
  collectionId: number,
  soundIds: readonly number[],
  direction: 'up' | 'down',
): PlaceInCollection {
  const edge = direction === 'up' ? soundIds[0] : soundIds.at(-1)
  const from = edge === undefined ? null : placeOf(db, collectionId, edge)
  const moved = new Set(soundIds)
  for (const { id, isTrashed } of placesFrom(db, collectionId, from, direction))
    if (isTrashed === 0 && !moved.has(id))
      return { kind: direction === 'up' ? 'before' : 'after', soundId: id }
  return { kind: direction === 'up' ? 'start' : 'end' }
}

/** The next one that stays where it is, in one direction from a place; null at the end. */
function neighbour(
  db: ReadableDatabase,
  collectionId: number,
  from: Place | null,
  direction: 'up' | 'down',
  moved: ReadonlySet<number>,
): Place | null {
  for (const each of placesFrom(db, collectionId, from, direction)) if (!moved.has(each.id)) return each
  return null
}

/** All in one direction from a place, which is left out; from the end of the other direction where it is null. */
function placesFrom(
  db: ReadableDatabase,
  collectionId: number,
  from: Place | null,
  direction: 'up' | 'down',
): IterableIterator<StoredPlace> {
  const [isBeyond, order] = direction === 'up' ? ['<', 'DESC'] : ['>', 'ASC']
  const beyond = from === null ? '' : `AND (position, sound_id) ${isBeyond} (?, ?)`
  const rows = db
    .statement(
      `SELECT sound_id AS id, position, is_trashed AS isTrashed FROM collection_sounds INDEXED BY collection_sounds_in_order
       WHERE collection_id = ? ${beyond} ORDER BY position ${order}, sound_id ${order}`,
    )
    .iterate(from === null ? [collectionId] : [collectionId, from.position, from.id])
  // Three integers, by the statement.
  return rows as IterableIterator<StoredPlace>
}

/** The sounds that stay, between which the others go; null where there is none on that side. */
function gapAt(
  db: ReadableDatabase,
  collectionId: number,
  place: PlaceInCollection,
  moved: ReadonlySet<number>,
): { readonly below: Place | null; readonly above: Place | null } {
  const next = (from: Place | null, direction: 'up' | 'down'): Place | null =>
    neighbour(db, collectionId, from, direction, moved)
  if (place.kind === 'start') return { below: null, above: next(null, 'down') }
  const anchor = place.kind === 'end' ? null : placeOf(db, collectionId, place.soundId)
  if (anchor === null) return { below: next(null, 'up'), above: null }
  // One that moves with the others stands for the place that it leaves.
  const stays = !moved.has(anchor.id)
  return place.kind === 'before'
    ? { below: next(anchor, 'up'), above: stays ? anchor : next(anchor, 'down') }
    : { below: stays ? anchor : next(anchor, 'up'), above: next(anchor, 'down') }
}

function placeOf(db: ReadableDatabase, collectionId: number, soundId: number): Place | null {
  // Two integers, by the statement.
  const found = db
    .statement(
      'SELECT sound_id AS id, position FROM collection_sounds WHERE collection_id = ? AND sound_id = ?',
    )
    .get([collectionId, soundId]) as Place | undefined
  return found ?? null
}

/** New places for the sounds between two that stay, and for those beside these that have to make room. */
function placesIn(
  db: ReadableDatabase,
  collectionId: number,
  soundIds: readonly number[],
  below: Place | null,
  above: Place | null,
  moved: ReadonlySet<number>,
): readonly Place[] {
  const direct = spread(soundIds, below?.position ?? null, above?.position ?? null, 1)
  if (direct !== null) return direct
  // Each turn looks at twice as many: what is looked at in the last one is at most twice what has to be.
  for (let neighbours = FIRST_NEIGHBOURS; ; neighbours *= 2) {
    const before = nearest(placesFrom(db, collectionId, above, 'up'), neighbours, moved).toReversed()
    const after = nearest(placesFrom(db, collectionId, below, 'down'), neighbours, moved)
    // The outermost of each side stay, unless the side is at its end.
    const low = before.length === neighbours ? (before.shift() ?? null) : null
    const high = after.length === neighbours ? (after.pop() ?? null) : null
    const ids = [...before.map(({ id }) => id), ...soundIds, ...after.map(({ id }) => id)]
    const spaced = spread(ids, low?.position ?? null, high?.position ?? null, LEAST_GAP)
    if (spaced !== null) return spaced
  }
}

/** The first so many of these, without some. */
function nearest(places: Iterable<Place>, count: number, without: ReadonlySet<number>): Place[] {
  const found: Place[] = []
  for (const each of places) {
    if (!without.has(each.id)) found.push(each)
    if (found.length === count) break
  }
  return found
}

/**
 * Evenly between two places; where an end is open, as far apart as at an end. Null where they would stand closer than `leastGap`.
 */
function spread(
  ids: readonly number[],
  low: number | null,
  high: number | null,
  leastGap: number,
): readonly Place[] | null {
  if (low === null || high === null) {
    const first = low !== null ? low + PLACE_GAP : high !== null ? high - PLACE_GAP * ids.length : 0
    return ids.map((id, n) => ({ id, position: first + n * PLACE_GAP }))
  }
  const gap = (high - low) / (ids.length + 1)
  return gap < leastGap ? null : ids.map((id, n) => ({ id, position: low + Math.floor(gap * (n + 1)) }))
}

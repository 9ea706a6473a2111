// The sounds of one collection in its order, by index: paged along an index of their places, so that a collection may be as large as the library.
import { anchoredStretch, type Stretch, type Way } from './anchored-stretch.ts'
import type { ReadableDatabase } from './database.ts'
import { storedByIds } from './sound-rows.ts'

interface Cursor {
  readonly position: number
  readonly id: number
}

/** Without what lies in the trash. */
export function collectionStretch(db: ReadableDatabase, collectionId: number, descending: boolean): Stretch {
  // One integer, by the statement.
  const { number } = db
    .statement(
      `SELECT count(*) AS number FROM collection_sounds INDEXED BY collection_sounds_listed
       WHERE collection_id = ? AND is_trashed = 0`,
    )
    .get([collectionId]) as { readonly number: number }
  return anchoredStretch(number, descending, (isDown) => oneWay(db, collectionId, isDown))
}

function oneWay(db: ReadableDatabase, collectionId: number, descending: boolean): Way<Cursor> {
  const [direction, isBehind] = descending ? ['DESC', '<'] : ['ASC', '>']
  const select = (hasCursor: boolean, tail: string): string =>
    `SELECT position, sound_id AS id FROM collection_sounds INDEXED BY collection_sounds_listed
     WHERE collection_id = ? AND is_trashed = 0 ${hasCursor ? `AND (position, sound_id) ${isBehind} (?, ?)` : ''}
     ORDER BY position ${direction}, sound_id ${direction} ${tail}`
  const bound = (from: Cursor | null): readonly number[] =>
    from === null ? [collectionId] : [collectionId, from.position, from.id]
  return {
    step: (from, rows) => {
      const found = db.statement(select(from !== null, 'LIMIT 1 OFFSET ?')).get([...bound(from), rows - 1])
      // Two integers, by the statement.
      return (found as Cursor | undefined) ?? null
    },
    read: (from, limit) => {
      // Two integers, by the statement.
      const places = db
        .statement(select(from !== null, 'LIMIT ?'))
        .all([...bound(from), limit]) as readonly Cursor[]
      const rows = storedByIds(
        db,
        places.map(({ id }) => id),
      )
      return { rows, last: places.at(-1) ?? null }
    },
  }
}

import { assert as always, array, constantFrom, integer, property } from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CollectionMove } from '../../../src-main/bridge/library.ts'
import { PLACE_GAP } from '../../../src-main/library/collection-order.ts'
import {
  addToCollection,
  createCollection,
  listCollections,
  membersOf,
  moveInOrder,
} from '../../../src-main/library/collections.ts'
import { openLibraryDatabase, type WritableDatabase } from '../../../src-main/library/database.ts'
import { createHistory, type History } from '../../../src-main/library/history.ts'
import { MIGRATIONS } from '../../../src-main/library/migrations/index.ts'
import { createLibrarySearch } from '../../../src-main/library/search.ts'
import { insertSounds, markTrashed } from '../../../src-main/library/sound-store.ts'
import { openTemporaryLibrary, sound, temporaryFolder } from './library-fixture.ts'

// Far more than a busy machine needs: nothing here is about time.
vi.setConfig({ testTimeout: 120_000 })

let place: ReturnType<typeof temporaryFolder>
let db: WritableDatabase
let history: History
beforeEach(() => {
  place = temporaryFolder()
  db = openTemporaryLibrary(place)
  const noTrash = { trash: async () => undefined, restore: async () => undefined }
  history = createHistory(db, noTrash, () => 7)
})
afterEach(() => {
  db.close()
  place.remove()
})

const collection = (name: string, parentId: number | null = null): number =>
  createCollection(db, { name, parentId, query: null }, 1)
const sounds = (count: number): readonly number[] =>
  insertSounds(
    db,
    Array.from({ length: count }, (_, n) => sound(n)),
  )
const shownIn = (text: string, descending = false): readonly number[] =>
  createLibrarySearch(db)
    .page({ text, filterByText: false, sort: { column: 'collection', descending }, offset: 0, limit: 200 })
    .rows.map(({ id }) => id)

describe('the order in a collection', () => {
  it('is that in which the person puts the sounds, new ones at the end', () => {
    const [a, b, c, d] = sounds(4) as [number, number, number, number]
    const film = collection('Film')
    addToCollection(db, film, [c, a, b], null)
    expect(shownIn('in:film')).toEqual([c, a, b])
    expect(shownIn('in:film', true)).toEqual([b, a, c])
    moveInOrder(db, [film], [b], { kind: 'between', above: null, below: c })
    addToCollection(db, film, [d], null)
    expect(shownIn('in:film')).toEqual([b, c, a, d])
    moveInOrder(db, [film], [b], { kind: 'between', above: a, below: null })
    expect(shownIn('in:film')).toEqual([c, a, b, d])
    expect(shownIn('in:film tag:none')).toEqual([])
  })

  it('moves several at once, in the order that they have, and steps over what lies in the trash', () => {
    const [a, b, c, d, e] = sounds(5) as [number, number, number, number, number]
    const film = collection('Film')
    addToCollection(db, film, [a, b, c, d, e], null)
    expect(moveInOrder(db, [film], [e, c], { kind: 'up' })).toEqual({ moved: 2, index: 1 })
    expect(shownIn('in:film')).toEqual([a, c, e, b, d])
    markTrashed(db, [b], 4)
    expect(listCollections(db)).toMatchObject([{ soundCount: 4 }])
    moveInOrder(db, [film], [c, e], { kind: 'down' })
    expect(shownIn('in:film')).toEqual([a, d, c, e])
    moveInOrder(db, [film], [c, e], { kind: 'down' })
    moveInOrder(db, [film], [e, c], { kind: 'start' })
    expect(shownIn('in:film')).toEqual([c, e, a, d])
    db.statement('UPDATE sounds SET trashed_at_ms = NULL WHERE id = ?').run([b])
    expect(shownIn('in:film')).toEqual([c, e, a, b, d])
  })

  it('is the order of the nested collection for what lies there', () => {
    const [a, b, c, d] = sounds(4) as [number, number, number, number]
    const film = collection('Film')
    const reel = collection('Reel', film)
    addToCollection(db, film, [a, b], null)
    addToCollection(db, reel, [c, d, a], null)
    expect(shownIn('in:film')).toEqual([a, b, c, d])
    const seam = { kind: 'between', above: b, below: c } as const
    expect(moveInOrder(db, [film, reel], [d, b], seam)).toEqual({ moved: 1, index: 2 })
    expect(shownIn('in:film')).toEqual([a, b, d, c])
    expect(moveInOrder(db, [film, reel], [a], { ...seam, below: d })).toEqual({ moved: 1, index: 1 })
    expect(shownIn('in:film')).toEqual([b, a, d, c])
    expect(moveInOrder(db, [film, reel], [a], { ...seam, above: d })).toEqual({ moved: 0, index: 0 })
    // Shown in the first of the two, and moved there.
    moveInOrder(db, [film, reel], [a], { kind: 'up' })
    expect(shownIn('in:film')).toEqual([a, b, d, c])
    expect(membersOf(db, reel)).toEqual([d, c, a])
  })

  it('comes back by undo, wherever others had to make room (property)', async () => {
    const ids = sounds(6)
    const film = collection('Film')
    addToCollection(db, film, ids, null)
    // No room at all: every move makes others give way.
    db.statement('UPDATE collection_sounds SET position = position / ?').run([PLACE_GAP])
    const orders = [membersOf(db, film)]
    const someMove = constantFrom<CollectionMove['kind']>('between', 'start', 'end', 'up', 'down')
    always(
      property(
        someMove,
        array(integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 3 }),
        integer({ min: 0, max: 5 }),
        (kind, at, to) => {
          const moved = at.map((n) => ids[n] as number)
          const soundId = ids[to] as number
          const beside = to % 2 === 0 ? { above: null, below: soundId } : { above: soundId, below: null }
          const move: CollectionMove = kind === 'between' ? { kind, ...beside } : { kind }
          history.record('Move', {}, () => moveInOrder(db, [film], moved, move))
          const order = membersOf(db, film)
          expect(order).toEqual(modelled(orders.at(-1) ?? [], moved, move))
          if (order.join() !== orders.at(-1)?.join()) orders.push(order)
        },
      ),
      { numRuns: 150 },
    )
    expect(orders.length).toBeGreaterThan(20)
    for (const order of orders.toReversed()) {
      expect(membersOf(db, film)).toEqual(order)
      await history.undo()
    }
    expect(history.view().undo).toBeNull()
  })

  it('is kept from a library of before, with what was undone there', async () => {
    const [a, b, c] = sounds(3) as [number, number, number]
    db.close()
    const path = `${place.path}/earlier.db`
    const earlier = openLibraryDatabase(path, MIGRATIONS.slice(0, 7))
    if (!earlier.ok) throw new Error(earlier.error.message)
    const film = createCollection(earlier.value, { name: 'Film', parentId: null, query: null }, 1)
    insertSounds(
      earlier.value,
      [0, 1, 2].map((n) => sound(n)),
    )
    const put = earlier.value.statement('INSERT INTO collection_sounds VALUES (?, ?, ?)')
    for (const [position, id] of [c, a, b].entries()) put.run([film, id, position * 3])
    earlier.value.statement('INSERT INTO history (label, at_ms, change_json) VALUES (?, 1, ?)').run([
      'Add 1 sound',
      JSON.stringify({
        sounds: [],
        collections: [],
        members: [{ collectionId: film, before: [c, a], after: [c, a, b] }],
        trashed: [],
        restored: [],
      }),
    ])
    earlier.value.close()
    const opened = openLibraryDatabase(path)
    if (!opened.ok) throw new Error(opened.error.message)
    db = opened.value
    expect(shownIn('in:film')).toEqual([c, a, b])
    expect(db.statement('SELECT position FROM collection_sounds ORDER BY position').all()).toEqual(
      [0, 1, 2].map((n) => ({ position: n * PLACE_GAP })),
    )
    const noTrash = { trash: async () => undefined, restore: async () => undefined }
    history = createHistory(db, noTrash, () => 7)
    history.record('Move', {}, () => moveInOrder(db, [film], [b], { kind: 'start' }))
    expect(shownIn('in:film')).toEqual([b, c, a])
    await history.undo()
    await history.undo()
    expect(shownIn('in:film')).toEqual([c, a])
    await history.redo()
    await history.redo()
    expect(shownIn('in:film')).toEqual([b, c, a])
  })
})

describe('a collection of a hundred thousand sounds', () => {
  it('writes what moves and no more, and is paged through along its index', () => {
    const count = 100_000
    const film = collection('Film')
    db.transaction(() => {
      const add = db.statement(
        `INSERT INTO sounds (uid, origin, relative_path, bytes, sha256, name, type, family, format, sample_rate, channels, duration_ms, created_at_ms)
         VALUES (?, 'imported', ?, 1, '', '', 'sfx', 'import', 'wav', 48000, 1, 1000, ?)`,
      )
      // The triggers of the table are not what is looked at.
      for (let n = 1; n <= count; n += 1) add.run([`u${n}`, `${n}.wav`, n])
      db.statement(
        `INSERT INTO collection_sounds (collection_id, sound_id, position) SELECT ?, id, id * ${PLACE_GAP} FROM sounds`,
      ).run([film])
    })
    const written = (work: () => void): number => {
      const total = () => Number(db.driver.prepare('SELECT total_changes() AS n').pluck().get())
      const before = total()
      work()
      return total() - before
    }
    // For each: its row, the note of it for undo, and the library's revision.
    const middle = { kind: 'between', above: null, below: 50_000 } as const
    expect(written(() => moveInOrder(db, [film], [99_999], middle))).toBe(3)
    expect(written(() => moveInOrder(db, [film], [7, 9, 11], { kind: 'up' }))).toBe(9)
    expect(shownIn('in:film').slice(0, 10)).toEqual([1, 2, 3, 4, 5, 7, 9, 11, 6, 8])
    // Always at the same spot: the room there is used up again and again, and only neighbours give way.
    let most = 0
    for (let n = 0; n < 200; n += 1)
      most = Math.max(
        most,
        written(() => moveInOrder(db, [film], [60_000 + n], middle)),
      )
    expect(most).toBeGreaterThan(3)
    expect(most).toBeLessThan(2000)
    const search = createLibrarySearch(db)
    const sort = { column: 'collection', descending: false } as const
    const around = search.page({ text: 'in:film', filterByText: false, sort, offset: 49_990, limit: 200 })
    expect(around.total).toBe(count)
    expect(around.rows.map(({ id }) => id)).toEqual(membersOf(db, film).slice(49_990, 49_990 + 200))
    history.record('Move', {}, () => moveInOrder(db, [film], [5], { kind: 'end' }))
    const { bytes } = db.statement('SELECT length(change_json) AS bytes FROM history').get() as {
      readonly bytes: number
    }
    expect(bytes).toBeLessThan(300)
    for (const [sql, parameters] of STATEMENTS) {
      const plan = db.driver.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters) as readonly {
        readonly detail: string
      }[]
      expect(plan.map(({ detail }) => detail)).toEqual([
        expect.stringMatching(
          /^SEARCH collection_sounds USING (COVERING )?INDEX collection_sounds_(listed|in_order) /,
        ),
      ])
    }
  })
})

/** As collection-order.ts and collection-walk.ts ask: no sorting, no reading through. */
const STATEMENTS: readonly (readonly [string, readonly number[]])[] = [
  [
    `SELECT sound_id AS id, position, is_trashed AS isTrashed FROM collection_sounds INDEXED BY collection_sounds_in_order
     WHERE collection_id = ? AND (position, sound_id) < (?, ?) ORDER BY position DESC, sound_id DESC`,
    [1, 1, 1],
  ],
  [
    `SELECT position, sound_id AS id FROM collection_sounds INDEXED BY collection_sounds_listed
     WHERE collection_id = ? AND is_trashed = 0 AND (position, sound_id) > (?, ?)
     ORDER BY position ASC, sound_id ASC LIMIT ?`,
    [1, 1, 1, 200],
  ],
  [
    `SELECT count(*) AS number FROM collection_sounds INDEXED BY collection_sounds_listed
     WHERE collection_id = ? AND is_trashed = 0`,
    [1],
  ],
]

/** What a move means in a plain list. */
function modelled(
  order: readonly number[],
  sounds: readonly number[],
  to: CollectionMove,
): readonly number[] {
  const moved = order.filter((id) => sounds.includes(id))
  const rest = order.filter((id) => !sounds.includes(id))
  const at = (index: number): readonly number[] => [...rest.slice(0, index), ...moved, ...rest.slice(index)]
  const restBefore = (index: number): number => order.slice(0, index).filter((id) => rest.includes(id)).length
  switch (to.kind) {
    case 'start':
      return at(0)
    case 'end':
      return at(rest.length)
    case 'between':
      return at(restBefore(to.below === null ? order.indexOf(to.above ?? 0) + 1 : order.indexOf(to.below)))
    case 'up':
      return at(Math.max(0, restBefore(order.indexOf(moved[0] ?? 0)) - 1))
    case 'down':
      return at(Math.min(rest.length, restBefore(order.indexOf(moved.at(-1) ?? 0)) + 1))
  }
}

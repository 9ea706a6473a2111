import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  assert as always,
  array,
  asyncProperty,
  constantFrom,
  integer,
  oneof,
  property,
  record,
} from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  addToCollection,
  changeCollection,
  createCollection,
  listCollections,
  membersOf,
  moveCollection,
  removeCollection,
  takeFromCollection,
  withNested,
} from '../../../src-main/library/collections.ts'
import type { WritableDatabase } from '../../../src-main/library/database.ts'
import { createLibraryFolder, type LibraryFolder } from '../../../src-main/library/folder.ts'
import { createHistory, type History } from '../../../src-main/library/history.ts'
import {
  changeSounds,
  getDetailFacts,
  insertSounds,
  markTrashed,
} from '../../../src-main/library/sound-store.ts'
import { renameTag, tagsLike } from '../../../src-main/library/tags.ts'
import { createTrash, type Trash, trashedIds } from '../../../src-main/library/trash.ts'
import { openTemporaryLibrary, sound, temporaryFolder } from './library-fixture.ts'

// Far more than a busy machine needs: nothing here is about time.
vi.setConfig({ testTimeout: 120_000 })

let place: ReturnType<typeof temporaryFolder>
let db: WritableDatabase
let folder: LibraryFolder
let trash: Trash
let history: History
let ids: readonly number[]
beforeEach(() => {
  place = temporaryFolder()
  db = openTemporaryLibrary(place)
  folder = createLibraryFolder({ root: join(place.path, 'library') })
  trash = createTrash({ db, folder: () => folder, now: () => 5 })
  history = createHistory(db, trash, () => 7)
  ids = insertSounds(
    db,
    Array.from({ length: 5 }, (_, n) => sound(n, { tags: n < 2 ? ['wet'] : [] })),
  )
  for (const id of ids) {
    const path = pathOf(id)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `audio ${id}`)
  }
})
afterEach(() => {
  db.close()
  place.remove()
})
const pathOf = (id: number): string => join(folder.root, getDetailFacts(db, id)!.relativePath)

/** All that a person can change, in words. */
const state = (of: WritableDatabase): string =>
  JSON.stringify([
    of
      .statement('SELECT id, name, note, is_favourite, rating, verdict, tags_text FROM sounds ORDER BY id')
      .all(),
    of.statement('SELECT * FROM sound_tags ORDER BY tag, sound_id').all(),
    of.statement('SELECT id, parent_id, name, query, position FROM collections ORDER BY id').all(),
    listCollections(of).map(({ id }) => membersOf(of, id)),
  ])

describe('the history', () => {
  it('undoes a bulk edit and does it again, tags and their index with it', async () => {
    const before = state(db)
    history.record('Tag 3 sounds', { soundIds: ids.slice(0, 3) }, () =>
      changeSounds(db, ids.slice(0, 3), { addTags: ['roof'], removeTags: ['wet'], rating: 4, note: 'dry' }),
    )
    const after = state(db)
    expect(history.view()).toEqual({ undo: 'Tag 3 sounds', redo: null })
    expect(await history.undo()).toEqual({ done: 'Tag 3 sounds', undo: null, redo: 'Tag 3 sounds' })
    expect(state(db)).toBe(before)
    await history.redo()
    expect(state(db)).toBe(after)
    expect(await history.redo()).toEqual({ done: null, undo: 'Tag 3 sounds', redo: null })
  })

  it('stores nothing where nothing changed, and forgets what was undone with the next change', async () => {
    history.record('Nothing', { soundIds: ids }, () => changeSounds(db, ids, { rating: 0 }))
    expect(history.view().undo).toBeNull()
    history.record('Rate', { soundIds: ids }, () => changeSounds(db, ids, { rating: 2 }))
    await history.undo()
    history.record('Note', { soundIds: ids }, () => changeSounds(db, ids, { note: 'x' }))
    expect(history.view()).toEqual({ undo: 'Note', redo: null })
  })

  it('keeps 200 changes and survives a restart', async () => {
    for (let n = 1; n <= 205; n += 1)
      history.record(`Note ${n}`, { soundIds: ids }, () => changeSounds(db, ids, { note: String(n) }))
    const again = createHistory(db, trash, () => 7)
    expect((await again.undo()).done).toBe('Note 205')
    for (let n = 0; n < 198; n += 1) await again.undo()
    expect((await again.undo()).done).toBe('Note 6')
    expect((await again.undo()).done).toBeNull()
    expect(getDetailFacts(db, ids[0]!)?.note).toBe('5')
  })

  it('stores nothing of a change that failed', () => {
    const before = state(db)
    expect(() =>
      history.record('Rate', { soundIds: ids }, () => changeSounds(db, ids, { note: 'x', rating: 6 })),
    ).toThrow(/CHECK/)
    expect(state(db)).toBe(before)
    expect(history.view().undo).toBeNull()
  })

  it('comes back to every state that it left, whatever was done (property)', async () => {
    const some = array(integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 3 })
    const step = oneof(
      record({ kind: constantFrom('change' as const), at: some, n: integer({ min: 0, max: 5 }) }),
      record({
        kind: constantFrom('create' as const, 'remove' as const, 'move' as const),
        at: some,
        n: integer({ min: 0, max: 3 }),
      }),
      record({
        kind: constantFrom('add' as const, 'take' as const, 'rename' as const),
        at: some,
        n: integer({ min: 0, max: 3 }),
      }),
    )
    await always(
      asyncProperty(array(step, { maxLength: 12 }), async (steps) => {
        db.statement('DELETE FROM history').run()
        const states = [state(db)]
        for (const { kind, at, n } of steps) {
          const soundIds = at.map((index) => ids[index]!)
          const collections = listCollections(db).map(({ id }) => id)
          const one = collections[n % Math.max(1, collections.length)] ?? null
          const other = collections[at[0]! % Math.max(1, collections.length)] ?? null
          history.record(kind, { soundIds: ids, hasCollections: true }, () => {
            if (kind === 'change') changeSounds(db, soundIds, { rating: n, addTags: [`t${n}`] })
            else if (kind === 'rename') renameTag(db, `t${n}`, `t${at[0]}`)
            else if (kind === 'create') createCollection(db, { name: `c${n}`, parentId: one, query: null }, 1)
            else if (one === null) return
            else if (kind === 'remove') removeCollection(db, one)
            else if (kind === 'move' && !withNested(db, one).includes(other ?? 0))
              moveCollection(db, one, other, n)
            else if (kind === 'add') addToCollection(db, one, soundIds, n)
            else if (kind === 'take') takeFromCollection(db, one, soundIds)
          })
          if (state(db) !== states.at(-1)) states.push(state(db))
        }
        const last = states.length - 1
        for (let n = last - 1; n >= 0; n -= 1) {
          await history.undo()
          expect(state(db)).toBe(states[n])
        }
        for (let n = 1; n <= last; n += 1) {
          await history.redo()
          expect(state(db)).toBe(states[n])
        }
      }),
      { numRuns: 40 },
    )
  })
})

describe('collections', () => {
  it('keep their order, nest, and move with what is in them', () => {
    const top = createCollection(db, { name: 'Film', parentId: null, query: null }, 1)
    const other = createCollection(db, { name: 'Games', parentId: null, query: null }, 1)
    const inner = createCollection(db, { name: 'Rain', parentId: top, query: null }, 1)
    expect(addToCollection(db, inner, [ids[2]!, ids[0]!, ids[2]!, 999], null)).toBe(2)
    expect(addToCollection(db, inner, [ids[1]!], 0)).toBe(1)
    expect(membersOf(db, inner)).toEqual([ids[1], ids[2], ids[0]])
    expect(addToCollection(db, inner, [ids[1]!], 2)).toBe(0)
    expect(membersOf(db, inner)).toEqual([ids[2], ids[1], ids[0]])
    moveCollection(db, other, null, 0)
    expect(listCollections(db).map(({ name, position }) => [name, position])).toEqual([
      ['Games', 0],
      ['Film', 1],
      ['Rain', 0],
    ])
    changeCollection(db, inner, { name: 'Storm' })
    expect(withNested(db, top)).toEqual([top, inner])
    markTrashed(db, [ids[2]!], 4)
    expect(listCollections(db).find(({ id }) => id === inner)).toMatchObject({ name: 'Storm', soundCount: 2 })
    removeCollection(db, top)
    expect(listCollections(db).map(({ name, position }) => [name, position])).toEqual([['Games', 0]])
  })

  it('are as ordered as a plain list, whatever is put where (property)', () => {
    const list = createCollection(db, { name: 'L', parentId: null, query: null }, 1)
    let model: number[] = []
    always(
      property(
        array(integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 4 }),
        integer({ min: 0, max: 6 }),
        (at, index) => {
          const put = [...new Set(at.map((n) => ids[n]!))]
          const before = model.slice(0, index).filter((id) => !put.includes(id))
          model = [...before, ...put, ...model.slice(index).filter((id) => !put.includes(id))]
          addToCollection(db, list, put, index)
          expect(membersOf(db, list)).toEqual(model)
        },
      ),
    )
  })
})

describe('tags', () => {
  it('are renamed everywhere, and taken in by a tag that is there', () => {
    changeSounds(db, [ids[0]!], { addTags: ['Roof'] })
    expect(renameTag(db, 'WET', 'roof')).toBe(2)
    expect(tagsLike(db, '', 10)).toEqual([{ tag: 'roof', count: 2 }])
    expect(getDetailFacts(db, ids[0]!)?.row.tags).toHaveLength(1)
  })
})

describe('the trash', () => {
  it('takes files out of the folder and brings them back', async () => {
    const [id] = ids
    const path = pathOf(id!)
    expect(await trash.trash([id!, id!, 999])).toEqual({ ok: true, value: [id] })
    expect(existsSync(path)).toBe(false)
    expect(trashedIds(db, 0, 10)).toEqual({ ids: [id], total: 1 })
    expect(await trash.restore([id!])).toEqual({ ok: true, value: [id] })
    expect(existsSync(path)).toBe(true)
    expect(trashedIds(db, 0, 10).total).toBe(0)
  })

  it('gives another name where the place was taken meanwhile', async () => {
    const [id] = ids
    const path = pathOf(id!)
    await trash.trash([id!])
    writeFileSync(path, 'another')
    await trash.restore([id!])
    expect(pathOf(id!)).not.toBe(path)
    expect(existsSync(pathOf(id!))).toBe(true)
  })

  it('undoes by bringing back, and does again', async () => {
    const gone = await trash.trash(ids.slice(0, 2))
    history.recordTrash('Trash 2 sounds', gone.ok ? gone.value : [], 'trashed')
    await history.undo()
    expect(existsSync(pathOf(ids[0]!))).toBe(true)
    await history.redo()
    expect(trashedIds(db, 0, 10).total).toBe(2)
  })

  it('completes what a crash left: the row gone, the file still there, or under both names', async () => {
    markTrashed(db, [ids[0]!], 5)
    const kept = pathOf(ids[0]!)
    await trash.settle()
    expect(existsSync(kept)).toBe(false)
    expect(await trash.restore([ids[0]!])).toEqual({ ok: true, value: [ids[0]] })
    expect(existsSync(kept)).toBe(true)
  })

  it('empties into what it is given, for good', async () => {
    await trash.trash(ids.slice(0, 3))
    const given: string[] = []
    expect(await trash.empty(async (path) => void given.push(path))).toBe(3)
    expect(given).toHaveLength(3)
    expect(trashedIds(db, 0, 10).total).toBe(0)
    expect(await trash.restore([ids[0]!])).toEqual({ ok: true, value: [] })
    expect(readdirSync(folder.root)).toContain('.trash')
  })

  it('leaves in the library what the disk refuses', async () => {
    const refusing: LibraryFolder = {
      ...folder,
      toTrash: async () => ({ ok: false, error: { code: 'read_only', message: 'no', retryable: false } }),
    }
    const refused = await createTrash({ db, folder: () => refusing, now: () => 5 }).trash([ids[0]!])
    expect(refused).toMatchObject({ ok: false, error: { code: 'read_only' } })
    expect(trashedIds(db, 0, 10).total).toBe(0)
  })
})

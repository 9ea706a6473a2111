// Undo and redo of every change of the library: each is stored with what it replaced, in the transaction that made it.
import { z } from 'zod'
import type { HistoryStep, HistoryView } from '../bridge/library.ts'
import { setPlace } from './collection-order.ts'
import { listCollections, setMembers, takeFromCollection } from './collections.ts'
import type { ReadableDatabase, WritableDatabase } from './database.ts'
import { createPlaceJournal } from './place-journal.ts'
import { tagsOf } from './sound-rows.ts'
import { storeTags } from './tags.ts'

/** Columns of a sound that a person changes. */
const soundState = z.object({
  name: z.string(),
  note: z.string(),
  is_favourite: z.int(),
  rating: z.int(),
  verdict: z.string().nullable(),
  tags_text: z.string(),
  cat_id: z.string(),
})
type SoundState = z.infer<typeof soundState>
const collectionState = z.object({
  id: z.int(),
  parent_id: z.int().nullable(),
  name: z.string(),
  query: z.string().nullable(),
  position: z.int(),
  created_at_ms: z.int(),
})
type CollectionState = z.infer<typeof collectionState>

const changeSchema = z.object({
  sounds: z.array(
    z.object({ id: z.int(), before: soundState.partial(), after: soundState.partial() }).readonly(),
  ),
  collections: z.array(
    z
      .object({ id: z.int(), before: collectionState.nullable(), after: collectionState.nullable() })
      .readonly(),
  ),
  /** Whole lists of sounds, in changes that were stored before collections had room between places. */
  members: z
    .array(z.object({ collectionId: z.int(), before: z.array(z.int()), after: z.array(z.int()) }).readonly())
    .default([]),
  /** Sounds whose place in a collection changed; null where they are not in it. The n-th of each list are of the n-th sound. */
  places: z
    .array(
      z
        .object({
          collectionId: z.int(),
          soundIds: z.array(z.int()),
          before: z.array(z.int().nullable()),
          after: z.array(z.int().nullable()),
        })
        .readonly(),
    )
    .default([]),
  /** Sounds that went to the trash, or came back from it. */
  trashed: z.array(z.int()),
  restored: z.array(z.int()),
})
type Change = Readonly<z.infer<typeof changeSchema>>

/** What a change may touch: only this is looked at, before and after it. */
export interface Touched {
  readonly soundIds?: readonly number[]
  /** Names, places and queries of collections. Which sounds are where in them is noted by itself. */
  readonly hasCollections?: boolean
}

/** Changes that can be undone; older ones are forgotten. */
const KEPT_CHANGES = 200

export interface History {
  /** Does the work in one transaction and stores what it changed; where it changed nothing, nothing is stored. */
  readonly record: <T>(label: string, touched: Touched, work: () => T) => T
  /** Notes that files went to the trash or came back; the moving itself was done. */
  readonly recordTrash: (
    label: string,
    soundIds: readonly number[],
    direction: 'trashed' | 'restored',
  ) => void
  readonly view: () => HistoryView
  readonly undo: () => Promise<HistoryStep>
  readonly redo: () => Promise<HistoryStep>
}

/** @param trash moves files; undoing waits for them */
export function createHistory(
  db: WritableDatabase,
  trash: {
    readonly trash: (soundIds: readonly number[]) => Promise<unknown>
    readonly restore: (soundIds: readonly number[]) => Promise<unknown>
  },
  now: () => number,
): History {
  const store = (label: string, change: Change): void => {
    db.transaction(() => {
      db.statement('DELETE FROM history WHERE is_undone = 1').run()
      db.statement('INSERT INTO history (label, at_ms, change_json) VALUES (?, ?, ?)').run([
        label,
        now(),
        JSON.stringify(change),
      ])
      db.statement(
        'DELETE FROM history WHERE id <= (SELECT id FROM history ORDER BY id DESC LIMIT 1 OFFSET ?)',
      ).run([KEPT_CHANGES])
    })
  }
  const journal = createPlaceJournal(db)
  const view = (): HistoryView => ({ undo: last(db)?.label ?? null, redo: nextUndone(db)?.label ?? null })
  /** One at a time: a second stroke of the key waits for the files of the first. */
  let turn: Promise<unknown> = Promise.resolve()
  const step = (direction: 'undo' | 'redo'): Promise<HistoryStep> => {
    const work = async (): Promise<HistoryStep> => {
      const entry = direction === 'undo' ? last(db) : nextUndone(db)
      if (entry === null) return { done: null, ...view() }
      const isUndo = direction === 'undo'
      const { change } = entry
      db.transaction(() => {
        apply(db, change, isUndo ? 'before' : 'after')
        journal.take()
        db.statement('UPDATE history SET is_undone = ? WHERE id = ?').run([isUndo ? 1 : 0, entry.id])
      })
      const [toTrash, toRestore] = isUndo
        ? [change.restored, change.trashed]
        : [change.trashed, change.restored]
      if (toTrash.length > 0) await trash.trash(toTrash)
      if (toRestore.length > 0) await trash.restore(toRestore)
      return { done: entry.label, ...view() }
    }
    const result = turn.then(work)
    turn = result.catch(() => undefined)
    return result
  }
  return {
    record: (label, touched, work) =>
      db.transaction(() => {
        const before = snapshot(db, touched)
        journal.take()
        const result = work()
        const change = { ...difference(before, snapshot(db, touched)), places: journal.take() }
        if (change.sounds.length + change.collections.length + change.places.length > 0) store(label, change)
        return result
      }),
    recordTrash: (label, soundIds, direction) => {
      if (soundIds.length === 0) return
      const none = { sounds: [], collections: [], members: [], places: [], trashed: [], restored: [] }
      store(label, { ...none, [direction]: [...soundIds] })
    },
    view,
    undo: () => step('undo'),
    redo: () => step('redo'),
  }
}

interface Entry {
  readonly id: number
  readonly label: string
  readonly change: Change
}
const storedEntry = z.object({ id: z.int(), label: z.string(), change_json: z.string() })

const last = (db: ReadableDatabase): Entry | null =>
  entryOf(db.statement('SELECT * FROM history WHERE is_undone = 0 ORDER BY id DESC LIMIT 1').get())
const nextUndone = (db: ReadableDatabase): Entry | null =>
  entryOf(db.statement('SELECT * FROM history WHERE is_undone = 1 ORDER BY id LIMIT 1').get())

function entryOf(stored: unknown): Entry | null {
  if (stored === undefined) return null
  const { id, label, change_json } = storedEntry.parse(stored)
  return { id, label, change: changeSchema.parse(JSON.parse(change_json)) }
}

interface Snapshot {
  readonly sounds: ReadonlyMap<number, SoundState>
  readonly collections: ReadonlyMap<number, CollectionState>
}

function snapshot(db: ReadableDatabase, touched: Touched): Snapshot {
  const select = db.statement(
    'SELECT name, note, is_favourite, rating, verdict, tags_text, cat_id FROM sounds WHERE id = ?',
  )
  const sounds = new Map<number, SoundState>()
  for (const id of touched.soundIds ?? []) {
    const stored = select.get([id])
    if (stored !== undefined) sounds.set(id, soundState.parse(stored))
  }
  const collections = new Map<number, CollectionState>()
  if (touched.hasCollections) {
    for (const stored of db
      .statement('SELECT id, parent_id, name, query, position, created_at_ms FROM collections')
      .all()) {
      const row = collectionState.parse(stored)
      collections.set(row.id, row)
    }
  }
  return { sounds, collections }
}

function difference(before: Snapshot, after: Snapshot): Omit<Change, 'places'> {
  const sounds = [...before.sounds].flatMap(([id, was]) => {
    const is = after.sounds.get(id)
    if (is === undefined) return []
    // The keys of a SoundState, which Object.keys calls strings.
    const changed = (Object.keys(was) as (keyof SoundState)[]).filter((key) => was[key] !== is[key])
    if (changed.length === 0) return []
    const only = (state: SoundState): Partial<SoundState> =>
      Object.fromEntries(changed.map((key) => [key, state[key]]))
    return [{ id, before: only(was), after: only(is) }]
  })
  const ids = new Set([...before.collections.keys(), ...after.collections.keys()])
  const collections = [...ids].flatMap((id) => {
    const [was, is] = [before.collections.get(id) ?? null, after.collections.get(id) ?? null]
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ id, before: was, after: is }]
  })
  return { sounds, collections, members: [], trashed: [], restored: [] }
}

/** Brings what the change touched to one of its two states. What is gone meanwhile stays gone. */
function apply(db: WritableDatabase, change: Change, to: 'before' | 'after'): void {
  for (const sound of change.sounds) {
    const state = sound[to]
    const columns = Object.keys(state)
    if (columns.length === 0) continue
    // Names come from the schema above, values are bound.
    db.statement(`UPDATE sounds SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`).run(
      [...Object.values(state).map((value) => value ?? null), sound.id],
    )
    if (state.tags_text !== undefined) {
      db.statement('DELETE FROM sound_tags WHERE sound_id = ?').run([sound.id])
      storeTags(db, sound.id, tagsOf(state.tags_text))
    }
  }
  // A collection and the one that it lies in may come back in any order.
  db.statement('PRAGMA defer_foreign_keys = ON').run()
  const put = db.statement(
    `INSERT INTO collections (id, parent_id, name, query, position, created_at_ms)
     VALUES (:id, :parent_id, :name, :query, :position, :created_at_ms)
     ON CONFLICT DO UPDATE SET parent_id = :parent_id, name = :name, query = :query, position = :position`,
  )
  for (const collection of change.collections) {
    const state = collection[to]
    if (state !== null) put.run(state)
  }
  for (const collection of change.collections) {
    if (collection[to] === null) db.statement('DELETE FROM collections WHERE id = ?').run([collection.id])
  }
  const present = new Set(listCollections(db).map(({ id }) => id))
  for (const list of change.members) {
    if (present.has(list.collectionId)) setMembers(db, list.collectionId, list[to])
  }
  for (const { collectionId, soundIds, [to]: positions } of change.places) {
    if (!present.has(collectionId)) continue
    for (const [n, soundId] of soundIds.entries()) {
      const position = positions[n] ?? null
      if (position === null) takeFromCollection(db, collectionId, [soundId])
      else setPlace(db, collectionId, soundId, position)
    }
  }
}

// Collections, as the window asks for them; every change can be undone.
import type { HandlersOf } from '../../bridge/dispatcher.ts'
import { failure, success } from '../../bridge/reply.ts'
import type { BridgeError } from '../../bridge/types.ts'
import {
  addToCollection,
  changeCollection,
  createCollection,
  getCollection,
  listCollections,
  moveCollection,
  moveInOrder,
  removeCollection,
  takeFromCollection,
  withNested,
} from '../../library/collections.ts'
import type { WritableDatabase } from '../../library/database.ts'
import type { History } from '../../library/history.ts'
import { collectionsLike } from '../../library/known.ts'

/** Handlers of `collections.*`. */
export function collectionHandlers(options: {
  readonly db: WritableDatabase
  readonly history: History
  readonly now: () => number
  readonly changed: () => void
}): HandlersOf<'collections'> {
  const { db, history, now, changed } = options
  const changing = <T>(label: string, work: () => T): T => {
    const result = history.record(label, { hasCollections: true }, work)
    changed()
    return result
  }
  const view = (collectionId: number) => {
    const collection = getCollection(db, collectionId)
    return collection === null ? failure(noCollection(collectionId)) : success(collection)
  }
  return {
    'collections.list': async () => success(listCollections(db)),
    'collections.create': async (made) => {
      if (made.parentId !== null && getCollection(db, made.parentId) === null)
        return failure(noCollection(made.parentId))
      return view(changing(`New collection “${made.name}”`, () => createCollection(db, made, now())))
    },
    'collections.change': async ({ collectionId, ...change }) => {
      const collection = getCollection(db, collectionId)
      if (collection === null) return failure(noCollection(collectionId))
      if (change.query !== undefined && collection.query === null) {
        return failure({
          code: 'not_a_saved_search',
          message: `“${collection.name}” is a collection, not a saved search: it has no query to change.`,
          retryable: false,
        })
      }
      changing(`Change “${collection.name}”`, () => changeCollection(db, collectionId, change))
      return view(collectionId)
    },
    'collections.move': async ({ collectionId, parentId, index }) => {
      const collection = getCollection(db, collectionId)
      if (collection === null) return failure(noCollection(collectionId))
      if (parentId !== null && getCollection(db, parentId) === null) return failure(noCollection(parentId))
      if (parentId !== null && withNested(db, collectionId).includes(parentId)) {
        return failure({
          code: 'collection_loop',
          message: `“${collection.name}” cannot be moved into itself or into a collection that lies in it.`,
          retryable: false,
        })
      }
      changing(`Move “${collection.name}”`, () => moveCollection(db, collectionId, parentId, index))
      return success(null)
    },
    'collections.remove': async ({ collectionId }) => {
      const collection = getCollection(db, collectionId)
      if (collection === null) return failure(noCollection(collectionId))
      changing(`Remove “${collection.name}”`, () => removeCollection(db, collectionId))
      return success(null)
    },
    'collections.add': async ({ collectionId, soundIds, index }) => {
      const collection = getCollection(db, collectionId)
      if (collection === null) return failure(noCollection(collectionId))
      if (collection.query !== null) return failure(savedSearch(collection.name))
      const label = `Add ${counted(soundIds.length)} to “${collection.name}”`
      const added = changing(label, () => addToCollection(db, collectionId, soundIds, index))
      return success({ added })
    },
    'collections.order': async ({ collectionId, soundIds, to }) => {
      const collection = getCollection(db, collectionId)
      if (collection === null) return failure(noCollection(collectionId))
      if (collection.query !== null) return failure(savedSearch(collection.name))
      const shown = collectionsLike(db, collection.name)
      const label = `Move ${counted(soundIds.length)} in “${collection.name}”`
      return success(changing(label, () => moveInOrder(db, shown, soundIds, to)))
    },
    'collections.take': async ({ collectionId, soundIds }) => {
      const collection = getCollection(db, collectionId)
      if (collection === null) return failure(noCollection(collectionId))
      const label = `Take ${counted(soundIds.length)} from “${collection.name}”`
      const taken = changing(label, () => takeFromCollection(db, collectionId, soundIds))
      return success({ taken })
    },
  }
}

/** "1 sound", "12 sounds". */
export const counted = (sounds: number): string => (sounds === 1 ? '1 sound' : `${sounds} sounds`)

const noCollection = (collectionId: number): BridgeError => ({
  code: 'not_found',
  message: `There is no collection ${collectionId} any more.`,
  retryable: false,
})
const savedSearch = (name: string): BridgeError => ({
  code: 'saved_search',
  message: `“${name}” is a saved search: its query decides what is in it.`,
  retryable: false,
})

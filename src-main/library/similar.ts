// "Sounds like this": asks a worker thread, which is started at the first question and holds every sound's vector.
import { Worker } from 'node:worker_threads'
import type { SimilarSound } from '../bridge/library.ts'
import { failed, type Outcome, succeeded } from '../media/outcome.ts'
import type { ReadableDatabase } from './database.ts'
import type { SimilarAnswer, SimilarQuestion } from './similar-worker.ts'
import { getDetailFacts, getRow } from './sound-store.ts'
import type { Neighbour } from './vector-index.ts'

export type SimilarErrorCode = 'not_found' | 'not_measured' | 'search_crashed'

export interface SimilarSearch {
  /** The most alike first. Errors: `not_measured` while the sound's facts are not computed, or where it is silent or too short. */
  readonly like: (
    soundId: number,
    limit: number,
  ) => Promise<Outcome<readonly SimilarSound[], SimilarErrorCode>>
  readonly close: () => Promise<void>
}

/** Asked for besides: some lie in the trash. */
const SPARE = 50

export function createSimilarSearch(options: {
  readonly db: ReadableDatabase
  /** The built `media-worker.js`, or `media/worker.ts` where types are stripped. */
  readonly workerUrl: URL
  readonly log: (message: string) => void
}): SimilarSearch {
  const { db, workerUrl, log } = options
  let worker: Worker | null = null
  let lastId = 0
  const waiting = new Map<number, (neighbours: readonly Neighbour[] | null) => void>()

  const start = (): Worker => {
    const started = new Worker(workerUrl, { workerData: { role: 'similar', databasePath: db.path } })
    // A question in flight keeps nothing from ending.
    started.unref()
    started.on('message', ({ id, neighbours }: SimilarAnswer) => {
      waiting.get(id)?.(neighbours)
      waiting.delete(id)
    })
    started.on('error', (error) => log(`the search for similar sounds ended: ${String(error)}`))
    started.on('exit', () => {
      if (worker === started) worker = null
      for (const settle of waiting.values()) settle(null)
      waiting.clear()
    })
    return started
  }

  return {
    like: async (soundId, limit) => {
      const facts = getDetailFacts(db, soundId)
      if (facts === null) return failed('not_found', `There is no sound ${soundId} in the library.`)
      // One BLOB column, by the schema.
      const stored = db.statement('SELECT vector FROM sound_descriptors WHERE sound_id = ?').get([soundId]) as
        | { readonly vector: Uint8Array }
        | undefined
      if (stored === undefined) {
        const isWaiting = !facts.row.hasFacts && facts.factsError === null
        return isWaiting
          ? failed('not_measured', `“${facts.row.name}” is not measured yet. Try again in a moment.`, true)
          : failed(
              'not_measured',
              `“${facts.row.name}” has nothing to compare: it is silent, too short or unreadable.`,
            )
      }
      worker ??= start()
      const id = ++lastId
      const question: SimilarQuestion = {
        id,
        soundId,
        vector: new Uint8Array(stored.vector),
        limit: limit + SPARE,
      }
      const neighbours = await new Promise<readonly Neighbour[] | null>((resolve) => {
        waiting.set(id, resolve)
        worker?.postMessage(question)
      })
      if (neighbours === null) return failed('search_crashed', 'The search for similar sounds failed.', true)
      const isThere = db.statement('SELECT 1 FROM sounds WHERE id = ? AND trashed_at_ms IS NULL')
      const sounds = neighbours
        .filter((each) => isThere.get([each.soundId]) !== undefined)
        .slice(0, limit)
        .flatMap(({ soundId: otherId, similarity, because }) => {
          const sound = getRow(db, otherId)
          return sound === null ? [] : [{ sound, similarity, because }]
        })
      return succeeded(sounds)
    },
    close: async () => {
      await worker?.terminate()
    },
  }
}

// Tools that look into the library.
import { z } from 'zod'
import type { LibrarySearch } from '../library/search.ts'
import type { SimilarSearch } from '../library/similar.ts'
import { childrenOf, getDetailFacts, getRow, parentOf, soundIdOf, takesOf } from '../library/sound-store.ts'
import type { SoundLookUp } from './sound-facts.ts'
import { soundFacts } from './sound-facts.ts'
import { type AgentTool, answer, defineTool, notFound, READS, refusal } from './tool.ts'

const uid = z.string().min(1).max(100).describe('The uid of a sound, as search_sounds tells it')
const MOST_FOUND = 50

export function libraryTools(
  library: SoundLookUp & { readonly search: LibrarySearch; readonly similar: Pick<SimilarSearch, 'like'> },
): readonly AgentTool[] {
  const { db, search, similar } = library
  const uidOf = (soundId: number): string | null => getDetailFacts(db, soundId)?.uid ?? null

  return [
    defineTool({
      name: 'search_sounds',
      title: 'Search the library',
      description:
        'Finds sounds that are on this machine already, newest first, with the path of each file. Costs nothing: look here before you make a sound. Words match names, prompts, tags and notes; also "phrases", -without, and fields: type:rain, cat:doors, tag:city, model:…, seed:42, dur:<2s, rate:48k, rating:>3, date:2026-11, format:wav, fav, is:loop, is:imported.',
      input: z.strictObject({
        query: z.string().max(1_000).default('').describe('As typed into the search field; empty for all'),
        limit: z.int().min(1).max(MOST_FOUND).default(20),
        offset: z.int().min(0).default(0),
      }),
      annotations: READS,
      async run({ query, limit, offset }) {
        const sort = { column: 'createdAtMs', descending: true } as const
        const { rows, total } = search.page({ text: query, filterByText: true, sort, offset, limit })
        return answer({ total, sounds: rows.map((row) => soundFacts(library, row)) })
      },
    }),
    defineTool({
      name: 'get_sound',
      title: 'Read one sound',
      description:
        'Reads everything known of one sound: its file, its request, its other takes, what it was made from and what was made from it. Costs nothing.',
      input: z.strictObject({ uid }),
      annotations: READS,
      async run(asked) {
        const soundId = soundIdOf(db, asked.uid)
        const row = soundId === null ? null : getRow(db, soundId)
        const facts = soundId === null ? null : getDetailFacts(db, soundId)
        if (row === null || facts === null) return notFound(`sound ${asked.uid} in the library`)
        const parent = parentOf(db, row.id)
        return answer({
          ...soundFacts(library, row),
          origin: facts.origin,
          label: facts.label,
          category: facts.category,
          note: facts.note,
          bytes: facts.bytes,
          sha256: facts.sha256,
          takes: takesOf(db, row.id)
            .filter(({ id }) => id !== row.id)
            .map(({ id }) => uidOf(id)),
          parent: parent === null ? null : uidOf(parent.id),
          children: childrenOf(db, row.id).map(({ id }) => uidOf(id)),
        })
      },
    }),
    defineTool({
      name: 'find_similar_sounds',
      title: 'Find sounds that sound alike',
      description:
        'Finds the sounds of the library that sound most like a given one, by measured descriptors, and says what makes them alike. Costs nothing.',
      input: z.strictObject({ uid, limit: z.int().min(1).max(MOST_FOUND).default(10) }),
      annotations: READS,
      async run(asked) {
        const soundId = soundIdOf(db, asked.uid)
        if (soundId === null) return notFound(`sound ${asked.uid} in the library`)
        const found = await similar.like(soundId, asked.limit)
        if (!found.ok) return refusal(found.error)
        return answer({
          sounds: found.value.map(({ sound, similarity, because }) => ({
            ...soundFacts(library, sound),
            similarity,
            because,
          })),
        })
      },
    }),
  ]
}

// Everything known of one sound, with the generation that made it.
import type { SoundDetail } from '../bridge/types.ts'
import type { Connections } from '../connections/connections.ts'
import { Job } from '../contract/index.ts'
import type { ReadableDatabase } from '../library/database.ts'
import { childrenOf, getDetailFacts, parentOf, storedRequest, takesOf } from '../library/sound-store.ts'
import type { Generation } from './generation.ts'
import { requestBody } from './generation.ts'
import { getGeneration } from './generation-store.ts'
import type { Generations } from './generations.ts'

/** Reads a sound's detail; null for an id that the library does not have. */
export function soundDetail(
  db: ReadableDatabase,
  soundId: number,
  rooms: { readonly connections: Connections; readonly generations: Generations },
): SoundDetail | null {
  const facts = getDetailFacts(db, soundId)
  if (facts === null) return null
  const { row } = facts
  const generation = row.generationId === null ? null : getGeneration(db, row.generationId)
  const connection = facts.connectionId === null ? null : rooms.connections.view(facts.connectionId)
  return {
    ...row,
    prompt: facts.prompt,
    label: facts.label,
    note: facts.note,
    category: facts.category,
    bytes: facts.bytes,
    fileName: facts.relativePath.slice(facts.relativePath.lastIndexOf('/') + 1),
    sha256: facts.sha256,
    uid: facts.uid,
    headSilenceMs: facts.headSilenceMs,
    tailSilenceMs: facts.tailSilenceMs,
    tempoBpm: facts.tempoBpm,
    pitchHz: facts.pitchHz,
    factsError: facts.factsError,
    connectionName: connection?.name ?? null,
    generation: generation === null ? null : rooms.generations.view(generation),
    request: generation === null ? storedRequest(db, soundId) : requestOf(generation),
    scene: generation === null ? null : sceneOf(generation),
    takes: takesOf(db, soundId),
    parent: parentOf(db, soundId),
    children: childrenOf(db, soundId),
  }
}

/** The request as it was sent, with the seed that the service reported: what "use these settings" takes up. */
function requestOf(generation: Generation): Readonly<Record<string, unknown>> {
  const body = requestBody(generation)
  return generation.seed === null ? body : { ...body, seed: generation.seed }
}

/** What the engine understood: an added field of the job, there or not. */
function sceneOf(generation: Generation): unknown {
  const job = generation.jobJson === null ? null : Job.safeParse(JSON.parse(generation.jobJson))
  return job?.success === true ? (job.data.scene ?? null) : null
}

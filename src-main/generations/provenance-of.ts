// What is written into a generated file about where it comes from.
import type { Output } from '../contract/index.ts'
import type { Provenance } from '../media/provenance.ts'
import type { Generation } from './generation.ts'
import { isLoopRequest, requestBody } from './generation.ts'
import type { TakeKey } from './transfer-store.ts'

/** Request, model, seed, job and place in it; never an address or a key of the service. */
export function provenanceOf(
  generation: Generation,
  facts: {
    readonly soundUid: string
    readonly name: string
    readonly take: TakeKey
    readonly output: Output
    readonly serviceName: string
    readonly sampleRate: number
  },
): Provenance {
  const { soundUid, name, take, output, serviceName, sampleRate } = facts
  return {
    soundUid,
    name,
    prompt: generation.label,
    type: output.type,
    category: output.category ?? null,
    tags: [],
    isLoop: isLoopRequest(generation),
    createdAtMs: generation.createdAtMs,
    serviceName,
    family: generation.family,
    model: generation.model,
    seed: generation.seed,
    jobId: generation.jobId,
    generationId: generation.id,
    outputIndex: take.outputIndex,
    variantIndex: take.variantIndex,
    request: requestBody(generation),
    lineage: [],
    timeReferenceSamples: Math.round((startMsOf(generation, output) / 1000) * sampleRate),
  }
}

/** Where it begins on the picture that it was made for; 0 where there is none. */
function startMsOf(generation: Generation, { start_ms: startMs }: Output): number {
  if (generation.family !== 'video-to-sfx') return 0
  const { start_offset_ms: offset } = requestBody(generation)
  return startMs ?? (typeof offset === 'number' ? offset : 0)
}

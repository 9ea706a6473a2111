// What is written into a generated file about where it comes from.
import type { Output } from '../contract/index.ts'
import type { Provenance } from '../media/provenance.ts'
import type { Generation } from './generation.ts'
import type { TakeKey } from './transfer-store.ts'

/** Request, model, seed, job and place in it; never an address or a key of the service. */
export function provenanceOf(
  generation: Generation,
  facts: { readonly uid: string; readonly name: string; readonly take: TakeKey; readonly output: Output },
): Provenance {
  const { uid, name, take, output } = facts
  return {
    uid,
    name,
    prompt: generation.label,
    label: output.label ?? '',
    type: output.type,
    family: generation.family,
    model: generation.model,
    seed: generation.seed,
    jobId: generation.jobId,
    generationId: generation.id,
    outputIndex: take.outputIndex,
    variantIndex: take.variantIndex,
    createdAtMs: generation.createdAtMs,
    requestJson: new TextDecoder().decode(generation.body),
    parentUid: null,
    timeReferenceSamples: 0,
  }
}

// A generation as the window shows it.
import type { GenerationView } from '../bridge/types.ts'
import { Job } from '../contract/index.ts'
import type { Generation } from './generation.ts'

/** `soundIds` are its sounds in the library, by output and variant. */
export function generationView(
  generation: Generation,
  connectionName: string,
  soundIds: readonly number[],
  about: Pick<GenerationView, 'parentSoundId' | 'clipId' | 'upload'>,
): GenerationView {
  return {
    id: generation.id,
    connectionId: generation.connectionId,
    connectionName,
    family: generation.family,
    model: generation.model,
    label: generation.label,
    durationMs: generation.durationMs,
    variantsRequested: generation.variantsRequested,
    seed: generation.seed,
    state: generation.state,
    waitingFor: generation.waitingFor,
    jobStatus: generation.jobStatus,
    jobId: generation.jobId,
    progress: generation.state === 'accepted' ? generation.jobProgress : null,
    estimatedMs: generation.state === 'accepted' ? generation.jobEstimatedMs : null,
    isMetered: generation.isMetered,
    quotedCredits: generation.quotedCredits,
    chargedCredits: generation.chargedCredits,
    createdAtMs: generation.createdAtMs,
    finishedAtMs: generation.finishedAtMs,
    error: generation.error,
    shortfalls: [...shortfallsOf(generation.jobJson), ...generation.remarks],
    soundIds,
    ...about,
  }
}

/** What a service says of one variant is shown so far. */
const REASON_MAX_CHARS = 300

/** One sentence a variant that was asked for and did not come: "Take 3: could not be read". */
export function shortfallsOf(jobJson: string | null): readonly string[] {
  const parsed = jobJson === null ? null : Job.safeParse(JSON.parse(jobJson))
  if (parsed === null || !parsed.success || parsed.data.status !== 'partially_succeeded') return []
  return parsed.data.errors.map(({ variant_index: index, message, code }) => {
    const words = (message === '' ? code : message).slice(0, REASON_MAX_CHARS)
    return index === null ? words : `Take ${index + 1}: ${words}`
  })
}

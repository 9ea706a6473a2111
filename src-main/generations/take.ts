// One take of a finished job: which variant it is, and the row that it becomes.

import type { AudioFile, Output } from '../contract/index.ts'
import { Job, outputsOf } from '../contract/index.ts'
import type { NewSound } from '../library/sound-store.ts'
import type { Generation } from './generation.ts'
import { isLoopRequest } from './generation.ts'
import type { TakeKey, Transfer } from './transfer-store.ts'

export interface Take {
  readonly key: TakeKey
  readonly output: Output
  readonly audio: AudioFile
}
/** The job as it was last read. */
export function jobOf(generation: Generation): Job {
  if (generation.jobJson === null) throw new Error(`generation ${generation.id} is collected without a job`)
  return Job.parse(JSON.parse(generation.jobJson))
}

/** Every variant that was produced. */
export function takesOf(job: Job, generationId: string): readonly Take[] {
  return outputsOf(job).flatMap((output) =>
    output.variants.flatMap((variant) => {
      const audio = variant.status === 'succeeded' ? variant.files?.audio : undefined
      if (audio === undefined) return []
      return [
        { key: { generationId, outputIndex: output.index, variantIndex: variant.index }, output, audio },
      ]
    }),
  )
}

/** The library's row of a take whose file lies in the folder. */
export function newSound(
  {
    generation,
    take,
    name,
    parentId,
  }: {
    readonly generation: Generation
    readonly take: Take
    readonly name: string
    /** The sound that was edited. */
    readonly parentId: number | null
  },
  transfer: Transfer,
  bytes: number,
  uid: string,
): NewSound {
  const { output, audio, key } = take
  return {
    uid,
    origin: 'generated',
    ...key,
    parentId,
    connectionId: generation.connectionId,
    relativePath: transfer.relativePath,
    bytes,
    sha256: transfer.sha256 ?? '',
    name,
    prompt: generation.label,
    label: shortLabel(output.label),
    type: output.type,
    category: output.category ?? null,
    family: generation.family,
    model: generation.model,
    seed: generation.seed,
    format: audio.format,
    sampleRate: audio.sample_rate,
    channels: audio.channels,
    durationMs: audio.duration_ms,
    isLoop: isLoopRequest(generation),
    credits: shareOfCharge(generation, output),
    tags: [],
    createdAtMs: generation.createdAtMs,
  }
}

/** Longest label that is kept, in characters. */
const LABEL_MAX_CHARS = 200
/** A label as it can be shown and searched: the job is kept as it came, with whatever a service may call a sound. */
const shortLabel = (label: string | null | undefined): string =>
  [...(label ?? '').slice(0, 2 * LABEL_MAX_CHARS).toWellFormed()].slice(0, LABEL_MAX_CHARS).join('')

/** A take's part of the output's charge; null where nothing is charged. */
function shareOfCharge(generation: Generation, output: Output): number | null {
  if (generation.chargedCredits === null) return null
  const requested = output.variants_requested ?? generation.variantsRequested
  const charged = output.credits ?? generation.chargedCredits
  return Math.round(charged / Math.max(1, requested))
}

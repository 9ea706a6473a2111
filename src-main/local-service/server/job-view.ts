// A stored job as the wire shows it, with fresh download links.

import {
  type AudioFile,
  type Job,
  jobPath,
  OBJECT_BY_FAMILY,
  type Output,
  POLL_RETRY_AFTER_MAX_SECONDS,
} from '../../contract/index.ts'
import { isUnfinished, progressAt, type StoredFile, type StoredJob, type StoredOutput } from '../jobs/job.ts'
import { leftOut, type Scene } from '../synthesis/index.ts'
import { LINK_LIFETIME_MS, type LinkSigner } from './links.ts'

export interface ViewOptions {
  readonly baseUrl: string
  readonly nowMs: number
  readonly links: LinkSigner
}

/** The path under which a file of a job is downloaded. */
export function filePath(fileId: string): string {
  return `/storage/files/${fileId}`
}

/** The job as JSON. Its links are timed from this read. `scene` is this service's own addition: what was understood. */
export function viewJob(job: StoredJob, options: ViewOptions): Job {
  const { nowMs, baseUrl } = options
  return {
    id: job.id,
    object: OBJECT_BY_FAMILY[job.family],
    status: job.status,
    model: job.model,
    seed: job.seed,
    created_at: isoOf(job.createdMs),
    completed_at: job.completedMs === null ? null : isoOf(job.completedMs),
    expires_at: isoOf(job.expiresMs),
    ...(isUnfinished(job) && {
      progress: job.status === 'queued' ? 0 : progressAt(nowMs - job.createdMs, job.estimatedMs),
      estimated_ms: job.estimatedMs,
    }),
    credits: job.credits,
    errors: job.errors.map(({ outputIndex, variantIndex, code, message, isRetryable }) => ({
      output_index: outputIndex,
      variant_index: variantIndex,
      code,
      message,
      retryable: isRetryable,
    })),
    urls: { self: `${baseUrl}${jobPath(job.family, job.id)}` },
    result: viewResult(job, options),
    scene: viewScene(job),
  }
}

/** What was understood of the words; of a negative prompt alone, what is left out. */
function viewScene({ work }: StoredJob): Scene | ReturnType<typeof leftOut> | null {
  const avoid = work.kind === 'text' ? null : work.avoid
  return work.scene ?? (avoid ? leftOut(avoid) : null)
}

/** Seconds to the next poll: a quarter of what is left of the estimate, within 1 to 30. */
export function retryAfterSeconds(job: StoredJob, nowMs: number): number {
  const remainingMs = job.createdMs + job.estimatedMs - nowMs
  return Math.max(1, Math.min(POLL_RETRY_AFTER_MAX_SECONDS, Math.ceil(remainingMs / 4000)))
}

/** A time as the wire writes it: ISO 8601 in UTC, to the millisecond. */
export function isoOf(epochMs: number): string {
  return new Date(epochMs).toISOString()
}

function viewResult(job: StoredJob, options: ViewOptions): Job['result'] {
  if (job.outputs === null) return null
  const outputs = job.outputs.map((output) => viewOutput(output, job, options))
  return job.family === 'video-to-sfx' ? { outputs } : { output: outputs[0] }
}

function viewOutput(output: StoredOutput, job: StoredJob, options: ViewOptions): Output {
  const { place } = output
  const wholeCredits = job.credits ?? 0
  return {
    index: output.index,
    type: output.type,
    label: output.label,
    // Only a separated sound has a place on its video's timeline.
    start_ms: place?.startMs ?? null,
    end_ms: place?.endMs ?? null,
    category: place?.category ?? null,
    sound_start_ms: place?.soundStartMs ?? null,
    sound_end_ms: place?.soundEndMs ?? null,
    credits: place
      ? Math.min(wholeCredits, place.creditsPerVariant * job.variantsRequested)
      : Math.min(wholeCredits, output.credits ?? wholeCredits),
    variants_requested: output.variantsRequested ?? job.variantsRequested,
    status: output.status,
    gain_db: null,
    generation_id: output.generationId,
    variants: output.variants.map(({ index, file }) => ({
      index,
      status: file ? 'succeeded' : 'failed',
      files: file ? { audio: viewFile(file, options) } : null,
    })),
  }
}

function viewFile(file: StoredFile, options: ViewOptions): AudioFile {
  return {
    ...viewLink(file.fileId, options),
    bytes: file.bytes,
    format: file.format,
    sample_rate: file.sampleRateHz,
    channels: file.channels,
    duration_ms: file.durationMs,
  }
}

/** A fresh link to a file, timed from this read. */
export function viewLink(
  fileId: string,
  { baseUrl, nowMs, links }: ViewOptions,
): Pick<AudioFile, 'url' | 'url_expires_at'> {
  const expiresMs = nowMs + LINK_LIFETIME_MS
  return { url: baseUrl + links.sign(filePath(fileId), expiresMs), url_expires_at: isoOf(expiresMs) }
}

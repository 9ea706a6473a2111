// Exchanges of a transcription with the service, told as events for the machine. There is no idempotency key: a send is never repeated.
import type { AudioToMidiRequest, TranscriptionPoll } from '../contract/index.ts'
import { AudioToMidiRequest as RequestSchema, transcriptionPhase } from '../contract/index.ts'
import type { ServiceClient, ServiceResult } from '../service-client/index.ts'
import { pollDelayMs } from '../service-client/index.ts'
import type { ExchangeTools } from './exchange.ts'
import { exchangeFailure, noteTime } from './exchange-failure.ts'
import type { Generation } from './generation.ts'
import type { JobReading, MachineEvent } from './machine.ts'

/** SERVICE.md gives these jobs no lifetime of their own; what holds for the others is assumed. */
const JOB_LIFETIME_MS = 24 * 60 * 60_000

/** The stored request. */
export const transcriptionRequest = ({ body }: Pick<Generation, 'body'>): AudioToMidiRequest =>
  // midi-intent.ts checked these bytes by the same schema before they were stored.
  RequestSchema.parse(JSON.parse(new TextDecoder().decode(body)))

/** Asks again what it costs, with nothing sent yet. */
export async function priceTranscription(
  client: ServiceClient,
  generation: Generation,
  { time, random }: ExchangeTools,
  signal: AbortSignal,
): Promise<MachineEvent> {
  const result = await client.preflightTranscription(generation.durationMs, { signal })
  noteTime(result, time)
  if (result.ok) return { kind: 'priced', credits: result.value.credits }
  const tries = { rule: 'safe' as const, attempt: generation.attempts + 1, elapsedMs: 0, random: random() }
  return { kind: 'price-failed', failure: exchangeFailure(result.error, tries) }
}

/** Sends the stored bytes, once. `about-to-send` must be durable before. */
export async function sendTranscription(
  client: ServiceClient,
  generation: Generation,
  { time, random }: ExchangeTools,
  signal: AbortSignal,
): Promise<MachineEvent> {
  const result = await client.createTranscription(generation.body, { signal })
  noteTime(result, time)
  if (!result.ok) {
    const tries = { rule: 'unkeyed' as const, attempt: generation.attempts, elapsedMs: 0, random: random() }
    return { kind: 'send-failed', failure: exchangeFailure(result.error, tries), isReplay: false }
  }
  const { job_id: id, job_url: url, estimated_ms: estimatedMs } = result.value
  const sentAtMs = time.nowMs() ?? generation.firstSentAtMs ?? generation.createdAtMs
  const job: JobReading = {
    id,
    url: url ?? null,
    status: 'queued',
    seed: null,
    credits: null,
    createdAtMs: sentAtMs,
    expiresAtMs: sentAtMs + JOB_LIFETIME_MS,
    progress: 0,
    estimatedMs: estimatedMs ?? null,
    errors: [],
    raw: JSON.stringify(result.raw),
  }
  return { kind: 'job-read', job, pollAfterMs: pollDelayMs(result.meta.retryAfterMs, random()) }
}

/** Reads the job once. */
export async function pollTranscription(
  client: ServiceClient,
  generation: Generation,
  { time, random }: ExchangeTools,
  signal: AbortSignal,
): Promise<MachineEvent> {
  const { jobId } = generation
  if (jobId === null) throw new Error(`transcription ${generation.id} is polled without a job`)
  const result = await client.getTranscription(jobId, { jobUrl: generation.jobUrl, signal })
  noteTime(result, time)
  if (result.ok) {
    const pollAfterMs = pollDelayMs(result.meta.retryAfterMs, random())
    return { kind: 'job-read', job: readingOfTranscription(generation, result), pollAfterMs }
  }
  const tries = { rule: 'safe' as const, attempt: generation.attempts + 1, elapsedMs: 0, random: random() }
  return { kind: 'poll-failed', failure: exchangeFailure(result.error, tries) }
}

/** What the machine reads of a poll; the states as seen in the wild folded into those of every other job. */
export function readingOfTranscription(
  generation: Generation,
  { value, raw }: Extract<ServiceResult<TranscriptionPoll>, { ok: true }>,
): JobReading {
  const createdAtMs = generation.jobCreatedAtMs ?? generation.firstSentAtMs ?? generation.createdAtMs
  const phase = transcriptionPhase(value.status)
  const { error } = value
  return {
    id: value.job_id,
    url: generation.jobUrl,
    status: phase === 'unknown' ? value.status : phase,
    seed: null,
    credits: value.result?.credits ?? null,
    createdAtMs,
    expiresAtMs: generation.jobExpiresAtMs ?? createdAtMs + JOB_LIFETIME_MS,
    progress: value.progress_percent == null ? null : value.progress_percent / 100,
    estimatedMs: value.estimated_ms ?? generation.jobEstimatedMs,
    errors:
      error == null
        ? []
        : [{ code: error.code, message: error.message, retryable: error.retryable ?? false }],
    raw: JSON.stringify(raw),
  }
}

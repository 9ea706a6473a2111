// One exchange with the service for a generation, told as an event for the machine.

import type { ServiceTime } from '../connections/service-time.ts'
import type { Family, FamilyRequest, Job } from '../contract/index.ts'
import { FAMILIES } from '../contract/index.ts'
import type { ServiceClient, ServiceFailure, ServiceResult } from '../service-client/index.ts'
import { pollDelayMs } from '../service-client/index.ts'
import { exchangeFailure, noteTime } from './exchange-failure.ts'
import type { Generation } from './generation.ts'
import { isTranscription, requestBody } from './generation.ts'
import type { JobReading, MachineEvent } from './machine.ts'
import { isKeyRemembered } from './machine-sending.ts'
import { pollTranscription, priceTranscription, sendTranscription } from './midi-exchange.ts'

/** A short job's answer comes with the create; a longer one is polled, so that its progress is seen. */
const WAIT_SECONDS = 5

export interface ExchangeTools {
  readonly random: () => number
  /** The service's clock, which every answer sets. */
  readonly time: ServiceTime
  /** Told how many jobs of this key the service lets run at once, whenever it says so. */
  readonly noteCeiling: (ceiling: number) => void
}

/** Asks for what costs nothing to learn what time it is there. Null when the clock is known now, else why not. */
export async function askTime(
  client: ServiceClient,
  time: ServiceTime,
  signal: AbortSignal,
): Promise<ServiceFailure | null> {
  const result = await client.getAccount({ signal })
  noteTime(result, time)
  return result.ok || time.nowMs() !== null ? null : result.error
}

/** Asks again what it costs, with nothing sent yet. */
export async function price(
  client: ServiceClient,
  generation: Generation,
  { time, random, noteCeiling }: ExchangeTools,
  signal: AbortSignal,
): Promise<MachineEvent> {
  if (isTranscription(generation))
    return priceTranscription(client, generation, { time, random, noteCeiling }, signal)
  const request = requestOf(generation)
  const result = await client.preflight(request.family, request.body, { signal })
  noteTime(result, time)
  if (result.ok) return { kind: 'priced', credits: result.value.credits }
  const tries = { rule: 'safe' as const, attempt: generation.attempts + 1, elapsedMs: 0, random: random() }
  return { kind: 'price-failed', failure: exchangeFailure(result.error, tries) }
}

/**
 * Sends the stored bytes with the stored key. `about-to-send` must be durable before.
 * @param isReplay an earlier send of it may have been taken
 */
export async function send(
  client: ServiceClient,
  generation: Generation,
  isReplay: boolean,
  tools: ExchangeTools,
  signal: AbortSignal,
): Promise<MachineEvent> {
  if (isTranscription(generation)) return sendTranscription(client, generation, tools, signal)
  const result = await client.create(familyOf(generation), generation.body, {
    idempotencyKey: generation.idempotencyKey,
    waitSeconds: WAIT_SECONDS,
    signal,
    // The machine may sleep between the decision and the socket, for longer than the key is remembered.
    mayStillLeave: () => isKeyRemembered(generation, tools.time.nowMs()),
  })
  noteAnswer(result, tools)
  if (result.ok) return jobRead(result, tools.random())
  // How late a replay may be is the machine's matter, which knows the service's clock.
  const tries = { rule: 'keyed' as const, attempt: generation.attempts, elapsedMs: 0, random: tools.random() }
  return { kind: 'send-failed', failure: exchangeFailure(result.error, tries), isReplay }
}

/** Reads the job once. */
export async function poll(
  client: ServiceClient,
  generation: Generation,
  tools: ExchangeTools,
  signal: AbortSignal,
): Promise<MachineEvent> {
  if (isTranscription(generation)) return pollTranscription(client, generation, tools, signal)
  const { jobId } = generation
  if (jobId === null) throw new Error(`generation ${generation.id} is polled without a job`)
  const result = await client.getJob(familyOf(generation), jobId, { selfUrl: generation.jobUrl, signal })
  noteAnswer(result, tools)
  if (result.ok) return jobRead(result, tools.random())
  const tries = {
    rule: 'safe' as const,
    attempt: generation.attempts + 1,
    elapsedMs: 0,
    random: tools.random(),
  }
  return { kind: 'poll-failed', failure: exchangeFailure(result.error, tries) }
}

function noteAnswer(result: ServiceResult<Job>, tools: ExchangeTools): void {
  noteTime(result, tools.time)
  const limit = (result.ok ? result.meta : result.error.meta)?.concurrency.limit ?? null
  if (limit !== null) tools.noteCeiling(limit)
}

function jobRead(result: Extract<ServiceResult<Job>, { ok: true }>, random: number): MachineEvent {
  return {
    kind: 'job-read',
    job: readingOf(result.value, result.raw),
    pollAfterMs: pollDelayMs(result.meta.retryAfterMs, random),
  }
}

/** What the machine reads of a job. */
export function readingOf(job: Job, raw: unknown): JobReading {
  return {
    id: job.id,
    url: job.urls.self,
    status: job.status,
    seed: job.seed ?? null,
    credits: job.credits,
    createdAtMs: Date.parse(job.created_at),
    expiresAtMs: Date.parse(job.expires_at),
    progress: job.progress ?? null,
    estimatedMs: job.estimated_ms ?? null,
    errors: job.errors,
    raw: JSON.stringify(raw),
  }
}

/** The request of a stored row, as the union that the service client takes. */
function requestOf(generation: Generation): FamilyRequest {
  const family = familyOf(generation)
  // intent.ts checked these bytes by this family's schema before they were stored.
  return { family, body: requestBody(generation) } as FamilyRequest
}

/** The family of a stored row, which the contract's list bounds. */
export function familyOf(generation: Pick<Generation, 'id' | 'family'>): Family {
  const family = FAMILIES.find((known) => known === generation.family)
  if (family === undefined)
    throw new Error(`generation ${generation.id} has the unknown family ${generation.family}`)
  return family
}

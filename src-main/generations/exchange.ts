// One exchange with the service for a generation, told as an event for the machine.

import type { BridgeError } from '../bridge/types.ts'
import { bridgeErrorOf } from '../connections/bridge-error.ts'
import type { ServiceTime } from '../connections/service-time.ts'
import type { Family, FamilyRequest, Job } from '../contract/index.ts'
import { FAMILIES } from '../contract/index.ts'
import type { ReplayRule, ServiceClient, ServiceFailure, ServiceResult } from '../service-client/index.ts'
import { decideRetry, isFateUnknown, KEYED_REPLAY_MAX_MS, pollDelayMs } from '../service-client/index.ts'
import type { Generation } from './generation.ts'
import { requestBody } from './generation.ts'
import type { ExchangeFailure, JobReading, MachineEvent } from './machine.ts'

/** A short job's answer comes with the create; a longer one is polled, so that its progress is seen. */
const WAIT_SECONDS = 5

/** An answer that broke the contract is kept so far, in characters of JSON. */
const UNREAD_ANSWER_MAX_CHARS = 64 * 1024

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
  { time, random }: ExchangeTools,
  signal: AbortSignal,
): Promise<MachineEvent> {
  const request = requestOf(generation)
  const result = await client.preflight(request.family, request.body, { signal })
  noteTime(result, time)
  if (result.ok) return { kind: 'priced', credits: result.value.credits }
  const tries = { rule: 'safe' as const, attempt: generation.attempts + 1, elapsedMs: 0, random: random() }
  return { kind: 'price-failed', failure: exchangeFailure(result.error, tries) }
}

/** Sends the stored bytes with the stored key. `about-to-send` must be durable before. */
export async function send(
  client: ServiceClient,
  generation: Generation,
  tools: ExchangeTools,
  signal: AbortSignal,
): Promise<MachineEvent> {
  const result = await client.create(familyOf(generation), generation.body, {
    idempotencyKey: generation.idempotencyKey,
    waitSeconds: WAIT_SECONDS,
    signal,
  })
  noteAnswer(result, tools)
  if (result.ok) return jobRead(result, tools.random())
  // How late a replay may be is the machine's matter, which knows the service's clock.
  const tries = { rule: 'keyed' as const, attempt: generation.attempts, elapsedMs: 0, random: tools.random() }
  return { kind: 'send-failed', failure: exchangeFailure(result.error, tries) }
}

/** Reads the job once. */
export async function poll(
  client: ServiceClient,
  generation: Generation,
  tools: ExchangeTools,
  signal: AbortSignal,
): Promise<MachineEvent> {
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

/** Sets the service's clock by an answer. Whoever else answers (a sign-in page) has a clock of no interest. */
export function noteTime(result: ServiceResult<unknown>, time: ServiceTime): void {
  const meta = result.ok ? result.meta : result.error.kind === 'not_the_service' ? null : result.error.meta
  if (meta !== null) time.note(meta)
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

/** As long as the key holds, money may hang on it: not the number of tries but the time is the bound. */
const LIMITS = { maxAttempts: Number.MAX_SAFE_INTEGER, maxElapsedMs: KEYED_REPLAY_MAX_MS }

/** A failure with the delay that the shared retry policy gives it. `elapsedMs` counts from the first send. */
export function exchangeFailure(
  failure: ServiceFailure,
  tries: {
    readonly rule: ReplayRule
    readonly attempt: number
    readonly elapsedMs: number
    readonly random: number
  },
): ExchangeFailure {
  const decision = decideRetry({ failure, ...tries, attempt: Math.max(1, tries.attempt), limits: LIMITS })
  return {
    error: bridgeErrorOf(failure),
    status: failure.status,
    isFromService: failure.kind === 'envelope' || failure.kind === 'malformed',
    unreadAnswer: unreadAnswerOf(failure),
    mayHaveArrived: failure.bytesMayHaveLeft,
    isFateUnknown: isFateUnknown(failure),
    isAborted: failure.kind === 'aborted',
    retryAfterMs: decision.kind === 'retry' ? decision.afterMs : null,
  }
}

/** A failure of our own, before anything was asked of the service. */
export const ownFailure = (error: BridgeError): ExchangeFailure => ({
  error,
  status: null,
  isFromService: false,
  mayHaveArrived: false,
  isFateUnknown: false,
  isAborted: false,
  retryAfterMs: null,
  unreadAnswer: null,
})

function unreadAnswerOf({ kind, raw }: ServiceFailure): string | null {
  return kind !== 'malformed' || raw === null ? null : JSON.stringify(raw).slice(0, UNREAD_ANSWER_MAX_CHARS)
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

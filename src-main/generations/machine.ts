// Decides what becomes of a generation: pure, given the time and a random number; the runner only carries it out.
import type { BridgeError } from '../bridge/types.ts'
import { KEYED_REPLAY_MAX_MS } from '../service-client/index.ts'
import type { Generation } from './generation.ts'
import { isUnfinished } from './generation.ts'

/** What is to be done next, not before `atMs`. */
export type Step =
  | { readonly kind: 'send'; readonly atMs: number }
  | { readonly kind: 'poll'; readonly atMs: number }
  | { readonly kind: 'collect'; readonly atMs: number }
  | { readonly kind: 'rest' }

/** A job as far as the machine reads it. `raw` is the body as it came. */
export interface JobReading {
  readonly id: string
  readonly url: string | null
  readonly status: string
  readonly seed: number | null
  readonly credits: number | null
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly progress: number | null
  readonly estimatedMs: number | null
  readonly errors: readonly { readonly code: string; readonly message: string; readonly retryable: boolean }[]
  readonly raw: string
}

/** A failed exchange with the service, as far as the machine reads it. */
export interface ExchangeFailure {
  readonly error: BridgeError
  readonly status: number | null
  /** Whether any byte of the request may have reached the service. */
  readonly mayHaveArrived: boolean
  /** The stop came from us (quitting): nothing is learned. */
  readonly isAborted: boolean
  /** The request may have been taken although it failed: no clear refusal. */
  readonly isFateUnknown: boolean
  /** Given by the shared retry policy: wait so long, or null for "do not repeat". */
  readonly retryAfterMs: number | null
}

export type MachineEvent =
  /** The connection cannot be used now; nothing was tried. */
  | { readonly kind: 'held'; readonly waitingFor: 'connection' | 'key'; readonly error: BridgeError }
  | { readonly kind: 'about-to-send' }
  | {
      readonly kind: 'job-read'
      readonly job: JobReading
      readonly pollAfterMs: number
    }
  | { readonly kind: 'send-failed'; readonly failure: ExchangeFailure }
  | { readonly kind: 'poll-failed'; readonly failure: ExchangeFailure }
  /** The storage refused the links, and the job was read again for fresh ones. */
  | { readonly kind: 'links-renewed'; readonly job: JobReading; readonly failure: ExchangeFailure }
  | { readonly kind: 'collected'; readonly savedSounds: number }
  | { readonly kind: 'collect-failed'; readonly failure: ExchangeFailure; readonly isDisk: boolean }
  | { readonly kind: 'canceled' }

export interface Decision {
  readonly changes: Partial<Generation>
  readonly next: Step
}

/** How long a step waits for what only the person or the network can change, before it looks again by itself. */
const LOOK_AGAIN_MS = 30_000
/** Trying to connect costs nobody anything. */
const RECONNECT_MS = 5_000

const SUCCESSFUL = new Set(['succeeded', 'partially_succeeded'])
const UNSUCCESSFUL = new Set(['failed', 'canceled', 'expired'])

/** What an unfinished generation does next after a restart, or when its place in the queue comes. */
export function nextStep(generation: Generation, nowMs: number): Step {
  const atMs = Math.max(nowMs, generation.nextAttemptAtMs ?? nowMs)
  switch (generation.state) {
    case 'stored':
    case 'sending':
      return { kind: 'send', atMs }
    case 'accepted':
      return { kind: 'poll', atMs }
    case 'collecting':
      return { kind: 'collect', atMs }
    case 'done':
    case 'failed':
    case 'refused':
    case 'unknown':
    case 'canceled':
      return { kind: 'rest' }
  }
}

/** Applies one event. Never throws; an event that no longer fits (a late answer after an end) changes nothing. */
export function decide(generation: Generation, event: MachineEvent, nowMs: number): Decision {
  const unchanged: Decision = { changes: {}, next: nextStep(generation, nowMs) }
  switch (event.kind) {
    case 'held':
      return isUnfinished(generation) ? held(generation, event, nowMs) : unchanged
    case 'about-to-send':
      return aboutToSend(generation, nowMs)
    case 'job-read':
      return isOpen(generation) ? jobRead(generation, event, nowMs) : unchanged
    case 'send-failed':
      return generation.state === 'sending' ? sendFailed(generation, event.failure, nowMs) : unchanged
    case 'poll-failed':
      return isOpen(generation) ? pollFailed(generation, event.failure, nowMs) : unchanged
    case 'links-renewed':
      return generation.state === 'collecting' ? linksRenewed(generation, event, nowMs) : unchanged
    case 'collected':
      if (generation.state !== 'collecting') return unchanged
      return ended(
        { state: 'done', waitingFor: null, error: shortfallError(generation, event.savedSounds) },
        nowMs,
      )
    case 'collect-failed':
      return generation.state === 'collecting'
        ? collectFailed(generation, event.failure, event.isDisk, nowMs)
        : unchanged
    case 'canceled':
      return generation.state === 'stored' ? ended({ state: 'canceled', waitingFor: null }, nowMs) : unchanged
  }
}

const isOpen = (generation: Generation): boolean =>
  generation.state === 'sending' || generation.state === 'accepted' || generation.state === 'collecting'

function ended(changes: Partial<Generation>, nowMs: number): Decision {
  return { changes: { ...changes, finishedAtMs: nowMs, nextAttemptAtMs: null }, next: { kind: 'rest' } }
}

function held(
  generation: Generation,
  event: Extract<MachineEvent, { kind: 'held' }>,
  nowMs: number,
): Decision {
  const { waitingFor, error } = event
  const changes = { waitingFor, error, nextAttemptAtMs: nowMs + RECONNECT_MS }
  return { changes, next: nextStep({ ...generation, ...changes }, nowMs) }
}

function aboutToSend(generation: Generation, nowMs: number): Decision {
  if (generation.state !== 'stored' && generation.state !== 'sending') {
    return { changes: {}, next: nextStep(generation, nowMs) }
  }
  const { firstSentAtMs } = generation
  if (firstSentAtMs !== null && nowMs - firstSentAtMs > KEYED_REPLAY_MAX_MS) {
    return ended({ state: 'unknown', waitingFor: null, error: fateUnknown(generation.error) }, nowMs)
  }
  return {
    changes: {
      state: 'sending',
      waitingFor: null,
      firstSentAtMs: firstSentAtMs ?? nowMs,
      // Counted before the send, so that a crash in its middle is not mistaken for a first try later on.
      attempts: generation.attempts + 1,
      nextAttemptAtMs: null,
    },
    next: { kind: 'send', atMs: nowMs },
  }
}

function jobRead(
  generation: Generation,
  event: Extract<MachineEvent, { kind: 'job-read' }>,
  nowMs: number,
): Decision {
  const { job } = event
  const known: Partial<Generation> = {
    jobId: job.id,
    jobUrl: job.url,
    jobStatus: job.status,
    jobCreatedAtMs: job.createdAtMs,
    jobExpiresAtMs: job.expiresAtMs,
    jobProgress: job.progress,
    jobEstimatedMs: job.estimatedMs,
    jobJson: job.raw,
    seed: job.seed ?? generation.seed,
    chargedCredits: job.credits ?? generation.chargedCredits,
    waitingFor: null,
    attempts: 0,
    error: null,
  }
  if (SUCCESSFUL.has(job.status)) {
    return {
      changes: { ...known, state: 'collecting', nextAttemptAtMs: null },
      next: { kind: 'collect', atMs: nowMs },
    }
  }
  if (UNSUCCESSFUL.has(job.status)) {
    const first = job.errors[0]
    const error: BridgeError = {
      code: first?.code ?? job.status,
      message: first?.message ?? endedWords(job.status),
      retryable: first?.retryable ?? job.status === 'expired',
    }
    return ended({ ...known, state: 'failed', error }, nowMs)
  }
  // Queued, running, or a word we do not know: it is watched until the service says that it has expired.
  if (nowMs > job.expiresAtMs + KEYED_REPLAY_MAX_MS) {
    return ended({ ...known, state: 'unknown', error: fateUnknown(null) }, nowMs)
  }
  const atMs = nowMs + event.pollAfterMs
  return { changes: { ...known, state: 'accepted', nextAttemptAtMs: atMs }, next: { kind: 'poll', atMs } }
}

function sendFailed(generation: Generation, failure: ExchangeFailure, nowMs: number): Decision {
  if (failure.isAborted) return { changes: {}, next: { kind: 'rest' } }
  // The first try, and it certainly started nothing: it is as if it had only been stored, and can still be cancelled.
  const isRefusedKey = failure.status === 401
  const isUnsent =
    generation.attempts === 1 && (isRefusedKey || (failure.status === null && !failure.mayHaveArrived))
  const kept: Partial<Generation> = isUnsent ? { state: 'stored', firstSentAtMs: null } : {}
  if (isRefusedKey) return waiting(generation, kept, 'key', failure.error, LOOK_AGAIN_MS, nowMs)
  if (isUnsent) return waiting(generation, kept, 'connection', failure.error, RECONNECT_MS, nowMs)
  if (failure.retryAfterMs !== null) {
    const why = failure.status === null ? 'connection' : failure.status === 429 ? 'slot' : 'retry'
    return waiting(generation, {}, why, failure.error, failure.retryAfterMs, nowMs)
  }
  if (failure.isFateUnknown) {
    return ended({ state: 'unknown', waitingFor: null, error: fateUnknown(failure.error) }, nowMs)
  }
  return ended({ state: 'refused', waitingFor: null, error: failure.error }, nowMs)
}

function pollFailed(generation: Generation, failure: ExchangeFailure, nowMs: number): Decision {
  if (failure.isAborted) return { changes: {}, next: { kind: 'rest' } }
  if (failure.status === 404) {
    return ended({ state: 'unknown', waitingFor: null, error: fateUnknown(failure.error) }, nowMs)
  }
  if (failure.status === 401) return waiting(generation, {}, 'key', failure.error, LOOK_AGAIN_MS, nowMs)
  const why = failure.status === null ? 'connection' : 'retry'
  // Reading costs nothing and money was spent: it is tried until the service answers for the job.
  return waiting(generation, {}, why, failure.error, failure.retryAfterMs ?? LOOK_AGAIN_MS, nowMs)
}

/** Fresh links are tried at once the first time; when they too are refused, with the patience of any other failure. */
function linksRenewed(
  generation: Generation,
  event: Extract<MachineEvent, { kind: 'links-renewed' }>,
  nowMs: number,
): Decision {
  const { job, failure } = event
  const fresh = { jobJson: job.raw, jobStatus: job.status }
  const decision = waiting(
    generation,
    {},
    'retry',
    failure.error,
    generation.attempts === 0 ? 0 : LOOK_AGAIN_MS,
    nowMs,
  )
  return { ...decision, changes: { ...decision.changes, ...fresh } }
}

function collectFailed(
  generation: Generation,
  failure: ExchangeFailure,
  isDisk: boolean,
  nowMs: number,
): Decision {
  if (failure.isAborted) return { changes: {}, next: { kind: 'rest' } }
  if (isDisk) return waiting(generation, {}, 'disk', failure.error, LOOK_AGAIN_MS, nowMs)
  const isGone = failure.status === 404 || failure.status === 410
  if (isGone && generation.jobExpiresAtMs !== null && nowMs > generation.jobExpiresAtMs) {
    const error: BridgeError = {
      ...failure.error,
      code: 'deleted_by_the_service',
      message: 'The service has deleted this audio. What was saved before is kept.',
      retryable: false,
    }
    return ended({ state: 'failed', waitingFor: null, error }, nowMs)
  }
  const why = failure.status === null ? 'connection' : 'retry'
  return waiting(generation, {}, why, failure.error, failure.retryAfterMs ?? LOOK_AGAIN_MS, nowMs)
}

function waiting(
  generation: Generation,
  kept: Partial<Generation>,
  waitingFor: NonNullable<Generation['waitingFor']>,
  error: BridgeError,
  delayMs: number,
  nowMs: number,
): Decision {
  const atMs = nowMs + delayMs
  // A send was counted before it left; polls and downloads are counted here.
  const failed = generation.state === 'sending' ? generation.attempts : generation.attempts + 1
  const attempts = kept.state === 'stored' ? 0 : failed
  const changes = { ...kept, waitingFor, error, attempts, nextAttemptAtMs: atMs }
  return { changes, next: nextStep({ ...generation, ...changes }, nowMs) }
}

function fateUnknown(cause: BridgeError | null): BridgeError {
  return {
    code: 'fate_unknown',
    message:
      'This was sent, and the service no longer tells what became of it. It may have been charged. It is not sent again by itself.',
    retryable: false,
    ...(cause?.requestId === undefined ? {} : { requestId: cause.requestId }),
  }
}

function endedWords(status: string): string {
  if (status === 'expired') return 'The service let this job expire before it was finished.'
  if (status === 'canceled') return 'The service canceled this job.'
  return 'The service could not generate this.'
}

/** A job that succeeded and left nothing that could be saved is told, not shown as done. */
function shortfallError(generation: Generation, savedSounds: number): BridgeError | null {
  if (savedSounds > 0) return null
  return {
    code: 'no_sounds',
    message: `The service calls this job ${generation.jobStatus ?? 'finished'}, but it holds no sound that could be saved.`,
    retryable: false,
  }
}

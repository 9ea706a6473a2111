// The waits of the machine: for links, files, the disk, the network; how long, and when waiting is over.
import type { BridgeError } from '../bridge/types.ts'
import { deletedByTheService } from './endings.ts'
import type { Generation } from './generation.ts'
import type { Decision, ExchangeFailure, MachineEvent, Moment } from './machine-types.ts'
import { nextStep, PATIENCE_MAX_MS } from './next-step.ts'

/** How long a step waits for what only the person or the network can change, before it looks again by itself. */
export const LOOK_AGAIN_MS = 30_000
/** Trying to connect costs nobody anything. */
export const RECONNECT_MS = 5_000

/** States of a job that gave sounds. */
export const SUCCESSFUL: ReadonlySet<string> = new Set(['succeeded', 'partially_succeeded'])
/** Final states of a job that gave none. */
export const UNSUCCESSFUL: ReadonlySet<string> = new Set(['failed', 'canceled', 'expired'])

/** The service said until when it answers for the job, and that is over. */
export const isPastExpiry = ({ jobExpiresAtMs }: Generation, { serviceNowMs }: Moment): boolean =>
  jobExpiresAtMs !== null && serviceNowMs !== null && serviceNowMs > jobExpiresAtMs

/** Between looks at what a repetition alone will hardly mend: 30 s, then twice as long each time, at most an hour. */
export function patience(attempts: number): number {
  // The exponent is bounded so that it cannot overflow.
  return Math.min(PATIENCE_MAX_MS, LOOK_AGAIN_MS * 2 ** Math.min(Math.max(0, attempts - 1), 10))
}

/** Nothing more is to be done. */
export function ended(changes: Partial<Generation>, { nowMs }: Moment): Decision {
  return { changes: { ...changes, finishedAtMs: nowMs, nextAttemptAtMs: null }, next: { kind: 'rest' } }
}

/** A sign-in page or no answer at all is the network's doing; the rest is the service's. */
export function whyNot({ status, isFromService }: ExchangeFailure): 'connection' | 'retry' {
  if (isFromService) return 'retry'
  return status === null || (status < 500 && status !== 429) ? 'connection' : 'retry'
}

/** Waits, and says why. `kept` is what changes besides. */
export function waiting(
  generation: Generation,
  kept: Partial<Generation>,
  waitingFor: NonNullable<Generation['waitingFor']>,
  error: BridgeError,
  delayMs: number,
  { nowMs }: Moment,
): Decision {
  const atMs = Math.ceil(nowMs + delayMs)
  // A send was counted before it left; polls and downloads are counted here.
  const failed = generation.state === 'sending' ? generation.attempts : generation.attempts + 1
  const attempts = kept.attempts ?? (kept.state === 'stored' ? 0 : failed)
  const changes = { ...kept, waitingFor, error, attempts, nextAttemptAtMs: atMs }
  return { changes, next: nextStep({ ...generation, ...changes }, nowMs) }
}

/** Fresh links are tried at once the first time; when they too are refused, with the patience of any other failure. */
export function linksRenewed(
  generation: Generation,
  { job, failure, ...event }: Extract<MachineEvent, { kind: 'links-renewed' }>,
  at: Moment,
): Decision {
  const remarks = [...generation.remarks, ...event.remarks]
  const isSuccessful = SUCCESSFUL.has(job.status)
  if (!isSuccessful && !UNSUCCESSFUL.has(job.status) && !isPastExpiry(generation, at)) {
    // It had succeeded: a reading that lags behind, or a word that we do not know, takes nothing of that back.
    return waiting(generation, { remarks }, 'retry', failure.error, patience(generation.attempts + 1), at)
  }
  if (!isSuccessful) {
    // The job is still told of, its audio is not: it has expired meanwhile.
    const error = deletedByTheService(failure.error)
    return ended({ remarks, state: 'failed', jobStatus: job.status, waitingFor: null, error }, at)
  }
  const delayMs = generation.attempts === 0 ? 0 : patience(generation.attempts)
  const fresh = { remarks, jobJson: job.raw, jobStatus: job.status }
  return waiting(generation, fresh, 'retry', failure.error, delayMs, at)
}

/** After a download failed: the disk and the network are waited for, what the service has deleted is told. */
export function collectFailed(
  generation: Generation,
  event: Extract<MachineEvent, { kind: 'collect-failed' }>,
  at: Moment,
): Decision {
  const { failure, isDisk } = event
  const { error, status } = failure
  if (failure.isAborted) return { changes: {}, next: { kind: 'rest' } }
  const kept = { remarks: [...generation.remarks, ...event.remarks] }
  if (isDisk) return waiting(generation, kept, 'disk', error, LOOK_AGAIN_MS, at)
  if (failure.isFromService && status === 401)
    return waiting(generation, kept, 'key', error, LOOK_AGAIN_MS, at)
  const isExpired = isPastExpiry(generation, at)
  const isNetwork = status === null && failure.retryAfterMs !== null
  // Once the job has expired the service gives no fresh links: an answer then is the last word, and so is a file that cannot be read.
  if (isExpired && !isNetwork && (status === null || status < 500)) {
    const ending = status === 404 || status === 410 ? deletedByTheService(error) : error
    return ended({ ...kept, state: 'failed', waitingFor: null, error: ending }, at)
  }
  const delayMs = failure.retryAfterMs ?? patience(generation.attempts + 1)
  return waiting(generation, kept, isNetwork ? 'connection' : 'retry', error, delayMs, at)
}

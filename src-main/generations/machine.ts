// Decides what becomes of a generation: pure, given the moment and what happened; the runner only carries it out.
import type { BridgeError } from '../bridge/types.ts'
import { KEYED_REPLAY_MAX_MS } from '../service-client/index.ts'
import { endedWords, fateUnknown, shortfallError, stoppedWaiting } from './endings.ts'
import type { Generation } from './generation.ts'
import { CLOCK_MARGIN_MS, isUnfinished } from './generation.ts'
import { aboutToSend, priced, priceFailed, sendFailed, uploaded, uploadFailed } from './machine-sending.ts'
import type { Decision, ExchangeFailure, JobReading, MachineEvent, Moment } from './machine-types.ts'
import {
  collectFailed,
  ended,
  isPastExpiry,
  LOOK_AGAIN_MS,
  linksRenewed,
  patience,
  RECONNECT_MS,
  SUCCESSFUL,
  UNSUCCESSFUL,
  waiting,
  whyNot,
} from './machine-waits.ts'
import { nextStep } from './next-step.ts'

export type * from './machine-types.ts'
export { nextStep }

/** Applies one event. Never throws; an event that no longer fits (a late answer after an end) changes nothing. */
export function decide(generation: Generation, event: MachineEvent, at: Moment): Decision {
  const { state } = generation
  const unchanged: Decision = { changes: {}, next: nextStep(generation, at.nowMs) }
  switch (event.kind) {
    case 'held':
      return isUnfinished(generation) ? held(generation, event, at) : unchanged
    case 'uploaded':
      return state === 'stored' && generation.needsUpload ? uploaded(generation, event, at) : unchanged
    case 'upload-failed':
      return state === 'stored' && generation.needsUpload ? uploadFailed(generation, event, at) : unchanged
    case 'priced':
      return state === 'stored' ? priced(generation, event.credits, at) : unchanged
    case 'price-failed':
      return state === 'stored' ? priceFailed(generation, event.failure, at) : unchanged
    case 'about-to-send':
      return state === 'stored' || state === 'sending' ? aboutToSend(generation, event, at) : unchanged
    case 'job-read':
      // The answer to a send that is no longer waited for still names its job.
      if (state === 'unknown') return rescued(generation, event.job, at)
      return isOpen(generation) ? jobRead(generation, event.job, event.pollAfterMs, at) : unchanged
    case 'send-failed':
      return state === 'sending' ? sendFailed(generation, event, at) : unchanged
    case 'poll-failed':
      return isOpen(generation) ? pollFailed(generation, event.failure, at) : unchanged
    case 'links-renewed':
      return state === 'collecting' ? linksRenewed(generation, event, at) : unchanged
    case 'collected':
      return state === 'collecting' ? collected(generation, event, at) : unchanged
    case 'collect-failed':
      return state === 'collecting' ? collectFailed(generation, event, at) : unchanged
    case 'canceled':
      return state === 'stored' ? ended({ state: 'canceled', waitingFor: null, error: null }, at) : unchanged
    case 'stopped':
      if (state !== 'sending' && state !== 'accepted') return unchanged
      return ended({ state: 'unknown', waitingFor: null, error: stoppedWaiting(generation) }, at)
    case 'rescued':
      return state === 'unknown' ? rescued(generation, event.job, at) : unchanged
    case 'balance-heard':
      if (state !== 'unknown' || generation.balanceAfter !== null) return unchanged
      return { changes: { balanceAfter: event.credits }, next: { kind: 'rest' } }
  }
}

const isOpen = ({ state }: Generation): boolean =>
  state === 'sending' || state === 'accepted' || state === 'collecting'

function held(generation: Generation, event: Extract<MachineEvent, { kind: 'held' }>, at: Moment): Decision {
  const { nowMs } = at
  const { waitingFor, error, delayMs = RECONNECT_MS } = event
  if (waitingFor === 'key' && isLongOver(generation, nowMs))
    return ended({ state: 'unknown', waitingFor: null, error: fateUnknown(error) }, at)
  const changes = { waitingFor, error, nextAttemptAtMs: Math.ceil(nowMs + delayMs) }
  return { changes, next: nextStep({ ...generation, ...changes }, nowMs) }
}

/** Without a key nobody tells the time there; by any clock the service has forgotten what it was sent. */
function isLongOver(generation: Generation, nowMs: number): boolean {
  const { state, firstSentAtMs, jobExpiresAtMs } = generation
  const untilMs =
    state === 'sending' && firstSentAtMs !== null ? firstSentAtMs + KEYED_REPLAY_MAX_MS : jobExpiresAtMs
  return untilMs !== null && nowMs > untilMs + CLOCK_MARGIN_MS
}

/** What a reading of the job tells, whatever its state. */
function knownOf(generation: Generation, job: JobReading): Partial<Generation> {
  return {
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
    unreadAnswer: null,
  }
}

function jobRead(generation: Generation, job: JobReading, pollAfterMs: number, at: Moment): Decision {
  const final = finalReading(generation, job, at)
  if (final !== null) return final
  const known = knownOf(generation, job)
  // Queued, running, or a word we do not know: it is watched until the service should have said that it expired.
  if (at.serviceNowMs !== null && at.serviceNowMs > job.expiresAtMs) {
    return ended({ ...known, state: 'unknown', error: fateUnknown(null) }, at)
  }
  const atMs = Math.ceil(at.nowMs + pollAfterMs)
  return { changes: { ...known, state: 'accepted', nextAttemptAtMs: atMs }, next: { kind: 'poll', atMs } }
}

/** What a job that is over leads to; null while it is not. */
function finalReading(generation: Generation, job: JobReading, at: Moment): Decision | null {
  const known = knownOf(generation, job)
  if (SUCCESSFUL.has(job.status)) {
    const changes: Partial<Generation> = {
      ...known,
      state: 'collecting',
      nextAttemptAtMs: null,
      finishedAtMs: null,
    }
    return { changes, next: { kind: 'collect', atMs: at.nowMs } }
  }
  if (!UNSUCCESSFUL.has(job.status)) return null
  const first = job.errors[0]
  const error: BridgeError = {
    code: first?.code ?? job.status,
    message: first?.message ?? endedWords(job.status, job.credits),
    retryable: first?.retryable ?? job.status === 'expired',
  }
  return ended({ ...known, state: 'failed', error }, at)
}

/** A job whose fate was unknown is found again. While it runs it stays as it was told; the next look follows it. */
function rescued(generation: Generation, job: JobReading, at: Moment): Decision {
  const final = finalReading(generation, job, at)
  if (final !== null) return final
  const { attempts } = generation
  // Its job is known by now: what is finished will be fetched.
  const isStopped = generation.error?.code === 'stopped_waiting'
  const error = isStopped ? stoppedWaiting({ ...generation, jobId: job.id }) : generation.error
  return { changes: { ...knownOf(generation, job), error, attempts }, next: { kind: 'rest' } }
}

function pollFailed(generation: Generation, failure: ExchangeFailure, at: Moment): Decision {
  if (failure.isAborted) return { changes: {}, next: { kind: 'rest' } }
  const { error } = failure
  const isOver = isPastExpiry(generation, at) && failure.status !== null
  if ((failure.isFromService && failure.status === 404) || isOver) {
    return ended({ state: 'unknown', waitingFor: null, error: fateUnknown(error) }, at)
  }
  if (failure.isFromService && failure.status === 401)
    return waiting(generation, {}, 'key', error, LOOK_AGAIN_MS, at)
  // Reading costs nothing and money was spent: it is tried until the service answers for the job.
  const delayMs = failure.retryAfterMs ?? patience(generation.attempts + 1)
  return waiting(generation, { unreadAnswer: failure.unreadAnswer }, whyNot(failure), error, delayMs, at)
}

function collected(
  generation: Generation,
  event: Extract<MachineEvent, { kind: 'collected' }>,
  at: Moment,
): Decision {
  const remarks = [...generation.remarks, ...event.remarks]
  const error = shortfallError(generation, event.savedSounds)
  return ended({ state: 'done', waitingFor: null, error, remarks }, at)
}

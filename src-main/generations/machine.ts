// Decides what becomes of a generation: pure, given the moment and what happened; the runner only carries it out.
import type { BridgeError } from '../bridge/types.ts'
import { KEYED_REPLAY_MAX_MS } from '../service-client/index.ts'
import {
  endedWords,
  fateUnknown,
  priceRose,
  refusalOf,
  sentWithoutKey,
  shortfallError,
  stoppedWaiting,
} from './endings.ts'
import type { Generation } from './generation.ts'
import { CLOCK_MARGIN_MS, isTranscription, isUnfinished } from './generation.ts'
import type { Decision, ExchangeFailure, JobReading, MachineEvent, Moment } from './machine-types.ts'
import {
  collectFailed,
  LOOK_AGAIN_MS,
  linksRenewed,
  patience,
  RECONNECT_MS,
  SUCCESSFUL,
  waiting,
} from './machine-waits.ts'
import { nextStep } from './next-step.ts'

export type * from './machine-types.ts'
export { nextStep }

/** A clear "not now" of the service that is no overload (an asset that is not ready) is asked again so often. */
const REFUSALS_MAX = 8

const UNSUCCESSFUL = new Set(['failed', 'canceled', 'expired'])
/**
 * Refusals of the request itself: the same bytes were refused at the first send, too. Any other (no credits, no such asset, no access) may come
 * of what has changed since then, before the service looks the idempotency key up: on a replay it says nothing of the earlier send.
 */
const OF_THE_REQUEST: ReadonlySet<string> = new Set([
  'invalid_request',
  'invalid_region',
  'capability_unsupported',
  'payload_too_large',
  'moderation_blocked',
])

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

function ended(changes: Partial<Generation>, { nowMs }: Moment): Decision {
  return { changes: { ...changes, finishedAtMs: nowMs, nextAttemptAtMs: null }, next: { kind: 'rest' } }
}

function held(
  generation: Generation,
  event: Extract<MachineEvent, { kind: 'held' }>,
  { nowMs }: Moment,
): Decision {
  const { waitingFor, error, delayMs = RECONNECT_MS } = event
  if (waitingFor === 'key' && isLongOver(generation, nowMs)) {
    const changes: Partial<Generation> = {
      state: 'unknown',
      waitingFor: null,
      error: fateUnknown(error),
      finishedAtMs: nowMs,
      nextAttemptAtMs: null,
    }
    return { changes, next: { kind: 'rest' } }
  }
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

/** From here on the bytes are what is sent, and sent again. */
function uploaded(
  generation: Generation,
  { body, assetsUntilMs }: Extract<MachineEvent, { kind: 'uploaded' }>,
  { nowMs }: Moment,
): Decision {
  const changes: Partial<Generation> = {
    body,
    assetsUntilMs,
    needsUpload: false,
    waitingFor: null,
    error: null,
    attempts: 0,
    nextAttemptAtMs: null,
    // What it costs is asked with the media that it is for.
    pricedAtMs: null,
  }
  return { changes, next: nextStep({ ...generation, ...changes }, nowMs) }
}

/** An upload costs nothing: what the network or the service cannot do now is tried again, what the file or a clear no says ends it. */
function uploadFailed(
  generation: Generation,
  { failure, isFile }: Extract<MachineEvent, { kind: 'upload-failed' }>,
  at: Moment,
): Decision {
  if (failure.isAborted) return { changes: {}, next: { kind: 'rest' } }
  const { error, status, isFromService, retryAfterMs } = failure
  if (isFromService && status === 401) return waiting(generation, {}, 'key', error, LOOK_AGAIN_MS, at)
  const isClear = status !== null && status >= 400 && status < 500 && retryAfterMs === null
  if (isFile || isClear) return ended({ state: 'refused', waitingFor: null, error }, at)
  return waiting(
    generation,
    {},
    whyNot(failure),
    error,
    retryAfterMs ?? patience(generation.attempts + 1),
    at,
  )
}

/** Code of a refusal that says that an upload is not there any more. */
const ASSET_IS_GONE = 'invalid_asset'
/** An upload that was refused as gone is made again so often. */
const ASSETS_REFUSED_MAX = 1

/** Back to before the upload; null where that was done already, or where it is not what was refused. */
function uploadAgain(generation: Generation, error: BridgeError, { nowMs }: Moment): Decision | null {
  const { assetsUntilMs, assetsRefused, idempotencyKey } = generation
  if (error.code !== ASSET_IS_GONE || assetsUntilMs === null || assetsRefused >= ASSETS_REFUSED_MAX)
    return null
  const changes: Partial<Generation> = {
    state: 'stored',
    needsUpload: true,
    assetsUntilMs: null,
    assetsRefused: assetsRefused + 1,
    // Other bytes are another request. The first was clearly refused: nothing can come of it any more.
    idempotencyKey: `${idempotencyKey}-${assetsRefused + 2}`,
    firstSentAtMs: null,
    keyId: null,
    balanceBefore: null,
    waitingFor: null,
    error: null,
    attempts: 0,
    nextAttemptAtMs: null,
  }
  return { changes, next: nextStep({ ...generation, ...changes }, nowMs) }
}

/** A price that rose is never paid without asking; one that fell is simply taken. */
function priced(generation: Generation, credits: number, at: Moment): Decision {
  const { quotedCredits } = generation
  if (quotedCredits !== null && credits > quotedCredits) {
    return ended({ state: 'refused', waitingFor: null, error: priceRose(quotedCredits, credits) }, at)
  }
  const changes = { quotedCredits: quotedCredits ?? credits, pricedAtMs: at.nowMs }
  return { changes, next: nextStep({ ...generation, ...changes }, at.nowMs) }
}

/** An address that the service cannot read: worth trying again, when the person has looked at it. */
const UNREACHABLE: ReadonlySet<string> = new Set(['audio_url_unreachable', 'video_url_unreachable'])

/** Nothing was sent: a clear refusal ends it, anything else is waited for. */
function priceFailed(generation: Generation, failure: ExchangeFailure, at: Moment): Decision {
  if (failure.isAborted) return { changes: {}, next: { kind: 'rest' } }
  const { error, status, isFromService, retryAfterMs } = failure
  if (isFromService && status === 401) return waiting(generation, {}, 'key', error, LOOK_AGAIN_MS, at)
  const isClear = status !== null && status >= 400 && status < 500 && retryAfterMs === null
  if (isFromService && (isClear || UNREACHABLE.has(error.code))) {
    const again = uploadAgain(generation, error, at)
    if (again !== null) return again
    return ended({ state: 'refused', waitingFor: null, error: refusalOf(generation, error) }, at)
  }
  const delayMs = retryAfterMs ?? patience(generation.attempts + 1)
  const decision = waiting(generation, {}, whyNot(failure), error, delayMs, at)
  // Sends are counted, not questions: a first send must stay the first.
  return { ...decision, changes: { ...decision.changes, attempts: 0 } }
}

function aboutToSend(
  generation: Generation,
  { keyId, balance }: Extract<MachineEvent, { kind: 'about-to-send' }>,
  at: Moment,
): Decision {
  const { nowMs, serviceNowMs } = at
  // Without the service's clock nobody knows whether the key is still remembered: nothing is sent.
  if (serviceNowMs === null) return { changes: {}, next: nextStep(generation, nowMs) }
  const { firstSentAtMs, assetsUntilMs } = generation
  if (isTranscription(generation) && firstSentAtMs !== null) {
    // It went out before, and no answer is known: without a key only the person may send it again.
    return ended({ state: 'unknown', waitingFor: null, error: sentWithoutKey(generation.error) }, at)
  }
  if (firstSentAtMs === null && assetsUntilMs !== null && serviceNowMs > assetsUntilMs) {
    const changes: Partial<Generation> = { needsUpload: true, assetsUntilMs: null }
    return { changes, next: nextStep({ ...generation, ...changes }, nowMs) }
  }
  if (firstSentAtMs !== null && serviceNowMs - firstSentAtMs > KEYED_REPLAY_MAX_MS) {
    return ended({ state: 'unknown', waitingFor: null, error: fateUnknown(generation.error) }, at)
  }
  const first = firstSentAtMs === null ? { firstSentAtMs: serviceNowMs, keyId, balanceBefore: balance } : {}
  return {
    changes: {
      ...first,
      state: 'sending',
      waitingFor: null,
      // Counted before the send, so that a crash in its middle is not mistaken for a first try later on.
      attempts: generation.attempts + 1,
      nextAttemptAtMs: null,
    },
    next: { kind: 'send', atMs: nowMs },
  }
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
    message: first?.message ?? endedWords(job.status),
    retryable: first?.retryable ?? job.status === 'expired',
  }
  return ended({ ...known, state: 'failed', error }, at)
}

/** A job whose fate was unknown is found again. While it runs it stays as it was told; the next look follows it. */
function rescued(generation: Generation, job: JobReading, at: Moment): Decision {
  const final = finalReading(generation, job, at)
  if (final !== null) return final
  const { error, attempts } = generation
  return { changes: { ...knownOf(generation, job), error, attempts }, next: { kind: 'rest' } }
}

/** As it was before the first send: what came of that is known, and is nothing. It can still be cancelled. */
const UNSENT: Partial<Generation> = {
  state: 'stored',
  firstSentAtMs: null,
  keyId: null,
  balanceBefore: null,
}

function sendFailed(
  generation: Generation,
  { failure, isReplay }: Extract<MachineEvent, { kind: 'send-failed' }>,
  at: Moment,
): Decision {
  if (failure.isAborted) return { changes: {}, next: { kind: 'rest' } }
  const { error, retryAfterMs, mayHaveArrived, isFateUnknown } = failure
  const isRefusedKey = failure.isFromService && failure.status === 401
  const kept = isReplay ? {} : UNSENT
  if (isRefusedKey) return waiting(generation, kept, 'key', error, LOOK_AGAIN_MS, at)
  if (!mayHaveArrived && !isReplay) return waiting(generation, kept, 'connection', error, RECONNECT_MS, at)
  if (isTranscription(generation)) return unkeyedFailed(generation, failure, at)
  if (isFateUnknown || !mayHaveArrived) {
    // While the service remembers the key a replay cannot charge twice, and it is the only way to learn what became of it.
    const delayMs = retryAfterMs ?? patience(generation.attempts)
    return waiting(generation, { unreadAnswer: failure.unreadAnswer }, whyNot(failure), error, delayMs, at)
  }
  if (isWorthAsking(generation, failure))
    return waiting(generation, notNow(generation, kept), whyRefused(failure), error, failure.retryAfterMs, at)
  if (isReplay && !OF_THE_REQUEST.has(error.code))
    return ended({ state: 'unknown', waitingFor: null, error: fateUnknown(error) }, at)
  const again = isReplay ? null : uploadAgain(generation, error, at)
  return again ?? ended({ state: 'refused', waitingFor: null, error: refusalOf(generation, error) }, at)
}

type AskedAgain = ExchangeFailure & { readonly retryAfterMs: number }
/** A clear "not now": overload passes, anything else is asked so often. */
const isWorthAsking = ({ attempts }: Generation, failure: ExchangeFailure): failure is AskedAgain =>
  failure.retryAfterMs !== null && (failure.status === 429 || attempts < REFUSALS_MAX)
const whyRefused = ({ status }: ExchangeFailure): 'slot' | 'retry' => (status === 429 ? 'slot' : 'retry')
/** The sends stay counted: each makes the next wait longer. */
const notNow = ({ attempts }: Generation, kept: Partial<Generation>): Partial<Generation> => ({
  ...kept,
  attempts,
})

/** Without a key: what may have been taken is of unknown fate at once, what was clearly refused was never sent. */
function unkeyedFailed(generation: Generation, failure: ExchangeFailure, at: Moment): Decision {
  const { error } = failure
  if (failure.isFateUnknown) {
    const changes: Partial<Generation> = {
      state: 'unknown',
      waitingFor: null,
      error: sentWithoutKey(error),
      remarks: [...generation.remarks, error.message],
      unreadAnswer: failure.unreadAnswer,
    }
    return ended(changes, at)
  }
  if (isWorthAsking(generation, failure))
    return waiting(
      generation,
      notNow(generation, UNSENT),
      whyRefused(failure),
      error,
      failure.retryAfterMs,
      at,
    )
  return uploadAgain(generation, error, at) ?? ended({ state: 'refused', waitingFor: null, error }, at)
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

/** The service said until when it answers for the job, and that is over. */
const isPastExpiry = ({ jobExpiresAtMs }: Generation, { serviceNowMs }: Moment): boolean =>
  jobExpiresAtMs !== null && serviceNowMs !== null && serviceNowMs > jobExpiresAtMs

/** A sign-in page or no answer at all is the network's doing; the rest is the service's. */
function whyNot({ status, isFromService }: ExchangeFailure): 'connection' | 'retry' {
  if (isFromService) return 'retry'
  return status === null || (status < 500 && status !== 429) ? 'connection' : 'retry'
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

// The machine's way from an intent to an accepted job: uploaded, priced, sent, and what of it may be repeated.
import type { BridgeError } from '../bridge/types.ts'
import { KEYED_REPLAY_MAX_MS } from '../service-client/index.ts'
import { fateUnknown, priceRose, refusalOf, sentWithoutKey } from './endings.ts'
import { type Generation, isTranscription } from './generation.ts'
import type { Decision, ExchangeFailure, MachineEvent, Moment } from './machine-types.ts'
import { ended, LOOK_AGAIN_MS, patience, RECONNECT_MS, waiting, whyNot } from './machine-waits.ts'
import { nextStep } from './next-step.ts'

/** A clear "not now" of the service that is no overload (an asset that is not ready) is asked again so often. */
const REFUSALS_MAX = 8
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

/** From here on the bytes are what is sent, and sent again. */
export function uploaded(
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
export function uploadFailed(
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
export function priced(generation: Generation, credits: number, at: Moment): Decision {
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
export function priceFailed(generation: Generation, failure: ExchangeFailure, at: Moment): Decision {
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

/**
 * Whether the service still knows the key of what was first sent then. False where its clock is not known just now: the machine may have
 * slept for days.
 */
export const isKeyRemembered = (
  { firstSentAtMs }: Pick<Generation, 'firstSentAtMs'>,
  serviceNowMs: number | null,
): boolean =>
  firstSentAtMs !== null && serviceNowMs !== null && serviceNowMs - firstSentAtMs <= KEYED_REPLAY_MAX_MS

/** Durable before the first byte leaves: when, with which key, and that it is one send more. Or why it must not leave. */
export function aboutToSend(
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
  if (firstSentAtMs !== null && !isKeyRemembered(generation, serviceNowMs)) {
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

/** As it was before the first send: what came of that is known, and is nothing. It can still be cancelled. */
const UNSENT: Partial<Generation> = {
  state: 'stored',
  firstSentAtMs: null,
  keyId: null,
  balanceBefore: null,
}

/** What may have been taken is sent again while the service remembers the key; what was refused ends, or waits as unsent. */
export function sendFailed(
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

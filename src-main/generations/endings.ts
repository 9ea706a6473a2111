// What a person is told when a generation ends otherwise than with all its sounds.
import type { BridgeError } from '../bridge/types.ts'
import { type Generation, isTranscription } from './generation.ts'

/** Sent, and nobody can tell any more whether it was taken. */
export function fateUnknown(cause: BridgeError | null): BridgeError {
  return {
    code: 'fate_unknown',
    message:
      'This was sent, and the service no longer tells what became of it. It may have been charged. It is not sent again by itself.',
    retryable: false,
    ...(cause?.requestId === undefined ? {} : { requestId: cause.requestId }),
  }
}

/** Sent without a key, and no answer told whether it was taken: sending it again could charge twice. */
export function sentWithoutKey(cause: BridgeError | null): BridgeError {
  return {
    code: 'fate_unknown',
    message:
      'This was sent, and no answer told whether it was taken. It may have been charged; the service has no way to ask. It is not sent again by itself.',
    retryable: false,
    ...(cause?.requestId === undefined ? {} : { requestId: cause.requestId }),
  }
}

/** The person no longer waits; what the service finishes is fetched all the same, where it has said which job that is. */
export function stoppedWaiting(generation: Pick<Generation, 'jobId' | 'isMetered' | 'family'>): BridgeError {
  const { jobId, isMetered } = generation
  const taken = isMetered ? 'taken and charged' : 'taken'
  const sent = isMetered ? 'It was sent and may be charged; if' : 'If'
  const made = isTranscription(generation) ? 'notes' : 'sounds'
  return {
    code: 'stopped_waiting',
    message:
      jobId === null
        ? `You stopped waiting for this before the service had answered. It may have been ${taken}; what was made of it cannot be fetched. It is not sent again by itself.`
        : `You stopped waiting for this. ${sent} it is finished within a day, its ${made} are fetched.`,
    retryable: false,
  }
}

/** The service would now take more than the person agreed to. Nothing was sent. */
export function priceRose(quoted: number, credits: number): BridgeError {
  return {
    code: 'price_rose',
    message: `The price rose from ${quoted} to ${credits} credits before this was sent. Nothing was charged; generate again to agree to it.`,
    retryable: false,
  }
}

/** The audio is no longer at the service. */
export function deletedByTheService(cause: BridgeError): BridgeError {
  return {
    ...cause,
    code: 'deleted_by_the_service',
    message: 'The service has deleted this audio. What was saved before is kept.',
    retryable: false,
  }
}

/** A plan that no longer holds, said in terms of what to do; any other refusal as the service worded it. */
export const refusalOf = (generation: Generation, error: BridgeError): BridgeError =>
  refusalWords(error, hasPlan(generation))

/** As `refusalOf`, of a request that is not stored yet. */
export function refusalWords(error: BridgeError, hasPlan: boolean): BridgeError {
  const isOfPlan = error.param === 'plan' || (error.code === 'not_found' && hasPlan)
  if (!isOfPlan) return error
  return {
    ...error,
    code: 'plan_expired',
    message:
      'The plan behind this price no longer holds, or what it was made for has changed. Ask for the price again.',
    retryable: true,
  }
}

function hasPlan({ body }: Generation): boolean {
  // The bytes are the JSON object that intent.ts wrote.
  return 'plan' in (JSON.parse(new TextDecoder().decode(body)) as object)
}

/** How a job ended that gives nothing, where the service gives no reason of its own. `credits`: what it took. */
export function endedWords(status: string, credits: number | null): string {
  if (status === 'expired' && (credits ?? 0) > 0)
    return 'The service has deleted this job with its audio: it was finished and charged, and not fetched in time.'
  if (status === 'expired') return 'The service let this job expire before it was finished.'
  if (status === 'canceled') return 'The service canceled this job.'
  return 'The service could not generate this.'
}

/** A job that succeeded and left nothing that could be saved is told, not shown as done. */
export function shortfallError(generation: Generation, savedSounds: number): BridgeError | null {
  if (savedSounds > 0) return null
  return {
    code: 'no_sounds',
    message: `The service calls this job ${generation.jobStatus ?? 'finished'}, but it holds no sound that could be saved.`,
    retryable: false,
  }
}

// Billing rules of every family as pure functions. A preflight's answer stands above them.
import type { Family } from './families.ts'
import { DETECTION_CREDITS_MAX } from './limits.ts'
import type { Model } from './models.ts'
import type { RequestOf } from './requests.ts'
import { DEFAULT_NUM_VARIANTS } from './text-to-sfx.ts'

/** Price of preserved speech per second of source audio, charged once (SERVICE.md, billing rules). */
export const PRESERVE_SPEECH_CREDITS_PER_SECOND = 8

/** Price of a transcription per second of audio. */
export const TRANSCRIPTION_CREDITS_PER_SECOND = 2.5

/** A body of one family, told apart by the family's name. */
export type FamilyRequest = { [F in Family]: { readonly family: F; readonly body: RequestOf<F> } }[Family]

/** Milliseconds of generated audio that a request is billed for, over all variants. */
export function billedMilliseconds({ family, body }: FamilyRequest): number {
  const variants = body.num_variants ?? DEFAULT_NUM_VARIANTS
  switch (family) {
    case 'text-to-sfx':
    case 'video-to-sfx':
      return body.duration_ms * variants
    case 'extend':
      return body.append_duration_ms * variants
    case 'inpaint':
      return Math.max(0, body.region.end_ms - body.region.start_ms) * variants
  }
}

/**
 * Credits of a v3 request by the list price, with the surcharge of preserved speech at its upper bound.
 * Fractions of a credit round up (SERVICE.md is silent). Separated stems: {@link creditsForPlan}.
 * @param sourceAudioMs length of the audio whose speech is preserved; the generated window when it isn't known
 */
export function creditsFor<F extends Family>(
  family: F,
  body: RequestOf<F>,
  model: Pick<Model, 'credits_per_second'>,
  sourceAudioMs?: number,
): number {
  // The pair is one member of the union by construction; TypeScript does not relate a generic F to it.
  const request = { family, body } as FamilyRequest
  const base = ceilCredits(billedMilliseconds(request) * model.credits_per_second)
  if (request.family !== 'video-to-sfx' || request.body.controls?.preserve_speech !== true) return base
  return base + ceilCredits((sourceAudioMs ?? request.body.duration_ms) * PRESERVE_SPEECH_CREDITS_PER_SECOND)
}

/** Credits of a create with a plan: the plan's quote scaled from the variants it was quoted for. */
export function creditsForPlan(planCredits: number, plannedVariants: number, numVariants: number): number {
  return Math.ceil((planCredits / plannedVariants) * numVariants)
}

/** Credits of a transcription: `max(1, round(seconds × 2.5))`. */
export function creditsForTranscription(durationMs: number): number {
  return Math.max(1, Math.round((durationMs / 1000) * TRANSCRIPTION_CREDITS_PER_SECOND))
}

/** Most that a detection past the free allowance costs: 50, and never more than transcribing the same audio. */
export function creditsForDetection(durationMs: number): number {
  return Math.min(DETECTION_CREDITS_MAX, creditsForTranscription(durationMs))
}

function ceilCredits(milliCredits: number): number {
  // Prices may be decimal fractions; the margin keeps 0.1 + 0.2 kinds of dust from costing a credit.
  return Math.max(0, Math.ceil(milliCredits / 1000 - 1e-9))
}

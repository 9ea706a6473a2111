// Turns what the window asks for into a generation that can be stored: checked against the contract and the model, frozen as bytes.
import type { BridgeError, GenerationIntent, QuoteRequest } from '../bridge/types.ts'
import type { FamilyRequest, Model } from '../contract/index.ts'
import { checkAgainstModel, DEFAULT_NUM_VARIANTS, REQUEST_BY_FAMILY } from '../contract/index.ts'
import type { Generation } from './generation.ts'
import { newGeneration } from './new-generation.ts'

export type CheckedRequest =
  | { readonly ok: true; readonly request: FamilyRequest; readonly model: Model }
  | { readonly ok: false; readonly error: BridgeError }

/**
 * Checks a body by the contract's schema, then by what the model publishes.
 * The service would refuse the same with the same words; nothing wrong is ever sent.
 */
export function checkRequest(
  { family, body }: Pick<QuoteRequest, 'family' | 'body'>,
  models: readonly Model[],
  purpose: 'create' | 'preflight',
): CheckedRequest {
  const parsed = REQUEST_BY_FAMILY[family].safeParse(body)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const param = issue?.path.map(String).join('.') ?? ''
    return refused(
      'invalid_request',
      `${param === '' ? 'The request' : param}: ${issue?.message ?? 'is not valid'}`,
      param,
    )
  }
  // The schema of this family gave the data: the pair is one member of the union, which the compiler cannot follow.
  const request = { family, body: parsed.data } as FamilyRequest
  const model = models.find(({ id }) => id === request.body.model)
  if (isBlankPrompt(request))
    return refused('invalid_request', 'input.prompt: holds blanks only; describe the sound.', 'input.prompt')
  if (model === undefined)
    return refused('model_not_found', `This connection has no model ${request.body.model}.`, 'model')
  const violation = checkAgainstModel(request.family, request.body, model, purpose)
  if (violation !== null) return refused(violation.code, violation.message, violation.param ?? undefined)
  return { ok: true, request, model }
}

/** The schema counts characters: blanks describe nothing, and text is all that such a sound is made from. */
const isBlankPrompt = ({ family, body }: FamilyRequest): boolean =>
  family === 'text-to-sfx' && body.input.prompt.trim() === ''

function refused(code: string, message: string, param?: string): CheckedRequest {
  return { ok: false, error: { code, message, retryable: false, ...(param === undefined ? {} : { param }) } }
}

/**
 * Makes the generation of a checked intent. `body` is serialised once, here: every send repeats these bytes.
 * The idempotency key is derived from nothing: a new intent has a new key.
 */
export function generationOf(
  intent: GenerationIntent,
  request: FamilyRequest,
  options: {
    readonly idempotencyKey: string
    readonly nowMs: number
    readonly isMetered: boolean
    /** The service itself has just confirmed the quoted price. */
    readonly isPriced: boolean
    /** Names of what it is about, where that is a sound or a clip. */
    readonly sourceNames: { readonly audio?: string; readonly video?: string }
    readonly needsUpload: boolean
  },
): Generation {
  return newGeneration({
    id: intent.generationId,
    connectionId: intent.connectionId,
    family: request.family,
    model: request.body.model,
    label: labelOf(request, options.sourceNames),
    durationMs: durationOf(request),
    variantsRequested: request.body.num_variants ?? DEFAULT_NUM_VARIANTS,
    seed: request.body.seed ?? null,
    body: new TextEncoder().encode(JSON.stringify(request.body)),
    idempotencyKey: options.idempotencyKey,
    quotedCredits: intent.quotedCredits,
    createdAtMs: options.nowMs,
    isMetered: options.isMetered,
    pricedAtMs: options.isPriced ? options.nowMs : null,
    needsUpload: options.needsUpload,
  })
}

function labelOf(
  { family, body }: FamilyRequest,
  names: { readonly audio?: string; readonly video?: string },
): string {
  const prompt = body.input.prompt?.trim() ?? ''
  switch (family) {
    case 'text-to-sfx':
      return prompt
    case 'video-to-sfx':
      return prompt === '' ? `Sound for ${names.video ?? 'a video'}` : prompt
    case 'extend':
    case 'inpaint': {
      const done = `${names.audio ?? 'A sound'}, ${family === 'extend' ? 'extended' : 'repaired'}`
      return prompt === '' ? done : `${done}: ${prompt}`
    }
  }
}

/** Milliseconds of new audio a variant. */
function durationOf(request: FamilyRequest): number {
  switch (request.family) {
    case 'text-to-sfx':
    case 'video-to-sfx':
      return request.body.duration_ms
    case 'extend':
      return request.body.append_duration_ms
    case 'inpaint':
      return request.body.region.end_ms - request.body.region.start_ms
  }
}

// Rules of a request that depend on the model: the same check for the form, the main process and the local service.
import type { FamilyRequest } from './billing.ts'
import type { ContractViolation, ErrorCode } from './errors.ts'
import type { Family } from './families.ts'
import { EXTEND_SOURCE_MIN_MS } from './limits.ts'
import { DEFAULT_FORMAT } from './media.ts'
import { type Model, type Operation, takesInput } from './models.ts'
import type { RequestOf } from './requests.ts'
import { DEFAULT_NUM_VARIANTS } from './text-to-sfx.ts'

/** Fields of `input` that the contract names; any other is nothing that a model could take. */
const INPUT_FIELDS = ['audio', 'video', 'prompt', 'negative_prompt'] as const

/** Where a body goes. A stems preflight needs no plan, a stems create does. */
export type RequestPurpose = 'create' | 'preflight'

/**
 * Checks a parsed body against what its model publishes.
 * @returns the first broken rule as the error table words it, or null when the model takes the request
 */
export function checkAgainstModel<F extends Family>(
  family: F,
  body: RequestOf<F>,
  model: Model,
  purpose: RequestPurpose = 'create',
): ContractViolation | null {
  // The pair is one member of the union by construction; TypeScript does not relate a generic F to it.
  const request = { family, body } as FamilyRequest
  const operation = Object.hasOwn(model.operations, family) ? model.operations[family] : undefined
  if (operation === undefined) {
    return violation('capability_unsupported', 'model', `model ${model.id} does not serve ${family}`)
  }
  return (
    checkControls(request, model, operation) ??
    checkInputs(request, model, operation) ??
    checkLengths(request, operation) ??
    checkVariants(request, operation) ??
    checkTexts(request, model) ??
    checkFormat(request, model) ??
    checkCombinations(request, purpose)
  )
}

/** Checks an inpaint region against the length of its source. */
export function checkRegionAgainstSource(
  region: RequestOf<'inpaint'>['region'],
  sourceDurationMs: number,
): ContractViolation | null {
  if (region.end_ms <= sourceDurationMs) return null
  const field = region.start_ms >= sourceDurationMs ? 'start_ms' : 'end_ms'
  return violation(
    'invalid_region',
    `region.${field}`,
    `region.${field} ${region[field]} lies past the end of the source (${sourceDurationMs} ms)`,
  )
}

/** Checks the source of an extend: at least 3 s long. */
export function checkExtendSource(sourceDurationMs: number): ContractViolation | null {
  if (sourceDurationMs >= EXTEND_SOURCE_MIN_MS) return null
  return violation(
    'audio_too_short',
    'input.audio',
    `the source is ${sourceDurationMs} ms long, an extend needs at least ${EXTEND_SOURCE_MIN_MS} ms`,
  )
}

/** Characters as the service counts them: Unicode code points. */
export function countChars(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

function checkControls(request: FamilyRequest, model: Model, operation: Operation): ContractViolation | null {
  if (request.family === 'inpaint') return null
  const offered = operation.controls ?? model.controls
  for (const [name, value] of Object.entries(request.body.controls ?? {})) {
    if (value !== true || offered.includes(name)) continue
    return violation(
      'capability_unsupported',
      `controls.${name}`,
      `model ${model.id} has no ${name} for ${request.family}`,
    )
  }
  return null
}

function checkInputs(request: FamilyRequest, model: Model, operation: Operation): ContractViolation | null {
  const input: Readonly<Record<string, unknown>> = request.body.input
  for (const name of INPUT_FIELDS) {
    if (input[name] === undefined || takesInput(operation, name)) continue
    const message = `model ${model.id} takes no input.${name} for ${request.family}`
    return violation('capability_unsupported', `input.${name}`, message)
  }
  return null
}

function checkLengths(request: FamilyRequest, operation: Operation): ContractViolation | null {
  switch (request.family) {
    case 'text-to-sfx':
    case 'video-to-sfx': {
      const limits = operation.duration_ms
      if (limits === undefined) return null
      const controls: RequestOf<'video-to-sfx'>['controls'] = request.body.controls
      const loop = controls?.loop === true
      const speech = controls?.preserve_speech === true
      const min = loop ? (limits.min_with_loop ?? limits.min) : limits.min
      const max = loop ? (limits.max_with_loop ?? limits.max) : limits.max
      const ceiling = speech ? Math.min(max, limits.max_with_preserve_speech ?? max) : max
      return checkRange('invalid_request', 'duration_ms', request.body.duration_ms, min, ceiling)
    }
    case 'extend': {
      const limits = operation.append_duration_ms
      if (limits === undefined) return null
      const loop = request.body.controls?.loop === true
      const min = loop ? (limits.min_with_loop ?? limits.min) : limits.min
      return checkRange(
        'invalid_request',
        'append_duration_ms',
        request.body.append_duration_ms,
        min,
        limits.max,
      )
    }
    case 'inpaint':
      return checkRegion(request.body.region, operation)
  }
}

function checkRegion(region: RequestOf<'inpaint'>['region'], operation: Operation): ContractViolation | null {
  const startMin = operation.region_start_ms?.min ?? 0
  if (region.start_ms < startMin) {
    return violation(
      'invalid_region',
      'region.start_ms',
      `region.start_ms ${region.start_ms} is below ${startMin}`,
    )
  }
  const width = region.end_ms - region.start_ms
  if (width <= 0) {
    return violation(
      'invalid_region',
      'region.end_ms',
      `region.end_ms ${region.end_ms} must lie after region.start_ms ${region.start_ms}`,
    )
  }
  const limits = operation.region_width_ms
  if (limits === undefined || (width >= limits.min && width <= limits.max)) return null
  return violation(
    'invalid_region',
    'region.end_ms',
    `the region is ${width} ms wide, allowed are ${limits.min} to ${limits.max} ms`,
  )
}

function checkVariants(request: FamilyRequest, operation: Operation): ContractViolation | null {
  const limits = operation.num_variants
  if (limits === undefined) return null
  const variants = request.body.num_variants ?? DEFAULT_NUM_VARIANTS
  return checkRange('invalid_request', 'num_variants', variants, limits.min, limits.max)
}

function checkTexts(request: FamilyRequest, model: Model): ContractViolation | null {
  const { prompt, negative_prompt: negativePrompt } = request.body.input
  if (prompt !== undefined) {
    const chars = countChars(prompt)
    if (chars > model.max_prompt_chars) {
      return violation(
        'invalid_request',
        'input.prompt',
        `input.prompt has ${chars} characters, model ${model.id} takes ${model.max_prompt_chars}`,
      )
    }
  }
  if (negativePrompt === undefined) return null
  if (model.max_negative_prompt_chars === 0) {
    return violation(
      'capability_unsupported',
      'input.negative_prompt',
      `model ${model.id} takes no negative prompt`,
    )
  }
  const chars = countChars(negativePrompt)
  if (chars <= model.max_negative_prompt_chars) return null
  return violation(
    'invalid_request',
    'input.negative_prompt',
    `input.negative_prompt has ${chars} characters, model ${model.id} takes ${model.max_negative_prompt_chars}`,
  )
}

function checkFormat(request: FamilyRequest, model: Model): ContractViolation | null {
  const format = request.body.output?.format
  if (format === undefined || model.formats.includes(format)) return null
  return violation(
    'capability_unsupported',
    'output.format',
    `model ${model.id} does not produce ${format} here, it has ${model.formats.join(', ')}`,
  )
}

function checkCombinations(request: FamilyRequest, purpose: RequestPurpose): ContractViolation | null {
  switch (request.family) {
    case 'text-to-sfx':
    case 'inpaint':
      return null
    case 'extend':
      return checkExtendCombinations(request.body)
    case 'video-to-sfx':
      return request.body.controls?.multi_stem === true
        ? checkStems(request.body, purpose)
        : request.body.plan === undefined
          ? null
          : violation('invalid_request', 'plan', 'a plan belongs to controls.multi_stem only')
  }
}

function checkExtendCombinations(body: RequestOf<'extend'>): ContractViolation | null {
  const hasVideo = body.input.video !== undefined
  if (hasVideo && body.controls?.loop === true) {
    return violation('invalid_request', 'controls.loop', 'controls.loop cannot be combined with input.video')
  }
  if (!hasVideo && body.start_offset_ms !== undefined) {
    return violation('invalid_request', 'start_offset_ms', 'start_offset_ms needs input.video')
  }
  return null
}

function checkStems(body: RequestOf<'video-to-sfx'>, purpose: RequestPurpose): ContractViolation | null {
  if (body.controls?.preserve_speech === true) {
    return violation(
      'invalid_request',
      'controls.preserve_speech',
      'controls.preserve_speech cannot be combined with controls.multi_stem',
    )
  }
  if (body.input.prompt !== undefined) {
    return violation('invalid_request', 'input.prompt', 'input.prompt is not taken with controls.multi_stem')
  }
  if (body.seed !== undefined && body.seed !== null) {
    return violation('invalid_request', 'seed', 'seed is not taken with controls.multi_stem')
  }
  if ((body.output?.format ?? DEFAULT_FORMAT) !== 'wav') {
    return violation('invalid_request', 'output.format', 'separated stems are always wav')
  }
  if ((body.start_offset_ms ?? 0) !== 0) {
    return violation(
      'invalid_request',
      'start_offset_ms',
      'start_offset_ms must be 0 with controls.multi_stem',
    )
  }
  if (purpose === 'create' && body.plan === undefined) {
    return violation('invalid_request', 'plan', 'controls.multi_stem needs a plan from the preflight')
  }
  return null
}

function checkRange(
  code: ErrorCode,
  param: string,
  value: number,
  min: number,
  max: number,
): ContractViolation | null {
  if (value < min) return violation(code, param, `${param} ${value} is below ${min}`)
  if (value > max) return violation(code, param, `${param} ${value} is above ${max}`)
  return null
}

function violation(code: ErrorCode, param: string, message: string): ContractViolation {
  return { code, message, param }
}

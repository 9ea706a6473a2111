// What the selected model lets a person set when sound is made from text: read from the model, nothing is known by heart.
import type { Model, Settings } from '../../bridge.ts'
import { texts } from '../../wording/texts.ts'

/** The family of this form. */
export const TEXT_TO_SFX = 'text-to-sfx'

export interface CreateLimits {
  readonly minMs: number
  readonly maxMs: number
  readonly minVariants: number
  readonly maxVariants: number
  readonly hasLoop: boolean
  readonly maxPromptChars: number
  /** 0: the model takes no negative prompt, the field is absent. */
  readonly maxNegativeChars: number
  readonly formats: readonly string[]
  /** Request paths that the model may ignore. */
  readonly experimental: ReadonlySet<string>
}

/** Models that make sound from text. */
export const textModels = (models: readonly Model[]): Model[] =>
  models.filter((model) => Object.hasOwn(model.operations, TEXT_TO_SFX))

/** The limits of a model, or null when it does not make sound from text. A limit that is absent does not bound. */
export function createLimits(model: Model, isLoop: boolean): CreateLimits | null {
  const operation = Object.hasOwn(model.operations, TEXT_TO_SFX) ? model.operations[TEXT_TO_SFX] : undefined
  if (operation === undefined) return null
  const duration = operation.duration_ms
  const hasLoop = (operation.controls ?? model.controls).includes('loop')
  const loops = isLoop && hasLoop
  return {
    minMs: (loops ? duration?.min_with_loop : undefined) ?? duration?.min ?? 100,
    maxMs: (loops ? duration?.max_with_loop : undefined) ?? duration?.max ?? 600_000,
    minVariants: operation.num_variants?.min ?? 1,
    maxVariants: operation.num_variants?.max ?? 4,
    hasLoop,
    maxPromptChars: model.max_prompt_chars,
    maxNegativeChars: model.max_negative_prompt_chars,
    formats: model.formats,
    experimental: new Set(operation.experimental ?? []),
  }
}

/** What a person has set, brought inside of the limits. */
export interface CreateChoice {
  readonly prompt: string
  readonly negativePrompt: string
  readonly durationMs: number
  readonly variants: number
  readonly seed: number | null
  readonly isLoop: boolean
  readonly format: string
}

/** Brings the last used settings inside of the model's limits. */
export function chooseWithin(
  limits: CreateLimits,
  create: Settings['create'],
  prompt: string,
  negativePrompt: string,
): CreateChoice {
  return {
    prompt,
    negativePrompt: limits.maxNegativeChars > 0 ? negativePrompt.trim() : '',
    durationMs: bounded(create.durationMs, limits.minMs, limits.maxMs),
    variants: bounded(create.variants, limits.minVariants, limits.maxVariants),
    seed: create.lockedSeed,
    isLoop: create.isLoop && limits.hasLoop,
    format: limits.formats.includes(create.format) ? create.format : (limits.formats[0] ?? 'wav'),
  }
}

/** The body of a create or a preflight: nothing in it that the model does not take. */
export function requestBody(model: Model, choice: CreateChoice): { readonly [key: string]: unknown } {
  return {
    model: model.id,
    duration_ms: choice.durationMs,
    num_variants: choice.variants,
    ...(choice.seed === null ? {} : { seed: choice.seed }),
    input: {
      prompt: choice.prompt,
      ...(choice.negativePrompt === '' ? {} : { negative_prompt: choice.negativePrompt }),
    },
    ...(choice.isLoop ? { controls: { loop: true } } : {}),
    output: { format: choice.format },
  }
}

/** Why a choice cannot be sent, in one sentence; null when it can. Characters are counted as the service counts them. */
export function blockedBy(limits: CreateLimits, choice: CreateChoice): string | null {
  const promptChars = [...choice.prompt].length
  if (promptChars > limits.maxPromptChars) {
    return texts.create.problems.descriptionTooLong(promptChars, limits.maxPromptChars)
  }
  const negativeChars = [...choice.negativePrompt].length
  if (negativeChars > limits.maxNegativeChars) {
    return texts.create.problems.withoutTooLong(negativeChars, limits.maxNegativeChars)
  }
  return null
}

/** Reads seconds as they are typed: "2", "2.5 s", "1,5", "0:04.2". Null when it is no length. */
export function parseSeconds(text: string): number | null {
  const match = /^\s*(?:(\d+):)?(\d+(?:[.,]\d*)?|[.,]\d+)\s*s?\s*$/.exec(text)
  if (match === null) return null
  const seconds = Number(match[1] ?? 0) * 60 + Number((match[2] ?? '').replace(',', '.'))
  return Number.isFinite(seconds) ? Math.round(seconds * 1000) : null
}

const SEED_MAX = 4_294_967_295
/** Reads a seed: whole, 0 to 4294967295. Null when it is none. */
export function parseSeed(text: string): number | null {
  if (!/^\s*\d{1,10}\s*$/.test(text)) return null
  const seed = Number(text)
  return seed <= SEED_MAX ? seed : null
}

/** How a format is written: `wav` → "WAV", `mp3_320` → "MP3 320". */
export const formatName = (format: string): string => format.replace('_', ' ').toUpperCase()

const bounded = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/** A slider of lengths is logarithmic: short sounds need fine steps. @returns 0..1000 */
export function lengthToSlider(ms: number, limits: Pick<CreateLimits, 'minMs' | 'maxMs'>): number {
  if (limits.maxMs <= limits.minMs) return 0
  return (Math.log(ms / limits.minMs) / Math.log(limits.maxMs / limits.minMs)) * 1000
}

/** Back from the slider, in steps of 0.1 s below 10 s and of 1 s above. */
export function sliderToLength(position: number, limits: Pick<CreateLimits, 'minMs' | 'maxMs'>): number {
  const ms = limits.minMs * (limits.maxMs / limits.minMs) ** (position / 1000)
  const stepMs = ms < 10_000 ? 100 : 1000
  return bounded(Math.round(ms / stepMs) * stepMs, limits.minMs, limits.maxMs)
}

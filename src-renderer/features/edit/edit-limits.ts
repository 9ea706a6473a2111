// What the selected model lets a person extend and repair, and the requests of both: read from the model, nothing is known by heart.
import type { Model } from '../../bridge.ts'
import { clamp, type Region } from '../../player/time-math.ts'
import { texts } from '../../wording/texts.ts'
import { bareSeconds, exactSeconds } from '../../wording/times.ts'

/** The two families of this view, as the service names them. */
export type Tool = 'inpaint' | 'extend'

interface Common {
  readonly minVariants: number
  readonly maxVariants: number
  readonly maxPromptChars: number
  /** 0: the model takes none. */
  readonly maxNegativeChars: number
  /** Whether a video may guide it. */
  readonly takesVideo: boolean
  /** Request paths that the model may ignore. */
  readonly experimental: ReadonlySet<string>
}
export interface ExtendLimits extends Common {
  readonly minMs: number
  readonly minWithLoopMs: number
  readonly maxMs: number
  readonly hasLoop: boolean
}
export interface InpaintLimits extends Common {
  /** What lies before it cannot be made again. */
  readonly firstStartMs: number
  readonly minWidthMs: number
  readonly maxWidthMs: number
}

type Operation = Model['operations'][string]

const common = (model: Model, operation: Operation): Common => ({
  minVariants: operation.num_variants?.min ?? 1,
  maxVariants: operation.num_variants?.max ?? 4,
  maxPromptChars: model.max_prompt_chars,
  maxNegativeChars: model.max_negative_prompt_chars,
  // The contract names it for both edits: a service that takes none says so.
  takesVideo: operation.inputs?.includes('video') ?? true,
  experimental: new Set(operation.experimental ?? []),
})

/** Limits of extending, or null when the model does not. A limit that is absent does not bound. */
export function extendLimits(model: Model): ExtendLimits | null {
  const operation = Object.hasOwn(model.operations, 'extend') ? model.operations.extend : undefined
  if (operation === undefined) return null
  const append = operation.append_duration_ms
  const minMs = append?.min ?? 100
  return {
    ...common(model, operation),
    minMs,
    minWithLoopMs: append?.min_with_loop ?? minMs,
    maxMs: append?.max ?? 600_000,
    hasLoop: (operation.controls ?? model.controls).includes('loop'),
  }
}

/** Limits of repairing a region, or null when the model does not. */
export function inpaintLimits(model: Model): InpaintLimits | null {
  const operation = Object.hasOwn(model.operations, 'inpaint') ? model.operations.inpaint : undefined
  if (operation === undefined) return null
  return {
    ...common(model, operation),
    firstStartMs: operation.region_start_ms?.min ?? 0,
    minWidthMs: operation.region_width_ms?.min ?? 10,
    maxWidthMs: operation.region_width_ms?.max ?? 600_000,
  }
}

/** Models that edit sound. */
export const editingModels = (models: readonly Model[]): Model[] =>
  models.filter((model) => extendLimits(model) !== null || inpaintLimits(model) !== null)

/** Why a region cannot be repaired, in one sentence; null when it can. @param durationMs of the source */
export function regionProblem(
  region: Region | null,
  limits: InpaintLimits,
  durationMs: number,
): string | null {
  const words = texts.edit.problems
  const first = bareSeconds(limits.firstStartMs)
  const least = bareSeconds(limits.minWidthMs)
  if (durationMs < limits.firstStartMs + limits.minWidthMs) return words.soundTooShort(first, least)
  if (region === null) return words.noRegion
  const { start_ms: startMs, end_ms: endMs } = regionBody(region, durationMs)
  const widthMs = endMs - startMs
  const width = exactSeconds(widthMs / 1000)
  if (startMs < limits.firstStartMs) return words.beginsTooEarly(first)
  if (widthMs < limits.minWidthMs) return words.tooShort(width, least)
  if (widthMs > limits.maxWidthMs) return words.tooLong(width, bareSeconds(limits.maxWidthMs))
  return null
}

/** The region as the service takes it: whole milliseconds inside of the source. */
export function regionBody(region: Region, durationMs: number): { start_ms: number; end_ms: number } {
  const inside = (s: number): number => clamp(Math.round(s * 1000), 0, Math.floor(durationMs))
  return { start_ms: inside(region.startS), end_ms: inside(region.endS) }
}

/** The nearest region that the model takes; null when the source is too short for any. */
export function fittingRegion(region: Region, limits: InpaintLimits, durationMs: number): Region | null {
  const first = limits.firstStartMs / 1000
  const end = durationMs / 1000
  const least = limits.minWidthMs / 1000
  if (end - first < least) return null
  const startS = clamp(region.startS, first, end - least)
  return {
    startS,
    endS: clamp(region.endS, startS + least, Math.min(end, startS + limits.maxWidthMs / 1000)),
  }
}

/** An extension in whole tenths of a second, inside of the limits. */
export function fittingAppendMs(ms: number, limits: ExtendLimits, isLoop: boolean): number {
  return clamp(Math.round(ms / 100) * 100, isLoop ? limits.minWithLoopMs : limits.minMs, limits.maxMs)
}

/** What a person has set for one of the tools. */
export interface EditChoice {
  readonly prompt: string
  readonly negativePrompt: string
  readonly variants: number
  readonly seed: number | null
}

const shared = (model: Model, choice: EditChoice): { readonly [key: string]: unknown } => ({
  model: model.id,
  num_variants: choice.variants,
  ...(choice.seed === null ? {} : { seed: choice.seed }),
  // Source and guide are added by the main process: the window knows no asset.
  input: wordsOf(model, choice),
  output: { format: model.formats[0] ?? 'wav' },
})

function wordsOf(model: Model, choice: EditChoice): { prompt?: string; negative_prompt?: string } {
  const prompt = choice.prompt.trim()
  const negative = model.max_negative_prompt_chars === 0 ? '' : choice.negativePrompt.trim()
  return { ...(prompt !== '' && { prompt }), ...(negative !== '' && { negative_prompt: negative }) }
}

/** The body of an inpaint, its source left out. */
export const inpaintBody = (
  model: Model,
  choice: EditChoice,
  region: Region,
  durationMs: number,
): { readonly [key: string]: unknown } => ({
  ...shared(model, choice),
  region: regionBody(region, durationMs),
})

/** The body of an extend, its source left out. @param guideStartMs where in the clip that it follows it begins; null without one */
export const extendBody = (
  model: Model,
  choice: EditChoice,
  appendMs: number,
  isLoop: boolean,
  guideStartMs: number | null = null,
): { readonly [key: string]: unknown } => ({
  ...shared(model, choice),
  append_duration_ms: appendMs,
  ...(isLoop ? { controls: { loop: true } } : {}),
  ...(guideStartMs === null || guideStartMs === 0 ? {} : { start_offset_ms: guideStartMs }),
})

/** Why words cannot be sent; null when they can. */
export function promptProblem(prompt: string, limits: Common, negativePrompt = ''): string | null {
  const words = texts.create.problems
  const chars = [...prompt.trim()].length
  if (chars > limits.maxPromptChars) return words.descriptionTooLong(chars, limits.maxPromptChars)
  const negativeChars = [...negativePrompt.trim()].length
  return limits.maxNegativeChars > 0 && negativeChars > limits.maxNegativeChars
    ? words.withoutTooLong(negativeChars, limits.maxNegativeChars)
    : null
}

// What the model lets one make for a picture, and the request for it: read from the model, nothing is known by heart.
import type { Model, QuoteRequest } from '../../bridge.ts'
import { clamp } from '../../player/time-math.ts'
import { texts } from '../../wording/texts.ts'

export const VIDEO_TO_SFX = 'video-to-sfx'
/** One exclusive choice of three. */
export type VideoMode = 'mix' | 'speech' | 'stems'

export interface VideoLimits {
  readonly minMs: number
  readonly maxMs: number
  readonly maxWithSpeechMs: number
  readonly minVariants: number
  readonly maxVariants: number
  readonly maxPromptChars: number
  /** 0: the model takes none. */
  readonly maxNegativeChars: number
  readonly formats: readonly string[]
  readonly modes: readonly VideoMode[]
  readonly experimental: ReadonlySet<string>
}

/** Null when the model makes no sound for pictures. A limit that is absent does not bound. */
export function videoLimits(model: Model): VideoLimits | null {
  const operation = Object.hasOwn(model.operations, VIDEO_TO_SFX) ? model.operations[VIDEO_TO_SFX] : undefined
  if (operation === undefined) return null
  const controls = operation.controls ?? model.controls
  const maxMs = operation.duration_ms?.max ?? 600_000
  return {
    minMs: operation.duration_ms?.min ?? 1_000,
    maxMs,
    maxWithSpeechMs: Math.min(maxMs, operation.duration_ms?.max_with_preserve_speech ?? maxMs),
    minVariants: operation.num_variants?.min ?? 1,
    maxVariants: operation.num_variants?.max ?? 4,
    maxPromptChars: model.max_prompt_chars,
    maxNegativeChars: model.max_negative_prompt_chars,
    formats: model.formats,
    modes: [
      'mix',
      ...(controls.includes('preserve_speech') ? (['speech'] as const) : []),
      ...(controls.includes('multi_stem') ? (['stems'] as const) : []),
    ],
    experimental: new Set(operation.experimental ?? []),
  }
}

export const videoModels = (models: readonly Model[]): Model[] =>
  models.filter((model) => videoLimits(model) !== null)

export interface VideoChoice {
  readonly mode: VideoMode
  readonly inMs: number
  readonly outMs: number
  readonly prompt: string
  readonly negativePrompt: string
  readonly variants: number
  readonly seed: number | null
}

export const ceilingMs = (limits: VideoLimits, mode: VideoMode): number =>
  mode === 'speech' ? limits.maxWithSpeechMs : limits.maxMs

/** What is made of the selection: stems always from the first frame on, as the service wants it. */
export function windowOf({ mode, inMs, outMs }: VideoChoice): {
  readonly startMs: number
  readonly durationMs: number
} {
  const startMs = mode === 'stems' ? 0 : Math.round(inMs)
  return { startMs, durationMs: Math.round(outMs) - startMs }
}

/** Why it cannot be sent, in one sentence, `hasSpeechFile` where speech is in a recording beside the clip; null when nothing is in the way. */
export function videoProblem(
  choice: VideoChoice,
  limits: VideoLimits,
  clip: { readonly hasAudio: boolean | null } | null,
  hasSpeechFile = false,
): string | null {
  const { durationMs } = windowOf(choice)
  const most = ceilingMs(limits, choice.mode)
  const length = seconds(durationMs)
  const words = texts.video.problems
  if (choice.mode === 'speech' && clip?.hasAudio === false && !hasSpeechFile) return words.noSpeech
  if (durationMs < limits.minMs) return words.tooShort(length, seconds(limits.minMs))
  if (durationMs > most)
    return choice.mode === 'stems'
      ? words.stemsTooLong({ length, most: seconds(most) })
      : words.tooLong({ length, most: seconds(most) }, choice.mode === 'speech')
  if (choice.mode !== 'stems' && [...choice.prompt].length > limits.maxPromptChars)
    return words.promptTooLong([...choice.prompt].length, limits.maxPromptChars)
  return null
}

const seconds = (ms: number): string => String(Number((ms / 1000).toFixed(1)))

/** The body of a create, without its plan. */
export function videoBody(model: Model, choice: VideoChoice, limits: VideoLimits): QuoteRequest['body'] {
  const { startMs, durationMs } = windowOf(choice)
  const variants = clamp(choice.variants, limits.minVariants, limits.maxVariants)
  const common = { model: model.id, duration_ms: durationMs, num_variants: variants }
  if (choice.mode === 'stems') return { ...common, input: {}, controls: { multi_stem: true } }
  const prompt = choice.prompt.trim()
  const negativePrompt = choice.negativePrompt.trim()
  return {
    ...common,
    ...(startMs > 0 ? { start_offset_ms: startMs } : {}),
    ...(choice.seed === null ? {} : { seed: choice.seed }),
    input: {
      ...(prompt === '' ? {} : { prompt }),
      ...(negativePrompt === '' || limits.maxNegativeChars === 0 ? {} : { negative_prompt: negativePrompt }),
    },
    ...(choice.mode === 'speech' ? { controls: { preserve_speech: true } } : {}),
  }
}

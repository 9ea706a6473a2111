// Models: what `GET /v3/models` publishes. All limits that depend on a model come from here.
import { z } from 'zod'
import { Milliseconds } from './primitives.ts'

/** Known model states; others are not documented, so the list is open. */
export const MODEL_STATUSES = ['general_availability'] as const

/** Controls that a model may have; read tolerantly. */
export const CONTROLS = ['loop', 'preserve_speech', 'multi_stem'] as const
export type Control = (typeof CONTROLS)[number]

/** Limits of one family. A limit that is absent does not bound. */
export const Operation = z.looseObject({
  duration_ms: z
    .looseObject({
      min: Milliseconds,
      max: Milliseconds,
      min_with_loop: Milliseconds.optional(),
      max_with_loop: Milliseconds.optional(),
      max_with_preserve_speech: Milliseconds.optional(),
    })
    .optional(),
  append_duration_ms: z
    .looseObject({ min: Milliseconds, min_with_loop: Milliseconds.optional(), max: Milliseconds })
    .optional(),
  region_start_ms: z.looseObject({ min: Milliseconds }).optional(),
  region_width_ms: z.looseObject({ min: Milliseconds, max: Milliseconds }).optional(),
  num_variants: z.looseObject({ min: z.int().min(1), max: z.int().min(1) }).optional(),
  controls: z.array(z.string()).optional(),
  /** Fields of `input` that the model takes, where the service says so; absent: all that the contract names. */
  inputs: z.array(z.string()).optional(),
  /** Request paths (such as `input.prompt`) that the model may not follow; still validated. */
  experimental: z.array(z.string()).optional(),
})
export type Operation = z.infer<typeof Operation>

/** Whether a model takes a field of `input` for a family, such as the `video` that guides an edit. */
export function takesInput({ inputs }: Operation, field: string): boolean {
  return inputs === undefined || inputs.includes(field)
}

/** One public model release. */
export const Model = z.looseObject({
  id: z.string().min(1),
  status: z.string(),
  release_date: z.string().optional(),
  audio: z.looseObject({ sample_rate: z.int().min(1), channels: z.int().min(1) }),
  max_prompt_chars: z.int().min(0),
  max_negative_prompt_chars: z.int().min(0),
  stems: z.array(z.string()).default([]),
  controls: z.array(z.string()).default([]),
  formats: z.array(z.string()),
  operations: z.record(z.string(), Operation),
  credits_per_second: z.number().min(0),
})
export type Model = z.infer<typeof Model>

/** Answer of `GET /v3/models`. */
export const ModelList = z.looseObject({ data: z.array(Model) })
export type ModelList = z.infer<typeof ModelList>

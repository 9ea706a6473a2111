// Request body of text-to-sfx (create and preflight).
import { z } from 'zod'
import { AudioOutputBlock } from './media.ts'
import { Seed } from './primitives.ts'

/** Number of variants when the request names none. */
export const DEFAULT_NUM_VARIANTS = 1

/** `num_variants` of every v3 request; its ceiling comes from the model. */
export const NumVariants = z.int().min(1).optional().meta({ default: DEFAULT_NUM_VARIANTS })

/** `input` of text-to-sfx. The ceilings of both texts come from the model. */
export const TextInput = z.looseObject({
  prompt: z.string().min(1),
  negative_prompt: z.string().min(1).optional(),
})
export type TextInput = z.infer<typeof TextInput>

/** `controls` of text-to-sfx and extend. */
export const LoopControls = z.looseObject({ loop: z.boolean().optional().meta({ default: false }) })
export type LoopControls = z.infer<typeof LoopControls>

/** Body of `POST /v3/text-to-sfx/generations` and of its preflight. */
export const TextToSfxRequest = z.looseObject({
  model: z.string().min(1),
  duration_ms: z.int().min(100),
  num_variants: NumVariants,
  seed: Seed.nullish(),
  input: TextInput,
  controls: LoopControls.optional(),
  output: AudioOutputBlock.optional(),
})
export type TextToSfxRequest = z.infer<typeof TextToSfxRequest>

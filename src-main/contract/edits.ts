// Request bodies of the edits: extend and inpaint (create and preflight).
import { z } from 'zod'
import { AudioOutputBlock, MediaSource } from './media.ts'
import { Milliseconds, Seed } from './primitives.ts'
import { LoopControls, NumVariants } from './text-to-sfx.ts'

/** `input` of both edits: the audio to edit, a video as a guide, and words. */
export const EditInput = z.looseObject({
  audio: MediaSource,
  video: MediaSource.optional(),
  prompt: z.string().min(1).optional(),
  negative_prompt: z.string().min(1).optional(),
})
export type EditInput = z.infer<typeof EditInput>

/** Body of `POST /v3/extend/edits` and of its preflight. `prepend_duration_ms` is refused. */
export const ExtendRequest = z.looseObject({
  model: z.string().min(1),
  append_duration_ms: z.int().min(1),
  prepend_duration_ms: z.never({ error: 'prepend_duration_ms is not offered; append only' }).optional(),
  start_offset_ms: Milliseconds.optional(),
  num_variants: NumVariants,
  seed: Seed.nullish(),
  input: EditInput,
  controls: LoopControls.optional(),
  output: AudioOutputBlock.optional(),
})
export type ExtendRequest = z.infer<typeof ExtendRequest>

/** The part of the source that an inpaint regenerates. Order and limits: `checkAgainstModel`. */
export const Region = z.looseObject({ start_ms: Milliseconds, end_ms: Milliseconds })
export type Region = z.infer<typeof Region>

/** Body of `POST /v3/inpaint/edits` and of its preflight. */
export const InpaintRequest = z.looseObject({
  model: z.string().min(1),
  region: Region,
  num_variants: NumVariants,
  seed: Seed.nullish(),
  input: EditInput,
  output: AudioOutputBlock.optional(),
})
export type InpaintRequest = z.infer<typeof InpaintRequest>

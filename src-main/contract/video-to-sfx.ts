// Request body of video-to-sfx (create and preflight), preserve speech and separated stems included.
import { z } from 'zod'
import { AudioOutputBlock, MediaSource } from './media.ts'
import { Milliseconds, Seed } from './primitives.ts'
import { NumVariants } from './text-to-sfx.ts'

/** `input` of video-to-sfx. `audio` only when the speech to preserve is in a separate file. */
export const VideoInput = z.looseObject({
  video: MediaSource,
  audio: MediaSource.optional(),
  prompt: z.string().min(1).optional(),
  negative_prompt: z.string().min(1).optional(),
})
export type VideoInput = z.infer<typeof VideoInput>

/** `controls` of video-to-sfx, each as the model allows. */
export const VideoControls = z.looseObject({
  preserve_speech: z.boolean().optional().meta({ default: false }),
  multi_stem: z.boolean().optional().meta({ default: false }),
  loop: z.boolean().optional().meta({ default: false }),
})
export type VideoControls = z.infer<typeof VideoControls>

/** Body of `POST /v3/video-to-sfx/generations` and of its preflight. */
export const VideoToSfxRequest = z.looseObject({
  model: z.string().min(1),
  duration_ms: z.int().min(1),
  start_offset_ms: Milliseconds.optional(),
  num_variants: NumVariants,
  seed: Seed.nullish(),
  input: VideoInput,
  controls: VideoControls.optional(),
  plan: z.string().min(1).optional(),
  output: AudioOutputBlock.optional(),
})
export type VideoToSfxRequest = z.infer<typeof VideoToSfxRequest>

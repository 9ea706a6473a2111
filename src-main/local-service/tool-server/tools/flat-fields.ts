// The fields of v3 bodies in the flat form of tools, and the way back (pure).

import { z } from 'zod'
import {
  AudioOutputBlock,
  EditInput,
  HttpUrl,
  LoopControls,
  type MediaSource,
  NumVariants,
  Seed,
  TextInput,
  TextToSfxRequest,
} from '../../../contract/index.ts'

/** Audio or video to work on. */
export const Media = z.union([
  z.strictObject({ asset_id: z.uuid().describe('From create_upload or create_asset; usable for 24 hours') }),
  z.strictObject({ url: HttpUrl.describe('A public address that answers a plain GET with the file') }),
])
export type Media = z.infer<typeof Media>

/** Longest idempotency key that the service's creates take. */
const IDEMPOTENCY_KEY_MAX_CHARS = 255

/** Fields of every generate and edit tool. */
export const COMMON_FIELDS = {
  model: TextToSfxRequest.shape.model
    .optional()
    .describe('Model release; without it the newest that serves this tool. The result names the one used'),
  num_variants: NumVariants.describe('Alternatives to make; each is charged'),
  seed: Seed.nullish().describe('Narrows the result without pinning it; omit it to let the service pick'),
  format: AudioOutputBlock.shape.format.describe('Audio format of the result; the model says which it has'),
  idempotency_key: z
    .string()
    .min(1)
    .max(IDEMPOTENCY_KEY_MAX_CHARS)
    // It travels as a header.
    .regex(/^[!-~]([ -~]*[!-~])?$/, { message: 'must be printable ASCII without spaces around it' })
    .optional()
    .describe(
      'Send the same key with the same fields to repeat a call that may have got lost: within 24 hours it answers the same job and charges once',
    ),
}

/** What to hear and what not to. */
export const PROMPT_FIELDS = {
  prompt: EditInput.shape.prompt.describe('What to hear, in words'),
  negative_prompt: TextInput.shape.negative_prompt.describe(
    'What not to hear: a short comma-separated list; models that take none refuse it',
  ),
}

export const LOOP_FIELD = LoopControls.shape.loop.describe('The result loops cleanly end to end')

type Common = { readonly [Name in keyof typeof COMMON_FIELDS]?: z.infer<(typeof COMMON_FIELDS)[Name]> }

/** The part of a v3 body that every family has. */
export function commonBody({ num_variants, seed, format }: Common, model: string): object {
  return { model, num_variants, seed, ...(format && { output: { format } }) }
}

/** The media as a v3 body names it. */
export function mediaSource(media: Media): MediaSource {
  return 'asset_id' in media ? { type: 'asset', id: media.asset_id } : { type: 'url', url: media.url }
}

/** Controls that were named; none at all where none was. */
export function controlsOf(controls: Readonly<Record<string, boolean | undefined>>): object {
  return Object.values(controls).some((value) => value !== undefined) ? { controls } : {}
}

/** The flat name of a v3 body path, for errors: `input.audio.id` is `audio.asset_id`. */
export function flatParam(param: string): string {
  return param
    .replace(/^(input|controls|output|region)\./, '')
    .replace(/^(audio|video)\.id$/, '$1.asset_id')
    .replace(/^audio\.audio_url$/, 'audio.url')
}

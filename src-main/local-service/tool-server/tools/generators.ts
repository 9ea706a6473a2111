// The tools that make and edit audio, as data: their fields, and the v3 body that these become.

import { z } from 'zod'
import {
  ExtendRequest,
  type Family,
  Milliseconds,
  Region,
  TextToSfxRequest,
  VideoControls,
  VideoToSfxRequest,
} from '../../../contract/index.ts'
import {
  COMMON_FIELDS,
  commonBody,
  controlsOf,
  LOOP_FIELD,
  Media,
  mediaSource,
  PROMPT_FIELDS,
} from './flat-fields.ts'

export interface Generator {
  readonly name: string
  readonly title: string
  readonly family: Family
  readonly does: string
  readonly billed: string
  readonly input: z.ZodObject
  /** The v3 body of checked arguments. */
  readonly body: (args: Readonly<Record<string, unknown>>, model: string) => object
}

/** Ties the fields to the function that reads them. */
function generator<Input extends z.ZodObject>(
  definition: Omit<Generator, 'input' | 'body'> & {
    readonly input: Input
    readonly body: (args: z.infer<Input>, model: string) => object
  },
): Generator {
  return { ...definition, body: (args, model) => definition.body(definition.input.parse(args), model) }
}

const prompt = TextToSfxRequest.shape.input.shape.prompt.describe('What to hear, in words')
const appendMs = ExtendRequest.shape.append_duration_ms.describe('How much audio to append, in milliseconds')
const startOffset = Milliseconds.optional().describe('Where in the video to start, in milliseconds')

const extendFields = {
  audio: Media.describe('The audio to extend, at least 3 seconds long'),
  append_duration_ms: appendMs,
  ...PROMPT_FIELDS,
  ...COMMON_FIELDS,
}

/** Every generate and edit tool, in the order of the service's document. */
export const GENERATORS: readonly Generator[] = [
  generator({
    name: 'text_to_sfx',
    title: 'Make a sound from words',
    family: 'text-to-sfx',
    does: 'Makes a sound effect, foley or ambience from a description.',
    billed: 'duration_ms × num_variants',
    input: z.strictObject({
      prompt,
      duration_ms: TextToSfxRequest.shape.duration_ms.describe('Length of the sound in milliseconds'),
      negative_prompt: PROMPT_FIELDS.negative_prompt,
      loop: LOOP_FIELD,
      ...COMMON_FIELDS,
    }),
    body: ({ duration_ms, prompt, negative_prompt, loop, ...common }, model) => ({
      ...commonBody(common, model),
      duration_ms,
      input: { prompt, negative_prompt },
      ...controlsOf({ loop }),
    }),
  }),
  generator({
    name: 'video_to_sfx',
    title: 'Make sound for a video',
    family: 'video-to-sfx',
    does: 'Makes the sound of a video clip, which words may steer.',
    billed:
      'duration_ms × num_variants; with preserve_speech 8 credits per second of source audio more, once, when speech is found',
    input: z.strictObject({
      video: Media.describe('The clip'),
      duration_ms: VideoToSfxRequest.shape.duration_ms.describe('How much of the clip, in milliseconds'),
      start_offset_ms: startOffset,
      ...PROMPT_FIELDS,
      loop: LOOP_FIELD,
      preserve_speech: VideoControls.shape.preserve_speech.describe(
        'Keep the speech of the clip, and lay the made sound under it',
      ),
      audio: Media.optional().describe('With preserve_speech: the speech, where it is in a separate file'),
      ...COMMON_FIELDS,
    }),
    body: (
      {
        video,
        audio,
        duration_ms,
        start_offset_ms,
        prompt,
        negative_prompt,
        loop,
        preserve_speech,
        ...common
      },
      model,
    ) => ({
      ...commonBody(common, model),
      duration_ms,
      start_offset_ms,
      input: { video: mediaSource(video), audio: audio && mediaSource(audio), prompt, negative_prompt },
      ...controlsOf({ loop, preserve_speech }),
    }),
  }),
  generator({
    name: 'extend_audio',
    title: 'Extend audio',
    family: 'extend',
    does: 'Appends new audio to an existing file; the result is the whole file.',
    billed: 'append_duration_ms × num_variants; the source is never billed',
    input: z.strictObject({ ...extendFields, loop: LOOP_FIELD }),
    body: ({ audio, append_duration_ms, prompt, negative_prompt, loop, ...common }, model) => ({
      ...commonBody(common, model),
      append_duration_ms,
      input: { audio: mediaSource(audio), prompt, negative_prompt },
      ...controlsOf({ loop }),
    }),
  }),
  generator({
    name: 'extend_audio_with_video',
    title: 'Extend audio along a video',
    family: 'extend',
    does: 'Appends new audio that follows a video to an existing file; the result is the whole file. A model that cannot follow a video answers capability_unsupported.',
    billed: 'append_duration_ms × num_variants; the source is never billed',
    input: z.strictObject({
      ...extendFields,
      video: Media.describe('The video to follow'),
      start_offset_ms: startOffset,
    }),
    body: (
      { audio, video, append_duration_ms, start_offset_ms, prompt, negative_prompt, ...common },
      model,
    ) => ({
      ...commonBody(common, model),
      append_duration_ms,
      start_offset_ms,
      input: { audio: mediaSource(audio), video: mediaSource(video), prompt, negative_prompt },
    }),
  }),
  generator({
    name: 'inpaint_audio',
    title: 'Regenerate a part of audio',
    family: 'inpaint',
    does: 'Regenerates one region of an existing file; the result is the whole file, unchanged around it.',
    billed: 'the width of the region × num_variants; the rest of the file is never billed',
    input: z.strictObject({
      audio: Media.describe('The audio to edit'),
      start_ms: Region.shape.start_ms.describe('Start of the region in milliseconds'),
      end_ms: Region.shape.end_ms.describe('End of the region in milliseconds'),
      video: Media.optional().describe(
        'A video to follow, which runs along with the audio; a model that cannot answers capability_unsupported',
      ),
      ...PROMPT_FIELDS,
      ...COMMON_FIELDS,
    }),
    body: ({ audio, video, start_ms, end_ms, prompt, negative_prompt, ...common }, model) => ({
      ...commonBody(common, model),
      region: { start_ms, end_ms },
      input: {
        audio: mediaSource(audio),
        video: video && mediaSource(video),
        prompt,
        negative_prompt,
      },
    }),
  }),
]

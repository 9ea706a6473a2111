// The model releases that this service publishes: only what its engine really does.

import type { AudioFormat, Control, Model, Operation } from '../../contract/index.ts'

/** Rate at which the engine synthesises. */
const NATIVE_SAMPLE_RATE_HZ = 44_100

/** SERVICE.md: "with preserve speech max 60000". */
const MAX_WITH_SPEECH_MS = 60_000

/** A list of what not to hear is short; a long one is a prompt. */
const MAX_NEGATIVE_PROMPT_CHARS = 500

/** What goes on in a recording cannot be taken out of it: a negative prompt keeps things out of what is added. */
const EDITS_MAY_NOT_FOLLOW = ['input.negative_prompt']

/** What `GET /v3/models` answers where these formats can be written, pictures can be read or not, and a clip's own sound well enough to keep its speech or not. A family that is not here is not served. */
export const publishedModels = (
  formats: readonly AudioFormat[],
  { readsPictures, keepsSpeech }: { readonly readsPictures: boolean; readonly keepsSpeech: boolean },
): readonly Model[] => [
  {
    id: 'procedural-1',
    status: 'general_availability',
    release_date: '2026-11-20',
    audio: { sample_rate: NATIVE_SAMPLE_RATE_HZ, channels: 1 },
    max_prompt_chars: 5000,
    max_negative_prompt_chars: MAX_NEGATIVE_PROMPT_CHARS,
    stems: ['mix', ...(keepsSpeech ? ['speech'] : []), 'sfx', 'ambience', 'music'],
    controls: ['loop', ...videoControls({ readsPictures, keepsSpeech })],
    formats: [...formats],
    operations: {
      'text-to-sfx': {
        duration_ms: { min: 100, max: 60_000, min_with_loop: 1000, max_with_loop: 600_000 },
        num_variants: { min: 1, max: 4 },
        controls: ['loop'],
      },
      ...(readsPictures && {
        'video-to-sfx': {
          duration_ms: {
            min: 1000,
            max: 600_000,
            ...(keepsSpeech && { max_with_preserve_speech: MAX_WITH_SPEECH_MS }),
          },
          num_variants: { min: 1, max: 4 },
          controls: videoControls({ readsPictures, keepsSpeech }),
        },
      }),
      extend: {
        append_duration_ms: { min: 1000, min_with_loop: 1000, max: 57_000 },
        num_variants: { min: 1, max: 4 },
        controls: ['loop'],
        ...editWords(readsPictures),
      },
      inpaint: {
        region_start_ms: { min: 1000 },
        region_width_ms: { min: 1000, max: 8000 },
        num_variants: { min: 1, max: 4 },
        controls: [],
        ...editWords(readsPictures),
      },
    },
    credits_per_second: 10,
  },
]

/** What edits take beside the audio: a video as a guide only where pictures can be read. */
function editWords(readsPictures: boolean): Pick<Operation, 'inputs' | 'experimental'> {
  const inputs = ['audio', ...(readsPictures ? ['video'] : []), 'prompt', 'negative_prompt']
  return { inputs, experimental: [...EDITS_MAY_NOT_FOLLOW] }
}

function videoControls({
  readsPictures,
  keepsSpeech,
}: {
  readsPictures: boolean
  keepsSpeech: boolean
}): Control[] {
  if (!readsPictures) return []
  return keepsSpeech ? ['preserve_speech', 'multi_stem'] : ['multi_stem']
}

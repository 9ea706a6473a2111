// The model releases that this service publishes: only what its engine really does.

import type { AudioFormat, Model } from '../../contract/index.ts'

/** Rate at which the engine synthesises. */
const NATIVE_SAMPLE_RATE_HZ = 44_100

/** What `GET /v3/models` answers where these formats can be written, and pictures can be read or not. A family that is not here is not served. */
export const publishedModels = (
  formats: readonly AudioFormat[],
  { readsPictures }: { readonly readsPictures: boolean },
): readonly Model[] => [
  {
    id: 'procedural-1',
    status: 'general_availability',
    release_date: '2026-11-20',
    audio: { sample_rate: NATIVE_SAMPLE_RATE_HZ, channels: 1 },
    max_prompt_chars: 5000,
    max_negative_prompt_chars: 0,
    stems: ['mix', 'sfx', 'ambience', 'music'],
    controls: readsPictures ? ['loop', 'multi_stem'] : ['loop'],
    formats: [...formats],
    operations: {
      'text-to-sfx': {
        duration_ms: { min: 100, max: 60_000, min_with_loop: 1000, max_with_loop: 600_000 },
        num_variants: { min: 1, max: 4 },
        controls: ['loop'],
      },
      ...(readsPictures && {
        'video-to-sfx': {
          duration_ms: { min: 1000, max: 600_000 },
          num_variants: { min: 1, max: 4 },
          controls: ['multi_stem'],
        },
      }),
      extend: {
        append_duration_ms: { min: 1000, min_with_loop: 1000, max: 57_000 },
        num_variants: { min: 1, max: 4 },
        controls: ['loop'],
      },
      inpaint: {
        region_start_ms: { min: 1000 },
        region_width_ms: { min: 1000, max: 8000 },
        num_variants: { min: 1, max: 4 },
        controls: [],
      },
    },
    credits_per_second: 10,
  },
]

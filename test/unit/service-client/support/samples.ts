// Bodies as the service sends them, for tests.
import type { Account, Job, Model, Output, TextToSfxRequest } from '../../../../src-main/contract/index.ts'

export const account: Account = {
  account_type: 'user',
  id: 'acc_1',
  email: 'a@example.com',
  credits_available: 1000,
  spend_capacity: 900,
  recovery_action: null,
  recovery_url: null,
  billing_mode: 'metered',
  provisioning_state: 'ready',
  provisioning_deadline: null,
}

export const model: Model = {
  id: 'sfx-1.6',
  status: 'general_availability',
  audio: { sample_rate: 44_100, channels: 1 },
  max_prompt_chars: 5000,
  max_negative_prompt_chars: 0,
  stems: ['mix', 'speech', 'sfx'],
  controls: ['loop', 'preserve_speech', 'multi_stem'],
  formats: ['wav', 'flac', 'mp3_320'],
  operations: {
    'text-to-sfx': {
      duration_ms: { min: 100, max: 60_000, min_with_loop: 1000, max_with_loop: 600_000 },
      num_variants: { min: 1, max: 4 },
      controls: ['loop'],
    },
    'video-to-sfx': {
      duration_ms: { min: 1000, max: 600_000, max_with_preserve_speech: 60_000 },
      num_variants: { min: 1, max: 4 },
      controls: ['preserve_speech', 'multi_stem'],
    },
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
}

export const textRequest: TextToSfxRequest = {
  model: 'sfx-1.6',
  duration_ms: 2000,
  input: { prompt: 'heavy oak door slams' },
}

export function output(overrides: Partial<Output> = {}): Output {
  return {
    index: 0,
    type: 'sfx',
    label: null,
    start_ms: null,
    end_ms: null,
    category: null,
    sound_start_ms: null,
    sound_end_ms: null,
    credits: 20,
    variants_requested: 1,
    status: 'succeeded',
    gain_db: null,
    generation_id: 'gen_1',
    variants: [
      {
        index: 0,
        status: 'succeeded',
        files: {
          audio: {
            url: 'https://storage.example/a.wav?sig=1',
            url_expires_at: '2026-09-01T12:10:00.000Z',
            bytes: 176_444,
            format: 'wav',
            sample_rate: 44_100,
            channels: 1,
            duration_ms: 2000,
          },
        },
      },
    ],
    ...overrides,
  }
}

export function job(overrides: Partial<Job> = {}): Job {
  return {
    id: 'job_1',
    object: 'text_to_sfx.generation',
    status: 'succeeded',
    model: 'sfx-1.6',
    seed: 7,
    created_at: '2026-09-01T12:00:00.000Z',
    completed_at: '2026-09-01T12:00:02.000Z',
    expires_at: '2026-09-02T12:00:00.000Z',
    credits: 20,
    errors: [],
    urls: { self: 'https://service.example/v3/text-to-sfx/generations/job_1' },
    result: { output: output() },
    ...overrides,
  }
}

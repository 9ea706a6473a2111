// Examples of what crosses the bridge, each with what a test is about put over it.
import type { Account, GenerationView, Model } from '../../../src-main/bridge/types.ts'

export const account = (part: Partial<Account> = {}): Account => ({
  account_type: 'user',
  id: 'account',
  email: null,
  credits_available: 1842,
  spend_capacity: 1842,
  recovery_action: null,
  recovery_url: null,
  billing_mode: 'metered',
  provisioning_state: 'ready',
  provisioning_deadline: null,
  ...part,
})

export const generation = (part: Partial<GenerationView> = {}): GenerationView => ({
  id: 'g1',
  connectionId: 'c1',
  connectionName: 'Sound Generation Service',
  family: 'text-to-sfx',
  model: 'sfx-1.6',
  label: 'heavy oak door',
  durationMs: 2000,
  variantsRequested: 4,
  seed: null,
  state: 'accepted',
  waitingFor: null,
  jobStatus: 'running',
  jobId: 'job_1',
  progress: null,
  estimatedMs: null,
  isMetered: true,
  quotedCredits: 80,
  chargedCredits: null,
  createdAtMs: 0,
  finishedAtMs: null,
  error: null,
  shortfalls: [],
  soundIds: [],
  parentSoundId: null,
  clipId: null,
  upload: null,
  ...part,
})

export const model = (part: Partial<Model> = {}): Model => ({
  id: 'sfx-1.6',
  status: 'general_availability',
  audio: { sample_rate: 44_100, channels: 1 },
  max_prompt_chars: 5000,
  max_negative_prompt_chars: 0,
  stems: ['sfx'],
  controls: ['loop'],
  formats: ['wav', 'flac', 'mp3_320'],
  operations: {
    'text-to-sfx': {
      duration_ms: { min: 100, max: 60_000, min_with_loop: 1000, max_with_loop: 600_000 },
      num_variants: { min: 1, max: 4 },
      controls: ['loop'],
    },
  },
  credits_per_second: 10,
  ...part,
})

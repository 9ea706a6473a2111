// A stored generation for tests, with what a test wants to say over it.
import type { Generation } from '../../../src-main/generations/generation.ts'

export function storedGeneration(over: Partial<Generation> = {}): Generation {
  const body = {
    model: 'procedural-1',
    duration_ms: 2000,
    num_variants: 4,
    input: { prompt: 'heavy oak door slams' },
  }
  return {
    id: '7f2c1e9a-6c1d-4a52-9a6a-2b8a7a1f0c11',
    connectionId: 'built-in',
    family: 'text-to-sfx',
    model: 'procedural-1',
    label: 'heavy oak door slams',
    durationMs: 2000,
    variantsRequested: 4,
    seed: null,
    body: new TextEncoder().encode(JSON.stringify(body)),
    idempotencyKey: 'key-1',
    state: 'stored',
    waitingFor: null,
    quotedCredits: 80,
    chargedCredits: null,
    createdAtMs: 1_700_000_000_000,
    firstSentAtMs: null,
    finishedAtMs: null,
    attempts: 0,
    nextAttemptAtMs: null,
    jobId: null,
    jobUrl: null,
    jobStatus: null,
    jobCreatedAtMs: null,
    jobExpiresAtMs: null,
    jobProgress: null,
    jobEstimatedMs: null,
    jobJson: null,
    error: null,
    dismissedAtMs: null,
    ...over,
  }
}

// What is to be done next for a generation as it stands.
import { RETRY_AFTER_MAX_MS } from '../service-client/index.ts'
import type { Generation } from './generation.ts'
import type { Step } from './machine-types.ts'

/** The longest wait between two looks at something that costs nothing to look at. */
export const PATIENCE_MAX_MS = 60 * 60_000
/** No wait is longer: a stored moment further away was written while a clock was wrong. */
const LONGEST_WAIT_MS = PATIENCE_MAX_MS + RETRY_AFTER_MAX_MS

/** What an unfinished generation does next after a restart, or when its place in the queue comes. */
export function nextStep(generation: Generation, nowMs: number): Step {
  const plannedMs = generation.nextAttemptAtMs ?? nowMs
  const atMs = Math.min(Math.max(nowMs, plannedMs), nowMs + LONGEST_WAIT_MS)
  switch (generation.state) {
    case 'stored':
      return { kind: generation.needsUpload ? 'upload' : 'send', atMs }
    case 'sending':
      return { kind: 'send', atMs }
    case 'accepted':
      return { kind: 'poll', atMs }
    case 'collecting':
      return { kind: 'collect', atMs }
    case 'done':
    case 'failed':
    case 'refused':
    case 'unknown':
    case 'canceled':
      return { kind: 'rest' }
  }
}

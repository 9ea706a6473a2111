// A generation before anything was done for it.
import type { Generation } from './generation.ts'

/** What an intent says; everything else begins empty. */
export function newGeneration(
  said: Pick<
    Generation,
    | 'id'
    | 'connectionId'
    | 'family'
    | 'model'
    | 'label'
    | 'durationMs'
    | 'variantsRequested'
    | 'seed'
    | 'body'
    | 'idempotencyKey'
    | 'quotedCredits'
    | 'createdAtMs'
    | 'isMetered'
    | 'pricedAtMs'
    | 'needsUpload'
  >,
): Generation {
  return {
    ...said,
    state: 'stored',
    waitingFor: null,
    chargedCredits: null,
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
    keyId: null,
    balanceBefore: null,
    balanceAfter: null,
    unreadAnswer: null,
    remarks: [],
    error: null,
    dismissedAtMs: null,
    assetsUntilMs: null,
    assetsRefused: 0,
  }
}

// A job as it is answered: who may read it, its headers, its body.

import { type Family, RETRY_AFTER_HEADER } from '../../contract/index.ts'
import type { ApiKey } from '../accounts/account-store.ts'
import { isUnfinished, type StoredJob } from '../jobs/job.ts'
import type { ServiceParts } from './context.ts'
import type { HeaderValues } from './guards.ts'
import { jobText } from './job-text.ts'
import { retryAfterSeconds } from './job-view.ts'

export interface JobAnswer {
  readonly headers: HeaderValues
  /** JSON. */
  readonly body: string
}

const RETRY_AFTER = RETRY_AFTER_HEADER.toLowerCase()

/** A job is read only with the key that created it, and only in its own collection. */
export function readOwnJob(
  { expiry }: Pick<ServiceParts, 'expiry'>,
  apiKey: ApiKey,
  family: Family,
  id: string,
): StoredJob | null {
  const job = expiry.read(id)
  return job && job.keyId === apiKey.id && job.family === family ? job : null
}

/** The job as it stands now, and while it runs when to ask again. */
export function jobAnswer(
  { clock, links }: Pick<ServiceParts, 'clock' | 'links'>,
  job: StoredJob,
  baseUrl: string,
): JobAnswer {
  const nowMs = clock.now()
  return {
    headers: {
      'content-type': 'application/json',
      ...(isUnfinished(job) && { [RETRY_AFTER]: String(retryAfterSeconds(job, nowMs)) }),
    },
    body: jobText(job, { baseUrl, nowMs, links }),
  }
}

// What the headers and the query of a create or a poll ask for: a wait, an idempotency key.

import {
  COLLECTION_BY_FAMILY,
  type Family,
  IDEMPOTENCY_KEY_HEADER,
  PREFER_HEADER,
  requestedWait,
  WAIT_SECONDS_MAX,
  WAIT_SECONDS_MIN,
} from '../../contract/index.ts'
import { fingerprintOf, type IdempotentCreate } from '../jobs/accept-job.ts'
import type { ServiceContext } from './context.ts'
import { accept, type Outcome, refuse } from './refusal.ts'

/** Longest idempotency key that a create takes. */
const IDEMPOTENCY_KEY_MAX_CHARS = 255

/** Seconds that the caller wants to wait; 0 for not at all. */
export function readWait(c: ServiceContext): Outcome<number> {
  const wait = requestedWait(c.req.query('wait'), c.req.header(PREFER_HEADER))
  switch (wait.kind) {
    case 'none':
      return accept(0)
    case 'seconds':
      return accept(wait.seconds)
    case 'invalid':
      return refuse(
        'invalid_request',
        `wait must be a whole number of ${WAIT_SECONDS_MIN} to ${WAIT_SECONDS_MAX} seconds`,
        {
          param: 'wait',
        },
      )
  }
}

/** The idempotency key with what it stands for; null without one. `body` is the JSON as it was sent. */
export function readIdempotency(
  c: ServiceContext,
  family: Family,
  body: unknown,
): Outcome<IdempotentCreate | null> {
  const key = c.req.header(IDEMPOTENCY_KEY_HEADER)
  if (key === undefined) return accept(null)
  if (key.length < 1 || key.length > IDEMPOTENCY_KEY_MAX_CHARS) {
    const message = `${IDEMPOTENCY_KEY_HEADER} has ${key.length} characters; 1 to ${IDEMPOTENCY_KEY_MAX_CHARS} are taken`
    return refuse('invalid_request', message)
  }
  return accept({ key, collection: COLLECTION_BY_FAMILY[family], fingerprint: fingerprintOf(body) })
}

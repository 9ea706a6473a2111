// The headers that tell a key's concurrency.

import { createMiddleware } from 'hono/factory'
import { serviceHeaderNames } from '../../contract/index.ts'
import type { ApiKey } from '../accounts/account-store.ts'
import type { JobStore } from '../jobs/job-store.ts'
import type { ServiceEnv, ServiceParts } from './context.ts'
import { type HeaderValues, writeHeaders } from './guards.ts'

const { concurrencyCurrent, concurrencyLimit } = serviceHeaderNames()
const CONCURRENCY_CURRENT = concurrencyCurrent.toLowerCase()
const CONCURRENCY_LIMIT = concurrencyLimit.toLowerCase()

/** Puts the key's concurrency on the answers of endpoints that start or track a generation. */
export function writeConcurrency({ jobs }: ServiceParts) {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    await next()
    // Absent where authentication refused the request.
    const apiKey: ApiKey | undefined = c.get('apiKey')
    if (apiKey) writeHeaders(c, concurrencyHeaders(jobs, apiKey))
  })
}

/** How many of the key's jobs run, and how many may. */
export function concurrencyHeaders(jobs: JobStore, apiKey: ApiKey): HeaderValues {
  return {
    [CONCURRENCY_CURRENT]: String(jobs.countUnfinishedOfKey(apiKey.id)),
    [CONCURRENCY_LIMIT]: String(apiKey.concurrencyLimit),
  }
}

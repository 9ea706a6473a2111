// The headers that tell a key's concurrency.

import { createMiddleware } from 'hono/factory'
import { serviceHeaderNames } from '../../contract/index.ts'
import type { ApiKey } from '../accounts/account-store.ts'
import type { ServiceEnv, ServiceParts } from './context.ts'

/** Puts the key's concurrency on the answers of endpoints that start or track a generation. */
export function writeConcurrency({ jobs }: ServiceParts) {
  const names = serviceHeaderNames()
  return createMiddleware<ServiceEnv>(async (c, next) => {
    await next()
    // Absent where authentication refused the request.
    const apiKey: ApiKey | undefined = c.get('apiKey')
    if (!apiKey) return
    c.res.headers.set(names.concurrencyLimit, String(apiKey.concurrencyLimit))
    c.res.headers.set(names.concurrencyCurrent, String(jobs.countUnfinishedOfKey(apiKey.id)))
  })
}

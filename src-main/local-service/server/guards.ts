// Guards before every route: who may knock (Host, Origin), contract version, key, rate.

import { createMiddleware } from 'hono/factory'
import {
  CONTRACT_VERSION,
  formatRateLimitPolicy,
  RATE_LIMIT_HEADERS,
  type RatePool,
  RETRY_AFTER_HEADER,
  serviceHeaderNames,
} from '../../contract/index.ts'
import type { ServiceContext, ServiceEnv, ServiceParts } from './context.ts'
import type { RateState } from './rate-pools.ts'
import { newRequestId, type Refusal, refusalResponse, refuse } from './refusal.ts'

const VERSION_HEADER = serviceHeaderNames().version

/** The refusal as this request's answer. */
export function answerRefusal(c: ServiceContext, { refusal }: { readonly refusal: Refusal }): Response {
  return refusalResponse(refusal, c.get('requestId'))
}

/** Names the request, and puts the contract date and the service's time on whatever answers it. */
export function nameRequest({ clock }: ServiceParts) {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    c.set('requestId', newRequestId())
    await next()
    c.res.headers.set(VERSION_HEADER, CONTRACT_VERSION)
    // Node dates every answer by the machine; a clock that was moved dates it by the service's own time.
    if (clock.offsetMs() !== 0) c.res.headers.set('date', new Date(clock.now()).toUTCString())
  })
}

/**
 * Answers only to loopback names, so that a page that rebinds its name to this address gets nothing, and to no foreign
 * origin. There is no CORS: browsers' pages are not clients of this service.
 */
export const guardLoopback = createMiddleware<ServiceEnv>(async (c, next) => {
  const host = c.req.header('host') ?? ''
  const port = c.env.incoming.socket.localPort
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) {
    return answerRefusal(
      c,
      refuse('forbidden', `This service does not answer to the host ${JSON.stringify(host)}`),
    )
  }
  const origin = c.req.header('origin')
  if (origin !== undefined && origin !== `http://${host}`) {
    return answerRefusal(
      c,
      refuse('forbidden', `This service does not answer to the origin ${JSON.stringify(origin)}`),
    )
  }
  await next()
})

/** A date that the contract never had is refused; without the header the latest is served. */
export const negotiateVersion = createMiddleware<ServiceEnv>(async (c, next) => {
  const asked = c.req.header(VERSION_HEADER)
  if (asked !== undefined && asked !== CONTRACT_VERSION) {
    const message = `There is no contract version ${JSON.stringify(asked)}; ${CONTRACT_VERSION} is served`
    return answerRefusal(c, refuse('invalid_request', message))
  }
  await next()
})

/** Finds the key's account and counts the request in the pool, where it is counted. */
export function authenticate({ accounts, ratePools, clock }: ServiceParts, pool: RatePool | null) {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const bearer = /^bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    const apiKey = bearer === undefined ? null : accounts.authenticate(bearer, clock.now())
    if (!apiKey) {
      const message =
        bearer === undefined
          ? 'An API key is needed: Authorization: Bearer sk-…'
          : 'This API key is not known'
      return answerRefusal(c, refuse('unauthorized', message, { headers: { 'www-authenticate': 'Bearer' } }))
    }
    c.set('apiKey', apiKey)
    if (pool === null) return next()
    const rate = ratePools.take(apiKey.id, pool, clock.now())
    if (rate.isAllowed) await next()
    else c.res = answerRefusal(c, rateRefusal(rate))
    writeRateHeaders(c, rate)
  })
}

function rateRefusal({ pool, policy, retrySeconds }: RateState) {
  const message = `More than ${policy.requests} requests in ${policy.windowSeconds} s to the pool ${pool}`
  return refuse('rate_limited', message, {
    headers: { [RETRY_AFTER_HEADER]: String(Math.max(1, retrySeconds)) },
  })
}

function writeRateHeaders(c: ServiceContext, { pool, policy, remaining, resetSeconds }: RateState): void {
  const { requests, windowSeconds } = policy
  const headers = c.res.headers
  headers.set(RATE_LIMIT_HEADERS.limit, String(policy.burst))
  headers.set(RATE_LIMIT_HEADERS.remaining, String(remaining))
  headers.set(RATE_LIMIT_HEADERS.reset, String(resetSeconds))
  headers.set(RATE_LIMIT_HEADERS.policy, formatRateLimitPolicy({ pool, requests, windowSeconds }))
}

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
import type { AccountStore, ApiKey } from '../accounts/account-store.ts'
import type { ServiceClock } from '../jobs/clock.ts'
import type { ServiceContext, ServiceEnv, ServiceParts } from './context.ts'
import type { RateState } from './rate-pools.ts'
import { accept, newRequestId, type Outcome, type Refusal, refusalResponse, refuse } from './refusal.ts'

/** Headers by name, in lower case as they are written. */
export type HeaderValues = Readonly<Record<string, string>>

type Refused = { readonly ok: false; readonly refusal: Refusal }

export const VERSION_HEADER = serviceHeaderNames().version.toLowerCase()
const RATE_LIMIT = RATE_LIMIT_HEADERS.limit.toLowerCase()
const RATE_POLICY = RATE_LIMIT_HEADERS.policy.toLowerCase()
const RATE_REMAINING = RATE_LIMIT_HEADERS.remaining.toLowerCase()
const RATE_RESET = RATE_LIMIT_HEADERS.reset.toLowerCase()

/** The refusal as this request's answer. */
export function answerRefusal(c: ServiceContext, { refusal }: { readonly refusal: Refusal }): Response {
  return refusalResponse(refusal, c.get('requestId'))
}

/** Names the request, and puts the contract date and the service's time on whatever answers it. */
export function nameRequest({ clock }: ServiceParts) {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    c.set('requestId', newRequestId())
    await next()
    writeHeaders(c, serviceHeaders(clock))
  })
}

/** The contract date and, once the clock was moved, the service's own time: Node dates every answer by the machine. */
export function serviceHeaders(clock: ServiceClock): HeaderValues {
  const isMoved = clock.offsetMs() !== 0
  return {
    [VERSION_HEADER]: CONTRACT_VERSION,
    ...(isMoved && { date: new Date(clock.now()).toUTCString() }),
  }
}

/** Lets in only who asks this machine, from no foreign page. */
export const guardLoopback = createMiddleware<ServiceEnv>(async (c, next) => {
  const port = c.env.incoming.socket.localPort
  const refused = refuseForeign(c.req.header('host'), c.req.header('origin'), port)
  if (refused) return answerRefusal(c, refused)
  await next()
})

/**
 * Answers only to loopback names, so that a page that rebinds its name to this address gets nothing, and to no foreign
 * origin. There is no CORS: browsers' pages are not clients of this service.
 */
export function refuseForeign(
  host: string = '',
  origin: string | undefined,
  port: number | undefined,
): Refused | null {
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) {
    return refuse('forbidden', `This service does not answer to the host ${JSON.stringify(host)}`)
  }
  if (origin !== undefined && origin !== `http://${host}`) {
    return refuse('forbidden', `This service does not answer to the origin ${JSON.stringify(origin)}`)
  }
  return null
}

/** Lets in only who asks for the contract that is served. */
export const negotiateVersion = createMiddleware<ServiceEnv>(async (c, next) => {
  const refused = refuseVersion(c.req.header(VERSION_HEADER))
  if (refused) return answerRefusal(c, refused)
  await next()
})

/** A date that the contract never had is refused; without the header the latest is served. */
export function refuseVersion(asked: string | undefined): Refused | null {
  if (asked === undefined || asked === CONTRACT_VERSION) return null
  const message = `There is no contract version ${JSON.stringify(asked)}; ${CONTRACT_VERSION} is served`
  return refuse('invalid_request', message)
}

/** Finds the key's account and counts the request in the pool, where it is counted. */
export function authenticate({ accounts, ratePools, clock }: ServiceParts, pool: RatePool | null) {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const key = findKey(accounts, c.req.header('authorization'), clock.now())
    if (!key.ok) return answerRefusal(c, key)
    c.set('apiKey', key.value)
    if (pool === null) return next()
    const rate = ratePools.take(key.value.id, pool, clock.now())
    if (rate.isAllowed) await next()
    else c.res = answerRefusal(c, rateRefusal(rate))
    writeHeaders(c, rateHeaders(rate))
  })
}

/** The key that the `Authorization` header names, with its account as it stands at `nowMs`. */
export function findKey(
  accounts: AccountStore,
  authorization: string | undefined,
  nowMs: number,
): Outcome<ApiKey> {
  const bearer = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  const apiKey = bearer === undefined ? null : accounts.authenticate(bearer, nowMs)
  if (apiKey) return accept(apiKey)
  const message =
    bearer === undefined ? 'An API key is needed: Authorization: Bearer sk-…' : 'This API key is not known'
  return refuse('unauthorized', message, { headers: { 'www-authenticate': 'Bearer' } })
}

function rateRefusal({ pool, policy, retrySeconds }: RateState) {
  const message = `More than ${policy.requests} requests in ${policy.windowSeconds} s to the pool ${pool}`
  return refuse('rate_limited', message, {
    headers: { [RETRY_AFTER_HEADER]: String(Math.max(1, retrySeconds)) },
  })
}

/** What the pool is and what is left of it. */
export function rateHeaders({ pool, policy, remaining, resetSeconds }: RateState): HeaderValues {
  const { requests, windowSeconds } = policy
  return {
    [RATE_LIMIT]: String(policy.burst),
    [RATE_POLICY]: formatRateLimitPolicy({ pool, requests, windowSeconds }),
    [RATE_REMAINING]: String(remaining),
    [RATE_RESET]: String(resetSeconds),
  }
}

/** Puts headers on the answer that was made. */
export function writeHeaders(c: ServiceContext, headers: HeaderValues): void {
  for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
}

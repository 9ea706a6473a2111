// One connection's plumbing: what every route needs to send an attempt and read its answer.
import type { z } from 'zod'
import { CONTRACT_VERSION, type RatePool, serviceHeaderNames } from '../contract/index.ts'
import { parseAnswer } from './answer-parser.ts'
import { JSON_MAX_BYTES, readBody } from './body-reader.ts'
import { judgementOfLinks, type StorageAccess } from './downloads/storage-access.ts'
import { bytesWithoutKey, headersWithoutKey } from './echoed-key.ts'
import { authorizationFor, type ServiceEndpoint } from './endpoint.ts'
import { failureOfBody, failureOfTransport } from './failure-messages.ts'
import { guardedLookup, type ResolveName } from './guarded-lookup.ts'
import { learn, type PacerState, reserve, UNPACED } from './rate-pacer.ts'
import { type ResponseMeta, readResponseMeta } from './response-meta.ts'
import { failed, type ServiceResult } from './result.ts'
import type { StartTimer } from './timer.ts'
import type { PhaseDeadlines, Transport } from './transport.ts'
import type { Sleep } from './with-retries.ts'

/** Deadlines of a call in milliseconds. */
export type Deadlines = PhaseDeadlines & {
  /** From the headers to the end of a JSON body. */
  readonly bodyMs: number
}

export const DEFAULT_DEADLINES: Deadlines = {
  connectMs: 15_000,
  headersMs: 30_000,
  idleMs: 30_000,
  bodyMs: 60_000,
}

export type ConnectionPorts = {
  readonly endpoint: ServiceEndpoint
  readonly transport: Transport
  readonly resolve: ResolveName
  readonly startTimer: StartTimer
  readonly now: () => number
  readonly sleep: Sleep
  readonly userAgent: string
  readonly deadlines: Deadlines
  readonly onForeignVersion: (version: string) => void
}

export type Call<T> = {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  readonly pool: RatePool
  readonly schema: z.ZodType<T>
  readonly body?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
  /** Added to the deadline of the headers: what the service may take on purpose. */
  readonly extraWaitMs?: number
  /** Whether the outcome is lost when a dead idle socket is used: then a fresh one serves. */
  readonly needsFreshSocket?: boolean
  /** Asked right before the first byte leaves; without it, it may. */
  readonly mayStillLeave?: (() => boolean) | undefined
  readonly signal?: AbortSignal
}

export type Connection = StorageAccess & {
  readonly ports: ConnectionPorts
  /** Sends one JSON request to the service, paced by its pool, and judges the answer. */
  readonly call: <T>(call: Call<T>) => Promise<ServiceResult<T>>
  /** How long a request of this pool would wait for its place now, in ms. */
  readonly pacingWaitMs: (pool: RatePool) => number
  /** The service's clock as its last answer told it, in ms since epoch. */
  readonly serverNowMs: () => number
}

/** Opens the plumbing of a connection. Nothing is sent. */
export function openConnection(ports: ConnectionPorts): Connection {
  const { endpoint, now } = ports
  const names = serviceHeaderNames(endpoint.headerPrefix)
  const isPlain = endpoint.baseUrl.startsWith('http:')
  // Without encryption only this machine itself may answer, whatever its name resolves to.
  const ownLookup = guardedLookup(ports.resolve, (reach) =>
    isPlain ? reach === 'loopback' : reach !== 'forbidden',
  )
  const seenVersions = new Set<string>([CONTRACT_VERSION])
  let pacer: PacerState = UNPACED
  let clockOffsetMs = 0

  const pace = async (pool: RatePool, signal?: AbortSignal): Promise<void> => {
    const place = reserve(pacer, pool, now())
    pacer = place.state
    if (place.waitMs > 0) await ports.sleep(place.waitMs, signal)
  }
  const noteAnswer = (meta: ResponseMeta, pool: RatePool): void => {
    pacer = learn(pacer, pool, meta.rateLimit, meta.receivedAtMs)
    if (meta.serverDateMs !== null) clockOffsetMs = meta.serverDateMs - meta.receivedAtMs
    if (meta.version === null || seenVersions.has(meta.version)) return
    seenVersions.add(meta.version)
    ports.onForeignVersion(meta.version)
  }

  return {
    ports,
    pacingWaitMs: (pool) => reserve(pacer, pool, now()).waitMs,
    serverNowMs: () => now() + clockOffsetMs,
    ...judgementOfLinks(endpoint.baseUrl, ports.resolve),
    call: async (call) => {
      await pace(call.pool, call.signal)
      const signal = call.signal ?? null
      const sent = await ports.transport.send({
        method: call.method,
        url: call.url,
        headers: {
          accept: 'application/json',
          'accept-encoding': 'gzip',
          'user-agent': ports.userAgent,
          [names.version]: CONTRACT_VERSION,
          ...(call.body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': String(call.body.byteLength) }),
          ...call.headers,
          ...authorizationFor(call.url, endpoint),
        },
        body: call.body ?? null,
        lookup: ownLookup,
        deadlines: {
          ...ports.deadlines,
          headersMs: ports.deadlines.headersMs + (call.extraWaitMs ?? 0),
        },
        canReuseSocket: call.needsFreshSocket !== true,
        signal,
        mayStillLeave: call.mayStillLeave,
      })
      if (!sent.ok) return failureOfTransport(sent.failure, call.url)
      const { status, body } = sent.response
      const headers = headersWithoutKey(sent.response.headers, endpoint.apiKey)
      const meta = readResponseMeta(status, headers, endpoint.headerPrefix, now())
      noteAnswer(meta, call.pool)
      const read = await readBody(body, {
        maxBytes: JSON_MAX_BYTES,
        deadlineMs: ports.deadlines.bodyMs,
        startTimer: ports.startTimer,
        signal,
      })
      if (!read.ok) {
        const { error } = failureOfBody(read.reason, call.url.host)
        return failed({ ...error, status, meta, retryAfterMs: meta.retryAfterMs })
      }
      return parseAnswer(
        {
          meta,
          contentType: headers['content-type'] ?? '',
          location: headers.location,
          bytes: bytesWithoutKey(read.bytes, endpoint.apiKey),
          url: call.url,
        },
        call.schema,
      )
    },
  }
}

// Polls as nearly all of them are, a plain GET of a job that is there: answered on Node's own request, past the application.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Family, ROUTES } from '../../contract/index.ts'
import { concurrencyHeaders } from './concurrency-headers.ts'
import type { ServiceParts } from './context.ts'
import {
  findKey,
  type HeaderValues,
  rateHeaders,
  refuseForeign,
  refuseVersion,
  serviceHeaders,
  VERSION_HEADER,
} from './guards.ts'
import { jobAnswer, readOwnJob } from './job-answer.ts'

/** Answers the request and returns true, or leaves it as it is and returns false. */
export type AnswerAtOnce = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean

const { getTextToSfx, getVideoToSfx, getExtend, getInpaint } = ROUTES
const FAMILY_BY_FOLDER: ReadonlyMap<string, Family> = new Map(
  [getTextToSfx, getVideoToSfx, getExtend, getInpaint].map(({ path, family }) => [
    path.replace('{id}', ''),
    family,
  ]),
)
/** Every poll is counted in the same pool. */
const { pool: POLL_POOL } = getTextToSfx

/** The headers that decide on a poll. */
const DECISIVE_HEADERS = new Set(['host', 'origin', 'authorization', VERSION_HEADER])
/** Headers of a request for more than the job as it stands: a wait, a body. */
const FURTHER_HEADERS = new Set(['prefer', 'content-length', 'transfer-encoding'])

interface PlainPoll {
  readonly family: Family
  readonly id: string
  readonly host: string
  readonly authorization: string | undefined
}

interface PlainAnswer {
  readonly headers: HeaderValues
  readonly body: string
}

/**
 * Answers as the application would, by the same rules, where there is nothing to refuse and nothing to wait for.
 * All else it leaves to the application, before anything of it is counted.
 */
export function createPlainPolls(parts: ServiceParts): AnswerAtOnce {
  const { accounts, ratePools, jobs, clock } = parts

  function answerTo({ family, id, host, authorization }: PlainPoll): PlainAnswer | null {
    const key = findKey(accounts, authorization, clock.now())
    if (!key.ok) return null
    const apiKey = key.value
    const job = readOwnJob(parts, apiKey, family, id)
    if (job === null) return null
    const { headers, body } = jobAnswer(parts, job, `http://${host}`)
    const concurrency = concurrencyHeaders(jobs, apiKey)
    const rate = ratePools.take(apiKey.id, POLL_POOL, clock.now())
    // A refused request takes nothing out of the pool: the application asks the pool again, and refuses.
    if (!rate.isAllowed) return null
    return {
      headers: {
        ...headers,
        ...rateHeaders(rate),
        ...concurrency,
        ...serviceHeaders(clock),
        'Content-Length': String(Buffer.byteLength(body)),
      },
      body,
    }
  }

  return (incoming, outgoing) => {
    const poll = readPlainPoll(incoming)
    let answer: PlainAnswer | null
    try {
      answer = poll && answerTo(poll)
    } catch {
      // What breaks here breaks in the application too, which logs it and answers for it.
      return false
    }
    if (answer === null) return false
    outgoing.writeHead(200, answer.headers).end(answer.body)
    return true
  }
}

/** The request as a plain poll that no guard minds; null when it is anything else. */
function readPlainPoll({ method, url = '', rawHeaders, socket }: IncomingMessage): PlainPoll | null {
  if (method !== 'GET') return null
  const idStart = url.lastIndexOf('/') + 1
  const family = FAMILY_BY_FOLDER.get(url.slice(0, idStart))
  const id = url.slice(idStart)
  if (family === undefined || !/^[\w-]+$/.test(id)) return null
  const headers = decisiveHeaders(rawHeaders)
  const host = headers?.get('host')
  if (!headers || host === undefined) return null
  if (refuseForeign(host, headers.get('origin'), socket.localPort)) return null
  if (refuseVersion(headers.get(VERSION_HEADER))) return null
  return { family, id, host, authorization: headers.get('authorization') }
}

/** The decisive headers by name, out of names and values in turn; null when one comes twice or a further one comes. */
function decisiveHeaders(raw: readonly string[]): ReadonlyMap<string, string> | null {
  const found = new Map<string, string>()
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name, value] = [raw[at]!.toLowerCase(), raw[at + 1]!]
    if (FURTHER_HEADERS.has(name) || found.has(name)) return null
    if (DECISIVE_HEADERS.has(name)) found.set(name, value)
  }
  return found
}

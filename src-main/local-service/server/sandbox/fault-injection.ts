// Makes the sandbox's faults happen, around the application: what a bad network or a failing service does to an answer.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import {
  CONTRACT_VERSION,
  ERROR_CODES,
  ERROR_RULES,
  type ErrorCode,
  serviceHeaderNames,
} from '../../../contract/index.ts'
import { newRequestId } from '../refusal.ts'
import type { FaultRegistry, HttpFault } from './faults.ts'

type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>

/** Slices of a slow body that are sent each second. */
const SLICES_PER_SECOND = 10

/** The application with the registry's faults around it. The sandbox's own routes never meet one. */
export function withFaults(fetch: Fetch, faults: FaultRegistry): Fetch {
  return async (request, env) => {
    const { pathname } = new URL(request.url)
    const fault = pathname.startsWith('/sandbox/') ? null : faults.takeForRequest(request.method, pathname)
    if (!fault) return fetch(request, env)
    switch (fault.kind) {
      case 'status':
        return statusAnswer(fault)
      case 'reset_before':
        return reset(env)
      case 'reset_after':
        await dropBody(await fetch(request, env))
        return reset(env)
      case 'stall':
        await dropBody(await fetch(request, env))
        return untilGone(env)
      case 'truncate':
        return truncated(await fetch(request, env), env)
      case 'slow':
        return slowed(await fetch(request, env), fault.bytes_per_second ?? 1024)
      case 'body': {
        const response = await fetch(request, env)
        await dropBody(response)
        return replaced(response, fault)
      }
    }
  }
}

function statusAnswer({ status = 500, code, headers, body }: HttpFault): Response {
  const usual = usualCode(status)
  // The list of codes is open: the sandbox may send one that nobody knows.
  const envelope = {
    error: {
      code: code ?? usual,
      message: 'The sandbox was asked for this answer',
      param: null,
      retryable: ERROR_RULES[ERROR_CODES.find((known) => known === code) ?? usual].retryable,
      request_id: newRequestId(),
    },
  }
  const payload = payloadOf(body ?? envelope)
  return new Response(payload.text, {
    status,
    headers: {
      'content-type': payload.contentType,
      [serviceHeaderNames().version]: CONTRACT_VERSION,
      ...headers,
    },
  })
}

/** The code that usually goes with a status. */
function usualCode(status: number): ErrorCode {
  const named: Readonly<Record<number, ErrorCode>> = {
    402: 'insufficient_credits',
    404: 'not_found',
    500: 'server_error',
  }
  const code = named[status] ?? ERROR_CODES.find((candidate) => ERROR_RULES[candidate].status === status)
  return code ?? (status < 500 ? 'invalid_request' : 'server_error')
}

function payloadOf(body: unknown): { readonly text: string; readonly contentType: string } {
  if (typeof body !== 'string') return { text: JSON.stringify(body), contentType: 'application/json' }
  return { text: body, contentType: body.trimStart().startsWith('<') ? 'text/html' : 'text/plain' }
}

/** Closes what stands behind a body that nobody will read, such as an open file. */
async function dropBody(response: Response): Promise<void> {
  await response.body?.cancel()
}

/** The connection breaks; the returned answer reaches nobody. */
function reset({ incoming }: HttpBindings): Response {
  incoming.socket.resetAndDestroy()
  return new Response(null)
}

/** No answer until the client goes. */
function untilGone({ outgoing }: HttpBindings): Promise<Response> {
  return new Promise((resolve) => {
    outgoing.once('close', () => resolve(new Response(null)))
  })
}

/** Promises the whole body, sends half of it, hangs up. */
async function truncated(response: Response, { incoming, outgoing }: HttpBindings): Promise<Response> {
  const { socket } = incoming
  const bytes = new Uint8Array(await response.arrayBuffer())
  const half = bytes.subarray(0, Math.floor(bytes.length / 2))
  const bytesBefore = socket.bytesWritten
  // The half is taken from the stream before it is written: hang up only once it has left.
  const hasLeft = () => socket.bytesWritten - bytesBefore >= half.length && outgoing.writableLength === 0
  let isHalfTaken = false
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!isHalfTaken && half.length > 0) {
        isHalfTaken = true
        controller.enqueue(half)
        return
      }
      while (!socket.destroyed && (!outgoing.headersSent || !hasLeft())) await nextTurn()
      socket.destroySoon()
    },
  })
  return withBody(response, body, bytes.length)
}

async function slowed(response: Response, bytesPerSecond: number): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const sliceBytes = Math.max(1, Math.ceil(bytesPerSecond / SLICES_PER_SECOND))
  let sent = 0
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (sent > 0)
          await new Promise((resolve) => setTimeout(resolve, (1000 * sliceBytes) / bytesPerSecond))
        controller.enqueue(bytes.subarray(sent, sent + sliceBytes))
        sent += sliceBytes
        if (sent >= bytes.length) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return withBody(response, body, bytes.length)
}

/** The request was served, but what comes back is something else. */
function replaced(response: Response, { status, headers, body }: HttpFault): Response {
  const payload = payloadOf(body ?? '')
  const merged = new Headers(response.headers)
  merged.delete('content-length')
  merged.set('content-type', payload.contentType)
  for (const [name, value] of Object.entries(headers ?? {})) merged.set(name, value)
  return new Response(payload.text, { status: status ?? response.status, headers: merged })
}

function withBody(response: Response, body: ReadableStream<Uint8Array>, length: number): Response {
  const headers = new Headers(response.headers)
  headers.set('content-length', String(length))
  return new Response(body, { status: response.status, headers })
}

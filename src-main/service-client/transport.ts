// One HTTP attempt over node's own sockets: exact about what may have left, with a deadline for each phase.
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { type StartTimer, startSystemTimer } from './timer.ts'

/** A body that is produced while it is sent. Its iterator may throw: then nothing more is sent. */
export type StreamedBody = { readonly chunks: () => AsyncIterable<Uint8Array> }

export type TransportRequest = {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | StreamedBody | null
  readonly lookup: LookupFunction
  readonly deadlines: PhaseDeadlines
  /** Whether an idle socket may serve. A reused one can be dead already, and then the fate is unknown. */
  readonly canReuseSocket: boolean
  readonly signal: AbortSignal | null
  /** Asked right before the first byte: names, sockets and a sleep of the machine may have taken long. By default it may. */
  readonly mayStillLeave?: (() => boolean) | undefined
}

/** Deadlines of the phases before the body of the answer, in milliseconds. */
export type PhaseDeadlines = {
  /** Name, socket and TLS. */
  readonly connectMs: number
  /** From the last byte sent to the headers of the answer. */
  readonly headersMs: number
  /** Between two chunks of a streamed body. */
  readonly idleMs: number
}

export type TransportResponse = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: IncomingMessage
}

export type TransportFailure = {
  readonly reason:
    | 'connect_timeout'
    | 'send_timeout'
    | 'headers_timeout'
    | 'left_too_late'
    | 'aborted'
    | 'network'
    | 'body_source'
  readonly error: Error | null
  readonly bytesMayHaveLeft: boolean
}

export type TransportResult =
  | { readonly ok: true; readonly response: TransportResponse }
  | { readonly ok: false; readonly failure: TransportFailure }

/** Sends one request and waits for the headers of its answer. Never throws, never retries, never follows. */
export type Transport = {
  readonly send: (request: TransportRequest) => Promise<TransportResult>
  /** Closes idle sockets. */
  readonly close: () => void
}

/** The transport over node:http and node:https. Proxy variables of the environment are not looked at. */
export function createTransport(startTimer: StartTimer = startSystemTimer): Transport {
  const agents = {
    plain: new HttpAgent({ keepAlive: true }),
    tls: new HttpsAgent({ keepAlive: true }),
  }
  return {
    send: (request) => sendOnce(request, agents, startTimer),
    close: () => {
      agents.plain.destroy()
      agents.tls.destroy()
    },
  }
}

type Agents = { readonly plain: HttpAgent; readonly tls: HttpsAgent }

function sendOnce(
  request: TransportRequest,
  agents: Agents,
  startTimer: StartTimer,
): Promise<TransportResult> {
  const { signal, deadlines } = request
  if (signal?.aborted === true) {
    return Promise.resolve({
      ok: false,
      failure: { reason: 'aborted', error: null, bytesMayHaveLeft: false },
    })
  }
  return new Promise((resolve) => {
    let bytesMayHaveLeft = false
    let isSettled = false
    let cancelTimer: () => void = () => {}
    const req = openRequest(request, agents)

    const settle = (result: TransportResult): void => {
      isSettled = true
      cancelTimer()
      resolve(result)
    }
    const fail = (reason: TransportFailure['reason'], error: Error | null = null): void => {
      // Also after the headers: then it cuts the body, whose reader reports it.
      req.destroy()
      if (!isSettled) settle({ ok: false, failure: { reason, error, bytesMayHaveLeft } })
    }
    const restartTimer = (delayMs: number, reason: TransportFailure['reason']): void => {
      cancelTimer()
      if (!isSettled) cancelTimer = startTimer(delayMs, () => fail(reason))
    }
    const onAbort = (): void => fail('aborted')

    restartTimer(deadlines.connectMs, 'connect_timeout')
    signal?.addEventListener('abort', onAbort, { once: true })
    // Stays for the life of the request: an error after the headers shows on the body instead.
    req.on('error', (error) => fail('network', error))
    req.on('close', () => {
      signal?.removeEventListener('abort', onAbort)
      fail('network')
    })
    req.once('response', (body) => {
      settle({ ok: true, response: { status: body.statusCode ?? 0, headers: body.headers, body } })
    })
    req.once('socket', (socket) => {
      whenReady(req, socket, request.url, () => {
        // Nothing was written before this line, so until here nothing can have left.
        if (request.mayStillLeave?.() === false) return fail('left_too_late')
        bytesMayHaveLeft = true
        if (request.body === null || request.body instanceof Uint8Array) {
          restartTimer(deadlines.headersMs, 'headers_timeout')
          req.end(request.body ?? undefined)
          return
        }
        restartTimer(deadlines.idleMs, 'send_timeout')
        writeChunks(req, request.body, () => restartTimer(deadlines.idleMs, 'send_timeout')).then(
          () => restartTimer(deadlines.headersMs, 'headers_timeout'),
          (error: Error) => fail('body_source', error),
        )
      })
    })
  })
}

function openRequest(request: TransportRequest, agents: Agents): ClientRequest {
  const isTls = request.url.protocol === 'https:'
  const shared = { method: request.method, headers: { ...request.headers }, lookup: request.lookup }
  if (isTls) {
    // Named here so that NODE_TLS_REJECT_UNAUTHORIZED can't switch it off.
    const agent = request.canReuseSocket ? agents.tls : false
    return httpsRequest(request.url, { ...shared, agent, rejectUnauthorized: true })
  }
  return httpRequest(request.url, { ...shared, agent: request.canReuseSocket ? agents.plain : false })
}

function whenReady(req: ClientRequest, socket: Socket, url: URL, onReady: () => void): void {
  if (req.reusedSocket) onReady()
  else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', onReady)
}

/** Writes a streamed body with back pressure; stops quietly when the answer came first or the socket died. */
async function writeChunks(req: ClientRequest, body: StreamedBody, onProgress: () => void): Promise<void> {
  let isOver = false
  let wake: () => void = () => {}
  const end = (): void => {
    isOver = true
    wake()
  }
  req.once('response', end).once('close', end)
  req.on('drain', () => wake())
  for await (const chunk of body.chunks()) {
    if (isOver) return
    if (!req.write(chunk) && !isOver) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    onProgress()
  }
  if (!isOver) req.end()
}

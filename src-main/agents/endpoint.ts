// The door for agents: HTTP on this machine alone, with a token, closed to web pages.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { Outcome } from '../media/outcome.ts'
import { failed, succeeded } from '../media/outcome.ts'

export const MCP_PATH = '/mcp'
const HOST = '127.0.0.1'
/** A call of a tool is a few KiB. */
const MOST_BODY_BYTES = 1 << 20

export interface Endpoint {
  readonly port: number
  close(): Promise<void>
}

/** Listens on `port`, or with 0 on a free one. Errors: `port_taken`. */
export function openEndpoint(options: {
  readonly port: number
  readonly token: () => string
  readonly answer: (req: IncomingMessage, res: ServerResponse) => Promise<void>
  readonly log: (message: string) => void
}): Promise<Outcome<Endpoint, 'port_taken'>> {
  const server = createServer((req, res) => {
    const turnedAway = refusalOf(req, options.token())
    if (turnedAway !== null) {
      res.writeHead(turnedAway.status, { 'content-type': 'text/plain', ...turnedAway.headers })
      res.end(`${turnedAway.reason}\n`)
      return
    }
    options.answer(req, res).catch((error: unknown) => {
      options.log(`bug in the answer to an agent: ${String(error)}`)
      if (!res.headersSent) res.writeHead(500)
      res.end()
    })
  })
  return new Promise((resolve) => {
    server.once('error', (error) => {
      options.log(`agents: port ${options.port}: ${error.message}`)
      resolve(failed('port_taken', `Port ${options.port} of this machine is taken by another program.`))
    })
    server.listen(options.port, HOST, () => {
      // Listening on TCP, so the address is one of TCP.
      const { port } = server.address() as { readonly port: number }
      resolve(
        succeeded({
          port,
          close: () =>
            new Promise((closed) => {
              server.close(() => closed())
              server.closeAllConnections()
            }),
        }),
      )
    })
  })
}

interface Refusal {
  readonly status: number
  readonly reason: string
  readonly headers?: { readonly [name: string]: string }
}

/** Why a request is turned away, or null. A page of the web reaches loopback by a name that rebinds, or by CORS: neither passes. */
export function refusalOf(
  req: Pick<IncomingMessage, 'headers' | 'method' | 'url'>,
  token: string,
): Refusal | null {
  const { host, origin, authorization } = req.headers
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/i.test(host ?? ''))
    return { status: 421, reason: 'This is reached as 127.0.0.1 only.' }
  if (origin !== undefined) return { status: 403, reason: 'Pages of the web are not let in.' }
  if ((req.url ?? '').split('?')[0] !== MCP_PATH)
    return { status: 404, reason: `The tool server is at ${MCP_PATH}.` }
  // No stream is kept open: an agent asks, and is answered.
  if (req.method !== 'POST') return { status: 405, reason: 'Send a POST.', headers: { allow: 'POST' } }
  const sent = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (sent === undefined || !isSame(sent, token)) {
    const reason = 'Send the token that Foleyroom shows in Settings, Agents, as "Authorization: Bearer …".'
    return { status: 401, reason, headers: { 'www-authenticate': 'Bearer' } }
  }
  if (Number(req.headers['content-length'] ?? 0) > MOST_BODY_BYTES || isChunked(req))
    return { status: 413, reason: `A message holds at most ${MOST_BODY_BYTES} bytes, and tells its length.` }
  return null
}

const isChunked = (req: Pick<IncomingMessage, 'headers'>): boolean =>
  req.headers['transfer-encoding'] !== undefined

/** Takes as long for a near miss as for a far one. */
function isSame(sent: string, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(sent), digest(token))
}

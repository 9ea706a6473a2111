// Real servers on loopback for the tests of the client: HTTP with a record of what came, and raw sockets. Each closes with its test.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export type SeenRequest = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export type LoopbackServer = {
  readonly baseUrl: string
  readonly port: number
  readonly seen: SeenRequest[]
}

export type Answer = (request: SeenRequest, response: ServerResponse) => void | Promise<void>

/** Starts an HTTP server that reads each request whole, notes it, and answers by `answer`. */
export async function serve(answer: Answer): Promise<LoopbackServer> {
  const seen: SeenRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      // The client went away; what it sent so far still counts as seen.
    }
    const entry = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks),
    }
    seen.push(entry)
    await answer(entry, response)
  })
  const port = await listen(server)
  onTestFinished(() => {
    server.closeAllConnections()
    return closed(server)
  })
  return { baseUrl: `http://127.0.0.1:${port}`, port, seen }
}

/** Starts a bare TCP server; `onData` runs once for the first bytes of each socket. */
export async function serveRaw(
  onData: (socket: Socket, data: Buffer) => void,
): Promise<Omit<LoopbackServer, 'seen'>> {
  const sockets = new Set<Socket>()
  const server = createRawServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', (data) => onData(socket, data))
  })
  const port = await listen(server)
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    return closed(server)
  })
  return { baseUrl: `http://127.0.0.1:${port}`, port }
}

/** A loopback port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createRawServer()
  const port = await listen(server)
  await closed(server)
  return port
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

export function sendError(
  response: ServerResponse,
  status: number,
  error: { readonly code: string } & Readonly<Record<string, unknown>>,
  headers = {},
): void {
  sendJson(
    response,
    status,
    { error: { message: 'no', param: null, retryable: false, request_id: 'req_1', ...error } },
    headers,
  )
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
  })
}

// The loopback server behind the app's schemes: calls the protocol handler, for requests of our own Chromium alone.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { handlers, toApp } from './schemes.ts'

/** The cookie that only the Chromium of this launch carries; page scripts cannot read it (HttpOnly). */
export const LAUNCH_COOKIE = { name: 'stand-in-launch', value: randomBytes(32).toString('base64url') }

/** An empty page, the first address of a headed window, before the window is ours. */
export const BLANK_PATH = '/__stand-in/blank'

/** Chromium asks for it by itself, Electron never does: the app's handler is not bothered. */
const FAVICON_PATH = '/favicon.ico'

/** Listens on a random port of 127.0.0.1. @returns the port */
export async function startLoopback(): Promise<number> {
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      console.error(error)
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  server.keepAliveTimeout = 0
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  server.unref()
  return (server.address() as AddressInfo).port // a TCP server's address is never a string
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === BLANK_PATH) {
    response.writeHead(200, { 'content-type': 'text/html' }).end()
    return
  }
  if (request.url === FAVICON_PATH) {
    response.writeHead(404).end()
    return
  }
  const url = toApp(`http://${request.headers.host}${request.url}`)
  const handler = handlers.get(url.slice(0, url.indexOf(':')))
  if (!carriesLaunchCookie(request) || handler === undefined) {
    response.writeHead(403).end()
    return
  }
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  const answer = await handler(toRequest(url, request, gone.signal))
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  if (!answer.body) {
    response.end()
    return
  }
  // fetch's ReadableStream and node:stream/web's are one class with two declarations.
  const body = Readable.fromWeb(answer.body as ReadableStream)
  body.on('error', () => response.destroy())
  response.on('close', () => body.destroy())
  body.pipe(response)
}

function carriesLaunchCookie(request: IncomingMessage): boolean {
  const sent = cookies(request).get(LAUNCH_COOKIE.name) ?? ''
  const [given, wanted] = [Buffer.from(sent), Buffer.from(LAUNCH_COOKIE.value)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function cookies(request: IncomingMessage): Map<string, string> {
  const pairs = (request.headers.cookie ?? '').split('; ').filter((pair) => pair !== '')
  return new Map(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const),
  )
}

/** The request as a protocol handler of Electron would see it: app addresses, no trace of the loopback server. */
function toRequest(url: string, request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value !== 'string' || ['host', 'connection', 'cookie'].includes(name)) continue
    if (name === 'origin') headers.set(name, toApp(`${value}/`).replace(/\/$/, ''))
    else headers.set(name, name === 'referer' ? toApp(value) : value)
  }
  const bodiless = request.method === 'GET' || request.method === 'HEAD'
  const init: RequestInit & { duplex?: 'half' } = {
    signal,
    headers,
    ...(request.method === undefined ? {} : { method: request.method }),
    // The two declarations of ReadableStream again.
    ...(bodiless ? {} : { body: Readable.toWeb(request) as unknown as BodyInit, duplex: 'half' }),
  }
  return new Request(url, init)
}

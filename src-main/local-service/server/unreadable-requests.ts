// Requests that never become one: broken HTTP gets an envelope too.

import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { RequestError } from '@hono/node-server'
import { CONTRACT_VERSION, serviceHeaderNames } from '../../contract/index.ts'
import { newRequestId, refusalResponse, refuse } from './refusal.ts'

const VERSION_HEADER = serviceHeaderNames().version

/** For a request whose line or Host cannot be made an address of, and for what breaks around the application. */
export function answerUnreadable(error: unknown, log: (line: string) => void): Response {
  const isTheirs = error instanceof RequestError
  if (!isTheirs) log(`a request broke: ${error instanceof Error ? error.stack : String(error)}`)
  const { refusal } = isTheirs
    ? refuse('invalid_request', 'The request has no valid host or path')
    : refuse('server_error', 'The service broke on this request')
  const response = refusalResponse(refusal, newRequestId())
  response.headers.set(VERSION_HEADER, CONTRACT_VERSION)
  return response
}

/** For bytes that Node's parser gave up on: there is no response object yet, so the answer is written by hand. */
export async function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): Promise<void> {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const message = `The request is not valid HTTP (${error.code ?? error.message})`
  const { refusal } = refuse('invalid_request', message, { status })
  const body = await refusalResponse(refusal, newRequestId()).text()
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    `${VERSION_HEADER}: ${CONTRACT_VERSION}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

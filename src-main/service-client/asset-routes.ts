// Assets: the upload ticket, and the upload to storage, streamed from disk.
import { randomUUID } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { AssetRequest, ROUTES, UploadTicket } from '../contract/index.ts'
import type { CallOptions } from './account-routes.ts'
import { readBody } from './body-reader.ts'
import type { Connection } from './connection.ts'
import { routeUrl } from './endpoint.ts'
import {
  type FileIdentity,
  failureOfFile,
  identityOf,
  isSameFile,
  LocalFileError,
  openRegularFile,
  problemOf,
} from './local-file.ts'
import { multipartFrame } from './multipart.ts'
import { failed, type ServiceFailure, type ServiceResult } from './result.ts'
import { failureOfStorage } from './storage-failure.ts'
import { judgeLink, sendToStorage } from './storage-link.ts'

/** A ticket this close to its end is not used any more: the upload could start too late. */
const TICKET_MARGIN_MS = 60_000
const READ_BYTES = 64 * 1024
const REFUSAL_MAX_BYTES = 64 * 1024

/** Progress of a transfer in bytes of the file itself. */
export type TransferProgress = { readonly doneBytes: number; readonly totalBytes: number | null }

export type UploadOptions = {
  readonly ticket: UploadTicket
  readonly filePath: string
  /** The plain type that the ticket was asked for. */
  readonly contentType: string
  readonly onProgress?: (progress: TransferProgress) => void
  readonly signal?: AbortSignal
}

export type UploadResult =
  | { readonly ok: true; readonly value: { readonly assetId: string; readonly bytes: number } }
  | { readonly ok: false; readonly error: ServiceFailure }

/**
 * `POST /v3/assets`: a ticket to upload one file of a plain `audio/*` or `video/*` type.
 * A type that is not plain is refused here as the service would.
 */
export async function createAsset(
  connection: Connection,
  contentType: string,
  options: CallOptions = {},
): Promise<ServiceResult<UploadTicket>> {
  const body = AssetRequest.safeParse({ content_type: contentType })
  if (!body.success) {
    return failed({
      kind: 'local_file',
      code: 'content_type_not_plain',
      message: `"${contentType.slice(0, 80)}" is not a plain audio or video type`,
      param: 'content_type',
      bytesMayHaveLeft: false,
    })
  }
  return connection.call({
    method: 'POST',
    url: routeUrl(connection.ports.endpoint, ROUTES.createAsset.path),
    pool: 'writes',
    schema: UploadTicket,
    body: new TextEncoder().encode(JSON.stringify(body.data)),
    ...options,
  })
}

/** Uploads a file by a ticket. One attempt; the key never travels; the file is checked for changes while it is read. */
export async function uploadAsset(connection: Connection, options: UploadOptions): Promise<UploadResult> {
  const { ticket, filePath } = options
  if (connection.serverNowMs() > Date.parse(ticket.upload_expires_at) - TICKET_MARGIN_MS) {
    return failed({
      kind: 'storage',
      code: 'ticket_expired',
      message: 'The time to start this upload is over; ask for a new ticket',
      retryable: true,
      bytesMayHaveLeft: false,
    })
  }
  const reach = await connection.reach()
  const judged = judgeLink(ticket.upload_url, connection.ports.endpoint.baseUrl, connection, reach)
  if (!judged.ok) return judged
  try {
    const file = await openRegularFile(filePath)
    try {
      return await sendFile(connection, options, judged.url, reach, file)
    } finally {
      await file.handle.close()
    }
  } catch (error) {
    return failureOfFile(error, filePath, false)
  }
}

async function sendFile(
  connection: Connection,
  options: UploadOptions,
  url: URL,
  reach: Awaited<ReturnType<Connection['reach']>>,
  file: { readonly handle: FileHandle; readonly identity: FileIdentity },
): Promise<UploadResult> {
  const { ticket, filePath, signal = null } = options
  const totalBytes = file.identity.sizeBytes
  if (totalBytes > ticket.max_bytes) {
    throw new LocalFileError(
      'file_too_large',
      `${filePath} has ${totalBytes} bytes, an upload takes at most ${ticket.max_bytes}; a public link has no such limit`,
    )
  }
  const frame = multipartFrame(ticket.fields, options.contentType, `foleyroom-${randomUUID()}`)
  const sent = await sendToStorage(connection, reach, {
    method: 'POST',
    url,
    headers: {
      'content-type': frame.contentType,
      'content-length': String(frame.head.byteLength + totalBytes + frame.tail.byteLength),
    },
    body: {
      chunks: async function* () {
        yield frame.head
        yield* readUnchanged(file, filePath, options.onProgress)
        yield frame.tail
      },
    },
    signal,
  })
  if (!sent.ok) return sent
  const { response } = sent
  const { startTimer, deadlines } = connection.ports
  const read = await readBody(response.body, {
    maxBytes: REFUSAL_MAX_BYTES,
    deadlineMs: deadlines.bodyMs,
    startTimer,
    signal,
  })
  // Storage may have answered before the whole file was sent.
  response.body.destroy()
  if (response.status >= 200 && response.status < 300) {
    return { ok: true, value: { assetId: ticket.id, bytes: totalBytes } }
  }
  return failureOfStorage('upload', response.status, read.ok ? read.bytes.toString('utf8') : '')
}

/** Reads exactly the bytes that the file had when it was opened, and fails when it changed meanwhile. */
async function* readUnchanged(
  file: { readonly handle: FileHandle; readonly identity: FileIdentity },
  filePath: string,
  onProgress: ((progress: TransferProgress) => void) | undefined,
): AsyncGenerator<Uint8Array> {
  const totalBytes = file.identity.sizeBytes
  let doneBytes = 0
  while (doneBytes < totalBytes) {
    // A new buffer each time: the socket may still hold the last one.
    const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, totalBytes - doneBytes))
    const { bytesRead } = await file.handle
      .read(buffer, 0, buffer.byteLength, doneBytes)
      .catch((error: unknown) => {
        throw problemOf(error, filePath)
      })
    if (bytesRead === 0) break
    doneBytes += bytesRead
    yield buffer.subarray(0, bytesRead)
    onProgress?.({ doneBytes, totalBytes })
  }
  if (doneBytes === totalBytes && isSameFile(file.identity, await identityOf(file.handle))) return
  throw new LocalFileError(
    'file_changed',
    `${filePath} changed while it was uploaded; the upload was stopped`,
  )
}

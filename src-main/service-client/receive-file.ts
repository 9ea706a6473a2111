// Writes the body of a download into its partial file: checked for length, flushed to the disk.
import type { FileHandle } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TransferProgress } from './asset-routes.ts'
import type { StorageAccess } from './downloads/storage-access.ts'
import { failureOfBody } from './failure-messages.ts'
import { createFileWriter } from './file-writer.ts'
import { failureOfFile } from './local-file.ts'
import { failed, type ServiceFailure } from './result.ts'
import type { TransportResponse } from './transport.ts'

/** So much of a body is taken in one turn of the loop: a fast socket hands over MiB after MiB for as long as somebody takes them. */
const TURN_BYTES_MAX = 256 * 1024

export type DownloadOptions = {
  /** The partial file: made when it isn't there, continued when `resumeEtag` allows it. Its name is the caller's matter. */
  readonly toPath: string
  /** Length that the service stated; null when it states none. Anything else is rejected. */
  readonly expectedBytes: number | null
  /** Most bytes that are taken when no length is stated. */
  readonly maxBytes: number
  /** Strong ETag under which the bytes in `toPath` were received. */
  readonly resumeEtag?: string | null
  /** `etag` is what a later resume has to name. */
  readonly onProgress?: (progress: TransferProgress & { readonly etag: string | null }) => void
  readonly signal?: AbortSignal
}

/** What lies in the partial file after a failure, good to be resumed. */
export type PartialFile = { readonly bytes: number; readonly etag: string }

export type DownloadResult =
  | {
      readonly ok: true
      readonly value: {
        readonly bytes: number
        readonly etag: string | null
        readonly isResumed: boolean
        /** Hexadecimal; null where the file was continued, and would have to be read again. */
        readonly sha256: string | null
      }
    }
  | { readonly ok: false; readonly error: ServiceFailure; readonly partial: PartialFile | null }

/**
 * Receives the body of an answer.
 * @param held what of the file is there already and is continued; null starts anew
 */
export async function receiveFile(
  connection: StorageAccess,
  response: TransportResponse,
  options: DownloadOptions,
  handle: FileHandle,
  held: PartialFile | null,
): Promise<DownloadResult> {
  const { headers, body, status } = response
  const { expectedBytes } = options
  const notTheFile = refusalOfHeaders(response)
  if (notTheFile !== null) {
    body.destroy()
    return { ...notTheFile, partial: held }
  }
  const fromBytes = held?.bytes ?? 0
  await handle.truncate(fromBytes)
  const etag = held?.etag ?? strongEtag(headers.etag)
  const statedLength = headers['content-length'] === undefined ? null : Number(headers['content-length'])
  const totalBytes = expectedBytes ?? (statedLength === null ? null : fromBytes + statedLength)
  const limit = expectedBytes ?? options.maxBytes
  let doneBytes = fromBytes
  const writer = createFileWriter(handle, fromBytes)
  const read = await eachChunk(connection, body, options.signal ?? null, async (chunk) => {
    if (doneBytes + chunk.byteLength > limit) return false
    await writer.write(chunk)
    doneBytes += chunk.byteLength
    options.onProgress?.({ doneBytes, totalBytes, etag })
    return true
  })
  // What was taken is written, however the body ended; a failure of the disk is the worse news.
  const ending = await writer.settle().then(
    () => read,
    (error: unknown): Ending => ({ kind: 'write_failed', error }),
  )
  if (writer.isSyncFailed()) await handle.truncate(0)
  const keptBytes = writer.isSyncFailed() ? 0 : writer.writtenBytes()
  const partial = etag === null || keptBytes === 0 ? null : { bytes: keptBytes, etag }
  switch (ending.kind) {
    case 'whole': {
      if (expectedBytes !== null && doneBytes !== expectedBytes) break
      await flush(handle)
      return {
        ok: true,
        value: { bytes: doneBytes, etag, isResumed: fromBytes > 0, sha256: writer.sha256() },
      }
    }
    case 'too_long':
      break
    case 'write_failed':
      return { ...failureOfFile(ending.error, options.toPath, true), partial }
    default:
      return { ...failureOfBody(ending.kind, 'the file store'), partial }
  }
  await handle.truncate(0)
  return { ...lengthMismatch(doneBytes, ending.kind === 'too_long', limit, status), partial: null }
}

/**
 * Brings the file to the disk. What the disk did not take is thrown away before the error is: after a failed fsync the system calls the pages
 * clean, and the next fsync would succeed over nothing.
 */
export async function flush(handle: FileHandle): Promise<void> {
  try {
    await handle.sync()
  } catch (error) {
    await handle.truncate(0)
    throw error
  }
}

/** An ETag that can be named in `If-Range`: strong, quoted, plain (RFC 9110, section 8.8.3). */
export function strongEtag(etag: string | null | undefined): string | null {
  return typeof etag === 'string' && /^"[\x21\x23-\x7e]{1,200}"$/.test(etag) ? etag : null
}

type Ending =
  | { readonly kind: 'whole' | 'too_long' | 'timeout' | 'cut_short' | 'aborted' }
  | { readonly kind: 'write_failed'; readonly error: unknown }

/**
 * Reads a body chunk by chunk with a deadline between chunks, and closes it.
 * @param take writes a chunk; false when it would be too much
 */
async function eachChunk(
  connection: StorageAccess,
  body: IncomingMessage,
  signal: AbortSignal | null,
  take: (chunk: Uint8Array) => Promise<boolean>,
): Promise<Ending> {
  const { startTimer, deadlines } = connection.ports
  let isLate = false
  const onLate = (): void => {
    isLate = true
    body.destroy()
  }
  let ending: Ending | null = null
  let turnBytes = 0
  let cancelTimer = startTimer(deadlines.idleMs, onLate)
  try {
    for await (const chunk of body) {
      cancelTimer()
      // Bodies without an encoding give buffers.
      const bytes = chunk as Buffer
      ending = await take(bytes).then(
        (isTaken): Ending | null => (isTaken ? null : { kind: 'too_long' }),
        (error: unknown): Ending => ({ kind: 'write_failed', error }),
      )
      if (ending !== null) return ending
      turnBytes += bytes.byteLength
      if (turnBytes >= TURN_BYTES_MAX) {
        turnBytes = 0
        await nextTurn()
      }
      cancelTimer = startTimer(deadlines.idleMs, onLate)
    }
  } catch {
    // The socket broke; what it means is told below.
  } finally {
    cancelTimer()
    body.destroy()
  }
  if (signal?.aborted === true) return { kind: 'aborted' }
  if (isLate) return { kind: 'timeout' }
  return { kind: body.complete ? 'whole' : 'cut_short' }
}

/** Whether the headers already say that this is not the file. */
function refusalOfHeaders({ headers, status }: TransportResponse) {
  if (/^\s*text\/html/i.test(headers['content-type'] ?? '')) {
    return failed({
      kind: 'not_the_service',
      code: 'web_page',
      message: 'A web page came instead of the file. If this network wants a sign-in, sign in first',
      retryable: true,
      status,
      bytesMayHaveLeft: true,
    })
  }
  const isPacked = (headers['content-encoding'] ?? 'identity') !== 'identity'
  return isPacked ? failureOfBody('bad_encoding', 'the file store') : null
}

function lengthMismatch(doneBytes: number, isTooLong: boolean, limit: number, status: number) {
  return failed({
    kind: 'storage',
    code: 'length_mismatch',
    message: isTooLong
      ? `The file is longer than the ${limit} bytes that were announced`
      : `The file has ${doneBytes} bytes, ${limit} were announced`,
    retryable: true,
    status,
    bytesMayHaveLeft: true,
  })
}

// Reads the body of an answer whole: bounded in size after decompression, and in time.
import type { IncomingMessage } from 'node:http'
import { createGunzip } from 'node:zlib'
import type { StartTimer } from './timer.ts'

/** Most bytes of a JSON body, counted after decompression. */
export const JSON_MAX_BYTES = 16 * 1024 * 1024

export type ReadBody =
  | { readonly ok: true; readonly bytes: Buffer }
  | {
      readonly ok: false
      readonly reason: 'too_large' | 'cut_short' | 'timeout' | 'bad_encoding' | 'aborted'
    }

export type ReadBodyOptions = {
  readonly maxBytes: number
  /** For the whole body, so that a drip can't hold us. */
  readonly deadlineMs: number
  readonly startTimer: StartTimer
  readonly signal: AbortSignal | null
}

/** Reads a body, gunzipping it when it is gzipped. The socket is closed when anything goes wrong. */
export async function readBody(body: IncomingMessage, options: ReadBodyOptions): Promise<ReadBody> {
  const encoding = (body.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const isGzip = encoding === 'gzip' || encoding === 'x-gzip'
  if (!isGzip && encoding !== 'identity' && encoding !== '') {
    body.destroy()
    return { ok: false, reason: 'bad_encoding' }
  }
  let isLate = false
  const cancelTimer = options.startTimer(options.deadlineMs, () => {
    isLate = true
    body.destroy(new Error('the body took too long'))
  })
  const gunzip = isGzip ? createGunzip() : null
  if (gunzip !== null) {
    body.once('error', (error) => gunzip.destroy(error))
    body.pipe(gunzip)
  }
  try {
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of gunzip ?? body) {
      // Streams without an encoding give buffers.
      const bytes = chunk as Buffer
      length += bytes.length
      if (length > options.maxBytes) return { ok: false, reason: 'too_large' }
      chunks.push(bytes)
    }
    return body.complete ? { ok: true, bytes: Buffer.concat(chunks) } : { ok: false, reason: 'cut_short' }
  } catch (error) {
    if (isLate) return { ok: false, reason: 'timeout' }
    if (options.signal?.aborted === true) return { ok: false, reason: 'aborted' }
    const isZlib = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
    return { ok: false, reason: isZlib && body.complete ? 'bad_encoding' : 'cut_short' }
  } finally {
    cancelTimer()
    gunzip?.destroy()
    // A body that came whole leaves its socket open; any other closes it.
    body.destroy()
  }
}

// Storage downloads: signed links to rendered files, with ranges and validators.

import { createReadStream, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FileRecord } from '../jobs/job-store.ts'
import { parseByteRange } from './byte-range.ts'
import type { ServiceContext, ServiceParts } from './context.ts'
import { answerRefusal } from './guards.ts'
import { filePath } from './job-view.ts'
import { refuse } from './refusal.ts'

/** `GET /storage/files/{id}`: needs no key, the link authorizes itself. */
export function downloadFile({ jobs, links, clock, filesDir }: ServiceParts) {
  return (c: ServiceContext): Response => {
    const id = c.req.param('id') ?? ''
    const expiresMs = Number(c.req.query('expires'))
    const state = links.check(filePath(id), expiresMs, c.req.query('signature') ?? '', clock.now())
    if (state === 'forged') {
      return answerRefusal(c, refuse('forbidden', 'The signature of this link is not valid'))
    }
    const file = jobs.file(id)
    const path = file && join(filesDir, file.name)
    // Before the link's own end: no fresh link opens a file that is gone, so that a retry is not worth it.
    if (!path || !statSync(path, { throwIfNoEntry: false })) {
      return answerRefusal(c, refuse('not_found', 'This file was deleted'))
    }
    if (state === 'expired') {
      const message = 'This link has expired; read the job again for a fresh one'
      return answerRefusal(c, refuse('invalid_request', message, { isRetryable: true }))
    }
    return sendFile(c, file, path)
  }
}

function sendFile(c: ServiceContext, file: FileRecord, path: string): Response {
  const etag = `"${file.sha256}"`
  const headers = {
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-transform',
    'content-type': file.contentType,
    etag,
    'last-modified': new Date(file.createdMs).toUTCString(),
  }
  if (c.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers })
  const range = isRangeWanted(c, etag)
    ? parseByteRange(c.req.header('range'), file.bytes)
    : ({ kind: 'whole' } as const)
  switch (range.kind) {
    case 'whole':
      return new Response(bodyOf(c, path, 0, file.bytes - 1), {
        headers: { ...headers, 'content-length': String(file.bytes) },
      })
    case 'part':
      return new Response(bodyOf(c, path, range.first, range.last), {
        status: 206,
        headers: {
          ...headers,
          'content-length': String(range.last - range.first + 1),
          'content-range': `bytes ${range.first}-${range.last}/${file.bytes}`,
        },
      })
    case 'unsatisfiable': {
      const message = `The range lies outside of the file's ${file.bytes} bytes`
      return answerRefusal(
        c,
        refuse('invalid_request', message, {
          status: 416,
          headers: { 'content-range': `bytes */${file.bytes}` },
        }),
      )
    }
  }
}

/** With `If-Range` a range counts only for the very same bytes (a strong ETag; dates are not taken). */
function isRangeWanted(c: ServiceContext, etag: string): boolean {
  const condition = c.req.header('if-range')
  return condition === undefined || condition === etag
}

function bodyOf(
  c: ServiceContext,
  path: string,
  first: number,
  last: number,
): ReadableStream<Uint8Array> | null {
  if (c.req.method === 'HEAD' || last < first) return null
  // Node's and the DOM's ReadableStream are one class at run time; their types differ in minor members.
  return Readable.toWeb(createReadStream(path, { start: first, end: last })) as ReadableStream<Uint8Array>
}

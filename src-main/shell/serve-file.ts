// Answers a request of the page with a file or a part of it. `net.fetch(file:)` ignores Range in Electron, so it is done here.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { parseByteRange } from './byte-range.ts'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wav': 'audio/wav',
  '.flac': 'audio/flac',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
}

/** 200, 206, 404 or 416. `extra` headers go on every answer. */
export async function serveFile(
  path: string,
  request: Request,
  extra: Readonly<Record<string, string>>,
): Promise<Response> {
  const info = await stat(path).catch(() => null)
  if (!info?.isFile()) return new Response('Not found', { status: 404, headers: extra })
  const headers: Record<string, string> = {
    'content-type': CONTENT_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream',
    'accept-ranges': 'bytes',
    'cache-control': 'no-cache',
    ...extra,
  }
  const range = parseByteRange(request.headers.get('range'), info.size)
  if (range.kind === 'unsatisfiable') {
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'content-range': `bytes */${info.size}` },
    })
  }
  const start = range.kind === 'part' ? range.start : 0
  const end = range.kind === 'part' ? range.end : info.size - 1
  headers['content-length'] = String(end - start + 1)
  if (range.kind === 'part') headers['content-range'] = `bytes ${start}-${end}/${info.size}`
  const status = range.kind === 'part' ? 206 : 200
  if (info.size === 0 || request.method === 'HEAD') return new Response(null, { status, headers })
  // Node's web streams and the DOM's are the same objects under two sets of types.
  const body = Readable.toWeb(createReadStream(path, { start, end })) as unknown as ReadableStream
  return new Response(body, { status, headers })
}

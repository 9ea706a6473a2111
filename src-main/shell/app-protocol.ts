// The app's own origin: the page's files, audio by id with real ranges, peaks by id. Nothing else can be asked for.
import { realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { APP_ORIGIN, MOST_OVERVIEWS, OVERVIEW_BYTES } from '../bridge/contract.ts'
import { CONTENT_SECURITY_POLICY } from './content-security-policy.ts'
import { serveFile } from './serve-file.ts'

/** What stands behind the paths with an id. */
export interface MediaSource {
  /** Absolute path of a sound's file, null for an unknown id or a file that is not there. */
  audioPath(soundId: number): Promise<string | null>
  /** Absolute path of a WAV of the same samples, made now where need be; null where it cannot be. */
  listeningPath(soundId: number): Promise<string | null>
  /** 256 buckets of int8 minimum and maximum; null while they are not computed. */
  overview(soundId: number): Uint8Array | null
  /** The cached peaks file; computed now when it is missing. */
  peaksPath(soundId: number): Promise<string | null>
  /** Absolute path of a registered clip, null for an unknown id or a file that is not there. */
  clipPath(clipId: string): Promise<string | null>
  /** A clip that lies at an address; null for every other id. */
  remoteClip(
    clipId: string,
    request: Request,
    headers: Readonly<Record<string, string>>,
  ): Promise<Response> | null
  /** What is known of the notes of a transcription, as JSON; null for an unknown id. */
  notes(generationId: string): string | null
  /** Absolute path of a transcription's file, null as above. */
  transcriptionFilePath(fileId: number): Promise<string | null>
}

const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}

/** Makes the handler for `protocol.handle`. `pageFolder` holds the built window. */
export function createAppProtocol(options: {
  readonly pageFolder: string
  readonly media: MediaSource
}): (request: Request) => Promise<Response> {
  const { pageFolder, media } = options
  const plain = (status: number, words: string): Response =>
    new Response(words, { status, headers: { ...COMMON_HEADERS, 'content-type': 'text/plain' } })

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'Only reading')
    const url = new URL(request.url)
    if (`${url.protocol}//${url.host}` !== APP_ORIGIN) return plain(404, 'Not found')
    const byId = /^\/(audio|peaks)\/([1-9]\d{0,14})(?:\/(full|wav))?$/.exec(url.pathname)
    if (byId !== null) {
      const [, kind, id, detail] = byId
      const soundId = Number(id)
      if (kind === 'audio' && detail === undefined) {
        const path = await media.audioPath(soundId)
        return path === null ? plain(404, 'Not found') : serveFile(path, request, COMMON_HEADERS)
      }
      if (kind === 'audio' && detail === 'wav') {
        const path = await media.listeningPath(soundId)
        return path === null ? plain(404, 'Not decoded here') : serveFile(path, request, COMMON_HEADERS)
      }
      if (kind === 'peaks' && detail === 'full') {
        const path = await media.peaksPath(soundId)
        return path === null ? plain(404, 'Not computed yet') : serveFile(path, request, COMMON_HEADERS)
      }
      return plain(404, 'Not found')
    }
    const soundIds = /^\/overviews\/([1-9]\d{0,14}(?:,[1-9]\d{0,14})*)$/.exec(url.pathname)?.[1]?.split(',')
    if (soundIds !== undefined) {
      if (soundIds.length > MOST_OVERVIEWS) return plain(400, `At most ${MOST_OVERVIEWS} at once`)
      const headers = { ...COMMON_HEADERS, 'content-type': 'application/octet-stream' }
      return new Response(overviewsOf(soundIds.map(Number), media), { headers })
    }
    const byUuid = /^\/(clip|notes)\/([0-9a-f-]{36})$/.exec(url.pathname)
    if (byUuid !== null) {
      const [, kind, id = ''] = byUuid
      if (kind === 'clip') {
        const remote = media.remoteClip(id, request, COMMON_HEADERS)
        if (remote !== null) return remote
        const path = await media.clipPath(id)
        return path === null ? plain(404, 'Not found') : serveFile(path, request, COMMON_HEADERS)
      }
      const notes = media.notes(id)
      if (notes === null) return plain(404, 'Not found')
      return new Response(notes, { headers: { ...COMMON_HEADERS, 'content-type': 'application/json' } })
    }
    const fileId = /^\/transcription-file\/([1-9]\d{0,14})$/.exec(url.pathname)?.[1]
    if (fileId !== undefined) {
      const path = await media.transcriptionFilePath(Number(fileId))
      return path === null ? plain(404, 'Not found') : serveFile(path, request, COMMON_HEADERS)
    }
    const file = await resolvePageFile(pageFolder, url.pathname)
    if (file === null) return plain(404, 'Not found')
    return serveFile(file, request, {
      ...COMMON_HEADERS,
      'content-security-policy': CONTENT_SECURITY_POLICY,
      // Names of what was built carry a hash of what is in them: Chromium may keep them, and what it compiled of them.
      ...(url.pathname.startsWith('/assets/')
        ? { 'cache-control': 'public, max-age=31536000, immutable' }
        : {}),
    })
  }
}

/** As `overviewsPath` has them. */
function overviewsOf(
  soundIds: readonly number[],
  media: Pick<MediaSource, 'overview'>,
): Uint8Array<ArrayBuffer> {
  const all = soundIds.map((id) => media.overview(id))
  const there = all.filter((each) => each !== null)
  const bytes = new Uint8Array(all.length + there.length * OVERVIEW_BYTES)
  bytes.set(all.map((each) => (each === null ? 0 : 1)))
  for (const [index, each] of there.entries())
    bytes.set(each.subarray(0, OVERVIEW_BYTES), all.length + index * OVERVIEW_BYTES)
  return bytes
}

/**
 * A path of the page to a file below the folder, or null.
 * Escapes are decoded once, then only plain names are let through; a link that leaves the folder is refused as well.
 */
export async function resolvePageFile(folder: string, pathname: string): Promise<string | null> {
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return null
  }
  const names = (decoded === '/' ? '/index.html' : decoded).split('/').slice(1)
  if (names.length === 0 || !names.every((name) => /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(name))) return null
  const root = await realpath(folder).catch(() => null)
  if (root === null) return null
  const path = await realpath(join(root, ...names)).catch(() => null)
  return path?.startsWith(root + sep) ? path : null
}

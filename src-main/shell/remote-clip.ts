// Clips that lie at an address: handed on to the window piece by piece, and looked into for what they say of themselves. Nothing is kept.
import { Readable } from 'node:stream'
import { failed, type Outcome } from '../media/outcome.ts'
import { factsOf, type PictureErrorCode, type PictureFacts } from '../media/picture/clip-facts.ts'
import type { AddressOrigin, PublicFiles } from '../service-client/index.ts'

export type RemoteErrorCode = PictureErrorCode | 'address_unreadable'

export interface RemoteClips {
  /** What its file says of itself, read by ranges. Every failure is a value. */
  facts(address: URL): Promise<Outcome<PictureFacts, RemoteErrorCode>>
  /** Answers the page with the file or a part of it; 502 where the address gives neither. */
  serve(address: URL, request: Request, headers: Readonly<Record<string, string>>): Promise<Response>
}

/** A container tells of itself within this, wherever its list lies; what asks for more is no clip that is shown. */
const MOST_FACTS_BYTES = 64 * 1024 * 1024
const FACTS_LIMIT_MS = 60_000
const RANGE = /^bytes (\d+)-(\d+)\/(\d+)$/

/** Opens the room. `origin` says from where addresses are given now. */
export function createRemoteClips(options: {
  readonly files: PublicFiles
  readonly origin: () => AddressOrigin
  /** An end in so many milliseconds. */
  readonly limit: (ms: number) => AbortSignal
}): RemoteClips {
  const { files, origin, limit } = options

  /** @throws where the address gives no such part */
  async function part(address: URL, start: number, end: number, signal: AbortSignal) {
    const range = `bytes=${start}-${end - 1}`
    const opened = await files.open(address, { range, origin: origin(), signal })
    if (!opened.ok) throw new Unreadable(opened.reason)
    const [, , , total] = RANGE.exec(opened.headers['content-range'] ?? '') ?? []
    if (opened.status !== 206 || total === undefined) {
      opened.body.destroy()
      throw new Unreadable('its server gives whole files only, no parts of them')
    }
    return { totalBytes: Number(total), body: opened.body }
  }

  async function bytesOf(body: Readable, most: number): Promise<Uint8Array> {
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of body) {
      // A stream of bytes in binary mode gives buffers.
      chunks.push(chunk as Buffer)
      bytes += (chunk as Buffer).length
      if (bytes > most) {
        body.destroy()
        throw new Unreadable('its server sends more than was asked for')
      }
    }
    return Buffer.concat(chunks)
  }

  return {
    async facts(address) {
      const { ALL_FORMATS, CustomSource, Input } = await import('mediabunny')
      const signal = limit(FACTS_LIMIT_MS)
      let readBytes = 0
      // What the library says of a failed read is not what failed.
      let why: string | null = null
      const noted = <T>(work: Promise<T>): Promise<T> =>
        work.catch((error: unknown) => {
          why ??= error instanceof Unreadable ? error.message : 'it breaks off'
          throw error
        })
      const source = new CustomSource({
        getSize: () =>
          noted(
            part(address, 0, 1, signal).then(({ totalBytes, body }) => {
              body.destroy()
              return totalBytes
            }),
          ),
        read: (start, end) => {
          readBytes += end - start
          if (readBytes > MOST_FACTS_BYTES)
            return noted(
              Promise.reject(new Unreadable('it does not say what it holds at its beginning or end')),
            )
          return noted(part(address, start, end, signal).then(({ body }) => bytesOf(body, end - start)))
        },
        prefetchProfile: 'network',
      })
      const input = new Input({ source, formats: ALL_FORMATS })
      try {
        const facts = await factsOf(input)
        return why === null ? facts : unreadable(why)
      } catch {
        return unreadable(why ?? 'it breaks off')
      } finally {
        input.dispose()
      }
    },

    async serve(address, request, headers) {
      const range = request.headers.get('range')
      const opened = await files.open(address, {
        range: request.method === 'HEAD' ? 'bytes=0-0' : range,
        origin: origin(),
        signal: request.signal,
      })
      if (!opened.ok) return new Response(null, { status: 502, headers })
      const { 'content-type': told, 'content-range': contentRange, 'content-length': length } = opened.headers
      const passed: Record<string, string> = {
        ...headers,
        'accept-ranges': 'bytes',
        'cache-control': 'no-store',
        // Only ever a video to the page, whatever its server calls it.
        'content-type': told?.startsWith('video/') === true ? told : 'application/octet-stream',
      }
      if (request.method === 'HEAD') {
        opened.body.destroy()
        const total = RANGE.exec(contentRange ?? '')?.[3] ?? (opened.status === 200 ? length : undefined)
        return new Response(null, {
          status: 200,
          headers: total === undefined ? passed : { ...passed, 'content-length': total },
        })
      }
      if (length !== undefined) passed['content-length'] = length
      if (contentRange !== undefined) passed['content-range'] = contentRange
      // Node's web streams and the DOM's are the same objects under two sets of types.
      const body = Readable.toWeb(opened.body) as unknown as ReadableStream
      return new Response(body, { status: opened.status, headers: passed })
    },
  }
}

class Unreadable extends Error {}

const unreadable = (reason: string): Outcome<never, RemoteErrorCode> =>
  failed('address_unreadable', `The app cannot read this address itself: ${reason}.`)

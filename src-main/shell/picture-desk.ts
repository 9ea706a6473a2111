// Hands clips to pages that decode them, one page a piece of work, under paths that nobody can guess and that end with it.
import { APP_ORIGIN } from '../bridge/contract.ts'
import {
  MOST_PART_BYTES,
  type PictureOutcome,
  type PictureWork,
  pictureOutcome,
} from '../decode/picture-port.ts'
import { serveFile } from './serve-file.ts'

/** A page that was opened for one piece of work. */
export interface DecodingPage {
  /** Calls back when the page crashed, did not load or was closed. */
  onGone(watcher: (why: string) => void): void
  close(): void
}

export interface PictureDecoder {
  /**
   * Decodes a clip in a page of its own. `onPart` is awaited before the page makes more.
   * Every failure is an outcome; an abort ends it as `unavailable`.
   */
  decode(
    path: string,
    work: PictureWork,
    onPart: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>,
    signal: AbortSignal,
  ): Promise<PictureOutcome>
}

export interface PictureDesk extends PictureDecoder {
  /** Answers what a decoding page asks for; null for every other request. */
  answer(request: Request): Promise<Response> | null
  /** Ends what runs, and opens no page any more. */
  close(): void
}

/** Where the page lies; its piece of work is named behind the `#`. */
export const DECODER_PAGE = `${APP_ORIGIN}/picture-decoder/index.html`

const FACTS_LIMIT_MS = 30_000
/** Decoding runs many times faster than real time; what does not end in this time hangs. */
const DECODE_LIMIT_MS = 10 * 60_000
const MOST_OUTCOME_BYTES = 16 * 1024
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const

interface Turn {
  readonly path: string
  readonly work: PictureWork
  readonly onPart: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  readonly end: (outcome: PictureOutcome) => void
}

/** `newSecret` makes 32 letters of base64url; `timer` calls back once and gives its cancel. */
export function createPictureDesk(options: {
  readonly openPage: (url: string) => DecodingPage
  readonly newSecret: () => string
  readonly timer: (ms: number, fire: () => void) => () => void
}): PictureDesk {
  const turns = new Map<string, Turn>()
  let isClosed = false

  const decode: PictureDesk['decode'] = (path, work, onPart, signal) => {
    if (isClosed || signal.aborted) return Promise.resolve(unavailable('no picture is decoded any more'))
    return new Promise((resolve) => {
      const secret = options.newSecret()
      const limitMs = work.kind === 'facts' ? FACTS_LIMIT_MS : DECODE_LIMIT_MS
      const end = (outcome: PictureOutcome): void => {
        if (!turns.delete(secret)) return
        cancelLimit()
        signal.removeEventListener('abort', onAbort)
        page.close()
        resolve(outcome)
      }
      const onAbort = (): void => end(unavailable('it was given up'))
      const cancelLimit = options.timer(limitMs, () =>
        end(unavailable(`decoding did not end within ${limitMs / 1000} s`)),
      )
      signal.addEventListener('abort', onAbort)
      turns.set(secret, { path, work, onPart, end })
      const page = options.openPage(`${DECODER_PAGE}#${secret}`)
      page.onGone((why) => end(unavailable(`the decoder stopped: ${why}`)))
    })
  }

  async function reply(request: Request, secret: string, what: string): Promise<Response> {
    const turn = turns.get(secret)
    const isPost = request.method === 'POST'
    if (turn === undefined) return plain(404)
    if (isPost !== (what === 'part' || what === 'end')) return plain(405)
    if (what === 'work') return Response.json(turn.work, { headers: HEADERS })
    if (what === 'file') return serveFile(turn.path, request, HEADERS)
    const bytes = await bodyWithin(request, what === 'part' ? MOST_PART_BYTES : MOST_OUTCOME_BYTES)
    if (bytes === null) return plain(413)
    if (what === 'part') {
      await turn.onPart(bytes)
      // The turn may have ended while its part waited: the page stops.
      return plain(turns.has(secret) ? 204 : 410)
    }
    const outcome = pictureOutcome.safeParse(parseJson(bytes))
    turn.end(outcome.success ? outcome.data : unavailable('the decoder gave an answer that is none'))
    return plain(204)
  }

  return {
    decode,
    answer(request) {
      const url = new URL(request.url)
      if (`${url.protocol}//${url.host}` !== APP_ORIGIN || !url.pathname.startsWith('/picture/')) return null
      const [, secret = '', what = ''] =
        /^\/picture\/([\w-]{32})\/(work|file|part|end)$/.exec(url.pathname) ?? []
      return reply(request, secret, what)
    },
    close() {
      isClosed = true
      for (const turn of [...turns.values()]) turn.end(unavailable('the app is closing'))
    },
  }
}

const plain = (status: number): Response => new Response(null, { status, headers: HEADERS })

const unavailable = (message: string): PictureOutcome => ({ ok: false, problem: 'unavailable', message })

/** The body, read no further than the bound; null where it goes on. */
async function bodyWithin(request: Request, mostBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (request.body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let bytes = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(chunks)
    bytes += value.length
    if (bytes > mostBytes) {
      await reader.cancel()
      return null
    }
    chunks.push(value)
  }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

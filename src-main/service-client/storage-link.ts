// Opens storage links: never with the key, each address judged before it is reached.
import type { Reach } from './address-reach.ts'
import type { StorageAccess } from './downloads/storage-access.ts'
import { failureOfTransport } from './failure-messages.ts'
import { refusalOfLink } from './guarded-lookup.ts'
import { failed, type ServiceResult } from './result.ts'
import type { StreamedBody, TransportResponse } from './transport.ts'

/** Most redirects that a download follows. */
export const MAX_REDIRECTS = 5

type Failed = Extract<ServiceResult<never>, { ok: false }>

/** Parses and judges a link. Relative links are read against `base`. */
export function judgeLink(
  link: string,
  base: string,
  connection: StorageAccess,
  reach: Reach,
): { readonly ok: true; readonly url: URL } | Failed {
  if (!URL.canParse(link, base)) return refusedLink('it is not an address')
  const url = new URL(link, base)
  const refusal = refusalOfLink(url, connection.ports.endpoint.baseUrl, reach)
  return refusal === null ? { ok: true, url } : refusedLink(refusal)
}

/** Opens a download link and follows its redirects by hand, judging each address anew. */
export async function openDownload(
  connection: StorageAccess,
  link: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal | null,
): Promise<{ readonly ok: true; readonly response: TransportResponse; readonly url: URL } | Failed> {
  const reach = await connection.reach()
  let next = { link, base: connection.ports.endpoint.baseUrl }
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const judged = judgeLink(next.link, next.base, connection, reach)
    if (!judged.ok) return judged
    const { url } = judged
    const sent = await sendToStorage(connection, reach, { method: 'GET', url, headers, body: null, signal })
    if (!sent.ok) return sent
    const { response } = sent
    const isRedirect = [301, 302, 303, 307, 308].includes(response.status)
    if (!isRedirect || response.headers.location === undefined) return { ok: true, response, url }
    response.body.destroy()
    next = { link: response.headers.location, base: url.href }
  }
  return failed({
    kind: 'storage',
    code: 'too_many_redirects',
    message: `The download is redirected more than ${MAX_REDIRECTS} times`,
    bytesMayHaveLeft: true,
  })
}

/** Sends one request to storage with nothing in it that identifies the account. */
export async function sendToStorage(
  connection: StorageAccess,
  reach: Reach,
  request: {
    readonly method: 'GET' | 'POST'
    readonly url: URL
    readonly headers: Readonly<Record<string, string>>
    readonly body: StreamedBody | null
    readonly signal: AbortSignal | null
  },
): Promise<{ readonly ok: true; readonly response: TransportResponse } | Failed> {
  const { transport, deadlines, userAgent } = connection.ports
  const sent = await transport.send({
    ...request,
    headers: { 'user-agent': userAgent, 'accept-encoding': 'identity', ...request.headers },
    lookup: connection.storageLookup(request.url, reach),
    deadlines,
    // An idle socket may belong to an address that was judged for another link.
    canReuseSocket: false,
  })
  return sent.ok ? sent : failureOfTransport(sent.failure, request.url)
}

function refusedLink(reason: string): Failed {
  return failed({
    kind: 'refused_address',
    code: 'refused_address',
    message: `The service sends a link that is not opened: ${reason}`,
    bytesMayHaveLeft: false,
  })
}

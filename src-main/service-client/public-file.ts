// Reads a file behind an address that a person gave: redirects by hand, each address judged before it is reached, nothing sent that identifies anybody.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { mayReach, type Reach } from './address-reach.ts'
import { DEFAULT_DEADLINES } from './connection.ts'
import {
  guardedLookup,
  type ResolveName,
  reachOfConnection,
  refusalOfLink,
  resolveBySystem,
} from './guarded-lookup.ts'
import { MAX_REDIRECTS } from './storage-link.ts'
import { createTransport, type Transport } from './transport.ts'

/** From where an address is given: how far inside it may lead. Null: to public addresses alone, encrypted. */
export interface AddressOrigin {
  /** Of the service in use: one on this machine may be given addresses of this machine. */
  readonly baseUrl: string | null
}

export type OpenedFile =
  | {
      readonly ok: true
      readonly status: 200 | 206
      readonly headers: IncomingHttpHeaders
      readonly body: IncomingMessage
    }
  | { readonly ok: false; readonly reason: string }

export interface PublicFiles {
  /**
   * Why an address would not be read by its text alone; null when it would be tried. Names are judged when they resolve.
   */
  refusal(address: URL, origin: AddressOrigin): Promise<string | null>
  /** @param range the header's value, null for all of it. Never throws; the body may break off. */
  open(
    address: URL,
    options: { readonly range: string | null; readonly origin: AddressOrigin; readonly signal: AbortSignal },
  ): Promise<OpenedFile>
  /** Closes idle sockets. */
  close(): void
}

/** Nobody's: what is public is all that it may reach. */
const NOWHERE = 'https://nowhere.invalid'

/** Opens the reader. Nothing is sent. */
export function createPublicFiles({
  userAgent,
  resolve = resolveBySystem,
  transport = createTransport(),
}: {
  readonly userAgent: string
  readonly resolve?: ResolveName
  readonly transport?: Transport
}): PublicFiles {
  const reachOf = ({ baseUrl }: AddressOrigin): Promise<Reach> =>
    baseUrl === null ? Promise.resolve('public') : reachOfConnection(baseUrl, resolve)
  const refusalBy = (url: URL, { baseUrl }: AddressOrigin, reach: Reach): string | null =>
    refusalOfLink(url, baseUrl ?? NOWHERE, reach)

  return {
    refusal: async (address, origin) => refusalBy(address, origin, await reachOf(origin)),
    async open(address, { range, origin, signal }) {
      const reach = await reachOf(origin)
      let url = address
      for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
        const refusal = refusalBy(url, origin, reach)
        if (refusal !== null) return { ok: false, reason: refusal }
        const sent = await transport.send({
          method: 'GET',
          url,
          headers: {
            'user-agent': userAgent,
            'accept-encoding': 'identity',
            ...(range === null ? {} : { range }),
          },
          body: null,
          lookup: guardedLookup(resolve, (target) =>
            url.protocol === 'http:' ? target === 'loopback' : mayReach(target, reach),
          ),
          deadlines: DEFAULT_DEADLINES,
          // An idle socket may belong to an address that was judged for another link.
          canReuseSocket: false,
          signal,
        })
        if (!sent.ok) return { ok: false, reason: `it cannot be reached (${sent.failure.reason})` }
        const { status, headers, body } = sent.response
        if (status === 200 || status === 206) return { ok: true, status, headers, body }
        body.destroy()
        const isRedirect = [301, 302, 303, 307, 308].includes(status)
        if (!isRedirect || headers.location === undefined)
          return { ok: false, reason: `it answers with ${status}` }
        if (!URL.canParse(headers.location, url)) return { ok: false, reason: 'it leads nowhere' }
        url = new URL(headers.location, url)
      }
      return { ok: false, reason: `it is redirected more than ${MAX_REDIRECTS} times` }
    },
    close: () => transport.close(),
  }
}

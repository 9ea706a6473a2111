// Opens an address over HTTP: redirects followed by hand, and where it must be public, at every hop.

import { lookup as lookupName } from 'node:dns'
import { get as getPlain, type IncomingMessage } from 'node:http'
import { get as getSecure } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

export interface OpenUrlOptions {
  /** Whether this machine and its networks may be read too (the sandbox, whose sources are test servers). */
  readonly allowsPrivate: boolean
  readonly signal: AbortSignal
}

export type OpenedUrl =
  | { readonly ok: true; readonly body: IncomingMessage; readonly contentType: string | null }
  | { readonly ok: false; readonly reason: string }

const MAX_REDIRECTS = 5

/**
 * Loopback, private, link-local, shared, multicast and reserved ranges (IANA special-purpose registries).
 * IPv4 written as IPv6 (::ffff:…) is judged by the rules of IPv4.
 */
const NOT_PUBLIC = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['::', 96], // unspecified, loopback, the old form of IPv4
  ['64:ff9b::', 96], // the same by NAT64
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv6')
}

/** Whether an IP address lies in the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && !NOT_PUBLIC.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** The body behind an address, not yet read. The name is resolved once for each hop, and the address that was judged is the one that is used. */
export async function openUrl(address: string, options: OpenUrlOptions): Promise<OpenedUrl> {
  let url = new URL(address)
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return refused(`it leads to ${url.protocol}`)
    const literal = url.hostname.replace(/^\[(.*)\]$/, '$1')
    if (!options.allowsPrivate && isIP(literal) !== 0 && !isPublicAddress(literal)) {
      return refused(`${literal} is no public address`)
    }
    const response = await request(url, options)
    const { statusCode = 0, headers } = response
    if (statusCode === 200) return { ok: true, body: response, contentType: headers['content-type'] ?? null }
    response.destroy()
    if (statusCode < 300 || statusCode > 399 || !headers.location) return refused(`it answered ${statusCode}`)
    if (!URL.canParse(headers.location, url)) return refused('it leads nowhere')
    url = new URL(headers.location, url)
  }
  return refused(`it redirects more than ${MAX_REDIRECTS} times`)
}

function request(url: URL, { allowsPrivate, signal }: OpenUrlOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const get = url.protocol === 'https:' ? getSecure : getPlain
    const headers = { 'accept-encoding': 'identity', 'user-agent': 'foleyroom-local-service' }
    get(
      url,
      { headers, signal, agent: false, ...(!allowsPrivate && { lookup: lookupPublic }) },
      resolve,
    ).once('error', reject)
  })
}

/** Resolves a name, and fails where any of its addresses is not public: then there is nothing to rebind to. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookupName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    const inside = addresses.find(({ address }) => !isPublicAddress(address))
    if (inside)
      return callback(new Error(`${hostname} is at ${inside.address}, which is no public address`), [])
    const first = addresses[0]
    if (options.all || !first) return callback(null, addresses)
    return callback(null, first.address, first.family)
  })
}

function refused(reason: string): OpenedUrl {
  return { ok: false, reason }
}

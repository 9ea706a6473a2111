// DNS resolution that refuses addresses which a URL must not reach, so that a name can't rebind past the check.
import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { literalAddress, mayReach, type Reach, reachOfAddress } from './address-reach.ts'

/** Resolves a name to all its addresses; rejects with the resolver's own error. */
export type ResolveName = (hostname: string) => Promise<readonly LookupAddress[]>

/** A name or address that was refused; carried through node's own error path. */
export class RefusedAddressError extends Error {
  readonly code = 'ERR_REFUSED_ADDRESS'
}

/** The system's resolver. */
export function resolveBySystem(hostname: string): Promise<readonly LookupAddress[]> {
  return new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true, order: 'verbatim' }, (error, addresses) => {
      if (error === null) resolve(addresses)
      else reject(error)
    })
  })
}

/** A `lookup` for node's sockets: every address of the name must pass, else the connection is refused. */
export function guardedLookup(resolve: ResolveName, isAllowed: (reach: Reach) => boolean): LookupFunction {
  return (hostname: string, options: LookupOptions, callback) => {
    const settle = (addresses: readonly LookupAddress[]): void => {
      const refused = addresses.find(({ address }) => !isAllowed(reachOfAddress(address)))
      const wanted = addresses.filter(({ family }) => matchesFamily(family, options.family))
      const first = wanted[0]
      if (refused !== undefined) {
        callback(new RefusedAddressError(`${hostname} resolves to ${refused.address}`), '', 0)
      } else if (first === undefined) {
        callback(Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' }), '', 0)
      } else if (options.all === true) {
        callback(null, [...wanted])
      } else {
        callback(null, first.address, first.family)
      }
    }
    resolve(hostname).then(settle, (error: NodeJS.ErrnoException) => callback(error, '', 0))
  }
}

/**
 * The reach of the connection itself: the innermost address of its host.
 * A host that does not resolve counts as public, the strictest for what its links may reach.
 */
export async function reachOfConnection(baseUrl: string, resolve: ResolveName): Promise<Reach> {
  const url = new URL(baseUrl)
  const literal = literalAddress(url)
  if (literal !== null) return reachOfAddress(literal)
  const addresses = await resolve(url.hostname).catch(() => [])
  const reaches = addresses.map(({ address }) => reachOfAddress(address))
  const inner: readonly Reach[] = ['loopback', 'link-local', 'private']
  // All addresses must agree before a link may reach inside: one public address keeps the connection public.
  return inner.find((reach) => reaches.length > 0 && reaches.every((each) => each === reach)) ?? 'public'
}

/**
 * Whether a storage link may be opened at all, judged by its URL alone (names are judged again when they resolve).
 * @returns why not, or null when it may
 */
export function refusalOfLink(url: URL, baseUrl: string, connection: Reach): string | null {
  if (url.username !== '' || url.password !== '') return 'it holds a user name'
  const literal = literalAddress(url)
  const isPlain = url.protocol === 'http:'
  if (url.protocol !== 'https:' && !isPlain) return `it begins with ${url.protocol}`
  if (isPlain && !(connection === 'loopback' && new URL(baseUrl).protocol === 'http:')) {
    return 'it is not encrypted (http:)'
  }
  if (literal !== null && !mayReach(reachOfAddress(literal), connection)) return `it leads to ${literal}`
  if (isPlain && literal !== null && reachOfAddress(literal) !== 'loopback')
    return 'it is not encrypted (http:)'
  return null
}

function matchesFamily(family: number, wanted: LookupOptions['family']): boolean {
  if (wanted === 4 || wanted === 'IPv4') return family === 4
  if (wanted === 6 || wanted === 'IPv6') return family === 6
  return true
}

// How far inside an address reaches (public, private, loopback …), and which reach a link may have.
import { BlockList, isIP } from 'node:net'

/** Kinds of network address. `forbidden` is never a place to fetch from (unspecified, multicast, reserved). */
export type Reach = 'public' | 'private' | 'link-local' | 'loopback' | 'forbidden'

type Subnet = readonly [network: string, bits: number]

// RFC 6890 and RFC 4291. IPv4-mapped IPv6 addresses are matched by BlockList itself.
const LOOPBACK = blockList([['127.0.0.0', 8]], [['::1', 128]])
const LINK_LOCAL = blockList([['169.254.0.0', 16]], [['fe80::', 10]])
const PRIVATE = blockList(
  [
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['100.64.0.0', 10],
  ],
  [['fc00::', 7]],
)
const FORBIDDEN = blockList(
  [
    ['0.0.0.0', 8],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ],
  [
    ['::', 128],
    ['ff00::', 8],
  ],
)

/** Reach of a numeric address; anything that isn't one is forbidden. */
export function reachOfAddress(address: string): Reach {
  const family = isIP(address)
  if (family === 0) return 'forbidden'
  const type = family === 4 ? 'ipv4' : 'ipv6'
  if (LOOPBACK.check(address, type)) return 'loopback'
  if (LINK_LOCAL.check(address, type)) return 'link-local'
  if (PRIVATE.check(address, type)) return 'private'
  return FORBIDDEN.check(address, type) ? 'forbidden' : 'public'
}

/** Numeric address of a URL's host, or null when the host is a name. */
export function literalAddress(url: URL): string | null {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(host) === 0 ? null : host
}

/**
 * Whether a link may reach this far inside: never further than the connection itself.
 * A public service may send us to public addresses only, one in a private network also to its neighbours,
 * one on this machine also to this machine. Link-local needs a link-local connection.
 */
export function mayReach(target: Reach, connection: Reach): boolean {
  switch (target) {
    case 'public':
      return true
    case 'private':
      return connection !== 'public' && connection !== 'forbidden'
    case 'loopback':
    case 'link-local':
      return connection === target
    case 'forbidden':
      return false
  }
}

function blockList(v4: readonly Subnet[], v6: readonly Subnet[]): BlockList {
  const list = new BlockList()
  for (const [network, bits] of v4) list.addSubnet(network, bits, 'ipv4')
  for (const [network, bits] of v6) list.addSubnet(network, bits, 'ipv6')
  return list
}

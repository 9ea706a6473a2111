// What reaching storage takes: sockets, deadlines, and a judgement of each address. Nothing of it knows the key.
import type { LookupFunction } from 'node:net'
import { mayReach, type Reach } from '../address-reach.ts'
import type { ConnectionPorts } from '../connection.ts'
import { guardedLookup, type ResolveName, reachOfConnection } from '../guarded-lookup.ts'

export type StorageAccess = {
  readonly ports: Pick<ConnectionPorts, 'transport' | 'startTimer' | 'deadlines' | 'userAgent'> & {
    readonly endpoint: { readonly baseUrl: string }
  }
  /** How far inside the network the connection's own host lies. */
  readonly reach: () => Promise<Reach>
  /** A lookup that lets a storage link reach no further inside than the connection, and unencrypted only this machine. */
  readonly storageLookup: (url: URL, connectionReach: Reach) => LookupFunction
}

/** How links of the connection at `baseUrl` are judged. */
export function judgementOfLinks(
  baseUrl: string,
  resolve: ResolveName,
): Pick<StorageAccess, 'reach' | 'storageLookup'> {
  return {
    // Asked each time: a machine moves between networks.
    reach: () => reachOfConnection(baseUrl, resolve),
    storageLookup: (url, connectionReach) =>
      guardedLookup(resolve, (target) =>
        url.protocol === 'http:' ? target === 'loopback' : mayReach(target, connectionReach),
      ),
  }
}

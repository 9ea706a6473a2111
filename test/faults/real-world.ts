// What a process of a test that runs in real time gives the app: the system's clocks and timers, and a keychain that holds one key.
import type { KeytarLike } from '../../src-main/connections/keychain.ts'
import type { VirtualTime } from './virtual-time.ts'

/** The system's own time. `jumpedMs`: by how much both clocks stand ahead of it. */
export const realTime = (
  jumpedMs: () => number = () => 0,
): Pick<VirtualTime, 'now' | 'monotonicMs' | 'timer'> => ({
  now: () => Date.now() + jumpedMs(),
  monotonicMs: () => performance.now() + jumpedMs(),
  timer(ms, fire) {
    const handle = setTimeout(fire, ms)
    return () => clearTimeout(handle)
  },
})

/** A keychain that answers with this key for every connection, and keeps no other. */
export const keychainOf = (apiKey: string): KeytarLike => ({
  getPassword: async () => apiKey,
  setPassword: async () => {},
  deletePassword: async () => true,
})

// The `protocol` module: registers the app's schemes and their handlers.
import type * as E from 'electron'
import { runningCdp } from '../browser/browser.ts'
import { handlers, type ProtocolHandler, schemes } from '../browser/schemes.ts'
import { notOffered } from '../not-offered.ts'

export const protocol = {
  /** @throws once Chromium runs: its resolver rules are fixed then, as Electron's schemes are */
  registerSchemesAsPrivileged(list: E.CustomScheme[]): void {
    if (runningCdp()) {
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    }
    for (const { scheme, privileges } of list) {
      if (!privileges?.standard) notOffered(`the scheme '${scheme}': only standard schemes`)
      schemes.set(scheme, privileges)
    }
  },
  handle(scheme: string, handler: ProtocolHandler): void {
    if (handlers.has(scheme)) throw new Error(`The scheme '${scheme}' is handled already`)
    if (!schemes.has(scheme)) notOffered(`a handler for '${scheme}': register the scheme as privileged first`)
    handlers.set(scheme, handler)
  },
  unhandle(scheme: string): void {
    handlers.delete(scheme)
  },
  isProtocolHandled: (scheme: string): boolean => handlers.has(scheme),
} satisfies Pick<E.Protocol, 'registerSchemesAsPrivileged' | 'handle' | 'unhandle' | 'isProtocolHandled'>

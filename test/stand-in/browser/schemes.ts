// The app's schemes: who handles them, and how `app://host/path` and Chromium's `http://host.app.localhost/path` translate.
import type * as E from 'electron'

export type ProtocolHandler = (request: Request) => Response | Promise<Response>

export const schemes = new Map<string, E.Privileges>()
export const handlers = new Map<string, ProtocolHandler>()

/** Chromium's address of an app URL: *.localhost is a secure context. Other addresses come back as they are. */
export function toChromium(url: string): string {
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i.exec(url)
  if (!match || !schemes.has(match[1]!)) return url
  return `http://${match[2]}.${match[1]}.localhost${match[3] || '/'}`
}

/** The app's URL of an address of Chromium's; other addresses come back as they are. */
export function toApp(url: string): string {
  const match = /^http:\/\/([^/?#]+)\.([a-z0-9+-]+)\.localhost(\/.*|$)/.exec(url)
  if (!match || !schemes.has(match[2]!)) return url
  return `${match[2]}://${match[1]}${match[3]}`
}

/** Origin as Electron shows it: `app://host`, or what URL says of other schemes ('null' for about:blank). */
export function originOf(url: string): string {
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(url)
  if (match && schemes.has(match[1]!)) return match[0]
  return URL.canParse(url) ? new URL(url).origin : 'null'
}

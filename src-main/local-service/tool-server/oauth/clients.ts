// What may register as an OAuth client, and where its sign-ins may lead back to (pure).

import {
  OAuthClientInformationFullSchema,
  OAuthClientMetadataSchema,
} from '@modelcontextprotocol/sdk/shared/auth.js'
import { z } from 'zod'

/** Longest list of addresses, and longest address, that a registration may carry. */
const REDIRECT_URIS_MAX = 16
const REDIRECT_URI_MAX_CHARS = 2000
const NAME_MAX_CHARS = 200

/** What a client says about itself (RFC 7591), within the bounds of this service. */
export const ClientRegistration = OAuthClientMetadataSchema.extend({
  redirect_uris: z
    .array(
      z.string().max(REDIRECT_URI_MAX_CHARS).refine(isSafeRedirect, {
        message:
          'must be an https address, an http address of 127.0.0.1, localhost or [::1], or an app’s own scheme, without a fragment',
      }),
    )
    .min(1)
    .max(REDIRECT_URIS_MAX),
  client_name: z.string().max(NAME_MAX_CHARS).optional(),
})
export type ClientRegistration = z.infer<typeof ClientRegistration>

/** A registered client. It has no secret: PKCE proves that who redeems a code is who asked for it. */
export const OAuthClient = OAuthClientInformationFullSchema
export type OAuthClient = z.infer<typeof OAuthClient>

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])
/** Schemes that a browser would run or open as a document of its own. */
const UNSAFE_SCHEMES: ReadonlySet<string> = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'file:',
  'blob:',
  'about:',
])

/** Whether a code may be sent there: not over a network in clear, not into a script. */
export function isSafeRedirect(uri: string): boolean {
  if (!URL.canParse(uri)) return false
  const url = new URL(uri)
  if (uri.includes('#') || UNSAFE_SCHEMES.has(url.protocol)) return false
  return url.protocol !== 'http:' || LOOPBACK_NAMES.has(url.hostname)
}

/** Whether a registered address covers the asked one: the same text, or the same but for the port of a loopback address (RFC 8252 §7.3). */
export function coversRedirect(registered: string, asked: string): boolean {
  if (registered === asked) return true
  if (!URL.canParse(asked)) return false
  const [a, b] = [new URL(registered), new URL(asked)]
  if (a.protocol !== 'http:' || !LOOPBACK_NAMES.has(a.hostname) || b.hash !== '') return false
  a.port = ''
  b.port = ''
  return a.href === b.href
}

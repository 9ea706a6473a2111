// A service, or a debug page in its place, may say our own key back: it is hidden before an answer is looked at, kept or logged.
import type { IncomingHttpHeaders } from 'node:http'

/** Shorter keys are words that occur anywhere: hiding those would break answers. */
const SHORTEST_KEY = 8
/** One byte a character, as the answers are still bytes. */
const HIDDEN = '***'

/** The bytes without the key; the very same where it does not occur. */
export function bytesWithoutKey(bytes: Buffer, apiKey: string): Buffer {
  if (apiKey.length < SHORTEST_KEY || !bytes.includes(apiKey)) return bytes
  // Latin-1 keeps every byte what it is.
  return Buffer.from(bytes.toString('latin1').replaceAll(apiKey, HIDDEN), 'latin1')
}

/** The headers without the key in any of their values. */
export function headersWithoutKey(headers: IncomingHttpHeaders, apiKey: string): IncomingHttpHeaders {
  if (apiKey.length < SHORTEST_KEY) return headers
  const hide = (value: string): string => value.replaceAll(apiKey, HIDDEN)
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(hide) : value === undefined ? undefined : hide(value),
    ]),
  )
}

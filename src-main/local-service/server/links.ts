// Temporary links that authorize themselves: an HMAC over what they open and until when.

import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'

/** Links live for minutes; a read of the job issues fresh ones. */
export const LINK_LIFETIME_MS = 15 * 60_000

export type LinkState = 'valid' | 'expired' | 'forged'

export interface LinkSigner {
  /** The path with the query that opens it until then. */
  sign(path: string, expiresMs: number): string
  /** Whether `signature` was made here for this path and expiry, and whether it still holds. */
  check(path: string, expiresMs: number, signature: string, nowMs: number): LinkState
}

/** Signs with one secret; links signed with another are forged. */
export function createLinkSigner(secret: Buffer): LinkSigner {
  const key = createSecretKey(secret)
  const signatureOf = (path: string, expiresMs: number) =>
    createHmac('sha256', key).update(`${path}\n${expiresMs}`).digest()
  return {
    sign(path, expiresMs) {
      return `${path}?expires=${expiresMs}&signature=${signatureOf(path, expiresMs).toString('base64url')}`
    },
    check(path, expiresMs, signature, nowMs) {
      const expected = signatureOf(path, expiresMs)
      const given = Buffer.from(signature, 'base64url')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged'
      return nowMs < expiresMs ? 'valid' : 'expired'
    },
  }
}

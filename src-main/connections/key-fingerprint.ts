// Tells a key that is given again from another one, without keeping it: what was sent with a key can only be read with that very key.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const BYTES = 32
/** scrypt as Node has it by default (N 16384, r 8, p 1): some 50 ms a guess, off the main thread. Source: RFC 7914. */
const derive = promisify<string, Buffer, number, Buffer>(scrypt)

/** Salt and hash in hex, with a colon between. */
export async function fingerprintOf(apiKey: string): Promise<string> {
  const salt = randomBytes(16)
  return `${salt.toString('hex')}:${(await derive(apiKey, salt, BYTES)).toString('hex')}`
}

/** Whether the fingerprint is that of this key. */
export async function isFingerprintOf(fingerprint: string, apiKey: string): Promise<boolean> {
  const [salt = '', hash = ''] = fingerprint.split(':')
  const expected = Buffer.from(hash, 'hex')
  return (
    expected.length === BYTES &&
    timingSafeEqual(expected, await derive(apiKey, Buffer.from(salt, 'hex'), BYTES))
  )
}

// TLS that fails verification: closed, named, and the key stays here.
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { TEST_KEY, testClient } from './support/test-client.ts'
import { UNTRUSTED_CERTIFICATE, UNTRUSTED_CERTIFICATE_KEY } from './support/untrusted-certificate.ts'

afterEach(() => {
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
})

test.each([undefined, '0'])(
  'a certificate that nobody trusts is refused although NODE_TLS_REJECT_UNAUTHORIZED is %s',
  async (setting) => {
    if (setting !== undefined) process.env.NODE_TLS_REJECT_UNAUTHORIZED = setting
    const decrypted: Buffer[] = []
    const ended = Promise.withResolvers<void>()
    const server = createServer({ cert: UNTRUSTED_CERTIFICATE, key: UNTRUSTED_CERTIFICATE_KEY }, (socket) => {
      socket.on('data', (data) => decrypted.push(data))
      socket.on('error', () => {})
    })
    server.on('connection', (socket) => socket.once('close', () => ended.resolve()))
    server.on('tlsClientError', () => {})
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // A server that listens on TCP has an address with a port.
    const { port } = server.address() as AddressInfo
    const client = testClient(`https://127.0.0.1:${port}`)

    const result = await client.create('text-to-sfx', new TextEncoder().encode('{}'), { idempotencyKey: 'k' })
    await ended.promise
    server.close()

    expect(result).toMatchObject({
      ok: false,
      error: { kind: 'offline', code: 'tls_failed', retryable: false, bytesMayHaveLeft: false },
    })
    if (!result.ok) expect(result.error.message).toContain('DEPTH_ZERO_SELF_SIGNED_CERT')
    expect(Buffer.concat(decrypted).toString()).not.toContain(TEST_KEY)
    expect(decrypted).toEqual([])
  },
)

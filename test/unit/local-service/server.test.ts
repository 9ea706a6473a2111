// Pure parts of the service's server: ranges, rate pools, links, upload policies, forms, the fault registry.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkPolicy, policyFields } from '../../../src-main/local-service/server/assets/upload-policy.ts'
import { parseByteRange } from '../../../src-main/local-service/server/byte-range.ts'
import { createLinkSigner } from '../../../src-main/local-service/server/links.ts'
import {
  boundaryOf,
  formParts,
  MalformedMultipart,
} from '../../../src-main/local-service/server/multipart.ts'
import { createRatePools } from '../../../src-main/local-service/server/rate-pools.ts'
import { createFaultRegistry } from '../../../src-main/local-service/server/sandbox/faults.ts'

describe('parseByteRange', () => {
  test.each([
    [undefined, { kind: 'whole' }],
    ['bytes=0-', { kind: 'part', first: 0, last: 99 }],
    ['bytes=5-5', { kind: 'part', first: 5, last: 5 }],
    ['bytes=90-500', { kind: 'part', first: 90, last: 99 }],
    ['bytes=-10', { kind: 'part', first: 90, last: 99 }],
    ['bytes=-500', { kind: 'part', first: 0, last: 99 }],
    ['bytes=100-', { kind: 'unsatisfiable' }],
    ['bytes=-0', { kind: 'unsatisfiable' }],
    ['bytes=9-5', { kind: 'whole' }],
    ['bytes=0-1,5-6', { kind: 'whole' }],
    ['bytes=-', { kind: 'whole' }],
    ['items=0-1', { kind: 'whole' }],
  ])('%s of 100 bytes', (header, expected) => {
    expect(parseByteRange(header, 100)).toEqual(expected)
  })
})

describe('createRatePools', () => {
  const policy = { burst: 2, requests: 60, windowSeconds: 60 }
  const pools = () => createRatePools({ reads: policy, writes: policy, generations: policy })

  test('counts down from the burst, refuses, refills continuously', () => {
    const rates = pools()
    expect(rates.take('k', 'reads', 0)).toMatchObject({ isAllowed: true, remaining: 1, resetSeconds: 1 })
    expect(rates.take('k', 'reads', 0)).toMatchObject({ isAllowed: true, remaining: 0, resetSeconds: 2 })
    expect(rates.take('k', 'reads', 0)).toMatchObject({ isAllowed: false, remaining: 0, retrySeconds: 1 })
    expect(rates.take('k', 'reads', 999).isAllowed).toBe(false)
    expect(rates.take('k', 'reads', 1000).isAllowed).toBe(true)
    expect(rates.take('k', 'reads', 60_000)).toMatchObject({ remaining: 1, resetSeconds: 1 })
  })

  test('keys and pools do not share a bucket, and a clock that steps back takes nothing', () => {
    const rates = pools()
    rates.take('k', 'reads', 5000)
    rates.take('k', 'reads', 5000)
    expect(rates.take('k', 'writes', 5000).remaining).toBe(1)
    expect(rates.take('other', 'reads', 5000).remaining).toBe(1)
    expect(rates.take('k', 'writes', 0).remaining).toBe(0)
  })
})

describe('createLinkSigner', () => {
  test('a link holds until its time and for its path alone', () => {
    const links = createLinkSigner(Buffer.from('secret'))
    const url = new URL(links.sign('/f/1', 1000), 'http://x')
    const signature = url.searchParams.get('signature') ?? ''
    expect(links.check('/f/1', 1000, signature, 999)).toBe('valid')
    expect(links.check('/f/1', 1000, signature, 1000)).toBe('expired')
    expect(links.check('/f/2', 1000, signature, 999)).toBe('forged')
    expect(links.check('/f/1', 1001, signature, 999)).toBe('forged')
    expect(links.check('/f/1', Number.NaN, '', 999)).toBe('forged')
    expect(createLinkSigner(Buffer.from('other')).check('/f/1', 1000, signature, 999)).toBe('forged')
  })
})

describe('checkPolicy', () => {
  const secret = Buffer.from('secret')
  const policy = {
    assetId: '00000000-0000-4000-8000-000000000000',
    contentType: 'audio/wav',
    maxBytes: 10,
    expiresMs: 100,
  }
  const fields = new Map(Object.entries(policyFields(policy, secret)))

  test('keeps what was signed until its time', () => {
    expect(checkPolicy(fields, secret, 99)).toEqual({ kind: 'kept', policy })
    expect(checkPolicy(fields, secret, 100)).toEqual({ kind: 'expired' })
  })

  test('sees every field that was edited, dropped or added', () => {
    for (const name of fields.keys()) {
      expect(checkPolicy(new Map([...fields, [name, 'x']]), secret, 0).kind).toBe('edited')
      expect(checkPolicy(new Map([...fields].filter(([key]) => key !== name)), secret, 0).kind).toBe('edited')
    }
    expect(checkPolicy(new Map([...fields, ['acl', 'public']]), secret, 0).kind).toBe('edited')
    expect(checkPolicy(fields, Buffer.from('other'), 0).kind).toBe('edited')
  })
})

describe('formParts', () => {
  async function* inSlices(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }

  async function read(bytes: Buffer, boundary: string, size: number): Promise<(readonly [string, string])[]> {
    const parts: (readonly [string, string])[] = []
    for await (const part of formParts(inSlices(bytes, size), boundary)) {
      const chunks: Buffer[] = []
      for await (const chunk of part.body) chunks.push(Buffer.from(chunk))
      parts.push([part.name, Buffer.concat(chunks).toString('latin1')])
    }
    return parts
  }

  test('reads what a form was written from, however the stream is cut', async () => {
    const text = fc.string({ unit: fc.constantFrom('\r', '\n', '-', 'b', 'x', '"', ' '), maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('key', 'policy', 'file'), text), { maxLength: 5 }),
        fc.integer({ min: 1, max: 40 }),
        async (entries, size) => {
          const boundary = 'bxbx'
          fc.pre(!entries.some(([, value]) => `\r\n${value}`.includes(`\r\n--${boundary}`)))
          const body = entries
            .map(
              ([name, value]) =>
                `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
            )
            .join('')
          expect(await read(Buffer.from(`${body}--${boundary}--\r\n`), boundary, size)).toEqual(entries)
        },
      ),
    )
  })

  test('a body that ends early, or a part without a name, is malformed', async () => {
    const cases = [
      '',
      '--b',
      '--b\r\n',
      '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nvalue',
      '--b\r\n\r\nvalue\r\n--b--',
      '--b?',
      `--b\r\n${'x'.repeat(20_000)}`,
    ]
    for (const body of cases)
      await expect(read(Buffer.from(body), 'b', 7)).rejects.toThrow(MalformedMultipart)
  })

  test('boundaryOf reads the boundary of multipart/form-data alone', () => {
    expect(boundaryOf('multipart/form-data; boundary=abc')).toBe('abc')
    expect(boundaryOf('Multipart/Form-Data; charset=utf-8; boundary="a b"')).toBe('a b')
    for (const type of [undefined, '', 'multipart/mixed; boundary=a', 'multipart/form-data', 'text/plain']) {
      expect(boundaryOf(type)).toBeNull()
    }
  })
})

describe('createFaultRegistry', () => {
  const fault = { kind: 'stall' } as const

  test('matches by method and path: exact, by wildcard, by segment, or everything below', () => {
    const cases = [
      [{}, 'GET', '/anything', true],
      [{ method: 'get' }, 'GET', '/a', true],
      [{ method: 'POST' }, 'GET', '/a', false],
      [{ path: '/a' }, 'GET', '/a', true],
      [{ path: '/a' }, 'GET', '/a/b', false],
      [{ path: '/a/{id}' }, 'GET', '/a/b', true],
      [{ path: '/a/{id}' }, 'GET', '/a/b/c', false],
      [{ path: '/a/*' }, 'GET', '/a/b/c', true],
      [{ path: '/a/' }, 'GET', '/a/b/c', true],
      [{ path: '/a.b' }, 'GET', '/aXb', false],
    ] as const
    for (const [match, method, path, expected] of cases) {
      const faults = createFaultRegistry()
      faults.add({ match, fault })
      expect({ match, path, hit: faults.takeForRequest(method, path) !== null }).toEqual({
        match,
        path,
        hit: expected,
      })
    }
  })

  test('strikes as often as it was told, the first match first', () => {
    const faults = createFaultRegistry()
    faults.add({ match: {}, fault: { kind: 'slow' }, times: 1 })
    faults.add({ match: {}, fault, times: 2 })
    const kinds = Array.from({ length: 4 }, () => faults.takeForRequest('GET', '/')?.kind)
    expect(kinds).toEqual(['slow', 'stall', 'stall', undefined])
    expect(faults.list()).toEqual([])
  })

  test('a fault of jobs strikes jobs of its family, and no request', () => {
    const faults = createFaultRegistry()
    faults.add({ match: { family: 'extend' }, fault: { kind: 'failed', retryable: false }, times: 1 })
    expect(faults.takeForRequest('POST', '/v3/extend/edits')).toBeNull()
    expect(faults.takeForJob('text-to-sfx')).toEqual([])
    expect(faults.takeForJob('extend')).toEqual([{ kind: 'failed', variantIndex: null, isRetryable: false }])
    expect(faults.takeForJob('extend')).toEqual([])
  })
})

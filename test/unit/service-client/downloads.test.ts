// Downloads into real files from real servers on loopback.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rm, symlink, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { problemOf } from '../../../src-main/service-client/local-file.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'
import { type SeenRequest, serve } from './support/loopback-server.ts'
import { TEST_KEY, testClient } from './support/test-client.ts'

let folder = ''
let toPath = ''
beforeEach(async () => {
  folder = makeTemporaryFolder('download')
  toPath = join(folder, 'a.wav.part')
})
afterEach(async () => {
  await rm(folder, { recursive: true })
})

const file = Buffer.from(Array.from({ length: 500_000 }, (_, index) => (index * 17) % 256))
const whole = { expectedBytes: file.byteLength, maxBytes: 1_000_000 }

/** Serves the file as storage does: ETag, Range and If-Range. */
function serveFile(request: SeenRequest, response: ServerResponse, etag = '"v1"'): void {
  const start = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1]
  const isRange = start !== undefined && request.headers['if-range'] === etag
  const from = isRange ? Number(start) : 0
  response.writeHead(isRange ? 206 : 200, {
    etag,
    'content-type': 'audio/wav',
    'content-length': file.byteLength - from,
    ...(isRange ? { 'content-range': `bytes ${from}-${file.byteLength - 1}/${file.byteLength}` } : {}),
  })
  response.end(file.subarray(from))
}

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

describe('a download', () => {
  test('brings the file whole, without the key, and tells its progress', async () => {
    const server = await serve((request, response) => serveFile(request, response))
    const seen: number[] = []
    const result = await testClient(server.baseUrl).downloadFile(`${server.baseUrl}/f?sig=1`, {
      ...whole,
      toPath,
      onProgress: ({ doneBytes, totalBytes, etag }) => {
        expect([totalBytes, etag]).toEqual([file.byteLength, '"v1"'])
        seen.push(doneBytes)
      },
    })
    expect(result).toEqual({
      ok: true,
      value: { bytes: file.byteLength, etag: '"v1"', isResumed: false, sha256: sha256Of(file) },
    })
    expect((await readFile(toPath)).equals(file)).toBe(true)
    expect(seen.at(-1)).toBe(file.byteLength)
    expect(server.seen[0]?.headers.authorization).toBeUndefined()
    expect(server.seen[0]?.headers['accept-encoding']).toBe('identity')
    expect(JSON.stringify(server.seen[0])).not.toContain(TEST_KEY)
  })

  test('throws away what a longer file left in its place', async () => {
    const server = await serve((request, response) => serveFile(request, response))
    await writeFile(toPath, Buffer.alloc(900_000, 1))
    await testClient(server.baseUrl).downloadFile(`${server.baseUrl}/f`, { ...whole, toPath })
    expect((await readFile(toPath)).equals(file)).toBe(true)
  })

  test('takes a file of unstated length up to its bound', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'audio/midi' })
      response.end(file)
    })
    const client = testClient(server.baseUrl)
    const link = `${server.baseUrl}/f`
    expect(await client.downloadFile(link, { toPath, expectedBytes: null, maxBytes: 500_000 })).toMatchObject(
      {
        ok: true,
        value: { bytes: 500_000, etag: null },
      },
    )
    expect(await client.downloadFile(link, { toPath, expectedBytes: null, maxBytes: 499_999 })).toMatchObject(
      {
        ok: false,
        error: { code: 'length_mismatch' },
        partial: null,
      },
    )
  })

  test.each([
    ['shorter', file.byteLength + 1],
    ['longer', file.byteLength - 1],
  ])('of a file %s than stated is rejected and its bytes are thrown away', async (_name, expectedBytes) => {
    const server = await serve((request, response) => serveFile(request, response))
    const result = await testClient(server.baseUrl).downloadFile(`${server.baseUrl}/f`, {
      toPath,
      expectedBytes,
      maxBytes: 1_000_000,
    })
    expect(result).toMatchObject({
      ok: false,
      error: { kind: 'storage', code: 'length_mismatch', retryable: true },
      partial: null,
    })
    expect(await readFile(toPath)).toHaveLength(0)
  })

  test.each([
    [400, 'link_expired', true],
    [403, 'link_expired', true],
    [404, 'file_gone', false],
    [410, 'file_gone', false],
    [503, 'storage_unavailable', true],
    [429, 'storage_unavailable', true],
    [204, 'storage_unexpected', false],
  ])('that storage answers with %i is %s', async (status, code, retryable) => {
    const server = await serve((_request, response) => {
      response.writeHead(status).end()
    })
    const result = await testClient(server.baseUrl).downloadFile(`${server.baseUrl}/f`, { ...whole, toPath })
    expect(result).toMatchObject({ ok: false, error: { kind: 'storage', code, status, retryable } })
  })

  test('of a web page or a packed file is not taken for the file', async () => {
    let headers: Record<string, string> = { 'content-type': 'text/html; charset=utf-8' }
    const server = await serve((_request, response) => {
      response.writeHead(200, headers).end('<html>')
    })
    const client = testClient(server.baseUrl)
    const link = `${server.baseUrl}/f`
    expect(await client.downloadFile(link, { ...whole, toPath })).toMatchObject({
      error: { code: 'web_page' },
    })
    headers = { 'content-type': 'audio/wav', 'content-encoding': 'gzip' }
    expect(await client.downloadFile(link, { ...whole, toPath })).toMatchObject({
      error: { kind: 'malformed' },
    })
  })
})

describe('a broken download', () => {
  /** Sends 200,000 bytes of the announced file and cuts the connection. */
  function cutShort(response: ServerResponse, etag: string | null): void {
    response.writeHead(200, {
      'content-type': 'audio/wav',
      'content-length': file.byteLength,
      ...(etag === null ? {} : { etag }),
    })
    response.write(file.subarray(0, 200_000), () => setImmediate(() => response.destroy()))
  }

  test('says what can be resumed, and is resumed by range', async () => {
    let isFirst = true
    const server = await serve((request, response) => {
      if (isFirst) cutShort(response, '"v1"')
      else serveFile(request, response)
      isFirst = false
    })
    const client = testClient(server.baseUrl)
    const broken = await client.downloadFile(`${server.baseUrl}/f`, { ...whole, toPath })
    if (broken.ok || broken.partial === null) throw new Error('it should have broken with a part')
    expect(broken.error).toMatchObject({ kind: 'offline', code: 'answer_cut_short', retryable: true })
    expect(broken.partial.etag).toBe('"v1"')
    expect(broken.partial.bytes).toBe((await readFile(toPath)).byteLength)

    const resumed = await client.downloadFile(`${server.baseUrl}/fresh`, {
      ...whole,
      toPath,
      resumeEtag: broken.partial.etag,
    })
    expect(resumed).toEqual({
      ok: true,
      value: { bytes: file.byteLength, etag: '"v1"', isResumed: true, sha256: null },
    })
    expect(server.seen[1]?.headers).toMatchObject({
      range: `bytes=${broken.partial.bytes}-`,
      'if-range': '"v1"',
    })
    expect((await readFile(toPath)).equals(file)).toBe(true)
  })

  test.each([null, 'W/"weak"', 'unquoted'])('with the ETag %s can not be resumed', async (etag) => {
    const server = await serve((_request, response) => cutShort(response, etag))
    const result = await testClient(server.baseUrl).downloadFile(`${server.baseUrl}/f`, { ...whole, toPath })
    expect(result).toMatchObject({ ok: false, partial: null })
  })

  test.each([
    [
      'answers 200 to the range',
      (request: SeenRequest, response: ServerResponse) => serveFile(request, response, '"v2"'),
    ],
    [
      'answers 206 of another ETag',
      (request: SeenRequest, response: ServerResponse) => {
        if (request.headers.range === undefined) return serveFile(request, response, '"v2"')
        response.writeHead(206, { etag: '"v2"', 'content-range': 'bytes 1000-499999/500000' })
        response.end(file.subarray(1000))
      },
    ],
    [
      'answers another range than was asked for',
      (request: SeenRequest, response: ServerResponse) => {
        if (request.headers.range === undefined) return serveFile(request, response, '"v2"')
        response.writeHead(206, { etag: '"v1"', 'content-range': 'bytes 0-499999/500000' })
        response.end(file)
      },
    ],
    [
      'says that the range is not there',
      (request: SeenRequest, response: ServerResponse) => {
        if (request.headers.range === undefined) return serveFile(request, response, '"v2"')
        response.writeHead(416).end()
      },
    ],
  ])('starts anew when storage %s', async (_name, answer) => {
    const server = await serve(answer)
    await writeFile(toPath, Buffer.alloc(1000, 9))
    const result = await testClient(server.baseUrl).downloadFile(`${server.baseUrl}/f`, {
      ...whole,
      toPath,
      resumeEtag: '"v1"',
    })
    expect(result).toEqual({
      ok: true,
      value: { bytes: file.byteLength, etag: '"v2"', isResumed: false, sha256: sha256Of(file) },
    })
    expect((await readFile(toPath)).equals(file)).toBe(true)
  })

  test('keeps its part when the link has expired', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(403).end()
    })
    await writeFile(toPath, file.subarray(0, 1000))
    const result = await testClient(server.baseUrl).downloadFile(`${server.baseUrl}/f`, {
      ...whole,
      toPath,
      resumeEtag: '"v1"',
    })
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'link_expired' },
      partial: { bytes: 1000, etag: '"v1"' },
    })
    expect(await readFile(toPath)).toHaveLength(1000)
  })

  test('that had all its bytes asks for nothing more', async () => {
    const server = await serve((request, response) => serveFile(request, response))
    await writeFile(toPath, file)
    const result = await testClient(server.baseUrl).downloadFile(`${server.baseUrl}/f`, {
      ...whole,
      toPath,
      resumeEtag: '"v1"',
    })
    expect(result).toMatchObject({ ok: true, value: { isResumed: true } })
    expect(server.seen).toHaveLength(0)
  })

  test('can be cancelled, and keeps its part', async () => {
    const abort = new AbortController()
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': file.byteLength, etag: '"v1"' })
      response.write(file.subarray(0, 1000))
    })
    const result = await testClient(server.baseUrl).downloadFile(`${server.baseUrl}/f`, {
      ...whole,
      toPath,
      signal: abort.signal,
      onProgress: () => abort.abort(),
    })
    expect(result).toMatchObject({
      ok: false,
      error: { kind: 'aborted' },
      partial: { bytes: 1000, etag: '"v1"' },
    })
  })

  test('that stalls ends with a deadline, and keeps its part', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': file.byteLength, etag: '"v1"' })
      response.write(file.subarray(0, 1000))
    })
    const client = testClient(server.baseUrl)
    const result = await client.downloadFile(`${server.baseUrl}/f`, {
      ...whole,
      toPath,
      // The next timer starts after this, so it is fired a turn later.
      onProgress: () => setImmediate(client.timers.fire),
    })
    expect(result).toMatchObject({
      ok: false,
      error: { kind: 'timeout', code: 'body_timeout' },
      partial: { bytes: 1000 },
    })
  })
})

describe('the disk', () => {
  test.each([
    ['ENOSPC', 'disk_full'],
    ['EDQUOT', 'disk_full'],
    ['EROFS', 'folder_read_only'],
    ['EACCES', 'file_forbidden'],
    ['EIO', 'disk_error'],
    ['ELOOP', 'file_link_loop'],
    ['EXDEV', 'file_unusable'],
  ])('that fails with %s is %s', (system, code) => {
    const problem = problemOf(Object.assign(new Error('no'), { code: system }), toPath)
    expect(problem.code).toBe(code)
    expect(problem.message).toContain(toPath)
  })

  test('that takes no bytes makes no sound', async () => {
    const server = await serve((request, response) => serveFile(request, response))
    const result = await testClient(server.baseUrl).downloadFile(`${server.baseUrl}/f`, {
      ...whole,
      toPath: '/dev/full',
    })
    expect(result).toMatchObject({ ok: false, error: { kind: 'local_file' } })
  })

  test('that has no such folder is named before anything is asked for', async () => {
    const server = await serve((request, response) => serveFile(request, response))
    const result = await testClient(server.baseUrl).downloadFile(`${server.baseUrl}/f`, {
      ...whole,
      toPath: join(folder, 'nowhere', 'a.part'),
    })
    expect(result).toMatchObject({ ok: false, error: { kind: 'local_file', code: 'file_missing' } })
    expect(server.seen).toHaveLength(0)
  })

  test('is not written through a link laid in place of the partial file', async () => {
    const server = await serve((request, response) => serveFile(request, response))
    const target = join(folder, 'precious')
    await writeFile(target, 'precious')
    await symlink(target, toPath)
    const result = await testClient(server.baseUrl).downloadFile(`${server.baseUrl}/f`, { ...whole, toPath })
    expect(result).toMatchObject({ ok: false, error: { kind: 'local_file', code: 'file_link_loop' } })
    expect(await readFile(target, 'utf8')).toBe('precious')
  })
})

describe('redirects', () => {
  test('are followed to storage without key and cookies', async () => {
    const storage = await serve((request, response) => serveFile(request, response))
    const server = await serve((_request, response) => {
      response.writeHead(302, { location: `${storage.baseUrl}/f?sig=2`, 'set-cookie': 'a=b' }).end()
    })
    const result = await testClient(server.baseUrl).downloadFile(`${server.baseUrl}/f`, { ...whole, toPath })
    expect(result).toMatchObject({ ok: true })
    expect(storage.seen[0]?.headers.cookie).toBeUndefined()
    expect(
      JSON.stringify([server.seen, storage.seen].map((all) => all.map(({ headers }) => headers))),
    ).not.toContain(TEST_KEY)
  })

  test('are followed five times and not six', async () => {
    const server = await serve((request, response) => {
      const left = Number(request.path.slice(1))
      if (left === 0) serveFile(request, response)
      else response.writeHead(307, { location: `/${left - 1}` }).end()
    })
    const client = testClient(server.baseUrl)
    expect(await client.downloadFile(`${server.baseUrl}/5`, { ...whole, toPath })).toMatchObject({ ok: true })
    expect(await client.downloadFile(`${server.baseUrl}/6`, { ...whole, toPath })).toMatchObject({
      ok: false,
      error: { kind: 'storage', code: 'too_many_redirects' },
    })
    expect(server.seen).toHaveLength(12)
  })

  test.each([
    'file:///etc/passwd',
    'http://93.184.216.34/x',
    'https://169.254.169.254/x',
    'https://user@a.example/',
    'http://[',
  ])('to %s are refused', async (location) => {
    const server = await serve((_request, response) => {
      response.writeHead(302, { location }).end()
    })
    const result = await testClient(server.baseUrl).downloadFile(`${server.baseUrl}/f`, { ...whole, toPath })
    expect(result).toMatchObject({ ok: false, error: { kind: 'refused_address' } })
  })
})

describe('names', () => {
  const publicAddress = [{ address: '93.184.216.34', family: 4 }]

  test.each([
    ['this machine', '127.0.0.1', 4],
    ['this machine in IPv6', '::1', 6],
    ['a mapped address', '::ffff:127.0.0.1', 6],
    ['the metadata service', '169.254.169.254', 4],
    ['the private network', '192.168.1.1', 4],
  ])('that resolve to %s are refused for a hosted service', async (_name, address, family) => {
    const server = await serve((request, response) => serveFile(request, response))
    const client = testClient('https://service.example', {
      resolve: async (hostname) =>
        hostname === 'service.example' ? publicAddress : [...publicAddress, { address, family }],
    })
    const link = `https://rebind.example:${server.port}/f`
    const result = await client.downloadFile(link, { ...whole, toPath })
    expect(result).toMatchObject({ ok: false, error: { kind: 'refused_address', bytesMayHaveLeft: false } })
    expect(server.seen).toHaveLength(0)
  })

  test('of a local service reach this machine, unencrypted names elsewhere do not', async () => {
    const server = await serve((request, response) => serveFile(request, response))
    const client = testClient(server.baseUrl, {
      resolve: async (hostname) =>
        hostname === 'localhost' ? [{ address: '127.0.0.1', family: 4 }] : publicAddress,
    })
    const own = await client.downloadFile(`http://localhost:${server.port}/f`, { ...whole, toPath })
    expect(own).toMatchObject({ ok: true })
    const elsewhere = await client.downloadFile('http://storage.example/f', { ...whole, toPath })
    expect(elsewhere).toMatchObject({ ok: false, error: { kind: 'refused_address' } })
  })
})

test('a refused link leaves no sound behind', async () => {
  const client = testClient('https://service.example', { resolve: async () => [] })
  await client.downloadFile('file:///etc/passwd', { ...whole, toPath })
  expect(existsSync(toPath) ? await readFile(toPath) : Buffer.alloc(0)).toHaveLength(0)
})

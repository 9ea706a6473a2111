// Uploads from real files to a real storage endpoint on loopback.
import { execFileSync } from 'node:child_process'
import { appendFileSync, truncateSync } from 'node:fs'
import { rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { UploadTicket } from '../../../src-main/contract/index.ts'
import { multipartFrame } from '../../../src-main/service-client/multipart.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'
import { sendError, sendJson, serve, serveRaw } from './support/loopback-server.ts'
import { NOW_MS, TEST_KEY, testClient } from './support/test-client.ts'

let folder = ''
beforeEach(async () => {
  folder = makeTemporaryFolder('upload')
})
afterEach(async () => {
  await rm(folder, { recursive: true })
})

function ticketFor(uploadUrl: string, overrides: Partial<UploadTicket> = {}): UploadTicket {
  return {
    id: '3f0e5c52-6f1c-4f7e-9d3e-0d6f5f7b0a11',
    upload_url: uploadUrl,
    upload_expires_at: new Date(NOW_MS + 3_600_000).toISOString(),
    max_bytes: 10_000_000,
    fields: { key: 'uploads/1', 'Content-Type': 'audio/wav', policy: 'cG9saWN5' },
    ...overrides,
  }
}

async function fileOf(bytes: Uint8Array, name = 'take.wav'): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

const contentType = 'audio/wav'

describe('a ticket', () => {
  test('is asked for with a plain type', async () => {
    const server = await serve((_request, response) =>
      sendJson(response, 201, ticketFor('https://s.example/')),
    )
    const client = testClient(server.baseUrl)
    expect(await client.createAsset('audio/wav')).toMatchObject({ ok: true, meta: { status: 201 } })
    expect(JSON.parse(server.seen[0]?.body.toString() ?? '')).toEqual({ content_type: 'audio/wav' })
  })

  test.each([
    '',
    'audio/',
    'text/plain',
    'audio/wav; codecs=1',
    'video/mp4;charset=utf-8',
    'audio/wav\r\nx: y',
  ])('is not asked for with %j', async (type) => {
    const server = await serve((_request, response) => sendJson(response, 201, {}))
    const result = await testClient(server.baseUrl).createAsset(type)
    expect(result).toMatchObject({ ok: false, error: { code: 'content_type_not_plain' } })
    expect(server.seen).toHaveLength(0)
  })

  test('in its last minute by the clock of the service is not used any more', async () => {
    const server = await serve((_request, response) =>
      sendError(response, 404, { code: 'not_found' }, { date: new Date(NOW_MS + 3_541_000).toUTCString() }),
    )
    const client = testClient(server.baseUrl)
    await client.getAccount()
    const filePath = await fileOf(Buffer.alloc(10))
    const result = await client.uploadAsset({
      ticket: ticketFor(`${server.baseUrl}/s`),
      filePath,
      contentType,
    })
    expect(result).toMatchObject({ ok: false, error: { code: 'ticket_expired', bytesMayHaveLeft: false } })
    expect(server.seen).toHaveLength(1)
  })
})

describe('an upload', () => {
  test('sends every field first, the file last, byte for byte, without the key', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(204).end()
    })
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 31) % 256))
    const filePath = await fileOf(bytes)
    const progress: number[] = []
    const result = await testClient(server.baseUrl).uploadAsset({
      ticket: ticketFor(`${server.baseUrl}/storage`),
      filePath,
      contentType,
      onProgress: ({ doneBytes, totalBytes }) => {
        expect(totalBytes).toBe(300_000)
        progress.push(doneBytes)
      },
    })
    expect(result).toEqual({ ok: true, value: { assetId: ticketFor('').id, bytes: 300_000 } })
    const [request] = server.seen
    if (request === undefined) throw new Error('nothing came')
    expect(request.headers.authorization).toBeUndefined()
    expect(request.headers['service-version']).toBeUndefined()
    expect(JSON.stringify(request.headers)).not.toContain(TEST_KEY)
    expect(Number(request.headers['content-length'])).toBe(request.body.byteLength)
    expect(request.headers['transfer-encoding']).toBeUndefined()

    const form = await new Response(new Uint8Array(request.body), {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData()
    expect([...form.keys()]).toEqual(['key', 'Content-Type', 'policy', 'file'])
    const file = form.get('file')
    if (!(file instanceof Blob)) throw new Error('no file came')
    expect(file.type).toBe('audio/wav')
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true)
    expect(progress).toEqual([65_536, 131_072, 196_608, 262_144, 300_000])
  })

  test.each([
    [400, '<Error><Code>EntityTooLarge</Code></Error>', 'upload_refused', false],
    [403, '<Error><Code>AccessDenied</Code></Error>', 'upload_forbidden', false],
    [503, '', 'storage_unavailable', true],
    [307, '', 'upload_refused', false],
  ])('that storage refuses with %i is named', async (status, text, code, retryable) => {
    const server = await serve((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/xml' }).end(text)
    })
    const filePath = await fileOf(Buffer.alloc(100_000))
    const result = await testClient(server.baseUrl).uploadAsset({
      ticket: ticketFor(`${server.baseUrl}/s`),
      filePath,
      contentType,
    })
    expect(result).toMatchObject({ ok: false, error: { kind: 'storage', code, status, retryable } })
    expect(server.seen).toHaveLength(1)
  })

  test('that storage answers before it has read the file ends at once', async () => {
    const server = await serveRaw((socket) => {
      socket.write('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n')
    })
    const filePath = await fileOf(Buffer.alloc(30_000_000))
    const result = await testClient(server.baseUrl).uploadAsset({
      ticket: ticketFor(`${server.baseUrl}/s`, { max_bytes: 40_000_000 }),
      filePath,
      contentType,
    })
    expect(result).toMatchObject({ ok: false, error: { code: 'upload_forbidden' } })
  })

  test('can be cancelled', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(204).end()
    })
    const abort = new AbortController()
    const filePath = await fileOf(Buffer.alloc(5_000_000))
    const result = await testClient(server.baseUrl).uploadAsset({
      ticket: ticketFor(`${server.baseUrl}/s`),
      filePath,
      contentType,
      signal: abort.signal,
      onProgress: ({ doneBytes }) => {
        if (doneBytes > 1_000_000) abort.abort()
      },
    })
    expect(result).toMatchObject({ ok: false, error: { kind: 'aborted' } })
  })

  test('stops with a deadline when storage takes no more', async () => {
    const server = await serveRaw((socket) => socket.pause())
    const client = testClient(server.baseUrl)
    const filePath = await fileOf(Buffer.alloc(50_000_000))
    const result = await client.uploadAsset({
      ticket: ticketFor(`${server.baseUrl}/s`, { max_bytes: 60_000_000 }),
      filePath,
      contentType,
      // Storage reads nothing, so most of the file is still here when the deadline passes.
      onProgress: client.timers.fire,
    })
    expect(result).toMatchObject({ ok: false, error: { kind: 'timeout', code: 'send_timeout' } })
  })
})

describe('a file', () => {
  test.each([
    ['grows', (path: string) => appendFileSync(path, 'more')],
    ['shrinks', (path: string) => truncateSync(path, 200_000)],
  ])('that %s while it is uploaded stops the upload', async (_name, change) => {
    const server = await serve((_request, response) => {
      response.writeHead(204).end()
    })
    const filePath = await fileOf(Buffer.alloc(3_000_000))
    let isChanged = false
    const result = await testClient(server.baseUrl).uploadAsset({
      ticket: ticketFor(`${server.baseUrl}/s`),
      filePath,
      contentType,
      onProgress: () => {
        if (!isChanged) change(filePath)
        isChanged = true
      },
    })
    expect(result).toMatchObject({ ok: false, error: { kind: 'local_file', code: 'file_changed' } })
  })

  test('that is empty, missing, a folder, a link to itself or a FIFO is named before anything is sent', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(204).end()
    })
    const client = testClient(server.baseUrl)
    await symlink(join(folder, 'loop'), join(folder, 'loop'))
    execFileSync('mkfifo', [join(folder, 'fifo')])
    const codeOf = async (filePath: string) => {
      const result = await client.uploadAsset({
        ticket: ticketFor(`${server.baseUrl}/s`),
        filePath,
        contentType,
      })
      return result.ok ? 'sent' : result.error.code
    }
    expect(await codeOf(await fileOf(Buffer.alloc(0), 'empty.wav'))).toBe('file_empty')
    expect(await codeOf(join(folder, 'nowhere.wav'))).toBe('file_missing')
    expect(await codeOf(folder)).toBe('not_a_file')
    expect(await codeOf(join(folder, 'loop'))).toBe('file_link_loop')
    expect(await codeOf(join(folder, 'fifo'))).toBe('not_a_file')
    expect(server.seen).toHaveLength(0)
  })

  test('that is larger than the ticket allows is not sent', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(204).end()
    })
    const filePath = await fileOf(Buffer.alloc(101))
    const ticket = ticketFor(`${server.baseUrl}/s`, { max_bytes: 100 })
    const result = await testClient(server.baseUrl).uploadAsset({ ticket, filePath, contentType })
    expect(result).toMatchObject({ ok: false, error: { code: 'file_too_large', bytesMayHaveLeft: false } })
    expect(server.seen).toHaveLength(0)
  })
})

test.each(['http://storage.example/', 'https://127.0.0.1/', 'file:///tmp/x', 'nonsense://'])(
  'an upload address %s of a hosted service is refused',
  async (uploadUrl) => {
    const client = testClient('https://service.example', {
      resolve: async () => [{ address: '93.184.216.34', family: 4 }],
    })
    const filePath = await fileOf(Buffer.alloc(10))
    const result = await client.uploadAsset({ ticket: ticketFor(uploadUrl), filePath, contentType })
    expect(result).toMatchObject({ ok: false, error: { kind: 'refused_address', bytesMayHaveLeft: false } })
  },
)

test('field names and values of any kind come through a multipart parser whole', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((value) => !/[\r\n]/.test(value))
  await fc.assert(
    fc.asyncProperty(fc.dictionary(text, text, { maxKeys: 5 }), async (fields) => {
      const frame = multipartFrame(fields, 'audio/wav', 'boundary-5b1f')
      const body = Buffer.concat([frame.head, Buffer.from('bytes'), frame.tail])
      const form = await new Response(new Uint8Array(body), {
        headers: { 'content-type': frame.contentType },
      }).formData()
      const names = Object.keys(fields)
      expect([...form.keys()]).toEqual([...names, 'file'])
      for (const name of names) expect(form.getAll(name)).toContain(fields[name])
    }),
    { numRuns: 50 },
  )
})

// Files behind addresses that a person gave: what is reached, what is refused (FAULTS 70, 71), and what of it the window gets.
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPublicFiles } from '../../../src-main/service-client/index.ts'
import { createRemoteClips } from '../../../src-main/shell/remote-clip.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'

const folder = makeTemporaryFolder('address')
let clip: Buffer
let server: Server
let base: string
const seen: string[] = []

beforeAll(async () => {
  const path = join(folder, 'clip.webm')
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=s=160x90:r=25:d=2', '-c:v', 'libvpx-vp9'],
    ...['-deadline', 'realtime', path],
  ])
  clip = readFileSync(path)
  server = createServer((request, response) => {
    seen.push(`${request.url} ${request.headers.range ?? ''}`.trim())
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
    if (request.url === '/to-loop') return void response.writeHead(302, { location: '/to-loop' }).end()
    if (request.url === '/to-file')
      return void response.writeHead(302, { location: 'file:///etc/passwd' }).end()
    if (request.url === '/to-clip') return void response.writeHead(302, { location: '/clip.webm' }).end()
    if (request.url === '/gone.webm') return void response.writeHead(404).end()
    if (range === null || request.url === '/whole.webm')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(clip)
    const start = Number(range[1])
    const end = range[2] === '' ? clip.length - 1 : Math.min(clip.length - 1, Number(range[2]))
    response.writeHead(206, {
      'content-type': 'video/webm',
      'content-range': `bytes ${start}-${end}/${clip.length}`,
      'content-length': end - start + 1,
    })
    response.end(clip.subarray(start, end + 1))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of its own.
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const signal = new AbortController().signal
const files = createPublicFiles({ userAgent: 'test' })
afterAll(() => files.close())
/** As with a service on this very machine. */
const here = () => ({ baseUrl: base })
const clips = createRemoteClips({ files, origin: here, limit: () => signal })

describe('an address', () => {
  it.each([
    ['http://example.com/a.mp4', 'it is not encrypted (http:)'],
    ['https://127.0.0.1/a.mp4', 'it leads to 127.0.0.1'],
    ['https://[::1]/a.mp4', 'it leads to ::1'],
    ['https://10.1.2.3/a.mp4', 'it leads to 10.1.2.3'],
    ['https://169.254.169.254/latest/meta-data', 'it leads to 169.254.169.254'],
    ['https://me:word@example.com/a.mp4', 'it holds a user name'],
    ['file:///etc/passwd', 'it begins with file:'],
    ['ftp://example.com/a.mp4', 'it begins with ftp:'],
  ])('%s is not used with a public service or the built-in engine', async (address, why) => {
    expect(await files.refusal(new URL(address), { baseUrl: null })).toBe(why)
    expect(await files.refusal(new URL(address), { baseUrl: 'https://203.0.113.5' })).toBe(why)
    const opened = await files.open(new URL(address), { range: null, origin: { baseUrl: null }, signal })
    expect(opened).toEqual({ ok: false, reason: why })
  })

  it('whose name leads inside is refused when it is resolved', async () => {
    const rebound = createPublicFiles({
      userAgent: 'test',
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    const opened = await rebound.open(new URL('https://public.example/a.mp4'), {
      range: null,
      origin: { baseUrl: null },
      signal,
    })
    expect(opened.ok).toBe(false)
    rebound.close()
  })

  it.each([
    ['/to-file', 'it begins with file:'],
    ['/to-loop', 'it is redirected more than 5 times'],
    ['/gone.webm', 'it answers with 404'],
  ])('%s is left where it leads', async (path, reason) => {
    seen.length = 0
    const opened = await files.open(new URL(path, base), { range: null, origin: here(), signal })
    expect(opened).toEqual({ ok: false, reason })
    expect(seen.length).toBeLessThanOrEqual(6)
  })
})

describe('a clip at an address', () => {
  it.each(['/clip.webm', '/to-clip'])('tells of itself by parts: %s', async (path) => {
    expect(await clips.facts(new URL(path, base))).toMatchObject({
      ok: true,
      value: { durationMs: 2000, width: 160, height: 90, framesPerSecond: 25, hasAudio: false, codec: 'vp9' },
    })
  })

  it.each([
    ['/gone.webm', 'it answers with 404'],
    ['/whole.webm', 'its server gives whole files only, no parts of them'],
  ])('%s is named as what the app cannot read', async (path, why) => {
    expect(await clips.facts(new URL(path, base))).toEqual({
      ok: false,
      error: {
        code: 'address_unreadable',
        message: `The app cannot read this address itself: ${why}.`,
        retryable: false,
      },
    })
  })

  it('is handed to the page by the parts that it asks for, never as a page', async () => {
    const ask = (path: string, init?: RequestInit) =>
      clips.serve(new URL(path, base), new Request('app://foleyroom/clip/1', init), { 'x-mark': '1' })
    const part = await ask('/clip.webm', { headers: { range: 'bytes=10-19' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${clip.length}`)
    expect(part.headers.get('x-mark')).toBe('1')
    expect(Buffer.from(await part.arrayBuffer())).toEqual(clip.subarray(10, 20))
    const whole = await ask('/whole.webm')
    expect(whole.status).toBe(200)
    expect(whole.headers.get('content-type')).toBe('application/octet-stream')
    await whole.body?.cancel()
    const head = await ask('/clip.webm', { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(clip.length))
    expect((await ask('/gone.webm')).status).toBe(502)
  })
})

// The app's own origin: only the page's files, only ids, real ranges, nothing by path.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APP_ORIGIN } from '../../../src-main/bridge/contract.ts'
import { createAppProtocol, resolvePageFile } from '../../../src-main/shell/app-protocol.ts'
import { CONTENT_SECURITY_POLICY } from '../../../src-main/shell/content-security-policy.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'

const CLIP = 'c1d4a527-2c1e-4a52-9a6a-2b8a7a1f0c11'

let root: string
let page: string
let handle: (request: Request) => Promise<Response>
const get = (path: string, init?: RequestInit) => handle(new Request(`${APP_ORIGIN}${path}`, init))

beforeAll(() => {
  root = makeTemporaryFolder('page')
  page = join(root, 'page')
  mkdirSync(join(page, 'assets'), { recursive: true })
  writeFileSync(join(page, 'index.html'), '<!doctype html>')
  writeFileSync(join(page, 'assets/index-a1.js'), 'export {}')
  writeFileSync(join(root, 'secret.txt'), 'secret')
  writeFileSync(join(root, 'sound.wav'), '0123456789')
  symlinkSync(join(root, 'secret.txt'), join(page, 'link.txt'))
  handle = createAppProtocol({
    pageFolder: page,
    media: {
      audioPath: async (id) => (id === 7 ? join(root, 'sound.wav') : null),
      listeningPath: async (id) => (id === 7 ? join(root, 'sound.wav') : null),
      overview: (id) => (id === 7 || id === 9 ? new Uint8Array(512).fill(id) : null),
      peaksPath: async () => null,
      clipPath: async (id) => (id === CLIP ? join(root, 'sound.wav') : null),
      remoteClip: () => null,
      notes: (id) => (id === CLIP ? '{"notes":[]}' : null),
      transcriptionFilePath: async (id) => (id === 9 ? join(root, 'sound.wav') : null),
    },
  })
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('the page', () => {
  it('comes with the policy that forbids everything but its own parts', async () => {
    const answer = await get('/index.html')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICY)
    expect(CONTENT_SECURITY_POLICY).toMatchInlineSnapshot(
      `"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"`,
    )
    expect(CONTENT_SECURITY_POLICY).not.toMatch(/unsafe|https?:|\*/)
    expect((await get('/')).headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect((await get('/assets/index-a1.js')).headers.get('content-type')).toMatch(/javascript/)
  })

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/..%5csecret.txt',
    '/assets/../../secret.txt',
    '/assets%2f..%2f..%2fsecret.txt',
    '/link.txt',
    '/index.html%00.js',
    '/%E0%A4%A',
    '//etc/passwd',
    '/assets//index-a1.js',
    '/.hidden',
    '/C:/Windows/win.ini',
    '/audio/7/../../secret.txt',
    '/audio/secret.txt',
    '/peaks/7/../../../secret.txt',
  ])('does not answer %s', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('secret')
  })

  it.each(['/..\\secret.txt', '/a\0b', '/%', '/assets/\u202etxt'])('resolves %j to nothing', async (path) => {
    expect(await resolvePageFile(page, path)).toBeNull()
  })

  it('answers no other host and only reading', async () => {
    expect((await handle(new Request('app://other/index.html'))).status).toBe(404)
    expect((await get('/index.html', { method: 'POST', body: 'x' })).status).toBe(405)
  })
})

describe('clips, notes and files of transcriptions by id', () => {
  it('come where they are, with ranges, and are 404 where they are not', async () => {
    expect((await get(`/clip/${CLIP}`, { headers: { range: 'bytes=2-4' } })).status).toBe(206)
    expect(await (await get(`/notes/${CLIP}`)).json()).toEqual({ notes: [] })
    expect(await (await get('/transcription-file/9')).text()).toBe('0123456789')
    const other = CLIP.replace('c1', 'd1')
    for (const path of [
      `/clip/${other}`,
      `/notes/${other}`,
      '/transcription-file/8',
      '/clip/../secret.txt',
      '/notes/x',
    ])
      expect((await get(path)).status).toBe(404)
  })
})

describe('a sound by id', () => {
  it.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=8-', 206, '89', 'bytes 8-9/10'],
    ['bytes=0-999', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=5-2', 200, '0123456789', null],
    ['bytes=0-1,3-4', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
  ])('answers Range %s with %i', async (range, status, text, contentRange) => {
    const answer = await get('/audio/7', { headers: { range } })
    expect(answer.status).toBe(status)
    expect(await answer.text()).toBe(text)
    expect(answer.headers.get('content-range')).toBe(contentRange)
    if (status !== 416) expect(answer.headers.get('content-length')).toBe(String(text.length))
  })

  it('is 404 where there is none', async () => {
    for (const path of [
      '/audio/8',
      '/audio/0',
      '/audio/-1',
      '/audio/7.5',
      '/peaks/8',
      '/peaks/7/full',
      '/peaks/7/overview',
      '/audio/7/full',
      '/audio/8/wav',
      '/peaks/7/wav',
      '/overviews/',
      '/overviews/7,',
      '/overviews/7,0',
    ])
      expect((await get(path)).status).toBe(404)
  })

  it('gives the overviews of many at once, each where there is one', async () => {
    const answer = new Uint8Array(await (await get('/overviews/9,8,7')).arrayBuffer())
    expect([...answer.subarray(0, 3)]).toEqual([1, 0, 1])
    expect(answer.subarray(3)).toEqual(new Uint8Array([...Array(512).fill(9), ...Array(512).fill(7)]))
  })

  it('gives no more overviews at once than it says', async () => {
    const many = (count: number) =>
      get(`/overviews/${Array.from({ length: count }, (_, n) => n + 1).join(',')}`)
    expect((await many(64)).status).toBe(200)
    expect((await many(65)).status).toBe(400)
  })
})

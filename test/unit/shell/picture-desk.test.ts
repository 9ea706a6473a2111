// What a decoding page can ask for, when it ends, and that nobody else can.

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { APP_ORIGIN } from '../../../src-main/bridge/contract.ts'
import { createPictureDesk } from '../../../src-main/shell/picture-desk.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'

const signal = new AbortController().signal
let folder: string
let clip: string
beforeAll(() => {
  folder = makeTemporaryFolder('desk')
  clip = join(folder, 'clip.webm')
  writeFileSync(clip, '0123456789')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A desk whose pages are opened by nobody: the test is the page. */
function openDesk() {
  const pages: { url: string; isClosed: boolean; gone: (why: string) => void }[] = []
  const limits: { ms: number; fire: () => void; isCancelled: boolean }[] = []
  const desk = createPictureDesk({
    openPage(url) {
      const page = { url, isClosed: false, gone: (_why: string): void => {} }
      pages.push(page)
      return {
        onGone: (watcher) => {
          page.gone = watcher
        },
        close: () => {
          page.isClosed = true
        },
      }
    },
    newSecret: () => String(pages.length).padStart(32, 's'),
    timer(ms, fire) {
      const limit = { ms, fire, isCancelled: false }
      limits.push(limit)
      return () => {
        limit.isCancelled = true
      }
    },
  })
  const ask = async (what: string, init: RequestInit = {}, secret = '0'.padStart(32, 's')) =>
    (await desk.answer(new Request(`${APP_ORIGIN}/picture/${secret}/${what}`, init))) ?? null
  const post = (what: string, body: BodyInit) => ask(what, { method: 'POST', body })
  return { desk, pages, limits, ask, post }
}

test('a page reads its work and its clip by ranges, sends parts one by one, and ends', async () => {
  const { desk, pages, limits, ask, post } = openDesk()
  const taken: string[] = []
  const outcome = desk.decode(
    clip,
    { kind: 'facts' },
    async (bytes) => void taken.push(new TextDecoder().decode(bytes)),
    signal,
  )
  expect(pages[0]?.url).toMatch(/\/picture-decoder\/index\.html#s{31}0$/)
  expect(await (await ask('work'))?.json()).toEqual({ kind: 'facts' })
  const range = await ask('file', { headers: { range: 'bytes=2-4' } })
  expect([range?.status, await range?.text()]).toEqual([206, '234'])
  expect((await post('part', 'one'))?.status).toBe(204)
  expect(taken).toEqual(['one'])
  expect((await post('end', JSON.stringify({ ok: true, facts: null })))?.status).toBe(204)
  expect(await outcome).toEqual({ ok: true, facts: null })
  expect(pages[0]?.isClosed).toBe(true)
  expect(limits).toMatchObject([{ ms: 30_000, isCancelled: true }])
  // Its addresses ended with it.
  expect((await ask('file'))?.status).toBe(404)
})

test('every other address, method and size is refused', async () => {
  const { desk, ask, post } = openDesk()
  void desk.decode(clip, { kind: 'facts' }, async () => {}, signal)
  expect((await ask('file', {}, 'x'.repeat(32)))?.status).toBe(404)
  expect((await ask('file', {}, '../../etc'))?.status).toBeUndefined()
  expect((await ask('passwords'))?.status).toBe(404)
  expect((await ask('part'))?.status).toBe(405)
  expect((await post('work', ''))?.status).toBe(405)
  expect((await post('part', new Uint8Array(5 * 1024 * 1024)))?.status).toBe(413)
  expect(desk.answer(new Request(`${APP_ORIGIN}/index.html`))).toBeNull()
  expect(desk.answer(new Request(`https://example.com/picture/${'s'.repeat(31)}0/work`))).toBeNull()
})

test.each([
  [
    'a page that crashes',
    (d: ReturnType<typeof openDesk>) => d.pages[0]?.gone('crashed'),
    /stopped: crashed/,
  ],
  ['a page that takes too long', (d: ReturnType<typeof openDesk>) => d.limits[0]?.fire(), /within 30 s/],
  ['an app that closes', (d: ReturnType<typeof openDesk>) => d.desk.close(), /closing/],
  ['an answer that is none', (d: ReturnType<typeof openDesk>) => d.post('end', '{"ok":1}'), /is none/],
])('%s ends its work, and its page is closed', async (_name, happen, message) => {
  const opened = openDesk()
  const outcome = opened.desk.decode(clip, { kind: 'facts' }, async () => {}, signal)
  await happen(opened)
  expect(await outcome).toMatchObject({
    ok: false,
    problem: 'unavailable',
    message: expect.stringMatching(message),
  })
  expect(opened.pages[0]?.isClosed).toBe(true)
})

test('an abort closes the page, and a closed desk opens none', async () => {
  const { desk, pages } = openDesk()
  const abort = new AbortController()
  const outcome = desk.decode(clip, { kind: 'facts' }, async () => {}, abort.signal)
  abort.abort()
  expect(await outcome).toMatchObject({ ok: false, problem: 'unavailable' })
  expect(pages[0]?.isClosed).toBe(true)
  desk.close()
  expect(await desk.decode(clip, { kind: 'facts' }, async () => {}, signal)).toMatchObject({ ok: false })
  expect(pages).toHaveLength(1)
})

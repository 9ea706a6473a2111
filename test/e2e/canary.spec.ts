// The key as a canary: used in every way, echoed by a hostile service, then searched for, plain and encoded, in everything that the app wrote, shows or runs with.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, type Home, test } from './launch.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'
import { generate, omnibar, soundRows } from './the-app.ts'

let sandbox: Sandbox
test.beforeAll(async () => {
  sandbox = await startSandbox()
})
test.afterAll(() => sandbox.stop())

/** The key, what base64 makes of it at each of its three places in a text, and other spellings, each with its name. */
function spellingsOf(key: string): readonly (readonly [name: string, bytes: Buffer])[] {
  const at = (shift: number): Buffer => Buffer.concat([Buffer.alloc(shift), Buffer.from(key)])
  // Characters that share bits with what stands before or after the key differ: they are cut off.
  const inner = (text: string, shift: number): string =>
    text.slice(shift === 0 ? 0 : shift + 1, -4).replace(/=+$/, '')
  const percent = [...Buffer.from(key)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  return [
    ['plain', Buffer.from(key)],
    ['UTF-16', Buffer.from(key, 'utf16le')],
    ['URL', Buffer.from(percent)],
    ['hex', Buffer.from(Buffer.from(key).toString('hex'))],
    ['reversed', Buffer.from([...key].reverse().join(''))],
    ...[0, 1, 2].flatMap((shift) => [
      [`base64 +${shift}`, Buffer.from(inner(at(shift).toString('base64'), shift))] as const,
      [`base64url +${shift}`, Buffer.from(inner(at(shift).toString('base64url'), shift))] as const,
    ]),
  ]
}

/** Which spellings a thing holds. */
const heldBy = (bytes: Buffer, key: string): readonly string[] =>
  spellingsOf(key).flatMap(([name, spelling]) => (bytes.includes(spelling) ? [name] : []))

/** The bytes of a file; none of one that the app has renamed or removed meanwhile. */
function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT' || code === 'ESRCH') return Buffer.alloc(0)
    throw error
  }
}

/** Everything below the test's home: data folder, logs, database with its log, sounds, profile of the browser. */
function writtenTo(home: Home): readonly (readonly [path: string, bytes: Buffer])[] {
  return readdirSync(home.folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(home.folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
    .map((path) => {
      const bytes = readIfThere(path)
      const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
      return [path, isGzip ? gunzipSync(bytes) : bytes] as const
    })
}

function findings(home: Home, key: string): readonly string[] {
  return writtenTo(home).flatMap(([path, bytes]) => heldBy(bytes, key).map((name) => `${path}: ${name}`))
}

/** Arguments and environment of the app's processes. */
function startedWith(pid: number): Buffer {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  const pids = [pid, ...children.split('\n').filter(Boolean).map(Number)]
  return Buffer.concat(
    pids.flatMap((each) => [readIfThere(`/proc/${each}/cmdline`), readIfThere(`/proc/${each}/environ`)]),
  )
}

/** What the page could read: its own text, and the answers of the bridge that tell of connections and jobs. */
async function seenBy(page: Page): Promise<Buffer> {
  const text = await page.evaluate(async () => {
    const { app, connections, generations, money } = window.foleyroom
    const told = await Promise.all([
      app.state(),
      connections.list(),
      generations.recent({ limit: 100 }),
      generations.current(),
      money.entries({ fromMs: 0, untilMs: Date.now() + 1, offset: 0, limit: 200 }),
    ])
    const kept = JSON.stringify({ ...localStorage, ...sessionStorage })
    return document.documentElement.outerHTML + JSON.stringify(told) + kept
  })
  return Buffer.from(text)
}

test('the search finds each spelling that it looks for', () => {
  const key = 'sk-canary_0a1B2c3D4e5F6g7H'
  const basic = Buffer.from(`user:${key}:`).toString('base64')
  const url = Buffer.from(`x${key}yz`).toString('base64url')
  expect(heldBy(Buffer.from(`…${key}…`), key)).toContain('plain')
  expect(heldBy(Buffer.from(basic), key).join()).toContain('base64')
  expect(heldBy(Buffer.from(url), key).join()).toContain('base64url')
  expect(heldBy(Buffer.from('nothing of it'), key)).toEqual([])
})

test('no file, no answer and no process of the app holds the key, whatever the service sends back', async ({
  app,
  page,
  home,
  relaunch,
}) => {
  test.setTimeout(240_000)
  const key = sandbox.apiKey
  const form = page.getByRole('form', { name: 'Connect to a service' })
  await form.getByLabel('Address').fill(sandbox.baseUrl)
  await form.getByLabel('Key').fill(key)
  await expect(form).toContainText(/Key accepted/)
  await form.getByRole('button', { name: /Connect/ }).click()
  await expect(omnibar(page)).toBeVisible()
  await generate(page, 'rain on a tin roof', 2)

  // What a person takes along, while no job runs.
  const archives = join(home.folder, 'archives')
  mkdirSync(archives)
  await app.evaluate(({ dialog }, folder) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [folder] })
  }, archives)
  await page.evaluate(() => window.foleyroom.storage.exportLibrary())
  const exported = () => page.evaluate(() => window.foleyroom.storage.archive())
  await expect.poll(exported).toMatchObject({ ok: true, value: { kind: 'exported', missing: 0 } })
  expect(readdirSync(archives)).toHaveLength(1)

  // A service that says the key back: in a refusal, in its headers, and in an answer that cannot be read.
  const echoes = [
    {
      kind: 'status',
      status: 400,
      code: 'invalid_request',
      headers: { 'Request-Id': `req_${key}` },
      body: {
        error: {
          code: 'invalid_request',
          message: `bad: Bearer ${key}`,
          request_id: `req_${key}`,
          param: null,
        },
      },
    },
    { kind: 'body', status: 202, body: { echo: { authorization: `Bearer ${key}` } } },
    { kind: 'body', status: 500, body: `<pre>Authorization: Bearer ${key}</pre>` },
  ]
  for (const [index, fault] of echoes.entries()) {
    await sandbox.call('POST', 'faults', {
      match: { method: 'POST', path: '/v3/text-to-sfx/generations' },
      fault,
      times: 1,
    })
    await omnibar(page).fill(`church bell number ${index}`)
    await expect(page.getByRole('button', { name: /^Generate/ })).toBeEnabled()
    await omnibar(page).press('Control+Enter')
    await expect
      .poll(async () => {
        const { data } = (await sandbox.call('GET', 'faults')) as { data: readonly unknown[] }
        return data.length
      })
      .toBe(0)
  }
  // Another key and a closed port: what a failing test of a connection leaves.
  await page.evaluate(
    (apiKey) =>
      window.foleyroom.connections.test({
        id: null,
        name: 'Canary',
        baseUrl: 'http://127.0.0.1:9/v1',
        headerPrefix: 'Service',
        apiKey,
      }),
    key,
  )
  await page.evaluate(() => window.foleyroom.diagnostics.copy({ includePrompts: true }))
  const copied = await app.evaluate(({ clipboard }) => clipboard.readText())
  expect(copied).toContain('Connection service')
  expect(heldBy(Buffer.from(copied), key)).toEqual([])

  // Each of the three has ended, or waits before it is sent again: what came back is written down by now.
  const underway = async (): Promise<readonly unknown[]> => {
    const answer = await page.evaluate(() => window.foleyroom.generations.recent({ limit: 100 }))
    if (!answer.ok) throw new Error(answer.error.message)
    return answer.value.filter(
      ({ state, waitingFor }) => waitingFor === null && (state === 'sending' || state === 'stored'),
    )
  }
  await expect.poll(underway).toEqual([])
  expect(heldBy(await seenBy(page), key)).toEqual([])
  expect(heldBy(startedWith(app.process().pid ?? 0), key)).toEqual([])
  expect(findings(home, key)).toEqual([])

  // And what a killed window leaves.
  await app.evaluate(
    ({ BrowserWindow }) =>
      new Promise((resolve) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        contents?.once('render-process-gone', resolve)
        contents?.forcefullyCrashRenderer()
      }),
  )
  expect(findings(home, key)).toEqual([])

  const next = await relaunch()
  await expect(soundRows(next.page, /Rain on a tin roof/)).toHaveCount(2)
  expect(heldBy(await seenBy(next.page), key)).toEqual([])
  await next.app.close()
  expect(findings(home, key)).toEqual([])
})

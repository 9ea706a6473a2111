// The stand-in's launch protocol, by a throw-away app in a temporary folder.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { launchByPlaywright, runToEnd, type ThrowAwayApp, writeApp } from './throw-away-app.ts'

// Processes are started here: bounds for a machine that is busy with other things, never reached by a test that passes.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 30_000 })

interface Api {
  call(channel: string, ...args: unknown[]): Promise<unknown>
  tell(channel: string, ...args: unknown[]): void
  on(channel: string, listener: (...args: unknown[]) => void): void
}

declare global {
  interface Window {
    readonly api: Api
  }
}

const notes = ({ log }: ThrowAwayApp): Record<string, unknown>[] =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

describe('a window', () => {
  const written = writeApp()
  let app: ElectronApplication
  let page: Page

  beforeAll(async () => {
    const launched = await launchByPlaywright(written)
    app = launched.app
    page = launched.page
    await page.getByText('Here').waitFor()
  })
  afterAll(async () => {
    await app.close()
    written.remove()
  })

  test('shows the page that the protocol handler serves, relative addresses included', async () => {
    expect(await page.evaluate('window.answer')).toBe(42)
    expect(
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.getURL()),
    ).toBe('app://throw-away/index.html')
    expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([640, 480])
  })

  test('is a secure context without Node and without traces of the stand-in', async () => {
    const seen = await page.evaluate(() => ({
      isSecureContext,
      node: ['require', 'process', 'module', 'Buffer', 'electron'].filter((name) => name in window),
      traces: Object.getOwnPropertyNames(window).filter((name) => /stand|codec|ipc/i.test(name)),
      cookie: document.cookie,
    }))
    expect(seen).toEqual({ isSecureContext: true, node: [], traces: [], cookie: '' })
  })

  test('calls handlers with the sending frame, and gets their errors as Electron words them', async () => {
    expect(await page.evaluate(() => window.api.call('sender'))).toEqual({
      url: 'app://throw-away/index.html',
      origin: 'app://throw-away',
      isMain: true,
    })
    const failed = page.evaluate(() => window.api.call('fail').catch((error: Error) => error.message))
    expect(await failed).toBe("Error invoking remote method 'fail': TypeError: told to fail")
    const nobody = page.evaluate(() => window.api.call('nobody').catch((error: Error) => error.message))
    expect(await nobody).toMatch(/No handler registered for 'nobody'/)
  })

  test('clones what crosses the bridge by the rules of structured clone', async () => {
    const result = await page.evaluate(async () => {
      const shared = { name: 'shared' }
      const sent = {
        date: new Date(5),
        map: new Map([[1, new Set(['a'])]]),
        bytes: new Float32Array([1.5]),
        shared,
      }
      // What comes back is what was sent: `echo` answers with its argument.
      const back = (await window.api.call('echo', { ...sent, again: shared })) as typeof sent & {
        again: object
      }
      const message = (promise: Promise<unknown>) => promise.then(String, (error: Error) => error.message)
      return {
        date: back.date instanceof Date,
        map: back.map.get(1)?.has('a'),
        bytes: back.bytes[0],
        again: back.again === back.shared || JSON.stringify(back.again),
        refused: await message(new Promise((resolve) => resolve(window.api.call('echo', { run() {} })))),
      }
    })
    expect(result).toMatchObject({ date: true, map: true, bytes: 1.5 })
    expect(result.refused).toMatch(/could not be cloned/)
  })

  test('hears what the main process pushes', async () => {
    const greeted = page.evaluate(
      () =>
        new Promise((resolve) => {
          window.api.on('greeted', (text, map) => resolve([text, map instanceof Map]))
          window.api.tell('greet', 'you')
        }),
    )
    expect(await greeted).toEqual(['hello you', true])
  })

  test('reaches a utility process through the main process', async () => {
    expect(await page.evaluate(() => window.api.call('work', 'loud'))).toEqual({
      text: 'LOUD',
      at: new Date(0),
    })
  })

  test('neither navigates nor opens windows when the app says no', async () => {
    expect(await page.evaluate(() => window.open('https://example.com/a'))).toBeNull()
    await page.evaluate(() => {
      const link = document.createElement('a')
      link.href = 'https://example.com/b'
      link.target = '_blank'
      document.body.append(link)
      link.click()
      location.href = 'https://example.com/c'
    })
    await eventually(() => notes(written).filter((note) => note.opened || note.navigates)).toEqual([
      { opened: 'https://example.com/a' },
      { opened: 'https://example.com/b' },
      { navigates: 'https://example.com/c' },
    ])
    expect(app.windows().map((window) => new URL(window.url()).pathname)).toEqual(['/index.html'])
  })

  test('reaches no host but the app, this machine included', async () => {
    const reached = await page.evaluate(
      async (port) => {
        const urls = [
          'http://example.com/',
          'http://localhost:1/',
          'http://127.0.0.1:1/',
          `http://127.0.0.1:${port}/`,
        ]
        const fates = urls.map((url) =>
          fetch(url, { mode: 'no-cors' }).then(
            () => 'reached',
            () => 'refused',
          ),
        )
        return Promise.all(fates)
      },
      await loopbackPort(app),
    )
    expect(reached).toEqual(['refused', 'refused', 'refused', 'refused'])
  })

  test('is served to its own Chromium alone: without the cookie of the launch the answer is 403', async () => {
    const port = await loopbackPort(app)
    const asks = () => notes(written).filter((note) => note.asked).length
    const before = asks()
    const host = 'throw-away.app.localhost'
    expect(await statusOf(port, '/index.html', { host })).toBe(403)
    expect(await statusOf(port, '/index.html', { host, cookie: 'stand-in-launch=guess' })).toBe(403)
    expect(await statusOf(port, '/index.html', { host: 'localhost' })).toBe(403)
    expect(asks()).toBe(before)
    expect(notes(written).filter((note) => note.asked && note.cookie !== null)).toEqual([])
  })

  test('gives a picture of itself', async () => {
    const size = await app.evaluate(async ({ BrowserWindow }) => {
      const image = await BrowserWindow.getAllWindows()[0]!.webContents.capturePage()
      return { ...image.getSize(), starts: image.toPNG().subarray(1, 4).toString() }
    })
    expect(size).toEqual({ width: 640, height: 480, starts: 'PNG' })
  })

  test('follows nativeTheme', async () => {
    const isDark = () => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
    await app.evaluate(({ nativeTheme }) => {
      nativeTheme.themeSource = 'dark'
    })
    await eventually(isDark).toBe(true)
    await app.evaluate(({ nativeTheme }) => {
      nativeTheme.themeSource = 'light'
    })
    await eventually(isDark).toBe(false)
  })

  test('grants and denies permissions as the app says', async () => {
    const state = (name: string) =>
      page.evaluate(async (asked) => {
        const status = await navigator.permissions.query({ name: asked as PermissionName })
        return status.state
      }, name)
    await app.evaluate(({ session }) => {
      session.defaultSession.setPermissionRequestHandler((_contents, permission, answer) =>
        answer(permission === 'midi'),
      )
    })
    await eventually(() => state('midi')).toBe('granted')
    await eventually(() => state('geolocation')).toBe('denied')
    await app.evaluate(({ session }) => session.defaultSession.setPermissionCheckHandler(() => false))
    await eventually(() => state('midi')).toBe('denied')
  })

  test('tells a second instance to end, and the app of it', async () => {
    const second = await runToEnd(written, ['--no-sandbox', `--user-data-dir=${written.userData}`, '.'])
    expect(second.code).toBe(0)
    await eventually(() => notes(written).filter((note) => note.second)).toEqual([
      { second: '.', cwd: written.folder, data: { from: 'second' } },
    ])
  })

  test('tells of a crashed page, which loads again', async () => {
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]!.webContents.forcefullyCrashRenderer(),
    )
    await eventually(() => notes(written).filter((note) => note.gone)).toEqual([{ gone: 'crashed' }])
    const title = await app.evaluate(async ({ BrowserWindow }) => {
      const { webContents } = BrowserWindow.getAllWindows()[0]!
      await webContents.loadURL('app://throw-away/index.html')
      return [webContents.isCrashed(), await webContents.executeJavaScript('document.title')]
    })
    expect(title).toEqual([false, 'Throw-away'])
  })
})

test('the end of the app leaves neither Chromium nor a utility process behind', async () => {
  const written = writeApp()
  const { app, page } = await launchByPlaywright(written)
  await page.getByText('Here').waitFor()
  // The worker's process id, a number by the app above.
  const worker = (await page.evaluate(() => window.api.call('worker-pid'))) as number
  const main = app.process().pid!
  const pids = [worker, ...childrenOf(main)]
  const done = app.waitForEvent('close')
  process.kill(main, 'SIGKILL')
  await done
  await eventually(() => pids.filter((pid) => existsSync(`/proc/${pid}`) && !isZombie(pid))).toEqual([])
  written.remove()
})

describe('the command line', () => {
  test('reaches the app as Electron gives it, and needs no Chromium', async () => {
    const written = writeApp()
    const noChromium = { STAND_IN_CHROMIUM: '/nowhere/chromium' }
    const made = await runToEnd(written, ['.', 'make', 'heavy oak door', '--seed', '7'], noChromium)
    expect(made).toMatchObject({ code: 0, output: 'made heavy oak door|7\n', errors: '' })
    expect(notes(written)).toEqual([
      {
        argv: [
          expect.stringMatching(/stand-in\/bin\/electron$/),
          '.',
          'make',
          'heavy oak door',
          '--seed',
          '7',
        ],
        defaultApp: true,
        userData: join(written.folder, '.config/Throw-away'),
      },
    ])
    expect(existsSync(join(written.folder, '.config/Throw-away/stand-in-chromium'))).toBe(false)
    expect((await runToEnd(written, ['.', 'make', 'wrong'], noChromium)).code).toBe(2)
    written.remove()
  })

  test('without an app is a usage error', async () => {
    const written = writeApp()
    const result = await runToEnd(written, ['--no-sandbox'])
    expect(result.code).toBe(2)
    expect(result.errors).toMatch(/^usage: electron/)
    written.remove()
  })
})

/** The port of the loopback server, as anyone on the machine can find it: among the main process's listening sockets. */
async function loopbackPort(app: ElectronApplication): Promise<number> {
  const pid = app.process().pid!
  const sockets = execFileSync('ls', ['-l', `/proc/${pid}/fd`], { encoding: 'utf8' })
  const inodes = new Set([...sockets.matchAll(/socket:\[(\d+)\]/g)].map((match) => match[1]))
  const rows = readFileSync(`/proc/${pid}/net/tcp`, 'utf8').split('\n').slice(1)
  const ports = rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === '0A' && inodes.has(inode))
    .map(([, local]) => Number.parseInt(local!.split(':')[1]!, 16))
  // The other one is Node's inspector, which has no such page.
  for (const port of ports) if ((await statusOf(port, '/__stand-in/blank', {})) === 200) return port
  throw new Error(`None of the ports ${ports.join(', ')} is the stand-in's`)
}

function statusOf(port: number, path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
}

function childrenOf(pid: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number))
  const direct = pairs.filter(([, parent]) => parent === pid).map(([child]) => child!)
  return [...direct, ...direct.flatMap(childrenOf)]
}

function isZombie(pid: number): boolean {
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

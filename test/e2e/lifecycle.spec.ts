// Starting, ending and dying: of the app, of a second one, of the engine's process.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { takeTurn } from '../../src-main/library/turn.ts'
import { expect, test } from './launch.ts'
import { generate, placeWindow, useBuiltInEngine } from './the-app.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Processes of the local service below this app. */
const engines = (app: ElectronApplication): number[] =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(app.process().pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('local-service'))
    .map((line) => Number.parseInt(line, 10))

test('quitting right after the start ends well, and leaves no process behind', async ({ launched }) => {
  const { app, ended } = launched
  const pids = engines(app)
  await app.close()
  expect(await ended).toBe(0)
  const alive = pids.filter((pid) => {
    try {
      process.kill(pid, 0)
      return true
    } catch {
      return false
    }
  })
  expect(alive).toEqual([])
})

test('85 a second start brings the first window to the front and ends', async ({ app, page, home }) => {
  await expect(page.getByRole('button', { name: 'Use the built-in engine' })).toBeVisible()
  await app.evaluate(({ app: electron }) => {
    Object.assign(globalThis, { seconds: 0 })
    electron.on('second-instance', () => {
      const counted = globalThis as unknown as { seconds: number }
      counted.seconds += 1
    })
  })
  // The path of Electron's executable, or of the stand-in's: what the electron package gives outside of Electron.
  const executable: unknown = createRequire(import.meta.url)('electron')
  const second = spawn(String(executable), ['--no-sandbox', `--user-data-dir=${home.userData}`, '.'], {
    cwd: ROOT,
    stdio: 'ignore',
    env: { ...process.env, HOME: home.folder },
  })
  expect(await new Promise((resolve) => second.once('exit', resolve))).toBe(0)
  await expect.poll(() => app.evaluate(() => (globalThis as unknown as { seconds: number }).seconds)).toBe(1)
  expect(app.windows()).toHaveLength(1)
})

test('a sound is not made from a terminal beside the open window: that says so, and leaves the window where it is', async ({
  app,
  page,
  home,
}) => {
  await expect(page.getByRole('button', { name: 'Use the built-in engine' })).toBeVisible()
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.once('focus', () => Object.assign(globalThis, { isFocused: true })),
  )
  const { status, stderr } = spawnSync(
    String(createRequire(import.meta.url)('electron')),
    ['--no-sandbox', `--user-data-dir=${home.userData}`, '.', 'make', 'rain'],
    { cwd: ROOT, encoding: 'utf8', env: { ...process.env, HOME: home.folder } },
  )
  expect(stderr).toContain('Foleyroom is open: make the sound in its window')
  expect(status).toBe(1)
  expect(await app.evaluate(() => 'isFocused' in globalThis)).toBe(false)
})

test('the library is searched from a terminal beside the open window', async ({ page, home }) => {
  await useBuiltInEngine(page)
  await generate(page, 'steady rain on a tin roof', 2)
  const { status, stdout } = spawnSync(
    String(createRequire(import.meta.url)('electron')),
    ['--no-sandbox', `--user-data-dir=${home.userData}`, '.', 'library', 'search', 'tin roof', '--json'],
    { cwd: ROOT, encoding: 'utf8', env: { ...process.env, HOME: home.folder } },
  )
  expect(status).toBe(0)
  const paths = stdout
    .trim()
    .split('\n')
    // One object a line, as the command's help says.
    .map((line) => (JSON.parse(line) as { readonly path: string }).path)
  expect(paths.map((path) => existsSync(path))).toEqual([true, true])
})

test('no window opens while a sound is made from a terminal: that says so, and the library stays with one process', async ({
  home,
}) => {
  mkdirSync(home.userData, { recursive: true })
  const turn = takeTurn(join(home.userData, 'library.turn'))
  expect(turn).not.toBeNull()
  const { status, stderr } = spawnSync(
    String(createRequire(import.meta.url)('electron')),
    ['--no-sandbox', `--user-data-dir=${home.userData}`, '.'],
    { cwd: ROOT, encoding: 'utf8', env: { ...process.env, HOME: home.folder } },
  )
  turn?.end()
  expect(stderr).toContain('A sound is being made from a terminal')
  expect(status).toBe(1)
  expect(existsSync(join(home.userData, 'library.db'))).toBe(false)
})

test('the engine is started again when it is killed, and sounds are made as before', async ({
  app,
  page,
}) => {
  test.setTimeout(120_000)
  await useBuiltInEngine(page)
  const [first = 0] = engines(app)
  process.kill(first, 'SIGKILL')
  await expect.poll(() => engines(app).filter((pid) => pid !== first)).toHaveLength(1)
  await expect(page.getByRole('img', { name: 'online' })).toBeVisible()
  await generate(page, 'church bell', 2)
})

const standing = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0]
    return { ...window?.getNormalBounds(), isMaximized: window?.isMaximized() }
  })

test('the window stands where it stood, maximised or not, and comes back from a screen that is gone', async ({
  app,
  relaunch,
}) => {
  test.setTimeout(120_000)
  const place = { x: 40, y: 30, width: 1_200, height: 700 }
  await placeWindow(app, place)
  const second = await relaunch()
  expect(await standing(second.app)).toEqual({ ...place, isMaximized: false })
  await second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.maximize())
  const third = await relaunch()
  // It is maximised with its first paint.
  await expect.poll(() => standing(third.app)).toEqual({ ...place, isMaximized: true })
  await third.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.unmaximize())
  await placeWindow(third.app, { ...place, x: -9_000 })
  const fourth = await relaunch()
  expect((await standing(fourth.app)).x).toBeGreaterThanOrEqual(0)
  expect(await standing(fourth.app)).toMatchObject({ width: 1_440, height: 900 })
})

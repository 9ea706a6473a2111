// Writes a tiny Electron app into a temporary folder, starts it on the stand-in, and ends it again.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'

export const STAND_IN = join(import.meta.dirname, '../../stand-in/bin/electron')

const PAGE = `<!doctype html><html><head><title>Throw-away</title></head>
<body><h1>Here</h1><script src="page.js"></script></body></html>`

const PRELOAD = `
const { contextBridge, ipcRenderer } = require('electron')
contextBridge.exposeInMainWorld('api', {
  call: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  tell: (channel, ...args) => ipcRenderer.send(channel, ...args),
  on: (channel, listener) => { ipcRenderer.on(channel, (event, ...args) => listener(...args)) },
})
`

const MAIN = `
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app, BrowserWindow, ipcMain, protocol, utilityProcess } from 'electron'
const note = (line) => appendFileSync(process.env.THROW_AWAY_LOG, JSON.stringify(line) + '\\n')
note({ argv: process.argv, defaultApp: process.defaultApp, userData: app.getPath('userData') })
protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
])
const [, , command, ...rest] = process.argv.filter((word) => !word.startsWith('--'))
if (command === 'make') {
  app.whenReady().then(() => {
    process.stdout.write('made ' + rest.join('|') + '\\n')
    app.exit(rest.includes('wrong') ? 2 : 0)
  })
} else if (!app.requestSingleInstanceLock({ from: 'second' })) {
  app.quit()
} else {
  app.on('second-instance', (event, argv, cwd, data) => note({ second: argv.at(-1), cwd, data }))
  app.on('window-all-closed', () => app.quit())
  app.whenReady().then(start)
}
async function start() {
  protocol.handle('app', (request) => {
    const { pathname } = new URL(request.url)
    note({ asked: request.url, cookie: request.headers.get('cookie') })
    if (pathname === '/page.js') return new Response('window.answer = 42', { headers: { 'content-type': 'text/javascript' } })
    return new Response(readFileSync(join(app.getAppPath(), 'page.html')), { headers: { 'content-type': 'text/html' } })
  })
  ipcMain.handle('sender', ({ sender, senderFrame }) => ({
    url: senderFrame.url,
    origin: senderFrame.origin,
    isMain: senderFrame === sender.mainFrame && senderFrame.parent === null && senderFrame.top === senderFrame,
  }))
  ipcMain.handle('echo', (event, value) => value)
  ipcMain.handle('fail', () => { throw new TypeError('told to fail') })
  ipcMain.on('greet', (event, name) => event.sender.send('greeted', 'hello ' + name, new Map([[1, new Date(0)]])))
  const worker = utilityProcess.fork(join(app.getAppPath(), 'worker.mjs'))
  ipcMain.handle('work', (event, text) => new Promise((resolve) => {
    worker.once('message', resolve)
    worker.postMessage(text)
  }))
  ipcMain.handle('worker-pid', () => worker.pid)
  const window = new BrowserWindow({ show: false, width: 640, height: 480, webPreferences: {
    preload: join(app.getAppPath(), 'preload.cjs'), sandbox: true, contextIsolation: true,
  } })
  window.webContents.setWindowOpenHandler(({ url }) => { note({ opened: url }); return { action: 'deny' } })
  window.webContents.on('will-navigate', (event) => { note({ navigates: event.url }); event.preventDefault() })
  window.webContents.on('render-process-gone', (event, { reason }) => { note({ gone: reason }) })
  window.once('ready-to-show', () => window.show())
  await window.loadURL('app://throw-away/index.html')
}
`

const WORKER = `
process.parentPort.on('message', ({ data }) => process.parentPort.postMessage({ text: data.toUpperCase(), at: new Date(0) }))
`

export interface ThrowAwayApp {
  readonly folder: string
  readonly userData: string
  /** The file of what the app's main process noted, one JSON value a line. */
  readonly log: string
  readonly env: Record<string, string>
  remove(): void
}

export function writeApp(): ThrowAwayApp {
  const folder = mkdtempSync(join(tmpdir(), 'throw-away-'))
  const manifest = { name: 'throw-away', productName: 'Throw-away', version: '1.2.3', main: 'main.mjs' }
  const files = {
    'package.json': JSON.stringify(manifest),
    'main.mjs': MAIN,
    'preload.cjs': PRELOAD,
    'worker.mjs': WORKER,
    'page.html': PAGE,
    'log.jsonl': '',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const log = join(folder, 'log.jsonl')
  return {
    folder,
    userData: join(folder, 'user-data'),
    log,
    env: {
      ...definedEnvironment(),
      HOME: folder,
      TMPDIR: folder,
      XDG_CONFIG_HOME: join(folder, '.config'),
      THROW_AWAY_LOG: log,
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]),
  )
}

/** Starts it as a test of the real app would: by Playwright. */
export async function launchByPlaywright(
  written: ThrowAwayApp,
): Promise<{ readonly app: ElectronApplication; readonly page: Page }> {
  process.env.ELECTRON_OVERRIDE_DIST_PATH = join(STAND_IN, '..')
  const app = await _electron.launch({
    args: [`--user-data-dir=${written.userData}`, '.'],
    cwd: written.folder,
    env: written.env,
  })
  return { app, page: await app.firstWindow() }
}

export interface Ended {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

/** Runs it from the command line to its end. */
export function runToEnd(written: ThrowAwayApp, args: readonly string[], env = {}): Promise<Ended> {
  const child = spawn(STAND_IN, args, { cwd: written.folder, env: { ...written.env, ...env }, stdio: 'pipe' })
  return ended(child)
}

export async function ended(child: ChildProcess): Promise<Ended> {
  let output = ''
  let errors = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    errors += chunk
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output, errors }
}

// The main process: its log, its scheme, and which of its modes was asked for. The first part of the composition root.
import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { app, dialog, protocol } from 'electron'
import { APP_SCHEME } from './bridge/contract.ts'
import { takeTurnSoon, waitForTurn } from './library/turn.ts'
import type { Services } from './services.ts'
import { openServices, storedLibraryRoot } from './services.ts'
import type { MakeCommand, SearchCommand } from './shell/command-line.ts'
import { argumentsAfterApp, parseCommandLine, USAGE } from './shell/command-line.ts'
import { copyInto } from './shell/desktop.ts'
import { isAppOpen } from './shell/is-app-open.ts'
import { libraryDatabasePath, searchLibrary } from './shell/library-search.ts'
import { createLog, wordsOf } from './shell/log.ts'
import { createLogFiles } from './shell/log-files.ts'
import { make } from './shell/make.ts'
import { listenForOpenRequests } from './shell/open-requests.ts'
import type { PictureDecoder } from './shell/picture-desk.ts'
import { lockDownContents } from './shell/window.ts'
import { runWindow } from './window-app.ts'

/** As the packages name it: Windows puts the window and its pinned shortcut together by it. */
const APP_ID = 'app.foleyroom.Foleyroom'

const here = import.meta.dirname
if (process.platform === 'win32') app.setAppUserModelId(APP_ID)
const logFiles = createLogFiles({ folder: join(app.getPath('userData'), 'logs') })
const log = createLog((line) => {
  process.stderr.write(line)
  logFiles.write(line)
}, Date.now)

// A terminal that was closed takes no line any more: that line is in the log.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
// What nobody waits for may fail too: that is a bug to be told, and no reason to end jobs that run.
process.on('unhandledRejection', (error) => log(`bug: ${wordsOf(error)}`))
// Beside what Electron does with it: it shows it and goes on.
process.on('uncaughtExceptionMonitor', (error) => log(`bug: ${wordsOf(error)}`))
protocol.registerSchemesAsPrivileged([
  {
    scheme: APP_SCHEME,
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
  },
])
app.on('web-contents-created', (_event, contents) => {
  lockDownContents(contents, (what) => log(`refused: ${what}`))
})

const isAppPath = (arg: string): boolean => resolve(arg) === resolve(app.getAppPath())
const argsOf = (argv: readonly string[]): string[] => argumentsAfterApp(argv, isAppPath, app.isPackaged)
const command = parseCommandLine(argsOf(process.argv))
const onOpenRequest = listenForOpenRequests(app, {
  isPackaged: app.isPackaged,
  firstArgs: command.kind === 'window' ? argsOf(process.argv) : [],
  workingFolder: process.cwd(),
  argsOf,
})
switch (command.kind) {
  case 'help':
    process.stdout.write(USAGE)
    app.exit(0)
    break
  case 'usage-error':
    process.stderr.write(`${command.message}\n\n${USAGE}`)
    app.exit(2)
    break
  case 'make':
    if (isAppOpen(app)) refuseBesideWindow()
    else
      void app
        .whenReady()
        .then(() => runMake(command))
        .catch(endByBug)
    break
  case 'library-search':
    runSearch(command)
    break
  case 'window':
    if (app.requestSingleInstanceLock()) void openWindow().catch(endByBug)
    else app.quit()
}

/** What could not even begin ends with its words, and does not stay without a window. */
function endByBug(error: unknown): void {
  log(`bug: ${wordsOf(error)}`)
  if (command.kind === 'window') dialog.showErrorBox('Foleyroom cannot start', String(error))
  app.exit(1)
}

/** Two processes over one library would carry out the same generations: who opens it has its turn until the process ends. */
async function turnPath(): Promise<string> {
  const userData = app.getPath('userData')
  await mkdir(userData, { recursive: true })
  return join(userData, 'library.turn')
}

async function openWindow(): Promise<void> {
  if ((await takeTurnSoon(await turnPath(), sleep)) === null) return await refuseBesideMake()
  await runWindow({
    open,
    onOpenRequest,
    built: join(here, '..'),
    resources: app.isPackaged ? join(process.resourcesPath, 'resources') : join(here, '../../resources'),
    log,
    logFiles,
  })
}

/** Opens what both modes share; ends the app with a sentence when the library cannot be opened. */
async function open(pictures: PictureDecoder | null): Promise<Services> {
  const userData = app.getPath('userData')
  const opened = await openServices({
    userData,
    defaultLibraryRoot: defaultLibraryRoot(),
    localServiceEntry: join(here, 'local-service.js'),
    mediaWorkerUrl: new URL('./media-worker.js', import.meta.url),
    pictures,
    version: app.getVersion(),
    log,
  })
  if (opened.ok) return opened.value
  log(`library: ${opened.error.message}`)
  process.stderr.write(`${opened.error.message}\n`)
  if (command.kind === 'window') await tell('Foleyroom cannot open its library', opened.error.message)
  app.exit(1)
  // `exit` ends the process; nothing after it may run.
  return new Promise(() => {})
}

function musicFolder(): string {
  try {
    return app.getPath('music')
  } catch {
    return join(homedir(), 'Music')
  }
}

function defaultLibraryRoot(): string {
  return join(musicFolder(), 'Foleyroom')
}

function runSearch(options: SearchCommand): void {
  const lines: string[] = []
  const code = searchLibrary(options, {
    databasePath: libraryDatabasePath(app.getPath('userData')),
    rootOf: (db) => storedLibraryRoot(db) ?? defaultLibraryRoot(),
    print: (line) => lines.push(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
  })
  // A pipe takes what it is given in its own time: the app ends when all of it is through.
  process.stdout.write(lines.join(''), () => app.exit(code))
}

function refuseBesideWindow(): void {
  process.stderr.write('Foleyroom is open: make the sound in its window, or close it and try again.\n')
  app.exit(1)
}

async function refuseBesideMake(): Promise<void> {
  const sentence = 'A sound is being made from a terminal: open Foleyroom again when that has ended.'
  process.stderr.write(`${sentence}\n`)
  await tell('Foleyroom is at work', sentence)
  app.exit(1)
}

/** In a box, which Electron has once it is ready. */
async function tell(title: string, sentence: string): Promise<void> {
  await app.whenReady()
  dialog.showErrorBox(title, sentence)
}

async function runMake(options: MakeCommand): Promise<void> {
  let isFirst = true
  const turn = await waitForTurn(await turnPath(), {
    sleep,
    onWait: () => {
      isFirst = false
      process.stderr.write('Another `make` is at work: this one begins when it has ended.\n')
    },
  })
  if (!isFirst && isAppOpen(app)) return refuseBesideWindow()
  // Without a window of its own no hidden one either: it would keep the app open.
  const services = await open(null)
  const code = await make(options, {
    connections: services.connections,
    generations: services.generations,
    runner: services.runner,
    newId: services.newId,
    filePath: services.readyPath,
    async copyInto(folder, paths) {
      await mkdir(folder, { recursive: true })
      return copyInto(folder, paths)
    },
    print: (line) => process.stdout.write(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
  })
  await services.close()
  turn.end()
  app.exit(code)
}

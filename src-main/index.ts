// The main process: the composition root, the only place that wires.
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { arch, homedir, release, type as systemName } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { app, BrowserWindow, clipboard, dialog, nativeTheme, powerMonitor, protocol, session } from 'electron'
import { APP_ORIGIN, APP_SCHEME } from './bridge/contract.ts'
import { createDispatcher } from './bridge/dispatcher.ts'
import { success } from './bridge/reply.ts'
import type { AppState } from './bridge/types.ts'
import { countUnfinished } from './generations/generation-store.ts'
import { soundIdOf } from './library/sound-store.ts'
import type { Services } from './services.ts'
import { LIBRARY_ROOT_KEY, openServices } from './services.ts'
import { createAppProtocol } from './shell/app-protocol.ts'
import type { MakeCommand, SearchCommand } from './shell/command-line.ts'
import { argumentsAfterApp, parseCommandLine, USAGE } from './shell/command-line.ts'
import * as desktop from './shell/desktop.ts'
import { diagnosticFacts } from './shell/diagnostic-facts.ts'
import { agentsHandlers } from './shell/handlers/agents-handlers.ts'
import { appHandlers } from './shell/handlers/app-handlers.ts'
import { clipHandlers } from './shell/handlers/clip-handlers.ts'
import { collectionHandlers } from './shell/handlers/collection-handlers.ts'
import { connectionHandlers } from './shell/handlers/connection-handlers.ts'
import { diagnosticsHandlers } from './shell/handlers/diagnostics-handlers.ts'
import { exportHandlers } from './shell/handlers/export-handlers.ts'
import { generationHandlers } from './shell/handlers/generation-handlers.ts'
import { importHandlers } from './shell/handlers/import-handlers.ts'
import { libraryHandlers } from './shell/handlers/library-handlers.ts'
import { moneyHandlers } from './shell/handlers/money-handlers.ts'
import { organiseHandlers } from './shell/handlers/organise-handlers.ts'
import { storageHandlers } from './shell/handlers/storage-handlers.ts'
import { transcriptionHandlers } from './shell/handlers/transcription-handlers.ts'
import { updatesHandlers } from './shell/handlers/updates-handlers.ts'
import { videoHandlers } from './shell/handlers/video-handlers.ts'
import { bindIpc, broadcast } from './shell/ipc.ts'
import { createLibraryArchiver } from './shell/library-archive.ts'
import { libraryDatabasePath, searchLibrary } from './shell/library-search.ts'
import { createLog, wordsOf } from './shell/log.ts'
import { createLogFiles } from './shell/log-files.ts'
import { make } from './shell/make.ts'
import { setApplicationMenu } from './shell/menu.ts'
import { listenForOpenRequests } from './shell/open-requests.ts'
import { openRequest } from './shell/open-with.ts'
import { denyPermissions } from './shell/permissions.ts'
import { createPictureDesk, type PictureDecoder } from './shell/picture-desk.ts'
import { openPictureWindow } from './shell/picture-window.ts'
import { createStorageMover } from './shell/storage-move.ts'
import { storedMove, updateConsent } from './shell/stored-choices.ts'
import { createUpdates } from './shell/updates.ts'
import { findUpdater } from './shell/updates-electron.ts'
import { lockDownContents, openMainWindow, writeScreenshot } from './shell/window.ts'
import { readWindowBounds, writeWindowBounds } from './shell/window-bounds.ts'

const here = import.meta.dirname
const resources = app.isPackaged ? join(process.resourcesPath, 'resources') : join(here, '../../resources')
const devServerUrl = app.isPackaged ? null : (process.env.ELECTRON_RENDERER_URL ?? null)
const logFiles = createLogFiles({ folder: join(app.getPath('userData'), 'logs') })
const log = createLog((line) => {
  process.stderr.write(line)
  logFiles.write(line)
}, Date.now)

// What nobody waits for may fail too: that is a bug to be told, and no reason to end jobs that run.
process.on('unhandledRejection', (error) => log(`bug: ${wordsOf(error)}`))
app.setName('Foleyroom')
protocol.registerSchemesAsPrivileged([
  {
    scheme: APP_SCHEME,
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
  },
])
app.on('web-contents-created', (_event, contents) => {
  lockDownContents(contents, devServerUrl, (what) => log(`refused: ${what}`))
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
    void app.whenReady().then(() => runMake(command))
    break
  case 'library-search':
    runSearch(command)
    break
  case 'window':
    if (app.requestSingleInstanceLock()) void app.whenReady().then(runWindow)
    else app.quit()
}

/** Opens what both modes share; ends the app with a sentence when the library cannot be opened. */
async function open(pictures: PictureDecoder | null): Promise<Services> {
  const userData = app.getPath('userData')
  await mkdir(userData, { recursive: true })
  const opened = await openServices({
    userData,
    defaultLibraryRoot: join(musicFolder(), 'Foleyroom'),
    localServiceEntry: join(here, 'local-service.js'),
    mediaWorkerUrl: new URL('./media-worker.js', import.meta.url),
    pictures,
    version: app.getVersion(),
    log,
  })
  if (opened.ok) return opened.value
  log(`library: ${opened.error.message}`)
  process.stderr.write(`${opened.error.message}\n`)
  if (command.kind === 'window')
    dialog.showErrorBox('Foleyroom cannot open its library', opened.error.message)
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

function runSearch(options: SearchCommand): void {
  const lines: string[] = []
  const code = searchLibrary(options, {
    databasePath: libraryDatabasePath(app.getPath('userData')),
    print: (line) => lines.push(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
  })
  // A pipe takes what it is given in its own time: the app ends when all of it is through.
  process.stdout.write(lines.join(''), () => app.exit(code))
}

async function runMake(options: MakeCommand): Promise<void> {
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
      return desktop.copyInto(folder, paths)
    },
    print: (line) => process.stdout.write(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
  })
  await services.close()
  app.exit(code)
}

async function runWindow(): Promise<void> {
  log(`started: Foleyroom ${app.getVersion()}`)
  const pictures = createPictureDesk({
    openPage: openPictureWindow,
    newSecret: () => randomBytes(24).toString('base64url'),
    timer: (ms, fire) => {
      const handle = setTimeout(fire, ms)
      return () => clearTimeout(handle)
    },
  })
  // The decoder's page is a built one: electron-vite's server has it at another origin.
  const services = await open(devServerUrl === null ? pictures : null)
  const { db, connections, generations, search, folder } = services
  nativeTheme.themeSource = services.settings().theme
  const answerPage = createAppProtocol({ pageFolder: join(here, '../renderer'), media: services.media })
  protocol.handle(APP_SCHEME, (request) => pictures.answer(request) ?? answerPage(request))
  denyPermissions(session.defaultSession, APP_ORIGIN)
  const state = (): AppState => ({
    ...services.state(),
    version: app.getVersion(),
    runtime: process.versions.electron?.endsWith('-stand-in') === true ? 'stand-in' : 'electron',
    // The three platforms that Electron runs on; every other Unix behaves as Linux does.
    platform: process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux',
  })
  const libraryChanged = (): void => broadcast('changed', { topics: ['library'] })
  const organising = {
    db,
    folder,
    history: services.history,
    trash: services.trash,
    similar: services.similar,
    desktop: { trash: desktop.trashFile, chooseFolder: desktop.chooseFolder },
    now: Date.now,
    changed: libraryChanged,
  }
  const startDrag = (paths: readonly string[]): void => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    if (contents !== undefined) desktop.startFileDrag(contents, paths, join(resources, 'drag.png'))
  }
  const library = libraryHandlers({
    db,
    search,
    history: services.history,
    trash: services.trash,
    folder,
    readyPath: services.readyPath,
    detail: services.detail,
    now: Date.now,
    changed: libraryChanged,
    desktop: {
      reveal: desktop.revealFile,
      copyFiles: (paths) => desktop.copyFilesToClipboard(paths, process.platform),
      startDrag,
    },
  })
  const transcribing = transcriptionHandlers({
    transcriptions: services.transcriptions,
    db,
    folder,
    pathOf: services.pathOf,
    engrave: (order) => services.runMedia('engrave', order),
    nameOf: (chosen) => basename(chosen),
    desktop: {
      chooseFolder: desktop.chooseFolder,
      copyInto: desktop.copyInto,
      writeInto: desktop.writeInto,
      reveal: desktop.revealFile,
      startDrag,
    },
  })
  const clips = clipHandlers({ db, files: services.files, chooseVideo: desktop.chooseVideo })
  const importing = importHandlers({
    imports: services.imports,
    watched: services.watched,
    desktop: { chooseSources: desktop.chooseSources, chooseFolder: desktop.chooseFolder },
  })
  /** Called each time a page of ours has begun to listen. */
  const listening = new Set<() => void>()
  const settingsChanged = (): void => broadcast('changed', { topics: ['settings'] })
  const jobsRunning = (): number => countUnfinished(db)
  const mover = createStorageMover({
    ...storedMove(db),
    use: services.chooseLibraryRoot,
    changed: settingsChanged,
    now: Date.now,
    log,
  })
  const archiver = createLibraryArchiver({
    db,
    libraryRoot: () => folder().root,
    rootSetting: LIBRARY_ROOT_KEY,
    newId: services.newId,
    now: Date.now,
    changed: settingsChanged,
    log,
  })
  const updates = createUpdates({
    updater: await findUpdater({
      isPackaged: app.isPackaged,
      resourcesPath: process.resourcesPath,
      platform: process.platform,
      environment: process.env,
      log,
    }),
    currentVersion: app.getVersion(),
    consent: updateConsent(db),
    jobsRunning,
    now: Date.now,
    timer: (ms, fire) => {
      const handle = setTimeout(fire, ms)
      return () => clearTimeout(handle)
    },
    changed: settingsChanged,
    log,
  })
  const dispatcher = createDispatcher({
    appOrigin: APP_ORIGIN,
    requests: {
      ...appHandlers(
        {
          state,
          changeSettings(change) {
            const settings = services.changeSettings(change)
            nativeTheme.themeSource = settings.theme
            return settings
          },
          finishFirstRun: services.finishFirstRun,
          async chooseLibraryFolder() {
            const chosen = await desktop.chooseFolder('Where should sounds be kept?', 'Keep sounds here')
            if (chosen === null) return success(null)
            const used = services.chooseLibraryRoot(chosen)
            return used.ok ? success({ libraryFolderName: basename(chosen) }) : used
          },
          async openLibraryFolder() {
            await mkdir(folder().root, { recursive: true })
            return desktop.openFolder(folder().root)
          },
          openExternal: desktop.confirmAndOpen,
          copyText: (text) => clipboard.writeText(text),
        },
        connections,
      ),
      ...connectionHandlers(connections),
      ...generationHandlers(generations, services.transcriptions),
      ...moneyHandlers({
        db,
        rescue: services.rescue,
        now: Date.now,
        changed: () => broadcast('changed', { topics: ['generations'] }),
        chooseFolder: desktop.chooseFolder,
      }),
      ...library.requests,
      ...organiseHandlers(organising),
      ...collectionHandlers(organising),
      ...importing.requests,
      ...exportHandlers({
        exports: services.exports,
        makeRegion: services.makeRegion,
        desktop: { chooseFolder: desktop.chooseFolder },
        made: () => {
          libraryChanged()
          services.wakeFacts()
        },
      }),
      ...transcribing.requests,
      ...clips.requests,
      'opening.ready': async () => {
        for (const watcher of listening) watcher()
        return success(null)
      },
      ...updatesHandlers(updates),
      ...videoHandlers({
        db,
        files: services.files,
        plan: services.plan,
        view: generations.view,
        run: services.runMedia,
        readyPath: services.readyPath,
        newId: services.newId,
        now: Date.now,
        chooseFolder: desktop.chooseFolder,
      }),
      ...agentsHandlers({ agents: services.agents, copyText: (text) => clipboard.writeText(text) }),
      ...diagnosticsHandlers({
        facts: (includePrompts) =>
          diagnosticFacts(db, {
            includePrompts,
            state: state(),
            versions: process.versions,
            system: `${systemName()} ${release()} ${arch()}`,
            locale: app.getLocale(),
            logLines: logFiles,
            nowMs: Date.now(),
            privateFolders: [
              { path: folder().root, name: 'library' },
              { path: app.getPath('userData'), name: 'data' },
              { path: app.getAppPath(), name: 'app' },
              { path: homedir(), name: 'home' },
            ],
          }),
        copyText: (text) => clipboard.writeText(text),
        openLogs: () => desktop.openFolder(logFiles.folder),
        noticesPath: join(resources, 'THIRD-PARTY-NOTICES.txt'),
      }),
      ...storageHandlers({
        db,
        userData: app.getPath('userData'),
        libraryRoot: () => folder().root,
        libraryBytes: () => services.state().bytesOnDisk,
        mover,
        archiver,
        chooseFolder: desktop.chooseFolder,
        jobsRunning,
        close: services.close,
        forgetKeys: services.forgetKeys,
        exit: () => app.exit(0),
      }),
    },
    drops: { ...importing.drops, ...clips.drops },
    commands: { ...library.commands, ...transcribing.commands },
    expectedFailure: services.failureOf,
    reportBug: (where, error) => log(`bug in ${where}: ${wordsOf(error)}`),
    reportRefused: (where, reason) => log(`refused ${where}: ${reason}`),
  })
  bindIpc(dispatcher)
  services.onChange((topics) => broadcast('changed', { topics }))
  services.onExport((progress) => broadcast('exporting', progress))
  services.onImport((view) => broadcast('importing', view))
  services.onNotice((notice) => broadcast('notice', notice))
  services.onGeneration((generation) => broadcast('generation', generations.view(generation)))
  setApplicationMenu({
    isMac: process.platform === 'darwin',
    isDevelopment: !app.isPackaged,
    run: (name) => broadcast('command', { name }),
    openLibraryFolder: () => void desktop.openFolder(folder().root),
  })

  const show = (): BrowserWindow =>
    openMainWindow({
      preloadPath: join(here, '../preload/index.cjs'),
      iconPath: join(resources, 'icon.png'),
      bounds: readWindowBounds(db),
      saveBounds: (bounds) => writeWindowBounds(db, bounds),
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#0f1113' : '#fbfbfa',
      devServerUrl,
      log,
      onListening: (watcher) => void listening.add(watcher),
    })
  const window = show()
  // A hidden window that still decodes must not keep the app from ending.
  window.on('closed', pictures.close)
  app.on('second-instance', () => {
    const first = BrowserWindow.getAllWindows()[0] ?? show()
    if (first.isMinimized()) first.restore()
    first.show()
    first.focus()
  })
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) show()
  })
  app.on('window-all-closed', () => app.quit())
  powerMonitor.on('resume', () => services.runner.wake())
  closeAtQuit(services, async () => {
    await mover.stop()
    await archiver.stop()
  })
  services.begin()
  updates.begin()
  const openAsked = (): void =>
    onOpenRequest((asked) => {
      void openRequest(asked, {
        async importAudio(paths) {
          services.imports.start(
            paths,
            paths.length === 1 ? basename(paths[0] ?? '') : `${paths.length} files`,
          )
        },
        soundIdOf: (uid) => soundIdOf(db, uid),
        showSound: (soundId) => broadcast('openSound', { soundId }),
        tell: (notice) => broadcast('notice', notice),
        log,
      })
    })
  listening.add(openAsked)
  const screenshotPath = process.env.FOLEYROOM_SCREENSHOT
  if (screenshotPath !== undefined)
    window.webContents.once('did-finish-load', () => takeScreenshot(window, screenshotPath))
}

/** Quitting waits for what is being written, not for jobs: they go on at the next start. */
function closeAtQuit(services: Services, stopMove: () => Promise<void>): void {
  let isClosed = false
  // After the windows: they write down where they stood.
  app.on('will-quit', (event) => {
    if (isClosed) return
    event.preventDefault()
    void stopMove()
      .then(services.close)
      .finally(() => {
        isClosed = true
        app.quit()
      })
  })
}

/** For `npm start` on a machine without a display: the window's first picture, after its first rows are drawn. */
const SETTLING_MS = 1_500
function takeScreenshot(window: BrowserWindow, path: string): void {
  setTimeout(() => {
    writeScreenshot(window, path).then(
      () => {
        log(`screenshot written to ${path}`)
        if (process.env.FOLEYROOM_EXIT_AFTER_SCREENSHOT === '1') app.quit()
      },
      (error: unknown) => log(`no screenshot: ${wordsOf(error)}`),
    )
  }, SETTLING_MS)
}

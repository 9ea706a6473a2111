// The app with its window: its parts over the services, and the order in which they begin and end. Part of the composition root.
import { randomBytes } from 'node:crypto'
import { basename, join } from 'node:path'
import { app, type BrowserWindow, nativeTheme, powerMonitor, protocol, session } from 'electron'
import { APP_ORIGIN, APP_SCHEME } from './bridge/contract.ts'
import { countUnfinished } from './generations/generation-store.ts'
import { soundIdOf } from './library/sound-store.ts'
import type { Services } from './services.ts'
import { LIBRARY_ROOT_KEY } from './services.ts'
import { createAppProtocol } from './shell/app-protocol.ts'
import * as desktop from './shell/desktop.ts'
import { endInTime } from './shell/end-in-time.ts'
import { clipHandlers } from './shell/handlers/clip-handlers.ts'
import { bindIpc, broadcast } from './shell/ipc.ts'
import { isQuestion } from './shell/is-app-open.ts'
import { createLibraryArchiver } from './shell/library-archive.ts'
import { createListeningPage } from './shell/listening-page.ts'
import type { Log } from './shell/log.ts'
import { wordsOf } from './shell/log.ts'
import type { LogFiles } from './shell/log-files.ts'
import { setApplicationMenu } from './shell/menu.ts'
import { openMidiFiles } from './shell/open-midi.ts'
import type { OpenRequest } from './shell/open-with.ts'
import { openRequest } from './shell/open-with.ts'
import { denyPermissions } from './shell/permissions.ts'
import { personsWindow } from './shell/persons-window.ts'
import type { PictureDecoder } from './shell/picture-desk.ts'
import { createPictureDesk } from './shell/picture-desk.ts'
import { openPictureWindow } from './shell/picture-window.ts'
import { createStorageMover } from './shell/storage-move.ts'
import { storedMove, updateConsent } from './shell/stored-choices.ts'
import { createUpdates } from './shell/updates.ts'
import { findUpdater } from './shell/updates-electron.ts'
import { openMainWindow, writeScreenshot } from './shell/window.ts'
import { readWindowBounds, writeWindowBounds } from './shell/window-bounds.ts'
import { windowDispatcher } from './window-requests.ts'

/** From when a page listens until its first rows are drawn and painted, on a slow machine. */
const AT_REST_AFTER_MS = 1500

const timer = (ms: number, fire: () => void): (() => void) => {
  const handle = setTimeout(fire, ms)
  return () => clearTimeout(handle)
}

/** Runs until the person quits. The library is opened while Electron gets ready. */
export async function runWindow(options: {
  /** Opens the library, or ends the app with a sentence. */
  readonly open: (pictures: PictureDecoder) => Promise<Services>
  /** Takes the one who opens what the system asks for. */
  readonly onOpenRequest: (opener: (asked: OpenRequest) => void) => void
  /** Absolute paths of the built app and of what is shipped beside it. */
  readonly built: string
  readonly resources: string
  readonly log: Log
  readonly logFiles: LogFiles
}): Promise<void> {
  const { built, resources, log, logFiles } = options
  const isMac = process.platform === 'darwin'
  log(`started: Foleyroom ${app.getVersion()}`)
  const pictures = createPictureDesk({
    openPage: openPictureWindow,
    newSecret: () => randomBytes(24).toString('base64url'),
    timer,
  })
  const services = await options.open(pictures)
  await app.whenReady()
  const { db, generations, folder, news } = services
  nativeTheme.themeSource = services.settings().theme
  const answerPage = createAppProtocol({ pageFolder: join(built, 'renderer'), media: services.media })
  protocol.handle(APP_SCHEME, (request) => pictures.answer(request) ?? answerPage(request))
  denyPermissions(session.defaultSession, APP_ORIGIN)
  // Electron would fetch its dictionaries from outside.
  session.defaultSession.setSpellCheckerEnabled(false)

  const show = (): BrowserWindow => {
    const window = openMainWindow({
      preloadPath: join(built, 'preload/index.cjs'),
      iconPath: join(resources, 'icon.png'),
      bounds: readWindowBounds(db),
      saveBounds: (bounds) => writeWindowBounds(db, bounds),
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#0f1113' : '#fbfbfa',
      log,
      onListening: page.onBegan,
    })
    window.on('closed', page.ended)
    window.webContents.on('render-process-gone', page.ended)
    // A hidden window that still decodes must not keep the app from ending; on macOS closing a window ends nothing.
    if (!isMac) window.on('closed', pictures.close)
    return window
  }
  const page = createListeningPage(() => {
    if (personsWindow() === undefined) show()
  })

  const settingsChanged = (): void => broadcast('changed', { topics: ['settings'] })
  const mover = createStorageMover({
    ...storedMove(db),
    use: services.chooseLibraryRoot,
    changed: settingsChanged,
    now: Date.now,
    hashLong: services.hashLong,
    log,
  })
  const archiver = createLibraryArchiver({
    db,
    libraryRoot: () => folder().root,
    rootSetting: LIBRARY_ROOT_KEY,
    newId: services.newId,
    now: Date.now,
    hashLong: services.hashLong,
    changed: settingsChanged,
    log,
  })
  const updates = createUpdates({
    updater: await findUpdater({
      isPackaged: app.isPackaged,
      resourcesPath: process.resourcesPath,
      platform: process.platform,
      environment: process.env,
      // The new version may start before this one has ended: it would find the lock taken, and end at once.
      beforeInstall: () => app.releaseSingleInstanceLock(),
      log,
    }),
    currentVersion: app.getVersion(),
    consent: updateConsent(db),
    jobsRunning: () => countUnfinished(db),
    now: Date.now,
    timer,
    changed: settingsChanged,
    log,
  })
  const clips = clipHandlers({
    db,
    files: services.files,
    chooseVideo: desktop.chooseVideo,
    refusalOf: services.refusalOfAddress,
  })
  const showMidi = (midiId: string): void => broadcast('openMidi', { midiId })
  const openMidi = (paths: readonly string[]): Promise<void> =>
    openMidiFiles(paths, {
      midi: services.midi,
      show: showMidi,
      tell: (notice) => broadcast('notice', notice),
      changed: () => broadcast('changed', { topics: ['library'] }),
      failureOf: services.failureOf,
    })
  bindIpc(
    windowDispatcher({
      services,
      clips,
      openMidi,
      updates,
      mover,
      archiver,
      onListening: page.began,
      resources,
      log,
      logFiles,
    }),
  )
  news.onChange((topics) => broadcast('changed', { topics }))
  news.onExport((progress) => broadcast('exporting', progress))
  news.onAsking((view) => broadcast('asking', view))
  news.onImport((view) => broadcast('importing', view))
  news.onNotice((notice) => broadcast('notice', notice))
  news.onGeneration((generation) => broadcast('generation', generations.view(generation)))
  setApplicationMenu({
    isMac,
    isDevelopment: !app.isPackaged,
    run: (name) => page.whenListening(() => broadcast('command', { name })),
    openLibraryFolder: () => void desktop.openFolder(folder().root),
  })

  const window = show()
  // The page draws now, and has its rows.
  window.webContents.once('did-finish-load', services.search.prepare)
  app.on('second-instance', (_event, _argv, _workingFolder, data) => {
    if (isQuestion(data)) return
    const first = personsWindow() ?? show()
    if (first.isMinimized()) first.restore()
    first.show()
    first.focus()
  })
  app.on('activate', () => {
    if (personsWindow() === undefined) show()
  })
  // On macOS an app goes on without a window, and so do its jobs.
  app.on('window-all-closed', () => {
    if (!isMac) app.quit()
  })
  app.on('before-quit', pictures.close)
  app.on('child-process-gone', (_event, { type, name, reason }) =>
    log(`${name ?? type}: its process ended (${reason})`),
  )
  powerMonitor.on('resume', () => services.runner.wake())
  const stopMoves = (): Promise<void> =>
    endInTime(
      [
        ['the move of the library', mover.stop],
        ['the copy of the library', archiver.stop],
      ],
      { timer, log },
    )
  closeAtQuit(() => stopMoves().then(services.close))
  services.begin()
  // Two processors that a start has are the window's until it shows the library.
  page.whenListening(() => void timer(AT_REST_AFTER_MS, services.beginAtRest))
  updates.begin()
  const carryOut = (asked: OpenRequest): Promise<void> =>
    openRequest(asked, {
      async importAudio(paths) {
        services.imports.start(paths, paths.length === 1 ? basename(paths[0] ?? '') : `${paths.length} files`)
      },
      soundIdOf: (uid) => soundIdOf(db, uid),
      showSound: (soundId) => broadcast('openSound', { soundId }),
      hasMidi: (midiId) => services.midi.get(midiId).ok,
      showMidi,
      async openClip(path) {
        const registered = await clips.register(path)
        if (registered.ok) broadcast('openClip', { clip: registered.value })
        else broadcast('notice', { tone: 'error', message: registered.error.message })
      },
      openMidi,
      tell: (notice) => broadcast('notice', notice),
      log,
    })
  options.onOpenRequest((asked) => page.whenListening(() => void carryOut(asked)))
  const screenshotPath = process.env.FOLEYROOM_SCREENSHOT
  if (screenshotPath !== undefined)
    window.webContents.once('did-finish-load', () => takeScreenshot(window, screenshotPath, log))
}

/** Quitting waits for what is being written, not for jobs: they go on at the next start. */
function closeAtQuit(close: () => Promise<void>): void {
  let isClosed = false
  // After the windows: they write down where they stood.
  app.on('will-quit', (event) => {
    if (isClosed) return
    event.preventDefault()
    void close().finally(() => {
      isClosed = true
      app.quit()
    })
  })
}

/** For `npm start` on a machine without a display: the window's first picture, after its first rows are drawn. */
const SETTLING_MS = 1_500
function takeScreenshot(window: BrowserWindow, path: string, log: Log): void {
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

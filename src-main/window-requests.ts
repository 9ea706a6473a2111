// What the window may ask for: every handler of the bridge with what it takes of the services and of the desktop. Part of the composition root.
import { mkdir } from 'node:fs/promises'
import { arch, homedir, release, type as systemName } from 'node:os'
import { basename, join } from 'node:path'
import { app, clipboard, nativeTheme } from 'electron'
import { APP_ORIGIN } from './bridge/contract.ts'
import type { Dispatcher } from './bridge/dispatcher.ts'
import { createDispatcher } from './bridge/dispatcher.ts'
import { success } from './bridge/reply.ts'
import type { AppState } from './bridge/types.ts'
import { countUnfinished } from './generations/generation-store.ts'
import type { Services } from './services.ts'
import * as desktop from './shell/desktop.ts'
import { diagnosticFacts } from './shell/diagnostic-facts.ts'
import { agentsHandlers } from './shell/handlers/agents-handlers.ts'
import { appHandlers } from './shell/handlers/app-handlers.ts'
import { askingHandlers } from './shell/handlers/asking-handlers.ts'
import type { ClipHandlers } from './shell/handlers/clip-handlers.ts'
import { collectionHandlers } from './shell/handlers/collection-handlers.ts'
import { connectionHandlers } from './shell/handlers/connection-handlers.ts'
import { diagnosticsHandlers } from './shell/handlers/diagnostics-handlers.ts'
import { exportHandlers } from './shell/handlers/export-handlers.ts'
import { generationHandlers } from './shell/handlers/generation-handlers.ts'
import { importHandlers } from './shell/handlers/import-handlers.ts'
import { libraryHandlers } from './shell/handlers/library-handlers.ts'
import { midiHandlers } from './shell/handlers/midi-handlers.ts'
import { moneyHandlers } from './shell/handlers/money-handlers.ts'
import { organiseHandlers } from './shell/handlers/organise-handlers.ts'
import { storageHandlers } from './shell/handlers/storage-handlers.ts'
import { transcriptionHandlers } from './shell/handlers/transcription-handlers.ts'
import { updatesHandlers } from './shell/handlers/updates-handlers.ts'
import { videoHandlers } from './shell/handlers/video-handlers.ts'
import { broadcast } from './shell/ipc.ts'
import type { LibraryArchiver } from './shell/library-archive.ts'
import type { Log } from './shell/log.ts'
import { wordsOf } from './shell/log.ts'
import type { LogFiles } from './shell/log-files.ts'
import { personsWindow } from './shell/persons-window.ts'
import type { StorageMover } from './shell/storage-move.ts'
import type { Updates } from './shell/updates.ts'

/** Everything that a window can call, behind the checks of the dispatcher. */
export function windowDispatcher(options: {
  readonly services: Services
  readonly clips: ClipHandlers
  /** Keeps MIDI files and shows the last one; tells the person where it cannot. */
  readonly openMidi: (paths: readonly string[]) => Promise<void>
  readonly updates: Updates
  readonly mover: StorageMover
  readonly archiver: LibraryArchiver
  /** The page listens to events. */
  readonly onListening: () => void
  /** Absolute path of what is shipped beside the app. */
  readonly resources: string
  readonly log: Log
  readonly logFiles: LogFiles
}): Dispatcher {
  const { services, clips, resources, log, logFiles } = options
  const { db, connections, generations, folder } = services
  const { chooseFolder } = desktop
  const now = Date.now
  const state = (): AppState => ({
    ...services.state(),
    version: app.getVersion(),
    runtime: process.versions.electron?.endsWith('-stand-in') === true ? 'stand-in' : 'electron',
    // The three platforms that Electron runs on; every other Unix behaves as Linux does.
    platform: process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux',
  })
  const libraryChanged = (): void => broadcast('changed', { topics: ['library'] })
  const copyFiles = (paths: readonly string[]): Promise<void> =>
    desktop.copyFilesToClipboard(paths, process.platform)
  const copyText = (text: string): Promise<void> => clipboard.writeText(text)
  const startDrag = (paths: readonly string[]): void => {
    const contents = personsWindow()?.webContents
    if (contents !== undefined) desktop.startFileDrag(contents, paths, join(resources, 'drag.png'))
  }
  const organising = {
    db,
    folder,
    history: services.history,
    trash: services.trash,
    similar: services.similar,
    desktop: { trash: desktop.trashFile, chooseFolder },
    now,
    changed: libraryChanged,
  }
  const library = libraryHandlers({
    db,
    search: services.search,
    history: services.history,
    trash: services.trash,
    folder,
    readyPath: services.readyPath,
    detail: services.detail,
    now,
    changed: libraryChanged,
    desktop: {
      reveal: desktop.revealFile,
      copyFiles,
      startDrag,
    },
  })
  const transcribing = transcriptionHandlers({
    transcriptions: services.transcriptions,
    detections: services.detections,
    askings: services.askings,
    db,
    folder,
    pathOf: services.pathOf,
    engrave: (order) => services.runMedia('engrave', order),
    nameOf: (chosen) => basename(chosen),
    desktop: {
      chooseFolder,
      copyInto: desktop.copyInto,
      writeInto: desktop.writeInto,
      copyFiles,
      reveal: desktop.revealFile,
      startDrag,
    },
  })
  const midi = midiHandlers({
    midi: services.midi,
    open: options.openMidi,
    changed: libraryChanged,
    nameOf: (chosen) => basename(chosen),
    desktop: {
      chooseFolder,
      chooseMidi: desktop.chooseMidi,
      writeInto: desktop.writeInto,
      trash: desktop.trashFile,
    },
  })
  const importing = importHandlers({
    imports: services.imports,
    watched: services.watched,
    openMidi: options.openMidi,
    desktop: { chooseSources: desktop.chooseSources, chooseFolder },
  })
  const appRequests = appHandlers(
    {
      state,
      changeSettings(change) {
        const settings = services.changeSettings(change)
        nativeTheme.themeSource = settings.theme
        return settings
      },
      finishFirstRun: services.finishFirstRun,
      async chooseLibraryFolder() {
        const chosen = await chooseFolder('Where should sounds be kept?', 'Keep sounds here')
        if (chosen === null) return success(null)
        const used = services.chooseLibraryRoot(chosen)
        return used.ok ? success({ libraryFolderName: basename(chosen) }) : used
      },
      async openLibraryFolder() {
        await mkdir(folder().root, { recursive: true })
        return desktop.openFolder(folder().root)
      },
      openExternal: desktop.confirmAndOpen,
      copyText,
    },
    connections,
  )
  const exporting = exportHandlers({
    exports: services.exports,
    makeRegion: services.makeRegion,
    makeAtSpeed: services.makeAtSpeed,
    desktop: { chooseFolder },
    made: () => {
      libraryChanged()
      services.wakeFacts()
    },
  })
  const video = videoHandlers({
    db,
    files: services.files,
    remote: services.remoteClips,
    askings: services.askings,
    plan: services.plan,
    view: generations.view,
    run: services.runMedia,
    readyPath: services.readyPath,
    newId: services.newId,
    now,
    chooseFolder,
  })
  const diagnostics = diagnosticsHandlers({
    facts: (includePrompts) =>
      diagnosticFacts(db, {
        includePrompts,
        state: state(),
        versions: process.versions,
        system: `${systemName()} ${release()} ${arch()}`,
        locale: app.getLocale(),
        logLines: logFiles,
        nowMs: now(),
        privateFolders: [
          { path: folder().root, name: 'library' },
          { path: app.getPath('userData'), name: 'data' },
          { path: app.getAppPath(), name: 'app' },
          { path: homedir(), name: 'home' },
        ],
      }),
    copyText,
    openLogs: () => desktop.openFolder(logFiles.folder),
    noticesPath: join(resources, 'THIRD-PARTY-NOTICES.txt'),
  })
  const storage = storageHandlers({
    db,
    userData: app.getPath('userData'),
    libraryRoot: () => folder().root,
    libraryBytes: () => services.state().bytesOnDisk,
    mover: options.mover,
    archiver: options.archiver,
    chooseFolder,
    jobsRunning: () => countUnfinished(db),
    close: services.close,
    forgetKeys: services.forgetKeys,
    exit: () => app.exit(0),
  })
  const money = moneyHandlers({
    db,
    rescue: services.rescue,
    now,
    changed: () => broadcast('changed', { topics: ['generations'] }),
    chooseFolder,
  })

  return createDispatcher({
    appOrigin: APP_ORIGIN,
    requests: {
      ...appRequests,
      ...connectionHandlers(connections),
      ...generationHandlers(generations, services.transcriptions),
      ...money,
      ...library.requests,
      ...organiseHandlers(organising),
      ...collectionHandlers(organising),
      ...importing.requests,
      ...exporting,
      ...transcribing.requests,
      ...midi,
      ...clips.requests,
      'opening.ready': async () => {
        options.onListening()
        return success(null)
      },
      ...updatesHandlers(options.updates),
      ...video,
      ...askingHandlers(services.askings),
      ...agentsHandlers({ agents: services.agents, copyText }),
      ...diagnostics,
      ...storage,
    },
    drops: { ...importing.drops, ...clips.drops },
    commands: { ...library.commands, ...transcribing.commands },
    expectedFailure: services.failureOf,
    reportBug: (where, error) => log(`bug in ${where}: ${wordsOf(error)}`),
    reportRefused: (where, reason) => log(`refused ${where}: ${reason}`),
  })
}

// Wires the rooms that need no window: library, connections, generations, facts. The second half of the composition root.
import { randomUUID } from 'node:crypto'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { Agents } from './agents/agents.ts'
import { AGENTS_KEY, createAgents } from './agents/agents.ts'
import type { AppState, BridgeError, QuoteRequest, Reply, Settings, SoundDetail } from './bridge/types.ts'
import type { VideoPlan } from './bridge/video.ts'
import { BUILT_IN_ID, ensureBuiltIn } from './connections/connection-store.ts'
import type { Connections } from './connections/connections.ts'
import { createConnections } from './connections/connections.ts'
import type { KeytarLike } from './connections/keychain.ts'
import { createKeyStore } from './connections/keychain.ts'
import { type Askings, createAskings } from './generations/askings.ts'
import type { Asker } from './generations/bring-source.ts'
import { createCollector } from './generations/collect.ts'
import type { Generation } from './generations/generation.ts'
import { isKeyInUse } from './generations/generation-store.ts'
import type { Generations } from './generations/generations.ts'
import { createGenerations } from './generations/generations.ts'
import { transcriptionBytes } from './generations/midi-files.ts'
import { planOf } from './generations/plans.ts'
import type { Rescue } from './generations/rescue.ts'
import { createRescue } from './generations/rescue.ts'
import type { Runner } from './generations/runner.ts'
import { createRunner } from './generations/runner.ts'
import { soundDetail } from './generations/sound-detail.ts'
import type { SourceFiles } from './generations/source-files.ts'
import { createSourceFiles } from './generations/source-files.ts'
import { createUploader } from './generations/uploader.ts'
import { createWaiter } from './generations/waiter.ts'
import { removeImportMarks } from './library/archive-import.ts'
import { createAtSpeed, type MakeAtSpeed } from './library/at-speed.ts'
import type { OpenErrorCode, ReadableDatabase, WritableDatabase } from './library/database.ts'
import { opening } from './library/database.ts'
import type { Exports } from './library/exports.ts'
import { createExports } from './library/exports.ts'
import { createFactsQueue } from './library/facts-queue.ts'
import type { LibraryFolder } from './library/folder.ts'
import { createLibraryFolder } from './library/folder.ts'
import { createGuesses } from './library/guesses.ts'
import type { History } from './library/history.ts'
import { createHistory } from './library/history.ts'
import type { Imports } from './library/imports.ts'
import { createImports } from './library/imports.ts'
import { createLibraryHealth } from './library/library-health.ts'
import { openOrRestore } from './library/open-or-restore.ts'
import { readyAt, readyFile, soundsNotIn } from './library/ready-file.ts'
import type { MakeRegion } from './library/regions.ts'
import { createRegionMaker } from './library/regions.ts'
import type { LibrarySearch } from './library/search.ts'
import { createLibrarySearch } from './library/search.ts'
import { getSetting, setSetting } from './library/settings-store.ts'
import type { SimilarSearch } from './library/similar.ts'
import { createSimilarSearch } from './library/similar.ts'
import { libraryStats } from './library/sound-rows.ts'
import type { Trash } from './library/trash.ts'
import { createTrash } from './library/trash.ts'
import type { WatchedFolders } from './library/watched-folders.ts'
import { createWatchedFolders } from './library/watched-folders.ts'
import type { RunMedia } from './media/facts-service.ts'
import { createFactsService } from './media/facts-service.ts'
import type { HashFile } from './media/hash-file.ts'
import { createListeningCopies } from './media/listening-copies.ts'
import type { Outcome } from './media/outcome.ts'
import { failed, succeeded } from './media/outcome.ts'
import { fileTexts } from './media/provenance-record.ts'
import type { News } from './news.ts'
import { createNewsroom } from './news.ts'
import { type AddressOrigin, createDownloads, createPublicFiles } from './service-client/index.ts'
import type { MediaSource } from './shell/app-protocol.ts'
import { crashNotice } from './shell/crash-recovery.ts'
import { endInTime } from './shell/end-in-time.ts'
import { counted } from './shell/handlers/collection-handlers.ts'
import { createLocalServiceHost } from './shell/local-service-host.ts'
import type { Log } from './shell/log.ts'
import { wordsOf } from './shell/log.ts'
import { createMediaSource } from './shell/media-source.ts'
import type { PictureDecoder } from './shell/picture-desk.ts'
import { createRemoteClips, type RemoteClips } from './shell/remote-clip.ts'
import { changeSettings, readSettings } from './shell/settings.ts'
import { createDetections, type Detections } from './transcriptions/detections.ts'
import { createOpenedMidi, type OpenedMidi } from './transcriptions/opened-midi.ts'
import type { Transcriptions } from './transcriptions/transcriptions.ts'
import { createTranscriptions } from './transcriptions/transcriptions.ts'

export interface Services {
  readonly db: WritableDatabase
  readonly connections: Connections
  readonly generations: Generations
  readonly transcriptions: Transcriptions
  readonly detections: Detections
  readonly midi: OpenedMidi
  readonly agents: Agents
  readonly files: SourceFiles
  /** Clips that lie at an address. */
  readonly remoteClips: RemoteClips
  /** Why an address is not used by what it says; null where it would be. */
  readonly refusalOfAddress: (address: URL) => Promise<string | null>
  readonly runner: Runner
  readonly rescue: Rescue
  readonly search: LibrarySearch
  readonly trash: Trash
  readonly history: History
  readonly imports: Imports
  readonly watched: WatchedFolders
  readonly exports: Exports
  readonly makeRegion: MakeRegion
  readonly makeAtSpeed: MakeAtSpeed
  /** Hashes long files, off the main thread. */
  readonly hashLong: HashFile
  /** Work on files, off the main thread. */
  readonly runMedia: RunMedia
  /** Questions that come before an intent. */
  readonly askings: Askings
  /** What would be made of a clip, before it is paid. */
  readonly plan: (request: QuoteRequest, asker: Asker) => Promise<Reply<VideoPlan>>
  readonly similar: SimilarSearch
  readonly media: MediaSource
  readonly newId: () => string
  /** What the window is told. */
  readonly news: News
  folder(): LibraryFolder
  /** Absolute path of a file that lies finished in the library's folder, without waiting. */
  pathOf(relativePath: string): string | null
  /** Absolute path of a finished file, without waiting. */
  readyPath(soundId: number): string | null
  detail(soundId: number): SoundDetail | null
  state(): Omit<AppState, 'version' | 'runtime' | 'platform'>
  settings(): Settings
  changeSettings(change: Partial<Settings>): Settings
  finishFirstRun(): void
  /** What the disk answers to a write of the database; null for a bug. Damage is told and noted for the next start. */
  failureOf(error: unknown): BridgeError | null
  /** New sounds go there; a folder in which the sounds of the library do not lie is refused. */
  chooseLibraryRoot(root: string): Outcome<null, 'sounds_elsewhere'>
  /** Takes up what is unfinished, computes missing facts. For the window; `make` does only its own work. */
  begin(): void
  /** What takes a processor for seconds: the engine's start, the check of a large library, backups. Once the window shows the library. */
  beginAtRest(): void
  /** Every key that the keychain has of this app. For deleting everything. */
  forgetKeys(): Promise<void>
  /** There may be sounds without facts. */
  wakeFacts(): void
  close(): Promise<void>
}

/** The setting that says where the library's folder is. */
export const LIBRARY_ROOT_KEY = 'library-root'
/** Where the files of this library lie; null where the person never chose. */
export const storedLibraryRoot = (db: ReadableDatabase): string | null =>
  getSetting(db, LIBRARY_ROOT_KEY, z.string())
const FIRST_RUN_KEY = 'first-run-finished'

/** Opens the library and everything over it. Errors: those of opening the database. */
export async function openServices(options: {
  readonly userData: string
  readonly defaultLibraryRoot: string
  readonly localServiceEntry: string
  readonly mediaWorkerUrl: URL
  /** What decodes pictures for the built-in engine; null where no window can. */
  readonly pictures: PictureDecoder | null
  readonly version: string
  readonly log: Log
}): Promise<Outcome<Services, OpenErrorCode>> {
  const { userData, log } = options
  const now = Date.now
  const monotonicMs = (): number => performance.now()
  const backupFolder = join(userData, 'backups')
  const opened = await openOrRestore(join(userData, 'library.db'), backupFolder, now())
  if (!opened.ok) return opened
  const { db, notice } = opened.value
  const seeded = opening(db.path, () => succeeded(ensureBuiltIn(db, now())))
  if (!seeded.ok) {
    db.close()
    return seeded
  }
  if (notice !== null) log(`library: ${notice}`)
  const newId = randomUUID
  const random = Math.random
  const timer = (ms: number, fire: () => void): (() => void) => {
    const handle = setTimeout(fire, ms)
    return () => clearTimeout(handle)
  }

  const news = createNewsroom()
  const cacheDir = join(userData, 'cache')
  const facts = createFactsService({
    workerUrl: options.mediaWorkerUrl,
    cacheDir,
    log(message) {
      log(message)
      news.notify(crashNotice('media-worker'))
    },
  })
  const hashLong: HashFile = (file, signal) => facts.run('hash', file, signal)
  const openFolder = (root: string): LibraryFolder => createLibraryFolder({ root, hashLong })
  let libraryFolder = openFolder(storedLibraryRoot(db) ?? options.defaultLibraryRoot)
  const folder = (): LibraryFolder => libraryFolder
  const trash = createTrash({ db, folder, now })

  const downloads = createDownloads({ workerUrl: options.mediaWorkerUrl, log })
  const keys = createKeyStore({ load: loadKeytar, timer })
  const engine = createLocalServiceHost({
    entryPath: options.localServiceEntry,
    dataDir: join(userData, 'engine'),
    pictures: options.pictures,
    now,
    log,
    onDeath: () => news.notify(crashNotice('engine')),
  })
  const connections = createConnections({
    db,
    keys,
    engine,
    clientOptions: {
      now,
      random,
      sleep: (delayMs, signal) =>
        new Promise((resolve) => {
          const cancel = timer(delayMs, resolve)
          const giveUp = (): void => {
            cancel()
            resolve()
          }
          signal?.addEventListener('abort', giveUp, { once: true })
        }),
      userAgent: `Foleyroom/${options.version}`,
      onForeignVersion: (version) => log(`a service answered with the contract of ${version}`),
      downloads,
    },
    isKeyInUse: (keyId) => isKeyInUse(db, keyId, now()),
    newId,
    now,
    monotonicMs,
  })

  const factsQueue = createFactsQueue({
    db,
    folder,
    facts,
    now,
    onStored: () => news.changed('library'),
    log,
  })

  const guesses = createGuesses({ db, onGuessed: () => news.changed('library'), log })
  news.onChange((topics) => {
    if (topics.includes('library')) guesses.wake()
  })

  const history = createHistory(db, trash, now)
  const imports = createImports({
    db,
    folder,
    media: facts,
    newId,
    now,
    onProgress: (view) => {
      news.importing(view)
      if (view.imported > 0) {
        news.changed('library')
        factsQueue.wake()
      }
    },
    onUndoable: (soundIds) => history.recordTrash(`Import ${counted(soundIds.length)}`, soundIds, 'restored'),
    log,
  })
  const makeRegion = createRegionMaker({ db, folder, media: facts, now })
  const similar = createSimilarSearch({ db, workerUrl: options.mediaWorkerUrl, log })
  const watched = createWatchedFolders({ db, imports, now, timer, log })

  const health = createLibraryHealth({
    db,
    backupFolder,
    workerUrl: options.mediaWorkerUrl,
    now,
    timer,
    notify: news.notify,
    log,
  })
  const reportBug = (where: string, error: unknown): void => {
    health.failureOf(error)
    log(`bug in ${where}: ${wordsOf(error)}`)
  }

  const waiter = createWaiter({ now, monotonicMs, timer })
  const generationChanged = (generation: Generation): void => {
    news.generation(generation)
    news.changed('generations')
    if (generation.state === 'collecting' || generation.finishedAtMs === null) return
    news.changed('library')
    factsQueue.wake()
    // What is left to spend changed with the charge.
    if (generation.chargedCredits !== null) void connections.refresh(generation.connectionId)
  }
  const readyPath = (soundId: number): string | null => readyFile(db, libraryFolder.root, soundId)
  const collector = createCollector({
    db,
    folder,
    connections,
    newId,
    random,
    tagLong: (from, to, provenance) =>
      facts.run('tag', { from, to, provenance, texts: fileTexts(provenance) }),
  })
  const files = createSourceFiles({
    db,
    readyPath,
    hashLong,
    newId,
    now,
  })
  const publicFiles = createPublicFiles({ userAgent: `Foleyroom/${options.version}` })
  /** Addresses lead as far inside as the service in use lies; the built-in engine reads public ones alone. */
  const addressOrigin = (): AddressOrigin => ({
    baseUrl: connections.view(connections.activeId() ?? '')?.baseUrl ?? null,
  })
  const remoteClips = createRemoteClips({
    files: publicFiles,
    origin: addressOrigin,
    limit: (ms) => AbortSignal.timeout(ms),
  })
  const uploader = createUploader({ db, files })
  const runner = createRunner({
    db,
    connections,
    collector,
    uploader,
    waiter,
    now,
    monotonicMs,
    random,
    onChange: generationChanged,
    reportBug,
  })
  const rescue = createRescue({
    db,
    folder,
    connections,
    runner,
    waiter,
    now,
    random,
    onChange: generationChanged,
    reportBug,
  })
  const generations = createGenerations({
    db,
    connections,
    runner,
    files,
    uploader,
    newId,
    now,
    onChange: generationChanged,
  })
  const askings = createAskings({ monotonicMs, onProgress: news.asking })
  const askPorts = { db, connections, files, uploader, now, random }
  const transcriptions = createTranscriptions({
    db,
    connections,
    runner,
    files,
    view: generations.view,
    newId,
    now,
    onChange: generationChanged,
  })
  const pathOf = (relativePath: string): string | null => readyAt(libraryFolder.root, relativePath)
  const midi = createOpenedMidi({ db, folder, pathOf, run: facts.run, newId, now })
  connections.onChange((connectionId) => {
    news.changed('connections')
    runner.wake(connectionId)
  })

  const media = createMediaSource({
    db,
    libraryRoot: () => libraryFolder.root,
    readyPath,
    listening: createListeningCopies({ cacheDir, run: facts.run, now, log }),
    peaksPath: factsQueue.peaksPath,
    files,
    remoteClips,
    transcriptions,
    midi,
  })

  let isClosing = false
  const search = createLibrarySearch(db)
  const agents = createAgents({
    db,
    search,
    similar,
    connections,
    generations,
    runner,
    readyPath,
    keys,
    version: options.version,
    within: (ms, work) => {
      let cancel = (): void => {}
      const late = new Promise<void>((resolve) => {
        cancel = timer(ms, resolve)
      })
      return Promise.race([work, late]).finally(cancel)
    },
    changed: () => news.changed('settings'),
    log,
  })

  return succeeded({
    db,
    connections,
    generations,
    transcriptions,
    detections: createDetections(askPorts),
    agents,
    files,
    remoteClips,
    refusalOfAddress: (address) => publicFiles.refusal(address, addressOrigin()),
    runner,
    rescue,
    search,
    trash,
    history,
    imports,
    watched,
    exports: createExports({
      db,
      folder,
      media: facts,
      newId,
      now,
      onProgress: news.exporting,
    }),
    similar,
    hashLong,
    runMedia: facts.run,
    askings,
    plan: (request, asker) => planOf(request, askPorts, asker),
    makeRegion,
    makeAtSpeed: createAtSpeed({ db, makeRegion, lanes: facts.workers }),
    media,
    newId,
    folder,
    readyPath,
    pathOf,
    midi,
    detail: (soundId) => soundDetail(db, soundId, { connections, generations }),
    state() {
      const { count, bytes } = libraryStats(db)
      return {
        isFirstRun: getSetting(db, FIRST_RUN_KEY, z.boolean()) !== true,
        settings: readSettings(db),
        connections: connections.list(),
        activeConnectionId: connections.activeId(),
        libraryFolderName: basename(libraryFolder.root),
        keychain: keys.state(),
        soundCount: count,
        midiCount: midi.count(),
        bytesOnDisk: bytes + transcriptionBytes(db),
        startNotice: notice === null ? null : { tone: 'warning', message: notice },
      }
    },
    settings: () => readSettings(db),
    changeSettings(change) {
      const settings = changeSettings(db, change)
      news.changed('settings')
      return settings
    },
    finishFirstRun() {
      setSetting(db, FIRST_RUN_KEY, z.boolean(), true)
      news.changed('settings')
    },
    failureOf: health.failureOf,
    chooseLibraryRoot(root) {
      const absent = soundsNotIn(db, root)
      if (absent > 0) {
        const from = libraryFolder.root
        const message = `The library's sounds lie in ${basename(from)}. Move that folder's contents to ${basename(root)} first, then choose it again.`
        return failed('sounds_elsewhere', message)
      }
      setSetting(db, LIBRARY_ROOT_KEY, z.string(), root)
      libraryFolder = openFolder(root)
      news.changed('library')
      return succeeded(null)
    },
    begin() {
      runner.start()
      rescue.start()
      void trash.settle()
      void midi.settle()
      imports.resume()
      watched.start()
      factsQueue.wake()
      guesses.wake()
      void removeImportMarks(libraryFolder.root)
      void agents.begin()
      void keys.probe().then(() => news.changed('settings'))
    },
    beginAtRest() {
      if (isClosing) return
      health.begin()
      const active = connections.activeId()
      if (active !== null) void connections.refresh(active)
      // The engine is ready before the first sound is asked for, also at the first run.
      if (active === null) void connections.refresh(BUILT_IN_ID)
    },
    async forgetKeys() {
      // One text column, by the schema: keys that were replaced too.
      const rows = db.statement('SELECT id FROM connection_keys').all() as readonly { readonly id: string }[]
      for (const { id } of rows) await keys.remove(id)
      await keys.remove(AGENTS_KEY)
    },
    news,
    wakeFacts: () => factsQueue.wake(),
    close: () => {
      isClosing = true
      return endInTime(
        [
          ['the tool server', () => agents.stop()],
          ['the questions', () => askings.close()],
          ['the look for what is charged', () => rescue.stop()],
          ['the jobs', () => runner.stop()],
          ['the watched folders', () => watched.stop()],
          ['the search for alike sounds', () => similar.close()],
          ['the imports', () => imports.stop()],
          ['the MIDI files', () => midi.idle()],
          ['the facts of sounds', () => factsQueue.stop()],
          ['the guessed categories', () => guesses.stop()],
          ['the check of the database', () => health.stop()],
          ['the media workers', () => facts.close()],
          ['the downloads', () => downloads.close()],
          ['the connections', () => connections.close()],
          ['the files by address', () => publicFiles.close()],
          ['the engine', () => engine.stop()],
          ['the database', () => db.close()],
        ],
        { timer, log },
      )
    },
  })
}

/** keytar is optional: where its native part could not be built, keys last for the session. */
async function loadKeytar(): Promise<KeytarLike> {
  const loaded: unknown = await import('keytar')
  // A CommonJS module: under Node's interop its functions stand on `default`.
  const { default: keytar } = loaded as { readonly default: KeytarLike }
  return keytar
}

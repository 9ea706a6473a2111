// The main process's own rooms, opened from source over a folder, as services.ts wires them, with the world's clock, network and keychain.
import { randomUUID } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import * as nodeFiles from 'node:fs/promises'
import { join } from 'node:path'
import type { GenerationView } from '../../src-main/bridge/types.ts'
import { ensureBuiltIn } from '../../src-main/connections/connection-store.ts'
import type { Connections } from '../../src-main/connections/connections.ts'
import { createConnections } from '../../src-main/connections/connections.ts'
import type { KeytarLike } from '../../src-main/connections/keychain.ts'
import { createKeyStore } from '../../src-main/connections/keychain.ts'
import { createCollector } from '../../src-main/generations/collect.ts'
import type { Generation } from '../../src-main/generations/generation.ts'
import { getGeneration, isKeyInUse } from '../../src-main/generations/generation-store.ts'
import type { ApprovedIntent, Generations, StartReply } from '../../src-main/generations/generations.ts'
import { createGenerations } from '../../src-main/generations/generations.ts'
import type { Rescue } from '../../src-main/generations/rescue.ts'
import { createRescue } from '../../src-main/generations/rescue.ts'
import type { Runner } from '../../src-main/generations/runner.ts'
import { createRunner } from '../../src-main/generations/runner.ts'
import { createSourceFiles } from '../../src-main/generations/source-files.ts'
import { createUploader } from '../../src-main/generations/uploader.ts'
import { createWaiter } from '../../src-main/generations/waiter.ts'
import type { WritableDatabase } from '../../src-main/library/database.ts'
import { openLibraryDatabase } from '../../src-main/library/database.ts'
import type { FilesPort } from '../../src-main/library/durable-files.ts'
import type { LibraryFolder } from '../../src-main/library/folder.ts'
import { createLibraryFolder } from '../../src-main/library/folder.ts'
import { readyFile } from '../../src-main/library/ready-file.ts'
import { byGeneration } from '../../src-main/library/sound-store.ts'
import { type HashFile, hashContent } from '../../src-main/media/hash-file.ts'
import type { Downloads } from '../../src-main/service-client/index.ts'
import type { Transport, TransportRequest } from '../../src-main/service-client/transport.ts'
import { createTransport } from '../../src-main/service-client/transport.ts'
import type { Transcriptions } from '../../src-main/transcriptions/transcriptions.ts'
import { createTranscriptions } from '../../src-main/transcriptions/transcriptions.ts'
import type { VirtualTime } from './virtual-time.ts'

export interface App {
  readonly db: WritableDatabase
  readonly connections: Connections
  readonly generations: Generations
  readonly transcriptions: Transcriptions
  readonly runner: Runner
  readonly rescue: Rescue
  readonly folder: LibraryFolder
  readonly libraryRoot: string
  /** Bugs that the runner reported. */
  readonly bugs: readonly unknown[]
  /** Foreign contract dates that were told. */
  readonly foreignVersions: readonly string[]
  /** Takes up what is unfinished, as a start of the app does. */
  begin(): void
  row(generationId: string): Generation
  view(generationId: string): GenerationView
  /** Of the generation's sounds, absolute. */
  files(generationId: string): readonly string[]
  /** Requests that are out. */
  inFlight(): number
  /** As kill -9: nothing more is written, sent or read. */
  kill(): void
  /** Dies at the moment when this request would leave. */
  killBefore(isIt: (request: TransportRequest) => boolean): void
  /** What happens to this machine, once, between the decision to send this request and its first byte. */
  befallBefore(isIt: (request: TransportRequest) => boolean, what: () => Promise<void>): void
  /** Dies at the moment of this call to the disk, before or after it is done. */
  killAtDisk(call: keyof FilesPort, when: 'before' | 'after'): void
  close(): Promise<void>
}

/** What dead processes were doing. It is kept: what it holds open would else be collected, and told as forgotten. */
const undone: unknown[] = []
/** Never ends. */
const forever = <T>(): Promise<T> =>
  new Promise<T>((resolve) => {
    undone.push(resolve)
  })

export function openApp(world: {
  readonly userData: string
  readonly time: Pick<VirtualTime, 'now' | 'monotonicMs' | 'timer'>
  readonly keychain: KeytarLike
  readonly random: () => number
  /** Reads long sources. By default on this thread. */
  readonly hashLong?: HashFile | undefined
  /** Receives files in a thread of its own, as the app does. By default on this thread, where tests stop its disk and its clock. */
  readonly downloads?: Downloads | undefined
}): App {
  const { userData, time, keychain, random, downloads } = world
  const opened = openLibraryDatabase(join(userData, 'library.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  const db = opened.value
  const { now, monotonicMs, timer } = time
  ensureBuiltIn(db, now())
  let isDead = false
  let inFlight = 0
  let deadlyRequest: (request: TransportRequest) => boolean = () => false
  let befalling: { readonly isIt: (request: TransportRequest) => boolean; what(): Promise<void> } | null =
    null
  let deadlyDiskCall: { readonly call: string; readonly when: 'before' | 'after' } | null = null
  const bodies = new Set<{ destroy(): void }>()
  const handles = new Set<nodeFiles.FileHandle>()
  const bugs: unknown[] = []
  const foreignVersions: string[] = []

  const kill = (): void => {
    if (isDead) return
    isDead = true
    for (const body of bodies) body.destroy()
    // As the system closes what a dead process had open.
    for (const handle of handles) void handle.close()
    connections.close()
    db.close()
  }
  const sockets = createTransport(timer)
  const transport: Transport = {
    async send(request) {
      if (!isDead && deadlyRequest(request)) kill()
      if (isDead) return forever()
      inFlight += 1
      if (befalling?.isIt(request) === true) {
        const { what } = befalling
        befalling = null
        await what()
      }
      const result = await sockets.send(request)
      if (isDead) return forever()
      if (!result.ok) {
        inFlight -= 1
        return result
      }
      const { body } = result.response
      bodies.add(body)
      body.once('close', () => {
        inFlight -= 1
        bodies.delete(body)
      })
      return result
    },
    close: () => sockets.close(),
  }
  const files = new Proxy(nodeFiles, {
    get(target, name: keyof FilesPort) {
      const call = target[name] as (...args: unknown[]) => Promise<unknown>
      return async (...args: unknown[]) => {
        const isDeadly = deadlyDiskCall?.call === name
        if (isDeadly && deadlyDiskCall?.when === 'before') kill()
        if (isDead) return forever()
        const result = await call(...args)
        if (name === 'open') {
          // `open` answers with a handle: an EventEmitter too (Node's documentation of FileHandle), which its declaration leaves out.
          const handle = result as nodeFiles.FileHandle & EventEmitter
          handles.add(handle)
          handle.once('close', () => handles.delete(handle))
          if (isDead) void handle.close()
        }
        if (isDeadly) kill()
        return isDead ? forever() : result
      }
    },
  })

  /** What is received elsewhere is under way, too. */
  const counted = (elsewhere: Downloads): Downloads => ({
    ...elsewhere,
    async receive(order, watching) {
      inFlight += 1
      try {
        return await elsewhere.receive(order, watching)
      } finally {
        inFlight -= 1
      }
    },
  })

  const libraryRoot = join(userData, 'sounds')
  const folder = createLibraryFolder({ root: libraryRoot, files })
  const keys = createKeyStore({
    load: async () => keychain,
    timer: (ms, fire) => {
      const handle = setTimeout(fire, ms)
      return () => clearTimeout(handle)
    },
  })
  const connections = createConnections({
    db,
    keys,
    engine: {
      address: () => Promise.reject(new Error('these tests have none')),
      current: () => null,
      onChange: () => () => {},
    },
    clientOptions: {
      now,
      random,
      sleep: (ms, signal) =>
        new Promise((resolve) => {
          const cancel = timer(ms, resolve)
          signal?.addEventListener('abort', () => {
            cancel()
            resolve()
          })
        }),
      startTimer: timer,
      transport,
      userAgent: 'Foleyroom/faults',
      onForeignVersion: (version) => foreignVersions.push(version),
      ...(downloads !== undefined && { downloads: counted(downloads) }),
    },
    isKeyInUse: (keyId) => isKeyInUse(db, keyId, now()),
    newId: randomUUID,
    now,
    monotonicMs,
  })
  const waiter = createWaiter({ now, monotonicMs, timer })
  const collector = createCollector({ db, folder: () => folder, connections, newId: randomUUID, random })
  const reportBug = (_where: string, error: unknown): void => {
    if (!isDead) bugs.push(error)
  }
  const onChange = (): void => {}
  const sources = createSourceFiles({
    db,
    readyPath: (soundId) => readyFile(db, libraryRoot, soundId),
    hashLong: world.hashLong ?? hashContent,
    newId: randomUUID,
    now,
  })
  const uploader = createUploader({ db, files: sources })
  const runner = createRunner({
    db,
    connections,
    collector,
    uploader,
    waiter,
    now,
    monotonicMs,
    random,
    onChange,
    reportBug,
  })
  const generations = createGenerations({
    db,
    connections,
    runner,
    files: sources,
    uploader,
    newId: randomUUID,
    now,
    onChange,
  })
  const transcriptions = createTranscriptions({
    db,
    connections,
    runner,
    files: sources,
    view: generations.view,
    newId: randomUUID,
    now,
    onChange,
  })
  const rescue = createRescue({
    db,
    folder: () => folder,
    connections,
    runner,
    waiter,
    now,
    random,
    onChange,
    reportBug,
  })
  connections.onChange((connectionId) => {
    if (!isDead) runner.wake(connectionId)
  })

  const row = (generationId: string): Generation => {
    const found = getGeneration(db, generationId)
    if (found === null) throw new Error(`no generation ${generationId}`)
    return found
  }
  return {
    db,
    connections,
    generations,
    transcriptions,
    runner,
    rescue,
    folder,
    libraryRoot,
    bugs,
    foreignVersions,
    begin() {
      runner.start()
      rescue.start()
    },
    row,
    view: (generationId) => generations.view(row(generationId)),
    files: (generationId) =>
      byGeneration(db, generationId).map(({ id }) => {
        // One text column of a row that exists.
        const { relative_path: path } = db
          .statement('SELECT relative_path FROM sounds WHERE id = ?')
          .get([id]) as {
          readonly relative_path: string
        }
        return join(libraryRoot, path)
      }),
    inFlight: () => inFlight,
    kill,
    killBefore(isIt) {
      deadlyRequest = isIt
    },
    befallBefore(isIt, what) {
      befalling = { isIt, what }
    },
    killAtDisk(call, when) {
      deadlyDiskCall = { call, when }
    },
    async close() {
      if (isDead) return
      await rescue.stop()
      await runner.stop()
      isDead = true
      connections.close()
      sockets.close()
      db.close()
    },
  }
}

export type { ApprovedIntent, StartReply }

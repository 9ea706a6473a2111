// Puts the local service together: database, accounts, engine, routes; listens on loopback.

import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { DEFAULT_CONCURRENCY, type Model } from '../contract/index.ts'
import { findFfmpeg } from '../decode/ffmpeg-process.ts'
import { createAccountStore, type NewAccount } from './accounts/account-store.ts'
import { probeFormats } from './codecs/working-formats.ts'
import { createServiceClock } from './jobs/clock.ts'
import { createJobExpiry } from './jobs/expiry.ts'
import { createJobRunner } from './jobs/job-runner.ts'
import { createJobStore } from './jobs/job-store.ts'
import { putBackRunning } from './jobs/put-back.ts'
import { createRenderPool } from './jobs/render-pool.ts'
import { createFfmpegFrames } from './picture/ffmpeg-frames.ts'
import type { FrameSource } from './picture/frame-source.ts'
import { createPictureReader } from './picture/picture-reader.ts'
import { createPlanStore } from './plans/plan-store.ts'
import { createApp } from './server/app.ts'
import { removeOldAssets, removeStrayUploads } from './server/assets/asset-expiry.ts'
import { createAssetStore } from './server/assets/asset-store.ts'
import { createAudioToMidi } from './server/audio-to-midi/audio-to-midi.ts'
import type { ServiceParts } from './server/context.ts'
import { openDatabase } from './server/database.ts'
import { createLinkSigner } from './server/links.ts'
import { createMediaFetcher } from './server/media/fetch-media.ts'
import { publishedModels } from './server/models.ts'
import { createPlainPolls } from './server/plain-polls.ts'
import { createRatePools } from './server/rate-pools.ts'
import { withFaults } from './server/sandbox/fault-injection.ts'
import { createFaultRegistry } from './server/sandbox/faults.ts'
import { SANDBOX_CREDITS } from './server/sandbox/routes.ts'
import { createSettings } from './server/settings.ts'
import { answerClientError, answerUnreadable } from './server/unreadable-requests.ts'
import { videoReading } from './server/video/video-parts.ts'
import { createSpeechHearing } from './speech/hear-speech.ts'
import { mountToolServer } from './tool-server/mount-tool-server.ts'

export interface LocalServiceOptions {
  /** Folder of the service's own: database and rendered files. Created when missing. */
  readonly dataDir: string
  /** The bearer key of the service's own account. It may change from launch to launch: jobs stay readable. */
  readonly apiKey: string
  /** Metered test accounts, a clock that can be moved, faults on request. */
  readonly sandbox: boolean
  /** Whether the tools for agents are served beside the routes; yes unless said otherwise. */
  readonly toolServer?: boolean
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Uniform numbers in 0..1, for the seeds that the service picks. */
  readonly random: () => number
  /** The module of `jobs/render-worker.ts`, as it is built or as source. */
  readonly renderWorkerUrl: URL
  /** The module of `transcription/transcription-worker.ts`, as it is built or as source. */
  readonly transcriptionWorkerUrl: URL
  /** What decodes pictures; null: nothing does. Left out: the system's ffmpeg, where there is one. */
  readonly frameSource?: FrameSource | null
  /** Takes lines for the log; no key and no prompt is in them. */
  readonly log: (line: string) => void
}

export interface LocalService {
  /** Listens on 127.0.0.1, on a free port unless one is named. Rejects when the port is taken. */
  listen(port?: number): Promise<{ readonly baseUrl: string; readonly port: number }>
  /** Stops listening, queues again what was running (the next start does it), closes the database. */
  close(): Promise<void>
}

/** The key of the service's own account keeps its id whatever its secret; the sandbox has an account of its own. */
const OWN_KEY_ID = 'own'
const SANDBOX_KEY_ID = 'own-sandbox'
/** More workers than this would slow down the app that the service runs in. */
const MAX_WORKERS = 4

/** Builds the service over its data folder. Work that a crash cut off is settled before the first request. */
export function createLocalService(options: LocalServiceOptions): LocalService {
  const { dataDir, log } = options
  const filesDir = join(dataDir, 'files')
  const uploadsDir = join(dataDir, 'uploads')
  for (const folder of [filesDir, uploadsDir]) mkdirSync(folder, { recursive: true })
  const database = openDatabase(join(dataDir, 'service.sqlite'))
  const settings = createSettings(database)
  const clock = createServiceClock(options.now, settings.number('clock_offset_ms') ?? 0, (error) => {
    log(`a timer broke: ${error instanceof Error ? error.stack : String(error)}`)
  })
  const accounts = createAccountStore(database)
  const keyId = options.sandbox ? SANDBOX_KEY_ID : OWN_KEY_ID
  accounts.install(keyId, options.apiKey, ownAccount(options.sandbox), clock.now())
  const jobs = createJobStore(database)
  const atomically = <T>(work: () => T): T => database.transaction(work)()
  const pool = createRenderPool(
    options.renderWorkerUrl,
    Math.min(MAX_WORKERS, Math.max(1, availableParallelism() - 1)),
  )
  const frameSource = options.frameSource === undefined ? systemFrames() : options.frameSource
  const pictureReader = frameSource && createPictureReader(frameSource)
  const plans = createPlanStore(database)
  const readVideo = videoReading(pictureReader, createSpeechHearing(options.renderWorkerUrl))
  const runner = createJobRunner({ store: jobs, accounts, pool, clock, filesDir, atomically, readVideo, log })
  const audioToMidi = createAudioToMidi({
    database,
    jobs,
    accounts,
    clock,
    filesDir,
    atomically,
    log,
    pace: () => runner.pace(),
    workerUrl: options.transcriptionWorkerUrl,
  })
  const assets = createAssetStore(database)
  const sweepOthers = (nowMs: number) => {
    removeOldAssets(assets, uploadsDir, nowMs)
    plans.removeExpired(nowMs)
  }
  removeStrayUploads(assets, uploadsDir)
  const expiry = createJobExpiry({ store: jobs, runner, clock, filesDir, sweepOthers })
  expiry.start()
  runner.recover()

  // Tried while the rest is put together; filled before the service listens.
  const models: Model[] = []
  const modelsKnown = probeFormats(options.renderWorkerUrl).then((formats) => {
    models.push(
      ...publishedModels(formats, {
        readsPictures: pictureReader !== null,
        keepsSpeech: (pictureReader?.soundAt ?? null) !== null,
      }),
    )
  })
  const faults = createFaultRegistry()
  const parts: ServiceParts = {
    accounts,
    jobs,
    runner,
    expiry,
    clock,
    links: createLinkSigner(settings.bytes('link_secret', () => randomBytes(32))),
    ratePools: createRatePools(),
    models,
    filesDir,
    assets,
    uploadsDir,
    audioToMidi,
    video: { reader: pictureReader, plans },
    fetchMedia: createMediaFetcher({ assets, uploadsDir, clock }, options.sandbox),
    uploadSecret: settings.bytes('upload_secret', () => randomBytes(32)),
    takeJobFaults: (family) => faults.takeForJob(family),
    random: options.random,
    atomically,
    log,
  }
  const keepClockOffset = (offsetMs: number) => settings.setNumber('clock_offset_ms', offsetMs)
  const app = createApp(parts, options.sandbox ? { ...parts, faults, keepClockOffset } : null)
  if (options.toolServer ?? true) {
    const ownKey = { id: keyId, secret: options.apiKey }
    mountToolServer({ app, parts, database, settings, ownKey, sandbox: options.sandbox })
  }
  const answer = options.sandbox ? withFaults(app.fetch, faults) : app.fetch
  const listener = getRequestListener(
    // `createServer` speaks HTTP/1 alone, so these are never the bindings of HTTP/2.
    (request, env) => answer(request, env as HttpBindings),
    { errorHandler: (error) => answerUnreadable(error, log) },
  )
  const answerPlainPoll = createPlainPolls(parts)
  // Without a Host too the answer is an envelope, not Node's empty one.
  const server = createServer({ requireHostHeader: false }, (incoming, outgoing) => {
    // Faults happen around the application: while there are any, every request goes there.
    if (!faults.isEmpty() || !answerPlainPoll(incoming, outgoing)) listener(incoming, outgoing)
  })
  server.on('clientError', answerClientError)
  // Longer than clients keep idle sockets: then it is never the service that closes one just as it is used again.
  server.keepAliveTimeout = 65_000

  return {
    async listen(port = 0) {
      await modelsKnown
      await listening(server, port)
      const address = server.address()
      if (address === null || typeof address === 'string')
        throw new Error('the service listens on no TCP port')
      return { baseUrl: `http://127.0.0.1:${address.port}`, port: address.port }
    },
    async close() {
      const ended = Promise.all([runner.close(), audioToMidi.runner.close()])
      putBackRunning(database)
      pictureReader?.close()
      await ended
      clock.close()
      await closed(server)
      database.close()
    },
  }
}

/** The system's ffmpeg as a frame source; null where there is none. */
export function systemFrames(): FrameSource | null {
  const tools = findFfmpeg(process.env.PATH ?? '')
  return tools && createFfmpegFrames(tools)
}

function ownAccount(isSandbox: boolean): NewAccount {
  return {
    accountType: isSandbox ? 'user' : 'organization',
    billingMode: isSandbox ? 'metered' : 'unmetered',
    overageLimit: null,
    provisioning: { state: 'ready', deadlineMs: null },
    credits: isSandbox ? SANDBOX_CREDITS : 0,
    concurrencyLimit: DEFAULT_CONCURRENCY,
  }
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

// Runs the local service as a utility process of its own and starts it again when it dies.
import { randomBytes } from 'node:crypto'
import type { UtilityProcess } from 'electron'
import { utilityProcess } from 'electron'
import { z } from 'zod'
import type { BuiltInEngine, EngineAddress } from '../connections/built-in-engine.ts'
import type { PictureDecoder } from './picture-desk.ts'
import { offerPictures } from './picture-offer.ts'

const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), port: z.int().min(1).max(65_535) }),
  z.object({ type: z.literal('failed'), message: z.string() }),
])

/** Waits between restarts: soon after the first death, rarely when it keeps dying. */
const RESTART_AFTER_MS = [0, 500, 2_000, 10_000, 30_000] as const
/** A life this long counts as healthy: the waits begin anew. */
const HEALTHY_MS = 60_000
const START_LIMIT_MS = 20_000
const STOP_LIMIT_MS = 2_000

/**
 * Starts the service on first use. `entryPath` is the built entry, `dataDir` where it keeps its jobs.
 * The key is made anew for each launch of the app and exists in memory alone.
 */
export function createLocalServiceHost(options: {
  readonly entryPath: string
  readonly dataDir: string
  /** What decodes pictures for it; null leaves it to itself. */
  readonly pictures: PictureDecoder | null
  readonly now: () => number
  readonly log: (message: string) => void
  /** It ended without being asked to, after it had been ready; it is being started again. */
  readonly onDeath?: () => void
}): BuiltInEngine & { stop(): Promise<void> } {
  const apiKey = `sk-local-${randomBytes(24).toString('base64url')}`
  const watchers = new Set<() => void>()
  let address: EngineAddress | null = null
  let starting: Promise<EngineAddress> | null = null
  let child: UtilityProcess | null = null
  let isStopped = false
  let deaths = 0

  const changed = (next: EngineAddress | null): void => {
    address = next
    for (const watcher of watchers) watcher()
  }

  const launch = (): Promise<EngineAddress> =>
    new Promise((resolve, reject) => {
      const startedAtMs = options.now()
      const process = utilityProcess.fork(options.entryPath, [], {
        serviceName: 'Foleyroom engine',
        stdio: 'pipe',
      })
      child = process
      const limit = setTimeout(() => {
        reject(new Error('the built-in engine did not start within 20 seconds'))
        process.kill()
      }, START_LIMIT_MS)
      process.stderr?.on('data', (chunk: Buffer) =>
        options.log(`engine: ${chunk.toString('utf8').trimEnd()}`),
      )
      process.stdout?.resume()
      // Without a listener Node would throw it here, in the main process. Its end follows and starts it again.
      process.on('error', (type, location) => options.log(`engine: ${type} in ${location}`))
      const pictures =
        options.pictures &&
        offerPictures(options.pictures, options.dataDir, (message) => process.postMessage(message))
      process.on('message', (message: unknown) => {
        if (pictures?.take(message)) return
        const parsed = messageSchema.safeParse(message)
        if (!parsed.success) return
        clearTimeout(limit)
        if (parsed.data.type === 'failed') {
          reject(new Error(parsed.data.message))
          return
        }
        const ready = { baseUrl: `http://127.0.0.1:${parsed.data.port}`, apiKey }
        changed(ready)
        resolve(ready)
      })
      process.on('exit', (code) => {
        clearTimeout(limit)
        pictures?.end()
        reject(new Error(`the built-in engine ended with code ${code}`))
        if (child !== process) return
        child = null
        starting = null
        if (isStopped) return
        const wasReady = address !== null
        changed(null)
        deaths = options.now() - startedAtMs > HEALTHY_MS ? 1 : deaths + 1
        options.log(`engine: ended with code ${code}, starting again`)
        if (wasReady) options.onDeath?.()
        const waitMs = RESTART_AFTER_MS[Math.min(deaths, RESTART_AFTER_MS.length - 1)] ?? 0
        // Restarting is the only caller that has nobody waiting: its failure shows in the next `address()`.
        setTimeout(() => void start().catch(() => {}), waitMs)
      })
      process.postMessage({
        type: 'start',
        dataDir: options.dataDir,
        apiKey,
        decodesPictures: options.pictures !== null,
      })
    })

  const start = (): Promise<EngineAddress> => {
    if (isStopped) return Promise.reject(new Error('Foleyroom is quitting'))
    starting ??= launch()
    return starting
  }

  return {
    address: start,
    current: () => address,
    onChange(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    stop() {
      isStopped = true
      const running = child
      if (running === null) return Promise.resolve()
      return new Promise((resolve) => {
        // It saves as it goes: of one that does not end in time only what ran is lost, and may be asked for again.
        const limit = setTimeout(() => {
          running.kill()
          resolve()
        }, STOP_LIMIT_MS)
        running.once('exit', () => {
          clearTimeout(limit)
          resolve()
        })
        running.postMessage({ type: 'stop' })
      })
    },
  }
}

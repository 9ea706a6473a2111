// How long the main thread is held up while the app does all at once: five polls, five downloads, and a file of a gigabyte to hash.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { setTimeout as realTime } from 'node:timers/promises'
import { createFactsService } from '../../../src-main/media/facts-service.ts'
import { createDownloads, createServiceClient } from '../../../src-main/service-client/index.ts'
import { openSandbox } from '../../faults/sandbox.ts'
import { benchBlock } from './bench-block.ts'
import { appAt, connect, REMOTE_NICENESS } from './jobs.ts'

const MIB = 1 << 20
const AT_ONCE = 5
const WORKER = new URL('../../../src-main/media/worker.ts', import.meta.url)

export interface LoopDelays {
  readonly p99Ms: number
  readonly longestMs: number
  /** Of the same measure over a loop that has nothing to do: what this machine itself holds up. */
  readonly idleP99Ms: number
  readonly idleLongestMs: number
}

/** @param mebibytes to hash, and to download in all */
export async function loopDelaysUnderLoad(folder: string, mebibytes: number): Promise<LoopDelays> {
  const idle = monitorEventLoopDelay({ resolution: 1 })
  idle.enable()
  await realTime(3_000)
  idle.disable()
  const sandbox = await openSandbox({ niceness: REMOTE_NICENESS })
  const apiKey = await sandbox.newKey()
  // As services.ts wires them.
  const media = createFactsService({ workerUrl: WORKER, cacheDir: join(folder, 'cache') })
  const downloading = createDownloads({ workerUrl: WORKER, log: console.error })
  const app = appAt(join(folder, 'under-load'), apiKey)
  const share = Math.ceil(mebibytes / AT_ONCE)
  const server = spawn(process.execPath, [join(import.meta.dirname, 'file-server.ts'), String(share)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (server.pid !== undefined) setPriority(server.pid, REMOTE_NICENESS)
  try {
    const [port] = (await once(createInterface(server.stdout), 'line')) as [string]
    const start = await connect(app, sandbox.baseUrl, apiKey)
    const large = join(folder, 'to-hash')
    writeDurably(large, mebibytes)
    await sandbox.pace({ hold: true })
    for (let job = 0; job < AT_ONCE; job++) await start()
    const downloads = join(folder, 'downloads')
    mkdirSync(downloads)
    const client = createServiceClient({
      endpoint: { baseUrl: `http://127.0.0.1:${port}`, apiKey: 'sk-bench', headerPrefix: 'Service' },
      now: Date.now,
      random: Math.random,
      sleep: async () => {},
      userAgent: 'bench',
      downloads: downloading,
    })
    const delays = monitorEventLoopDelay({ resolution: 1 })
    delays.enable()
    const received = Array.from({ length: AT_ONCE }, (_, index) =>
      client.downloadFile(`http://127.0.0.1:${port}/${index}`, {
        toPath: join(downloads, String(index)),
        expectedBytes: share * MIB,
        maxBytes: share * MIB,
      }),
    )
    const ended = await Promise.all([media.run('hash', { path: large }), ...received])
    delays.disable()
    client.close()
    for (const each of ended) if (!each.ok) throw new Error(each.error.message)
    return {
      p99Ms: delays.percentile(99) / 1e6,
      longestMs: delays.max / 1e6,
      idleP99Ms: idle.percentile(99) / 1e6,
      idleLongestMs: idle.max / 1e6,
    }
  } finally {
    server.kill()
    await app.close()
    await media.close()
    await downloading.close()
    await sandbox.close()
    for (const name of ['downloads', 'to-hash', 'under-load'])
      rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/** Nothing of it is left to be written while somebody measures. */
function writeDurably(path: string, mebibytes: number): void {
  const block = benchBlock()
  const file = openSync(path, 'w')
  for (let written = 0; written < mebibytes; written++) writeSync(file, block)
  fsyncSync(file)
  closeSync(file)
}

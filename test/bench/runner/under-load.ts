// How long the main thread is held up while the app does all at once: five polls, five downloads, and a file of a gigabyte to hash.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { setTimeout as realTime } from 'node:timers/promises'
import { createFactsService } from '../../../src-main/media/facts-service.ts'
import { createDownloads, createServiceClient } from '../../../src-main/service-client/index.ts'
import type { App } from '../../faults/app.ts'
import { openNetwork } from '../../faults/network.ts'
import { openSandbox } from '../../faults/sandbox.ts'
import { benchBlock } from './bench-block.ts'

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

/** @param openAt opens the app's main process over a folder with a key; `mebibytes`: to hash, and to download in all */
export async function loopDelaysUnderLoad(
  folder: string,
  mebibytes: number,
  openAt: (userData: string, apiKey: string) => App,
): Promise<LoopDelays> {
  const idle = monitorEventLoopDelay({ resolution: 1 })
  idle.enable()
  await realTime(3_000)
  idle.disable()
  const sandbox = await openSandbox()
  const network = await openNetwork(sandbox.baseUrl, { now: Date.now, serviceNow: Date.now })
  const apiKey = await sandbox.newKey()
  // As services.ts wires them.
  const media = createFactsService({ workerUrl: WORKER, cacheDir: join(folder, 'cache') })
  const downloading = createDownloads({ workerUrl: WORKER, log: console.error })
  const app = openAt(join(folder, 'under-load'), apiKey)
  const share = Math.ceil(mebibytes / AT_ONCE)
  const server = spawn(process.execPath, [join(import.meta.dirname, 'file-server.ts'), String(share)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [port] = (await once(createInterface(server.stdout), 'line')) as [string]
    const draft = { id: null, name: '', baseUrl: network.baseUrl, headerPrefix: 'Service', apiKey }
    const saved = await app.connections.save(draft)
    if (!saved.ok) throw new Error(saved.error.message)
    const models = await app.connections.models(saved.value.id)
    if (!models.ok) throw new Error(models.error.message)
    const model = models.value.models.find(({ operations }) => 'text-to-sfx' in operations)?.id ?? ''
    const large = join(folder, 'to-hash')
    const block = benchBlock()
    for (let written = 0; written < mebibytes; written++) writeFileSync(large, block, { flag: 'a' })
    await sandbox.pace({ hold: true })
    app.begin()
    for (let job = 0; job < AT_ONCE; job++) {
      const started = await app.generations.start({
        connectionId: saved.value.id,
        family: 'text-to-sfx',
        body: { model, duration_ms: 500, num_variants: 1, input: { prompt: 'heavy rain' } },
        generationId: randomUUID(),
        quotedCredits: null,
      })
      if (!started.ok) throw new Error(started.error.message)
    }
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
    await network.close()
    await sandbox.close()
    rmSync(join(folder, 'downloads'), { recursive: true, force: true })
  }
}

// Jobs from the first request to the kept file: how many requests they take, and how long they hold up the main thread.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { isUnfinished } from '../../../src-main/generations/generation.ts'
import { type App, openApp } from '../../faults/app.ts'
import { openNetwork } from '../../faults/network.ts'
import { keychainOf, realTime } from '../../faults/real-world.ts'
import { openSandbox } from '../../faults/sandbox.ts'
import { seeded } from '../../faults/seeded.ts'
import { against, type BenchLine, bounded, median } from './lines.ts'

/** Service and storage would be on other machines: here they give way to the app. */
export const REMOTE_NICENESS = 10
/** Of the main thread under load the median round counts. */
export const LOADED_ROUNDS = 3
/** Of each job. */
const TAKES = 2

/** The app's main process over a folder of its own, with a key. */
export const appAt = (userData: string, apiKey: string): App =>
  openApp({ userData, time: realTime(), keychain: keychainOf(apiKey), random: seeded(1) })

/** Every request that the app sends for its jobs, beside the fewest that could do: price, create, and a download a take. */
export async function requestsAJob(folder: string, count: number): Promise<BenchLine> {
  const sandbox = await openSandbox()
  const network = await openNetwork(sandbox.baseUrl, { now: Date.now, serviceNow: Date.now })
  const apiKey = await sandbox.newKey()
  const app = appAt(join(folder, 'requests'), apiKey)
  try {
    const start = await connect(app, network.baseUrl, apiKey)
    const before = network.seen.length
    await finishJobs(app, start, count)
    return against('requests a job', (network.seen.length - before) / count, 2 + TAKES, 'requests', 1.1)
  } finally {
    await app.close()
    await network.close()
    await sandbox.close()
  }
}

/** How long the main thread is held up while jobs are sent, polled, downloaded and kept, five at once. */
export async function delaysInFlight(folder: string, count: number): Promise<readonly BenchLine[]> {
  const rounds: { readonly p99Ms: number; readonly longestMs: number }[] = []
  for (let round = 0; round < LOADED_ROUNDS; round++) {
    const sandbox = await openSandbox({ niceness: REMOTE_NICENESS })
    const apiKey = await sandbox.newKey()
    const app = appAt(join(folder, `in-flight-${round}`), apiKey)
    try {
      const start = await connect(app, sandbox.baseUrl, apiKey)
      const delays = monitorEventLoopDelay({ resolution: 1 })
      delays.enable()
      await finishJobs(app, start, count)
      delays.disable()
      rounds.push({ p99Ms: delays.percentile(99) / 1e6, longestMs: delays.max / 1e6 })
    } finally {
      await app.close()
      await sandbox.close()
    }
  }
  const name = 'event-loop delay under 5 jobs in flight'
  return [
    bounded(`${name}, p99`, median(rounds.map(({ p99Ms }) => p99Ms)), 16, 'ms'),
    bounded(`${name}, longest`, median(rounds.map(({ longestMs }) => longestMs)), 50, 'ms'),
  ]
}

/** Connects an app and lets it begin; gives what starts one job with it. */
export async function connect(app: App, baseUrl: string, apiKey: string): Promise<() => Promise<string>> {
  const saved = await app.connections.save({ id: null, name: '', baseUrl, headerPrefix: 'Service', apiKey })
  if (!saved.ok) throw new Error(saved.error.message)
  const models = await app.connections.models(saved.value.id)
  if (!models.ok) throw new Error(models.error.message)
  const model = models.value.models.find(({ operations }) => 'text-to-sfx' in operations)?.id ?? ''
  app.begin()
  return async () => {
    const generationId = randomUUID()
    const started = await app.generations.start({
      connectionId: saved.value.id,
      family: 'text-to-sfx',
      body: { model, duration_ms: 500, num_variants: TAKES, input: { prompt: 'heavy rain' } },
      generationId,
      quotedCredits: null,
    })
    if (!started.ok) throw new Error(started.error.message)
    return generationId
  }
}

async function finishJobs(app: App, start: () => Promise<string>, count: number): Promise<void> {
  const ids: string[] = []
  for (let index = 0; index < count; index++) ids.push(await start())
  while (ids.some((id) => isUnfinished(app.row(id)))) await sleep(10)
  const unfinished = ids.filter((id) => app.row(id).state !== 'done')
  if (unfinished.length > 0) throw new Error(`${unfinished.length} of ${count} jobs did not end well`)
}

// Measures what exactly-once costs: a durable intent, a kept download, requests a job, the ceiling, and how long the main thread is held up.
import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, fdatasyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { insertGeneration } from '../../../src-main/generations/generation-store.ts'
import { createSlots } from '../../../src-main/generations/slots.ts'
import { createLibraryFolder } from '../../../src-main/library/folder.ts'
import { createDownloads, createServiceClient } from '../../../src-main/service-client/index.ts'
import { seeded } from '../../faults/seeded.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'
import { storedGeneration } from '../../unit/generations/a-generation.ts'
import { benchBlock } from './bench-block.ts'
import { appAt, delaysInFlight, LOADED_ROUNDS, requestsAJob } from './jobs.ts'
import { against, type BenchLine, bounded, median } from './lines.ts'
import { type LoopDelays, loopDelaysUnderLoad } from './under-load.ts'

export interface BenchOptions {
  /** Of the download, in MiB. */
  readonly mebibytes?: number
  /** To hash and to download while the main thread is watched, in MiB. */
  readonly busyMebibytes?: number
  readonly intents?: number
  readonly jobs?: number
  readonly print?: (line: string) => void
}

const MIB = 1 << 20

/** Runs every measure. */
export async function run(options: BenchOptions = {}): Promise<readonly BenchLine[]> {
  const { mebibytes = 2_048, busyMebibytes = 1_024, intents = 300, jobs = 20, print = console.log } = options
  const folder = makeTemporaryFolder('bench-runner')
  try {
    const intentLine = durableIntent(folder, intents)
    print(`a durable intent measured ${intents} times`)
    const downloadLines = await keptDownload(folder, mebibytes)
    print(`a download of ${mebibytes} MiB measured`)
    rmSync(join(folder, 'sounds'), { recursive: true, force: true })
    rmSync(join(folder, 'raw-file'), { force: true })
    const rounds: LoopDelays[] = []
    for (let round = 0; round < LOADED_ROUNDS; round++) {
      const delays = await loopDelaysUnderLoad(folder, busyMebibytes)
      rounds.push(delays)
      print(
        `round ${round + 1}: an idle loop of this machine is late by ${delays.idleP99Ms.toFixed(1)} ms at p99, ${delays.idleLongestMs.toFixed(1)} ms at most; under load ${delays.p99Ms.toFixed(1)} ms and ${delays.longestMs.toFixed(1)} ms`,
      )
    }
    const medianOf = (part: keyof LoopDelays) => median(rounds.map((delays) => delays[part]))
    const load = 'event-loop delay under 5 polls, 5 downloads and hashing 1 GB'
    return [
      intentLine,
      ...downloadLines,
      await requestsAJob(folder, jobs),
      ...(await delaysInFlight(folder, jobs)),
      ...(await ceiling(50)),
      bounded(`${load}, p99`, medianOf('p99Ms'), 16, 'ms'),
      bounded(`${load}, longest`, medianOf('longestMs'), 50, 'ms'),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function timed(work: () => void): number {
  const beganMs = performance.now()
  work()
  return performance.now() - beganMs
}

/** One FULL-synchronous transaction that stores an intent, beside the least that is durable: a write of as many bytes and fdatasync. */
function durableIntent(folder: string, count: number): BenchLine {
  const app = appAt(join(folder, 'intents'), 'sk-bench')
  const file = openSync(join(folder, 'raw'), 'w')
  const bytes = Buffer.alloc(4_096, 1)
  const [ours, raw]: [number[], number[]] = [[], []]
  for (let index = 0; index < count; index++) {
    // In turns: whatever else the disk does meets both.
    const generation = storedGeneration({ id: randomUUID(), idempotencyKey: randomUUID() })
    ours.push(timed(() => app.db.transaction(() => insertGeneration(app.db, generation))))
    raw.push(
      timed(() => {
        writeSync(file, bytes)
        fdatasyncSync(file)
      }),
    )
  }
  closeSync(file)
  app.kill()
  return against('a durable intent, p50', median(ours), median(raw), 'ms', 2)
}

/** A download as it is kept (received, synced, hashed, moved), beside writing the same bytes with one fsync. */
async function keptDownload(folder: string, mebibytes: number): Promise<readonly BenchLine[]> {
  const block = benchBlock()
  const bytes = mebibytes * MIB
  const server = spawn(process.execPath, [join(import.meta.dirname, 'file-server.ts'), String(mebibytes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(createInterface(server.stdout), 'line')) as [string]
  // As services.ts wires it.
  const downloads = createDownloads({
    workerUrl: new URL('../../../src-main/media/worker.ts', import.meta.url),
    log: console.error,
  })
  const client = createServiceClient({
    endpoint: { baseUrl: `http://127.0.0.1:${port}`, apiKey: 'sk-bench', headerPrefix: 'Service' },
    now: Date.now,
    random: Math.random,
    sleep: async () => {},
    userAgent: 'bench',
    downloads,
  })
  // The thread that receives is there as long as the app: what a download takes besides is asked.
  await client.downloadFile(`http://127.0.0.1:${port}/none`, {
    toPath: join(folder, 'none'),
    expectedBytes: null,
    maxBytes: 1,
    signal: AbortSignal.abort(),
  })
  const root = join(folder, 'sounds')
  mkdirSync(root)
  const place = createLibraryFolder({ root })
  const rssBefore = process.memoryUsage.rss()
  let rssPeak = rssBefore
  const watch = setInterval(() => {
    rssPeak = Math.max(rssPeak, process.memoryUsage.rss())
  }, 20)
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  const beganMs = performance.now()
  const partial = await place.partialPath('bench')
  if (!partial.ok) throw new Error(partial.error.message)
  const got = await client.downloadFile(`http://127.0.0.1:${port}/file`, {
    toPath: partial.value,
    expectedBytes: bytes,
    maxBytes: bytes,
  })
  if (!got.ok) throw new Error(got.error.message)
  const receivedMs = performance.now() - beganMs
  const committed = await place.commit('bench', 'bench.wav')
  if (!committed.ok) throw new Error(committed.error.message)
  const oursMs = performance.now() - beganMs
  delays.disable()
  clearInterval(watch)
  server.kill()
  await downloads.close()

  const rawBeganMs = performance.now()
  const raw = await open(join(folder, 'raw-file'), 'w')
  const digest = createHash('sha256')
  for (let written = 0; written < mebibytes; written++) await raw.write(block)
  await raw.sync()
  await raw.close()
  const rawMs = performance.now() - rawBeganMs
  for (let hashed = 0; hashed < mebibytes; hashed++) digest.update(block)
  if (digest.digest('hex') !== got.value.sha256) throw new Error('the download differs from what was sent')
  return [
    against('a download received and synced (0.8 × of write + fsync)', receivedMs, rawMs, 'ms', 1 / 0.8),
    against('a download received, synced, moved and hashed', oursMs, rawMs, 'ms', 1 / 0.8),
    bounded('memory that it takes besides', (rssPeak - rssBefore) / MIB, 64, 'MiB'),
    bounded('event-loop delay meanwhile, p99', delays.percentile(99) / 1e6, 16, 'ms'),
    bounded('event-loop delay meanwhile, longest', delays.max / 1e6, 50, 'ms'),
  ]
}

/** Mixed jobs through the places of one key, on a virtual clock: never above the ceiling, none of them idle while somebody waits. */
async function ceiling(count: number): Promise<readonly BenchLine[]> {
  const places = 5
  const random = seeded(7)
  const slots = createSlots(places)
  const durationsMs = Array.from({ length: count }, () => 1_000 + random() * 30_000)
  const running: { readonly endsAtMs: number; readonly leave: () => void }[] = []
  let [nowMs, most] = [0, 0]
  const { signal } = new AbortController()
  const entries = durationsMs.map((durationMs, index) =>
    slots.take(signal, `family ${index % 4}`).then((leave) => {
      running.push({ endsAtMs: nowMs + durationMs, leave: leave ?? (() => {}) })
      most = Math.max(most, slots.inFlight)
    }),
  )
  await Promise.resolve()
  let left = count
  while (left > 0) {
    await new Promise(setImmediate)
    const next = running.toSorted((a, b) => a.endsAtMs - b.endsAtMs)[0]
    if (next === undefined) break
    nowMs = next.endsAtMs
    running.splice(running.indexOf(next), 1)
    left -= 1
    next.leave()
  }
  await Promise.all(entries)
  return [
    bounded('jobs in flight at most', most, places, 'jobs'),
    against(
      'makespan of 50 mixed jobs',
      nowMs,
      listSchedule(durationsMs, places),
      'ms of virtual time',
      1.05,
    ),
  ]
}

/** When the last job ends if each takes the first place that is free, in the order of asking. */
function listSchedule(durationsMs: readonly number[], places: number): number {
  const freeAtMs = Array.from({ length: places }, () => 0)
  for (const durationMs of durationsMs) {
    const first = freeAtMs.indexOf(Math.min(...freeAtMs))
    freeAtMs[first] = (freeAtMs[first] ?? 0) + durationMs
  }
  return Math.max(...freeAtMs)
}

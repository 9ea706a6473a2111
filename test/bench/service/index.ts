// Measures the local service over loopback: polls and creates a second beside a bare node:http that answers the same bytes.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { makeTemporaryFolder } from '../../temporary-folder.ts'
import type { BenchLine } from '../runner/lines.ts'
import { type Lane, openLane } from './lane.ts'

export interface BenchOptions {
  /** Requests of one round. */
  readonly requests?: number
  /** Jobs made before memory is read. */
  readonly jobs?: number
  readonly print?: (line: string) => void
}

const ROOT = join(import.meta.dirname, '../../..')
/** Requests in flight at once. */
const LANES = 8
const ROUNDS = 9

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}
interface Call {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Record<string, string>
  readonly body?: string
}

async function send({ method, url, headers, body }: Call): Promise<Answer> {
  const answer = await fetch(url, { method, headers, body })
  return { status: answer.status, headers: answer.headers, body: await answer.text() }
}

/** The call as its bytes on a connection to `port`. */
function bytesOf({ method, url, headers, body = '' }: Call, port: number): Buffer {
  const { pathname } = new URL(url)
  const lines = [
    `${method} ${pathname} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(method === 'POST' ? [`content-length: ${Buffer.byteLength(body)}`] : []),
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

interface Round {
  readonly perSecond: number
  readonly p99Ms: number
}
/** So many requests fit into the smallest burst of a rate pool (120, see rate-pools.ts), whatever else was counted. */
const CHUNK = 100

/** A server with its open lanes. */
interface Target {
  readonly lanes: readonly Lane[]
  readonly port: number
  close(): void
}

async function openTarget(port: number, end: () => void = () => {}): Promise<Target> {
  const lanes = await Promise.all(Array.from({ length: LANES }, () => openLane(port)))
  return {
    lanes,
    port,
    close() {
      for (const lane of lanes) lane.close()
      end()
    },
  }
}

/** What is sent to a target, over and over. */
interface Load {
  readonly target: Target
  readonly call: Call
  /** The status that every answer must have. */
  readonly status: number
  /** Run before each chunk, and not timed. */
  readonly before?: () => Promise<unknown>
}

/** How long each answer took, and all of them together. */
interface Took {
  readonly eachMs: number[]
  allMs: number
}

/** Sends so many calls, one after another in each lane. */
async function sendChunk({ target, call, status, before }: Load, count: number, took: Took): Promise<void> {
  await before?.()
  const request = bytesOf(call, target.port)
  let waiting = count
  const startedMs = performance.now()
  const drive = async (lane: Lane): Promise<void> => {
    while (waiting > 0) {
      waiting -= 1
      const sentMs = performance.now()
      const answered = await lane.send(request)
      if (answered !== status) throw new Error(`${call.method} ${call.url}: ${answered} instead of ${status}`)
      took.eachMs.push(performance.now() - sentMs)
    }
  }
  await Promise.all(target.lanes.map(drive))
  took.allMs += performance.now() - startedMs
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Rounds of `count` calls to ours and to the peer, in turns chunk by chunk, so that a busy moment of the machine meets both. */
async function inTurns(count: number, ours: Load, peer: Load): Promise<{ ours: Round; peer: Round }> {
  const rounds: { ours: Round; peer: Round }[] = []
  for (let turn = 0; turn < ROUNDS; turn++) {
    const took = { ours: { eachMs: [], allMs: 0 }, peer: { eachMs: [], allMs: 0 } }
    for (let left = count; left > 0; left -= CHUNK) {
      await sendChunk(ours, Math.min(CHUNK, left), took.ours)
      await sendChunk(peer, Math.min(CHUNK, left), took.peer)
    }
    rounds.push({ ours: roundOf(took.ours), peer: roundOf(took.peer) })
  }
  return { ours: middleOf(rounds.map(({ ours }) => ours)), peer: middleOf(rounds.map(({ peer }) => peer)) }
}

function roundOf({ eachMs, allMs }: Took): Round {
  const sortedMs = eachMs.toSorted((a, b) => a - b)
  const p99Ms = sortedMs[Math.floor(sortedMs.length * 0.99)] ?? 0
  return { perSecond: eachMs.length / (allMs / 1000), p99Ms }
}

function middleOf(rounds: readonly Round[]): Round {
  return {
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
  }
}

/** Headers that Node writes itself, on the bare server too. */
const NODES_OWN = new Set(['connection', 'keep-alive', 'date'])

/** A bare node:http in a process of its own, as the service is: the same status, headers and bytes to whatever it is asked. */
async function startBare({ status, headers, body }: Answer): Promise<Target> {
  const child = spawn(process.execPath, ['test/bench/service/bare.ts'], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const kept = Object.fromEntries([...headers].filter(([name]) => !NODES_OWN.has(name)))
  child.stdin.end(JSON.stringify({ status, headers: kept, body }))
  for await (const line of createInterface({ input: child.stdout })) {
    return openTarget(Number(line), () => child.kill())
  }
  throw new Error('the bare server ended before it was ready')
}

async function startService(data: string): Promise<{ child: ChildProcess; baseUrl: string; apiKey: string }> {
  const child = spawn(process.execPath, ['src-main/local-service/serve.ts', '--sandbox', '--data', data], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  if (child.stdout === null) throw new Error('the service has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    // Its one line of JSON, as the README says.
    const ready = JSON.parse(line) as { readonly base_url: string; readonly api_key: string }
    return { child, baseUrl: ready.base_url, apiKey: ready.api_key }
  }
  throw new Error('the service ended before it was ready')
}

function residentMiB(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kib ?? 0) / 1024
}

/** Gives the lines of `npm run bench -- service`. */
export async function run(options: BenchOptions = {}): Promise<readonly BenchLine[]> {
  const { requests = 2_000, jobs = 10_000, print = () => {} } = options
  const data = makeTemporaryFolder('bench-service')
  const { child, baseUrl, apiKey } = await startService(data)
  const service = await openTarget(Number(new URL(baseUrl).port))
  try {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
    const sandbox = (route: string, body: object): Promise<Answer> =>
      send({ method: 'POST', url: `${baseUrl}/sandbox/${route}`, headers, body: JSON.stringify(body) })
    const keyed = await sandbox('keys', { account_type: 'organization', concurrency: 1_000_000 })
    const { api_key: unmetered } = JSON.parse(keyed.body) as { readonly api_key: string }
    const auth = { authorization: `Bearer ${unmetered}`, 'content-type': 'application/json' }
    // The service's clock moves on between chunks: its rate pools are full again, as they are for steady traffic.
    const refill = (): Promise<Answer> => sandbox('clock', { advance_ms: 10_000 })

    const { data: models } = JSON.parse(
      (await send({ method: 'GET', url: `${baseUrl}/v3/models`, headers: auth })).body,
    )
    const body = JSON.stringify({ model: models[0].id, duration_ms: 100, input: { prompt: 'a short beep' } })
    const createUrl = '/v3/text-to-sfx/generations'
    const create: Call = { method: 'POST', url: `${baseUrl}${createUrl}`, headers: auth, body }
    const first = await send({ ...create, url: `${create.url}?wait=20` })
    if (first.status !== 200) throw new Error(`no first job: ${first.status} ${first.body.slice(0, 300)}`)
    const jobPath = `${createUrl}/${(JSON.parse(first.body) as { readonly id: string }).id}`
    const pollCall: Call = { method: 'GET', url: `${baseUrl}${jobPath}`, headers: auth }
    const polled = await send(pollCall)
    const barePoll = await startBare(polled)
    print(`poll: ${polled.body.length} bytes, ${LANES} at once, ${requests} a round, median of ${ROUNDS}`)
    const poll = await inTurns(
      requests,
      { target: service, call: pollCall, status: 200, before: refill },
      { target: barePoll, call: pollCall, status: 200 },
    )
    barePoll.close()

    // Held: what is measured is the accepting, not the rendering.
    await sandbox('jobs', { hold: true })
    const accepted = await send(create)
    const bareCreate = await startBare(accepted)
    const perRound = Math.max(1, Math.floor(jobs / ROUNDS))
    const made = await inTurns(
      perRound,
      { target: service, call: create, status: 202, before: refill },
      { target: bareCreate, call: create, status: 202 },
    )
    bareCreate.close()
    const memoryMiB = child.pid === undefined ? 0 : residentMiB(child.pid)

    const line = (
      name: string,
      ours: number,
      peer: number,
      unit: BenchLine['unit'],
      least: number | null,
    ): BenchLine => ({
      name,
      ours,
      peer,
      unit,
      ratio: ours / peer,
      target: least === null ? null : peer * least,
      holds: least === null || ours >= peer * least,
    })
    return [
      line(
        'polls a second (target: at least 0.5 × bare)',
        poll.ours.perSecond,
        poll.peer.perSecond,
        'requests/s',
        0.5,
      ),
      line('poll p99', poll.ours.p99Ms, poll.peer.p99Ms, 'ms', null),
      line('creates a second, each durable', made.ours.perSecond, made.peer.perSecond, 'requests/s', null),
      line('create p99', made.ours.p99Ms, made.peer.p99Ms, 'ms', null),
      {
        name: `resident memory after ${perRound * ROUNDS} accepted jobs`,
        ours: memoryMiB,
        peer: null,
        unit: 'MiB',
        ratio: null,
        target: null,
        holds: true,
      },
    ]
  } finally {
    service.close()
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill()
    await ended
    rmSync(data, { recursive: true, force: true })
  }
}

// The crash sweep: kills every flow (flows.ts) with SIGKILL as it enters a call that makes something durable or sends something, starts it again, and
// again, until it comes to its end; then checks library and ledger. `node test/crash/sweep.ts [kills] [seed]`
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as realTime } from 'node:timers/promises'
import type { Sandbox } from '../faults/sandbox.ts'
import { openSandbox } from '../faults/sandbox.ts'
import { seeded } from '../faults/seeded.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import type { FlowReport } from './flow.ts'
import { FLOWS } from './flows.ts'
import { makeArchive } from './library-flows.ts'

export interface SweepResult {
  readonly kills: number
  readonly flows: number
  readonly doubleCharges: number
  readonly lost: number
  /** A sentence for each flow that did not end as it must. */
  readonly complaints: readonly string[]
}

/**
 * The calls at which it dies, how often a flow enters them (counted with `strace -f` over a whole flow), and whether only those on the
 * sounds' own files count: strace counts by thread, and the database's syncs would always come first. Of what it enters hundreds of times each
 * `step`th is taken.
 */
const POINTS: readonly (Omit<Kill, 'nth'> & { readonly step?: number })[] = [
  { calls: 'fsync,fdatasync', last: 44, isOnSounds: false },
  { calls: 'fsync,fdatasync', last: 10, isOnSounds: true },
  { calls: 'link,linkat,rename,renameat,renameat2', last: 8, isOnSounds: false },
  { calls: 'unlink,unlinkat', last: 8, isOnSounds: false },
  { calls: 'connect', last: 4, isOnSounds: false },
  { calls: 'pwrite64', last: 360, step: 6, isOnSounds: false },
]
/** Every point once, in order; those after the last begin again. */
const WALK: readonly Kill[] = POINTS.flatMap(({ step = 1, ...point }) =>
  Array.from({ length: Math.ceil(point.last / step) }, (_, index) => ({ ...point, nth: index * step + 1 })),
)
/** Starts that a flow may take: each is killed at a later call at the latest. */
const STARTS_MAX = 60
const FLOW = join(import.meta.dirname, 'flow.ts')

/** Runs flows until so many kills have struck. Two at a time. Needs strace. */
export async function sweep(options: {
  readonly kills: number
  readonly seed: number
  readonly print?: (line: string) => void
}): Promise<SweepResult> {
  const { kills: wanted, seed, print = () => {} } = options
  const random = seeded(seed)
  const [sandbox, slow] = [await openSandbox(), await openSlowSandbox()]
  const folder = makeTemporaryFolder('crash')
  await makeArchive(folder)
  const total = { kills: 0, flows: 0, started: 0, doubleCharges: 0, lost: 0 }
  const complaints: string[] = []
  const names = Object.keys(FLOWS)
  /** The first kill of each flow walks through all points in order; those after it fall anywhere. */
  let point = 0
  const worker = async (): Promise<void> => {
    while (total.kills < wanted) {
      // Strides through the walk: a short sweep too meets every kind.
      const first = WALK[(point * STRIDE) % WALK.length] ?? NO_KILL
      point += 1
      const name = names[total.started % names.length] ?? 'create'
      total.started += 1
      const flow = await runFlow({
        name,
        sandbox: FLOWS[name]?.isSlow === true ? slow.sandbox : sandbox,
        folder,
        first,
        random,
      })
      total.kills += flow.kills
      total.flows += 1
      if (flow.debits > Math.max(...(FLOWS[name]?.debits ?? [1]))) total.doubleCharges += 1
      if (flow.isLost) total.lost += 1
      if (flow.complaint !== null) complaints.push(`${name}, ${first.calls} ${first.nth}: ${flow.complaint}`)
      if (total.flows % 20 === 0) print(`${total.flows} flows, ${total.kills} kills`)
    }
  }
  try {
    await Promise.all([worker(), worker()])
  } finally {
    await slow.close()
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  }
  const { started: _, ...counted } = total
  return { ...counted, complaints }
}

/** Longer than a create waits, by the service's clock. */
const SLOW_RUN_MS = 6_000
/** Of the service's time in a tenth of a second. */
const SLOW_STEP_MS = 1_000

/** A service whose jobs are not done while a create waits. Its clock runs fast, so that nobody else waits for them. */
async function openSlowSandbox(): Promise<{
  readonly sandbox: Sandbox
  readonly close: () => Promise<void>
}> {
  const sandbox = await openSandbox()
  await sandbox.pace({ run_ms: SLOW_RUN_MS })
  let isClosing = false
  const clock = (async () => {
    while (!isClosing) {
      await realTime(100)
      await sandbox.advance(SLOW_STEP_MS)
    }
  })()
  return {
    sandbox,
    async close() {
      isClosing = true
      await clock
      await sandbox.close()
    },
  }
}

interface Kill {
  readonly calls: string
  readonly last: number
  readonly isOnSounds: boolean
  readonly nth: number
}
const NO_KILL: Kill = { calls: 'connect', last: 0, isOnSounds: false, nth: 9_999 }
/** Has no divisor in common with the length of the walk. */
const STRIDE = 37
interface FlowOutcome {
  readonly kills: number
  readonly debits: number
  readonly isLost: boolean
  readonly complaint: string | null
}

async function runFlow(options: {
  readonly name: string
  readonly sandbox: Sandbox
  readonly folder: string
  readonly first: Kill
  readonly random: () => number
}): Promise<FlowOutcome> {
  const { name, sandbox, folder, first, random } = options
  const apiKey = await sandbox.newKey()
  const userData = mkdtempSync(join(folder, 'flow-'))
  const args = [name, userData, sandbox.baseUrl, apiKey, randomUUID(), randomUUID()]
  let kills = 0
  let kill: Kill = first
  for (let starts = 0; starts < STARTS_MAX; starts++) {
    const ran = await run(args, kill, folder)
    if (ran.kind === 'over') {
      const { entries } = await sandbox.ledger(apiKey)
      const debits = entries.filter((entry) => entry.kind === 'debit').length
      rmSync(userData, { recursive: true, force: true })
      return { kills, debits, ...judge(name, ran.report, debits) }
    }
    if (ran.kind === 'broke') return { kills, debits: 0, isLost: true, complaint: ran.words }
    kills += 1
    kill = WALK[Math.floor(random() * WALK.length)] ?? NO_KILL
  }
  return { kills, debits: 0, isLost: true, complaint: `not over after ${STARTS_MAX} starts` }
}

function judge(
  name: string,
  { wrong, isTold }: FlowReport,
  debits: number,
): { readonly isLost: boolean; readonly complaint: string | null } {
  const isRight = wrong.length === 0 && (FLOWS[name]?.debits.includes(debits) ?? false)
  return {
    isLost: debits > 0 && wrong.length > 0 && !isTold,
    complaint: isRight ? null : `${debits} debits, ${wrong.join('; ')}`,
  }
}

type Ran =
  | { readonly kind: 'killed' }
  | { readonly kind: 'over'; readonly report: FlowReport }
  | { readonly kind: 'broke'; readonly words: string }

/** Runs the flow once under strace, which kills it as it enters the nth of these calls in any one thread. */
function run(args: readonly string[], { calls, nth, isOnSounds }: Kill, folder: string): Promise<Ran> {
  const inject = `inject=${calls}:signal=SIGKILL:when=${nth}`
  const paths = isOnSounds ? soundPaths(args).flatMap((path) => ['-P', path]) : []
  const strace = [...paths, '-f', '-qq', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', inject]
  const flow = spawn('strace', [...strace, process.execPath, FLOW, ...args], {
    // One thread for files: its calls are counted as one.
    env: { ...process.env, UV_THREADPOOL_SIZE: '1', NODE_COMPILE_CACHE: join(folder, 'compiled') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, complaint] = ['', '']
  flow.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  flow.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  return new Promise((resolve, reject) => {
    flow.once('error', reject)
    flow.once('close', (code, signal) => {
      if (signal === 'SIGKILL' || code === 137) resolve({ kind: 'killed' })
      // The flow prints a report of this shape, and nothing else.
      else if (code === 0) resolve({ kind: 'over', report: JSON.parse(output) as FlowReport })
      else resolve({ kind: 'broke', words: `code ${code}: ${complaint.slice(-600)}` })
    })
  })
}

/** Where the takes of a flow's intents and their partial files lie, with their folders. */
function soundPaths([, userData = '', , , ...ids]: readonly string[]): readonly string[] {
  const root = join(userData, 'sounds')
  const now = new Date()
  const folder = join(root, String(now.getFullYear()), String(now.getMonth() + 1).padStart(2, '0'))
  const partials = ids.flatMap((id) =>
    ['0-0', '0-0-fetched', '0-1', '0-1-fetched', 'file-0', 'file-1'].map((form) =>
      join(root, '.partial', `${id}-${form}.part`),
    ),
  )
  return [...partials, root, folder, join(folder, '..')]
}

/** The line that a sweep ends with. */
export const summary = ({ kills, doubleCharges, lost }: SweepResult): string =>
  `${kills} kills, ${doubleCharges} double charges, ${lost} lost`

if (import.meta.main) {
  const [kills = '1000', seed = '1'] = process.argv.slice(2)
  const startedMs = Date.now()
  const result = await sweep({
    kills: Number(kills),
    seed: Number(seed),
    print: (line) => process.stdout.write(`${line}\n`),
  })
  for (const complaint of result.complaints) process.stdout.write(`${complaint}\n`)
  process.stdout.write(
    `${result.flows} flows in ${Math.round((Date.now() - startedMs) / 1000)} s\n${summary(result)}\n`,
  )
  process.exitCode = result.complaints.length > 0 ? 1 : 0
}

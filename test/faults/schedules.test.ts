// Two hundred schedules by chance, end to end: networks that break and lie, jobs that fail, an app that ends and starts, days that pass. The
// two promises are read from the service's own ledger and from the files.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { CREATE, openWorld, POLL, PREFLIGHT, STORAGE } from './harness.ts'
import type { Treatment } from './network.ts'
import { refusal } from './network.ts'
import type { Sandbox } from './sandbox.ts'
import { openSandbox } from './sandbox.ts'
import { itHolds } from './schedule-batches.ts'
import { seeded } from './seeded.ts'

/** `FOLEYROOM_SCHEDULES` asks for more. */
const SCHEDULES = Number(process.env.FOLEYROOM_SCHEDULES ?? 200)

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

/** What may happen to an exchange, and how often it is drawn. */
const TREATMENTS: readonly Treatment[] = [
  { kind: 'reset-before' },
  { kind: 'reset-before' },
  { kind: 'reset-after' },
  { kind: 'reset-after' },
  { kind: 'cut', afterBytes: 40 },
  { kind: 'answer', status: 503, headers: { 'content-type': 'text/html' }, body: '<h1>Later</h1>' },
  { kind: 'answer', status: 500, body: '', isServed: true },
  {
    kind: 'answer',
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<h1>Welcome to the hotel</h1>',
  },
  refusal(429, 'rate_limited', { isRetryable: true, headers: { 'retry-after': '3' } }),
  refusal(503, 'temporarily_unavailable', { isRetryable: true }),
]
const PLACES = [
  ['POST', CREATE],
  ['POST', CREATE],
  ['GET', POLL],
  ['POST', PREFLIGHT],
  ['GET', STORAGE],
  ['GET', STORAGE],
] as const
const JOB_FAULTS = [
  { kind: 'failed', retryable: true },
  { kind: 'unreadable' },
  { kind: 'variant_failed', variant_index: 0 },
]

async function runSchedule(seed: number): Promise<void> {
  const random = seeded(seed)
  const below = (bound: number): number => Math.floor(random() * bound)
  const world = await openWorld(sandbox, { seed })
  const ids: string[] = []
  const intents = 1 + below(3)
  for (let step = 0; ids.length < intents || step < 4; step++) {
    if (ids.length < intents) {
      if (random() < 0.25) {
        const fault = JOB_FAULTS[below(JOB_FAULTS.length)]
        await sandbox.fault({ match: { family: 'text-to-sfx' }, fault, times: 1 })
      }
      for (let strikes = below(4); strikes > 0; strikes--) {
        const [method, path] = PLACES[below(PLACES.length)] ?? PLACES[0]
        world.network.strike(
          method,
          path,
          TREATMENTS[below(TREATMENTS.length)] ?? { kind: 'reset-before' },
          1 + below(2),
        )
      }
      const generationId = crypto.randomUUID()
      const asked = { generationId, durationMs: 200 + below(300), variants: 1 + below(2) }
      const started = await world.start(asked)
      // A double click: the same intent once more.
      if (random() < 0.3) await world.start(asked)
      if (started.ok) ids.push(generationId)
      else if (step > 12) break
    }
    const chance = random()
    if (chance < 0.25) await world.restart()
    else if (chance < 0.45) await world.time.pass(below(90_000))
    else if (chance < 0.5) await world.time.sleep(below(3_600_000))
    else if (chance < 0.55) world.time.setClock((random() - 0.5) * 48 * 3_600_000)
  }
  let charged = 0
  for (const id of ids) {
    const { state, error, soundIds, chargedCredits } = await world.untilOver(id)
    const { jobId } = world.app.row(id)
    const { entries } = await world.ledger()
    const debits = entries.filter((entry) => entry.kind === 'debit' && entry.job_id === jobId)
    charged += debits.length
    const told = `${seed}: ${state} ${error?.code ?? ''}`
    expect(debits.length, told).toBeLessThanOrEqual(1)
    if (state === 'done' && soundIds.length > 0) expect(debits.length, told).toBe(1)
    // What was charged is here, or the person is told why it is not, and what it cost.
    if (debits.length === 1 && soundIds.length === 0) expect(error, told).not.toBeNull()
    if (debits.length === 1 && state !== 'unknown') expect(chargedCredits, told).toBe(debits[0]?.credits)
    for (const path of world.app.files(id)) expect(existsSync(path), told).toBe(true)
  }
  // Nothing was charged that is not one of these intents.
  expect((await world.debits()) - charged, `${seed}: charges of nobody`).toBeLessThanOrEqual(
    ids.filter((id) => world.app.row(id).jobId === null && world.app.row(id).state === 'unknown').length,
  )
  const rows = world.app.db.statement('SELECT relative_path, sha256 FROM sounds').all([])
  // Two columns of text that are never null.
  for (const { relative_path: path, sha256 } of rows as readonly {
    relative_path: string
    sha256: string
  }[]) {
    const content = readFileSync(`${world.app.libraryRoot}/${path}`)
    expect(createHash('sha256').update(content).digest('hex'), `${seed}: ${path}`).toBe(sha256)
  }
  await sandbox.clearFaults()
}

describe('Random schedules of faults', () => {
  itHolds({
    promise: 'at most one charge an intent, nothing charged is lost',
    count: SCHEDULES,
    batch: 20,
    limitMs: 30_000,
    run: runSchedule,
  })
})

// Schedules by chance over every kind of paid work at once, with kills, lost keys, sleeps and refusals of all sorts. Judged by the service's ledger:
// no intent is charged twice, and what was charged is here or told.
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { getGeneration } from '../../src-main/generations/generation-store.ts'
import { jobOf, takesOf } from '../../src-main/generations/take.ts'
import type { World } from './harness.ts'
import { openWorld } from './harness.ts'
import type { Ledger, Sandbox } from './sandbox.ts'
import { openSandbox } from './sandbox.ts'
import { itHolds } from './schedule-batches.ts'
import { seeded } from './seeded.ts'
import { befall, type Chance, chanceOf, during, giveKey, trouble } from './wild-acts.ts'

/** `FOLEYROOM_WILD` asks for more. */
const SCHEDULES = Number(process.env.FOLEYROOM_WILD ?? 20)
/** In which all intents are begun, or it is left at those that were: credits may be too few for more. */
const STEPS_MAX = 25

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

type Kind = 'text' | 'extend' | 'midi'

/** Begins one piece of work. False where it was refused before it was stored. */
async function begin(
  world: World,
  { pick, below }: Chance,
  soundId: number,
): Promise<{ readonly id: string; readonly kind: Kind } | null> {
  const kind = pick<Kind>('text', 'text', 'extend', 'midi')
  const generationId = randomUUID()
  const { app, connectionId } = world
  const common = { connectionId, generationId, quotedCredits: null }
  const start = () => {
    const text = world.intent({ durationMs: 200 + below(400), variants: 1 + below(3) })
    if (kind === 'midi') return app.transcriptions.start({ ...common, soundId, options: {} })
    if (kind === 'text') return app.generations.start({ ...text, ...common })
    return app.generations.start({
      ...common,
      family: 'extend',
      body: { model: text.body.model, append_duration_ms: 1_000, input: {} },
      sources: { audio: { kind: 'sound', soundId } },
    })
  }
  await during(world, start())
  return getGeneration(app.db, generationId) === null ? null : { id: generationId, kind }
}

/** What is not as it must be with one intent, by the ledger. */
function wrongWith(world: World, id: string, kind: Kind, { entries }: Ledger): readonly string[] {
  const row = world.app.row(id)
  // Bytes that were uploaded again have a key of their own: the first one with a number behind it.
  const key = row.idempotencyKey.slice(0, randomUUID().length)
  const own = entries.filter((entry) =>
    kind === 'midi' ? entry.job_id === row.jobId : entry.idempotency_key?.startsWith(key) === true,
  )
  const debits = own.filter((entry) => entry.kind === 'debit').length
  const net = debits - own.filter((entry) => entry.kind === 'refund').length
  const isTold = row.state === 'done' || row.state === 'canceled' || row.error !== null
  const isKnown = row.state !== 'unknown'
  const missing = row.state === 'done' && kind !== 'midi' ? missingTakes(world, id) : 0
  const leftMs = (row.jobExpiresAtMs ?? 0) - sandbox.now()
  const isFinished = row.jobId !== null && row.jobStatus === 'succeeded'
  const problems: readonly (readonly [boolean, string])[] = [
    [debits > 1, 'charged twice'],
    [(row.state === 'canceled' || row.state === 'refused') && net > 0, 'charged, and said not to be'],
    [row.state === 'done' && net !== 1, `done with ${net} charges`],
    [!isTold, 'nobody was told'],
    [isKnown && (row.chargedCredits ?? 0) !== (net === 1 ? own[0]?.credits : 0), 'another charge than told'],
    [missing !== 0, `${missing} takes are missing`],
    [!isKnown && isFinished && leftMs > 60_000, 'finished at the service, and not fetched'],
  ]
  return problems.filter(([isSo]) => isSo).map(([, words]) => `${kind}, ${row.state}: ${words}`)
}

const missingTakes = (world: World, id: string): number =>
  takesOf(jobOf(world.app.row(id)), id).length - world.app.view(id).soundIds.length

/** Files that are not what their rows say. */
function torn({ app }: World): readonly string[] {
  const sql =
    'SELECT relative_path, sha256 FROM sounds UNION ALL SELECT relative_path, sha256 FROM transcription_files'
  // Two columns of text that are never null.
  const rows = app.db.statement(sql).all([]) as readonly { relative_path: string; sha256: string }[]
  return rows.flatMap(({ relative_path: path, sha256 }) => {
    const file = `${app.libraryRoot}/${path}`
    const isWhole =
      existsSync(file) && createHash('sha256').update(readFileSync(file)).digest('hex') === sha256
    return isWhole ? [] : [`${path} is torn`]
  })
}

async function runSchedule(seed: number): Promise<void> {
  const chance = chanceOf(seeded(seed * 7_919))
  const { below, pick } = chance
  const account = { credits: pick(50_000, 50_000, 200), concurrency: pick(1, 2, 5) }
  const world = await openWorld(sandbox, { seed, account })
  const source = await world.untilOver(await world.begin({ durationMs: 3_200, prompt: 'music box' }))
  const soundId = source.soundIds[0] ?? 0
  const begun: { readonly id: string; readonly kind: Kind }[] = []
  const told: string[] = []
  const intents = 1 + below(4)
  for (let step = 0; (begun.length < intents || step < 8) && step < STEPS_MAX; step++) {
    await trouble(world, chance)
    const next = begun.length < intents ? await begin(world, chance, soundId) : null
    if (next !== null) begun.push(next)
    told.push(
      await befall(
        world,
        chance,
        begun.map(({ id }) => id),
      ),
    )
  }
  world.network.clear()
  await sandbox.clearFaults()
  await sandbox.pace({ run_ms: null, hold: false })
  await giveKey(world)
  for (const { id } of begun) await world.untilOver(id)
  await during(world, world.app.rescue.look())
  for (const { id } of begun) await world.untilOver(id)

  const ledger = await world.ledger()
  const wrong = [...begun.flatMap(({ id, kind }) => wrongWith(world, id, kind, ledger)), ...torn(world)]
  const midiDebits = ledger.entries.filter(
    ({ family, kind }) => family === 'audio-to-midi' && kind === 'debit',
  ).length
  const midiSent = begun.filter(
    ({ id, kind }) => kind === 'midi' && !['canceled', 'refused'].includes(world.app.row(id).state),
  ).length
  if (midiDebits > midiSent) wrong.push(`${midiDebits} transcriptions charged, ${midiSent} sent`)
  expect(wrong, `schedule ${seed}: ${told.join(', ')}`).toEqual([])
}

describe('Wild schedules', () => {
  itHolds({
    promise: 'of text, edits and transcriptions at most one charge an intent, nothing charged is lost',
    count: SCHEDULES,
    batch: 5,
    limitMs: 120_000,
    run: runSchedule,
  })
})

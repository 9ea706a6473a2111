// Plans over a real service: seen before anything is paid, priced for one variant, sent as they were asked for, and laid on the clip's time.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AskingView } from '../../../src-main/bridge/askings.ts'
import type { GenerationIntent, QuoteRequest, Reply } from '../../../src-main/bridge/types.ts'
import type { VideoPlan } from '../../../src-main/bridge/video.ts'
import { type Askings, createAskings } from '../../../src-main/generations/askings.ts'
import type { StartReply } from '../../../src-main/generations/generations.ts'
import { planOf } from '../../../src-main/generations/plans.ts'
import { createSourceFiles, type SourceFiles } from '../../../src-main/generations/source-files.ts'
import { createUploader } from '../../../src-main/generations/uploader.ts'
import { videoResults } from '../../../src-main/generations/video-results.ts'
import { hashContent } from '../../../src-main/media/hash-file.ts'
import { openWorld, type World } from '../../faults/harness.ts'
import { openSandbox, type Sandbox } from '../../faults/sandbox.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'

const folder = makeTemporaryFolder('plans')
const clip = join(folder, 'ball.mp4')
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
  const scene =
    "color=black:s=320x180:r=25:d=4[b];color=white:s=24x24:r=25:d=4[w];[b][w]overlay=x=148:y='156-156*abs(sin(PI*t))'"
  const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', scene, ...coding, clip])
  // A box that says nothing, so that the upload takes more than one part.
  const free = Buffer.alloc(300_000)
  free.writeUInt32BE(free.length)
  free.write('free', 4)
  appendFileSync(clip, free)
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Reel {
  readonly world: World
  readonly clipId: string
  request(variants: number, durationMs?: number): QuoteRequest
  plan(request: QuoteRequest): Promise<VideoPlan>
  /** As the window asks for plans, with all that it is told. */
  readonly askings: Askings
  readonly told: readonly AskingView[]
  /** As the window asks. */
  ask(request: QuoteRequest, askingId: string): Promise<Reply<VideoPlan>>
  /** Agrees to the price of the plan. */
  start(request: QuoteRequest, plan: VideoPlan): Promise<StartReply>
  begin(request: QuoteRequest, plan: VideoPlan): Promise<string>
}

async function openReel(): Promise<Reel> {
  const world = await openWorld(sandbox)
  const { app, time, connectionId } = world
  const files: SourceFiles = createSourceFiles({
    db: app.db,
    readyPath: () => null,
    hashLong: hashContent,
    newId: randomUUID,
    now: time.now,
  })
  const uploader = createUploader({ db: app.db, files })
  const registered = await files.registerClip(clip)
  if (!registered.ok) throw new Error(registered.error.message)
  const clipId = registered.value.id
  const { body } = world.intent()
  const ports = { connections: app.connections, files, uploader, now: time.now, random: () => 0.5 }
  const told: AskingView[] = []
  const askings = createAskings({
    monotonicMs: () => told.length * 1000,
    onProgress: (view) => told.push(view),
  })
  const start = (request: QuoteRequest, { planId, credits }: VideoPlan): Promise<StartReply> => {
    const intent: GenerationIntent = {
      ...request,
      body: { ...request.body, plan: planId },
      generationId: randomUUID(),
      quotedCredits: credits * Number(request.body.num_variants),
    }
    return app.generations.start(intent)
  }
  return {
    world,
    clipId,
    start,
    askings,
    told,
    ask: (request, askingId) => askings.ask(askingId, (asker) => planOf(request, ports, asker)),
    request: (variants, durationMs = 4_000) => ({
      connectionId,
      family: 'video-to-sfx',
      body: {
        model: body.model,
        duration_ms: durationMs,
        num_variants: variants,
        input: {},
        controls: { multi_stem: true },
      },
      sources: { video: { kind: 'clip', clipId } },
    }),
    async plan(request) {
      const planned = await planOf(request, ports)
      if (!planned.ok) throw new Error(planned.error.message)
      return planned.value
    },
    async begin(request, plan) {
      const started = await start(request, plan)
      if (!started.ok) throw new Error(started.error.message)
      return started.value.id
    },
  }
}

describe('A plan of stems', () => {
  it('costs nothing, uploads the clip once, and is priced for one variant however many were asked for', async () => {
    const { world, plan, request } = await openReel()
    const one = await plan(request(1))
    const two = await plan(request(2))
    expect(one.sounds.length).toBeGreaterThan(0)
    expect(two.credits).toBe(one.credits)
    expect(one.credits).toBe(one.sounds.reduce((sum, { credits }) => sum + (credits ?? 0), 0))
    expect(two.sounds.map(({ credits }) => credits)).toEqual(one.sounds.map(({ credits }) => credits))
    for (const { startMs, soundStartMs, soundEndMs, endMs } of one.sounds)
      expect([startMs, soundStartMs, soundEndMs, endMs]).toEqual(
        [startMs, soundStartMs, soundEndMs, endMs].toSorted((a, b) => a - b),
      )
    expect(one.expiresAtMs).toBeGreaterThan(world.time.now() + 23 * 3_600_000)
    const uploads = world.network.seen.filter(
      ({ method, path }) => method === 'POST' && path === '/v3/assets',
    )
    expect(uploads).toHaveLength(1)
    expect(await world.debits()).toBe(0)
  })

  it('leaves the clip where it is, so that a price for it is the service’s own', async () => {
    const { world, plan, request } = await openReel()
    const mix: QuoteRequest = { ...request(1), body: { ...request(1).body, controls: {} } }
    expect(await world.app.generations.quote(mix)).toMatchObject({ ok: true, value: { isEstimate: true } })
    await plan(request(1))
    expect(await world.app.generations.quote(mix)).toMatchObject({ ok: true, value: { isEstimate: false } })
  })

  it('is bought whole with as many variants as wished, and its sounds lie where it said', async () => {
    const { world, clipId, plan, request, begin } = await openReel()
    const planned = await plan(request(1))
    const ended = await world.untilOver(await begin(request(2), planned))
    expect(ended).toMatchObject({ state: 'done', error: null, clipId, chargedCredits: 2 * planned.credits })
    const [result] = videoResults(world.app.db, clipId, 10, world.app.generations.view)
    expect(result).toMatchObject({ isStems: true, startMs: 0, durationMs: 4_000 })
    expect(
      result?.tracks.map(({ label, startMs, soundStartMs }) => ({ label, startMs, soundStartMs })),
    ).toEqual(planned.sounds.map(({ label, startMs, soundStartMs }) => ({ label, startMs, soundStartMs })))
    for (const { takes, startMs, endMs } of result?.tracks ?? []) {
      expect(takes).toHaveLength(2)
      for (const take of takes) expect(take.durationMs).toBe(endMs - startMs)
    }
  })

  it('with another body is refused before it is stored, and nothing is charged', async () => {
    const { world, clipId, plan, request, start } = await openReel()
    const refused = await start(request(1, 3_000), await plan(request(1)))
    expect(refused).toMatchObject({ ok: false, error: { code: 'plan_expired', param: 'plan' } })
    expect(videoResults(world.app.db, clipId, 10, world.app.generations.view)).toEqual([])
    expect(await world.debits()).toBe(0)
  })
})

const TICKET = /^\/v3\/assets$/
const UPLOAD = /^\/storage\/uploads?/
const DETECTION = /^\/v3\/video-to-sfx\/generations\/preflight/

/** Asks as the window does, and lets time pass until the answer is here. */
async function answerOf({ world, ask, request }: Reel, askingId: string): Promise<Reply<VideoPlan>> {
  let answer: Reply<VideoPlan> | null = null
  void ask(request(1), askingId).then((given) => {
    answer = given
  })
  await world.until('an answer', () => answer !== null)
  if (answer === null) throw new Error('it was waited for')
  return answer
}

describe('A plan that is asked for', () => {
  it('tells how much of the clip is uploaded, and when the upload is over', async () => {
    const reel = await openReel()
    const askingId = randomUUID()
    expect((await answerOf(reel, askingId)).ok).toBe(true)
    const { told } = reel
    expect(told[0]?.askingId).toBe(askingId)
    expect(told[0]?.upload?.doneBytes).toBeLessThan(told[0]?.upload?.totalBytes ?? 0)
    expect(told.at(-1)).toEqual({ askingId, upload: null })
  })

  it('is given up in the middle of its upload: nothing more is asked, and asked again it takes a new ticket', async () => {
    const reel = await openReel()
    const { network } = reel.world
    network.strike('POST', UPLOAD, { kind: 'stall' })
    const askingId = randomUUID()
    const answer = reel.ask(reel.request(1), askingId)
    await reel.world.soon('the upload', () => network.count('POST', UPLOAD) === 1)
    reel.askings.cancel(askingId)
    expect(await answer).toMatchObject({ ok: false, error: { code: 'canceled' } })
    expect(network.count('POST', DETECTION)).toBe(0)
    expect((await answerOf(reel, randomUUID())).ok).toBe(true)
    expect(network.count('POST', TICKET)).toBe(2)
  })

  it('is given up while the service looks at the picture', async () => {
    const reel = await openReel()
    const { network } = reel.world
    network.strike('POST', DETECTION, { kind: 'stall' })
    const askingId = randomUUID()
    const answer = reel.ask(reel.request(1), askingId)
    await reel.world.soon('the detection', () => network.count('POST', DETECTION) === 1)
    await reel.askings.close()
    expect(await answer).toMatchObject({ ok: false, error: { code: 'canceled' } })
    reel.askings.cancel(askingId)
  })

  it('goes on by a new ticket where the connection broke in the middle of the upload', async () => {
    const reel = await openReel()
    const { network } = reel.world
    network.strike('POST', UPLOAD, { kind: 'reset-before' }, 2)
    expect((await answerOf(reel, randomUUID())).ok).toBe(true)
    expect(network.count('POST', UPLOAD)).toBe(3)
    expect(network.count('POST', TICKET)).toBe(3)
  })
})

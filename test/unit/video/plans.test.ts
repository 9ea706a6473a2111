// Plans over a real service: seen before anything is paid, priced for one variant, sent as they were asked for, and laid on the clip's time.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GenerationIntent, QuoteRequest } from '../../../src-main/bridge/types.ts'
import type { VideoPlan } from '../../../src-main/bridge/video.ts'
import type { StartReply } from '../../../src-main/generations/generations.ts'
import { planOf } from '../../../src-main/generations/plans.ts'
import { createSourceFiles, type SourceFiles } from '../../../src-main/generations/source-files.ts'
import { createUploader } from '../../../src-main/generations/uploader.ts'
import { videoResults } from '../../../src-main/generations/video-results.ts'
import { hashContent } from '../../../src-main/media/hash-file.ts'
import { openWorld, type World } from '../../faults/harness.ts'
import { openSandbox, type Sandbox } from '../../faults/sandbox.ts'

const folder = mkdtempSync(join(tmpdir(), 'foleyroom-plans-'))
const clip = join(folder, 'ball.mp4')
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
  const scene =
    "color=black:s=320x180:r=25:d=4[b];color=white:s=24x24:r=25:d=4[w];[b][w]overlay=x=148:y='156-156*abs(sin(PI*t))'"
  const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', scene, ...coding, clip])
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
      const ports = { connections: app.connections, files, uploader, now: time.now, random: () => 0.5 }
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

// Contract: a video that guides an edit: when something happens in the new audio.

import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Job, Preflight, takesInput } from '../../src-main/contract/index.ts'
import { wavChunks } from '../../src-main/local-service/codecs/wav.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { bouncing, NEEDS_FFMPEG, writeClip } from '../unit/local-service/picture/clips.ts'
import { envelopeOf } from './envelope.ts'
import { createAndFinish, openService, type ServiceUnderTest } from './service-under-test.ts'
import { entriesOf, newTicket, upload } from './upload.ts'

const EXTEND = '/v3/extend/edits'
const INPAINT = '/v3/inpaint/edits'
const RATE = 44_100
const CLIP_MS = 4000
const { heightAt, hitsMs } = bouncing({ heightPixels: 110, fallMs: 600, bounce: 0.8, durationMs: CLIP_MS })

type Source = { readonly type: 'asset'; readonly id: string }
let service: ServiceUnderTest
let folder: string
let knocking: Source
let rain: Source
let ball: Source

beforeAll(async () => {
  service = await openService()
  folder = makeTemporaryFolder('guide')
  if (!isServed()) return
  const path = join(folder, 'ball.mp4')
  await writeClip(path, {
    framesPerSecond: 25,
    durationMs: CLIP_MS,
    draw: (frame, atMs) => frame.scenery(2).disc(60 + atMs / 20, 150 - heightAt(atMs), 12),
  })
  ball = await asset('video/mp4', readFileSync(path))
  knocking = await asset('audio/wav', wavOf(knocks(6)))
  rain = await asset('audio/wav', wavOf(noise(6)))
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach((context) => {
  if (!isServed()) context.skip()
})

/** Its sources live on this machine and it spends credits: the sandbox alone, and only where pictures are read. */
function isServed(): boolean {
  const { extend } = service.model.operations
  return NEEDS_FFMPEG === '' && service.isSandbox && extend !== undefined && takesInput(extend, 'video')
}

function noise(seconds: number): Float32Array {
  let state = 1
  return Float32Array.from({ length: seconds * RATE }, () => {
    state = (state * 48_271) % 2_147_483_647
    return 0.01 * (state / 2 ** 30 - 1)
  })
}

/** A blow each half a second over faint noise. */
function knocks(seconds: number): Float32Array {
  const samples = noise(seconds)
  for (let at = 0.2 * RATE; at < samples.length; at += 0.5 * RATE) {
    for (let k = 0; k < 4000 && at + k < samples.length; k++) {
      samples[at + k]! += 0.5 * Math.exp(-k / 700) * Math.sin(k * 0.09)
    }
  }
  return samples
}

function wavOf(samples: Float32Array): Uint8Array {
  return Buffer.concat([...wavChunks(samples, { sampleRateHz: RATE, loop: false, ditherSeed: 1 })])
}

async function asset(contentType: string, bytes: Uint8Array): Promise<Source> {
  const ticket = await newTicket(service, contentType)
  const answer = await upload(ticket, entriesOf(ticket, new Blob([new Uint8Array(bytes)])))
  expect(answer.status).toBeLessThan(300)
  return { type: 'asset', id: ticket.id }
}

const extendBody = (input: object, changes: object = {}): object => ({
  model: service.model.id,
  append_duration_ms: 3000,
  seed: 3,
  input: { audio: knocking, video: ball, ...input },
  ...changes,
})
const inpaintBody = (input: object, region = { start_ms: 1400, end_ms: 3400 }): object => ({
  model: service.model.id,
  region,
  seed: 3,
  input: { audio: knocking, video: ball, ...input },
})

async function finished(path: string, body: object): Promise<Job> {
  const job = await createAndFinish(service, path, { body })
  expect(job).toMatchObject({ status: 'succeeded', errors: [] })
  return job
}

async function samplesOf(job: Job): Promise<Int16Array> {
  const url = job.result?.output?.variants[0]?.files?.audio.url ?? ''
  const bytes = await (await fetch(url)).arrayBuffer()
  const data = Buffer.from(bytes).indexOf('data') + 8
  return new Int16Array(bytes.slice(data, data + ((bytes.byteLength - data) & ~1)))
}

/** Times in ms, from `fromMs` on, at which the sound jumps above a threshold after 100 ms below it. */
function onsetsMs(samples: Int16Array, fromMs: number, toMs: number): number[] {
  const found: number[] = []
  let lastAbove = Number.NEGATIVE_INFINITY
  for (let index = Math.round((fromMs * RATE) / 1000); index < (toMs * RATE) / 1000; index++) {
    if (Math.abs(samples[index] ?? 0) < 1500) continue
    if (index - lastAbove > 0.1 * RATE) found.push((index * 1000) / RATE - fromMs)
    lastAbove = index
  }
  return found
}

const near = (times: readonly number[], wanted: number) => times.some((time) => Math.abs(time - wanted) < 50)

describe(`A guide video${NEEDS_FFMPEG}`, () => {
  test('"Extend … video is the optional `input.video`": the recording\'s own events come when the picture has its', async () => {
    const samples = await samplesOf(await finished(EXTEND, extendBody({})))
    expect(samples).toHaveLength(9 * RATE)
    const heard = onsetsMs(samples, 6000, 9000)
    const seen = hitsMs.filter((at) => at < 2900)
    expect(seen.length).toBeGreaterThanOrEqual(3)
    for (const at of seen.slice(0, 3))
      expect({ heard, at, isNear: near(heard, at) }).toMatchObject({ isNear: true })
    expect(heard.length).toBeLessThanOrEqual(hitsMs.length)
  })

  test('"`start_offset_ms` needs a video": with one it says where in it the window starts', async () => {
    const samples = await samplesOf(
      await finished(EXTEND, extendBody({}, { append_duration_ms: 2000, start_offset_ms: 1000 })),
    )
    const heard = onsetsMs(samples, 6000, 8000)
    const seen = hitsMs.map((at) => at - 1000).filter((at) => at > 100 && at < 1900)
    for (const at of seen) expect({ heard, at, isNear: near(heard, at) }).toMatchObject({ isNear: true })
  })

  test('where the recording has no events of its own, or the prompt names others, they are made for the picture', async () => {
    for (const input of [
      { audio: rain },
      { audio: rain, prompt: 'a knock on wood' },
      { prompt: 'door slams' },
    ]) {
      const heard = onsetsMs(await samplesOf(await finished(EXTEND, extendBody(input))), 6000, 9000)
      const [first = 0] = hitsMs
      expect({ input, heard, isNear: near(heard, first) }).toMatchObject({ isNear: true })
    }
  })

  test('"Inpaint: video is the optional `input.video`": it runs along with the recording', async () => {
    const samples = await samplesOf(await finished(INPAINT, inpaintBody({})))
    const heard = onsetsMs(samples, 1400, 3400)
    const seen = hitsMs.map((at) => at - 1400).filter((at) => at > 100 && at < 1800)
    expect(seen.length).toBeGreaterThan(0)
    for (const at of seen) expect({ heard, at, isNear: near(heard, at) }).toMatchObject({ isNear: true })
  })

  test.each([
    ['extend', EXTEND, () => extendBody({}), [[0, 6000]]],
    [
      'inpaint',
      INPAINT,
      () => inpaintBody({ prompt: 'glass breaks' }),
      [
        [0, 1400],
        [3400, 6000],
      ],
    ],
  ] as const)('%s leaves every sample of the recording as it is', async (_, path, body, kept) => {
    const samples = await samplesOf(await finished(path, body()))
    const sent = Buffer.from(wavOf(knocks(6)))
    const data = sent.indexOf('data') + 8
    for (const [fromMs, toMs] of kept) {
      for (let at = Math.ceil((fromMs * RATE) / 1000); at < Math.floor((toMs * RATE) / 1000); at++) {
        // Within the dither that writing 16 bits again adds.
        if (Math.abs(samples[at]! - sent.readInt16LE(data + 2 * at)) > 2)
          expect.fail(`sample ${at} was changed`)
      }
    }
  })

  test('"`append_duration_ms` x `num_variants`", "region width x `num_variants`": the guide costs nothing', async () => {
    for (const [path, body, seconds] of [
      [EXTEND, extendBody({}, { num_variants: 2 }), 6],
      [INPAINT, inpaintBody({}), 2],
    ] as const) {
      const quote = Preflight.parse((await service.call(`${path}/preflight`, { body })).json)
      expect(quote.credits).toBe(seconds * service.model.credits_per_second)
      expect((await finished(path, body)).credits).toBe(quote.credits)
    }
  })

  test('"`loop` and video cannot be combined"', async () => {
    const answer = await service.call(EXTEND, { body: extendBody({}, { controls: { loop: true } }) })
    expect(envelopeOf(answer, 400)).toMatchObject({ code: 'invalid_request', param: 'controls.loop' })
  })

  test.each([
    [
      'shorter than the new audio',
      EXTEND,
      () => extendBody({}, { append_duration_ms: 5000 }),
      'video_too_short',
      'input.video',
    ],
    [
      'that has ended before the region does',
      INPAINT,
      () => inpaintBody({}, { start_ms: 3000, end_ms: 5000 }),
      'video_too_short',
      'input.video',
    ],
    [
      'whose window starts too late',
      EXTEND,
      () => extendBody({}, { start_offset_ms: 1500 }),
      'invalid_request',
      'start_offset_ms',
    ],
    ['without a picture', EXTEND, () => extendBody({ video: knocking }), 'invalid_video', 'input.video'],
    [
      'at an address with nothing',
      EXTEND,
      () => extendBody({ video: { type: 'url', url: 'http://127.0.0.1:9/x' } }),
      'video_url_unreachable',
      'input.video.url',
    ],
  ] as const)('one %s is refused, and nothing is charged', async (_, path, body, code, param) => {
    const before = (await service.call('/sandbox/ledger')).text
    for (const at of [path, `${path}/preflight`]) {
      const answer = await service.call(at, { body: body() })
      expect(envelopeOf(answer, answer.status)).toMatchObject({ code, param })
    }
    expect((await service.call('/sandbox/ledger')).text).toBe(before)
  })
})

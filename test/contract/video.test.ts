// Contract: video-to-sfx as one mix and as separated stems by a plan, from clips with known events.

import { readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Job, Preflight } from '../../src-main/contract/index.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { bouncing, lavfi, NEEDS_FFMPEG, writeClip } from '../unit/local-service/picture/clips.ts'
import { envelopeOf } from './envelope.ts'
import { createAndFinish, openService, type ServiceUnderTest } from './service-under-test.ts'
import { entriesOf, newTicket, upload } from './upload.ts'

const VIDEO = '/v3/video-to-sfx/generations'
const RATE = 25
const FRAME_MS = 1000 / RATE
const CLIP_MS = 3000

let service: ServiceUnderTest
let folder: string
let web: Server
let webUrl: string
let ball: { readonly type: 'asset'; readonly id: string }
let still: { readonly type: 'asset'; readonly id: string }

const { heightAt, hitsMs } = bouncing({ heightPixels: 110, fallMs: 500, bounce: 0.8, durationMs: CLIP_MS })

beforeAll(async () => {
  service = await openService()
  folder = makeTemporaryFolder('video')
  web = createServer((request, response) => {
    if (request.url !== '/ball.mp4') return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'video/mp4' }).end(readFileSync(join(folder, 'ball.mp4')))
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const address = web.address()
  webUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  if (!isServed()) return
  await writeClip(join(folder, 'ball.mp4'), {
    framesPerSecond: RATE,
    durationMs: CLIP_MS,
    draw: (frame, atMs) => frame.scenery(2).disc(60 + atMs / 20, 150 - heightAt(atMs), 12),
  })
  lavfi(join(folder, 'still.mp4'), ['-f', 'lavfi', '-i', 'color=c=gray:s=320x180:d=2:r=25'])
  ball = await asset(readFileSync(join(folder, 'ball.mp4')))
  still = await asset(readFileSync(join(folder, 'still.mp4')))
})
afterAll(async () => {
  await service.close()
  web.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach((context) => {
  // It spends credits, and its addresses are on this machine: the sandbox alone.
  if (!isServed()) context.skip()
})

/** A family that is absent from a model's `operations` is not served by that model: then nothing here applies. */
function isServed(): boolean {
  return NEEDS_FFMPEG === '' && service.isSandbox && 'video-to-sfx' in service.model.operations
}

async function asset(bytes: Uint8Array): Promise<{ type: 'asset'; id: string }> {
  const ticket = await newTicket(service, 'video/mp4')
  const answer = await upload(ticket, entriesOf(ticket, new Blob([new Uint8Array(bytes)])))
  expect(answer.status).toBeLessThan(300)
  return { type: 'asset', id: ticket.id }
}

function body(changes: object = {}): object {
  return { model: service.model.id, duration_ms: CLIP_MS, input: { video: ball }, ...changes }
}

function stems(changes: object = {}): object {
  return body({ controls: { multi_stem: true }, ...changes })
}

function finished(request: object): Promise<Job> {
  return createAndFinish(service, VIDEO, { body: request })
}

async function quoted(request: object): Promise<Preflight> {
  const answer = await service.call(`${VIDEO}/preflight`, { body: request })
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 })
  return Preflight.parse(answer.json)
}

async function samplesAt(url: string | undefined): Promise<Int16Array> {
  const bytes = await (await fetch(url ?? '')).arrayBuffer()
  const data = Buffer.from(bytes).indexOf('data') + 8
  return new Int16Array(bytes.slice(data, data + ((bytes.byteLength - data) & ~1)))
}

/** Level in a window of 40 ms around a moment, against the whole: far above 1 where something is struck. */
function emphasisAt(samples: Int16Array, rate: number, atMs: number): number {
  const energy = (from: number, to: number) => {
    let sum = 0
    for (let index = Math.max(0, from); index < Math.min(samples.length, to); index++)
      sum += samples[index]! ** 2
    return sum / (to - from)
  }
  const at = Math.round((atMs * rate) / 1000)
  const half = Math.round(rate * 0.04)
  return energy(at, at + half) / (1 + energy(at - half, at))
}

describe(`One mix${NEEDS_FFMPEG}`, () => {
  test('"Video-to-sfx jobs carry `result.outputs`, an array of Output"', async () => {
    const job = await finished(body({ seed: 4 }))
    expect(job).toMatchObject({ object: 'video_to_sfx.generation', status: 'succeeded', seed: 4 })
    expect(job.urls.self).toBe(`${service.baseUrl}${VIDEO}/${job.id}`)
    const outputs = job.result?.outputs ?? []
    expect(outputs).toHaveLength(1)
    expect(outputs[0]).toMatchObject({
      index: 0,
      type: 'mix',
      category: null,
      start_ms: null,
      status: 'succeeded',
    })
    const audio = outputs[0]?.variants[0]?.files?.audio
    expect(audio).toMatchObject({ duration_ms: CLIP_MS, channels: 1, format: 'wav' })
    const samples = await samplesAt(audio?.url)
    expect(samples.length).toBe(Math.round((CLIP_MS * service.model.audio.sample_rate) / 1000))
    for (const hit of hitsMs.slice(0, 3)) {
      const best = [-1, 0, 1].map((frames) =>
        emphasisAt(samples, service.model.audio.sample_rate, hit + frames * FRAME_MS),
      )
      expect(Math.max(...best)).toBeGreaterThan(3)
    }
  })

  test('"`duration_ms` x `num_variants` at `credits_per_second`"', async () => {
    const request = body({
      duration_ms: 1500,
      num_variants: 2,
      input: { video: ball, prompt: 'a ball bouncing on wood' },
    })
    const quote = await quoted(request)
    expect(quote.credits).toBe(3 * service.model.credits_per_second)
    expect(quote).not.toHaveProperty('plan_id')
    const job = await finished(request)
    expect(job.credits).toBe(quote.credits)
    expect(job.result?.outputs?.[0]?.variants).toHaveLength(2)
  })

  test('`start_offset_ms` selects the window, which must lie in the video', async () => {
    const job = await finished(body({ duration_ms: 1000, start_offset_ms: 1500, seed: 1 }))
    expect(job.result?.outputs?.[0]?.variants[0]?.files?.audio.duration_ms).toBe(1000)
    const late = await service.call(VIDEO, { body: body({ duration_ms: 2000, start_offset_ms: 1500 }) })
    expect(envelopeOf(late, 400)).toMatchObject({ code: 'invalid_request', param: 'start_offset_ms' })
  })

  test('a still picture has a mix too', async () => {
    const job = await finished(body({ duration_ms: 2000, input: { video: still } }))
    expect(job.result?.outputs?.[0]?.variants[0]?.files?.audio.duration_ms).toBe(2000)
  })

  test('"video-to-sfx duration_ms 1000..600000": bound by the model', async () => {
    const limits = service.model.operations['video-to-sfx']?.duration_ms
    for (const ms of [(limits?.min ?? 1000) - 1, (limits?.max ?? 600_000) + 1]) {
      const answer = await service.call(VIDEO, { body: body({ duration_ms: ms }) })
      expect(envelopeOf(answer, 400)).toMatchObject({ code: 'invalid_request', param: 'duration_ms' })
    }
  })

  test('a control that the model does not have is refused: `capability_unsupported`', async () => {
    const offered = service.model.operations['video-to-sfx']?.controls ?? []
    for (const control of ['preserve_speech', 'loop'].filter((name) => !offered.includes(name))) {
      const answer = await service.call(VIDEO, { body: body({ controls: { [control]: true } }) })
      expect(envelopeOf(answer, 422)).toMatchObject({
        code: 'capability_unsupported',
        param: `controls.${control}`,
      })
    }
    const audio = await service.call(VIDEO, { body: body({ input: { video: ball, audio: ball } }) })
    expect(envelopeOf(audio, 400)).toMatchObject({ code: 'invalid_request', param: 'input.audio' })
  })

  test('a source by address is read; "`video_url_unreachable`" where it is not there, and worth a retry', async () => {
    const quote = await quoted(body({ input: { video: { type: 'url', url: `${webUrl}/ball.mp4` } } }))
    expect(quote.credits).toBe(3 * service.model.credits_per_second)
    const gone = await service.call(VIDEO, {
      body: body({ input: { video: { type: 'url', url: `${webUrl}/gone.mp4` } } }),
    })
    expect(envelopeOf(gone, 400)).toMatchObject({
      code: 'video_url_unreachable',
      param: 'input.video.url',
      retryable: true,
    })
  })

  test('"Asset used before its upload returned 2xx | `asset_not_ready`, retryable"; an unknown one is `invalid_asset`', async () => {
    const { id } = await newTicket(service, 'video/mp4')
    const early = await service.call(VIDEO, { body: body({ input: { video: { type: 'asset', id } } }) })
    expect(envelopeOf(early, 409)).toMatchObject({
      code: 'asset_not_ready',
      param: 'input.video.id',
      retryable: true,
    })
    const unknown = { type: 'asset', id: '8d3f4c52-8f2e-4d0b-9a53-2b3c6f0d7e11' }
    const answer = await service.call(VIDEO, { body: body({ input: { video: unknown } }) })
    expect(envelopeOf(answer, 422)).toMatchObject({ code: 'invalid_asset', param: 'input.video.id' })
  })

  test('media that cannot be used are named, and nothing is charged', async () => {
    const before = await service.call('/v3/me')
    lavfi(join(folder, 'sound.mp4'), ['-f', 'lavfi', '-i', 'sine=d=3', '-c:a', 'aac'])
    lavfi(join(folder, 'huge.mp4'), ['-f', 'lavfi', '-i', 'color=s=7680x4320:d=1:r=2', '-c:v', 'mpeg4'])
    const whole = readFileSync(join(folder, 'ball.mp4'))
    lavfi(join(folder, 'front.mp4'), [
      '-i',
      join(folder, 'ball.mp4'),
      '-c',
      'copy',
      '-movflags',
      '+faststart',
    ])
    const front = readFileSync(join(folder, 'front.mp4'))
    const cases: readonly (readonly [Uint8Array, string])[] = [
      [readFileSync(join(folder, 'sound.mp4')), 'invalid_video'],
      [whole.subarray(0, whole.length >> 1), 'invalid_video'],
      [front.subarray(0, (front.length * 0.6) | 0), 'invalid_video'],
      [Buffer.from('#EXTM3U\n#EXTINF:3,\nfile:///etc/passwd\n'), 'video_format_unsupported'],
      [Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n"), 'video_format_unsupported'],
      [Buffer.from('not a video at all'), 'video_format_unsupported'],
      [readFileSync(join(folder, 'huge.mp4')), 'video_format_unsupported'],
    ]
    for (const [bytes, code] of cases) {
      const video = await asset(bytes)
      const answer = await service.call(VIDEO, { body: body({ input: { video } }) })
      expect(envelopeOf(answer, 422)).toMatchObject({ code, param: 'input.video', retryable: false })
    }
    const unread = await service.call(`${VIDEO}/preflight`, { body: stems({ input: { video: still } }) })
    expect(envelopeOf(unread, 422).code).toBe('video_too_short')
    expect((await service.call('/v3/me')).json).toEqual(before.json)
  })

  test('a prompt in which nothing is understood is refused before the video is read', async () => {
    const answer = await service.call(VIDEO, {
      body: body({ input: { video: ball, prompt: 'qwrtz plmkn' } }),
    })
    expect(envelopeOf(answer, 422)).toMatchObject({ code: 'capability_unsupported', param: 'input.prompt' })
  })
})

describe(`Separated stems${NEEDS_FFMPEG}`, () => {
  /** A plan serves any number of creates: one detection is enough for most of these. */
  let planned: Preflight
  beforeAll(async () => {
    if (isServed()) planned = await quoted(stems())
  })

  test('"POST the create body without `plan` to the preflight route; the response lists detected outputs with `plan_id`"', async () => {
    const quote = planned
    expect(quote.plan_id).toMatch(/\S/)
    const expiresMs = Date.parse(quote.plan_expires_at ?? '') - Date.now()
    expect(Math.abs(expiresMs - 24 * 60 * 60_000)).toBeLessThan(60_000)
    const outputs = quote.outputs ?? []
    expect(outputs.map(({ index }) => index)).toEqual(outputs.map((_, index) => index))
    const impacts = outputs.filter(({ label }) => label === 'impact')
    for (const hit of hitsMs.slice(0, 4)) {
      expect(impacts.some(({ sound_start_ms }) => Math.abs((sound_start_ms ?? -1e9) - hit) <= FRAME_MS)).toBe(
        true,
      )
    }
    for (const output of outputs) {
      const { start_ms, end_ms, sound_start_ms, sound_end_ms, category } = output
      expect(['foreground', 'background', 'swoosh']).toContain(category)
      // "it reaches up to one second past the sound on each side (less near the start or end of the video)"
      expect(start_ms).toBe(Math.max(0, (sound_start_ms ?? 0) - 1000))
      expect(end_ms).toBe(Math.min(CLIP_MS, (sound_end_ms ?? 0) + 1000))
      expect(sound_start_ms).toBeLessThan(sound_end_ms ?? 0)
      expect(output).not.toHaveProperty('status')
      expect(output).not.toHaveProperty('variants')
    }
    expect(outputs.reduce((sum, { credits }) => sum + (credits ?? 0), 0)).toBe(quote.credits)
  })

  test('"POST the same body to the create route with `plan` set to `plan_id`": one output for each, as planned', async () => {
    const job = await finished(stems({ plan: planned.plan_id }))
    expect(job).toMatchObject({ status: 'succeeded', credits: planned.credits })
    const promised = planned.outputs ?? []
    expect(job.result?.outputs).toHaveLength(promised.length)
    for (const [index, output] of (job.result?.outputs ?? []).entries()) {
      expect(output).toMatchObject({ ...promised[index] })
      const { format, duration_ms } = output.variants[0]?.files?.audio ?? {}
      // "Stems from separation always come back as `wav`."
      expect({ format, duration_ms }).toEqual({
        format: 'wav',
        duration_ms: (output.end_ms ?? 0) - (output.start_ms ?? 0),
      })
    }
  })

  test('"`num_variants` may change and scales the charge"', async () => {
    const job = await finished(stems({ plan: planned.plan_id, num_variants: 2 }))
    expect(job.credits).toBe(2 * planned.credits)
    const outputs = job.result?.outputs ?? []
    expect(outputs.reduce((sum, { credits }) => sum + (credits ?? 0), 0)).toBe(job.credits)
    for (const output of outputs) {
      expect(output.variants_requested).toBe(2)
      expect(output.variants).toHaveLength(2)
    }
  })

  test('"Empty means nothing was detected": no error, and its job has no output and costs nothing', async () => {
    const request = stems({ duration_ms: 2000, input: { video: still } })
    const quote = await quoted(request)
    expect(quote).toMatchObject({ credits: 0, outputs: [] })
    const job = await finished({ ...request, plan: quote.plan_id })
    expect(job).toMatchObject({ status: 'succeeded', credits: 0, result: { outputs: [] } })
  })

  test('"a differing body fails with `invalid_request` (param `plan`)"', async () => {
    const { plan_id: plan } = planned
    const others = [
      stems({ plan, duration_ms: 2000 }),
      stems({ plan, input: { video: still } }),
      stems({ plan, input: { video: { type: 'url', url: `${webUrl}/ball.mp4` } } }),
    ]
    for (const other of others) {
      const answer = await service.call(VIDEO, { body: other })
      expect(envelopeOf(answer, 400)).toMatchObject({
        code: 'invalid_request',
        param: 'plan',
        retryable: false,
      })
    }
    // What is written out and what is left to its default are the same body.
    const same = stems({ plan, start_offset_ms: 0, seed: null, output: { format: 'wav' }, num_variants: 1 })
    expect((await finished(same)).status).toBe('succeeded')
  })

  test('"an unknown or expired plan fails with `not_found`"; a plan is its account\'s own', async () => {
    const { plan_id: plan } = planned
    const unknown = await service.call(VIDEO, { body: stems({ plan: 'plan-of-nobody' }) })
    expect(envelopeOf(unknown, 404)).toMatchObject({ code: 'not_found', param: 'plan' })
    const key = await service.newKey({ credits: 10_000 })
    const foreign = await service.call(VIDEO, { body: stems({ plan }), key })
    expect(envelopeOf(foreign, 404).code).toBe('not_found')
  })

  test('the rules of stems: no prompt, no seed, no offset, `wav` alone, no create without a plan', async () => {
    const refused: readonly (readonly [object, string])[] = [
      [{ input: { video: ball, prompt: 'rain' } }, 'input.prompt'],
      [{ seed: 5 }, 'seed'],
      [{ start_offset_ms: 100 }, 'start_offset_ms'],
      [{ output: { format: 'flac' } }, 'output.format'],
    ]
    for (const [changes, param] of refused) {
      const answer = await service.call(`${VIDEO}/preflight`, { body: stems(changes) })
      expect(envelopeOf(answer, 400)).toMatchObject({ code: 'invalid_request', param })
    }
    expect(envelopeOf(await service.call(VIDEO, { body: stems() }), 400)).toMatchObject({ param: 'plan' })
    const { plan_id: plan } = planned
    const single = await service.call(VIDEO, { body: body({ plan }) })
    expect(envelopeOf(single, 400)).toMatchObject({ code: 'invalid_request', param: 'plan' })
  })

  test('a sound of which one variant failed is `partially_succeeded`, and the error names both', async () => {
    const quote = planned
    const match = { family: 'video-to-sfx' }
    await service.call('/sandbox/faults', {
      body: { match, fault: { kind: 'variant_failed', variant_index: 0 }, times: 1 },
    })
    const job = await finished(stems({ plan: quote.plan_id, num_variants: 2 }))
    expect(job).toMatchObject({ status: 'partially_succeeded', credits: 2 * quote.credits })
    expect(job.errors.map(({ output_index, variant_index }) => [output_index, variant_index])).toEqual(
      (quote.outputs ?? []).map(({ index }) => [index, 0]),
    )
    for (const output of job.result?.outputs ?? []) expect(output.status).toBe('partially_succeeded')
  })
  // Last: it moves the service's clock, and the uploads age with it.
  test('"A plan is valid 24 hours"', async () => {
    const { plan_id: plan } = await quoted(stems())
    await service.advance(24 * 60 * 60_000)
    const answer = await service.call(VIDEO, { body: stems({ plan }) })
    expect(envelopeOf(answer, 404)).toMatchObject({ code: 'not_found', param: 'plan' })
  })
})

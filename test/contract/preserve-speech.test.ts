// Contract: video-to-sfx with `controls.preserve_speech`, from clips with speech, without speech and without sound.

import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Job, Preflight } from '../../src-main/contract/index.ts'
import { HAS_ESPEAK, NEEDS_ESPEAK } from '../bench/video/speech-scenes.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { lavfi, NEEDS_FFMPEG } from '../unit/local-service/picture/clips.ts'
import { envelopeOf } from './envelope.ts'
import { createAndFinish, openService, type ServiceUnderTest } from './service-under-test.ts'
import { entriesOf, newTicket, upload } from './upload.ts'

const VIDEO = '/v3/video-to-sfx/generations'
const CLIP_MS = 3000
const PICTURE = ['-f', 'lavfi', '-i', 'color=c=gray:s=320x180:d=3:r=25']
const NEEDS = `${NEEDS_FFMPEG}${NEEDS_ESPEAK}`

interface Asset {
  readonly type: 'asset'
  readonly id: string
}

let service: ServiceUnderTest
let folder: string
let spoken: Asset
let wordless: Asset
let mute: Asset
let voiceFile: Asset

beforeAll(async () => {
  service = await openService()
  folder = makeTemporaryFolder('speech')
  if (!isServed()) return
  const line = join(folder, 'line.wav')
  spawnSync('espeak-ng', ['-w', line, 'Come back inside and close the door behind you, it is getting cold'])
  const clip = async (name: string, sound: readonly string[]) => {
    lavfi(join(folder, name), [...PICTURE, ...sound])
    return asset('video/mp4', readFileSync(join(folder, name)))
  }
  spoken = await clip('spoken.mp4', ['-i', line, '-c:a', 'aac', '-t', '3'])
  wordless = await clip('wordless.mp4', ['-f', 'lavfi', '-i', 'anoisesrc=c=pink:a=0.2:d=3', '-c:a', 'aac'])
  mute = await clip('mute.mp4', [])
  voiceFile = await asset('audio/wav', readFileSync(line))
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach((context) => {
  if (!isServed()) context.skip()
})

/** It spends credits: the sandbox alone. */
function isServed(): boolean {
  const offered = service.model.operations['video-to-sfx']?.controls ?? []
  return NEEDS_FFMPEG === '' && HAS_ESPEAK && service.isSandbox && offered.includes('preserve_speech')
}

async function asset(contentType: string, bytes: Uint8Array): Promise<Asset> {
  const ticket = await newTicket(service, contentType)
  const answer = await upload(ticket, entriesOf(ticket, new Blob([new Uint8Array(bytes)])))
  expect(answer.status).toBeLessThan(300)
  return { type: 'asset', id: ticket.id }
}

function body(video: Asset, changes: object = {}): object {
  return {
    model: service.model.id,
    duration_ms: CLIP_MS,
    seed: 4,
    input: { video },
    controls: { preserve_speech: true },
    ...changes,
  }
}

function finished(request: object): Promise<Job> {
  return createAndFinish(service, VIDEO, { body: request })
}

async function quotedCredits(request: object): Promise<number> {
  return Preflight.parse((await service.call(`${VIDEO}/preflight`, { body: request })).json).credits
}

const typesOf = (job: Job) => job.result?.outputs?.map(({ type }) => type)

async function bytesOf(job: Job, type: string): Promise<Buffer> {
  const output = job.result?.outputs?.find((one) => one.type === type)
  return Buffer.from(await (await fetch(output?.variants[0]?.files?.audio.url ?? '')).arrayBuffer())
}

test(`"\`result.outputs\` holds \`mix\`, \`sfx\` and \`speech\`", and speech is billed once${NEEDS}`, async () => {
  const request = body(spoken, { num_variants: 2 })
  const quote = await quotedCredits(request)
  // "same, plus 8 credits per second of source audio, once"
  expect(quote).toBe(2 * 3 * service.model.credits_per_second + 3 * 8)
  const job = await finished(request)
  expect(job).toMatchObject({ status: 'succeeded', credits: quote })
  const outputs = job.result?.outputs ?? []
  expect(typesOf(job)).toEqual(['mix', 'sfx', 'speech'])
  expect(outputs.map(({ index }) => index)).toEqual([0, 1, 2])
  expect(outputs.map(({ variants }) => variants.length)).toEqual([2, 2, 1])
  expect(outputs.map(({ variants_requested }) => variants_requested)).toEqual([2, 2, 1])
  expect(outputs.reduce((sum, { credits }) => sum + (credits ?? 0), 0)).toBe(quote)
  for (const { type, variants } of outputs) {
    // "the separated `speech` stem can differ (48 kHz today)"
    const rate = type === 'speech' ? 48_000 : service.model.audio.sample_rate
    expect(variants[0]?.files?.audio).toMatchObject({ sample_rate: rate, duration_ms: CLIP_MS, channels: 1 })
  }
  // "never persisted for feedback"
  expect(outputs.map(({ generation_id }) => generation_id === null)).toEqual([false, false, true])
})

test(`the seed gives the same bytes again${NEEDS}`, async () => {
  const [first, second] = [await finished(body(spoken)), await finished(body(spoken))]
  for (const type of ['mix', 'sfx', 'speech']) {
    expect((await bytesOf(first, type)).equals(await bytesOf(second, type))).toBe(true)
  }
  expect((await bytesOf(first, 'mix')).equals(await bytesOf(first, 'sfx'))).toBe(false)
})

test(`"When none is detected, the \`speech\` output is omitted", and "the settled charge drops to the base price"${NEEDS}`, async () => {
  const before = await service.call('/v3/me')
  const request = body(wordless)
  const base = 3 * service.model.credits_per_second
  expect(await quotedCredits(request)).toBe(base + 3 * 8)
  expect((await service.call('/v3/me')).json).toEqual(before.json)
  const job = await finished(request)
  expect(job).toMatchObject({ status: 'succeeded', credits: base })
  expect(typesOf(job)).toEqual(['mix', 'sfx'])
  expect((await bytesOf(job, 'mix')).equals(await bytesOf(job, 'sfx'))).toBe(true)
})

test(`"\`input.audio\` only when the audio to preserve is a separate file; \`start_offset_ms\` selects the same window from both"${NEEDS}`, async () => {
  const input = { video: mute, audio: voiceFile }
  const whole = await finished(body(mute, { input }))
  expect(typesOf(whole)).toEqual(['mix', 'sfx', 'speech'])
  const late = await finished(body(mute, { input, duration_ms: 1500, start_offset_ms: 1500 }))
  expect(typesOf(late)).toEqual(['mix', 'sfx', 'speech'])
  expect(late.result?.outputs?.[2]?.variants[0]?.files?.audio.duration_ms).toBe(1500)
})

test(`"A clip with no audio track is refused with \`invalid_video\`"${NEEDS}`, async () => {
  for (const path of [VIDEO, `${VIDEO}/preflight`]) {
    const answer = await service.call(path, { body: body(mute) })
    expect(envelopeOf(answer, 422)).toMatchObject({ code: 'invalid_video', param: 'input.video' })
  }
})

test(`"\`duration_ms\` must stay within the lower ceiling \`max_with_preserve_speech\`"${NEEDS}`, async () => {
  const most = service.model.operations['video-to-sfx']?.duration_ms?.max_with_preserve_speech ?? 0
  expect(most).toBe(60_000)
  const answer = await service.call(VIDEO, { body: body(spoken, { duration_ms: most + 1 }) })
  expect(envelopeOf(answer, 400)).toMatchObject({ code: 'invalid_request', param: 'duration_ms' })
})

test(`"It cannot be combined with \`controls.multi_stem\`"${NEEDS}`, async () => {
  const controls = { preserve_speech: true, multi_stem: true }
  const answer = await service.call(`${VIDEO}/preflight`, {
    body: body(spoken, { seed: undefined, controls }),
  })
  expect(envelopeOf(answer, 400)).toMatchObject({
    code: 'invalid_request',
    param: 'controls.preserve_speech',
  })
})

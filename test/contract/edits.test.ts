// Contract: extend and inpaint, from a source that was uploaded or is fetched.

import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Job, Preflight } from '../../src-main/contract/index.ts'
import { wavChunks } from '../../src-main/local-service/codecs/wav.ts'
import { encodedAs } from './encoded.ts'
import { envelopeOf } from './envelope.ts'
import { createAndFinish, openService, type ServiceUnderTest } from './service-under-test.ts'
import { newTicket, uploadedAsset } from './upload.ts'

const EXTEND = '/v3/extend/edits'
const INPAINT = '/v3/inpaint/edits'
const RATE = 44_100

let service: ServiceUnderTest
let source: { readonly type: 'asset'; readonly id: string }
let web: Server
let webUrl: string
let tonesServed = 0

/** So many seconds of a falling tone with some noise, as a 16-bit WAV. */
function recording(seconds: number): Buffer<ArrayBuffer> {
  let noise = 1
  const samples = Float32Array.from({ length: seconds * RATE }, (_, index) => {
    noise = (noise * 48_271) % 2_147_483_647
    return 0.3 * Math.sin(index / (20 + index / 20_000)) + 0.02 * (noise / 2 ** 30 - 1)
  })
  return Buffer.concat([...wavChunks(samples, { sampleRateHz: RATE, loop: false, ditherSeed: 1 })])
}

beforeAll(async () => {
  service = await openService()
  if (service.isSandbox) source = { type: 'asset', id: await uploadedAsset(service, recording(5)) }
  web = createServer((request, response) => {
    if (request.url === '/moved') return response.writeHead(302, { location: '/tone.wav' }).end()
    if (request.url !== '/tone.wav') return response.writeHead(404).end()
    tonesServed += 1
    response.writeHead(200, { 'content-type': 'audio/wav' }).end(recording(4))
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const address = web.address()
  webUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})
afterAll(async () => {
  await service.close()
  web.close()
})
beforeEach((context) => {
  // Its sources live on this machine's loopback, and it spends credits: the sandbox alone.
  if (!service.isSandbox || !('extend' in service.model.operations)) context.skip()
})

function extendBody(changes: object = {}): object {
  return { model: service.model.id, append_duration_ms: 2000, seed: 3, input: { audio: source }, ...changes }
}

function inpaintBody(changes: object = {}): object {
  const region = { start_ms: 1500, end_ms: 3500 }
  return { model: service.model.id, region, seed: 3, input: { audio: source }, ...changes }
}

function finished(path: string, body: object): Promise<Job> {
  return createAndFinish(service, path, { body })
}

async function samplesOf(job: Job): Promise<Buffer> {
  const bytes = Buffer.from(
    await (await fetch(job.result?.output?.variants[0]?.files?.audio.url ?? '')).arrayBuffer(),
  )
  return bytes.subarray(bytes.indexOf('data') + 8)
}

describe('Extend', () => {
  test('"Extend and inpaint jobs carry `result.output` …: the whole edited file, source and new audio joined"', async () => {
    const job = await finished(EXTEND, extendBody())
    expect(job).toMatchObject({ object: 'extend.edit', status: 'succeeded' })
    expect(job.urls.self).toBe(`${service.baseUrl}${EXTEND}/${job.id}`)
    expect((await service.call(job.urls.self)).status).toBe(200)
    expect(job.result?.output?.variants[0]?.files?.audio).toMatchObject({
      duration_ms: 7000,
      sample_rate: RATE,
    })
    const kept = (await samplesOf(job)).subarray(0, 5 * RATE * 2)
    const sent = recording(5).subarray(44)
    for (let at = 0; at < sent.length; at += 2) {
      // Within the dither that writing 16 bits again adds.
      if (Math.abs(kept.readInt16LE(at) - sent.readInt16LE(at)) > 2)
        expect.fail(`sample ${at / 2} was changed`)
    }
  })

  test('"`append_duration_ms` x `num_variants`; the source is never billed"', async () => {
    const body = extendBody({ append_duration_ms: 1500, num_variants: 2 })
    const quote = Preflight.parse((await service.call(`${EXTEND}/preflight`, { body })).json)
    expect(quote.credits).toBe(3 * service.model.credits_per_second)
    expect((await finished(EXTEND, body)).credits).toBe(quote.credits)
  })

  test('"`prepend_duration_ms` is refused"; "`start_offset_ms` needs a video"', async () => {
    const prepended = await service.call(EXTEND, { body: extendBody({ prepend_duration_ms: 1000 }) })
    expect(envelopeOf(prepended, 400)).toMatchObject({
      code: 'invalid_request',
      param: 'prepend_duration_ms',
    })
    const offset = await service.call(EXTEND, { body: extendBody({ start_offset_ms: 0 }) })
    expect(envelopeOf(offset, 400)).toMatchObject({ code: 'invalid_request', param: 'start_offset_ms' })
  })

  test('"extend append_duration_ms | 1000..57000": bound by the model', async () => {
    const limits = service.model.operations.extend?.append_duration_ms
    for (const ms of [(limits?.min ?? 1000) - 1, (limits?.max ?? 57_000) + 1]) {
      const answer = await service.call(EXTEND, { body: extendBody({ append_duration_ms: ms }) })
      expect(envelopeOf(answer, 400)).toMatchObject({ code: 'invalid_request', param: 'append_duration_ms' })
    }
  })

  test('a source shorter than 3 s is `audio_too_short`', async () => {
    const id = await uploadedAsset(service, recording(2))
    const answer = await service.call(EXTEND, {
      body: extendBody({ input: { audio: { type: 'asset', id } } }),
    })
    expect(envelopeOf(answer, answer.status)).toMatchObject({ code: 'audio_too_short', retryable: false })
  })

  test('with a prompt, with a loop, and as a repeat of an idempotency key', async () => {
    const input = { audio: source, prompt: 'thunder' }
    const body = extendBody({ input, controls: { loop: true } })
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const send = () => service.call(`${EXTEND}?wait=25`, { body, headers })
    const [first, second] = await Promise.all([send(), send()])
    expect(Job.parse(first.json).id).toBe(Job.parse(second.json).id)
    expect(Job.parse(first.json).status).toBe('succeeded')
  })
})

describe('Idempotency', () => {
  test('"scoped to account and collection": one key in two collections is two jobs', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await service.call(`${EXTEND}?wait=25`, { body: extendBody(), headers })
    const second = await service.call(`${INPAINT}?wait=25`, { body: inpaintBody(), headers })
    expect([first.status, second.status]).toEqual([200, 200])
    expect(Job.parse(first.json).id).not.toBe(Job.parse(second.json).id)
  })

  test('a job is found in its own collection only', async () => {
    const { id } = await finished(EXTEND, extendBody())
    envelopeOf(await service.call(`${INPAINT}/${id}`), 404)
  })
})

describe('Inpaint', () => {
  test('"region width x `num_variants`; the rest of the file is never billed", nor changed', async () => {
    const quote = Preflight.parse((await service.call(`${INPAINT}/preflight`, { body: inpaintBody() })).json)
    expect(quote.credits).toBe(2 * service.model.credits_per_second)
    const job = await finished(INPAINT, inpaintBody())
    expect(job).toMatchObject({ object: 'inpaint.edit', credits: quote.credits })
    expect(job.result?.output?.variants[0]?.files?.audio.duration_ms).toBe(5000)
    const edited = await samplesOf(job)
    const sent = recording(5).subarray(44)
    const differs = (ms: number) => {
      const at = Math.round((ms * RATE) / 1000) * 2
      return Math.abs(edited.readInt16LE(at) - sent.readInt16LE(at)) > 2
    }
    const outside = Array.from({ length: 300 }, (_, index) =>
      index < 150 ? index * 10 : 3500 + (index - 150) * 9,
    )
    expect(outside.filter(differs)).toEqual([])
    expect(
      Array.from({ length: 100 }, (_, index) => 1600 + index * 18).filter(differs).length,
    ).toBeGreaterThan(50)
  })

  test.each([
    ['past the end of the source', { start_ms: 3000, end_ms: 6000 }, 'region.end_ms'],
    ['reversed', { start_ms: 3000, end_ms: 2000 }, 'region.end_ms'],
    ['in the first second', { start_ms: 500, end_ms: 2000 }, 'region.start_ms'],
    ['too narrow', { start_ms: 2000, end_ms: 2500 }, 'region.end_ms'],
  ])('a region %s is `invalid_region`', async (_, region, param) => {
    for (const path of [INPAINT, `${INPAINT}/preflight`]) {
      const answer = await service.call(path, { body: inpaintBody({ region }) })
      expect(envelopeOf(answer, 400)).toMatchObject({ code: 'invalid_region', param, retryable: false })
    }
  })
})

describe('Media sources', () => {
  const create = (audio: object, key?: string) =>
    service.call(EXTEND, { body: extendBody({ input: { audio } }), key: key ?? service.apiKey })

  test('an address is fetched, redirects followed', async () => {
    await service.call(`${EXTEND}/preflight`, {
      body: extendBody({ input: { audio: { type: 'url', url: `${webUrl}/tone.wav` } } }),
    })
    for (const path of ['/tone.wav', '/moved']) {
      const job = await finished(
        EXTEND,
        extendBody({ input: { audio: { type: 'url', url: webUrl + path } } }),
      )
      expect(job.result?.output?.variants[0]?.files?.audio.duration_ms).toBe(6000)
    }
    // The quote and the create read the first address once, the second led there once more.
    expect(tonesServed).toBe(2)
  })

  test('an address that answers nothing useful is `audio_url_unreachable`, worth repeating', async () => {
    for (const url of [`${webUrl}/missing`, 'http://127.0.0.1:9/x.wav']) {
      expect(envelopeOf(await create({ type: 'url', url }), 400)).toMatchObject({
        code: 'audio_url_unreachable',
        param: 'input.audio.url',
        retryable: true,
      })
    }
    envelopeOf(await create({ type: 'url', url: 'file:///etc/passwd' }), 400)
  })

  test('"Asset used before its upload returned 2xx | `asset_not_ready`, retryable"', async () => {
    const { id } = await newTicket(service)
    const answer = await create({ type: 'asset', id })
    expect(envelopeOf(answer, answer.status)).toMatchObject({ code: 'asset_not_ready', retryable: true })
  })

  test('an asset of another account, or none at all, is `invalid_asset`', async () => {
    const other = await service.newKey()
    for (const [audio, key] of [
      [source, other],
      [{ type: 'asset', id: crypto.randomUUID() }, undefined],
    ] as const) {
      const answer = await create(audio, key)
      expect(envelopeOf(answer, answer.status)).toMatchObject({
        code: 'invalid_asset',
        param: 'input.audio.id',
      })
    }
  })

  test.each(['flac', 'mp3_192', 'm4a_192'] as const)(
    'a source as %s is measured and edited as the WAV of the same sound is',
    async (format) => {
      const id = await uploadedAsset(service, await encodedAs(format, recording(5)))
      const body = extendBody({ input: { audio: { type: 'asset', id } } })
      const audio = (await finished(EXTEND, body)).result?.output?.variants[0]?.files?.audio
      expect(Math.abs((audio?.duration_ms ?? 0) - 7000)).toBeLessThan(3)
      const region = { start_ms: 1500, end_ms: 5400 }
      const beyond = await service.call(INPAINT, {
        body: inpaintBody({ region, input: { audio: { type: 'asset', id } } }),
      })
      expect(envelopeOf(beyond, beyond.status)).toMatchObject({
        code: 'invalid_region',
        param: 'region.end_ms',
      })
    },
  )

  test('what is no audio that is read here is named', async () => {
    const cases = [
      [Buffer.from('ID3 not a wav at all'), 'audio_format_unsupported'],
      [recording(4).subarray(0, 44), 'invalid_audio'],
    ] as const
    for (const [bytes, code] of cases) {
      const answer = await create({ type: 'asset', id: await uploadedAsset(service, bytes) })
      expect(envelopeOf(answer, answer.status)).toMatchObject({
        code,
        param: 'input.audio',
        retryable: false,
      })
    }
  })

  test('"Uploaded asset usable | 24 hours after upload"', async () => {
    const id = await uploadedAsset(service, recording(4))
    await service.advance(24 * 60 * 60_000)
    const answer = await create({ type: 'asset', id })
    expect(envelopeOf(answer, answer.status).code).toBe('invalid_asset')
  })
})

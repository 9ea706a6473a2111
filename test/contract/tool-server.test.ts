// Contract: the hosted tool server, used by the SDK's own client over loopback.

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErrorEnvelope, Job, Preflight } from '../../src-main/contract/index.ts'
import { wavChunks } from '../../src-main/local-service/codecs/wav.ts'
import { connect, type ServiceUnderTest, startLocalService } from './service-under-test.ts'
import { confirmAs, signIn, type ToolClient } from './tool-server-client.ts'

const TOOL_NAMES = [
  'get_account',
  'preflight',
  'create_upload',
  'inspect_asset',
  'create_asset',
  'text_to_sfx',
  'video_to_sfx',
  'extend_audio',
  'extend_audio_with_video',
  'inpaint_audio',
  'audio_to_midi',
  'get_transcription_notes',
  'get_job',
  'wait_job',
]
const RATE = 44_100
const RAIN = { prompt: 'heavy rain on a tin roof', duration_ms: 500 }

let service: ServiceUnderTest
let tools: ToolClient
beforeAll(async () => {
  const started = await startLocalService()
  service = await connect(started.baseUrl, started.apiKey, started.close)
  tools = await signIn(service.baseUrl)
})
afterAll(async () => {
  await tools.close()
  await service.close()
})

/** So many milliseconds of a tone, as a 16-bit WAV. */
function tone(durationMs: number, rate = RATE): Buffer<ArrayBuffer> {
  const samples = Float32Array.from(
    { length: (durationMs * rate) / 1000 },
    (_, index) => 0.3 * Math.sin(index / 20),
  )
  return Buffer.concat([...wavChunks(samples, { sampleRateHz: rate, loop: false, ditherSeed: 1 })])
}

/** Uploads by the ticket of `create_upload`; returns the asset's id. */
async function uploaded(bytes: Buffer<ArrayBuffer>): Promise<string> {
  const ticket = await tools.use('create_upload', { content_type: 'audio/wav' })
  const form = new FormData()
  for (const [name, value] of Object.entries(Object(ticket.fields))) form.append(name, String(value))
  form.append('file', new Blob([bytes]))
  const answer = await fetch(String(ticket.upload_url), { method: 'POST', body: form })
  expect(answer.ok).toBe(true)
  return String(ticket.asset_id)
}

async function entriesOf(jobId: unknown): Promise<readonly unknown[]> {
  const { json } = await service.call('/sandbox/ledger')
  const entries: readonly { job_id: string }[] = Object(json).entries
  return entries.filter(({ job_id }) => job_id === jobId)
}

/** Waits as an agent does: again for as long as the job has not ended. */
async function waitFor(jobId: unknown): Promise<Record<string, unknown>> {
  for (;;) {
    const job = await tools.use('wait_job', { job_id: jobId })
    if (job.status !== 'queued' && job.status !== 'running') return job
  }
}

describe('"Tools: `get_account`, `preflight` …"', () => {
  test('all fourteen are listed, each with a description, both schemas and hints', async () => {
    const { tools: listed } = await tools.client.listTools()
    expect(listed.map(({ name }) => name)).toEqual(TOOL_NAMES)
    for (const { name, title, description, inputSchema, outputSchema, annotations } of listed) {
      expect(title, name).toMatch(/\S/)
      expect(description?.length, name).toBeGreaterThan(60)
      expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false })
      expect(outputSchema, name).toMatchObject({ type: 'object' })
      expect(annotations?.readOnlyHint, name).toBeTypeOf('boolean')
    }
  })

  test('what reads is said to read, and what starts work says what it costs and that it does not wait', async () => {
    const { tools: listed } = await tools.client.listTools()
    const readers = listed.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name)
    expect(readers).toEqual([
      'get_account',
      'preflight',
      'inspect_asset',
      'get_transcription_notes',
      'get_job',
      'wait_job',
    ])
    const starters = TOOL_NAMES.slice(5, 11)
    for (const { name, description } of listed.filter(({ name }) => starters.includes(name))) {
      expect(description, name).toMatch(/Asynchronous.*credits/)
    }
    const { description } = listed.find(({ name }) => name === 'text_to_sfx') ?? {}
    expect(description).toContain(
      `Model ${service.model.id}: ${service.model.credits_per_second} credits per second`,
    )
  })

  test('a tool that does not exist is a protocol error', async () => {
    await expect(tools.client.callTool({ name: 'make_music' })).rejects.toThrow('There is no tool make_music')
  })
})

describe('"calls are billed against the same credits"', () => {
  test('`get_account` is the account of the key', async () => {
    const { json } = await service.call('/v3/me')
    expect(await tools.use('get_account')).toEqual(json)
  })

  test('a sound is quoted, made, waited for, downloaded, and charged once', async () => {
    const quote = Preflight.parse(await tools.use('preflight', { endpoint_key: 'text_to_sfx', ...RAIN }))
    const started = await tools.use('text_to_sfx', { ...RAIN, seed: 7 })
    expect(started).toMatchObject({ status: 'queued', model: service.model.id, seed: 7 })
    expect(started.estimated_ms).toBeGreaterThan(0)

    const job = await waitFor(started.job_id)
    expect(job).toMatchObject({ job_id: started.job_id, status: 'succeeded', credits: quote.credits })
    const [url, ...others] = Object(job).download_urls
    expect(others).toEqual([])
    const file = Buffer.from(await (await fetch(url)).arrayBuffer())
    expect(file.subarray(0, 4).toString()).toBe('RIFF')
    expect(await entriesOf(started.job_id)).toMatchObject([{ kind: 'debit', credits: quote.credits }])
  })

  test('a job of a tool is read with the key, and a job of the key with a tool', async () => {
    const { job_id } = await tools.use('text_to_sfx', RAIN)
    expect((await service.call(`/v3/text-to-sfx/generations/${job_id}`)).status).toBe(200)
    const { json } = await service.call('/v3/text-to-sfx/generations', {
      body: { model: service.model.id, duration_ms: 300, input: { prompt: 'rain' } },
    })
    expect(await tools.use('get_job', { job_id: Job.parse(json).id })).toMatchObject({
      id: Job.parse(json).id,
    })
  })

  test('the same idempotency key answers the same job, also across the two ways in, and charges once', async () => {
    const call = { ...RAIN, model: service.model.id, idempotency_key: 'one of a kind' }
    const first = await tools.use('text_to_sfx', call)
    const again = await tools.use('text_to_sfx', call)
    expect(again.job_id).toBe(first.job_id)
    const { json } = await service.call('/v3/text-to-sfx/generations', {
      body: { model: service.model.id, duration_ms: 500, input: { prompt: RAIN.prompt } },
      headers: { 'idempotency-key': 'one of a kind' },
    })
    expect(Job.parse(json).id).toBe(first.job_id)
    await waitFor(first.job_id)
    expect(await entriesOf(first.job_id)).toHaveLength(1)
    expect(await tools.refusal('text_to_sfx', { ...call, duration_ms: 600 })).toMatchObject({
      code: 'idempotency_conflict',
      retryable: false,
    })
  })

  test('every variant has its download', async () => {
    const { job_id } = await tools.use('text_to_sfx', { ...RAIN, num_variants: 3, loop: false })
    expect(Object(await waitFor(job_id)).download_urls).toHaveLength(3)
  })

  test('an account that cannot pay is told the whole of why', async () => {
    const poor = await signIn(service.baseUrl, confirmAs(await service.newKey({ credits: 3 })))
    const error = await poor.refusal('text_to_sfx', RAIN)
    expect(error).toMatchObject({ code: 'insufficient_credits', retryable: false })
    expect(error.credit_recovery).toMatchObject({
      credits_required: 5,
      credits_available: 3,
      credit_shortfall: 2,
    })
    await poor.close()
  })

  test('a job of another account is not found', async () => {
    const { job_id } = await tools.use('text_to_sfx', RAIN)
    const other = await signIn(service.baseUrl, confirmAs(await service.newKey()))
    expect(await other.refusal('get_job', { job_id })).toMatchObject({ code: 'not_found' })
    await other.close()
  })

  test('the ceiling of jobs at once holds for tools too', async () => {
    const narrow = await signIn(service.baseUrl, confirmAs(await service.newKey({ concurrency: 1 })))
    await service.pace({ hold: true })
    try {
      await narrow.use('text_to_sfx', RAIN)
      expect(await narrow.refusal('text_to_sfx', RAIN)).toMatchObject({
        code: 'concurrency_limit_reached',
        retryable: true,
        retry_after_seconds: 1,
      })
    } finally {
      await service.pace({ hold: false })
      await narrow.close()
    }
  })
})

describe('"`create_upload`, `inspect_asset`, `create_asset` (small files only)"', () => {
  test('an upload is extended and inpainted', async () => {
    const asset_id = await uploaded(tone(4000))
    expect(await tools.use('inspect_asset', { asset_id })).toMatchObject({
      status: 'ready',
      content_type: 'audio/wav',
      audio: { duration_ms: 4000 },
      problem: null,
    })
    const extended = await tools.use('extend_audio', { audio: { asset_id }, append_duration_ms: 1000 })
    const inpainted = await tools.use('inpaint_audio', { audio: { asset_id }, start_ms: 1500, end_ms: 2500 })
    expect(await waitFor(extended.job_id)).toMatchObject({
      object: 'extend.edit',
      status: 'succeeded',
      credits: 10,
    })
    expect(await waitFor(inpainted.job_id)).toMatchObject({ object: 'inpaint.edit', credits: 10 })
    expect(await entriesOf(extended.job_id)).toHaveLength(1)
  })

  test('the ticket carries a curl command that names every field, the file last', async () => {
    const ticket = await tools.use('create_upload', { content_type: 'audio/wav', filename: "it's.wav" })
    const command = String(ticket.curl_command)
    for (const name of Object.keys(Object(ticket.fields))) expect(command).toContain(`${name}=`)
    expect(command.indexOf('file=@')).toBeGreaterThan(command.lastIndexOf('--form-string'))
    expect(command.endsWith(String(ticket.upload_url))).toBe(true)
    expect(await tools.use('inspect_asset', { asset_id: ticket.asset_id })).toMatchObject({
      status: 'awaiting_upload',
      problem: { code: 'asset_not_ready', retryable: true },
    })
  })

  test('a small file comes within the call, a larger one does not', async () => {
    const bytes = tone(3000, 8000)
    const made = await tools.use('create_asset', {
      content_type: 'audio/wav',
      data_base64: bytes.toString('base64'),
    })
    expect(made.bytes).toBe(bytes.length)
    expect(await tools.use('inspect_asset', { asset_id: made.asset_id })).toMatchObject({
      status: 'ready',
      audio: { duration_ms: 3000 },
    })
    const tooLarge = Buffer.alloc(96 * 1024 + 1).toString('base64')
    expect(
      await tools.refusal('create_asset', { content_type: 'audio/wav', data_base64: tooLarge }),
    ).toMatchObject({ code: 'invalid_request', param: 'data_base64' })
  })

  test('an asset of another account is refused, and one that is no audio says so', async () => {
    const other = await signIn(service.baseUrl, confirmAs(await service.newKey()))
    const theirs = await other.use('create_upload', { content_type: 'audio/wav' })
    await other.close()
    expect(await tools.refusal('inspect_asset', { asset_id: theirs.asset_id })).toMatchObject({
      code: 'invalid_asset',
      param: 'asset_id',
    })
    const asset_id = await uploaded(Buffer.from('this is no audio at all'))
    expect(await tools.use('inspect_asset', { asset_id })).toMatchObject({
      status: 'ready',
      audio: null,
      problem: { param: 'asset_id', retryable: false },
    })
  })
})

describe('errors are results that carry the envelope', () => {
  const asset = { asset_id: '00000000-0000-4000-8000-000000000000' }
  test.each([
    ['text_to_sfx', { duration_ms: 500 }, 'invalid_request', 'prompt'],
    ['text_to_sfx', { ...RAIN, duration_ms: 0.5 }, 'invalid_request', 'duration_ms'],
    ['text_to_sfx', { ...RAIN, duration_ms: 600_001 }, 'invalid_request', 'duration_ms'],
    ['text_to_sfx', { ...RAIN, num_variants: 5 }, 'invalid_request', 'num_variants'],
    ['text_to_sfx', { ...RAIN, seed: -1 }, 'invalid_request', 'seed'],
    ['text_to_sfx', { ...RAIN, tempo: 3 }, 'invalid_request', 'tempo'],
    ['text_to_sfx', { ...RAIN, idempotency_key: 'ключ' }, 'invalid_request', 'idempotency_key'],
    ['text_to_sfx', { ...RAIN, model: 'sfx-0' }, 'model_not_found', 'model'],
    ['text_to_sfx', { ...RAIN, negative_prompt: 'rain' }, 'invalid_request', 'negative_prompt'],
    ['extend_audio', { audio: asset, append_duration_ms: 1000 }, 'invalid_asset', 'audio.asset_id'],
    [
      'extend_audio',
      { audio: { path: '/etc/passwd' }, append_duration_ms: 1000 },
      'invalid_request',
      'audio',
    ],
    ['inpaint_audio', { audio: asset, start_ms: 100, end_ms: 2000 }, 'invalid_region', 'start_ms'],
    ['preflight', { endpoint_key: 'text_to_sfx', prompt: 'rain' }, 'invalid_request', 'duration_ms'],
    ['preflight', { endpoint_key: 'music', prompt: 'rain' }, 'invalid_request', 'endpoint_key'],
    ['create_upload', { content_type: 'audio/wav; codecs=1' }, 'invalid_request', 'content_type'],
    ['get_job', { job_id: 'nothing' }, 'not_found', 'job_id'],
    ['wait_job', { job_id: 'nothing', timeout_seconds: 26 }, 'invalid_request', 'timeout_seconds'],
    ['get_transcription_notes', { job_id: 'nothing' }, 'not_found', 'job_id'],
  ])('%s %j is %s at %s', async (name, args, code, param) => {
    const error = await tools.refusal(name, args)
    expect(error).toMatchObject({ code, param, retryable: false })
    expect(error.message).toMatch(/\S/)
    expect(error.request_id).toMatch(/\S/)
  })

  test('a family that no model serves is refused as such, and its tool says so', async () => {
    if ('video-to-sfx' in service.model.operations) return
    const { tools: listed } = await tools.client.listTools()
    expect(listed.find(({ name }) => name === 'video_to_sfx')?.description).toContain(
      'capability_unsupported',
    )
    expect(await tools.refusal('video_to_sfx', { video: asset, duration_ms: 1000 })).toMatchObject({
      code: 'capability_unsupported',
    })
  })

  test('whatever the arguments are, the answer is a result or an envelope, never a broken service', async () => {
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.integer(),
      fc.constantFrom('rain', asset, { url: 'http://127.0.0.1:1/x' }, 'text_to_sfx', 'audio/wav', null),
    )
    const fields = fc.constantFrom(
      ...['prompt', 'duration_ms', 'audio', 'video', 'start_ms', 'end_ms', 'append_duration_ms', 'model'],
      ...['seed', 'format', 'job_id', 'asset_id', 'offset', 'endpoint_key', 'content_type', 'data_base64'],
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...TOOL_NAMES.slice(1)),
        fc.dictionary(fields, value, { maxKeys: 8 }),
        async (name, args) => {
          const result = await tools.client.callTool({ name, arguments: args })
          if (result.isError !== true) return
          const { error } = ErrorEnvelope.parse(result.structuredContent)
          expect(error.code, error.message).not.toBe('server_error')
        },
      ),
      { numRuns: 400, seed: 20_261_121 },
    )
  })

  test.each([
    '',
    '{',
    'null',
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}',
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${'x'.repeat(5_000_000)}"}}`,
  ])('a message that is none is a JSON-RPC error (%#)', async (body) => {
    const answer = await service.call('/mcp', {
      method: 'POST',
      body,
      key: tools.provider.kept?.access_token ?? null,
      headers: { accept: 'application/json, text/event-stream' },
    })
    expect(answer.status).toBeLessThan(500)
    expect(answer.json).toMatchObject({ jsonrpc: '2.0', error: { message: expect.stringMatching(/\S/) } })
  })

  test('a refused call leaves nothing behind: no job, no charge', async () => {
    const before = (await service.call('/sandbox/ledger')).text
    await tools.refusal('text_to_sfx', { ...RAIN, num_variants: 5 })
    await tools.use('preflight', { endpoint_key: 'text_to_sfx', ...RAIN })
    expect((await service.call('/sandbox/ledger')).text).toBe(before)
  })
})

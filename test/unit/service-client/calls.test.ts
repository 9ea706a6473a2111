// Calls against real servers on loopback: what is sent, how answers are judged, what may have left.
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONTRACT_VERSION } from '../../../src-main/contract/index.ts'
import { closedPort, sendError, sendJson, serve, serveRaw } from './support/loopback-server.ts'
import { account, job, model, output, textRequest } from './support/samples.ts'
import { NOW_MS, TEST_KEY, testClient } from './support/test-client.ts'

const bodyBytes = new TextEncoder().encode(JSON.stringify(textRequest))
const keyed = { idempotencyKey: 'key-1' }

describe('what is sent', () => {
  test('carries key, contract date, user agent, and asks for gzip alone', async () => {
    const server = await serve((_request, response) => sendJson(response, 200, account))
    const result = await testClient(server.baseUrl).getAccount()
    expect(result).toMatchObject({ ok: true, value: { id: 'acc_1' }, raw: { id: 'acc_1' } })
    expect(server.seen).toHaveLength(1)
    expect(server.seen[0]).toMatchObject({
      method: 'GET',
      path: '/v3/me',
      headers: {
        authorization: `Bearer ${TEST_KEY}`,
        'service-version': CONTRACT_VERSION,
        'user-agent': 'foleyroom-test/1',
        'accept-encoding': 'gzip',
      },
    })
  })

  test('a create sends exactly the bytes given, with its key and its wait', async () => {
    const server = await serve((_request, response) =>
      sendJson(response, 202, job({ status: 'queued', result: null })),
    )
    const odd = new TextEncoder().encode(`  ${JSON.stringify(textRequest)}\n`)
    const result = await testClient(server.baseUrl).create('text-to-sfx', odd, { ...keyed, waitSeconds: 25 })
    expect(result).toMatchObject({ ok: true, value: { status: 'queued' }, meta: { status: 202 } })
    expect(server.seen[0]?.path).toBe('/v3/text-to-sfx/generations?wait=25')
    expect(server.seen[0]?.headers['idempotency-key']).toBe('key-1')
    expect(server.seen[0]?.body.equals(odd)).toBe(true)
  })

  test.each([0, 26, -1, 1.5, Number.NaN])('a wait of %d is a bug and is never sent', async (waitSeconds) => {
    const server = await serve((_request, response) => sendJson(response, 200, job()))
    const client = testClient(server.baseUrl)
    await expect(client.create('text-to-sfx', bodyBytes, { ...keyed, waitSeconds })).rejects.toThrow(
      RangeError,
    )
    await expect(client.getJob('text-to-sfx', 'job_1', { waitSeconds })).rejects.toThrow(RangeError)
    expect(server.seen).toHaveLength(0)
  })

  test.each(['', 'a b', 'a\r\nx: y', 'k'.repeat(256)])(
    'the idempotency key %j is never sent',
    async (idempotencyKey) => {
      const server = await serve((_request, response) => sendJson(response, 200, job()))
      const client = testClient(server.baseUrl)
      await expect(client.create('text-to-sfx', bodyBytes, { idempotencyKey })).rejects.toThrow(RangeError)
      expect(server.seen).toHaveLength(0)
    },
  )

  test('uses the header prefix of the connection for sending and reading', async () => {
    const server = await serve((_request, response) =>
      sendJson(response, 200, account, {
        'Acme-Version': CONTRACT_VERSION,
        'Acme-Concurrency-Limit': '5',
        'Acme-Concurrency-Current': '2',
      }),
    )
    const client = testClient(server.baseUrl, {
      endpoint: { baseUrl: server.baseUrl, apiKey: TEST_KEY, headerPrefix: 'Acme' },
    })
    const result = await client.getAccount()
    expect(server.seen[0]?.headers['acme-version']).toBe(CONTRACT_VERSION)
    expect(server.seen[0]?.headers['service-version']).toBeUndefined()
    expect(result).toMatchObject({
      meta: { version: CONTRACT_VERSION, concurrency: { limit: 5, current: 2 } },
    })
  })

  test('the description of the service is read like the rest', async () => {
    const server = await serve((_request, response) => sendJson(response, 200, { openapi: '3.1.0' }))
    expect(await testClient(server.baseUrl).getOpenApi()).toMatchObject({
      ok: true,
      value: { openapi: '3.1.0' },
    })
  })

  test.each([
    { baseUrl: 'http://service.example', apiKey: TEST_KEY, headerPrefix: 'Service' },
    { baseUrl: 'https://service.example/', apiKey: TEST_KEY, headerPrefix: 'Service' },
    { baseUrl: 'https://service.example', apiKey: ' sk ', headerPrefix: 'Service' },
    { baseUrl: 'https://service.example', apiKey: 'sk-1', headerPrefix: 'A:b' },
  ])('an endpoint that was not parsed first is a bug: %j', (endpoint) => {
    expect(() => testClient('https://service.example', { endpoint })).toThrow(TypeError)
  })
})

describe('polling', () => {
  test('follows urls.self on the own origin, and builds the path when it points elsewhere', async () => {
    const elsewhere = await serve((_request, response) => sendJson(response, 200, job()))
    const server = await serve((_request, response) => sendJson(response, 200, job()))
    const client = testClient(server.baseUrl)
    await client.getJob('extend', 'a/b', { selfUrl: `${server.baseUrl}/v3/extend/edits/other?x=1` })
    await client.getJob('extend', 'a/b', { selfUrl: `${elsewhere.baseUrl}/v3/extend/edits/1` })
    await client.getJob('inpaint', 'a/b')
    expect(server.seen.map(({ path }) => path)).toEqual([
      '/v3/extend/edits/other?x=1',
      '/v3/extend/edits/a%2Fb',
      '/v3/inpaint/edits/a%2Fb',
    ])
    expect(elsewhere.seen).toHaveLength(0)
  })

  test('brings Retry-After, rate and concurrency', async () => {
    const server = await serve((_request, response) =>
      sendJson(response, 200, job({ status: 'running', result: null, progress: 0.5, estimated_ms: 8000 }), {
        'retry-after': '2',
        'ratelimit-limit': '100',
        'ratelimit-remaining': '99',
        'ratelimit-reset': '1',
        'ratelimit-policy': 'reads;q=600;w=60',
        'service-concurrency-limit': '5',
        'service-concurrency-current': '1',
      }),
    )
    const result = await testClient(server.baseUrl).getJob('text-to-sfx', 'job_1')
    expect(result).toMatchObject({
      ok: true,
      meta: {
        retryAfterMs: 2000,
        rateLimit: {
          limit: 100,
          remaining: 99,
          resetSeconds: 1,
          policy: { pool: 'reads', requests: 600, windowSeconds: 60 },
        },
        concurrency: { limit: 5, current: 1 },
      },
    })
  })

  test('keeps unknown values and fields as they are', async () => {
    const strange = job({
      status: 'resting',
      result: { outputs: [output({ type: 'smell', category: 'beyond' })] },
      errors: [{ output_index: null, variant_index: null, code: 'new_code', message: 'm', retryable: false }],
      invented: { deep: [1] },
    })
    const server = await serve((_request, response) => sendJson(response, 200, strange))
    const result = await testClient(server.baseUrl).getJob('video-to-sfx', 'job_1')
    expect(result).toMatchObject({ ok: true, value: strange })
  })

  test('cuts a label of a megabyte, keeps it whole in raw, and replaces lone surrogates', async () => {
    const label = 'x'.repeat(1_000_000)
    const text = JSON.stringify(job({ result: { output: output({ label }) } })).replace('"sfx"', '"s\\ud800"')
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    })
    const result = await testClient(server.baseUrl).getJob('text-to-sfx', 'job_1')
    if (!result.ok) throw new Error(result.error.message)
    expect(result.value.result?.output?.label).toHaveLength(200)
    expect(result.value.result?.output?.type).toBe('s\ufffd')
    expect(result.raw).toMatchObject({ result: { output: { label } } })
  })

  test('paces by the policy of the pool', async () => {
    const server = await serve((_request, response) =>
      sendJson(response, 200, job(), { 'ratelimit-policy': 'reads;q=1;w=10', 'ratelimit-remaining': '0' }),
    )
    const client = testClient(server.baseUrl)
    await client.getJob('text-to-sfx', 'job_1')
    await client.getJob('text-to-sfx', 'job_1')
    expect(client.sleptMs).toEqual([10_000])
    expect(client.pacingWaitMs('reads')).toBe(10_000)
    expect(client.pacingWaitMs('generations')).toBe(0)
  })

  test('tells the service its own time by its Date header', async () => {
    const server = await serve((_request, response) =>
      sendJson(response, 200, account, { date: 'Thu, 03 Sep 2026 12:00:00 GMT' }),
    )
    const client = testClient(server.baseUrl)
    expect(client.serverNowMs()).toBe(NOW_MS)
    await client.getAccount()
    expect(client.serverNowMs()).toBe(Date.parse('2026-09-03T12:00:00Z'))
  })
})

describe('refusals by the service', () => {
  const recovery = {
    credits_required: 20,
    credits_available: 5,
    credit_shortfall: 15,
    recovery_action: 'view_plans',
    recovery_url: 'https://service.example/plans',
    provisioning_state: 'ready',
    provisioning_deadline: null,
  }

  test('carry everything of the envelope, credit recovery included', async () => {
    const server = await serve((_request, response) =>
      sendError(response, 402, {
        code: 'insufficient_credits',
        message: 'too poor',
        credit_recovery: recovery,
      }),
    )
    const result = await testClient(server.baseUrl).create('text-to-sfx', bodyBytes, keyed)
    expect(result).toMatchObject({
      ok: false,
      error: {
        kind: 'envelope',
        code: 'insufficient_credits',
        message: 'too poor',
        param: null,
        retryable: false,
        requestId: 'req_1',
        status: 402,
        creditRecovery: recovery,
        bytesMayHaveLeft: true,
      },
    })
  })

  test('carry Retry-After and the concurrency headers of a 429', async () => {
    const server = await serve((_request, response) =>
      sendError(
        response,
        429,
        { code: 'concurrency_limit_reached', retryable: true },
        { 'retry-after': '-5', 'service-concurrency-limit': '5', 'service-concurrency-current': '5' },
      ),
    )
    const result = await testClient(server.baseUrl).create('text-to-sfx', bodyBytes, keyed)
    expect(result).toMatchObject({
      error: {
        code: 'concurrency_limit_reached',
        retryable: true,
        retryAfterMs: 0,
        meta: { concurrency: { limit: 5, current: 5 } },
      },
    })
  })

  test('keep unknown codes and cut endless texts', async () => {
    const server = await serve((_request, response) =>
      sendError(response, 418, { code: 'brand_new', message: 'y'.repeat(1_000_000), retryable: true }),
    )
    const result = await testClient(server.baseUrl).getAccount()
    expect(result).toMatchObject({ error: { kind: 'envelope', code: 'brand_new', retryable: true } })
    if (!result.ok) expect(result.error.message).toHaveLength(2000)
  })
})

describe('answers that are not the service', () => {
  test.each([
    ['a sign-in page', 200, 'text/html', '<html>Welcome</html>', 'web_page', true],
    ['a gateway page', 503, 'text/html', '<html>down</html>', 'gateway_error', true],
    ['a gateway text', 502, 'text/plain', 'Bad gateway', 'gateway_error', true],
    ['another server', 404, 'text/html', '<h1>Not found</h1>', 'not_the_service', false],
    ['another JSON service', 404, 'application/json', '{"detail":"Not Found"}', 'not_the_service', false],
    ['a JSON gateway', 503, 'application/json', '{"message":"no healthy upstream"}', 'gateway_error', true],
  ])('%s', async (_name, status, type, text, code, retryable) => {
    const server = await serve((_request, response) => {
      response.writeHead(status, { 'content-type': type }).end(text)
    })
    const result = await testClient(server.baseUrl).getAccount()
    expect(result).toMatchObject({ ok: false, error: { kind: 'not_the_service', code, status, retryable } })
  })

  test('a redirect is not followed, so that the key stays', async () => {
    const elsewhere = await serve((_request, response) => sendJson(response, 200, account))
    const server = await serve((_request, response) => {
      response.writeHead(302, { location: `${elsewhere.baseUrl}/v3/me` }).end()
    })
    const result = await testClient(server.baseUrl).getAccount()
    expect(result).toMatchObject({ ok: false, error: { kind: 'not_the_service', code: 'redirected' } })
    expect(elsewhere.seen).toHaveLength(0)
  })

  test('a server that does not speak HTTP', async () => {
    const server = await serveRaw((socket) => socket.end('220 mail.example ESMTP\r\n'))
    const result = await testClient(server.baseUrl).getAccount()
    expect(result).toMatchObject({ ok: false, error: { kind: 'not_the_service', code: 'not_http' } })
  })
})

describe('malformed answers', () => {
  test.each([
    ['credits as text', { credits: '20' }],
    ['credits of 2^53', { credits: 2 ** 53 }],
    ['fractional credits', { credits: 1.5 }],
    ['negative credits', { credits: -1 }],
    ['a seed out of range', { seed: 2 ** 32 }],
    ['a missing status', { status: undefined }],
    ['a missing urls.self', { urls: {} }],
    [
      'an output status that is not in the closed list',
      { result: { output: { ...output(), status: 'resting' } } },
    ],
    [
      'a file without bytes',
      {
        result: {
          output: output({ variants: [{ index: 0, status: 'succeeded', files: { audio: {} } }] as never }),
        },
      },
    ],
    ['a date that is none', { created_at: 'yesterday' }],
  ])('%s breaks the contract, and raw is kept', async (_name, overrides) => {
    const sent = { ...job(), ...overrides }
    const server = await serve((_request, response) => sendJson(response, 200, sent))
    const result = await testClient(server.baseUrl).getJob('text-to-sfx', 'job_1')
    expect(result).toMatchObject({
      ok: false,
      error: { kind: 'malformed', code: 'answer_breaks_contract', raw: { id: 'job_1' } },
    })
  })

  test('a decompression bomb is capped', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20))
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb)
    })
    const result = await testClient(server.baseUrl).getAccount()
    expect(result).toMatchObject({ ok: false, error: { kind: 'malformed', code: 'answer_too_large' } })
  })

  test('gzip is unpacked', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(gzipSync(JSON.stringify(account)))
    })
    expect(await testClient(server.baseUrl).getAccount()).toMatchObject({ ok: true })
  })

  test.each([
    ['br', Buffer.from('x')],
    ['gzip, gzip', gzipSync('{}')],
    ['gzip', Buffer.from('not gzip at all')],
  ])('content-encoding %s that cannot be read is named', async (encoding, bytes) => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding }).end(bytes)
    })
    const result = await testClient(server.baseUrl).getAccount()
    expect(result).toMatchObject({ ok: false, error: { kind: 'malformed', code: 'answer_unreadable' } })
  })

  test.each([
    ['text that is not JSON', '{"id":', 'answer_not_json'],
    ['nesting without end', '['.repeat(100_000), 'answer_not_json'],
    ['nesting too deep', '['.repeat(5000) + ']'.repeat(5000), 'answer_too_deep'],
    ['an empty body', '', 'answer_not_json'],
  ])('%s', async (_name, text, code) => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    })
    expect(await testClient(server.baseUrl).getAccount()).toMatchObject({
      ok: false,
      error: { kind: 'malformed', code },
    })
  })

  test('no JSON whatever makes a call throw', async () => {
    let text = ''
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    })
    const client = testClient(server.baseUrl)
    const mutated = fc
      .tuple(fc.constantFrom(...Object.keys(job())), fc.jsonValue())
      .map(([field, value]) => ({
        ...job(),
        [field]: value,
      }))
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.jsonValue(), mutated), async (body) => {
        text = JSON.stringify(body)
        const result = await client.getJob('text-to-sfx', 'job_1')
        if (!result.ok) expect(result.error.kind).toBe('malformed')
      }),
      { numRuns: 200 },
    )
  })

  test('one unreadable model does not hide the others', async () => {
    const server = await serve((_request, response) =>
      sendJson(response, 200, { data: [model, { id: 'odd-2', audio: 'loud' }] }),
    )
    const result = await testClient(server.baseUrl).listModels()
    expect(result).toMatchObject({
      ok: true,
      value: { models: [{ id: 'sfx-1.6' }], unreadableIds: ['odd-2'] },
    })
  })

  test('models that are all unreadable are a failure', async () => {
    const server = await serve((_request, response) => sendJson(response, 200, { data: [{ id: 'odd' }] }))
    expect(await testClient(server.baseUrl).listModels()).toMatchObject({
      ok: false,
      error: { kind: 'malformed' },
    })
  })
})

describe('when no answer comes', () => {
  test('nothing listens: refused, and nothing left', async () => {
    const result = await testClient(`http://127.0.0.1:${await closedPort()}`).create(
      'text-to-sfx',
      bodyBytes,
      keyed,
    )
    expect(result).toMatchObject({
      ok: false,
      error: { kind: 'offline', code: 'connection_refused', retryable: true, bytesMayHaveLeft: false },
    })
  })

  test('nothing listens at any of several addresses: refused, also when one of them cannot be reached', async () => {
    const port = await closedPort()
    const client = testClient(`http://localhost:${port}`, {
      resolve: async () => [
        { address: '::1', family: 6 },
        { address: '127.0.0.1', family: 4 },
      ],
    })
    expect(await client.getAccount()).toMatchObject({
      error: { kind: 'offline', code: 'connection_refused', bytesMayHaveLeft: false },
    })
  })

  test('the name is unknown: said so, and nothing left', async () => {
    const client = testClient('https://service.example', {
      resolve: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
    })
    const result = await client.getAccount()
    expect(result).toMatchObject({
      error: { kind: 'offline', code: 'address_not_found', bytesMayHaveLeft: false },
    })
  })

  test('the network is down: said so', async () => {
    const client = testClient('https://service.example', {
      resolve: () => Promise.reject(Object.assign(new Error('no'), { code: 'EAI_AGAIN' })),
    })
    expect(await client.getAccount()).toMatchObject({ error: { kind: 'offline', code: 'no_network' } })
  })

  test('an unencrypted address whose name leads off this machine is refused before anything leaves', async () => {
    const client = testClient('http://localhost:4000', {
      resolve: async () => [{ address: '203.0.113.9', family: 4 }],
    })
    const result = await client.getAccount()
    expect(result).toMatchObject({ error: { kind: 'refused_address', bytesMayHaveLeft: false } })
  })

  test('TLS fails: named, and nothing left', async () => {
    const received: Buffer[] = []
    const server = await serveRaw((socket, data) => {
      received.push(data)
      socket.end('HTTP/1.1 200 OK\r\n\r\n')
    })
    const client = testClient(`https://127.0.0.1:${server.port}`)
    const result = await client.create('text-to-sfx', bodyBytes, keyed)
    expect(result).toMatchObject({ error: { kind: 'offline', code: 'tls_failed', bytesMayHaveLeft: false } })
    expect(Buffer.concat(received).includes(TEST_KEY)).toBe(false)
  })

  test('the connection resets after the request was taken: its fate is unknown', async () => {
    const server = await serveRaw((socket) => socket.resetAndDestroy())
    const result = await testClient(server.baseUrl).create('text-to-sfx', bodyBytes, keyed)
    expect(result).toMatchObject({
      error: { kind: 'offline', code: 'connection_lost', retryable: true, bytesMayHaveLeft: true },
    })
  })

  test('the headers stall: the deadline includes the wait, and the fate is unknown', async () => {
    const taken = Promise.withResolvers<void>()
    const server = await serveRaw(() => taken.resolve())
    const client = testClient(server.baseUrl, { deadlines: { headersMs: 30_000 } })
    const pending = client.create('text-to-sfx', bodyBytes, { ...keyed, waitSeconds: 20 })
    await taken.promise
    expect(client.timers.delaysMs.at(-1)).toBe(50_000)
    client.timers.fire()
    expect(await pending).toMatchObject({
      error: { kind: 'timeout', code: 'answer_timeout', retryable: true, bytesMayHaveLeft: true },
    })
  })

  test('the name never resolves: the deadline of connecting fires, and nothing left', async () => {
    const asked = Promise.withResolvers<void>()
    const client = testClient('https://service.example', {
      resolve: () => {
        asked.resolve()
        return new Promise(() => {})
      },
    })
    const pending = client.getAccount()
    await asked.promise
    client.timers.fire()
    expect(await pending).toMatchObject({
      error: { kind: 'timeout', code: 'connect_timeout', bytesMayHaveLeft: false },
    })
  })

  test('the body stalls: it has a deadline of its own', async () => {
    const server = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"id":')
    })
    const client = testClient(server.baseUrl, {
      deadlines: { bodyMs: 77 },
      startTimer: (delayMs, onFire) => {
        // The deadline of the body is the only one that ends here, at once.
        if (delayMs === 77) setImmediate(onFire)
        return () => {}
      },
    })
    expect(await client.getAccount()).toMatchObject({
      error: { kind: 'timeout', code: 'body_timeout', status: 200, bytesMayHaveLeft: true },
    })
  })

  test.each([
    ['by its length', 'content-length: 100\r\n\r\n{"id":"a"'],
    ['in its chunks', 'transfer-encoding: chunked\r\n\r\n8\r\n{"id":"a\r\n'],
  ])('the body is cut short %s', async (_name, rest) => {
    const server = await serveRaw((socket) => {
      socket.end(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${rest}`)
    })
    expect(await testClient(server.baseUrl).create('text-to-sfx', bodyBytes, keyed)).toMatchObject({
      error: { kind: 'offline', code: 'answer_cut_short', retryable: true, bytesMayHaveLeft: true },
    })
  })

  test('a gzipped body is cut short', async () => {
    const packed = gzipSync(
      JSON.stringify({ filler: Array.from({ length: 500 }, (_, index) => index * 7919) }),
    )
    const server = await serveRaw((socket) => {
      socket.write(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`,
      )
      socket.end(packed.subarray(0, packed.length - 20))
    })
    expect(await testClient(server.baseUrl).getAccount()).toMatchObject({
      error: { code: 'answer_cut_short' },
    })
  })
})

describe('cancelling', () => {
  test('before sending leaves nothing', async () => {
    const server = await serve((_request, response) => sendJson(response, 200, account))
    const result = await testClient(server.baseUrl).getAccount({ signal: AbortSignal.abort() })
    expect(result).toMatchObject({ error: { kind: 'aborted', bytesMayHaveLeft: false } })
    expect(server.seen).toHaveLength(0)
  })

  test('while waiting says that the request may have been taken', async () => {
    const abort = new AbortController()
    const server = await serve(() => abort.abort())
    const result = await testClient(server.baseUrl).create('text-to-sfx', bodyBytes, {
      ...keyed,
      signal: abort.signal,
    })
    expect(result).toMatchObject({ error: { kind: 'aborted', bytesMayHaveLeft: true } })
  })

  test('in the middle of the body', async () => {
    const abort = new AbortController()
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{"id":', () => setImmediate(() => abort.abort()))
    })
    const result = await testClient(server.baseUrl).getAccount({ signal: abort.signal })
    expect(result).toMatchObject({ error: { kind: 'aborted' } })
  })
})

describe('the contract date', () => {
  test('that is foreign is told once', async () => {
    let version = '2027-01-01'
    const server = await serve((_request, response) =>
      sendJson(response, 200, account, { 'service-version': version }),
    )
    const client = testClient(server.baseUrl)
    await client.getAccount()
    await client.getAccount()
    version = '2027-02-02'
    await client.getAccount()
    version = CONTRACT_VERSION
    await client.getAccount()
    expect(client.foreignVersions).toEqual(['2027-01-01', '2027-02-02'])
  })

  test('that is absent is no matter', async () => {
    const server = await serve((_request, response) => sendJson(response, 200, account))
    const client = testClient(server.baseUrl)
    expect(await client.getAccount()).toMatchObject({ ok: true, meta: { version: null } })
    expect(client.foreignVersions).toEqual([])
  })
})

test('a lasting outage brings at most 1.1 times the traffic', async () => {
  const server = await serve((_request, response) => {
    response.writeHead(503, { 'content-type': 'text/html' }).end('<html>down</html>')
  })
  const client = testClient(server.baseUrl)
  for (let reads = 0; reads < 200; reads++) await client.retryRead(() => client.getAccount())
  expect(server.seen.length).toBeLessThanOrEqual(220)
  expect(server.seen.length).toBeGreaterThan(200)
})

test('reads reuse a socket, an audio-to-MIDI create never does', async () => {
  const server = await serve((request, response) =>
    sendJson(response, 200, request.path === '/v3/me' ? account : { job_id: 'j' }),
  )
  const client = testClient(server.baseUrl)
  await client.getAccount()
  await client.createTranscription(new TextEncoder().encode('{}'))
  expect(server.seen[0]?.headers.connection).toBe('keep-alive')
  expect(server.seen[1]?.headers.connection).toBe('close')
})

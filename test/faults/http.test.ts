// FAULTS 1 to 18: what the network and a failing service do to a request. Charges are read from the service's ledger.
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CREATE, openWorld, POLL } from './harness.ts'
import { changedJson, refusal } from './network.ts'
import type { Sandbox } from './sandbox.ts'
import { openSandbox } from './sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

const HTML = { 'content-type': 'text/html' }
const JSON_TYPE = { 'content-type': 'application/json' }

describe('HTTP', () => {
  it('0 without a fault a sound is made by one create, charged once, and lies in the folder', async () => {
    const world = await openWorld(sandbox)
    const id = await world.begin()
    expect(await world.untilOver(id)).toMatchObject({ state: 'done', error: null, chargedCredits: 5 })
    expect(world.app.files(id)).toHaveLength(1)
    expect(await world.debits()).toBe(1)
    expect(world.network.count('POST', CREATE)).toBe(1)
  })

  it('1 429 with Retry-After: 7 → the next try not before 7 s', async () => {
    const world = await openWorld(sandbox)
    const limited = refusal(429, 'rate_limited', { isRetryable: true, headers: { 'retry-after': '7' } })
    world.network.strike('POST', CREATE, limited)
    const id = await world.begin()
    await world.soon('the refusal', () => world.app.row(id).waitingFor === 'slot')
    // News of the connection does not shorten what the service has asked for.
    await world.app.connections.refresh(world.connectionId)
    expect(await world.untilOver(id)).toMatchObject({ state: 'done' })
    const [first, second] = world.network.seen.filter(({ path }) => CREATE.test(path))
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(7_000)
    expect(await world.debits()).toBe(1)
  })

  it('2 429 without headers → backoff with full jitter', async () => {
    const world = await openWorld(sandbox)
    world.network.strike('POST', CREATE, refusal(429, 'rate_limited', { isRetryable: true }), 6)
    const id = await world.begin()
    expect(await world.untilOver(id)).toMatchObject({ state: 'done' })
    const times = world.network.seen.filter(({ path }) => CREATE.test(path)).map(({ atMs }) => atMs)
    const gaps = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0))
    // Each is drawn from below 0.5 s × 2^n, so that no two are alike; real time passes besides.
    for (const [index, gap] of gaps.entries()) expect(gap).toBeLessThan(500 * 2 ** index + 1_000)
    expect(new Set(gaps).size).toBe(gaps.length)
    expect(await world.debits()).toBe(1)
  })

  it.each([
    ['negative', '-5', 31_000],
    ['far too long', '1000000000', 5 * 60_000 + 2_000],
    ['a date', new Date(Date.now() + 3 * 86_400_000).toUTCString(), 5 * 60_000 + 2_000],
    ['no number', 'soon', 31_000],
  ])('3 Retry-After that is %s → clamped', async (_name, retryAfter, longestMs) => {
    const world = await openWorld(sandbox)
    world.network.strike(
      'POST',
      CREATE,
      refusal(429, 'rate_limited', { isRetryable: true, headers: { 'retry-after': retryAfter } }),
    )
    const id = await world.begin()
    await world.soon('the refusal', () => world.app.row(id).waitingFor === 'slot')
    const waitMs = (world.app.row(id).nextAttemptAtMs ?? 0) - world.time.now()
    expect(waitMs).toBeLessThanOrEqual(longestMs)
    expect(await world.untilOver(id)).toMatchObject({ state: 'done' })
  })

  it('4 all RateLimit headers absent → tolerated', async () => {
    const world = await openWorld(sandbox)
    world.network.rule(() => ({
      kind: 'change',
      change: (answer) => ({
        ...answer,
        headers: Object.fromEntries(
          Object.entries(answer.headers).filter(([name]) => !/^ratelimit|^service-/i.test(name)),
        ),
      }),
    }))
    const id = await world.begin()
    expect(await world.untilOver(id)).toMatchObject({ state: 'done' })
  })

  it('5 steady traffic is paced on q and w, not on the burst', async () => {
    const world = await openWorld(sandbox, { account: { concurrency: 50 } })
    world.network.rule(({ method, path }) =>
      method === 'POST' && CREATE.test(path)
        ? {
            kind: 'change',
            change: (answer) => ({
              ...answer,
              headers: {
                ...answer.headers,
                'ratelimit-limit': '100',
                'ratelimit-policy': 'generations;q=6;w=60',
              },
            }),
          }
        : null,
    )
    const ids = [await world.begin({ durationMs: 100 })]
    await world.untilOver(ids[0] ?? '')
    const beganAtMs = world.time.now()
    for (let count = 0; count < 11; count++) ids.push(await world.begin({ durationMs: 100 }))
    for (const id of ids) await world.untilOver(id)
    // After the few that a quiet time saves up, six a minute: eleven take more than half a minute.
    const lastAtMs = Math.max(
      ...world.network.seen.filter(({ path }) => CREATE.test(path)).map(({ atMs }) => atMs),
    )
    expect(lastAtMs - beganAtMs).toBeGreaterThan(45_000)
    expect(await world.debits()).toBe(12)
  })

  it('6 503 with an HTML body → a typed error, no crash, and it goes on', async () => {
    const world = await openWorld(sandbox)
    const page = { kind: 'answer', status: 503, headers: HTML, body: '<h1>Bad gateway</h1>' } as const
    world.network.strike('POST', CREATE, page)
    const id = await world.begin()
    await world.soon('the page', () => world.app.row(id).error !== null)
    expect(world.app.view(id).error).toMatchObject({ code: 'gateway_error', retryable: true })
    expect(await world.untilOver(id)).toMatchObject({ state: 'done', error: null })
    expect(await world.debits()).toBe(1)
  })

  it.each([
    [
      '7 500 after the service had committed',
      refusal(500, 'server_error', { isRetryable: true, isServed: true }),
    ],
    ['7 500 that calls itself final', refusal(500, 'server_error', { isRetryable: false, isServed: true })],
    ['9 a body cut short', { kind: 'cut', afterBytes: 40 }],
    ['10 a reset after the request was sent', { kind: 'reset-after' }],
    ['10 a reset before the service heard of it', { kind: 'reset-before' }],
  ] as const)('%s → replay of the same bytes with the same key, one charge', async (_name, treatment) => {
    const world = await openWorld(sandbox)
    world.network.strike('POST', CREATE, treatment, 3)
    const id = await world.begin()
    expect(await world.untilOver(id)).toMatchObject({ state: 'done', error: null })
    const sent = world.network.seen.filter(({ path }) => CREATE.test(path))
    expect(sent).toHaveLength(4)
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1)
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(await world.debits()).toBe(1)
  })

  it('8 headers stall → deadline, replay, one charge', async () => {
    const world = await openWorld(sandbox)
    world.network.strike('POST', CREATE, { kind: 'stall' })
    const id = await world.begin()
    await world.soon('the create', () => world.network.count('POST', CREATE) === 1)
    await world.time.pass(30_000 + 5_000 + 1)
    await world.soon('the deadline', () => world.app.row(id).error !== null)
    expect(world.app.view(id)).toMatchObject({ state: 'sending', error: { code: 'answer_timeout' } })
    expect(await world.untilOver(id)).toMatchObject({ state: 'done' })
    expect(await world.debits()).toBe(1)
  })

  it('11 a wait of 0 or 26 is never sent', async () => {
    const world = await openWorld(sandbox)
    const id = await world.begin()
    await world.untilOver(id)
    const waits = world.network.seen.flatMap(({ path, headers }) => [
      new URL(path, world.network.baseUrl).searchParams.get('wait') ?? '1',
      /wait=(\d+)/.exec(String(headers.prefer ?? ''))?.[1] ?? '1',
    ])
    for (const wait of waits)
      expect(Number(wait)).toSatisfy((seconds: number) => seconds >= 1 && seconds <= 25)
  })

  it('12 a poll answers 404 → "fate unknown", not "failed"; when the job is there again, rescue fetches it', async () => {
    const world = await openWorld(sandbox)
    await sandbox.pace({ hold: true })
    world.network.strike('GET', POLL, refusal(404, 'not_found'))
    const id = await world.begin()
    await world.untilAccepted(id)
    expect(await world.untilOver(id)).toMatchObject({ state: 'unknown', error: { code: 'fate_unknown' } })
    await sandbox.pace({ hold: false, run_ms: 0 })
    await world.until('the next hourly look', () => world.app.row(id).state === 'done')
    expect(world.app.files(id)).toHaveLength(1)
    expect(await world.debits()).toBe(1)
  })

  it('12 a 404 of another server is no word of the service', async () => {
    const world = await openWorld(sandbox)
    await sandbox.pace({ hold: true })
    world.network.strike('GET', POLL, {
      kind: 'answer',
      status: 404,
      headers: HTML,
      body: '<h1>Not found</h1>',
    })
    const id = await world.begin()
    await world.untilAccepted(id)
    await world.until('the page', () => world.app.row(id).error?.code === 'not_the_service')
    expect(world.app.row(id)).toMatchObject({ state: 'accepted', waitingFor: 'connection' })
    await sandbox.pace({ hold: false, run_ms: 0 })
    expect(await world.untilOver(id)).toMatchObject({ state: 'done' })
  })

  it('13 401 in mid-queue → the connection pauses, the intents stay, a new key lets them go', async () => {
    const world = await openWorld(sandbox, { account: { concurrency: 2 } })
    world.network.rule(({ headers }) =>
      headers.authorization === `Bearer ${world.apiKey}` ? refusal(401, 'unauthorized') : null,
    )
    const ids: string[] = []
    for (let count = 0; count < 6; count++) ids.push(await world.begin({ durationMs: 100 }))
    await world.soon('all to wait for the key', () =>
      ids.every((id) => world.app.row(id).waitingFor === 'key'),
    )
    expect(ids.map((id) => world.app.row(id).state)).toEqual(ids.map(() => 'stored'))
    expect(world.app.connections.view(world.connectionId)?.status).toMatchObject({
      kind: 'failing',
      error: { code: 'unauthorized' },
    })
    // Those that were on their way when the first was refused, and nothing since.
    const refused = world.network.count('POST', CREATE)
    expect(refused).toBeLessThanOrEqual(5)
    await world.time.pass(20_000)
    await world.soon('quiet', () => world.app.inFlight() === 0)
    expect(world.network.count('POST', CREATE)).toBe(refused)

    const another = await sandbox.newKey()
    const saved = await world.app.connections.save({
      id: world.connectionId,
      name: 'the service',
      baseUrl: world.network.baseUrl,
      headerPrefix: 'Service',
      apiKey: another,
    })
    expect(saved.ok).toBe(true)
    for (const id of ids) expect(await world.untilOver(id)).toMatchObject({ state: 'done' })
    expect(await world.debits(another)).toBe(6)
    expect(await world.debits()).toBe(0)
  })

  it('14 a captive portal answering 200 with a page → offline, then it goes on by itself', async () => {
    const world = await openWorld(sandbox)
    const portal = {
      kind: 'answer',
      status: 200,
      headers: HTML,
      body: '<form>Sign in to this network</form>',
    } as const
    world.network.strike('POST', CREATE, portal, 2)
    const id = await world.begin()
    await world.soon('the portal', () => world.app.row(id).error !== null)
    expect(world.app.view(id)).toMatchObject({ waitingFor: 'connection', error: { code: 'web_page' } })
    expect(await world.untilOver(id)).toMatchObject({ state: 'done' })
    expect(await world.debits()).toBe(1)
  })

  it('15 unknown type, category and error code → shown as they are', async () => {
    const world = await openWorld(sandbox)
    world.network.rule(({ path }) =>
      CREATE.test(path) || POLL.test(path)
        ? changedJson((job) => withOutput(job, { type: 'smell', category: 'aura', label: 'Petrichor' }))
        : null,
    )
    const id = await world.begin()
    const { soundIds, state } = await world.untilOver(id)
    expect(state).toBe('done')
    const row = world.app.db
      .statement('SELECT type, category, label FROM sounds WHERE id = ?')
      .get([soundIds[0] ?? 0])
    expect(row).toEqual({ type: 'smell', category: 'aura', label: 'Petrichor' })
    world.network.strike('POST', CREATE, refusal(400, 'moon_in_the_wrong_house'))
    const refused = await world.begin()
    expect(await world.untilOver(refused)).toMatchObject({
      state: 'refused',
      error: { code: 'moon_in_the_wrong_house', requestId: 'req_moon_in_the_wrong_house' },
    })
  })

  it('15 an unknown job status → polled on until expires_at, then told', async () => {
    const world = await openWorld(sandbox)
    const odd = changedJson((job) => ({ ...job, status: 'marinating', result: null, completed_at: null }))
    world.network.rule(({ path }) => (CREATE.test(path) || POLL.test(path) ? odd : null))
    const id = await world.begin()
    await world.until('a poll', () => world.network.count('GET', POLL) > 2)
    expect(world.app.view(id)).toMatchObject({ state: 'accepted', jobStatus: 'marinating' })
    await world.time.pass(24 * 3_600_000)
    expect(await world.untilOver(id)).toMatchObject({ state: 'unknown', error: { code: 'fate_unknown' } })
  })

  it('16 a foreign Service-Version → one warning', async () => {
    const world = await openWorld(sandbox)
    world.network.rule(() => ({
      kind: 'change',
      change: (answer) => ({ ...answer, headers: { ...answer.headers, 'service-version': '2031-01-01' } }),
    }))
    for (let count = 0; count < 3; count++) await world.untilOver(await world.begin({ durationMs: 100 }))
    expect(world.app.foreignVersions).toEqual(['2031-01-01'])
  })

  it.each([
    ['gzip', gzipSync(Buffer.alloc(64 << 20, 0x20))],
    ['br', brotliCompressSync(Buffer.alloc(64 << 20, 0x20), { params: {} })],
  ])('17 a bomb in %s → capped; the create is replayed, one charge', async (encoding, bomb) => {
    const world = await openWorld(sandbox)
    const headers = { ...JSON_TYPE, 'content-encoding': encoding }
    world.network.strike('POST', CREATE, { kind: 'answer', status: 200, headers, body: bomb, isServed: true })
    const id = await world.begin()
    await world.soon('the bomb', () => world.app.row(id).error !== null)
    expect(world.app.view(id).error?.code).toMatch(/answer_too_large|answer_unreadable/)
    expect(await world.untilOver(id)).toMatchObject({ state: 'done' })
    expect(await world.debits()).toBe(1)
  })

  it('18 sustained 503 → at most 1.1 times the traffic', async () => {
    const world = await openWorld(sandbox, { account: { concurrency: 60 } })
    // The ceiling is learnt from the first answer.
    await world.untilOver(await world.begin({ durationMs: 100 }))
    const down = refusal(503, 'temporarily_unavailable', { isRetryable: true })
    world.network.rule(({ path, method }) => (method === 'POST' && CREATE.test(path) ? down : null))
    const before = world.network.count('POST', CREATE)
    const ids: string[] = []
    for (let count = 0; count < 60; count++) ids.push(await world.begin({ durationMs: 100 }))
    await world.soon('all to be sent', () => ids.every((id) => world.app.row(id).attempts > 0))
    // Half a minute of outage: retries that nothing holds back would be hundreds.
    for (let second = 0; second < 30; second++) {
      await world.time.pass(1_000)
      await world.soon('quiet', () => world.app.inFlight() === 0)
    }
    expect(world.network.count('POST', CREATE) - before).toBeLessThanOrEqual(66 + 3)
    world.network.clear()
    for (const id of ids) expect(await world.untilOver(id)).toMatchObject({ state: 'done', error: null })
    expect(await world.debits()).toBe(61)
  })
})

/** A job's answer with fields of its output changed. */
function withOutput(job: Record<string, unknown>, changes: object): object {
  const { result } = job
  if (result === null || result === undefined) return job
  // The sandbox's text-to-sfx jobs hold one output.
  const { output } = result as { readonly output: object }
  return { ...job, result: { output: { ...output, ...changes } } }
}

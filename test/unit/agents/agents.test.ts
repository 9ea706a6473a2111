// Agents at the app's own tool server: the official MCP client, the real rooms, a real service in sandbox mode.
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Agents } from '../../../src-main/agents/agents.ts'
import { AGENTS_KEY, createAgents } from '../../../src-main/agents/agents.ts'
import { refusalOf } from '../../../src-main/agents/endpoint.ts'
import { createKeyStore } from '../../../src-main/connections/keychain.ts'
import { changeBudget } from '../../../src-main/generations/budget-store.ts'
import { readyFile } from '../../../src-main/library/ready-file.ts'
import { createLibrarySearch } from '../../../src-main/library/search.ts'
import { insertSounds } from '../../../src-main/library/sound-store.ts'
import { failed } from '../../../src-main/media/outcome.ts'
import type { App } from '../../faults/app.ts'
import { openApp } from '../../faults/app.ts'
import type { Sandbox } from '../../faults/sandbox.ts'
import { openSandbox } from '../../faults/sandbox.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'
import { sound } from '../library/library-fixture.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

let sandbox: Sandbox
let apiKey: string
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

let userData: string
let app: App
let agents: Agents
const keychain = new Map<string, string>()
const timer = (ms: number, fire: () => void): (() => void) => {
  const handle = setTimeout(fire, ms)
  return () => clearTimeout(handle)
}
const keytar = {
  getPassword: async (_service: string, account: string) => keychain.get(account) ?? null,
  setPassword: async (_service: string, account: string, password: string) =>
    void keychain.set(account, password),
  deletePassword: async (_service: string, account: string) => keychain.delete(account),
}

function openAgents(): Agents {
  return createAgents({
    db: app.db,
    search: createLibrarySearch(app.db),
    similar: {
      like: async () => failed('not_measured', 'It is not measured yet.'),
    },
    connections: app.connections,
    generations: app.generations,
    runner: app.runner,
    readyPath: (soundId) => readyFile(app.db, app.libraryRoot, soundId),
    keys: createKeyStore({ load: async () => keytar, timer }),
    version: '1.2.3',
    within: (_ms, work) => work,
    changed() {},
    log() {},
  })
}

beforeEach(async () => {
  keychain.clear()
  userData = makeTemporaryFolder('agents')
  apiKey = await sandbox.newKey({ credits: 10_000 })
  const time = { now: Date.now, monotonicMs: () => performance.now(), timer }
  app = openApp({ userData, time, keychain: keytar, random: Math.random })
  const draft = { id: null, name: '', baseUrl: sandbox.baseUrl, headerPrefix: 'Service', apiKey }
  const saved = await app.connections.save(draft)
  if (!saved.ok) throw new Error(saved.error.message)
  await app.connections.use(saved.value.id)
  app.begin()
  agents = openAgents()
})
afterEach(async () => {
  await agents.stop()
  await app.close()
  expect(app.bugs).toEqual([])
  rmSync(userData, { recursive: true, force: true })
})

const setupSchema = z.object({
  mcpServers: z.object({
    foleyroom: z.object({ url: z.string(), headers: z.object({ Authorization: z.string() }) }),
  }),
})
const setup = () => setupSchema.parse(JSON.parse(agents.setup() ?? 'null')).mcpServers.foleyroom

async function connect(): Promise<Client> {
  const { url, headers } = setup()
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return client
}
const resultSchema = z.object({
  isError: z.boolean().optional(),
  structuredContent: z.looseObject({ error: z.looseObject({ code: z.string() }).optional() }),
})
const call = async (client: Client, name: string, args: { [key: string]: unknown } = {}) =>
  resultSchema.parse(await client.callTool({ name, arguments: args })).structuredContent

describe('agents at the app', () => {
  it('are shut out until the person switches them on', async () => {
    expect(agents.state()).toMatchObject({ isOn: false, url: null })
    await agents.begin()
    expect(agents.setup()).toBeNull()
  })

  it('find a sound of the library, with its path', async () => {
    const [first] = insertSounds(app.db, [sound(1, { name: 'Oak door slam', prompt: 'an oak door slams' })])
    expect(first).toBeTypeOf('number')
    await agents.change({ isOn: true })
    const client = await connect()
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'find_similar_sounds',
      'get_generation',
      'get_sound',
      'list_models',
      'make_sound',
      'quote_sound',
      'search_sounds',
    ])
    expect(await call(client, 'search_sounds', { query: 'oak' })).toMatchObject({
      total: 1,
      sounds: [{ uid: 'uid-1', name: 'Oak door slam', path: null }],
    })
    expect(await call(client, 'search_sounds', { query: 'whale' })).toMatchObject({ total: 0, sounds: [] })
    expect(await call(client, 'get_sound', { uid: 'uid-1' })).toMatchObject({
      origin: 'imported',
      parent: null,
    })
    expect((await call(client, 'get_sound', { uid: 'uid-2' })).error?.code).toBe('not_found')
    expect((await call(client, 'find_similar_sounds', { uid: 'uid-1' })).error?.code).toBe('not_measured')
    await client.close()
  })

  it('may quote, and make only once the person allows it: one charge for a call that is repeated', async () => {
    await agents.change({ isOn: true })
    const client = await connect()
    const asked = { prompt: 'heavy rain on a tin roof', duration_ms: 500, seed: 7 }
    const { credits } = z.object({ credits: z.number() }).parse(await call(client, 'quote_sound', asked))
    expect(credits).toBeGreaterThan(0)
    const generation_id = randomUUID()
    const order = { ...asked, generation_id }
    expect((await call(client, 'make_sound', order)).error?.code).toBe('agents_may_not_generate')
    await agents.change({ mayGenerate: true })
    await Promise.all([call(client, 'make_sound', order), call(client, 'make_sound', order)])
    const made = z
      .object({
        state: z.string(),
        charged_credits: z.number(),
        sounds: z.array(z.object({ path: z.string(), seed: z.number() })),
      })
      .parse(await call(client, 'get_generation', { generation_id, wait_seconds: 25 }))
    expect(made).toMatchObject({ state: 'done', charged_credits: credits, sounds: [{ seed: 7 }] })
    expect(existsSync(made.sounds[0]?.path ?? '')).toBe(true)
    expect(readFileSync(made.sounds[0]?.path ?? '').toString('latin1', 0, 4)).toBe('RIFF')
    const { entries } = await sandbox.ledger(apiKey)
    expect(entries.filter(({ kind }) => kind === 'debit')).toHaveLength(1)
    await client.close()
  })

  it('cannot pass the budget: only the person agrees to more', async () => {
    changeBudget(app.db, { perActionCredits: 1, perDayCredits: null })
    await agents.change({ isOn: true, mayGenerate: true })
    const client = await connect()
    const order = { prompt: 'heavy rain on a tin roof', duration_ms: 5_000, generation_id: randomUUID() }
    expect((await call(client, 'make_sound', order)).error?.code).toBe('budget_exceeded')
    expect((await sandbox.ledger(apiKey)).entries).toEqual([])
    await client.close()
  })

  it('are told what the model refuses, in its words', async () => {
    await agents.change({ isOn: true, mayGenerate: true })
    const client = await connect()
    const order = { prompt: 'rain', duration_ms: 10_000_000, generation_id: randomUUID() }
    expect((await call(client, 'make_sound', order)).error?.code).not.toBeUndefined()
    expect(await client.callTool({ name: 'make_sound', arguments: { prompt: 7 } })).toMatchObject({
      isError: true,
    })
    expect((await sandbox.ledger(apiKey)).entries).toEqual([])
    await client.close()
  })

  it('keep their address and token over a start, and lose them when the token is renewed', async () => {
    await agents.change({ isOn: true })
    const before = setup()
    expect(keychain.get(AGENTS_KEY)).toBe(before.headers.Authorization.replace('Bearer ', ''))
    await agents.stop()
    agents = openAgents()
    await agents.begin()
    expect(setup()).toEqual(before)
    await agents.renewToken()
    const { status } = await fetch(before.url, { method: 'POST', headers: before.headers, body: '{}' })
    expect(status).toBe(401)
    const client = await connect()
    await client.close()
  })

  it('can be switched after a switch that failed', async () => {
    await agents.change({ isOn: true })
    await agents.stop()
    agents = openAgents()
    app.db.statement('PRAGMA query_only = 1').run()
    await expect(agents.begin()).rejects.toThrow(/readonly/)
    app.db.statement('PRAGMA query_only = 0').run()
    expect(await agents.change({ isOn: false })).toMatchObject({ isOn: false, url: null })
  })

  it('have their port told when another program holds it, and get another one when switched on again', async () => {
    await agents.change({ isOn: true })
    const { url } = setup()
    await agents.stop()
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(Number(new URL(url).port), '127.0.0.1', resolve))
    agents = openAgents()
    await agents.begin()
    expect(agents.state()).toMatchObject({ isOn: true, url: null, problem: expect.stringMatching(/taken/) })
    await agents.change({ isOn: true })
    expect(agents.state().url).not.toBe(url)
    expect(agents.state().problem).toBeNull()
    other.close()
  })
})

describe('the door', () => {
  const token = 'secret'
  const headers = { host: '127.0.0.1:1', authorization: 'Bearer secret' }
  const good = { method: 'POST', url: '/mcp', headers }
  it.each([
    ['lets in who has the token', good, null],
    ['knows loopback by its name too', { ...good, headers: { ...headers, host: 'localhost:1' } }, null],
    ['turns away a name that rebinds', { ...good, headers: { ...headers, host: 'evil.example:1' } }, 421],
    ['turns away pages of the web', { ...good, headers: { ...headers, origin: 'https://x.example' } }, 403],
    ['turns away the null origin', { ...good, headers: { ...headers, origin: 'null' } }, 403],
    ['has one path', { ...good, url: '/other' }, 404],
    ['holds no stream open', { ...good, method: 'GET' }, 405],
    ['wants the token', { ...good, headers: { host: headers.host } }, 401],
    ['wants the right token', { ...good, headers: { ...headers, authorization: 'Bearer secreT' } }, 401],
    ['takes no huge message', { ...good, headers: { ...headers, 'content-length': '9999999' } }, 413],
    ['takes no endless message', { ...good, headers: { ...headers, 'transfer-encoding': 'chunked' } }, 413],
  ])('%s', (_name, request, status) => {
    expect(refusalOf(request, token)?.status ?? null).toBe(status)
  })
})

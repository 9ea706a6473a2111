// FAULTS 78, 79, 87: a key as people paste it, requests that no model takes, and somebody between us and the service.
import type { AddressInfo } from 'node:net'
import { createServer as createPlainServer } from 'node:net'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  blockedBy,
  chooseWithin,
  createLimits,
  parseSeconds,
  parseSeed,
} from '../../src-renderer/features/create/limits.ts'
import {
  UNTRUSTED_CERTIFICATE,
  UNTRUSTED_CERTIFICATE_KEY,
} from '../unit/service-client/support/untrusted-certificate.ts'
import type { World } from './harness.ts'
import { CREATE, openWorld, PREFLIGHT } from './harness.ts'
import type { Sandbox } from './sandbox.ts'
import { openSandbox } from './sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

const draftOf = (world: World, apiKey: string | null, baseUrl = world.network.baseUrl) => ({
  id: null,
  name: '',
  baseUrl,
  headerPrefix: 'Service',
  apiKey,
})

describe('A pasted key', () => {
  it.each([
    ['blanks around it', (key: string) => `  ${key}\t `],
    ['a newline behind it', (key: string) => `${key}\r\n`],
    ['"Bearer " before it', (key: string) => `Bearer ${key}`],
    ['the whole header line', (key: string) => `Authorization: bearer  ${key}\n`],
  ])('78 a key with %s → trimmed; the service knows it', async (_name, paste) => {
    const world = await openWorld(sandbox)
    const saved = await world.app.connections.save(draftOf(world, paste(world.apiKey)))
    expect(saved).toMatchObject({ ok: true, value: { status: { kind: 'online' } } })
    expect(world.network.seen.at(-1)?.headers.authorization).toBe(`Bearer ${world.apiKey}`)
  })

  it.each([
    ['a line break inside', 'sk-one\nsk-two', 'key_has_spaces'],
    ['a blank inside', 'sk one', 'key_has_spaces'],
    ['nothing but "Bearer "', 'Bearer \n', 'key_empty'],
    ['letters that no header carries', 'sk-ключ', 'key_has_strange_characters'],
    ['a zero-width blank', 'sk-one\u200btwo', 'key_has_strange_characters'],
    ['a whole page', 'k'.repeat(10_000), 'key_too_long'],
  ])('78 a key with %s → a named error, nothing sent, nothing kept', async (_name, pasted, code) => {
    const world = await openWorld(sandbox)
    const before = world.network.seen.length
    const saved = await world.app.connections.save(draftOf(world, pasted))
    expect(saved).toMatchObject({ ok: false, error: { code, retryable: false, param: 'apiKey' } })
    expect(JSON.stringify(saved)).not.toContain(pasted.trim())
    expect(world.network.seen.length).toBe(before)
    expect(world.keychain.entries.size).toBe(1)
  })
})

/** What no model takes, as the window could send it. */
const WRONG: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
  ['an empty prompt', { input: { prompt: '' } }, 'input.prompt'],
  ['a prompt of blanks', { input: { prompt: ' \n\t' } }, 'input.prompt'],
  ['a length of −1', { duration_ms: -1 }, 'duration_ms'],
  ['a length of 1.5 ms', { duration_ms: 1.5 }, 'duration_ms'],
  ['a length over the model’s limit', { duration_ms: 86_400_000 }, 'duration_ms'],
  ['−1 variants', { num_variants: -1 }, 'num_variants'],
  ['1.5 variants', { num_variants: 1.5 }, 'num_variants'],
  ['variants over the model’s limit', { num_variants: 1_000 }, 'num_variants'],
  ['a seed of −1', { seed: -1 }, 'seed'],
  ['a seed of 33 bits', { seed: 2 ** 32 }, 'seed'],
  ['a prompt over the model’s limit', { input: { prompt: 'rain '.repeat(100_000) } }, 'input.prompt'],
]

describe('A request that no model takes', () => {
  it.each(WRONG)(
    '79 %s → refused by the main process, nothing sent or stored',
    async (_name, changes, param) => {
      const world = await openWorld(sandbox)
      const before = world.network.seen.length
      const intent = world.intent()
      // What a window in foreign hands sends: the types stop at the boundary.
      const wrong = { ...intent, body: { ...intent.body, ...changes } }
      const started = await world.app.generations.start(wrong)
      expect(started).toMatchObject({ ok: false, error: { retryable: false, param } })
      const { family, connectionId } = intent
      const quoted = await world.app.generations.quote({ family, connectionId, body: wrong.body })
      expect(quoted).toMatchObject({ ok: false, error: { param } })
      expect(
        world.network.seen.slice(before).filter(({ path }) => CREATE.test(path) || PREFLIGHT.test(path)),
      ).toEqual([])
      expect(() => world.app.row(intent.generationId)).toThrow('no generation')
      expect(await world.debits()).toBe(0)
    },
  )

  it('79 the form holds the same bounds, read from the model', async () => {
    const world = await openWorld(sandbox)
    const models = await world.app.connections.models(world.connectionId)
    if (!models.ok) throw new Error(models.error.message)
    const model = models.value.models.find(({ operations }) => 'text-to-sfx' in operations)
    const limits = model === undefined ? null : createLimits(model, false)
    if (limits === null) throw new Error('the sandbox has no model that makes sound from text')
    const wished = {
      isOpen: false,
      modelByConnection: {},
      durationMs: 86_400_000,
      variants: 1_000,
      lockedSeed: null,
      isLoop: false,
      format: 'wav',
    }
    const choice = chooseWithin(limits, wished, 'rain', '')
    expect([choice.durationMs, choice.variants]).toEqual([limits.maxMs, limits.maxVariants])
    expect(chooseWithin(limits, { ...wished, durationMs: -1, variants: -1 }, 'rain', '')).toMatchObject({
      durationMs: limits.minMs,
      variants: limits.minVariants,
    })
    expect(blockedBy(limits, { ...choice, prompt: 'x'.repeat(limits.maxPromptChars + 1) })).toContain(
      'characters',
    )
    expect(['-1', '1.5', '4294967296'].map(parseSeed)).toEqual([null, null, null])
    expect(parseSeconds('-1')).toBeNull()
  })
})

describe('Somebody in between', () => {
  it('87 TLS opened by somebody who is not the service → closed, named; the key stays here and nothing is kept', async () => {
    const world = await openWorld(sandbox)
    const heard: Buffer[] = []
    const server = createServer({ cert: UNTRUSTED_CERTIFICATE, key: UNTRUSTED_CERTIFICATE_KEY }, (socket) => {
      socket.on('data', (data) => heard.push(data))
      socket.on('error', () => {})
    })
    server.on('tlsClientError', () => {})
    const port = await listening(server)
    const saved = await world.app.connections.save(draftOf(world, world.apiKey, `https://127.0.0.1:${port}`))
    expect(saved).toMatchObject({ ok: false, error: { code: 'tls_failed', retryable: false } })
    expect(heard).toEqual([])
    expect(world.app.connections.list().filter(({ kind }) => kind === 'service')).toHaveLength(1)
  })

  it('87 a proxy that speaks plain text where TLS is expected → closed and named', async () => {
    const world = await openWorld(sandbox)
    const heard: Buffer[] = []
    const server = createPlainServer((socket) => {
      socket.on('data', (data) => heard.push(data))
      socket.on('error', () => {})
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n')
    })
    const port = await listening(server)
    const saved = await world.app.connections.save(draftOf(world, world.apiKey, `https://127.0.0.1:${port}`))
    expect(saved).toMatchObject({ ok: false, error: { code: 'tls_failed' } })
    expect(Buffer.concat(heard).includes(world.apiKey)).toBe(false)
  })

  it('87 a proxy that asks for a name (407, a page) → told as the network’s doing, no word of the service; charged once when it lets us through', async () => {
    const world = await openWorld(sandbox)
    world.network.strike(
      'POST',
      CREATE,
      {
        kind: 'answer',
        status: 407,
        headers: { 'content-type': 'text/html', 'proxy-authenticate': 'Basic realm="office"' },
        body: '<html>Please sign in</html>',
      },
      2,
    )
    const id = await world.begin()
    await world.soon('the refusal', () => world.app.row(id).error !== null)
    expect(world.app.row(id)).toMatchObject({ waitingFor: 'connection' })
    expect(world.network.seen.some(({ headers }) => 'proxy-authorization' in headers)).toBe(false)
    expect(await world.untilOver(id)).toMatchObject({ state: 'done' })
    expect(await world.debits()).toBe(1)
  })
})

/** A server of this test's own. @returns its port */
async function listening(server: ReturnType<typeof createPlainServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  // A server that listens on TCP has an address with a port.
  return (server.address() as AddressInfo).port
}

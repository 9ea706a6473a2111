// FAULTS 69, 70, 71, 72, 75, 76, 77: a service that lies about where things are, and texts that are more than text.
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { checkExternalLink } from '../../src-main/shell/external-links.ts'
import { createLog } from '../../src-main/shell/log.ts'
import { CREATE, openWorld, POLL, STORAGE } from './harness.ts'
import { changedJson, refusal } from './network.ts'
import type { Sandbox } from './sandbox.ts'
import { openSandbox } from './sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

/** Listens and answers nothing; counts who comes. */
async function trap(host = '127.0.0.1'): Promise<{ readonly port: number; readonly visits: () => number }> {
  let visits = 0
  const server = createServer((socket) => {
    visits += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  onTestFinished(() => void server.close())
  // A TCP server's address is an object.
  return { port: (server.address() as AddressInfo).port, visits: () => visits }
}

describe('Hostile data', () => {
  it('69 urls.self on another origin → refused, the path is built instead, the key stays home', async () => {
    const world = await openWorld(sandbox)
    const { port, visits } = await trap()
    await sandbox.pace({ hold: true })
    const elsewhere = changedJson((job) => ({
      ...job,
      urls: { self: `http://127.0.0.1:${port}/v3/steal/1` },
    }))
    world.network.rule(({ path }) => (CREATE.test(path) || POLL.test(path) ? elsewhere : null))
    const id = await world.begin()
    await world.untilAccepted(id)
    await sandbox.pace({ hold: false, run_ms: 0 })
    expect(await world.untilOver(id)).toMatchObject({ state: 'done' })
    expect(world.network.count('GET', POLL)).toBeGreaterThan(0)
    expect(visits()).toBe(0)
  })

  it.each([
    ['a file', 'file:///etc/passwd'],
    ['a link-local address', 'http://169.254.169.254/latest/meta-data/'],
    ['an address inside the network, unencrypted', 'http://192.168.0.1/'],
    ['a user in the address', 'http://user:pw@127.0.0.1/'],
    ['ftp', 'ftp://127.0.0.1/a'],
  ])('70 a media URL that is %s → refused; with a right one the sound is fetched', async (_name, url) => {
    const world = await openWorld(sandbox)
    world.network.strike('POST', CREATE, withLink(url))
    const id = await world.begin()
    await world.soon('the refusal', () => world.app.row(id).error !== null)
    expect(world.app.row(id)).toMatchObject({ state: 'collecting', error: { code: 'refused_address' } })
    expect(await world.untilOver(id)).toMatchObject({ state: 'done' })
    expect(await world.debits()).toBe(1)
  })

  it.each([
    ['a file', 'file:///etc/passwd'],
    ['a link-local address', 'http://169.254.169.254/latest/meta-data/'],
    ['an address inside the network, unencrypted', 'http://192.168.0.1/'],
    ['a trap on this machine under another name', 'http://localhost.evil.example/'],
  ])(
    '70 a download redirected to %s → not followed; with a right link the sound is fetched',
    async (_name, location) => {
      const world = await openWorld(sandbox)
      world.network.strike('GET', STORAGE, { kind: 'answer', status: 302, headers: { location }, body: '' })
      const id = await world.begin()
      await world.soon('the refusal', () => world.app.row(id).error !== null)
      expect(world.app.row(id)).toMatchObject({ state: 'collecting' })
      expect(world.app.row(id).error?.code).toMatch(/refused_address|address_not_found/)
      expect(await world.untilOver(id)).toMatchObject({ state: 'done' })
      expect(await world.debits()).toBe(1)
    },
  )

  it('71 a redirect loop → five hops', async () => {
    const world = await openWorld(sandbox)
    let isLooping = true
    let furthest = 0
    // Each hop has a number of its own: the next attempt may begin before this test looks.
    world.network.rule(({ path }) => {
      if (!isLooping || !STORAGE.test(path)) return null
      const { pathname, searchParams } = new URL(path, 'http://storage.example')
      const hop = Number(searchParams.get('hop') ?? 0)
      furthest = Math.max(furthest, hop)
      return {
        kind: 'answer',
        status: 302,
        headers: { location: `${pathname}?hop=${hop + 1}` },
        body: '',
      }
    })
    const id = await world.begin()
    await world.soon('the end of the hops', () => world.app.row(id).error !== null)
    expect(world.app.row(id).error?.code).toBe('too_many_redirects')
    expect(furthest).toBe(5)
    isLooping = false
    expect(await world.untilOver(id)).toMatchObject({ state: 'done' })
  })

  it.each([
    'javascript:alert(1)',
    'smb://api.service.example/share',
    'https://user@api.service.example/',
    'https://api.service.example.evil.test/',
    'https://apiservice.example/',
    'http://api.service.example/',
  ])('72 a recovery_url of %s → not opened', (address) => {
    expect(checkExternalLink(address, ['https://api.service.example']).ok).toBe(false)
    expect(checkExternalLink('https://api.service.example/billing', ['https://api.service.example']).ok).toBe(
      true,
    )
  })

  it('76 ANSI and CR LF in a message → escaped in the log, the key unreadable', async () => {
    const world = await openWorld(sandbox)
    const message = `\u001b[2Jall is well\r\n2031-01-01 forged line ${world.apiKey}`
    world.network.strike('POST', CREATE, refusal(400, 'invalid_request', { more: { message } }))
    const id = await world.begin()
    const { error } = await world.untilOver(id)
    const lines: string[] = []
    createLog((line) => lines.push(line), Date.now)(error?.message ?? '')
    expect(lines).toHaveLength(1)
    expect(lines[0]?.trimEnd()).not.toMatch(/\p{Cc}/u)
    expect(lines[0]).toContain('\\x1b[2J')
    expect(lines[0]).not.toContain(world.apiKey)
  })

  it('75 a file name from a label → sanitised, inside the folder', async () => {
    const world = await openWorld(sandbox)
    const id = await world.begin({
      prompt: '../../etc/passwd rain \u0000 <b>CON</b> \\\\server\\share\\x:y|z?',
    })
    expect(await world.untilOver(id)).toMatchObject({ state: 'done' })
    const [path = ''] = world.app.files(id)
    expect(path.startsWith(`${world.app.libraryRoot}/2`)).toBe(true)
    expect(path.slice(world.app.libraryRoot.length).split('/')).toHaveLength(4)
    expect(path).not.toMatch(/[<>:"\\|?*]|\p{Cc}|\.\./u)
  })

  it('77 HTML in a prompt → text', async () => {
    const world = await openWorld(sandbox)
    const prompt = '<img src=x onerror="alert(1)"> heavy rain'
    const id = await world.begin({ prompt })
    const made = await world.untilOver(id)
    expect(made).toMatchObject({ state: 'done', label: prompt })
  })
})

/** A finished job with another address of its audio. */
function withLink(url: string) {
  return changedJson((job) =>
    JSON.parse(JSON.stringify(job).replace(/"url":"[^"]*"/, JSON.stringify({ url }).slice(1, -1))),
  )
}

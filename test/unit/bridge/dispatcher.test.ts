// The boundary: one handler and one function by entry, senders judged, arguments parsed, envelopes always.
import { describe, expect, it } from 'vitest'
import { APP_ORIGIN } from '../../../src-main/bridge/contract.ts'
import type { CommandHandlers, RequestHandlers, Sender } from '../../../src-main/bridge/dispatcher.ts'
import {
  commandNames,
  createDispatcher,
  isTrustedSender,
  requestNames,
} from '../../../src-main/bridge/dispatcher.ts'
import { FIRST_REQUESTS } from '../../../src-main/bridge/first-requests.ts'
import { failure, success } from '../../../src-main/bridge/reply.ts'
import { commandSchemas, requestSchemas } from '../../../src-main/bridge/schemas.ts'

const GOOD: Sender = { frameUrl: `${APP_ORIGIN}/index.html`, isMainFrame: true, isKnownWindow: true }
const BAD_SENDERS: readonly (readonly [string, Sender])[] = [
  ['a foreign origin', { ...GOOD, frameUrl: 'https://evil.example/' }],
  ['an origin that begins like ours', { ...GOOD, frameUrl: 'app://foleyroom.evil.example/' }],
  ['another host of our scheme', { ...GOOD, frameUrl: 'app://other/index.html' }],
  ['about:blank', { ...GOOD, frameUrl: 'about:blank' }],
  ['a file', { ...GOOD, frameUrl: 'file:///index.html' }],
  ['an iframe', { ...GOOD, isMainFrame: false }],
  ['a frame that is gone', { ...GOOD, frameUrl: null }],
  ['an unknown window', { ...GOOD, isKnownWindow: false }],
]

function dispatcher(over: Partial<RequestHandlers> = {}, commands: Partial<CommandHandlers> = {}) {
  const called: string[] = []
  const bugs: string[] = []
  const refused: string[] = []
  const requests = Object.fromEntries(
    requestNames.map((name) => [
      name,
      async () => {
        called.push(name)
        return success(null)
      },
    ]),
    // Each name has a handler; what they give does not matter here.
  ) as unknown as RequestHandlers
  const made = createDispatcher({
    appOrigin: APP_ORIGIN,
    requests: { ...requests, ...over },
    drops: {
      'imports.drop': async () => failure({ code: 'none', message: '', retryable: false }),
      'clips.drop': async () => failure({ code: 'none', message: '', retryable: false }),
    },
    commands: {
      'drag.start': () => void called.push('drag.start'),
      'transcriptions.drag': () => void called.push('transcriptions.drag'),
      ...commands,
    },
    expectedFailure: (error) =>
      error instanceof RangeError ? { code: 'disk_full', message: error.message, retryable: true } : null,
    reportBug: (where) => void bugs.push(where),
    reportRefused: (where) => void refused.push(where),
  })
  return { made, called, bugs, refused }
}

describe('the dispatcher', () => {
  it('has a schema for each request and each command, and no other', () => {
    expect(Object.keys(requestSchemas).sort()).toEqual([...requestNames].sort())
    expect(Object.keys(commandSchemas).sort()).toEqual([...commandNames].sort())
  })

  describe.each(BAD_SENDERS)('asked by %s', (_name, sender) => {
    it.each(requestNames)('refuses %s', async (name) => {
      const { made, called, refused } = dispatcher()
      const reply = await made.request(name, sender, undefined)
      expect(reply).toMatchObject({ ok: false, error: { code: 'forbidden', retryable: false } })
      expect(called).toEqual([])
      expect(refused).toEqual([name])
    })
    it('refuses a drag', () => {
      const { made, called } = dispatcher()
      made.command('drag.start', sender, { soundIds: [1] })
      expect(called).toEqual([])
    })
  })

  it('lets our own page through', async () => {
    const { made, called } = dispatcher()
    expect(await made.request('connections.list', GOOD, undefined)).toEqual({ ok: true, value: null })
    made.command('drag.start', GOOD, { soundIds: [1, 2] })
    expect(called).toEqual(['connections.list', 'drag.start'])
    expect(isTrustedSender({ ...GOOD, frameUrl: `${APP_ORIGIN}/` }, APP_ORIGIN)).toBe(true)
  })

  it.each<[Parameters<ReturnType<typeof createDispatcher>['request']>[0], unknown]>([
    ['library.sound', { soundId: '1' }],
    ['library.sound', { soundId: -1 }],
    ['library.sound', { soundId: 1, path: '/etc/passwd' }],
    [
      'library.page',
      { text: '', filterByText: false, sort: { column: 'path', descending: true }, offset: 0, limit: 10 },
    ],
    [
      'library.page',
      { text: '', filterByText: false, sort: { column: 'name', descending: true }, offset: 0, limit: 201 },
    ],
    ['library.change', { soundIds: [1], patch: { rating: 6 } }],
    ['library.copyFiles', { soundIds: [] }],
    [
      'generations.start',
      { generationId: 'x', connectionId: 'a', family: 'text-to-sfx', body: {}, quotedCredits: null },
    ],
    ['generations.quote', { connectionId: 'a', family: 'music', body: {} }],
    ['connections.list', { anything: 1 }],
    ['app.state', null],
  ])('refuses %s with %j', async (name, args) => {
    const { made, called } = dispatcher()
    expect(await made.request(name, GOOD, args)).toMatchObject({
      ok: false,
      error: { code: 'invalid_arguments' },
    })
    expect(called).toEqual([])
  })

  it('refuses a body that is too deep or too large', async () => {
    const { made } = dispatcher()
    let deep: unknown = 1
    for (let depth = 0; depth < 20; depth++) deep = { deep }
    const quote = (body: unknown) =>
      made.request('generations.quote', GOOD, { connectionId: 'a', family: 'inpaint', body })
    expect(await quote({ deep })).toMatchObject({ ok: false })
    expect(await quote({ text: 'x'.repeat(70_000) })).toMatchObject({ ok: false })
    expect(await quote({ text: 'x' })).toEqual({ ok: true, value: null })
  })

  it('answers a bug with an envelope, never with a stack', async () => {
    const { made, bugs } = dispatcher({
      'app.state': () => Promise.reject(new Error('secret detail')),
    })
    const reply = await made.request('app.state', GOOD, undefined)
    expect(reply).toMatchObject({ ok: false, error: { code: 'internal_error' } })
    expect(JSON.stringify(reply)).not.toContain('secret')
    expect(bugs).toEqual(['app.state'])
  })

  it('answers what a handler may throw by its name, and reports no bug', async () => {
    const { made, bugs } = dispatcher({ 'app.state': () => Promise.reject(new RangeError('no room')) })
    expect(await made.request('app.state', GOOD, undefined)).toEqual({
      ok: false,
      error: { code: 'disk_full', message: 'no room', retryable: true },
    })
    expect(bugs).toEqual([])
  })

  it('has no request that could read a key', () => {
    expect(requestNames.filter((name) => /key|secret|password/i.test(name))).toEqual([])
  })
})

describe('what a new window asks first', () => {
  it.each(FIRST_REQUESTS)(
    '$name is a request of the contract with arguments that it takes',
    ({ name, args }) => {
      expect(requestSchemas[name].safeParse(args).success).toBe(true)
    },
  )
})

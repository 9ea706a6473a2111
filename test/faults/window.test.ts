// FAULTS 88, 89, 90, 93, and 81: a window that is not ours any more. Every channel, asked by whom and with what it likes.
import { symlinkSync, writeFileSync } from 'node:fs'
import { mkdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APP_ORIGIN } from '../../src-main/bridge/contract.ts'
import type {
  CommandHandlers,
  Dispatcher,
  DropHandlers,
  RequestHandlers,
  Sender,
} from '../../src-main/bridge/dispatcher.ts'
import { commandNames, createDispatcher, dropNames, requestNames } from '../../src-main/bridge/dispatcher.ts'
import { success } from '../../src-main/bridge/reply.ts'
import { commandSchemas, dropSchemas, requestSchemas } from '../../src-main/bridge/schemas.ts'
import { createHistory } from '../../src-main/library/history.ts'
import { readyFile } from '../../src-main/library/ready-file.ts'
import { createLibrarySearch } from '../../src-main/library/search.ts'
import { insertSounds } from '../../src-main/library/sound-store.ts'
import { createTrash } from '../../src-main/library/trash.ts'
import { libraryHandlers } from '../../src-main/shell/handlers/library-handlers.ts'
import { sound } from '../unit/library/library-fixture.ts'
import type { World } from './harness.ts'
import { openWorld } from './harness.ts'
import type { Sandbox } from './sandbox.ts'
import { openSandbox } from './sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

const OURS: Sender = { frameUrl: `${APP_ORIGIN}/index.html`, isMainFrame: true, isKnownWindow: true }
const STRANGERS: readonly (readonly [string, Sender])[] = [
  ['a foreign origin', { ...OURS, frameUrl: 'https://evil.example/' }],
  ['an origin that begins like ours', { ...OURS, frameUrl: `${APP_ORIGIN}.evil.example/` }],
  ['an iframe', { ...OURS, isMainFrame: false }],
  ['about:blank', { ...OURS, frameUrl: 'about:blank' }],
  ['a null frame', { ...OURS, frameUrl: null }],
  ['a window that is not ours', { ...OURS, isKnownWindow: false }],
]

/** The dispatcher of the app with handlers that only note what reached them. */
function recording(): { readonly dispatcher: Dispatcher; readonly reached: (readonly [string, unknown])[] } {
  const reached: (readonly [string, unknown])[] = []
  const noting = (names: readonly string[]): object =>
    Object.fromEntries(
      names.map((name) => [
        name,
        async (args: unknown) => {
          reached.push([name, args])
          return success(null)
        },
      ]),
    )
  const dispatcher = createDispatcher({
    appOrigin: APP_ORIGIN,
    // One handler a name; what they answer does not matter here.
    requests: noting(requestNames) as RequestHandlers,
    drops: noting(dropNames) as DropHandlers,
    commands: noting(commandNames) as CommandHandlers,
    expectedFailure: () => null,
    reportBug: (where, error) => expect.fail(`${where}: ${String(error)}`),
    reportRefused: () => {},
  })
  return { dispatcher, reached }
}

describe('A compromised window', () => {
  it.each(STRANGERS)('88 each channel called by %s → denied, nothing is reached', async (_name, sender) => {
    const { dispatcher, reached } = recording()
    for (const name of [...requestNames, ...dropNames]) {
      const reply = await dispatcher.request(name, sender, undefined)
      expect([name, reply]).toMatchObject([name, { ok: false, error: { code: 'forbidden' } }])
    }
    for (const name of commandNames) dispatcher.command(name, sender, { soundIds: [1], fileIds: [1] })
    expect(requestNames.length).toBeGreaterThan(50)
    expect(reached).toEqual([])
  })

  it('89 fuzzed arguments → a typed rejection, or exactly what the schema of the channel lets through', async () => {
    const { dispatcher, reached } = recording()
    const anything = fc.oneof(
      fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, maxDepth: 4 }),
      fc.dictionary(
        fc.constantFrom('soundId', 'soundIds', 'id', 'path', '__proto__', 'url', 'body'),
        fc.anything(),
      ),
    )
    const schemas = { ...requestSchemas, ...dropSchemas }
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...requestNames, ...dropNames), anything, async (name, args) => {
        reached.length = 0
        const parsed = schemas[name].safeParse(args)
        const reply = await dispatcher.request(name, OURS, args)
        if (parsed.success) expect(reached).toEqual([[name, parsed.data]])
        else {
          expect(reply).toMatchObject({ ok: false, error: { code: 'invalid_arguments', retryable: false } })
          expect(reached).toEqual([])
        }
      }),
      { numRuns: 3_000, seed: 89 },
    )
    fc.assert(
      fc.property(fc.constantFrom(...commandNames), anything, (name, args) => {
        reached.length = 0
        dispatcher.command(name, OURS, args)
        expect(reached.length).toBe(commandSchemas[name].safeParse(args).success ? 1 : 0)
      }),
      { numRuns: 1_000, seed: 89 },
    )
    expect(Object.hasOwn(Object.prototype, 'soundId')).toBe(false)
  })

  it.each([
    ['a path', { soundIds: ['/etc/passwd'] }],
    ['a path beside an id', { soundIds: [1], path: '/etc/passwd' }],
    ['an address', { soundIds: ['file:///etc/passwd'] }],
    ['no list', '/etc/passwd'],
  ])('90 a drag of %s → refused, nothing is dragged', async (_name, args) => {
    const { dispatcher, dragged } = draggingOf(await openWorld(sandbox))
    dispatcher.command('drag.start', OURS, args)
    expect(dragged).toEqual([])
  })

  it('90 a row that leads out of the folder, by its path or by a link → nothing is dragged', async () => {
    const world = await openWorld(sandbox)
    const { app } = world
    await mkdir(app.libraryRoot, { recursive: true })
    symlinkSync('/etc/passwd', join(app.libraryRoot, 'linked.wav'))
    const ids = insertSounds(app.db, [
      sound(1, { relativePath: '../../../../etc/passwd' }),
      sound(2, { relativePath: '/etc/passwd' }),
      sound(3, { relativePath: 'linked.wav' }),
    ])
    const { dispatcher, dragged } = draggingOf(world)
    dispatcher.command('drag.start', OURS, { soundIds: ids })
    expect(dragged).toEqual([[]])
  })

  it('81 a drag of a sound that is not finished → only finished files leave', async () => {
    const world = await openWorld(sandbox)
    const { app } = world
    await sandbox.pace({ hold: true })
    const held = await world.begin()
    await world.untilAccepted(held)
    expect(app.files(held)).toEqual([])
    await sandbox.pace({ hold: false, run_ms: 0 })
    const { soundIds } = await world.untilOver(held)
    // Beside it: a row whose file a crash took, a row that is a folder, an id that is not there, and a partial file with a sound's name.
    await mkdir(join(app.libraryRoot, '.partial'), { recursive: true })
    writeFileSync(join(app.libraryRoot, '.partial', 'half.wav.part'), 'RIFF')
    const rows = insertSounds(app.db, [
      sound(1, { relativePath: 'gone.wav' }),
      sound(2, { relativePath: '.partial' }),
    ])
    const { dispatcher, dragged } = draggingOf(world)
    dispatcher.command('drag.start', OURS, { soundIds: [...soundIds, ...rows, 999_999] })
    expect(dragged).toEqual([app.files(held)])
    await unlink(app.files(held)[0] ?? '')
    dispatcher.command('drag.start', OURS, { soundIds: [...soundIds] })
    expect(dragged[1]).toEqual([])
  })

  it('93 reading the key → no channel has it: neither a name nor any answer nor the database', async () => {
    const world = await openWorld(sandbox)
    const { app, apiKey } = world
    const id = await world.begin()
    await world.untilOver(id)
    expect(
      [...requestNames, ...dropNames, ...commandNames].filter((name) => /key|secret/i.test(name)),
    ).toEqual([])
    const draft = {
      id: world.connectionId,
      name: '',
      baseUrl: world.network.baseUrl,
      headerPrefix: 'Service',
    }
    const answers = [
      app.connections.list(),
      app.connections.view(world.connectionId),
      await app.connections.test({ ...draft, apiKey: null }),
      await app.connections.save({ ...draft, apiKey }),
      await app.connections.refresh(world.connectionId),
      await app.connections.models(world.connectionId),
      app.view(id),
      app.row(id),
    ]
    expect(JSON.stringify(answers)).not.toContain(apiKey)
    expect(JSON.stringify(answers)).toContain(world.connectionId)
    expect(app.db.driver.serialize().includes(apiKey)).toBe(false)
    expect([...world.keychain.entries.values()]).toContain(apiKey)
  })
})

/** The library's own handlers behind the dispatcher, with a desktop that notes what it is given to drag. */
function draggingOf({ app, time }: World): {
  readonly dispatcher: Dispatcher
  readonly dragged: (readonly string[])[]
} {
  const dragged: (readonly string[])[] = []
  const { db } = app
  const folder = () => app.folder
  const trash = createTrash({ db, folder, now: time.now })
  const { requests, commands } = libraryHandlers({
    db,
    search: createLibrarySearch(db),
    history: createHistory(db, trash, time.now),
    trash,
    folder,
    readyPath: (soundId) => readyFile(db, app.libraryRoot, soundId),
    detail: () => null,
    desktop: {
      reveal: () => {},
      copyFiles: async () => {},
      startDrag: (paths) => void dragged.push(paths),
    },
    now: time.now,
    changed: () => {},
  })
  const dispatcher = createDispatcher({
    appOrigin: APP_ORIGIN,
    // Only the library's own are asked.
    requests: requests as RequestHandlers,
    drops: {} as DropHandlers,
    commands: commands as CommandHandlers,
    expectedFailure: () => null,
    reportBug: (where, error) => expect.fail(`${where}: ${String(error)}`),
    reportRefused: () => {},
  })
  return { dispatcher, dragged }
}

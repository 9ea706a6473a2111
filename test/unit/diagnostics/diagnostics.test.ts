// The log on disk and "Copy diagnostics": bounded, and without anything of the person's.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AppState } from '../../../src-main/bridge/types.ts'
import { insertSounds } from '../../../src-main/library/sound-store.ts'
import { createCrashCounter, recoverWindow } from '../../../src-main/shell/crash-recovery.ts'
import type { DiagnosticFacts } from '../../../src-main/shell/diagnostics.ts'
import { diagnosticsText, privateWords } from '../../../src-main/shell/diagnostics.ts'
import { createLog } from '../../../src-main/shell/log.ts'
import { createLogFiles } from '../../../src-main/shell/log-files.ts'
import { DEFAULT_SETTINGS } from '../../../src-main/shell/settings.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'
import { openTemporaryLibrary, sound } from '../library/library-fixture.ts'

const CANARY_KEY = 'sk-canary-4f9a81c2d7'
const CANARY_SIGNATURE = 'X-Amz-Signature=canaryc0ffee'
const CANARY_PROMPT = 'my secret canary singing in a cellar'

let folder: string
beforeEach(() => {
  folder = makeTemporaryFolder('log')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the log on disk', () => {
  it('stays within its bounds, forgets the oldest, and gives the newest lines in order', () => {
    const files = createLogFiles({ folder, bytesPerFile: 1_000, files: 3 })
    for (let n = 0; n < 500; n += 1) files.write(`line ${String(n).padStart(4, '0')}\n`)
    const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size)
    expect(sizes).toHaveLength(3)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000)
    expect(files.recent(150)).toEqual(
      Array.from({ length: 150 }, (_, n) => `line ${String(350 + n).padStart(4, '0')}`),
    )
  })

  it('goes on where an earlier start ended', () => {
    createLogFiles({ folder, bytesPerFile: 100, files: 3 }).write(`${'a'.repeat(90)}\n`)
    createLogFiles({ folder, bytesPerFile: 100, files: 3 }).write('next\nline\nmore\n')
    expect(readdirSync(folder).sort()).toEqual(['foleyroom.1.log', 'foleyroom.log'])
  })

  it('costs a line, not the app, where the disk refuses it', () => {
    writeFileSync(join(folder, 'file'), '')
    const files = createLogFiles({ folder: join(folder, 'file/below') })
    expect(() => files.write('a line\n')).not.toThrow()
    expect(files.recent(10)).toEqual([])
  })

  it('holds neither key nor signed link', () => {
    const files = createLogFiles({ folder })
    const log = createLog(files.write, () => 0)
    log(`failed with Bearer ${CANARY_KEY} at https://cdn.example/a.wav?${CANARY_SIGNATURE}`)
    const text = readFileSync(join(folder, 'foleyroom.log'), 'utf8')
    expect(text).not.toMatch(/canary/)
  })
})

describe('Copy diagnostics', () => {
  const state: AppState = {
    version: '0.1.0',
    runtime: 'stand-in',
    platform: 'linux',
    isFirstRun: false,
    settings: DEFAULT_SETTINGS,
    connections: [
      {
        id: 'c1',
        kind: 'service',
        name: 'Canary studio',
        baseUrl: 'https://canary.example/v1',
        headerPrefix: 'Canary',
        hasKey: true,
        isKeySessionOnly: false,
        status: {
          kind: 'failing',
          error: {
            code: 'unauthorized',
            message: `bad key ${CANARY_KEY}`,
            retryable: false,
            requestId: 'req_1',
          },
        },
        account: null,
      },
    ],
    activeConnectionId: 'c1',
    libraryFolderName: 'Canary sounds',
    keychain: { kind: 'available' },
    soundCount: 3,
    midiCount: 0,
    bytesOnDisk: 12_000_000,
    startNotice: null,
  }
  const facts = (over: Partial<DiagnosticFacts> = {}): DiagnosticFacts => ({
    nowMs: 0,
    state,
    versions: { node: '24.21.0', electron: '45.4.1' },
    system: 'Linux 6.1 x64',
    locale: 'en-US',
    schemaVersion: 6,
    generationsByState: [{ state: 'done', count: 3 }],
    logLines: [],
    privateWords: [],
    prompts: [],
    privateFolders: [
      { path: '/home/canary/Music/Foleyroom', name: 'library' },
      { path: '/home/canary', name: 'home' },
    ],
    ...over,
  })

  it('tells versions, counts, connections by their state, and the log', () => {
    const text = diagnosticsText(facts({ logLines: ['1970-01-01T00:00:00.000Z engine: ready'] }))
    expect(text).toContain('Foleyroom 0.1.0 on stand-in 45.4.1 (linux, Linux 6.1 x64)')
    expect(text).toContain('3 sounds, 12.0 MB')
    expect(text).toContain('Connection service: failing: unauthorized, request req_1, a kept key')
    expect(text).toContain('engine: ready')
  })

  it('holds no key, no signed link, no prompt, no name of a file, a folder, a person or a connection', () => {
    const db = openTemporaryLibrary({ path: folder, remove: () => {} })
    insertSounds(db, [
      sound(1, { prompt: CANARY_PROMPT, name: 'Canary take 1', label: 'the canary of room 12' }),
    ])
    const logLines = [
      `asked https://canary-store.example/a.wav?${CANARY_SIGNATURE}`.replace('canary-store', 'store'),
      `Authorization: Bearer ${CANARY_KEY}`,
      `A media worker ended (exit code 1) on /home/canary/Music/Foleyroom/2026/11/My secret CANARY singing.wav`,
      `could not read /home/canary/Documents/canary notes.txt: no access`,
      `bug in generations.start: Error: ${CANARY_PROMPT} is too long`,
      `imported “canary TAKE 1”, the Canary of Room 12`,
    ]
    const text = diagnosticsText(facts({ logLines, privateWords: privateWords(db) }))
    db.close()
    expect(text.toLowerCase()).not.toContain('canary')
    expect(text).toContain('<library/….wav>')
    expect(text).toContain('is too long')
  })

  it('holds the prompts where the person chose to tell them, and even then no key', () => {
    const text = diagnosticsText(facts({ prompts: [CANARY_PROMPT, `a prompt with ${CANARY_KEY}`] }))
    expect(text).toContain(CANARY_PROMPT)
    expect(text).not.toContain(CANARY_KEY)
  })
})

describe('a window that crashes', () => {
  const crashing = () => {
    const did: string[] = []
    let gone: (reason: string) => void = () => {}
    let loaded = (): void => {}
    recoverWindow(
      {
        onGone: (watcher) => {
          gone = watcher
        },
        onLoaded: (watcher) => {
          loaded = watcher
        },
        reload: () => void did.push('reload'),
        tell: ({ message }) => void did.push(message.slice(0, 18)),
        ask: async () => {
          did.push('ask')
          return false
        },
        quit: () => void did.push('quit'),
      },
      () => 0,
      () => {},
    )
    return {
      did,
      crash: (reason: string) => gone(reason),
      load: () => loaded(),
    }
  }

  it('is opened again, and says so once it is there', () => {
    const { did, crash, load } = crashing()
    load()
    crash('crashed')
    load()
    load()
    expect(did).toEqual(['reload', 'The window crashed'])
  })

  it('asks the person when it keeps crashing, and is left alone when it ended well', async () => {
    const { did, crash } = crashing()
    crash('clean-exit')
    expect(did).toEqual([])
    for (let n = 0; n < 4; n += 1) crash('oom')
    await Promise.resolve()
    expect(did).toEqual(['reload', 'reload', 'reload', 'ask', 'quit'])
  })

  it('is trusted again after ten quiet minutes', () => {
    let nowMs = 0
    const crashed = createCrashCounter(() => nowMs)
    expect([crashed(), crashed(), crashed(), crashed()]).toEqual(['reload', 'reload', 'reload', 'ask'])
    nowMs = 600_001
    expect(crashed()).toBe('reload')
  })
})

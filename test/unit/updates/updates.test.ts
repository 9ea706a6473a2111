// Updates: consent first, only newer and verified ones, never while jobs run; against a real server by electron-updater itself.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { UpdaterPort } from '../../../src-main/shell/updates.ts'
import { compareVersions, createUpdates, refusal } from '../../../src-main/shell/updates.ts'
import { updaterPort, whyNot } from '../../../src-main/shell/updates-electron.ts'
import { type Served, sha512Of, startUpdateServer } from './update-server.ts'

const PROGRAM = Buffer.alloc(300_000, 'new program ')
const HASH = sha512Of(PROGRAM)
const QUIET = { beforeInstall: () => {}, log: () => {} }

function updatesOf(value: UpdaterPort, over: { isAllowed?: boolean; jobs?: () => number } = {}) {
  let isAllowed = over.isAllowed ?? true
  const lines: string[] = []
  const updates = createUpdates({
    updater: { ok: true, value },
    currentVersion: '1.0.0',
    consent: {
      get: () => isAllowed,
      set: (next) => {
        isAllowed = next
      },
    },
    jobsRunning: over.jobs ?? (() => 0),
    now: () => 5,
    timer: () => () => {},
    changed: () => {},
    log: (line) => void lines.push(line),
  })
  return { updates, lines }
}

describe('a server of updates', () => {
  let stop = async (): Promise<void> => {}
  afterEach(() => stop())
  const start = async (served: Served) => {
    const server = await startUpdateServer(served)
    stop = server.stop
    const { updates, lines } = updatesOf(updaterPort(server.updater, QUIET))
    const downloaded = () =>
      readdirSync(server.folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /pending.*AppImage$/.test(name),
      )
    return { ...server, updates, lines, downloaded }
  }

  it('that has a newer version gets it downloaded and verified, not installed', async () => {
    const { updates, downloaded, folder } = await start({ version: '1.1.0', file: PROGRAM })
    expect(await updates.check()).toEqual({ kind: 'ready', version: '1.1.0', isHeld: false })
    expect(downloaded().map((name) => readFileSync(join(folder, name)).equals(PROGRAM))).toEqual([true])
    expect(readFileSync(join(folder, 'old.AppImage'), 'utf8')).toBe('the installed program')
  })

  it('is not asked before the person has said yes, and not any more after a no', async () => {
    const { updater, asked } = await start({ version: '1.1.0', file: PROGRAM })
    const { updates } = updatesOf(updaterPort(updater, QUIET), { isAllowed: false })
    updates.begin()
    expect(await updates.check()).toEqual({ kind: 'off' })
    expect(asked).toEqual([])
    await updates.allow(true)
    expect(await updates.check()).toMatchObject({ kind: 'ready' })
    expect(await updates.allow(false)).toEqual({ kind: 'off' })
    expect(updates.install()).toMatchObject({ ok: false, error: { code: 'no_update' } })
  })

  it('whose file is another than the published one is refused, and the file thrown away', async () => {
    const { updates, downloaded } = await start({
      version: '1.1.0',
      file: PROGRAM,
      sha512: sha512Of(Buffer.from('x')),
    })
    expect(await updates.check()).toMatchObject({ kind: 'failed', error: { code: 'update_damaged' } })
    expect(downloaded()).toEqual([])
  })

  it('that cuts the file short leaves nothing to install', async () => {
    const { updates, downloaded } = await start({ version: '1.1.0', file: PROGRAM, cutAfter: 100_000 })
    expect(await updates.check()).toMatchObject({ kind: 'failed', error: { retryable: true } })
    expect(downloaded()).toEqual([])
  })

  it.each(['0.9.9', '1.0.0'])('that offers %s to a 1.0.0 downloads nothing', async (version) => {
    const { updates, asked } = await start({ version, file: PROGRAM })
    expect(await updates.check()).toEqual({ kind: 'current', checkedAtMs: 5 })
    expect(asked).toEqual(['/latest-linux.yml'])
  })

  it('that offers it to a share of all is taken by those within it, and is never told which one asks', async () => {
    const told: string[] = []
    const served: Served = { version: '1.1.0', file: PROGRAM, stagingPercentage: 0 }
    const server = await startUpdateServer(served)
    stop = server.stop
    const log = (line: string) => void told.push(line)
    const { updates } = updatesOf(updaterPort(server.updater, { ...QUIET, log }))
    expect(await updates.check()).toMatchObject({ kind: 'current' })
    served.stagingPercentage = 100
    expect(await updates.check()).toMatchObject({ kind: 'ready' })
    expect(new Set(server.stagingIds)).toEqual(new Set(['']))
    const id = readFileSync(join(server.folder, 'user-data/.updaterId'), 'utf8')
    expect(told.join()).toContain('Staging percentage: 1')
    expect(told.join()).not.toContain(id)
  })

  it('that names no hash is refused before anything is downloaded', async () => {
    const { updates, asked, lines } = await start({ version: '1.1.0', file: PROGRAM, sha512: null })
    expect(await updates.check()).toMatchObject({ kind: 'failed', error: { code: 'update_refused' } })
    expect(asked).toEqual(['/latest-linux.yml'])
    expect(lines.join()).toContain('SHA-512')
  })

  it('can put things right: a good file after a damaged one is taken', async () => {
    const served: Served = { version: '1.1.0', file: PROGRAM, sha512: sha512Of(Buffer.from('x')) }
    const { updates } = await start(served)
    await updates.check()
    served.sha512 = HASH
    expect(await updates.check()).toMatchObject({ kind: 'ready' })
  })
})

describe('a ready update', () => {
  const port = (installed: string[]): UpdaterPort => ({
    offer: async () => ({ version: '2.0.0', sha512: [HASH] }),
    download: async () => {},
    install: () => void installed.push('installed'),
  })

  it('waits while jobs run, and says so', async () => {
    const installed: string[] = []
    let jobs = 2
    const { updates } = updatesOf(port(installed), { jobs: () => jobs })
    expect(await updates.check()).toEqual({ kind: 'ready', version: '2.0.0', isHeld: true })
    expect(updates.install()).toMatchObject({ ok: false, error: { code: 'jobs_running', retryable: true } })
    expect(installed).toEqual([])
    jobs = 0
    expect(updates.install()).toEqual({ ok: true, value: null })
    expect(installed).toEqual(['installed'])
  })
})

describe('an offer', () => {
  it.each([
    ['0.9.0', 'older'],
    ['1.0.0-beta.2', 'older than its release'],
    ['1.0', 'no version'],
    ['../../etc', 'no version'],
  ])('of %s is refused: it is %s', (version) => {
    expect(refusal({ version, sha512: [HASH] }, '1.0.0')).toMatchObject({ code: 'update_refused' })
  })
  it('is refused when one of its files has no whole hash', () => {
    for (const sha512 of [[], [null], [HASH, null], ['abc']])
      expect(refusal({ version: '2.0.0', sha512 }, '1.0.0')).toMatchObject({ code: 'update_refused' })
    expect(refusal({ version: '2.0.0', sha512: [HASH] }, '1.0.0')).toBeNull()
  })

  it('is ordered as semver.org orders versions', () => {
    const ordered = [
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
      '1.0.0',
      '1.0.1',
      '1.10.0',
      '2.0.0',
    ]
    const shuffled = [...ordered].reverse().sort((a, b) => compareVersions(a, b) ?? Number.NaN)
    expect(shuffled).toEqual(ordered)
    expect(compareVersions('1.0.0+a', '1.0.0+b')).toBe(0)
  })
})

describe('an installation', () => {
  it('without a server, from the sources, or of a package manager says why it does not update itself', () => {
    const base = { resourcesPath: '/nowhere', platform: 'linux' as const, environment: {} }
    expect(whyNot({ ...base, isPackaged: false })).toContain('sources')
    expect(whyNot({ ...base, isPackaged: true })).toContain('no update server')
  })
})

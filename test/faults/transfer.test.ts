// FAULTS 38 to 43: what happens to a download on its way. The key never travels to storage.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createDownloads, type Downloads } from '../../src-main/service-client/index.ts'
import type { World } from './harness.ts'
import { openWorld, STORAGE } from './harness.ts'
import type { Answer, Seen, Treatment } from './network.ts'
import { changedJson, refusal } from './network.ts'
import type { Sandbox } from './sandbox.ts'
import { openSandbox } from './sandbox.ts'
import type { SmallDisk } from './small-disk.ts'
import { smallDisk } from './small-disk.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

const downloads = ({ network }: World): readonly Seen[] =>
  network.seen.filter(({ path }) => STORAGE.test(path))
/** Breaks off once the app has so much of the file: what a broken socket still holds would be lost to it. */
const cutAfter = (
  world: World,
  afterBytes: number,
  note: (answer: Answer) => void = () => {},
): Treatment => ({
  kind: 'cut',
  afterBytes,
  async meanwhile(answer) {
    note(answer)
    const folder = join(world.app.libraryRoot, '.partial')
    const received = (): boolean =>
      readdirSync(folder).some((name) => statSync(join(folder, name)).size >= afterBytes)
    await world.soon('the first part', () => existsSync(folder) && received())
  },
})
/** A sound that arrived is the whole of what the service made. */
async function expectWhole(world: World, id: string): Promise<void> {
  expect(await world.untilOver(id)).toMatchObject({ state: 'done', error: null })
  const [path = ''] = world.app.files(id)
  const file = readFileSync(path)
  expect(file.subarray(0, 4).toString()).toBe('RIFF')
  expect(file.readUInt32LE(4) + 8).toBe(file.length)
  expect(await world.debits()).toBe(1)
  for (const { headers } of downloads(world)) expect(headers.authorization).toBeUndefined()
}

describe('Transfer', () => {
  it('38 the link expires in mid-download → the job is read again, resumed with Range and If-Range', async () => {
    const world = await openWorld(sandbox)
    world.network.strike('GET', STORAGE, { kind: 'answer', status: 403, body: 'expired' }, 1)
    world.network.strike('GET', STORAGE, cutAfter(world, 20_000))
    const id = await world.begin({ durationMs: 1_000 })
    await expectWhole(world, id)
    const [first, second, third] = downloads(world)
    expect(first?.headers.range).toBeUndefined()
    expect(second?.headers).toMatchObject({ range: 'bytes=20000-', 'if-range': expect.stringMatching(/^"/) })
    expect(third?.headers.range).toBe('bytes=20000-')
    expect(third?.path).not.toBe(second?.path)
  })

  it('39 200 to a Range → started again from the beginning', async () => {
    const world = await openWorld(sandbox)
    world.network.rule(({ path, headers }) => {
      if (!STORAGE.test(path) || headers.range === undefined) return null
      return { kind: 'change', change: (answer) => ({ ...answer, status: 200, body: whole }) }
    })
    let whole: Buffer = Buffer.alloc(0)
    const keep = ({ body }: Answer): void => {
      whole = body
    }
    world.network.strike('GET', STORAGE, cutAfter(world, 20_000, keep))
    const id = await world.begin({ durationMs: 1_000 })
    await expectWhole(world, id)
    expect(downloads(world)).toHaveLength(2)
  })

  it('40 the ETag changed → the partial file is thrown away', async () => {
    const world = await openWorld(sandbox)
    const other = (answer: Answer): Answer => ({
      ...answer,
      headers: { ...answer.headers, etag: '"another"' },
    })
    world.network.strike('GET', STORAGE, { kind: 'change', change: other }, 1)
    world.network.strike('GET', STORAGE, cutAfter(world, 20_000))
    const id = await world.begin({ durationMs: 1_000 })
    await expectWhole(world, id)
    const [, resumed, anew] = downloads(world)
    expect(resumed?.headers.range).toBe('bytes=20000-')
    expect(anew?.headers.range).toBeUndefined()
  })

  it.each([
    ['shorter', (body: Buffer) => body.subarray(0, body.length - 100)],
    ['longer', (body: Buffer) => Buffer.concat([body, Buffer.alloc(100)])],
  ])('41 a file %s than `bytes` → rejected, fetched again', async (_name, bend) => {
    const world = await openWorld(sandbox)
    const lie = (answer: Answer): Answer => ({ ...answer, body: bend(answer.body) })
    world.network.strike('GET', STORAGE, { kind: 'change', change: lie })
    const id = await world.begin()
    await expectWhole(world, id)
    expect(downloads(world).length).toBeGreaterThan(1)
  })

  it('42 404 after the job has expired → "deleted by the service", what was saved is kept', async () => {
    const world = await openWorld(sandbox)
    // The second take cannot be had for a week.
    let first: string | null = null
    world.network.rule(({ path }) => {
      if (!STORAGE.test(path)) return null
      const [file = ''] = path.split('?')
      first ??= file
      return file === first ? null : { kind: 'answer', status: 503, body: 'later' }
    })
    const id = await world.begin({ variants: 2 })
    await world.until('the first take', () => world.app.files(id).length === 1)
    expect(world.app.row(id).state).toBe('collecting')
    await world.time.pass(7 * 86_400_000)
    world.network.clear()
    world.network.rule(({ path }) =>
      STORAGE.test(path) ? { kind: 'answer', status: 404, body: 'gone' } : null,
    )
    world.network.rule(({ path }) => (/generations\/[^p]/.test(path) ? refusal(404, 'not_found') : null))
    expect(await world.untilOver(id)).toMatchObject({
      state: 'failed',
      chargedCredits: 10,
      error: { code: 'deleted_by_the_service' },
    })
    expect(readFileSync(world.app.files(id)[0] ?? '').length).toBeGreaterThan(1_000)
  })

  it('43 a download redirected to storage → followed, without key and cookies', async () => {
    const world = await openWorld(sandbox)
    world.network.strike('GET', STORAGE, {
      kind: 'change',
      change: (answer) => ({ ...answer, headers: { ...answer.headers, 'set-cookie': 'canary=1; Path=/' } }),
    })
    world.network.rule(({ path }) => {
      if (!path.startsWith('/elsewhere')) return null
      return { kind: 'pass', path: decodeURIComponent(path.slice('/elsewhere?to='.length)) }
    })
    let isSent = false
    world.network.rule(({ path }) => {
      if (!STORAGE.test(path) || isSent) return null
      isSent = true
      const location = `/elsewhere?to=${encodeURIComponent(path)}`
      const headers = { location, 'set-cookie': 'canary=1; Path=/' }
      return { kind: 'answer', status: 302, headers, body: '' }
    })
    const id = await world.begin()
    await expectWhole(world, id)
    const followed = world.network.seen.filter(({ path }) => path.startsWith('/elsewhere'))
    expect(followed).toHaveLength(1)
    for (const { headers } of [...followed, ...downloads(world)]) {
      expect(headers.authorization).toBeUndefined()
      expect(headers.cookie).toBeUndefined()
    }
  })

  it('64 a stated duration that is not the file’s → kept, and flagged', async () => {
    const world = await openWorld(sandbox)
    world.network.rule(({ method, path }) =>
      /text-to-sfx\/generations(\?|$)/.test(path) && method === 'POST'
        ? changedJson((job) =>
            JSON.parse(JSON.stringify(job).replaceAll('"duration_ms":500', '"duration_ms":9000')),
          )
        : null,
    )
    const id = await world.begin()
    const made = await world.untilOver(id)
    expect(made.state).toBe('done')
    expect(made.shortfalls).toEqual([expect.stringMatching(/announced with 9000 ms and lasts 500 ms/)])
  })
})

/** As services.ts makes it. */
function thread(): Downloads {
  const workerUrl = new URL('../../src-main/media/worker.ts', import.meta.url)
  const downloads = createDownloads({ workerUrl, log: (message) => expect.fail(message) })
  onTestFinished(downloads.close)
  return downloads
}

describe('Transfer in the thread that receives files', () => {
  it('38 the link expires in mid-download → resumed with Range and If-Range', async () => {
    const world = await openWorld(sandbox, { downloads: thread() })
    world.network.strike('GET', STORAGE, { kind: 'answer', status: 403, body: 'expired' }, 1)
    world.network.strike('GET', STORAGE, cutAfter(world, 20_000))
    const id = await world.begin({ durationMs: 1_000 })
    await expectWhole(world, id)
    const [, second] = downloads(world)
    expect(second?.headers).toMatchObject({ range: 'bytes=20000-', 'if-range': expect.stringMatching(/^"/) })
  })

  it('44 the disk is full in the partial file → paused, told; resumed once there is room', async (context) => {
    let disk: SmallDisk | null = null
    const world = await openWorld(sandbox, {
      downloads: thread(),
      prepare: (userData) => {
        disk = smallDisk(context, { kib: 512, path: join(userData, 'sounds') })
      },
    })
    const full = disk as unknown as SmallDisk
    full.fill()
    const id = await world.begin({ durationMs: 2_000 })
    await world.until('the pause', () => world.app.view(id).waitingFor === 'disk')
    expect(world.app.view(id).error).toMatchObject({ code: 'disk_full' })
    full.free()
    await expectWhole(world, id)
  })

  it('55 the app ends in mid-download and is started again → resumed where it broke off, one charge', async () => {
    const world = await openWorld(sandbox, { downloads: thread() })
    const isNoted = (): boolean =>
      world.app.db.statement('SELECT 1 FROM transfers WHERE etag IS NOT NULL').get() !== undefined
    world.network.strike('GET', STORAGE, {
      kind: 'cut',
      afterBytes: 20_000,
      meanwhile: () => world.soon('the first part', isNoted),
    })
    const id = await world.begin({ durationMs: 1_000 })
    await world.soon('the break', () => world.app.row(id).error !== null)
    await world.restart()
    await expectWhole(world, id)
    expect(downloads(world)[1]?.headers.range).toMatch(/^bytes=[1-9]\d*-$/)
  })
})

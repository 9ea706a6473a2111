import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFactsService, type FactsService } from '../../../src-main/media/facts-service.ts'
import { hashContent } from '../../../src-main/media/hash-file.ts'
import { sine, temporaryFolder, wav16, writeFixture } from './wav-fixture.ts'

// Far more than a busy machine needs: nothing here is about time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let folder: ReturnType<typeof temporaryFolder>
let service: FactsService
let said: string[]
beforeEach(() => {
  folder = temporaryFolder()
  said = []
  service = createFactsService({
    workerUrl: new URL('./crashing-worker.ts', import.meta.url),
    cacheDir: join(folder.path, 'cache'),
    workers: 2,
    log: (message) => said.push(message),
  })
})
afterEach(async () => {
  await service.close()
  folder.remove()
})
const write = (name: string, seconds = 0.5) =>
  writeFixture(folder.path, name, wav16([sine(1000, seconds, 0.5)]))

describe('the facts service', () => {
  it('computes many files with few workers and leaves their peaks in the cache, whole', async () => {
    const path = write('a.wav')
    const uids = Array.from({ length: 12 }, (_, n) => `uid-${n}`)
    const outcomes = await Promise.all(uids.map((uid) => service.compute({ path, uid })))
    expect(outcomes.every((outcome) => outcome.ok && outcome.value.frames === 22_050)).toBe(true)
    expect(readdirSync(join(folder.path, 'cache', 'peaks')).length).toBe(12)
    const cached = await service.peaksPath('uid-3')
    expect(readFileSync(cached!).toString('latin1', 0, 4)).toBe('FRPK')
    await service.forgetPeaks('uid-3')
    expect(await service.peaksPath('uid-3')).toBeNull()
  })

  it('names files that it cannot read', async () => {
    expect(await service.compute({ path: join(folder.path, 'none.wav'), uid: 'a' })).toMatchObject({
      ok: false,
      error: { code: 'file_missing' },
    })
    const text = writeFixture(folder.path, 'text.wav', Buffer.from('not music'))
    expect(await service.compute({ path: text, uid: 'b' })).toMatchObject({
      ok: false,
      error: { code: 'format_unsupported' },
    })
    expect(existsSync(join(folder.path, 'cache', 'peaks'))).toBe(false)
  })

  it('gives the time anew that a sleeping machine took, and ends what is never done', async () => {
    let nowMs = 0
    const limits: { readonly ms: number; readonly fire: () => void }[] = []
    const bounded = createFactsService({
      workerUrl: new URL('../../../src-main/media/worker.ts', import.meta.url),
      cacheDir: join(folder.path, 'cache'),
      workers: 1,
      timer: (ms, fire) => {
        limits.push({ ms, fire })
        return () => undefined
      },
      monotonicMs: () => nowMs,
    })
    const given = bounded.compute({ path: write('right.wav'), uid: 'a' })
    nowMs = 8 * 3_600_000
    limits[0]?.fire()
    expect(limits).toHaveLength(2)
    expect(limits[1]?.ms).toBe(limits[0]?.ms)
    expect(await given).toMatchObject({ ok: true })
    const endless = bounded.compute({ path: write('right.wav'), uid: 'b' })
    nowMs += limits[2]?.ms ?? 0
    limits[2]?.fire()
    expect(await endless).toMatchObject({ ok: false, error: { code: 'analysis_crashed' } })
    await bounded.close()
  })

  it('loses only the file that kills its worker', async () => {
    const good = write('good.wav')
    const bad = write('crash.wav')
    const outcomes = await Promise.all(
      [good, bad, good, bad, good, good].map((path, n) => service.compute({ path, uid: `uid-${n}` })),
    )
    expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.error.code))).toEqual([
      'ok',
      'analysis_crashed',
      'ok',
      'analysis_crashed',
      'ok',
      'ok',
    ])
    expect(said.length).toBe(2)
    expect(said[0]).toContain('crash.wav')
  })

  it('lets go of what is aborted and goes on with the rest', async () => {
    const long = write('long.wav', 20)
    const aborted = [0, 1, 2].map((n) => {
      const abort = new AbortController()
      const work = service.compute({ path: long, uid: `uid-${n}` }, abort.signal)
      abort.abort(new Error('not wanted any more'))
      return work
    })
    const results = await Promise.allSettled(aborted)
    expect(
      results.every(
        (result) => result.status === 'rejected' && result.reason.message === 'not wanted any more',
      ),
    ).toBe(true)
    expect((await service.compute({ path: write('short.wav'), uid: 'short' })).ok).toBe(true)
    const before = AbortSignal.abort(new Error('before'))
    await expect(service.compute({ path: long, uid: 'x' }, before)).rejects.toThrow('before')
  })

  it('rejects what waits when it closes, and takes nothing afterwards', async () => {
    const path = write('a.wav', 20)
    const open = [1, 2, 3].map((n) => service.compute({ path, uid: `uid-${n}` }))
    const results = Promise.allSettled(open)
    await service.close()
    expect((await results).every((result) => result.status === 'rejected')).toBe(true)
    await expect(service.compute({ path, uid: 'late' })).rejects.toThrow('closed')
  })

  it('hashes a file, and names what is none', async () => {
    const content = Buffer.alloc((5 << 20) + 7, 'door')
    const path = writeFixture(folder.path, 'long.bin', content)
    expect(await service.run('hash', { path })).toEqual({
      ok: true,
      value: { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') },
    })
    expect(await service.run('hash', { path: folder.path })).toMatchObject({
      ok: false,
      error: { code: 'not_a_file' },
    })
    expect(await service.run('hash', { path: join(folder.path, 'none') })).toMatchObject({
      ok: false,
      error: { code: 'file_missing' },
    })
    const aborted = AbortSignal.abort(new Error('not wanted any more'))
    await expect(hashContent({ path }, aborted)).rejects.toThrow('not wanted any more')
  })

  it('hashes before it does what else waits', async () => {
    const path = write('a.wav')
    const ended: string[] = []
    const one = createFactsService({
      workerUrl: new URL('./crashing-worker.ts', import.meta.url),
      cacheDir: join(folder.path, 'cache'),
      workers: 1,
    })
    const waiting = [0, 1, 2].map(async (n) => {
      await one.compute({ path, uid: `uid-${n}` })
      ended.push('facts')
    })
    const hashed = one.run('hash', { path }).then(() => ended.push('hash'))
    await Promise.all([...waiting, hashed])
    await one.close()
    expect(ended).toEqual(['facts', 'hash', 'facts', 'facts'])
  })

  it('never writes outside of its cache', async () => {
    await expect(service.compute({ path: write('a.wav'), uid: '../../x' })).rejects.toThrow('not a uid')
  })
})

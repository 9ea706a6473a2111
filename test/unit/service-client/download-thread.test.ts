// Downloads in the thread of their own: the same files from real servers, told by messages; and what becomes of them when it ends.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createDownloads, type Downloads } from '../../../src-main/service-client/index.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'
import { serve } from './support/loopback-server.ts'
import { TEST_KEY, testClient } from './support/test-client.ts'

const file = Buffer.from(Array.from({ length: 500_000 }, (_, index) => (index * 17) % 256))
const whole = { expectedBytes: file.byteLength, maxBytes: 1_000_000 }
const workerUrl = new URL('../../../src-main/media/worker.ts', import.meta.url)

let folder = ''
let toPath = ''
beforeEach(async () => {
  folder = makeTemporaryFolder('download-thread')
  toPath = join(folder, 'a.wav.part')
})
afterEach(() => rm(folder, { recursive: true }))

function thread(log: (message: string) => void = () => {}, url = workerUrl): Downloads {
  const downloads = createDownloads({ workerUrl: url, log })
  onTestFinished(downloads.close)
  return downloads
}
/** A server that sends the first half, and the rest when it is told to. */
async function halting() {
  let goOn = (): void => {}
  const server = await serve((_request, response) => {
    response.writeHead(200, { etag: '"v1"', 'content-length': file.byteLength })
    response.write(file.subarray(0, 250_000))
    goOn = () => response.end(file.subarray(250_000))
  })
  return { server, goOn: () => goOn() }
}
const half = async (): Promise<void> => {
  while (!existsSync(toPath) || (await stat(toPath)).size < 250_000) await new Promise(setImmediate)
}

describe('a download in a thread of its own', () => {
  it('brings the file whole, tells its ETag and its hash, and has no key to send', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { etag: '"v1"', 'content-length': file.byteLength }).end(file)
    })
    const etags: (string | null)[] = []
    const client = testClient(server.baseUrl, { downloads: thread() })
    const result = await client.downloadFile(`${server.baseUrl}/f`, {
      ...whole,
      toPath,
      onProgress: ({ etag }) => etags.push(etag),
    })
    const sha256 = createHash('sha256').update(file).digest('hex')
    expect(result).toEqual({
      ok: true,
      value: { bytes: file.byteLength, etag: '"v1"', isResumed: false, sha256 },
    })
    expect((await readFile(toPath)).equals(file)).toBe(true)
    expect(etags[0]).toBe('"v1"')
    expect(JSON.stringify(server.seen[0])).not.toContain(TEST_KEY)
    client.close()
  })

  it('goes on with a partial file by Range, and takes several orders at once', async () => {
    const server = await serve((request, response) => {
      const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
      response.writeHead(from > 0 ? 206 : 200, {
        etag: '"v1"',
        'content-length': file.byteLength - from,
        ...(from > 0 && { 'content-range': `bytes ${from}-${file.byteLength - 1}/${file.byteLength}` }),
      })
      if (from > 0 || request.path !== '/broken') return void response.end(file.subarray(from))
      response.write(file.subarray(0, 100_000), () => setTimeout(() => response.socket?.destroySoon(), 20))
    })
    const client = testClient(server.baseUrl, { downloads: thread() })
    const other = client.downloadFile(`${server.baseUrl}/other`, { ...whole, toPath: join(folder, 'b.part') })
    const broken = await client.downloadFile(`${server.baseUrl}/broken`, { ...whole, toPath })
    expect(broken).toMatchObject({ ok: false, error: { code: 'answer_cut_short', retryable: true } })
    const resumed = await client.downloadFile(`${server.baseUrl}/again`, {
      ...whole,
      toPath,
      resumeEtag: '"v1"',
    })
    expect(resumed).toMatchObject({ ok: true, value: { isResumed: true } })
    expect((await other).ok).toBe(true)
    for (const name of ['a.wav.part', 'b.part'])
      expect((await readFile(join(folder, name))).equals(file)).toBe(true)
    client.close()
  })

  it('stops where it is when it is aborted, and says so once the file is closed', async () => {
    const { server } = await halting()
    const client = testClient(server.baseUrl, { downloads: thread() })
    const abort = new AbortController()
    const going = client.downloadFile(`${server.baseUrl}/f`, { ...whole, toPath, signal: abort.signal })
    await half()
    abort.abort()
    expect(await going).toMatchObject({ ok: false, error: { kind: 'aborted' }, partial: { bytes: 250_000 } })
    const early = AbortSignal.abort()
    expect(
      await client.downloadFile(`${server.baseUrl}/f`, { ...whole, toPath, signal: early }),
    ).toMatchObject({
      ok: false,
      error: { kind: 'aborted' },
    })
    client.close()
  })

  it('ends with what its listener threw, and the file is closed', async () => {
    const { server } = await halting()
    const client = testClient(server.baseUrl, { downloads: thread() })
    const onProgress = (): void => {
      throw new Error('the disk is full')
    }
    await expect(
      client.downloadFile(`${server.baseUrl}/f`, { ...whole, toPath, onProgress }),
    ).rejects.toThrow('the disk is full')
    client.close()
  })

  it('is told as interrupted, worth another try, when the thread ends in its middle', async () => {
    const { server } = await halting()
    const downloads = thread()
    const client = testClient(server.baseUrl, { downloads })
    const going = client.downloadFile(`${server.baseUrl}/f`, { ...whole, toPath })
    await half()
    await downloads.close()
    expect(await going).toMatchObject({
      ok: false,
      error: { code: 'download_interrupted', retryable: true },
      partial: null,
    })
    expect(await client.downloadFile(`${server.baseUrl}/f`, { ...whole, toPath })).toMatchObject({
      ok: false,
      error: { code: 'download_interrupted' },
    })
    client.close()
  })

  it('starts another thread after one that died of a bug, which is told', async () => {
    const logged: string[] = []
    const server = await serve((_request, response) => {
      response.writeHead(200, { etag: '"v1"', 'content-length': file.byteLength }).end(file)
    })
    const marker = join(folder, 'died')
    const failing = join(folder, 'failing-worker.mjs')
    await writeFile(
      failing,
      `import { existsSync, writeFileSync } from 'node:fs'
       if (!existsSync(${JSON.stringify(marker)})) {
         writeFileSync(${JSON.stringify(marker)}, '')
         throw new Error('a bug')
       }
       await import(${JSON.stringify(workerUrl.href)})`,
    )
    const downloads = thread((message) => logged.push(message), pathToFileURL(failing))
    const client = testClient(server.baseUrl, { downloads })
    const get = () => client.downloadFile(`${server.baseUrl}/f`, { ...whole, toPath })
    expect(await get()).toMatchObject({ ok: false, error: { code: 'download_interrupted' } })
    expect(logged).toEqual([expect.stringContaining('a bug')])
    expect(await get()).toMatchObject({ ok: true })
    client.close()
  })
})

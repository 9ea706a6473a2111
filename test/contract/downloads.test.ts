// Contract: download links, their life, ranges and validators.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AudioFile, Job } from '../../src-main/contract/index.ts'
import { envelopeOf } from './envelope.ts'
import { finishedJob, openService, readJob, type ServiceUnderTest } from './service-under-test.ts'

const DAY_MS = 24 * 60 * 60_000

let service: ServiceUnderTest
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())
beforeEach((context) => {
  if (!service.isSandbox) context.skip()
})

async function freshFile(): Promise<AudioFile & { job: Job }> {
  const job = await finishedJob(service)
  const audio = job.result?.output?.variants[0]?.files?.audio
  if (!audio) throw new Error('the job has no file')
  return { ...audio, job }
}

describe('Links', () => {
  test('"an expired download URL is a 400 worth retrying"; a read of the job issues a fresh one', async () => {
    const file = await freshFile()
    // By the service's clock, which other tests have moved: the file was made after the job.
    await service.advance(Date.parse(file.url_expires_at) - Date.parse(file.job.created_at))
    const error = envelopeOf(await service.call(file.url, { key: null }), 400)
    expect(error.retryable).toBe(true)
    const again = (await readJob(service, file.job.id)).result?.output?.variants[0]?.files?.audio
    expect((await service.call(again?.url ?? '', { key: null })).status).toBe(200)
  })

  test('a link that was changed opens nothing', async () => {
    const { url } = await freshFile()
    const later = url.replace(/expires=(\d+)/, (_, ms) => `expires=${Number(ms) + 1000}`)
    const other = url.replace(/files\/[^?]+/, 'files/00000000-0000-4000-8000-000000000000')
    const unsigned = url.replace(/&signature=.*/, '')
    for (const changed of [later, other, unsigned]) {
      expect(envelopeOf(await service.call(changed, { key: null }), 403).code).toBe('forbidden')
    }
  })

  test('"Generated audio and its record | deleted 7 days after generation …; links then return 404"', async () => {
    const { url } = await freshFile()
    await service.advance(8 * DAY_MS)
    const error = envelopeOf(await service.call(url, { key: null }), 404)
    expect(error).toMatchObject({ code: 'not_found', retryable: false })
  })
})

describe('Bytes', () => {
  test('a range is answered with 206 and exactly those bytes', async () => {
    const { url, bytes } = await freshFile()
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer())
    const ranges = [
      ['bytes=0-9', 0, 9],
      ['bytes=100-', 100, bytes - 1],
      ['bytes=-7', bytes - 7, bytes - 1],
      [`bytes=5-${bytes * 2}`, 5, bytes - 1],
    ] as const
    for (const [range, first, last] of ranges) {
      const response = await fetch(url, { headers: { range } })
      expect(response.status).toBe(206)
      expect(response.headers.get('content-range')).toBe(`bytes ${first}-${last}/${bytes}`)
      const part = Buffer.from(await response.arrayBuffer())
      expect(part.equals(whole.subarray(first, last + 1))).toBe(true)
    }
  })

  test('a range outside of the file is a 416', async () => {
    const { url, bytes } = await freshFile()
    const answer = await service.call(url, { key: null, headers: { range: `bytes=${bytes}-` } })
    envelopeOf(answer, 416)
    expect(answer.headers.get('content-range')).toBe(`bytes */${bytes}`)
  })

  test('`If-Range` with another ETag gets the whole file', async () => {
    const { url, bytes } = await freshFile()
    const head = await fetch(url, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.headers.get('content-length')).toBe(String(bytes))
    expect(head.headers.get('accept-ranges')).toBe('bytes')
    const etag = head.headers.get('etag') ?? ''
    expect(etag).toMatch(/^".+"$/)
    const same = await fetch(url, { headers: { range: 'bytes=0-9', 'if-range': etag } })
    const changed = await fetch(url, { headers: { range: 'bytes=0-9', 'if-range': '"other"' } })
    expect([same.status, changed.status]).toEqual([206, 200])
    await Promise.all([same.arrayBuffer(), changed.arrayBuffer()])
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })
})

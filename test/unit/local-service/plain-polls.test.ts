// A plain poll is answered past the application: nobody can tell from the answer.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CREATE, openService, type ServiceUnderTest, textRequest } from '../../contract/service-under-test.ts'

let service: ServiceUnderTest
let ended: string
let held: string

beforeAll(async () => {
  service = await openService()
  ended = await create(`${CREATE}?wait=25`)
  await service.pace({ hold: true })
  held = await create(CREATE)
})
afterAll(() => service.close())

async function create(path: string, key = service.apiKey): Promise<string> {
  const { json } = await service.call(path, { key, body: textRequest(service) })
  // A create answers with a job.
  return `${CREATE}/${(json as { readonly id: string }).id}`
}

interface Poll {
  readonly status: number
  readonly names: readonly string[]
  readonly json: unknown
}

/** A preference that nothing knows changes no answer, but makes the poll no plain one. */
const THROUGH_APPLICATION = { prefer: 'respond-async' }

async function poll(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Poll> {
  const answer = await service.call(path, { headers })
  return { status: answer.status, names: [...answer.headers.keys()].sort(), json: answer.json }
}

/** Without what depends on the moment of the read. */
function timeless({ status, names, json }: Poll): object {
  const text = JSON.stringify(json)
    .replaceAll(/\?expires=[^"]*/g, '')
    .replaceAll(/("url_expires_at":|"progress":)[^,}]*/g, '$1')
    .replace('"status":"queued"', '"status":"running"')
  return { status, names, text }
}

describe('A plain poll', () => {
  test('of a job that has ended has the headers and the body that the application gives', async () => {
    expect(timeless(await poll(ended))).toEqual(timeless(await poll(ended, THROUGH_APPLICATION)))
  })

  test('of a job that runs has them too, with the seconds to the next poll', async () => {
    const plain = await poll(held)
    expect(plain.names).toContain('retry-after')
    expect(timeless(plain)).toEqual(timeless(await poll(held, THROUGH_APPLICATION)))
  })

  test('gets a fresh link at every read', async () => {
    const before = await service.call(ended)
    await service.advance(60_000)
    const after = await service.call(ended)
    const link = /"url":"([^"]*\?expires=[^"]*)","url_expires_at":"([^"]*)"/
    const [, firstUrl = '', firstEnd = ''] = link.exec(before.text) ?? []
    const [, url = '', end = ''] = link.exec(after.text) ?? []
    expect(Date.parse(end) - Date.parse(firstEnd)).toBeGreaterThanOrEqual(60_000)
    expect(url).not.toBe(firstUrl)
    expect((await fetch(url)).status).toBe(200)
  })

  test('takes one request out of the pool', async () => {
    const key = await service.newKey()
    const path = await create(CREATE, key)
    const answer = await service.call(path, { key })
    const limit = Number(answer.headers.get('ratelimit-limit'))
    expect(Number(answer.headers.get('ratelimit-remaining'))).toBe(limit - 1)
  })

  test('is refused as ever with a foreign origin, an unknown version, an unknown key, for an unknown job', async () => {
    expect((await poll(ended, { origin: 'http://evil.example' })).status).toBe(403)
    expect((await poll(ended, { 'service-version': '1999-01-01' })).status).toBe(400)
    expect((await service.call(ended, { key: 'sk-unknown' })).status).toBe(401)
    expect((await poll(`${CREATE}/unknown`)).status).toBe(404)
    expect((await poll(ended.replace('text-to-sfx/generations', 'extend/edits'))).status).toBe(404)
  })
})

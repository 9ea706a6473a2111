// Contract: asset tickets and the storage upload.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { envelopeOf } from './envelope.ts'
import { openService, type ServiceUnderTest } from './service-under-test.ts'
import { type Entry, entriesOf, newTicket, upload } from './upload.ts'

const HOUR_MS = 60 * 60_000

let service: ServiceUnderTest
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

describe('Asset upload ticket (POST /v3/assets response, 201)', () => {
  test('"`upload_expires_at` (… currently one hour)"; every field of the table', async () => {
    const { headers } = await service.call('/v3/me')
    const ticket = await newTicket(service)
    expect(Object.keys(ticket)).toEqual(
      expect.arrayContaining(['id', 'upload_url', 'upload_expires_at', 'max_bytes', 'fields']),
    )
    if (service.isSandbox) return
    const serverNow = Date.parse(headers.get('date') ?? '')
    expect(Date.parse(ticket.upload_expires_at)).toBeGreaterThan(serverNow)
  })

  test.each([
    [undefined],
    [''],
    ['audio'],
    ['text/plain'],
    ['image/png'],
    ['audio/webm; codecs=opus'],
    ['audio/wav; charset=utf-8'],
    [7],
  ])(
    '"`content_type` missing or not a plain `audio/*` or `video/*` on asset creation | 400": %s',
    async (contentType) => {
      const answer = await service.call('/v3/assets', { body: { content_type: contentType } })
      expect(envelopeOf(answer, 400)).toMatchObject({ code: 'invalid_request', param: 'content_type' })
    },
  )
})

describe('Storage upload', () => {
  test('"send every entry of `fields` first, then the file as the last part named `file` … Returns 2xx on success"', async () => {
    const ticket = await newTicket(service, 'video/mp4')
    const answer = await upload(ticket, entriesOf(ticket))
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' })
  })

  test("a file of several megabytes that holds the boundary's own characters", async () => {
    const ticket = await newTicket(service)
    const chunk = '\r\n--formdata-undici-\r\n----\r\n\r\n'
    const answer = await upload(ticket, entriesOf(ticket, new Blob([chunk.repeat(200_000)])))
    expect(answer.status).toBe(204)
  })

  test('"a larger or empty body is refused with 400"', async () => {
    const ticket = await newTicket(service)
    const empty = await upload(ticket, entriesOf(ticket, new Blob([])))
    expect(envelopeOf(empty, 400)).toMatchObject({ code: 'invalid_request', param: 'file' })
  })

  test('"an edited field with 403"', async () => {
    const ticket = await newTicket(service)
    for (const name of Object.keys(ticket.fields)) {
      const edited = entriesOf(ticket).map(([key, value]): Entry => [key, key === name ? `${value}0` : value])
      expect(envelopeOf(await upload(ticket, edited), 403).code).toBe('forbidden')
      const missing = entriesOf(ticket).filter(([key]) => key !== name)
      expect(envelopeOf(await upload(ticket, missing), 403).code).toBe('forbidden')
    }
    const added: Entry[] = [['acl', 'public'], ...entriesOf(ticket)]
    expect(envelopeOf(await upload(ticket, added), 403).code).toBe('forbidden')
  })

  test('the fields of another ticket do not fit', async () => {
    const [mine, other] = [await newTicket(service), await newTicket(service)]
    const mixed = entriesOf({ ...mine, fields: { ...mine.fields, key: other.fields.key ?? '' } })
    envelopeOf(await upload(mine, mixed), 403)
  })

  test('a field after the file, no file, or no form at all is a 400', async () => {
    const ticket = await newTicket(service)
    const [file, ...fields] = entriesOf(ticket).reverse()
    if (!file) throw new Error('no file')
    envelopeOf(await upload(ticket, [...fields, file, ['late', '1']]), 400)
    envelopeOf(await upload(ticket, fields), 400)
    const raw = await fetch(ticket.upload_url, { method: 'POST', body: 'RIFF' })
    expect(raw.status).toBe(400)
    await raw.text()
    const cut = await fetch(ticket.upload_url, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x\r\nContent-Disposition: form-data; name="key"\r\n\r\ncut off',
    })
    expect(cut.status).toBe(400)
    await cut.text()
  })

  test('an edited field on a large upload still gets its answer', async () => {
    const ticket = await newTicket(service)
    const form = new FormData()
    form.append('key', 'edited')
    form.append('file', new Blob([new Uint8Array(30_000_000)]))
    const response = await fetch(ticket.upload_url, { method: 'POST', body: form })
    expect(response.status).toBe(403)
    await response.text()
  })

  test('"window in which the upload may start": afterwards the ticket is refused', async (context) => {
    if (!service.isSandbox) return context.skip()
    const ticket = await newTicket(service)
    await service.advance(HOUR_MS)
    const error = envelopeOf(await upload(ticket, entriesOf(ticket)), 403)
    expect(error.code).toBe('forbidden')
  })
})

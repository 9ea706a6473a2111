// Uploads for contract tests: a ticket, its form, and the storage that takes it.

import { expect } from 'vitest'
import { UploadTicket } from '../../src-main/contract/index.ts'
import type { Answer, ServiceUnderTest } from './service-under-test.ts'

export type Entry = readonly [name: string, value: string | Blob]

/** A fresh ticket of the key's account. */
export async function newTicket(
  service: ServiceUnderTest,
  contentType = 'audio/wav',
  key = service.apiKey,
): Promise<UploadTicket> {
  const answer = await service.call('/v3/assets', { body: { content_type: contentType }, key })
  expect(answer.status).toBe(201)
  return UploadTicket.parse(answer.json)
}

/** The form of a ticket in its right order: every field, then the file. */
export function entriesOf(ticket: UploadTicket, file: Blob = new Blob(['RIFF some audio'])): Entry[] {
  return [...Object.entries(ticket.fields), ['file', file]]
}

/** Sends the entries in their order, without a key. */
export async function upload(ticket: UploadTicket, entries: readonly Entry[]): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  const response = await fetch(ticket.upload_url, { method: 'POST', body: form })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: text === '' ? undefined : JSON.parse(text),
  }
}

/** An asset that can be used; returns its id. */
export async function uploadedAsset(
  service: ServiceUnderTest,
  bytes: Uint8Array<ArrayBuffer>,
  key = service.apiKey,
): Promise<string> {
  const ticket = await newTicket(service, 'audio/wav', key)
  const answer = await upload(ticket, entriesOf(ticket, new Blob([bytes])))
  expect(answer.status).toBeLessThan(300)
  return ticket.id
}

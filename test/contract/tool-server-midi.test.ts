// Contract: the transcription tools.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { wavChunks } from '../../src-main/local-service/codecs/wav.ts'
import { connect, type ServiceUnderTest, startLocalService } from './service-under-test.ts'
import { signIn, type ToolClient } from './tool-server-client.ts'

const RATE = 8000
/** Concert pitches of a rising triad, half a second each. */
const TRIAD_HZ = [261.63, 329.63, 392, 523.25]

let service: ServiceUnderTest
let tools: ToolClient
let asset_id: unknown
beforeAll(async () => {
  const started = await startLocalService()
  service = await connect(started.baseUrl, started.apiKey, started.close)
  tools = await signIn(service.baseUrl)
  const data_base64 = triad().toString('base64')
  asset_id = (await tools.use('create_asset', { content_type: 'audio/wav', data_base64 })).asset_id
})
afterAll(async () => {
  await tools.close()
  await service.close()
})

/** Plucked notes with two overtones, as a 16-bit WAV. */
function triad(): Buffer {
  const samples = Float32Array.from({ length: TRIAD_HZ.length * (RATE / 2) }, (_, index) => {
    const hz = TRIAD_HZ[Math.floor(index / (RATE / 2))] ?? 0
    const seconds = (index % (RATE / 2)) / RATE
    const wave = [1, 2, 3].map((n) => Math.sin(2 * Math.PI * n * hz * seconds) / n)
    return 0.3 * Math.exp(-4 * seconds) * wave.reduce((sum, value) => sum + value, 0)
  })
  return Buffer.concat([...wavChunks(samples, { sampleRateHz: RATE, loop: false, ditherSeed: 1 })])
}

test('a transcription is quoted, made, waited for, charged once, and its notes are read page by page', async () => {
  const quote = await tools.use('preflight', { endpoint_key: 'audio_to_midi', duration_ms: 2000 })
  expect(quote.credits).toBe(5)
  const { job_id } = await tools.use('audio_to_midi', { audio: { asset_id } })
  let job = await tools.use('wait_job', { job_id })
  while (job.status === 'queued' || job.status === 'running') job = await tools.use('wait_job', { job_id })
  expect(job).toMatchObject({ job_id, status: 'succeeded' })
  const [midiUrl] = Object(job).download_urls
  const midi = Buffer.from(await (await fetch(midiUrl)).arrayBuffer())
  expect(midi.subarray(0, 4).toString()).toBe('MThd')
  expect(Object(job).result).not.toHaveProperty('notes')

  const notes: unknown[] = []
  let offset: unknown = 0
  while (offset !== null) {
    const page = await tools.use('get_transcription_notes', { job_id, offset, limit: 3 })
    expect(Object(page.notes).length).toBeLessThanOrEqual(3)
    notes.push(...Object(page.notes))
    offset = page.next_offset
  }
  expect(notes).toHaveLength(Number(job.notes_total))
  expect(notes.length).toBeGreaterThan(3)
  const { json } = await service.call('/sandbox/ledger')
  expect(Object(json).entries).toMatchObject([{ job_id, kind: 'debit', credits: 5 }])
})

test.each([
  [{ audio: { asset_id: '00000000-0000-4000-8000-000000000000' } }, 'invalid_asset', 'audio.asset_id'],
  [{ audio: { url: 'ftp://example.com/a.wav' } }, 'invalid_request', 'audio.url'],
  [{ tempo: { mode: 'fixed', bpm: 20 } }, 'invalid_request', 'tempo.bpm'],
  [{ instruments: ['theremin'] }, 'invalid_request', 'instruments.0'],
  [{ idempotency_key: 'once' }, 'invalid_request', 'idempotency_key'],
])('%j is refused with %s at %s', async (changes, code, param) => {
  expect(await tools.refusal('audio_to_midi', { audio: { asset_id }, ...changes })).toMatchObject({
    code,
    param,
  })
})

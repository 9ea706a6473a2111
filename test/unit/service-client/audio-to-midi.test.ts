// The audio-to-MIDI routes against a real server on loopback.
import { expect, test } from 'vitest'
import { sendError, sendJson, serve, serveRaw } from './support/loopback-server.ts'
import { testClient } from './support/test-client.ts'

const bytes = new TextEncoder().encode('{"audio":{"type":"url","audio_url":"https://a.example/x.wav"}}')
const note = { pitch: 60, start: 0, end: 0.5, velocity: 90, instrument: 'acoustic_piano' }
const finished = {
  midi: { url: 'https://storage.example/a.mid' },
  notes: [note],
  model: 'm-1',
  duration_ms: 4000,
  credits: 10,
}

test('a job is created without an idempotency key and polled at its relative job_url', async () => {
  const server = await serve((request, response) =>
    request.method === 'POST'
      ? sendJson(response, 202, { job_id: 'j 1', job_url: '/v2/audio-to-midi/v1.0/jobs/j%201' })
      : sendJson(response, 200, {
          job_id: 'j 1',
          status: 'processing',
          progress_percent: 40,
          result: { notes: [note] },
        }),
  )
  const client = testClient(server.baseUrl)
  const created = await client.createTranscription(bytes)
  if (!created.ok) throw new Error(created.error.message)
  expect(server.seen[0]?.headers['idempotency-key']).toBeUndefined()
  const polled = await client.getTranscription(created.value.job_id, { jobUrl: created.value.job_url })
  expect(polled).toMatchObject({ ok: true, value: { status: 'processing', result: { notes: [note] } } })
  await client.getTranscription('j 1', { jobUrl: 'https://evil.example/v2/jobs/1' })
  expect(server.seen.map(({ path }) => path)).toEqual([
    '/v2/audio-to-midi/v1.0/jobs',
    '/v2/audio-to-midi/v1.0/jobs/j%201',
    '/v2/audio-to-midi/v1.0/jobs/j%201',
  ])
})

test('a finished job holds a whole result, else it is malformed', async () => {
  let result: unknown = finished
  const server = await serve((_request, response) =>
    sendJson(response, 200, { job_id: 'j', status: 'succeeded', result }),
  )
  const client = testClient(server.baseUrl)
  expect(await client.getTranscription('j')).toMatchObject({ ok: true, value: { result: finished } })
  result = { midi_url: 'https://storage.example/a.mid' }
  expect(await client.getTranscription('j')).toMatchObject({ ok: false, error: { kind: 'malformed' } })
})

test('a reset after a create was sent leaves its fate unknown', async () => {
  const server = await serveRaw((socket) => socket.resetAndDestroy())
  const result = await testClient(server.baseUrl).createTranscription(bytes)
  expect(result).toMatchObject({ ok: false, error: { kind: 'offline', bytesMayHaveLeft: true } })
})

test('sync sends its key and reads the result at the top level', async () => {
  const server = await serve((_request, response) => sendJson(response, 200, finished))
  const client = testClient(server.baseUrl)
  expect(await client.transcribeSync(bytes, { idempotencyKey: 'k' })).toMatchObject({
    ok: true,
    value: finished,
  })
  expect(server.seen[0]?.headers['idempotency-key']).toBe('k')
  expect(() => client.transcribeSync(bytes, { idempotencyKey: 'k'.repeat(129) })).toThrow(RangeError)
})

test('a quote is asked for by length', async () => {
  const server = await serve((_request, response) => sendJson(response, 200, { credits: 25 }))
  const client = testClient(server.baseUrl)
  expect(await client.preflightTranscription(10_000)).toMatchObject({ ok: true, value: { credits: 25 } })
  expect(server.seen[0]?.path).toBe('/v2/audio-to-midi/v1.0/preflight?duration_ms=10000')
  expect(() => client.preflightTranscription(1.5)).toThrow(RangeError)
})

test('instruments are detected, or refused with the credits in the way', async () => {
  let isFree = true
  const server = await serve((_request, response) =>
    isFree
      ? sendJson(response, 200, {
          instrument_detection_id: 'd',
          asset_id: 'a',
          recommended_instruments: ['violin'],
          instruments: [{ name: 'violin', agreement: 0.8 }],
          credits_charged: 0,
          free_detections_remaining: 9,
          detector_revision: 'r1',
        })
      : sendError(response, 402, { code: 'max_credits_exceeded' }),
  )
  const client = testClient(server.baseUrl)
  const audio = { type: 'url', audio_url: 'https://a.example/x.wav' } as const
  expect(await client.detectInstruments({ audio, max_credits: 0 })).toMatchObject({
    ok: true,
    value: { recommended_instruments: ['violin'] },
  })
  isFree = false
  expect(await client.detectInstruments({ audio, max_credits: 0 })).toMatchObject({
    ok: false,
    error: { code: 'max_credits_exceeded', status: 402 },
  })
  expect(JSON.parse(server.seen[0]?.body.toString() ?? '')).toEqual({ audio, max_credits: 0 })
})

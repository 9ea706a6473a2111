// Contract: the audio-to-MIDI routes: preflight, sync with its own idempotency, jobs, detection, billing, refusals.

import { createHash } from 'node:crypto'
import toneMidi from '@tonejs/midi'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  Account,
  InstrumentDetection,
  midiUrlOf,
  TranscriptionAccepted,
  TranscriptionPoll,
  TranscriptionPreflight,
  TranscriptionResult,
} from '../../src-main/contract/index.ts'
import { SCALE, toneWav } from './audio-to-midi-tones.ts'
import { encodedAs } from './encoded.ts'
import { envelopeOf } from './envelope.ts'
import { openService, type ServiceUnderTest } from './service-under-test.ts'
import { newTicket, uploadedAsset } from './upload.ts'

const ROOT = '/v2/audio-to-midi/v1.0'
const SYNC = `${ROOT}/sync`
const JOBS = `${ROOT}/jobs`
const INSTRUMENTS = `${ROOT}/instruments`
const HOUR_MS = 3_600_000
/** One second of silence: it costs max(1, round(2.5)). */
const SILENCE = toneWav(1)
const SILENCE_CREDITS = 3

let service: ServiceUnderTest
let scale: string
let silence: string
beforeAll(async () => {
  service = await openService()
  scale = await uploadedAsset(service, toneWav(9, SCALE))
  silence = await uploadedAsset(service, SILENCE)
})
afterAll(() => service.close())

function sandboxOnly(): void {
  beforeEach((context) => {
    if (!service.isSandbox) context.skip()
  })
}

async function downloaded(url: string): Promise<Buffer> {
  const answer = await fetch(url)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

function asset(id: string, changes: object = {}): object {
  return { audio: { type: 'asset', asset_id: id }, ...changes }
}

async function ledgerOf(
  key: string,
): Promise<readonly { readonly family: string; readonly credits: number }[]> {
  const { json } = await service.call('/sandbox/ledger', { key })
  // The sandbox's own route; its shape is proven in sandbox.test.ts.
  return (json as { entries: { family: string; credits: number }[] }).entries
}

async function polled(url: string, key = service.apiKey): Promise<TranscriptionPoll> {
  for (;;) {
    const poll = TranscriptionPoll.parse((await service.call(url, { key })).json)
    if (poll.status !== 'queued' && poll.status !== 'running') return poll
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Every note that was played is there; how many more a service hears is its accuracy, which benches measure. */
function expectTheScale(notes: TranscriptionResult['notes']): void {
  for (const { pitch, start } of SCALE) {
    const found = notes.find((note) => note.pitch === pitch && Math.abs(note.start - start) < 0.1)
    expect(found, `a note ${pitch} at ${start} s`).toBeDefined()
  }
  expect(notes.length).toBeLessThan(2 * SCALE.length)
}

/** Waits for a request that holds no answer yet: its job reserves credits. */
const untilRunning = (key: string): Promise<void> => untilReserved(key, (credits) => credits > 0)
const untilNothingRuns = (key: string): Promise<void> => untilReserved(key, (credits) => credits === 0)

async function untilReserved(key: string, holds: (credits: number) => boolean): Promise<void> {
  for (;;) {
    const { credits_available, spend_capacity } = Account.parse((await service.call('/v3/me', { key })).json)
    if (holds((credits_available ?? 0) - (spend_capacity ?? 0))) return
  }
}

/** A new account with one second of silence uploaded. */
async function accountWithSilence(account: object = {}): Promise<{ key: string; id: string }> {
  const key = await service.newKey(account)
  return { key, id: await uploadedAsset(service, SILENCE, key) }
}

describe('Preflight', () => {
  test('"audio-to-MIDI: max(1, round(seconds x 2.5)); preflight prices the submitted duration"', async () => {
    for (const [durationMs, credits] of [
      [0, 1],
      [100, 1],
      [1000, 3],
      [9000, 23],
      [60_000, 150],
    ] as const) {
      const answer = await service.call(`${ROOT}/preflight?duration_ms=${durationMs}`)
      expect(answer.status).toBe(200)
      expect(TranscriptionPreflight.parse(answer.json).credits).toBe(credits)
    }
  })

  test('what no create of ours would take is refused before it is sent', async (context) => {
    if (!service.isSandbox) context.skip()
    const answer = await service.call(`${ROOT}/preflight?duration_ms=${4 * 60 * 60_000}`)
    expect(envelopeOf(answer, 422)).toMatchObject({ code: 'audio_too_long', param: 'duration_ms' })
  })

  test.each(['', '?duration_ms=', '?duration_ms=1.5', '?duration_ms=-1', '?duration_ms=soon'])(
    'a duration that is no whole number of milliseconds is a 400: "%s"',
    async (query) => {
      expect(envelopeOf(await service.call(`${ROOT}/preflight${query}`), 400)).toMatchObject({
        code: 'invalid_request',
        param: 'duration_ms',
      })
    },
  )
})

describe('Sync', () => {
  test('"POST …/sync: Audio-to-MIDI request. Synchronous.": the notes, the files, the timing and the model', async () => {
    const answer = await service.call(SYNC, { body: asset(scale) })
    expect(answer.status).toBe(200)
    const result = TranscriptionResult.parse(answer.json)
    expectTheScale(result.notes)
    expect(result).toMatchObject({ duration_ms: 9000, musicxml_optimized: false })
    expect(result.timing).toEqual({ requested: 'performance', applied: 'performance' })
    expect(result.model).toMatch(/\S/)
    const midi = await fetch(midiUrlOf(result) ?? '')
    expect(Buffer.from(await midi.arrayBuffer()).toString('latin1', 0, 4)).toBe('MThd')
    const musicXml = await fetch(result.musicxml_url ?? '')
    expect(await musicXml.text()).toContain('<score-partwise version="4.0">')
  })

  test('`score_pdfs`: "Also delivers full score PDF, one PDF per part, tablature for eligible fretted parts, and one ZIP of them. Implies `optimize_musicxml`."', async (context) => {
    const body = asset(scale, { score_pdfs: true, page_size: 'letter', instruments: ['acoustic_guitar'] })
    const answer = await service.call(SYNC, { body })
    expect(answer.status).toBe(200)
    const result = TranscriptionResult.parse(answer.json)
    // "If PDF rendering is unavailable, the response omits […], and MIDI and MusicXML are still returned."
    expect(midiUrlOf(result)).not.toBeNull()
    expect(result.musicxml_url).toBeTruthy()
    const named = ['score_bundle_url', 'score_manifest_url', 'score_pdfs'].filter((name) => name in result)
    if (!service.isSandbox && named.length === 0) return context.skip()
    expect(named).toHaveLength(3)
    expect(result.musicxml_optimized).toBe(true)
    const pdfs = result.score_pdfs ?? []
    expect(pdfs.map(({ kind }) => kind)).toEqual(['score', 'part', 'tablature'])
    for (const { url, sha256 } of pdfs) {
      const pdf = await downloaded(url)
      expect(pdf.subarray(0, 5).toString('latin1')).toBe('%PDF-')
      if (sha256 != null) expect(createHash('sha256').update(pdf).digest('hex')).toBe(sha256)
    }
    const entries = unzipSync(await downloaded(result.score_bundle_url ?? ''))
    expect(Object.keys(entries).filter((name) => name.endsWith('.pdf'))).toEqual(
      pdfs.map(({ filename }) => filename),
    )
    const manifest = JSON.parse((await downloaded(result.score_manifest_url ?? '')).toString('utf8'))
    expect(manifest.files).toHaveLength(3)
  })

  test('`quantized` "is honoured only when the beat grid is reliable, otherwise the response reports `performance` with a `fallback_reason`"', async () => {
    const answer = await service.call(SYNC, { body: asset(silence, { timing: 'quantized' }) })
    expect(TranscriptionResult.parse(answer.json).timing).toMatchObject({
      requested: 'quantized',
      applied: 'performance',
      fallback_reason: expect.stringMatching(/\S/),
    })
    const even = await service.call(SYNC, { body: asset(scale, { timing: 'quantized' }) })
    expect(TranscriptionResult.parse(even.json).timing).toEqual({
      requested: 'quantized',
      applied: 'quantized',
    })
  })

  test('silence gives a result without notes', async () => {
    expect(
      TranscriptionResult.parse((await service.call(SYNC, { body: asset(silence) })).json).notes,
    ).toEqual([])
  })

  test('"With `fixed` and no `bpm`, the detected BPM is written as one constant tempo."', async () => {
    const body = asset(scale, { tempo: { mode: 'fixed' }, time_signature: { numerator: 3, denominator: 4 } })
    const result = TranscriptionResult.parse((await service.call(SYNC, { body })).json)
    expect(result.tempo_map).toHaveLength(1)
    expect(result.tempo_map?.[0]?.bpm).toBeCloseTo(result.rhythm?.bpm ?? 0, 1)
    expect(result.rhythm?.time_signature).toEqual({ numerator: 3, denominator: 4 })
  })

  test('a steady take at its own constant tempo lies where it is heard, whatever the silence before it', async () => {
    const late = await uploadedAsset(
      service,
      toneWav(
        10,
        SCALE.map(({ pitch, start, end }) => ({ pitch, start: start + 0.18, end: end + 0.18 })),
      ),
    )
    const [heard, fixed] = await Promise.all(
      [{}, { tempo: { mode: 'fixed' } }].map(async (changes) =>
        TranscriptionResult.parse((await service.call(SYNC, { body: asset(late, changes) })).json),
      ),
    )
    expect(fixed?.notes.map(({ pitch }) => pitch)).toEqual(heard?.notes.map(({ pitch }) => pitch))
    for (const [index, { start }] of (fixed?.notes ?? []).entries())
      expect(Math.abs(start - (heard?.notes[index]?.start ?? 0))).toBeLessThan(0.04)
    const midi = new toneMidi.Midi(await downloaded(midiUrlOf(fixed!) ?? ''))
    expect(midi.header.tempos).toHaveLength(1)
    const starts = midi.tracks.flatMap(({ notes }) => notes.map(({ time }) => time)).sort((a, b) => a - b)
    for (const [index, start] of starts.entries())
      expect(start).toBeCloseTo(fixed?.notes[index]?.start ?? 0, 2)
  })
})

describe('Sync idempotency', () => {
  sandboxOnly()

  const send = (id: string, key: string, idempotencyKey: string, changes: object = {}) =>
    service.call(SYNC, { body: asset(id, changes), key, headers: { 'idempotency-key': idempotencyKey } })

  test('"same body while first request runs, same body after first completed and still remembered, and different body all return 409 `idempotency_conflict`"', async () => {
    const { key, id } = await accountWithSilence()
    await service.pace({ hold: true })
    const first = send(id, key, 'one')
    await untilRunning(key)
    const during = await send(id, key, 'one')
    await service.pace({ hold: false })
    expect(envelopeOf(during, 409).code).toBe('idempotency_conflict')
    expect((await first).status).toBe(200)
    expect(envelopeOf(await send(id, key, 'one'), 409).code).toBe('idempotency_conflict')
    expect(envelopeOf(await send(id, key, 'one', { timing: 'quantized' }), 409).code).toBe(
      'idempotency_conflict',
    )
    expect(await ledgerOf(key)).toHaveLength(1)
  })

  test('"If the first attempt failed, the request runs again under the same key."', async () => {
    const { key, id } = await accountWithSilence()
    const rule = { match: { family: 'audio-to-midi' }, fault: { kind: 'failed' }, times: 1 }
    await service.call('/sandbox/faults', { body: rule })
    expect(envelopeOf(await send(id, key, 'again'), 500).code).toBe('generation_failed')
    expect(await ledgerOf(key)).toEqual([])
    expect((await send(id, key, 'again')).status).toBe(200)
  })

  test('"remembered 24 to 48 hours after the original completes; a 409 does not extend it"; then "a new request runs and is billed"', async () => {
    const { key, id } = await accountWithSilence()
    expect((await send(id, key, 'day')).status).toBe(200)
    await service.advance(24 * HOUR_MS - 60_000)
    const again = await uploadedAsset(service, SILENCE, key)
    expect(envelopeOf(await send(again, key, 'day'), 409).code).toBe('idempotency_conflict')
    await service.advance(24 * HOUR_MS + 120_000)
    const later = await uploadedAsset(service, SILENCE, key)
    expect((await send(later, key, 'day')).status).toBe(200)
    expect(await ledgerOf(key)).toHaveLength(2)
    // The other tests' assets are older than a day now.
    scale = await uploadedAsset(service, toneWav(9, SCALE))
    silence = await uploadedAsset(service, SILENCE)
  })

  test('"Accepts `Idempotency-Key` (up to 128 characters)."', async () => {
    const { key, id } = await accountWithSilence()
    expect(envelopeOf(await send(id, key, 'k'.repeat(129)), 400).code).toBe('invalid_request')
    expect((await send(id, key, 'k'.repeat(128))).status).toBe(200)
  })
})

describe('Jobs', () => {
  test('"the response carries a `job_id` and `job_url` to poll until success or error"', async () => {
    const answer = await service.call(JOBS, { body: asset(scale) })
    expect(answer.status).toBe(202)
    const accepted = TranscriptionAccepted.parse(answer.json)
    const poll = await polled(accepted.job_url ?? '')
    expect(poll).toMatchObject({ job_id: accepted.job_id, status: 'succeeded', progress_percent: 100 })
    expectTheScale(poll.result?.notes ?? [])
  })

  test('while a job runs its result holds the notes decoded so far, and `Retry-After` tells when to ask again', async (context) => {
    if (!service.isSandbox) return context.skip()
    await service.pace({ hold: true })
    const { job_id: id } = TranscriptionAccepted.parse(
      (await service.call(JOBS, { body: asset(scale) })).json,
    )
    let answer = await service.call(`${JOBS}/${id}`)
    // A job that is held stands just before its end.
    while ((TranscriptionPoll.parse(answer.json).progress_percent ?? 0) < 99) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      answer = await service.call(`${JOBS}/${id}`)
    }
    await service.pace({ hold: false })
    const held = TranscriptionPoll.parse(answer.json)
    expect(held).toMatchObject({ status: 'running', progress_percent: 99 })
    expect(held.result?.notes?.length).toBeGreaterThanOrEqual(SCALE.length)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    await polled(`${JOBS}/${id}`)
  })

  test('"Does not support `Idempotency-Key`; resubmitting can create and bill a separate job."', async () => {
    const headers = { 'idempotency-key': 'ignored' }
    const send = async () =>
      TranscriptionAccepted.parse((await service.call(JOBS, { body: asset(silence), headers })).json).job_id
    const [first, second] = [await send(), await send()]
    expect(first).not.toBe(second)
    await Promise.all([polled(`${JOBS}/${first}`), polled(`${JOBS}/${second}`)])
  })

  test('"a job can be read only with the key that created it"', async (context) => {
    if (!service.isSandbox) return context.skip()
    const { job_id: id } = TranscriptionAccepted.parse(
      (await service.call(JOBS, { body: asset(silence) })).json,
    )
    const stranger = await service.newKey()
    expect(envelopeOf(await service.call(`${JOBS}/${id}`, { key: stranger }), 404).code).toBe('not_found')
    await polled(`${JOBS}/${id}`)
  })

  test('"Rate limit or concurrency ceiling reached on create": 429 with `Retry-After` and concurrency headers', async (context) => {
    if (!service.isSandbox) return context.skip()
    const { key, id } = await accountWithSilence({ concurrency: 1 })
    await service.pace({ hold: true })
    const { job_id: running } = TranscriptionAccepted.parse(
      (await service.call(JOBS, { body: asset(id), key })).json,
    )
    const refused = await service.call(JOBS, { body: asset(id), key })
    await service.pace({ hold: false })
    expect(envelopeOf(refused, 429)).toMatchObject({ code: 'concurrency_limit_reached', retryable: true })
    expect(refused.headers.get('retry-after')).not.toBeNull()
    expect(refused.headers.get('service-concurrency-limit')).toBe('1')
    expect(refused.headers.get('service-concurrency-current')).toBe('1')
    await polled(`${JOBS}/${running}`, key)
  })

  test('a job that no longer ends expires after 24 hours', async (context) => {
    if (!service.isSandbox) return context.skip()
    const { key, id } = await accountWithSilence()
    await service.pace({ hold: true })
    const { job_id: job } = TranscriptionAccepted.parse(
      (await service.call(JOBS, { body: asset(id), key })).json,
    )
    await service.advance(24 * HOUR_MS)
    const poll = await polled(`${JOBS}/${job}`, key)
    await service.pace({ hold: false })
    expect(poll.status).toBe('expired')
    expect(await ledgerOf(key)).toEqual([])
    scale = await uploadedAsset(service, toneWav(9, SCALE))
    silence = await uploadedAsset(service, SILENCE)
  })
})

describe('Billing', () => {
  sandboxOnly()

  test.each(['flac', 'mp3_192', 'm4a_192'] as const)(
    '"WAV, FLAC, MP3, OGG, AAC": a recording as %s is heard, measured and billed as its WAV is',
    async (format) => {
      const id = await uploadedAsset(service, await encodedAs(format, toneWav(9, SCALE)))
      const answer = await service.call(SYNC, { body: asset(id) })
      const result = TranscriptionResult.parse(answer.json)
      expect(result.credits).toBe(23)
      expect(Math.abs((result.duration_ms ?? 0) - 9000)).toBeLessThan(3)
      expectTheScale(result.notes)
    },
  )

  test('"creates bill the measured duration of the downloaded media"', async () => {
    const { key, id } = await accountWithSilence({ credits: 100 })
    const result = TranscriptionResult.parse((await service.call(SYNC, { body: asset(id), key })).json)
    expect(result.credits).toBe(SILENCE_CREDITS)
    expect(await ledgerOf(key)).toMatchObject([
      { family: 'audio-to-midi', credits: SILENCE_CREDITS, kind: 'debit' },
    ])
  })

  test('"Unaffordable create: 402 `insufficient_credits` with `credit_recovery`; `retryable` false"', async () => {
    const { key, id } = await accountWithSilence({ credits: 2 })
    for (const path of [SYNC, JOBS]) {
      const error = envelopeOf(await service.call(path, { body: asset(id), key }), 402)
      expect(error).toMatchObject({ code: 'insufficient_credits', retryable: false })
      expect(error.credit_recovery).toMatchObject({
        credits_required: 3,
        credits_available: 2,
        credit_shortfall: 1,
      })
    }
  })

  test('an organization key is not billed and its `credits` are null', async () => {
    const { key, id } = await accountWithSilence({ account_type: 'organization' })
    const result = TranscriptionResult.parse((await service.call(SYNC, { body: asset(id), key })).json)
    expect(result.credits).toBeNull()
    expect(await ledgerOf(key)).toEqual([])
  })

  test('"0 when no debit was recorded": a transcription of a user who is not metered', async () => {
    const { key, id } = await accountWithSilence({ billing_mode: 'unmetered' })
    const result = TranscriptionResult.parse((await service.call(SYNC, { body: asset(id), key })).json)
    expect(result.credits).toBe(0)
    expect(await ledgerOf(key)).toEqual([])
  })

  test('"Audio-to-MIDI sync audio over 12 minutes: 422 `sync_too_long`", "before transcription or billing"', async () => {
    const key = await service.newKey()
    const id = await uploadedAsset(service, toneWav(721), key)
    expect(envelopeOf(await service.call(SYNC, { body: asset(id), key }), 422).code).toBe('sync_too_long')
    expect(await ledgerOf(key)).toEqual([])
  })
})

describe('Refusals', () => {
  test.each([
    [{ extra: 1 }, 'extra'],
    [{ instruments: ['kazoo'] }, 'instruments.0'],
    [{ instruments: Array(36).fill('drums') }, 'instruments'],
    [{ timing: 'loose' }, 'timing'],
    [{ time_signature: { numerator: 6, denominator: 16 } }, 'time_signature.denominator'],
    [{ time_signature: { numerator: 5, denominator: 8 } }, 'time_signature.numerator'],
    [{ tempo: { bpm: 100 } }, 'tempo.mode'],
    [{ tempo: { mode: 'fixed', bpm: 301 } }, 'tempo.bpm'],
    [{ audio: { type: 'asset', asset_id: 'no uuid' } }, 'audio.asset_id'],
  ])('"No extra properties are allowed", "an unknown name is a 400": %o', async (changes, param) => {
    for (const path of [SYNC, JOBS]) {
      const error = envelopeOf(await service.call(path, { body: asset(silence, changes) }), 400)
      expect(error).toMatchObject({ code: 'invalid_request', param })
    }
  })

  test('"Asset used before its upload returned 2xx: `asset_not_ready`, retryable"', async () => {
    const { id } = await newTicket(service)
    expect(envelopeOf(await service.call(SYNC, { body: asset(id) }), 409)).toMatchObject({
      code: 'asset_not_ready',
      retryable: true,
    })
  })

  test('an unknown asset, a file that is no audio, a broken one and one too short have codes of their own', async () => {
    const refusal = async (bytes: Uint8Array<ArrayBuffer>) => {
      const id = await uploadedAsset(service, bytes)
      return envelopeOf(await service.call(SYNC, { body: asset(id) }), 422).code
    }
    const unknown = await service.call(SYNC, { body: asset(crypto.randomUUID()) })
    expect(envelopeOf(unknown, 422).code).toBe('invalid_asset')
    expect(await refusal(new TextEncoder().encode('not audio at all, just words'))).toBe(
      'audio_format_unsupported',
    )
    expect(await refusal(SILENCE.slice(0, 44))).toBe('invalid_audio')
    expect(await refusal(toneWav(0.1))).toBe('audio_too_short')
  })

  test('an address that does not answer is `audio_url_unreachable`, retryable', async () => {
    const audio = { type: 'url', audio_url: 'http://127.0.0.1:9/none.wav' }
    expect(envelopeOf(await service.call(SYNC, { body: { audio } }), 400)).toMatchObject({
      code: 'audio_url_unreachable',
      retryable: true,
      param: 'audio.audio_url',
    })
  })
})

describe('Instrument detection', () => {
  sandboxOnly()

  const detect = (id: string, key: string, changes: object = {}) =>
    service.call(INSTRUMENTS, { body: asset(id, changes), key })

  /** Detections of as many different recordings, so that none is answered from the cache. */
  async function spendAllowance(key: string): Promise<void> {
    for (let count = 0; count < 10; count++) {
      const id = await uploadedAsset(service, toneWav(0.5 + count / 100), key)
      expect(InstrumentDetection.parse((await detect(id, key)).json).credits_charged).toBe(0)
    }
  }

  test('"`instrument_detection_id`, `asset_id`, `recommended_instruments`, `instruments`, `credits_charged`, `free_detections_remaining`"', async () => {
    const { key, id } = await accountWithSilence()
    const detection = InstrumentDetection.parse((await detect(id, key)).json)
    expect(detection).toMatchObject({ asset_id: id, credits_charged: 0, free_detections_remaining: 9 })
    expect(detection.instruments).toEqual([])
    expect(await ledgerOf(key)).toEqual([])
  })

  test('"free and cached for the same audio under the same detector revision"', async () => {
    const { key, id } = await accountWithSilence()
    const first = InstrumentDetection.parse((await detect(id, key)).json)
    const again = await uploadedAsset(service, SILENCE, key)
    const second = InstrumentDetection.parse((await detect(again, key)).json)
    expect(second).toEqual({ ...first, asset_id: again, credits_charged: 0 })
  })

  test('past the allowance: "`max_credits: 0`: 402 `max_credits_exceeded`, nothing charged"; else "never more than transcribing the same audio", "taken off the transcription that uses the detection"', async () => {
    const key = await service.newKey({ credits: 1000 })
    await spendAllowance(key)
    const id = await uploadedAsset(service, toneWav(4), key)
    const price = 10
    expect(envelopeOf(await detect(id, key, { max_credits: 0 }), 402).code).toBe('max_credits_exceeded')
    expect(await ledgerOf(key)).toEqual([])
    const detection = InstrumentDetection.parse((await detect(id, key, { max_credits: price })).json)
    expect(detection).toMatchObject({ credits_charged: price, free_detections_remaining: 0 })
    const body = asset(id, { instrument_detection_id: detection.instrument_detection_id })
    expect(TranscriptionResult.parse((await service.call(SYNC, { body, key })).json).credits).toBe(0)
    expect(TranscriptionResult.parse((await service.call(SYNC, { body, key })).json).credits).toBe(price)
    const paid = (await ledgerOf(key)).map(({ family, credits }) => [family, credits])
    expect(paid).toEqual([
      ['instrument-detection', price],
      ['audio-to-midi', price],
    ])
  })

  test('"free while fewer than 10 unused detections exist on the account in the last 24 hours": a used one, and a day, free one again', async () => {
    const key = await service.newKey()
    await spendAllowance(key)
    const used = await uploadedAsset(service, toneWav(0.5), key)
    const { instrument_detection_id: id } = InstrumentDetection.parse((await detect(used, key)).json)
    await service.call(SYNC, { body: asset(used, { instrument_detection_id: id }), key })
    const fresh = await uploadedAsset(service, toneWav(2), key)
    const after = InstrumentDetection.parse((await detect(fresh, key)).json)
    expect(after).toMatchObject({ credits_charged: 0, free_detections_remaining: 0 })
    await service.advance(24 * HOUR_MS)
    const nextDay = await uploadedAsset(service, toneWav(2.2), key)
    const later = InstrumentDetection.parse((await detect(nextDay, key)).json)
    expect(later).toMatchObject({ credits_charged: 0, free_detections_remaining: 9 })
  })

  test('one that its caller no longer waits for ends at once, free, and is not counted', async () => {
    const key = await service.newKey({ credits: 1000 })
    await spendAllowance(key)
    const id = await uploadedAsset(service, toneWav(4), key)
    await service.pace({ hold: true })
    const caller = new AbortController()
    const left = service.call(INSTRUMENTS, { body: asset(id), key, signal: caller.signal })
    await untilRunning(key)
    caller.abort()
    await expect(left).rejects.toThrow()
    await untilNothingRuns(key)
    await service.pace({ hold: false })
    expect(await ledgerOf(key)).toEqual([])
    expect(InstrumentDetection.parse((await detect(id, key)).json).credits_charged).toBe(10)
  })

  test('the detection "must belong to the caller, and `audio` must be an asset with the same content"', async () => {
    const { key, id } = await accountWithSilence()
    const { instrument_detection_id: detection } = InstrumentDetection.parse((await detect(id, key)).json)
    const stranger = await accountWithSilence()
    const uses = (asset_id: string, caller: string) =>
      service.call(SYNC, {
        body: { audio: { type: 'asset', asset_id }, instrument_detection_id: detection },
        key: caller,
      })
    expect(envelopeOf(await uses(stranger.id, stranger.key), 404).param).toBe('instrument_detection_id')
    const other = await uploadedAsset(service, toneWav(1.5), key)
    expect(envelopeOf(await uses(other, key), 400).param).toBe('instrument_detection_id')
  })
})

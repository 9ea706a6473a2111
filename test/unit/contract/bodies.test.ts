// Bodies of requests and answers: what is required, what is open, what survives.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  Account,
  AssetRequest,
  AudioToMidiRequest,
  CreditRecovery,
  ErrorEnvelope,
  ExtendRequest,
  INSTRUMENTS,
  InpaintRequest,
  InstrumentDetectionRequest,
  isAffordable,
  isFinalStatus,
  JOB_STATUSES,
  Job,
  Model,
  midiUrlOf,
  Output,
  outputsOf,
  Preflight,
  TextToSfxRequest,
  TranscriptionPoll,
  TranscriptionResult,
  transcriptionPhase,
  UploadTicket,
  Variant,
  VideoToSfxRequest,
  violationOf,
} from '../../../src-main/contract/index.ts'
import { account, job, model, output, textRequest } from '../service-client/support/samples.ts'

const assetId = '3f0e5c52-6f1c-4f7e-9d3e-0d6f5f7b0a11'
const asset = { type: 'asset', id: assetId }
const recovery = {
  credits_required: 20,
  credits_available: 20,
  credit_shortfall: 0,
  recovery_action: null,
  recovery_url: null,
  provisioning_state: 'ready',
  provisioning_deadline: null,
}
const variant = output().variants[0]
const audioFile = variant?.files?.audio
const ticket = {
  id: assetId,
  upload_url: 'https://s.example/',
  upload_expires_at: '2026-09-01T13:00:00Z',
  max_bytes: 10,
  fields: { key: 'a' },
}
const midiRequest = { audio: { type: 'asset', asset_id: assetId } }
const envelope = { error: { code: 'x', message: 'm', param: null, retryable: false, request_id: 'r' } }

/** Each answer with the fields that SERVICE.md requires of it. */
const answers: readonly [name: string, schema: z.ZodType, sample: object, required: readonly string[]][] = [
  [
    'Job',
    Job,
    job(),
    [
      'id',
      'object',
      'status',
      'model',
      'created_at',
      'completed_at',
      'expires_at',
      'credits',
      'errors',
      'urls',
      'result',
    ],
  ],
  ['Output', Output, output(), ['index', 'type', 'status', 'variants']],
  ['Variant', Variant, { ...variant }, ['index', 'status']],
  [
    'Model',
    Model,
    model,
    [
      'id',
      'audio',
      'max_prompt_chars',
      'max_negative_prompt_chars',
      'formats',
      'operations',
      'credits_per_second',
    ],
  ],
  [
    'Account',
    Account,
    account,
    ['account_type', 'id', 'credits_available', 'spend_capacity', 'billing_mode', 'provisioning_state'],
  ],
  ['Preflight', Preflight, { credits: 20, estimated_ms: 100 }, ['credits', 'estimated_ms']],
  ['CreditRecovery', CreditRecovery, recovery, Object.keys(recovery)],
  ['UploadTicket', UploadTicket, ticket, Object.keys(ticket)],
  ['TranscriptionResult', TranscriptionResult, { notes: [] }, ['notes']],
  ['TranscriptionPoll', TranscriptionPoll, { job_id: 'j', status: 'queued' }, ['job_id', 'status']],
  ['ErrorEnvelope', ErrorEnvelope, envelope, ['error']],
]

describe.each(answers)('%s', (_name, schema, sample, required) => {
  test('is read, and unknown fields survive', () => {
    const sent = { ...sample, invented: { deep: [1, null] } }
    expect(schema.parse(sent)).toEqual(sent)
  })

  test.each(required)('needs %s', (field) => {
    const { [field]: _gone, ...rest } = { ...sample } as Record<string, unknown>
    expect(schema.safeParse(rest).success).toBe(false)
  })

  test('never throws, whatever comes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(sample)), (value, field) => {
        expect(() => schema.safeParse(value)).not.toThrow()
        expect(() => schema.safeParse({ ...sample, [field]: value })).not.toThrow()
      }),
      { numRuns: 60 },
    )
  })
})

describe('a job', () => {
  test.each([...JOB_STATUSES, 'something_new'])('may be %s', (status) => {
    expect(Job.safeParse(job({ status })).success).toBe(true)
  })

  test.each([
    ['queued', false],
    ['running', false],
    ['something_new', false],
    ['succeeded', true],
    ['partially_succeeded', true],
    ['failed', true],
    ['canceled', true],
    ['expired', true],
  ])('that is %s is final: %s', (status, isFinal) => {
    expect(isFinalStatus(status)).toBe(isFinal)
  })

  test('gives its outputs whatever the shape of its result', () => {
    expect(outputsOf(job({ result: null }))).toEqual([])
    expect(outputsOf(job({ result: {} }))).toEqual([])
    expect(outputsOf(job({ result: { output: output() } }))).toHaveLength(1)
    expect(outputsOf(job({ result: { outputs: [output(), output({ index: 1 })] } }))).toHaveLength(2)
  })

  test.each([
    ['credits', '20'],
    ['credits', 2 ** 53],
    ['credits', 0.5],
    ['credits', -1],
    ['seed', -1],
    ['seed', 2 ** 32],
    ['progress', 1.5],
    ['progress', '50%'],
    ['errors', null],
    ['created_at', 'yesterday'],
  ])('with %s of %j is rejected', (field, value) => {
    expect(Job.safeParse({ ...job(), [field]: value }).success).toBe(false)
  })

  test('on an organization key has null credits', () => {
    expect(Job.safeParse(job({ credits: null })).success).toBe(true)
  })
})

describe('outputs', () => {
  test('have open types and categories, closed states', () => {
    expect(Output.safeParse(output({ type: 'smell', category: 'beyond' })).success).toBe(true)
    expect(Output.safeParse({ ...output(), status: 'canceled' }).success).toBe(false)
    expect(Variant.safeParse({ ...variant, status: 'partially_succeeded' }).success).toBe(false)
  })

  test('may hold a failed variant without files', () => {
    expect(Variant.safeParse({ index: 1, status: 'failed', files: null }).success).toBe(true)
  })

  test.each(Object.keys(audioFile ?? {}))('hold files that all have %s', (field) => {
    const { [field]: _gone, ...rest } = { ...audioFile } as Record<string, unknown>
    expect(Variant.safeParse({ ...variant, files: { audio: rest } }).success).toBe(false)
  })
})

test.each([
  [{}, true],
  [{ provisioning_state: 'pending' }, false],
  [{ provisioning_state: 'stalled' }, false],
  [{ recovery_action: 'view_plans' }, false],
  [{ recovery_action: 'brand_new' }, false],
  [{ credit_shortfall: 1 }, false],
])('a request with recovery %j is affordable: %s', (overrides, expected) => {
  expect(isAffordable(CreditRecovery.parse({ ...recovery, ...overrides }))).toBe(expected)
})

const video = { model: 'm', duration_ms: 2000, input: { video: asset } }
const extend = { model: 'm', append_duration_ms: 2000, input: { audio: asset } }
const inpaint = { model: 'm', region: { start_ms: 1000, end_ms: 2000 }, input: { audio: asset } }

describe('requests', () => {
  test.each<[string, z.ZodType, object, string]>([
    ['no model', TextToSfxRequest, { ...textRequest, model: undefined }, 'model'],
    ['an empty model', TextToSfxRequest, { ...textRequest, model: '' }, 'model'],
    ['a fractional duration', TextToSfxRequest, { ...textRequest, duration_ms: 1500.5 }, 'duration_ms'],
    ['a duration of 99 ms', TextToSfxRequest, { ...textRequest, duration_ms: 99 }, 'duration_ms'],
    ['a duration as text', TextToSfxRequest, { ...textRequest, duration_ms: '2000' }, 'duration_ms'],
    ['a seed of −1', TextToSfxRequest, { ...textRequest, seed: -1 }, 'seed'],
    ['a seed of 2^32', TextToSfxRequest, { ...textRequest, seed: 2 ** 32 }, 'seed'],
    ['no variants', TextToSfxRequest, { ...textRequest, num_variants: 0 }, 'num_variants'],
    ['an empty prompt', TextToSfxRequest, { ...textRequest, input: { prompt: '' } }, 'input.prompt'],
    ['no prompt', TextToSfxRequest, { ...textRequest, input: {} }, 'input.prompt'],
    ['an unknown format', TextToSfxRequest, { ...textRequest, output: { format: 'ogg' } }, 'output.format'],
    [
      'a loop that is no boolean',
      TextToSfxRequest,
      { ...textRequest, controls: { loop: 'yes' } },
      'controls.loop',
    ],
    ['no video', VideoToSfxRequest, { ...video, input: {} }, 'input.video'],
    [
      'an unknown source',
      VideoToSfxRequest,
      { ...video, input: { video: { type: 'file' } } },
      'input.video.type',
    ],
    [
      'a file address',
      VideoToSfxRequest,
      { ...video, input: { video: { type: 'url', url: 'file:///a' } } },
      'input.video.url',
    ],
    [
      'an id that is no uuid',
      VideoToSfxRequest,
      { ...video, input: { video: { type: 'asset', id: '1' } } },
      'input.video.id',
    ],
    ['a negative offset', VideoToSfxRequest, { ...video, start_offset_ms: -1 }, 'start_offset_ms'],
    ['prepending', ExtendRequest, { ...extend, prepend_duration_ms: 1000 }, 'prepend_duration_ms'],
    ['no audio', ExtendRequest, { ...extend, input: {} }, 'input.audio'],
    ['a region without end', InpaintRequest, { ...inpaint, region: { start_ms: 1000 } }, 'region.end_ms'],
    ['no type', AssetRequest, {}, 'content_type'],
    ['a type with a charset', AssetRequest, { content_type: 'audio/wav; charset=utf-8' }, 'content_type'],
    ['a type of text', AssetRequest, { content_type: 'text/plain' }, 'content_type'],
    ['an extra property', AudioToMidiRequest, { ...midiRequest, invented: 1 }, 'invented'],
    [
      'an unknown instrument',
      AudioToMidiRequest,
      { ...midiRequest, instruments: ['kazoo'] },
      'instruments.0',
    ],
    [
      '36 instruments',
      AudioToMidiRequest,
      { ...midiRequest, instruments: [...INSTRUMENTS, 'voice'] },
      'instruments',
    ],
    [
      '8/4',
      AudioToMidiRequest,
      { ...midiRequest, time_signature: { numerator: 8, denominator: 4 } },
      'time_signature.numerator',
    ],
    [
      '7/8',
      AudioToMidiRequest,
      { ...midiRequest, time_signature: { numerator: 7, denominator: 8 } },
      'time_signature.numerator',
    ],
    [
      '4/2',
      AudioToMidiRequest,
      { ...midiRequest, time_signature: { numerator: 4, denominator: 2 } },
      'time_signature.denominator',
    ],
    [
      'an extra property of a signature',
      AudioToMidiRequest,
      { ...midiRequest, time_signature: { numerator: 4, denominator: 4, x: 1 } },
      'time_signature.x',
    ],
    ['29 bpm', AudioToMidiRequest, { ...midiRequest, tempo: { mode: 'fixed', bpm: 29 } }, 'tempo.bpm'],
    ['bpm without a mode', AudioToMidiRequest, { ...midiRequest, tempo: { bpm: 120 } }, 'tempo.mode'],
    [
      'a v3 source on a v2 route',
      AudioToMidiRequest,
      { audio: { type: 'asset', id: assetId } },
      'audio.asset_id',
    ],
    ['a budget below 0', InstrumentDetectionRequest, { ...midiRequest, max_credits: -1 }, 'max_credits'],
  ])('with %s are refused and the field is named', (_name, schema, body, param) => {
    const parsed = schema.safeParse(body)
    if (parsed.success) throw new Error('it was taken')
    expect(violationOf(parsed.error)).toMatchObject({
      code: 'invalid_request',
      param,
      message: expect.stringContaining(param),
    })
  })

  test.each<[string, z.ZodType, object]>([
    [
      'text',
      TextToSfxRequest,
      { ...textRequest, seed: null, num_variants: 4, output: { format: 'mp3_320' } },
    ],
    [
      'text with fields of tomorrow',
      TextToSfxRequest,
      { ...textRequest, invented: 1, input: { prompt: 'x', mood: 'sad' } },
    ],
    ['video', VideoToSfxRequest, { ...video, plan: 'p', start_offset_ms: 0, controls: { multi_stem: true } }],
    ['extend', ExtendRequest, { ...extend, controls: { loop: true } }],
    ['inpaint', InpaintRequest, inpaint],
    ['a plain type', AssetRequest, { content_type: 'video/vnd.dlna.mpeg-tts' }],
    ['all instruments', AudioToMidiRequest, { ...midiRequest, instruments: INSTRUMENTS }],
    ['12/8', AudioToMidiRequest, { ...midiRequest, time_signature: { numerator: 12, denominator: 8 } }],
    ['a fixed tempo', AudioToMidiRequest, { ...midiRequest, tempo: { mode: 'fixed' } }],
  ])('of %s are taken unchanged', (_name, schema, body) => {
    expect(schema.parse(body)).toEqual(body)
  })

  test('say which bound was broken', () => {
    const parsed = TextToSfxRequest.safeParse({ ...textRequest, duration_ms: 99 })
    if (parsed.success) throw new Error('it was taken')
    expect(violationOf(parsed.error).message).toBe('duration_ms: must be at least 100')
  })
})

test('keys named __proto__ stay inert', () => {
  const sent = JSON.parse(`{"__proto__":{"polluted":1},"content_type":"audio/wav"}`)
  expect(Reflect.get(AssetRequest.parse(sent), 'polluted')).toBeUndefined()
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

describe('transcriptions', () => {
  test.each([
    ['queued', 'queued'],
    ['pending', 'queued'],
    ['running', 'running'],
    ['processing', 'running'],
    ['succeeded', 'succeeded'],
    ['failed', 'failed'],
    ['errored', 'failed'],
    ['expired', 'expired'],
    ['resting', 'unknown'],
  ])('that are %s are %s', (status, phase) => {
    expect(transcriptionPhase(status)).toBe(phase)
  })

  test('name their MIDI file in either spelling', () => {
    expect(midiUrlOf({ midi_url: 'a' })).toBe('a')
    expect(midiUrlOf({ midi: { url: 'b' } })).toBe('b')
    expect(midiUrlOf({})).toBeNull()
  })

  test.each([
    ['pitch', 128],
    ['velocity', 0],
    ['start', -1],
    ['end', 'late'],
  ])('with a note whose %s is %j are rejected', (field, value) => {
    const note = { pitch: 60, start: 0, end: 1, velocity: 64, instrument: 'voice', [field]: value }
    expect(TranscriptionResult.safeParse({ notes: [note] }).success).toBe(false)
  })
})

// Rules that depend on the model.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkAgainstModel,
  checkExtendSource,
  checkRegionAgainstSource,
  countChars,
  type ExtendRequest,
  type InpaintRequest,
  type Model,
  type TextToSfxRequest,
  type VideoToSfxRequest,
} from '../../../src-main/contract/index.ts'
import { model, textRequest } from '../service-client/support/samples.ts'

const asset = { type: 'asset', id: '3f0e5c52-6f1c-4f7e-9d3e-0d6f5f7b0a11' } as const
const talkative: Model = { ...model, max_negative_prompt_chars: 10 }
const video: VideoToSfxRequest = { model: 'sfx-1.6', duration_ms: 2000, input: { video: asset } }
const stems: VideoToSfxRequest = { ...video, controls: { multi_stem: true }, plan: 'plan_1' }
const extend: ExtendRequest = { model: 'sfx-1.6', append_duration_ms: 2000, input: { audio: asset } }
const inpaint: InpaintRequest = {
  model: 'sfx-1.6',
  region: { start_ms: 1000, end_ms: 3000 },
  input: { audio: asset },
}

describe('text-to-sfx', () => {
  test.each<[string, Partial<TextToSfxRequest>, Model, [string, string] | null]>([
    ['the shortest', { duration_ms: 100 }, model, null],
    ['the longest', { duration_ms: 60_000 }, model, null],
    ['too long', { duration_ms: 60_001 }, model, ['invalid_request', 'duration_ms']],
    ['long as a loop', { duration_ms: 600_000, controls: { loop: true } }, model, null],
    [
      'too short as a loop',
      { duration_ms: 999, controls: { loop: true } },
      model,
      ['invalid_request', 'duration_ms'],
    ],
    ['a loop that is off', { duration_ms: 999, controls: { loop: false } }, model, null],
    ['four variants', { num_variants: 4 }, model, null],
    ['five variants', { num_variants: 5 }, model, ['invalid_request', 'num_variants']],
    ['the longest prompt', { input: { prompt: 'x'.repeat(5000) } }, model, null],
    ['the longest prompt in emoji', { input: { prompt: '😀'.repeat(5000) } }, model, null],
    [
      'too long a prompt',
      { input: { prompt: 'x'.repeat(5001) } },
      model,
      ['invalid_request', 'input.prompt'],
    ],
    [
      'a negative prompt that is not taken',
      { input: { prompt: 'x', negative_prompt: 'y' } },
      model,
      ['capability_unsupported', 'input.negative_prompt'],
    ],
    ['a negative prompt', { input: { prompt: 'x', negative_prompt: 'y'.repeat(10) } }, talkative, null],
    [
      'too long a negative prompt',
      { input: { prompt: 'x', negative_prompt: 'y'.repeat(11) } },
      talkative,
      ['invalid_request', 'input.negative_prompt'],
    ],
    ['a format that is made here', { output: { format: 'flac' } }, model, null],
    [
      'a format that is not made here',
      { output: { format: 'm4a_256' } },
      model,
      ['capability_unsupported', 'output.format'],
    ],
    [
      'a control that is not offered',
      { controls: { loop: false, reverb: true } },
      model,
      ['capability_unsupported', 'controls.reverb'],
    ],
  ])('%s', (_name, overrides, against, expected) => {
    const found = checkAgainstModel('text-to-sfx', { ...textRequest, ...overrides }, against)
    expect(found === null ? null : [found.code, found.param]).toEqual(expected)
  })

  test('names the value and the bound', () => {
    const found = checkAgainstModel('text-to-sfx', { ...textRequest, duration_ms: 61_000 }, model)
    expect(found?.message).toBe('duration_ms 61000 is above 60000')
  })
})

test.each(['text-to-sfx', 'constructor', '__proto__'])(
  'a family that is absent is not served, %s',
  (name) => {
    const { [name]: _gone, ...operations } = model.operations
    const found = checkAgainstModel('text-to-sfx', textRequest, {
      ...model,
      operations: name === 'text-to-sfx' ? operations : {},
    })
    expect(found).toMatchObject({ code: 'capability_unsupported', param: 'model' })
  },
)

describe('video-to-sfx', () => {
  test.each<[string, VideoToSfxRequest, 'create' | 'preflight', [string, string] | null]>([
    ['plain', video, 'create', null],
    [
      'with a loop that it has not',
      { ...video, controls: { loop: true } },
      'create',
      ['capability_unsupported', 'controls.loop'],
    ],
    ['with speech', { ...video, duration_ms: 60_000, controls: { preserve_speech: true } }, 'create', null],
    [
      'with too long speech',
      { ...video, duration_ms: 60_001, controls: { preserve_speech: true } },
      'create',
      ['invalid_request', 'duration_ms'],
    ],
    ['with a plan for nothing', { ...video, plan: 'p' }, 'create', ['invalid_request', 'plan']],
    ['stems', stems, 'create', null],
    ['stems without a plan', { ...stems, plan: undefined }, 'create', ['invalid_request', 'plan']],
    ['the quote of stems', { ...stems, plan: undefined }, 'preflight', null],
    [
      'stems with speech',
      { ...stems, controls: { multi_stem: true, preserve_speech: true } },
      'create',
      ['invalid_request', 'controls.preserve_speech'],
    ],
    [
      'stems with a prompt',
      { ...stems, input: { video: asset, prompt: 'x' } },
      'create',
      ['invalid_request', 'input.prompt'],
    ],
    ['stems with a seed', { ...stems, seed: 1 }, 'create', ['invalid_request', 'seed']],
    ['stems with a null seed', { ...stems, seed: null }, 'create', null],
    [
      'stems as flac',
      { ...stems, output: { format: 'flac' } },
      'create',
      ['invalid_request', 'output.format'],
    ],
    ['stems as wav', { ...stems, output: { format: 'wav' } }, 'create', null],
    [
      'stems from further in',
      { ...stems, start_offset_ms: 1 },
      'create',
      ['invalid_request', 'start_offset_ms'],
    ],
  ])('%s', (_name, body, purpose, expected) => {
    const found = checkAgainstModel('video-to-sfx', body, model, purpose)
    expect(found === null ? null : [found.code, found.param]).toEqual(expected)
  })
})

describe('edits', () => {
  test.each<[string, Partial<ExtendRequest>, [string, string] | null]>([
    ['plain', {}, null],
    ['too short', { append_duration_ms: 999 }, ['invalid_request', 'append_duration_ms']],
    ['too long', { append_duration_ms: 57_001 }, ['invalid_request', 'append_duration_ms']],
    ['a loop', { controls: { loop: true } }, null],
    [
      'a loop with a video',
      { controls: { loop: true }, input: { audio: asset, video: asset } },
      ['invalid_request', 'controls.loop'],
    ],
    ['an offset without a video', { start_offset_ms: 0 }, ['invalid_request', 'start_offset_ms']],
    ['an offset into a video', { start_offset_ms: 5, input: { audio: asset, video: asset } }, null],
  ])('extend: %s', (_name, overrides, expected) => {
    const found = checkAgainstModel('extend', { ...extend, ...overrides }, model)
    expect(found === null ? null : [found.code, found.param]).toEqual(expected)
  })

  test.each<[string, number, number, string | null]>([
    ['the narrowest', 1000, 2000, null],
    ['the widest', 1000, 9000, null],
    ['in the first second', 999, 3000, 'region.start_ms'],
    ['reversed', 3000, 2000, 'region.end_ms'],
    ['empty', 3000, 3000, 'region.end_ms'],
    ['too narrow', 1000, 1999, 'region.end_ms'],
    ['too wide', 1000, 9001, 'region.end_ms'],
  ])('inpaint: a region %s', (_name, start_ms, end_ms, param) => {
    const found = checkAgainstModel('inpaint', { ...inpaint, region: { start_ms, end_ms } }, model)
    expect(found).toEqual(param === null ? null : expect.objectContaining({ code: 'invalid_region', param }))
  })

  test.each([
    [1000, 5000, 5000, null],
    [1000, 5001, 5000, 'region.end_ms'],
    [5000, 6000, 5000, 'region.start_ms'],
  ])('inpaint: %i to %i of a source of %i ms', (start_ms, end_ms, sourceMs, param) => {
    const found = checkRegionAgainstSource({ start_ms, end_ms }, sourceMs)
    expect(found).toEqual(param === null ? null : expect.objectContaining({ code: 'invalid_region', param }))
  })

  test("a video is taken as a guide unless the model names its inputs without it; other fields are nobody's business", () => {
    const guided: ExtendRequest = { ...extend, input: { audio: asset, video: asset, mood: 'x' } }
    const taking = (inputs: readonly string[]): Model => ({
      ...model,
      operations: { ...model.operations, extend: { ...model.operations.extend, inputs: [...inputs] } },
    })
    expect(checkAgainstModel('extend', guided, model)).toBeNull()
    expect(checkAgainstModel('extend', guided, taking(['audio', 'video']))).toBeNull()
    expect(checkAgainstModel('extend', guided, taking(['audio', 'prompt']))).toMatchObject({
      code: 'capability_unsupported',
      param: 'input.video',
    })
  })

  test('extend: a source shorter than 3 s is too short', () => {
    expect(checkExtendSource(3000)).toBeNull()
    expect(checkExtendSource(2999)).toMatchObject({ code: 'audio_too_short', param: 'input.audio' })
  })
})

test('takes exactly the durations between the bounds that the model publishes', () => {
  const bounds = fc.tuple(fc.integer({ min: 100, max: 50_000 }), fc.integer({ min: 0, max: 50_000 }))
  fc.assert(
    fc.property(bounds, fc.integer({ min: 100, max: 120_000 }), ([min, width], duration_ms) => {
      const bounded: Model = {
        ...model,
        operations: { 'text-to-sfx': { duration_ms: { min, max: min + width } } },
      }
      const found = checkAgainstModel('text-to-sfx', { ...textRequest, duration_ms }, bounded)
      expect(found === null).toBe(duration_ms >= min && duration_ms <= min + width)
    }),
  )
})

test('counts characters as code points', () => {
  expect(countChars('aé😀')).toBe(3)
})

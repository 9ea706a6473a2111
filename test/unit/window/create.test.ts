// The form that makes a sound: everything that it offers comes from the model.
import { describe, expect, test } from 'vitest'
import type { Settings } from '../../../src-main/bridge/types.ts'
import {
  blockedBy,
  type CreateLimits,
  chooseWithin,
  createLimits,
  lengthToSlider,
  parseSeconds,
  parseSeed,
  requestBody,
  sliderToLength,
  textModels,
} from '../../../src-renderer/features/create/limits.ts'
import { settingsOf } from '../../../src-renderer/features/create/settings-of.ts'
import { model } from './examples.ts'

const settings: Settings['create'] = {
  isOpen: true,
  durationMs: 2000,
  variants: 4,
  lockedSeed: null,
  isLoop: false,
  format: 'wav',
  modelByConnection: {},
}
function limitsOf(part: Parameters<typeof model>[0] = {}, isLoop = false): CreateLimits {
  const limits = createLimits(model(part), isLoop)
  if (limits === null) throw new Error('the example makes sound from text')
  return limits
}

describe('limits', () => {
  test('a loop has its own shortest and longest length', () => {
    expect(limitsOf()).toMatchObject({ minMs: 100, maxMs: 60_000 })
    expect(limitsOf({}, true)).toMatchObject({ minMs: 1000, maxMs: 600_000 })
  })

  test('a model without the loop control has no loop, whatever is asked for', () => {
    const limits = limitsOf(
      { operations: { 'text-to-sfx': { duration_ms: { min: 500, max: 9000 }, controls: [] } } },
      true,
    )
    expect(limits).toMatchObject({ hasLoop: false, minMs: 500, maxMs: 9000 })
    expect(chooseWithin(limits, { ...settings, isLoop: true }, 'rain', '').isLoop).toBe(false)
  })

  test('a model that does not serve the family is not offered', () => {
    expect(createLimits(model({ operations: { extend: {} } }), false)).toBeNull()
    expect(textModels([model({ operations: {} }), model()]).map(({ id }) => id)).toEqual(['sfx-1.6'])
  })

  test('the last used settings are brought inside of the model', () => {
    const choice = chooseWithin(
      limitsOf(),
      { ...settings, durationMs: 900_000, variants: 9, format: 'ogg' },
      'rain',
      '',
    )
    expect(choice).toMatchObject({ durationMs: 60_000, variants: 4, format: 'wav' })
  })
})

describe('the request', () => {
  test('holds nothing that was not chosen', () => {
    expect(requestBody(model(), chooseWithin(limitsOf(), settings, 'rain', 'thunder'))).toEqual({
      model: 'sfx-1.6',
      duration_ms: 2000,
      num_variants: 4,
      input: { prompt: 'rain' },
      output: { format: 'wav' },
    })
  })

  test('holds seed, loop and negative prompt where they were chosen and can be', () => {
    const able = model({ max_negative_prompt_chars: 100 })
    const choice = chooseWithin(
      limitsOf({ max_negative_prompt_chars: 100 }),
      { ...settings, lockedSeed: 0, isLoop: true },
      'rain',
      ' thunder ',
    )
    expect(requestBody(able, choice)).toMatchObject({
      seed: 0,
      controls: { loop: true },
      input: { prompt: 'rain', negative_prompt: 'thunder' },
    })
  })

  test('is blocked by a prompt over the limit, counted in characters and not in code units', () => {
    const limits = limitsOf({ max_prompt_chars: 3 })
    expect(blockedBy(limits, chooseWithin(limits, settings, '🌧🌧🌧', ''))).toBeNull()
    expect(blockedBy(limits, chooseWithin(limits, settings, 'rain', ''))).toBe(
      'The description has 4 characters, the model takes 3.',
    )
  })

  test('gives its settings back, with the seed that the service picked', () => {
    const body = {
      duration_ms: 5000,
      num_variants: 2,
      controls: { loop: true },
      output: { format: 'flac' },
      input: {},
    }
    expect(settingsOf(body, 77, settings)).toMatchObject({
      durationMs: 5000,
      variants: 2,
      lockedSeed: 77,
      isLoop: true,
      format: 'flac',
    })
    expect(settingsOf({ duration_ms: 'long', output: null }, null, settings)).toMatchObject({
      durationMs: 2000,
      variants: 1,
      format: 'wav',
    })
  })
})

describe('what is typed', () => {
  test.each([
    ['2', 2000],
    ['2.5 s', 2500],
    ['1,5', 1500],
    ['0:04.2', 4200],
    ['1:00', 60_000],
    ['.5', 500],
    ['', null],
    ['two', null],
    ['-1', null],
  ])('the length %j is %j ms', (text, ms) => expect(parseSeconds(text)).toBe(ms))

  test.each([
    ['0', 0],
    ['4294967295', 4_294_967_295],
    ['4294967296', null],
    ['-1', null],
    ['1.5', null],
    ['', null],
  ])('the seed %j is %j', (text, seed) => expect(parseSeed(text)).toBe(seed))

  test('the slider reaches both ends and comes back to where it was', () => {
    const limits = limitsOf()
    expect(sliderToLength(0, limits)).toBe(100)
    expect(sliderToLength(1000, limits)).toBe(60_000)
    for (const ms of [100, 700, 2000, 9900, 30_000])
      expect(sliderToLength(lengthToSlider(ms, limits), limits)).toBe(ms)
  })
})

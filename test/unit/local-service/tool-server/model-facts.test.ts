// What tools say of models, and which they choose.

import { expect, test } from 'vitest'
import { Model } from '../../../../src-main/contract/index.ts'
import { flatParam } from '../../../../src-main/local-service/tool-server/tools/flat-fields.ts'
import { describeModels, modelFor } from '../../../../src-main/local-service/tool-server/tools/model-facts.ts'

function model(id: string, releaseDate: string, operations: Model['operations']): Model {
  return Model.parse({
    id,
    status: 'general_availability',
    release_date: releaseDate,
    audio: { sample_rate: 44_100, channels: 1 },
    max_prompt_chars: 500,
    max_negative_prompt_chars: 0,
    formats: ['wav'],
    operations,
    credits_per_second: 10,
  })
}

const old = model('old-1', '2025-01-01', { 'text-to-sfx': {}, extend: {} })
const recent = model('recent-2', '2026-01-01', { 'text-to-sfx': { num_variants: { min: 1, max: 4 } } })

test('without a name the newest model that serves the family is used', () => {
  expect(modelFor('text-to-sfx', [old, recent])).toBe('recent-2')
  expect(modelFor('extend', [old, recent])).toBe('old-1')
})

test('where no model serves the family the first is asked, which refuses, and the tool says so', () => {
  expect(modelFor('inpaint', [old, recent])).toBe('old-1')
  expect(describeModels('inpaint', [old, recent])).toContain('capability_unsupported')
})

test('every serving model is described by its own limits', () => {
  const text = describeModels('text-to-sfx', [old, recent])
  expect(text).toMatch(/Model old-1: 10 credits per second.*Model recent-2: .*num_variants 1 to 4/)
})

test('an edit says whether it may follow a video; a making says nothing of it', () => {
  const blind = model('blind-1', '2026-01-01', { extend: { inputs: ['audio', 'prompt'] }, 'text-to-sfx': {} })
  expect(describeModels('extend', [old])).toContain('may follow a video')
  expect(describeModels('extend', [blind])).toContain('follows no video')
  expect(describeModels('text-to-sfx', [blind])).not.toContain('video')
})

test.each([
  ['input.prompt', 'prompt'],
  ['input.audio.id', 'audio.asset_id'],
  ['input.video.url', 'video.url'],
  ['controls.loop', 'loop'],
  ['output.format', 'format'],
  ['region.end_ms', 'end_ms'],
  ['audio.asset_id', 'audio.asset_id'],
  ['audio.audio_url', 'audio.url'],
  ['num_variants', 'num_variants'],
])('the body path %s is the field %s', (path, field) => {
  expect(flatParam(path)).toBe(field)
})

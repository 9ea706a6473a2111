// How a job that keeps speech ends: what it costs, and which of its outputs carry it.

import { expect, test } from 'vitest'
import { settle, type VariantReply, type VideoWork } from '../../../../src-main/local-service/jobs/job.ts'

const quiet: VideoWork = {
  kind: 'video',
  source: { path: 'clip.mp4', durationMs: 3000 },
  facts: { durationMs: 3000, pictureMs: 3000, width: 320, height: 180, framesPerSecond: 25, hasAudio: true },
  startMs: 0,
  scene: null,
  sounds: [],
  generatedMs: 3000,
  sampleRateHz: 44_100,
  format: 'wav',
  loop: false,
  output: { type: 'mix', label: null },
  speech: { path: 'clip.mp4', isVideo: true, baseCredits: 60, speechCredits: 24 },
}
const heard: VideoWork = { ...quiet, voice: new Float32Array(144_000) }
const made: VariantReply = {
  ok: true,
  file: { fileId: 'f', bytes: 1, format: 'wav', sampleRateHz: 44_100, channels: 1, durationMs: 3000 },
}
const broken: VariantReply = { ok: false, code: 'generation_failed', message: 'no' }
const two = (reply: VariantReply) => [reply, reply]

test('with speech the quote is charged, and the one speech follows the alternatives of mix and sfx', () => {
  const { credits, outputs } = settle(
    { work: heard, quotedCredits: 84 },
    [...two(made), ...two(made), made],
    [],
    'g',
  )
  expect(credits).toBe(84)
  expect(outputs?.map(({ type, variants }) => [type, variants.length])).toEqual([
    ['mix', 2],
    ['sfx', 2],
    ['speech', 1],
  ])
  expect(outputs?.map(({ generationId }) => generationId)).toEqual(['g', 'g-1', null])
})

test('without speech the base price is charged; an unmetered account pays nothing', () => {
  const replies = [...two(made), ...two(made)]
  expect(settle({ work: quiet, quotedCredits: 84 }, replies, [], 'g').credits).toBe(60)
  expect(settle({ work: quiet, quotedCredits: null }, replies, [], 'g').credits).toBeNull()
})

test('speech alone is nothing that was made: the job has failed and costs nothing', () => {
  const settlement = settle(
    { work: heard, quotedCredits: 84 },
    [...two(broken), ...two(broken), made],
    [],
    'g',
  )
  expect(settlement).toMatchObject({ status: 'failed', credits: 0, outputs: null })
})

test('a variant that failed is named by its output, and the others are charged for', () => {
  const settlement = settle({ work: heard, quotedCredits: 84 }, [made, made, made, broken, made], [], 'g')
  expect(settlement).toMatchObject({ status: 'partially_succeeded', credits: 84 })
  expect(settlement.errors).toMatchObject([{ outputIndex: 1, variantIndex: 1 }])
  expect(settlement.outputs?.map(({ status }) => status)).toEqual([
    'succeeded',
    'partially_succeeded',
    'succeeded',
  ])
})

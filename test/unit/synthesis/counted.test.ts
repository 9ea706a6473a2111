// What is counted is as many beginnings to a detector that is not ours, held and reverberant sounds too.

import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderScene } from '../../../src-main/local-service/synthesis/index.ts'
import { nearestFalling } from '../../../src-main/local-service/synthesis/signal/nearest-falling.ts'
import { aubioOnsets } from '../../aubio-onsets.ts'
import { RATE, sceneOf } from './measure.ts'

const hasAubio = spawnSync('aubioonset', ['--help']).error === undefined

describe.skipIf(!hasAubio)('aubioonset with its defaults', () => {
  test.each([
    ['four whooshes', 4, 8000],
    ['three sword swings', 3, 4000],
    ['three swords drawn', 3, 7000],
    ['three drawer slides', 3, 8000],
    ['three chair scrapes', 3, 8000],
    ['two thunder claps', 2, 12_000],
    ['three gong strikes', 3, 9000],
    ['three cymbal crashes', 3, 7800],
    ['three seagull calls', 3, 6000],
    ['three sheep bleats', 3, 6000],
    ['three springs boinging', 3, 6000],
    ['three sighs', 3, 9000],
    ['three door knocks in a hall', 3, 5000],
    ['three knocks in a church', 3, 5000],
    ['three door knocks in a cathedral', 3, 5000],
    ['three gunshots outdoors', 3, 8000],
  ])('counts “%s” as %i', { timeout: 60_000 }, (prompt, count, durationMs) => {
    for (const seed of [1, 2]) {
      const samples = renderScene({
        scene: sceneOf(prompt),
        durationMs,
        seed,
        variantIndex: 0,
        loop: false,
        sampleRate: RATE,
      })
      expect(aubioOnsets(samples, RATE)).toBe(count)
    }
  })
})

test('the falling curve nearest to a series never rises, and keeps its mean', () => {
  const mean = (series: readonly number[]) => series.reduce((sum, x) => sum + x, 0) / series.length
  fc.assert(
    fc.property(fc.array(fc.double({ min: -9, max: 9, noNaN: true }), { minLength: 1 }), (series) => {
      const falling = nearestFalling(series)
      expect(falling).toHaveLength(series.length)
      falling.forEach((value, k) => {
        expect(value).toBeLessThanOrEqual((falling[k - 1] ?? Infinity) + 1e-9)
      })
      expect(mean(falling)).toBeCloseTo(mean(series), 6)
    }),
    { seed: 3 },
  )
  expect(nearestFalling([3, 2, 1])).toEqual([3, 2, 1])
})

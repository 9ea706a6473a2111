// Where a note may start, and what is kept of the model for those places.

import { describe, expect, test } from 'vitest'
import {
  type OnsetCurves,
  onsetPeakAt,
} from '../../../../src-main/local-service/transcription/listening/onset-peaks.ts'
import { KEYS } from '../../../../src-main/local-service/transcription/listening/posteriors.ts'
import { createTraits, TRAITS } from '../../../../src-main/local-service/transcription/listening/traits.ts'

const KEY = 40

/** Curves of one key; the others are silent. */
function curvesOf(onsets: readonly number[], sounding: readonly number[] = []): OnsetCurves {
  const spread = (values: readonly number[]) => {
    const all = new Float32Array(onsets.length * KEYS)
    for (const [frame, value] of values.entries()) all[frame * KEYS + KEY] = value
    return all
  }
  return { frameCount: onsets.length, onsets: spread(onsets), sounding: spread(sounding) }
}

describe('a place where a note may start', () => {
  test('is the highest of its neighbours, and has their height', () => {
    const curves = curvesOf([0, 0.1, 0.4, 0.8, 0.5, 0.1, 0])
    const peaks = Array.from({ length: 7 }, (_, frame) => onsetPeakAt(curves, frame, KEY))
    expect(peaks.map((peak) => Math.round(peak * 10) / 10)).toEqual([0, 0, 0, 0.8, 0, 0, 0])
  })

  test('is where a soft note begins to sound too', () => {
    const curves = curvesOf([0, 0, 0, 0, 0, 0, 0], [0, 0, 0.1, 0.6, 0.7, 0.7, 0.7])
    expect(onsetPeakAt(curves, 3, KEY)).toBeCloseTo(0.5, 5)
  })

  test('is the first of two frames that are as high', () => {
    const curves = curvesOf([0, 0, 0.5, 0.5, 0, 0])
    expect(onsetPeakAt(curves, 2, KEY)).toBe(0.5)
    expect(onsetPeakAt(curves, 3, KEY)).toBe(0)
  })

  test('is nowhere in a murmur', () => {
    expect(onsetPeakAt(curvesOf([0, 0, 0.15, 0, 0]), 2, KEY)).toBe(0)
  })

  test('takes frames that are not heard yet for silence', () => {
    const curves = { ...curvesOf([0, 0, 0.5, 0.9]), frameCount: 3 }
    expect(onsetPeakAt(curves, 2, KEY)).toBe(0.5)
  })
})

describe('traits', () => {
  test('are those of their own place, also when many are kept', () => {
    const traits = createTraits()
    for (let frame = 0; frame < 1500; frame++) traits.keep(frame, KEY).fill(frame)
    expect(traits.at(0, KEY)).toEqual(new Float16Array(TRAITS).fill(0))
    expect(traits.at(1234, KEY)).toEqual(new Float16Array(TRAITS).fill(1234))
  })

  test('make room for others where they are forgotten', () => {
    const traits = createTraits()
    for (let frame = 0; frame < 10; frame++) traits.keep(frame, KEY).fill(frame)
    traits.forget(4, KEY)
    traits.forget(4, KEY)
    traits.forget(99, KEY)
    expect(traits.at(4, KEY)).toBeNull()
    for (let frame = 10; frame < 600; frame++) traits.keep(frame, KEY).fill(frame)
    const kept = Array.from({ length: 600 }, (_, frame) => traits.at(frame, KEY)?.[TRAITS - 1] ?? null)
    expect(kept).toEqual(kept.map((_, frame) => (frame === 4 ? null : frame)))
  })

  test('are none where none were kept', () => {
    expect(createTraits().at(3, KEY)).toBeNull()
  })
})

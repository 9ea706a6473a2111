// Extend and inpaint: what is kept, what is new, and that nothing clicks.

import { describe, expect, test } from 'vitest'
import { extend } from '../../../src-main/local-service/jobs/edits/extend.ts'
import { inpaint } from '../../../src-main/local-service/jobs/edits/inpaint.ts'
import { levelDb } from '../../../src-main/local-service/jobs/edits/texture.ts'
import { Random } from '../../../src-main/local-service/synthesis/signal/random.ts'

const RATE = 44_100

/** Noise like rain, low-passed so that a jump stands out of it. */
function texture(seconds: number, gain = 0.3): Float32Array {
  const random = new Random(7)
  let state = 0
  return Float32Array.from({ length: seconds * RATE }, () => {
    state += 0.05 * (random.signed() - state)
    return state * gain * 6
  })
}

function tone(seconds: number): Float32Array {
  return Float32Array.from(
    { length: seconds * RATE },
    (_, index) => 0.4 * Math.sin((2 * Math.PI * 220 * index) / RATE),
  )
}

/** The largest step between neighbouring samples. */
function largestStep(samples: Float32Array, from = 1, to = samples.length): number {
  let largest = 0
  for (let index = Math.max(1, from); index < to; index++) {
    largest = Math.max(largest, Math.abs(samples[index]! - samples[index - 1]!))
  }
  return largest
}

const task = { sampleRateHz: RATE, appendSamples: 3 * RATE, prompted: null, loop: false, seed: 5 }

describe('extend', () => {
  test('keeps every sample of the source and adds exactly what was asked for', () => {
    const source = texture(4)
    const whole = extend({ ...task, source })
    expect(whole).toHaveLength(source.length + task.appendSamples)
    expect(whole.subarray(0, source.length)).toEqual(source)
  })

  test.each([
    ['a texture', texture(4)],
    ['a tone', tone(4)],
  ])('goes on with %s at its level, without a click', (_, source) => {
    const whole = extend({ ...task, source })
    const added = whole.subarray(source.length)
    const difference = levelDb(added, 0, added.length) - levelDb(source, 0, source.length)
    expect(Math.abs(difference)).toBeLessThan(2)
    expect(largestStep(whole)).toBeLessThanOrEqual(largestStep(source) * 1.3)
  })

  test('a sound that has died away is followed by its room, not by another sound', () => {
    const source = texture(4)
    for (let index = RATE; index < source.length; index++) source[index]! *= 0.001
    const added = extend({ ...task, source }).subarray(source.length)
    expect(levelDb(added, 0, added.length)).toBeLessThan(levelDb(source, 2 * RATE, RATE) + 3)
  })

  test('what the prompt adds is heard, and the sum stays below −1 dBFS', () => {
    const source = texture(4, 0.05)
    const prompted = tone(3).map((value) => value * 2)
    const added = extend({ ...task, source, prompted }).subarray(source.length)
    expect(levelDb(added, 0, added.length)).toBeGreaterThan(levelDb(source, 0, source.length) + 2)
    expect(added.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)).toBeLessThanOrEqual(
      10 ** (-1 / 20) + 1e-6,
    )
  })

  test('a loop runs on from its end into its start without a click', () => {
    for (const source of [texture(4), tone(4)]) {
      const whole = extend({ ...task, source, loop: true })
      const seam = Math.abs(whole[0]! - whole.at(-1)!)
      expect(seam).toBeLessThanOrEqual(largestStep(source) * 2)
      expect(whole.subarray(0, source.length)).toEqual(source)
    }
  })

  test('the same seed gives the same samples, another seed another take', () => {
    const source = texture(4)
    expect(extend({ ...task, source })).toEqual(extend({ ...task, source }))
    expect(extend({ ...task, source, seed: 6 })).not.toEqual(extend({ ...task, source }))
  })

  test('silence is followed by silence', () => {
    const whole = extend({ ...task, source: new Float32Array(3 * RATE) })
    expect(whole.every((sample) => sample === 0)).toBe(true)
  })
})

describe('inpaint', () => {
  const region = { sampleRateHz: RATE, startSample: 2 * RATE, endSample: 4 * RATE, prompted: null, seed: 5 }

  test('changes the region and nothing else', () => {
    const source = texture(6)
    const whole = inpaint({ ...region, source })
    expect(whole).toHaveLength(source.length)
    expect(whole.subarray(0, region.startSample)).toEqual(source.subarray(0, region.startSample))
    expect(whole.subarray(region.endSample)).toEqual(source.subarray(region.endSample))
    expect(whole.subarray(region.startSample, region.endSample)).not.toEqual(
      source.subarray(region.startSample, region.endSample),
    )
  })

  test('removes a bang from a texture, at the level around it and without a click', () => {
    const clean = texture(6)
    const source = clean.slice()
    for (let index = 3 * RATE; index < 3 * RATE + 4000; index++) source[index] = index % 2 ? 0.9 : -0.9
    const whole = inpaint({ ...region, source })
    const filling = whole.subarray(region.startSample, region.endSample)
    expect(Math.abs(levelDb(filling, 0, filling.length) - levelDb(clean, 0, clean.length))).toBeLessThan(3)
    expect(largestStep(whole)).toBeLessThanOrEqual(largestStep(clean) * 1.3)
  })

  test('a region that reaches the end of the source is filled to the end', () => {
    const source = texture(4)
    const whole = inpaint({ ...region, source })
    expect(whole).toHaveLength(source.length)
    expect(levelDb(whole, 3 * RATE, RATE)).toBeGreaterThan(levelDb(source, 0, source.length) - 3)
  })
})

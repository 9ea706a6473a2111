// Extend on sources with events: the next one comes when it is due, and textures stay textures.

import { describe, expect, test } from 'vitest'
import { extend } from '../../../src-main/local-service/jobs/edits/extend.ts'
import { eventsOf } from '../../../src-main/local-service/jobs/edits/source-events.ts'
import { levelDb } from '../../../src-main/local-service/jobs/edits/texture.ts'
import { renderScene } from '../../../src-main/local-service/synthesis/index.ts'
import { Random } from '../../../src-main/local-service/synthesis/signal/random.ts'
import { sceneOf } from '../synthesis/measure.ts'

const RATE = 44_100
const task = { sampleRateHz: RATE, appendSamples: 10 * RATE, prompted: null, loop: false, seed: 5 }

/** Short blows at given times over faint noise. */
function blows(seconds: number, times: readonly number[], ringSeconds = 0.02): Float32Array {
  const random = new Random(3)
  const samples = Float32Array.from({ length: seconds * RATE }, () => 0.002 * random.signed())
  for (const time of times) {
    const from = Math.round(time * RATE)
    for (let k = 0; k < 8 * ringSeconds * RATE && from + k < samples.length; k++) {
      samples[from + k]! += 0.5 * Math.exp(-k / (ringSeconds * RATE)) * random.signed()
    }
  }
  return samples
}

/** Times in seconds at which the sound passes a threshold after 100 ms below it. */
function onsets(samples: Float32Array, threshold = 0.1): number[] {
  const found: number[] = []
  let lastAbove = Number.NEGATIVE_INFINITY
  samples.forEach((sample, index) => {
    if (Math.abs(sample) < threshold) return
    if (index - lastAbove > 0.1 * RATE) found.push(index / RATE)
    lastAbove = index
  })
  return found
}

const intervals = (times: readonly number[]) => times.slice(1).map((time, index) => time - times[index]!)
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const spread = (values: readonly number[]) =>
  Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)))

/** 0.1, 0.6, 1.1 … */
const ticking = Array.from({ length: 12 }, (_, index) => 0.1 + 0.5 * index)
/** Steps of 0.42 to 0.66 s. */
const walking = [0.2, 0.75, 1.18, 1.84, 2.3, 2.9, 3.32, 3.97, 4.4, 5.02, 5.55]

describe('extend of a source with events', () => {
  test.each([
    ['between two ticks', 5.87],
    ['just before a tick is due', 6.08],
    ['within a tick', 5.61],
  ])('a clock that ends %s goes on ticking in its time', (_, endSeconds) => {
    const source = blows(
      endSeconds,
      ticking.filter((time) => time < endSeconds),
    )
    const whole = extend({ ...task, source })
    const all = onsets(whole)
    const added = all.filter((time) => time > endSeconds)
    expect(whole.subarray(0, source.length)).toEqual(source)
    expect(Math.abs(added.length - 20)).toBeLessThanOrEqual(1)
    for (const interval of intervals(all)) expect(Math.abs(interval - 0.5)).toBeLessThan(0.05)
  })

  test('what was due before the end of the source stays a rest, and the rhythm keeps its phase', () => {
    // Ticks at 0.1 … 5.1; the one at 5.6 is missing, and 5.75 is where the source ends.
    const source = blows(5.75, ticking.slice(0, 11))
    const added = onsets(extend({ ...task, source })).filter((time) => time > 5.2)
    expect(Math.abs(added[0]! - 6.1)).toBeLessThan(0.03)
    for (const interval of intervals(added)) expect(Math.abs(interval - 0.5)).toBeLessThan(0.05)
  })

  test('steps of an uneven pace keep its mean and its unevenness', () => {
    const source = blows(5.8, walking, 0.03)
    const added = intervals(onsets(extend({ ...task, source }).subarray(source.length)))
    const given = intervals(walking)
    expect(Math.abs(mean(added) / mean(given) - 1)).toBeLessThan(0.1)
    expect(spread(added)).toBeGreaterThan(0.5 * spread(given))
    expect(spread(added)).toBeLessThan(1.5 * spread(given))
  })

  test('between the events lies the background of the source, at its level', () => {
    const source = blows(5.87, ticking.slice(0, 12))
    const added = extend({ ...task, source }).subarray(source.length)
    const tick = onsets(added)[3]!
    const pause = Math.round((tick + 0.25) * RATE)
    expect(
      Math.abs(levelDb(added, pause, 0.1 * RATE) - levelDb(source, 0.4 * RATE, 0.1 * RATE)),
    ).toBeLessThan(2)
  })

  test('the join has no click, within an event either', () => {
    for (const endSeconds of [5.87, 5.605, 5.62]) {
      const source = blows(
        endSeconds,
        ticking.filter((time) => time < endSeconds),
      )
      const whole = extend({ ...task, source })
      const step = (at: number) => Math.abs(whole[at]! - whole[at - 1]!)
      const near = Math.max(...Array.from({ length: 400 }, (_, index) => step(source.length - 400 + index)))
      expect(step(source.length)).toBeLessThanOrEqual(near)
    }
  })

  test('the copies differ, seeds give takes, and the same seed gives the same samples', () => {
    const source = blows(5.87, ticking)
    const whole = extend({ ...task, source })
    const peaks = onsets(whole.subarray(source.length)).map((time) => {
      const from = source.length + Math.round(time * RATE)
      return whole.subarray(from, from + 400).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
    })
    expect(new Set(peaks).size).toBe(peaks.length)
    expect(extend({ ...task, source })).toEqual(whole)
    expect(extend({ ...task, source, seed: 6 })).not.toEqual(whole)
  })

  test('a loop leaves room for the event that it opens with', () => {
    const source = blows(5.87, ticking)
    const last = onsets(extend({ ...task, source, loop: true })).at(-1)!
    expect(15.87 + ticking[0]! - last).toBeGreaterThan(0.25)
  })
})

describe('a source without events to come', () => {
  test.each(['steady rain', 'wind in trees', 'river stream', 'ocean waves', 'car engine idling'])(
    '%s is a texture',
    (prompt) => {
      const samples = renderScene({
        scene: sceneOf(prompt),
        durationMs: 8000,
        seed: 4,
        variantIndex: 0,
        loop: false,
        sampleRate: RATE,
      })
      expect(eventsOf(samples, RATE)).toEqual([])
    },
  )

  test('three knocks and a pause are over', () => {
    expect(eventsOf(blows(3, [0.2, 0.5, 0.8]), RATE)).toEqual([])
    expect(eventsOf(blows(1, [0.2, 0.5, 0.8]), RATE)).toHaveLength(3)
  })

  test('blows that die away, silence, and a few samples are no events', () => {
    const dying = blows(3, [0.2, 0.8, 1.4, 2.0, 2.6])
    dying.forEach((sample, index) => {
      dying[index] = sample * 10 ** -(index / RATE / 2)
    })
    expect(eventsOf(dying, RATE)).toEqual([])
    expect(eventsOf(new Float32Array(RATE), RATE)).toEqual([])
    expect(eventsOf(new Float32Array(3), RATE)).toEqual([])
    expect(eventsOf(new Float32Array(0), RATE)).toEqual([])
  })
})

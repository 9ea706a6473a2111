// Sounds too long for memory: made in a file, the same as in an array; and what keeps a render small.

import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, describe, expect, test } from 'vitest'
import { createScratch } from '../../../src-main/local-service/jobs/scratch.ts'
import {
  type RenderRequest,
  renderInto,
  renderScene,
  sampleCountOf,
} from '../../../src-main/local-service/synthesis/index.ts'
import { addModes, type Mode } from '../../../src-main/local-service/synthesis/signal/modes.ts'
import { stretchOf } from '../../../src-main/local-service/synthesis/signal/samples.ts'
import { createKeep } from '../../../src-main/local-service/synthesis/stage/keep.ts'
import { sceneOf } from './measure.ts'

const scratch = createScratch()
afterEach(() => scratch.close())

/** Names of what scratch files there are; where files can lose their name while open, none. */
const left = (): string[] => readdirSync(tmpdir()).filter((name) => /^foleyroom-.*\.samples$/.test(name))

describe('a long loop', () => {
  test('is the same in a file as in an array', () => {
    const request: RenderRequest = {
      scene: sceneOf('three church bell strokes and wind in a hall'),
      durationMs: 61_000,
      seed: 5,
      variantIndex: 0,
      loop: true,
      // Half the usual rate: the same pieces and windows in half the time.
      sampleRate: 22_050,
    }
    const samples = scratch.take(sampleCountOf(request))
    renderInto(samples, request)
    const whole = samples.subarray(0, samples.length)
    expect(Buffer.from(whole.buffer).equals(Buffer.from(renderScene(request).buffer))).toBe(true)
  }, 60_000)

  test('leaves no file behind', () => {
    const before = left()
    const samples = scratch.take(1000)
    samples.set(Float32Array.of(0.25, -0.5), 998)
    expect([...samples.subarray(997, 1000)]).toEqual([0, 0.25, -0.5])
    if (process.platform !== 'win32') expect(left()).toEqual(before)
    scratch.close()
    expect(left()).toEqual(before)
  })
})

test('a stretch goes round a circle, and is silent outside of what has ends', () => {
  const signal = Float32Array.of(1, 2, 3)
  expect([...stretchOf(signal, -2, 7, true)]).toEqual([2, 3, 1, 2, 3, 1, 2])
  expect([...stretchOf(signal, -2, 7, false)]).toEqual([0, 0, 1, 2, 3, 0, 0])
})

test('modes that sound side by side are the same as one after another', () => {
  const modes: Mode[] = [310, 870, 1400, 2650, 4100, 30_000].map((hertz, index) => ({
    hertz,
    amplitude: 1 / (index + 1),
    decaySeconds: 0.05 / (index + 1),
  }))
  const together = new Float32Array(9000).fill(0.01)
  const apart = together.slice()
  addModes(together, 100, modes, 0.7, 44_100)
  for (const mode of modes) addModes(apart, 100, [mode], 0.7, 44_100)
  expect(together).toEqual(apart)
})

test('what is kept is bounded, and the oldest goes first', () => {
  const keep = createKeep(10)
  const [first, second, third] = [new Float32Array(6), new Float32Array(4), new Float32Array(5)]
  keep.put(1, first)
  keep.put(2, second)
  expect(keep.put(3, third)).toBe(third)
  expect([keep.get(1), keep.get(2), keep.get(3)]).toEqual([undefined, second, third])
  expect(first).toHaveLength(0)
  expect(keep.put(4, new Float32Array(20))).toHaveLength(20)
  expect(keep.get(3)).toBeUndefined()
})

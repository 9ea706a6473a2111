// What comes, goes, goes by, swells and fades is heard to do so: in level, in colour, in pitch.

import { describe, expect, test, vi } from 'vitest'
import { renderScene } from '../../../src-main/local-service/synthesis/index.ts'
import { bendAt, isAllNumbers, layerOf, peakDb, RATE, sceneOf, sceneWith } from './measure.ts'

// Renders take as long as the machine is busy.
vi.setConfig({ testTimeout: 60_000 })

const SECONDS = 6

function render(prompt: string, loop = false): Float32Array {
  return renderScene({
    scene: sceneOf(prompt),
    durationMs: SECONDS * 1000,
    seed: 4,
    variantIndex: 0,
    loop,
    sampleRate: RATE,
  })
}

/** Level of a part of a sound, from and to in seconds, in dB. */
function levelDb(signal: Float32Array, from: number, to: number): number {
  const part = signal.subarray(Math.round(from * RATE), Math.round(to * RATE))
  return 10 * Math.log10(part.reduce((sum, x) => sum + x * x, 1e-12) / part.length)
}

/** Share of what changes from sample to sample: the more top, the larger. */
function top(signal: Float32Array, from: number, to: number): number {
  let changes = 0
  let energy = 1e-12
  for (let i = Math.round(from * RATE) + 1; i < Math.round(to * RATE); i++) {
    changes += (signal[i]! - signal[i - 1]!) ** 2
    energy += signal[i]! ** 2
  }
  return changes / energy
}

/** Pitch of a steady tone by its upward crossings of zero, in hertz. */
function crossings(signal: Float32Array, from: number, to: number): number {
  let count = 0
  for (let i = Math.round(from * RATE) + 1; i < Math.round(to * RATE); i++)
    if (signal[i - 1]! < 0 && signal[i]! >= 0) count++
  return count / (to - from)
}

describe('level', () => {
  test.each(['rain getting louder', 'waterfall approaching', 'applause fading in'])(
    'rises in “%s”',
    (prompt) => {
      const signal = render(prompt)
      expect(levelDb(signal, 4.5, 5.5)).toBeGreaterThan(levelDb(signal, 0.5, 1.5) + 10)
    },
  )

  test.each(['wind fading out', 'stream getting quieter', 'a swarm of bees leaving'])(
    'falls in “%s”',
    (prompt) => {
      const signal = render(prompt)
      expect(levelDb(signal, 0.2, 1.2)).toBeGreaterThan(levelDb(signal, 4.5, 5.5) + 10)
    },
  )

  test('rises and falls where something goes by', () => {
    const signal = render('police siren passing by')
    expect(levelDb(signal, 2.5, 3.5)).toBeGreaterThan(levelDb(signal, 0, 0.8) + 8)
    expect(levelDb(signal, 2.5, 3.5)).toBeGreaterThan(levelDb(signal, 5.2, 6) + 8)
  })

  test('stays in a loop, whose end must meet its start', () => {
    const signal = render('rain getting louder', true)
    expect(Math.abs(levelDb(signal, 5, 6) - levelDb(signal, 0, 1))).toBeLessThan(3)
    expect(bendAt(signal, 0)).toBeLessThan(0.3)
  })
})

test('what is far has less top than what is near', () => {
  const signal = render('waterfall approaching')
  expect(top(signal, 5, 6)).toBeGreaterThan(2 * top(signal, 0, 1))
})

test('a whine that goes by sinks in pitch as it passes, by what its speed asks for', () => {
  const still = layerOf('insect-buzz', { action: 'fly', size: 0.5 })
  const render = (movement?: 'pass') =>
    renderScene({
      scene: sceneWith({ ...still, ...(movement && { movement }) }),
      durationMs: SECONDS * 1000,
      seed: 4,
      variantIndex: 0,
      loop: false,
      sampleRate: RATE,
    })
  const [moving, staying] = [render('pass'), render()]
  const ratio = (from: number, to: number) => crossings(moving, from, to) / crossings(staying, from, to)
  // 140 m in 6 s are 23 m/s: ±6.8 % of the pitch.
  expect(ratio(1, 2.5) / ratio(3.5, 5)).toBeGreaterThan(1.04)
})

test.each(['approach', 'leave', 'pass', 'swell', 'fade'] as const)(
  'every kind of sound can %s',
  (movement) => {
    for (const family of ['engine', 'footsteps', 'whoosh', 'thunder', 'crowd', 'horn']) {
      for (const durationMs of [120, 3000]) {
        const signal = renderScene({
          scene: sceneWith(layerOf(family, { movement, distanceMetres: 200 })),
          durationMs,
          seed: 2,
          variantIndex: 0,
          loop: false,
          sampleRate: RATE,
        })
        expect(isAllNumbers(signal)).toBe(true)
        expect(peakDb(signal)).toBeLessThanOrEqual(-1)
        expect(peakDb(signal)).toBeGreaterThan(-30)
      }
    }
  },
)

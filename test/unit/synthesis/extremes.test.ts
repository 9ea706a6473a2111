// What nobody asks for every day: every action at its extremes, any prompt at all, loops of minutes.

import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { FAMILIES } from '../../../src-main/local-service/synthesis/families/registry.ts'
import {
  renderScene,
  type SceneLayer,
  understandPrompt,
} from '../../../src-main/local-service/synthesis/index.ts'
import { isAllNumbers, layerOf, mean, peakDb, RATE, sceneOf, sceneWith } from './measure.ts'

// Renders take as long as the machine is busy.
vi.setConfig({ testTimeout: 60_000 })

const LEAST: Partial<SceneLayer> = { size: 0.02, intensity: 0.02, brightness: 0.02, tempo: 0.25 }
const MOST: Partial<SceneLayer> = { size: 1, intensity: 1, brightness: 1, tempo: 4 }

describe('every action', () => {
  test.each([...FAMILIES.values()].map((family) => [family.name, family.actions] as const))(
    'of %s sounds with every dial down and with every dial up',
    (family, actions) => {
      for (const action of ['unheard of', ...actions]) {
        for (const dials of [LEAST, MOST]) {
          const signal = renderScene({
            scene: sceneWith(layerOf(family, { action, ...dials })),
            durationMs: 150,
            seed: 9,
            variantIndex: 0,
            loop: false,
            sampleRate: RATE,
          })
          expect(isAllNumbers(signal)).toBe(true)
          expect(peakDb(signal)).toBeGreaterThan(-30)
          expect(peakDb(signal)).toBeLessThanOrEqual(-1)
          expect(Math.abs(mean(signal))).toBeLessThan(1e-3)
        }
      }
    },
  )
})

describe('any prompt', () => {
  const words = fc.constantFrom(
    ...'rain thunder door creaks slams three 4 no without then after and with on in gravel metal cave hall distant very slowly loud of , . not it 120 bpm dogs'.split(
      ' ',
    ),
  )

  test('is understood or refused with something to try, and never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(words, { maxLength: 12 }).map((list) => list.join(' ')),
        ),
        (prompt) => {
          const understanding = understandPrompt(prompt)
          if (!understanding.ok) {
            expect(understanding.nearest.length).toBeGreaterThan(0)
            return
          }
          const { layers } = understanding.scene
          const stages = [...new Set(layers.map(({ stage }) => stage))].sort((a, b) => a - b)
          expect(stages).toEqual(stages.map((_, index) => index))
          expect(JSON.parse(JSON.stringify(understanding.scene))).toEqual(understanding.scene)
        },
      ),
      { numRuns: 300, seed: 4 },
    )
  })

  test('that is understood can be rendered', () => {
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 10 }), fc.boolean(), (list, loop) => {
        const understanding = understandPrompt(list.join(' '))
        if (!understanding.ok) return
        const signal = renderScene({
          scene: understanding.scene,
          durationMs: 400,
          seed: 3,
          variantIndex: 1,
          loop,
          sampleRate: RATE,
        })
        expect(isAllNumbers(signal)).toBe(true)
        expect(peakDb(signal)).toBeLessThanOrEqual(-1)
      }),
      { numRuns: 25, seed: 4 },
    )
  })
})

describe('a loop of more than a minute', () => {
  /** Level of each second in dB. */
  function levels(signal: Float32Array): number[] {
    return Array.from({ length: Math.floor(signal.length / RATE) }, (_, second) => {
      let sum = 0
      for (let i = second * RATE; i < (second + 1) * RATE; i++) sum += signal[i]! ** 2
      return 10 * Math.log10(sum / RATE)
    })
  }

  test.each(['rain', 'engine idling'])('of %s is of one piece to the ear: no second stands out', (prompt) => {
    const signal = renderScene({
      scene: sceneOf(prompt),
      durationMs: 64_000,
      seed: 2,
      variantIndex: 0,
      loop: true,
      sampleRate: RATE,
    })
    expect(signal.length).toBe(64 * RATE)
    const all = levels(signal)
    expect(Math.max(...all) - Math.min(...all)).toBeLessThan(3)
  })
})

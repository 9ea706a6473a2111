// The small networks of note decoding: what they compute, how they are kept, that training finds what no line divides.

import { describe, expect, test } from 'vitest'
import {
  applyLayer,
  decodeNetwork,
  encodeNetwork,
  judgeOf,
  type Network,
} from '../../../../src-main/local-service/transcription/notes/network.ts'
import { seeded } from '../../../bench/transcription/pieces.ts'
import { createSamples, sideBySide, train } from '../../../bench/transcription/trainer.ts'

/** Two inputs, two hidden units, one of which the example leaves below zero. */
const NETWORK: Network = {
  mean: Float32Array.of(1, 2),
  scale: Float32Array.of(0.5, 2),
  layers: [
    { weights: Float32Array.of(1, 1, -1, 0), bias: Float32Array.of(0.5, -1) },
    { weights: Float32Array.of(2, 4), bias: Float32Array.of(-3) },
  ],
}

describe('a network', () => {
  test('standardises its inputs, drops what is below zero between layers and gives a probability', () => {
    // (3 − 1) × 0.5 = 1 and (2.5 − 2) × 2 = 1: hidden 2.5 and −2, so the sum is 2 × 2.5 − 3 = 2.
    expect(judgeOf(NETWORK)(Float32Array.of(3, 2.5))).toBeCloseTo(1 / (1 + Math.exp(-2)), 6)
  })

  test('reads its features from where it is told', () => {
    const judge = judgeOf(NETWORK)
    expect(judge(Float32Array.of(9, 9, 3, 2.5), 2)).toBe(judge(Float32Array.of(3, 2.5)))
  })

  test('sums up each unit of a layer, however many there are', () => {
    for (let units = 1; units <= 9; units++) {
      const random = seeded(units)
      const draw = (count: number) => Float32Array.from({ length: count }, () => random() - 0.5)
      const layer = { weights: draw(units * 5), bias: draw(units) }
      const inputs = draw(5)
      const sums = Float32Array.from(layer.bias, (bias, unit) =>
        inputs.reduce((sum, input, index) => sum + input * layer.weights[unit * 5 + index]!, bias),
      )
      for (const isHidden of [false, true]) {
        const outputs = new Float32Array(units)
        applyLayer(layer, inputs, outputs, isHidden)
        expect(outputs).toEqual(isHidden ? sums.map((sum) => Math.max(0, sum)) : sums)
      }
    }
  })

  test('comes back as it was kept', () => {
    expect(decodeNetwork(encodeNetwork(NETWORK))).toEqual(NETWORK)
  })
})

describe('training', () => {
  test('finds what no line divides', () => {
    const random = seeded(5)
    const samples = createSamples(2)
    for (let index = 0; index < 2000; index++) {
      const [x, y] = [random() < 0.5 ? 0 : 1, random() < 0.5 ? 0 : 1] as const
      samples.add(Float32Array.of(x + (random() - 0.5) / 5, y + (random() - 0.5) / 5), x === y ? 1 : 0)
    }
    const judge = judgeOf(train(samples, { hidden: [12, 6], epochs: 60, random, report: () => {} }))
    expect(judge(Float32Array.of(0, 0))).toBeGreaterThan(0.9)
    expect(judge(Float32Array.of(1, 1))).toBeGreaterThan(0.9)
    expect(judge(Float32Array.of(1, 0))).toBeLessThan(0.1)
    expect(judge(Float32Array.of(0, 1))).toBeLessThan(0.1)
  })

  test('counts an example as often as its weight says', () => {
    const random = seeded(6)
    const samples = createSamples(1)
    for (let index = 0; index < 600; index++)
      samples.add(Float32Array.of(0), index % 2 === 0 ? 1 : 0, index % 2 === 0 ? 3 : 1)
    const judge = judgeOf(train(samples, { hidden: [4], epochs: 500, random, report: () => {} }))
    expect(judge(Float32Array.of(0))).toBeCloseTo(0.75, 1)
  })

  test('leaves inputs out and still finds what they tell together', () => {
    const random = seeded(7)
    const samples = createSamples(6)
    for (let index = 0; index < 1500; index++) {
      const label = index % 2 === 0 ? 1 : 0
      samples.add(
        Float32Array.from({ length: 6 }, () => label + (random() - 0.5) * 1.2),
        label,
      )
    }
    const judge = judgeOf(
      train(samples, { hidden: [8], epochs: 60, dropout: 0.25, random, report: () => {} }),
    )
    expect(judge(new Float32Array(6).fill(1))).toBeGreaterThan(0.9)
    expect(judge(new Float32Array(6))).toBeLessThan(0.1)
  })
})

describe('networks side by side', () => {
  test('give the mean of what each is sure of', () => {
    const random = seeded(8)
    const samples = createSamples(3)
    for (let index = 0; index < 300; index++)
      samples.add(
        Float32Array.from({ length: 3 }, () => random()),
        random() < 0.5 ? 0 : 1,
      )
    const members = [1, 2, 3].map(() =>
      train(samples, { hidden: [5, 4, 3], epochs: 2, random, report: () => {} }),
    )
    const input = Float32Array.of(0.2, 0.9, 0.4)
    const logit = (network: Network) => {
      const probability = judgeOf(network)(input)
      return Math.log(probability / (1 - probability))
    }
    const logits = members.map(logit)
    expect(new Set(logits).size).toBe(3)
    expect(logit(sideBySide(members))).toBeCloseTo(logits.reduce((sum, one) => sum + one, 0) / 3, 4)
  })
})

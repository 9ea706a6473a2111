// What comes out: length, level, ends, repeatability, takes, counted events, loops.

import { describe, expect, test, vi } from 'vitest'
import { FAMILIES } from '../../../src-main/local-service/synthesis/families/registry.ts'
import { type RenderRequest, renderScene } from '../../../src-main/local-service/synthesis/index.ts'
import {
  bendAt,
  isAllNumbers,
  layerOf,
  likeness,
  mean,
  onsetsOf,
  peakDb,
  RATE,
  sceneOf,
  sceneWith,
  truePeakDb,
} from './measure.ts'

// Renders take as long as the machine is busy.
vi.setConfig({ testTimeout: 60_000 })

function render(prompt: string, request: Partial<RenderRequest> = {}): Float32Array {
  return renderScene({
    scene: sceneOf(prompt),
    durationMs: 2000,
    seed: 7,
    variantIndex: 0,
    loop: false,
    sampleRate: RATE,
    ...request,
  })
}

describe.each([100, 2000, 10_000])('every family at %i ms', (durationMs) => {
  test.each([...FAMILIES.keys()])('%s is whole, audible, centred and quiet at its ends', (family) => {
    const signal = renderScene({
      scene: sceneWith(layerOf(family)),
      durationMs,
      seed: 11,
      variantIndex: 0,
      loop: false,
      sampleRate: RATE,
    })
    expect(signal.length).toBe(Math.round((durationMs * RATE) / 1000))
    expect(isAllNumbers(signal)).toBe(true)
    expect(peakDb(signal)).toBeLessThanOrEqual(-1)
    expect(peakDb(signal)).toBeGreaterThan(-24)
    expect(Math.abs(mean(signal))).toBeLessThan(1e-3)
    expect(Math.abs(signal[0]!)).toBeLessThan(1e-3)
    expect(Math.abs(signal.at(-1)!)).toBeLessThan(1e-3)
  })
})

describe('repeatability', () => {
  const prompts = ['rain with distant thunder in a hall', 'heavy oak door slams', 'engine revving', 'birds']

  test.each(prompts)('renders the same bytes for the same request: %s', (prompt) => {
    expect(Buffer.from(render(prompt).buffer).equals(Buffer.from(render(prompt).buffer))).toBe(true)
  })

  test.each(prompts)('renders other takes for other seeds and variants: %s', (prompt) => {
    const takes = [render(prompt), render(prompt, { seed: 8 }), render(prompt, { variantIndex: 1 })]
    expect(Math.abs(likeness(takes[0]!, takes[1]!))).toBeLessThan(0.9)
    expect(Math.abs(likeness(takes[0]!, takes[2]!))).toBeLessThan(0.9)
    expect(Math.abs(likeness(takes[1]!, takes[2]!))).toBeLessThan(0.9)
  })

  test('takes the largest seed there is', () => {
    expect(isAllNumbers(render('knock', { seed: 4_294_967_295 }))).toBe(true)
  })
})

describe('counted events', () => {
  test.each([
    ['three knocks', 3, 3000, 0.08],
    ['five knocks on a wooden door', 5, 4000, 0.08],
    ['4 gunshots', 4, 8000, 0.25],
    ['six claps', 6, 4000, 0.1],
    ['two door slams', 2, 6000, 0.4],
    ['seven drum hits', 7, 5000, 0.1],
    ['three knocks', 3, 500, 0.05],
  ])('%s sound as %i onsets', (prompt, count, durationMs, gap) => {
    for (const seed of [1, 2, 3]) {
      expect(onsetsOf(render(prompt, { durationMs, seed }), gap)).toHaveLength(count)
    }
  })

  test('a door slams once, and door slams are takes that fill the time', () => {
    expect(onsetsOf(render('a door slams', { durationMs: 10_000 }), 0.5)).toHaveLength(1)
    const takes = onsetsOf(render('door slams', { durationMs: 10_000 }), 0.5).length
    expect(takes).toBeGreaterThanOrEqual(3)
    expect(takes).toBeLessThanOrEqual(5)
  })

  test('what happens once happens once in a story', () => {
    expect(onsetsOf(render('gunshot then wind', { durationMs: 8000 }), 0.3)).toHaveLength(1)
  })
})

describe('what was not counted goes on', () => {
  test.each([
    'dog barking',
    'cat meowing',
    'crow',
    'sheep',
    'pig',
    'knocking',
    'button clicks',
    'laser gun',
    'hammer hitting metal',
    'owl',
    'creaking floorboards',
    'coughing',
  ])('%s, through five seconds, with no pause that is taken for the end', (prompt) => {
    for (const seed of [1, 2, 3]) {
      const signal = render(prompt, { durationMs: 5000, seed })
      const hop = RATE * 0.05
      const levels = Array.from({ length: 100 }, (_, k) =>
        signal.subarray(k * hop, (k + 1) * hop).reduce((sum, x) => sum + x * x, 0),
      )
      const loudest = Math.max(...levels)
      const heard = levels.flatMap((level, k) => (level > loudest * 1e-3 ? [k * 0.05] : []))
      const pauses = [...heard, 5].map((at, k) => at - (heard[k - 1] ?? 0))
      expect(Math.max(...pauses)).toBeLessThan(2.6)
    }
  })
})

describe('level', () => {
  test.each([
    'explosion',
    'machine gun',
    'glass breaking in a stone hall',
    'heavy rain',
    'snare drum',
    'static',
  ])('keeps the true peak of %s at or below −1 dBTP', (prompt) => {
    expect(truePeakDb(render(prompt, { seed: 3 }))).toBeLessThanOrEqual(-1)
  })

  test('has no click: no sample of a soft sound jumps', () => {
    const hum = render('quiet hum')
    let steepest = 0
    for (let i = 1; i < hum.length; i++) steepest = Math.max(steepest, Math.abs(hum[i]! - hum[i - 1]!))
    expect(steepest).toBeLessThan(0.05)
  })

  test('is duller and has less top from far away', () => {
    const top = (signal: Float32Array) => {
      let difference = 0
      let sum = 0
      for (let i = 1; i < signal.length; i++) {
        difference += (signal[i]! - signal[i - 1]!) ** 2
        sum += signal[i]! ** 2
      }
      return difference / sum
    }
    expect(top(render('distant gunshot'))).toBeLessThan(top(render('gunshot')) / 3)
  })

  test('lets a hall ring on after the sound', () => {
    const energyAfter = (signal: Float32Array) => {
      let sum = 0
      for (let i = RATE; i < signal.length; i++) sum += signal[i]! ** 2
      return sum
    }
    expect(energyAfter(render('a single clap in a cathedral'))).toBeGreaterThan(
      100 * energyAfter(render('a single clap')),
    )
  })
})

describe('order', () => {
  test('keeps what comes second out of the first part', () => {
    const signal = render('wind then a single explosion', { durationMs: 8000 })
    const level = (from: number, to: number) => {
      let sum = 0
      for (let i = from * RATE; i < to * RATE; i++) sum += signal[i]! ** 2
      return sum / (to - from)
    }
    expect(level(4, 8)).toBeGreaterThan(level(0, 3) * 3)
  })
})

describe('what is short', () => {
  test('a short rain is over long before the sound is', () => {
    const rms = (signal: Float32Array, from: number, to: number) => {
      const part = signal.subarray(from * RATE, to * RATE)
      return Math.sqrt(part.reduce((sum, x) => sum + x * x, 0) / part.length)
    }
    for (const loop of [false, true]) {
      const signal = render('short burst of rain', { durationMs: 4000, loop })
      expect(rms(signal, 0.3, 0.9)).toBeGreaterThan(0.02)
      expect(rms(signal, 2, 4)).toBeLessThan(1e-4)
    }
  })
})

describe('loops', () => {
  const textures = [...FAMILIES.values()]
    .filter((family) => family.kind === 'texture')
    .map(({ name }) => name)

  test.each(textures)('%s runs from its end into its start without a jump', (family) => {
    const signal = renderScene({
      scene: sceneWith(layerOf(family)),
      durationMs: 1500,
      seed: 5,
      variantIndex: 0,
      loop: true,
      sampleRate: RATE,
    })
    expect(Math.abs(mean(signal))).toBeLessThan(1e-3)
    let steepest = 0
    let energy = 0
    for (let i = 1; i < signal.length - 1; i++) {
      const bend = bendAt(signal, i)
      steepest = Math.max(steepest, bend)
      energy += bend * bend
    }
    const usual = Math.sqrt(energy / signal.length)
    const atJoin = Math.max(bendAt(signal, 0), bendAt(signal, signal.length - 1))
    // The join lies within what the interior does, and is no outlier of it.
    expect(atJoin).toBeLessThanOrEqual(Math.min(steepest, usual * 12))
  })

  test('lets the tail of an event ring on over the join', () => {
    const signal = render('a single church bell in a cathedral', { loop: true })
    const rms = (from: number, to: number) =>
      Math.sqrt(signal.slice(from, to).reduce((sum, x) => sum + x * x, 0) / (to - from))
    const before = rms(signal.length - 400, signal.length)
    expect(before).toBeGreaterThan(0.003)
    expect(Math.abs(signal[0]! - signal.at(-1)!)).toBeLessThan(0.1)
  })

  test.each(['three coins dropping', 'three glasses breaking', 'three splashes', 'three hoofbeats'])(
    'lets “%s” be three onsets, though one of them alone is many',
    (prompt) => {
      expect(onsetsOf(render(prompt, { durationMs: 6000 }), 0.08)).toHaveLength(3)
    },
  )

  test('counts in a loop, too', () => {
    const signal = render('three knocks', { loop: true, durationMs: 3000 })
    expect(onsetsOf(signal, 0.08)).toHaveLength(3)
  })
})

test('names the family that a broken scene asks for', () => {
  expect(() =>
    renderScene({
      scene: sceneWith(layerOf('nonsense')),
      durationMs: 500,
      seed: 1,
      variantIndex: 0,
      loop: false,
      sampleRate: RATE,
    }),
  ).toThrow('no generator family is called nonsense')
})

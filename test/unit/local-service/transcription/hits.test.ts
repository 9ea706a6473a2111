// Drums as they are written: where they are struck, which they are, and what a groove around them tells.
import { describe, expect, test } from 'vitest'
import {
  CONTEXT_FACTS,
  DRUM_COUNT,
  describeHitContext,
} from '../../../../src-main/local-service/transcription/drums/hit-context.ts'
import { RIDE, withRides } from '../../../../src-main/local-service/transcription/drums/rides.ts'
import { findDrums } from '../../../../src-main/local-service/transcription/drums/written-hits.ts'
import { measureKeyEnergy } from '../../../../src-main/local-service/transcription/listening/key-energy.ts'
import {
  frameCountOf,
  MODEL_RATE_HZ,
} from '../../../../src-main/local-service/transcription/listening/posteriors.ts'
import { DRUMS } from '../../../../src-main/local-service/transcription/parts/drums.ts'
import { seeded } from '../../../faults/seeded.ts'

type DrumName = (typeof DRUMS)[number]['name']
const SIXTEENTH_S = 0.125
const SIXTEENTHS = 64

/** Which drums are struck on each sixteenth of a bar. */
const GROOVE: Readonly<Partial<Record<DrumName, readonly number[]>>> = {
  kick: [0, 6, 10],
  snare: [4, 12],
  hat: [0, 2, 4, 6, 8, 10, 12, 14],
}
const timesOf = (name: DrumName): number[] =>
  Array.from({ length: SIXTEENTHS }, (_, at) => at)
    .filter((at) => GROOVE[name]?.includes(at % 16))
    .map((at) => 0.5 + at * SIXTEENTH_S)

/** Four bars of it, of sines and noise. */
function playGroove(): Float32Array {
  const random = seeded(7)
  const signal = new Float32Array(Math.round((1 + SIXTEENTHS * SIXTEENTH_S) * MODEL_RATE_HZ))
  const add = (atS: number, lengthS: number, valueAt: (seconds: number) => number): void => {
    const from = Math.round(atS * MODEL_RATE_HZ)
    for (let i = 0; i < lengthS * MODEL_RATE_HZ; i++) signal[from + i]! += valueAt(i / MODEL_RATE_HZ)
  }
  const noise = (): number => 2 * random() - 1
  for (const atS of timesOf('kick')) {
    let phase = 0
    add(atS, 0.25, (s) => {
      phase += (2 * Math.PI * (48 + 110 * Math.exp(-s / 0.02))) / MODEL_RATE_HZ
      return 0.6 * Math.exp(-s / 0.08) * Math.sin(phase)
    })
  }
  for (const atS of timesOf('snare'))
    add(
      atS,
      0.22,
      (s) =>
        0.3 * Math.exp(-s / 0.06) * noise() + 0.25 * Math.exp(-s / 0.05) * Math.sin(2 * Math.PI * 190 * s),
    )
  for (const atS of timesOf('hat')) {
    let before = 0
    // The difference of noise is bright.
    add(atS, 0.05, (s) => {
      const now = noise()
      const bright = (now - before) / 2
      before = now
      return 0.16 * Math.exp(-s / 0.012) * bright
    })
  }
  return signal
}

const heardAs = (name: DrumName, hits: readonly { readonly pitch: number; readonly start: number }[]) => {
  const { pitch } = DRUMS.find((drum) => drum.name === name)!
  return hits.filter((hit) => hit.pitch === pitch).map(({ start }) => start)
}

describe('a groove on kick, snare and hat', () => {
  const signal = playGroove()
  const energy = measureKeyEnergy(signal, frameCountOf(signal))
  const { hits, doPlay } = findDrums(signal, energy)

  test.each(['kick', 'snare', 'hat'] as const)('has its %s where it was struck, and nowhere else', (name) => {
    const struck = timesOf(name)
    const heard = heardAs(name, hits)
    const isNear = (a: number, b: number): boolean => Math.abs(a - b) < 0.025
    const found = struck.filter((time) => heard.some((other) => isNear(time, other)))
    expect(found.length).toBeGreaterThanOrEqual(Math.floor(0.9 * struck.length))
    const wrong = heard.filter((time) => !struck.some((other) => isNear(time, other)))
    expect(wrong.length).toBeLessThanOrEqual(Math.ceil(0.1 * struck.length))
  })

  test('is in order of time, and no drum is struck twice at once', () => {
    expect(hits.map(({ start }) => start)).toEqual(hits.map(({ start }) => start).toSorted((a, b) => a - b))
    for (const { name } of DRUMS) {
      const starts = heardAs(name, hits)
      for (const [index, start] of starts.slice(1).entries())
        expect(start - starts[index]!).toBeGreaterThan(0.05)
    }
  })

  test('surely plays', () => {
    expect(doPlay).toBe(true)
  })
})

describe('a take that was cut', () => {
  const groove = playGroove()
  const hitsFromSecond = (signal: Float32Array, fromS: number) => {
    const cut = signal.slice(Math.round(fromS * MODEL_RATE_HZ))
    return findDrums(cut, measureKeyEnergy(cut, frameCountOf(cut))).hits.filter(({ start }) => start < 0.05)
  }
  const DOWNBEAT_S = 0.5

  test('to begin with its first hit has that hit', () => {
    const first = hitsFromSecond(groove, DOWNBEAT_S)
    expect(heardAs('kick', first)).toHaveLength(1)
    expect(heardAs('hat', first)).toHaveLength(1)
  })

  test('out of a chord that sounds on begins with no hit', () => {
    const held = groove.map((sample, at) =>
      [110, 220, 277, 330, 440].reduce(
        (sum, hz) => sum + 0.06 * Math.sin((2 * Math.PI * hz * at) / MODEL_RATE_HZ),
        sample,
      ),
    )
    expect(hitsFromSecond(held, DOWNBEAT_S + 1.3 * SIXTEENTH_S)).toEqual([])
  })
})

test('silence has no hits, though somebody says that there are drums', () => {
  const signal = new Float32Array(MODEL_RATE_HZ)
  const energy = measureKeyEnergy(signal, frameCountOf(signal))
  expect(findDrums(signal, energy, true).hits).toEqual([])
})

test('what stands around a moment tells what comes again a beat and a bar away', () => {
  // Kick and snare in turn, half a second apart, each with a hat: a bar of them is a second or two.
  const times = Array.from({ length: 40 }, (_, index) => index / 2)
  const chances = new Float32Array(times.length * DRUM_COUNT)
  for (const index of times.keys())
    for (const drum of [index % 2, 2]) chances[index * DRUM_COUNT + drum] = 0.9
  const facts = describeHitContext(times, chances, 20)
  const row = facts.subarray(20 * CONTEXT_FACTS, 21 * CONTEXT_FACTS)
  const again = [...row.subarray(CONTEXT_FACTS - 4 * DRUM_COUNT)]
  const [beatBefore, beatAfter, barBefore, barAfter] = [0, 1, 2, 3].map((at) =>
    again.slice(at * DRUM_COUNT, (at + 1) * DRUM_COUNT),
  )
  expect(beatBefore?.[1]).toBeCloseTo(0.9)
  expect(beatAfter?.[1]).toBeCloseTo(0.9)
  expect(barBefore?.[0]).toBeCloseTo(0.9)
  expect(barAfter?.[0]).toBeCloseTo(0.9)
  expect(barAfter?.[1]).toBe(0)
})

test('a cymbal that keeps time is a ride, one that is struck now and then crashes', () => {
  const struck = (start: number) => ({ pitch: 49, start, levelDb: -20 })
  const timekeeping = Array.from({ length: 16 }, (_, index) => struck(index / 2))
  const crashes = [struck(20), struck(24)]
  const kick = { pitch: 36, start: 24, levelDb: -12 }
  const told = withRides([...timekeeping, ...crashes, kick])
  expect(told.map(({ pitch }) => pitch)).toEqual([...Array(16).fill(RIDE), 49, 49, 36])
})

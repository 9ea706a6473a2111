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

/** Noise that falls by so much a second. */
function decay(seconds: number, dbPerSecond: number): Float32Array {
  return texture(seconds).map((sample, index) => sample * 10 ** ((-dbPerSecond * index) / RATE / 20))
}

/** Strikes that ring for a while, at these seconds. */
function strikes(seconds: number, at: readonly number[], ringDbPerSecond: number): Float32Array {
  const random = new Random(11)
  const sound = new Float32Array(seconds * RATE)
  for (const start of at) {
    const first = Math.round(start * RATE)
    for (let index = first; index < sound.length; index++) {
      const level = 0.5 * 10 ** ((-ringDbPerSecond * (index - first)) / RATE / 20)
      if (level < 1e-5) break
      sound[index]! += level * random.signed()
    }
  }
  return sound
}

/** When the level jumps up by 12 dB within 20 ms, in seconds. */
function attacksOf(samples: Float32Array): number[] {
  const hop = RATE / 100
  const found: number[] = []
  for (let at = 2 * hop; at + hop <= samples.length; at += hop) {
    const isAttack = levelDb(samples, at, hop) > Math.max(-60, levelDb(samples, at - 2 * hop, hop) + 12)
    if (isAttack && at / RATE - (found.at(-1) ?? -1) > 0.1) found.push(at / RATE)
  }
  return found
}

/** Levels of stretches one after another, from a sample on. */
function levelsOf(samples: Float32Array, seconds: number, from = 0): number[] {
  const length = Math.round(seconds * RATE)
  return Array.from({ length: Math.floor((samples.length - from) / length) }, (_, index) =>
    levelDb(samples, from + index * length, length),
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

  test.each([
    ['goes on through the fade that a hiss ends with', false],
    ['in a loop runs through the fade that it opens with too', true],
  ])('%s', (_, loop) => {
    const random = new Random(3)
    const hiss = Float32Array.from({ length: 4 * RATE }, () => 0.2 * random.signed())
    const usual = levelDb(hiss, 0, hiss.length)
    const fade = 0.08 * RATE
    const source = hiss.map((sample, at) => sample * Math.min(1, at / fade, (hiss.length - 1 - at) / fade))
    const whole = extend({ ...task, source, loop })
    const round = new Float32Array([...whole.subarray(RATE), ...whole.subarray(0, RATE)])
    const ends = loop ? [source.length, whole.length] : [source.length]
    for (const end of ends) {
      const join = round.subarray(end - RATE - 0.15 * RATE, end - RATE + 0.15 * RATE)
      for (const level of levelsOf(join, 0.01)) expect(Math.abs(level - usual)).toBeLessThan(3)
    }
    const body = [fade, source.length - 0.15 * RATE] as const
    expect(whole.subarray(...body)).toEqual(source.subarray(...body))
  })

  test('a sound that is dying away goes on dying away', () => {
    const source = decay(4, 15)
    const added = extend({ ...task, source }).subarray(source.length)
    const level = levelDb(source, source.length - RATE / 10, RATE / 10)
    levelsOf(added, 0.5).forEach((there, index) => {
      expect(Math.abs(there - (level - 15 * (0.5 * index + 0.25)))).toBeLessThan(5)
    })
  })

  test('a swell that sinks at the end stays as it is then, for it may rise again', () => {
    const source = texture(8).map(
      (sample, index) => sample * 10 ** ((12 * Math.sin((2 * Math.PI * index) / RATE / 4)) / 20),
    )
    const added = extend({ ...task, source }).subarray(source.length)
    const level = levelDb(source, source.length - RATE / 4, RATE / 4)
    for (const there of levelsOf(added, 0.5)) expect(Math.abs(there - level)).toBeLessThan(9)
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

  test('no gap is heard at either end of the region: a hiss runs through', () => {
    const random = new Random(3)
    const source = Float32Array.from({ length: 6 * RATE }, () => 0.2 * random.signed())
    const usual = levelDb(source, 0, source.length)
    const filling = inpaint({ ...region, source }).subarray(region.startSample, region.endSample)
    for (const at of [0, filling.length - 0.06 * RATE]) {
      for (const level of levelsOf(filling.subarray(at, at + 0.06 * RATE), 0.005)) {
        expect(Math.abs(level - usual)).toBeLessThan(3)
      }
    }
  })

  test('an attack after the region is not announced', () => {
    const source = texture(6, 0.01)
    source.set(strikes(2, [0], 30), region.endSample)
    const filling = inpaint({ ...region, source }).subarray(region.startSample, region.endSample)
    const [join, usual] = [filling.subarray(-0.06 * RATE), levelDb(source, 0, RATE)]
    expect(levelDb(join, 0, join.length)).toBeLessThan(usual + 6)
  })

  test.each([
    ['noise', decay(6, 12)],
    ['a tone', tone(6).map((sample, index) => sample * 10 ** ((-12 * index) / RATE / 20))],
  ])('what dies away across the region dies away in it: %s', (_, source) => {
    const whole = inpaint({ ...region, source })
    const [levels, expected] = [levelsOf(whole, 0.25), levelsOf(source, 0.25)]
    levels.forEach((level, index) => {
      expect(Math.abs(level - expected[index]!)).toBeLessThan(4)
    })
    expect(whole.subarray(2 * RATE, 4 * RATE)).not.toEqual(source.subarray(2 * RATE, 4 * RATE))
  })

  test('what has ended in the region ends in it, however loud it was before', () => {
    const source = decay(6, 25).map((sample, index) => (index < 4 * RATE ? sample : 0))
    const filling = inpaint({ ...region, source }).subarray(region.startSample, region.endSample)
    const levels = levelsOf(filling, 0.25)
    levels.forEach((level, index) => {
      if (index > 0) expect(level).toBeLessThan(levels[index - 1]! + 1)
    })
    expect(levels[0]).toBeLessThan(levelDb(source, 2 * RATE - RATE / 4, RATE / 4))
  })

  test('a beat goes on in the region, in its time on both sides', () => {
    const beats = Array.from({ length: 15 }, (_, index) => 0.15 + index * 0.4)
    const whole = inpaint({ ...region, source: strikes(6, beats, 150) })
    const attacks = attacksOf(whole)
    expect(attacks).toHaveLength(beats.length)
    attacks.forEach((at, index) => {
      expect(Math.abs(at - beats[index]!)).toBeLessThan(0.03)
    })
  })

  test('events on both sides are enough, where there are few on each', () => {
    const source = strikes(6, [0.4, 1.2, 4.4, 5.2], 150)
    const attacks = attacksOf(inpaint({ ...region, source }))
    expect(attacks.length).toBeGreaterThanOrEqual(6)
    expect(attacks.length).toBeLessThanOrEqual(8)
  })

  test('a pause stays one', () => {
    const source = strikes(6, [0.1, 0.35, 0.6, 5.2, 5.45, 5.7], 150)
    const filling = inpaint({ ...region, source }).subarray(region.startSample, region.endSample)
    expect(levelDb(filling, 0, filling.length)).toBeLessThan(-90)
  })

  test('what is ringing after the region has been struck in it', () => {
    const source = strikes(9, [0, 1.1, 2.2, 3.3, 4.4, 5.5, 6.6, 7.7], 30)
    const [startSample, endSample] = [2 * RATE, 3.7 * RATE]
    const whole = inpaint({ ...region, source, startSample, endSample })
    const filling = whole.subarray(startSample, endSample)
    expect(attacksOf(filling).length).toBeGreaterThan(0)
    const join =
      levelDb(filling, filling.length - RATE / 10, RATE / 10) - levelDb(source, endSample, RATE / 10)
    expect(Math.abs(join)).toBeLessThan(6)
  })
})

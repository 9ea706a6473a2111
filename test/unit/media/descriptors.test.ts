import { describe, expect, it } from 'vitest'
import { createDescriptorMeter, type Descriptors, VECTOR_BYTES } from '../../../src-main/media/descriptors.ts'
import { sine } from './wav-fixture.ts'

const RATE = 44_100
const described = (signal: Float32Array, blockFrames = 5000): Descriptors | null => {
  const meter = createDescriptorMeter(RATE, signal.length)
  for (let at = 0; at < signal.length; at += blockFrames) meter.add([signal.subarray(at, at + blockFrames)])
  return meter.result()
}
const noise = (seconds: number, gain = 0.3): Float32Array => {
  let state = 1
  return Float32Array.from({ length: seconds * RATE }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return gain * (state / 2 ** 31 - 1)
  })
}
/** Short bursts of noise at a tempo. */
const clicks = (bpm: number, seconds: number): Float32Array => {
  const signal = noise(seconds, 1)
  const period = (60 / bpm) * RATE
  return signal.map((value, n) => value * 0.5 * Math.exp(-(n % period) / 1500))
}
const distance = (a: Descriptors | null, b: Descriptors | null): number =>
  Math.hypot(
    ...Array.from(new Int8Array(a!.vector.buffer), (value, n) => value - new Int8Array(b!.vector.buffer)[n]!),
  )

describe('descriptors', () => {
  it('are 32 bytes, the same whatever the blocks, and nearly the same at any level', () => {
    const signal = clicks(120, 6)
    const whole = described(signal)!
    expect(whole.vector).toHaveLength(VECTOR_BYTES)
    expect(described(signal, 777)!.vector).toEqual(whole.vector)
    expect(distance(whole, described(signal.map((value) => value * 0.1)))).toBeLessThan(25)
  })

  it('are none of silence, and of what is too short', () => {
    expect(described(new Float32Array(RATE))).toBeNull()
    expect(described(sine(440, 0.02, 0.5))).toBeNull()
  })

  it.each([110, 440, 987.77])('hear a pitch of %d Hz within three cents', (hertz) => {
    const pitch = described(sine(hertz, 1, 0.4))!.pitchHz!
    expect(Math.abs(1200 * Math.log2(pitch / hertz))).toBeLessThan(3)
  })

  it('hear no pitch in noise', () => {
    expect(described(noise(2))!.pitchHz).toBeNull()
  })

  it.each([72, 96, 120, 174])('hear a tempo of %d within one percent', (bpm) => {
    const tempo = described(clicks(bpm, 12))!.tempoBpm!
    // A beat may be felt at half or at double.
    const octaves = Math.log2(tempo / bpm)
    expect(Math.abs(octaves - Math.round(octaves))).toBeLessThan(0.015)
    expect(Math.abs(Math.round(octaves))).toBeLessThanOrEqual(1)
  })

  it('hear no tempo in steady noise', () => {
    expect(described(noise(8))!.tempoBpm).toBeNull()
  })

  it('put tones beside tones and noises beside noises', () => {
    const [low, lower, hiss] = [sine(300, 2, 0.3), sine(320, 2, 0.2), noise(2)].map((each) => described(each))
    expect(distance(low!, lower!)).toBeLessThan(distance(low!, hiss!) / 3)
  })
})

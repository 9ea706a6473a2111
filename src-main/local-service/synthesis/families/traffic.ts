// Traffic: vehicles that pass one after another, near and far, over the rush of the rest.

import { hump } from '../signal/envelopes.ts'
import { bandpass, highpass, lowpass } from '../signal/filters.ts'
import { applyControl, controlFrom, mapControl, pinkNoise, slowRandom, whiteNoise } from '../signal/noise.ts'
import { addTone, fallingHarmonics } from '../signal/oscillators.ts'
import type { Random } from '../signal/random.ts'
import { addInto, buffer, type Span, secondsOf, toRms } from '../signal/span.ts'
import { around, bySize, textureFamily } from './model.ts'

/**
 * One vehicle that passes: tyres on the road, whose spectrum has its hump near 1 kHz (Sandberg & Ejsmont 2002), over the
 * firing of its engine, which sinks as it passes (Doppler at 15 m/s).
 */
function passBy(random: Random, size: number, seconds: number, sampleRate: number): Float32Array {
  const out = whiteNoise(random, buffer(seconds, sampleRate).length)
  const span: Span = { length: out.length, sampleRate, isCircular: false }
  const isHeavy = random.chance(0.15 + 0.3 * size)
  bandpass(out, random.between(650, 1050) * (isHeavy ? 0.7 : 1), 0.7, sampleRate)
  toRms(out, 0.1)
  const firing = (isHeavy ? 38 : 62) * random.vary(0.2)
  const hertz = controlFrom(span, (_, p) => firing * (1 - 0.045 * Math.tanh((p - 0.5) * 9)))
  addTone(out, { hertz, amplitudes: fallingHarmonics(12, 0.8) }, isHeavy ? 0.075 : 0.035, span)
  lowpass(out, isHeavy ? 1800 : 2800, sampleRate)
  // The level of what passes at constant speed, from its distance; the ends are taken to nothing.
  const level = controlFrom(span, (_, p) => hump(p, 0.5, 0.5) / (1 + ((p - 0.5) / 0.14) ** 2))
  return applyControl(out, level)
}

/** Seconds for which a vehicle is heard at a distance in metres. */
function passSeconds(metres: number): number {
  return Math.min(9, 2.2 + metres * 0.16)
}

/** A street or a motorway by how busy it is. */
export const traffic = textureFamily({
  name: 'traffic',
  type: 'ambience',
  levelDb: -3,
  actions: ['pass', 'rush'],
  render: ({ layer, random, sampleRate }, span) => {
    const { isCircular } = span
    const out = pinkNoise(random.fork(), span.length)
    lowpass(out, bySize(420, 1 - layer.brightness, 0.8), sampleRate, isCircular, 0.6)
    const swell = mapControl(slowRandom(random.fork(), span, 0.25), (x) => 1 + 0.35 * x)
    toRms(applyControl(out, swell), 0.03 + 0.06 * layer.intensity)
    const seconds = secondsOf(span)
    const passes = (from: number, metres: number) => {
      const vehicle = passBy(random.fork(), layer.size, passSeconds(metres), sampleRate)
      if (metres > 14) lowpass(vehicle, 16_000 / metres, sampleRate)
      addInto(out, vehicle, from * sampleRate, 6 / (metres + 3), isCircular)
    }
    // One passes near by in any stretch, however short: without it traffic would be a hum.
    const near = random.ratioBetween(5, 9)
    passes(Math.min(seconds, 6) * random.between(0.35, 0.65) - passSeconds(near) / 2, near)
    const gap = 3.2 / (layer.tempo * 2 ** (1.5 * around(layer.intensity)))
    for (let at = gap * random.unit() - 2; at < seconds; at += 0.4 + random.exponential(gap)) {
      const metres = random.ratioBetween(5, 40)
      // Before the start only what comes in is heard; round a circle it was heard at the end.
      if (!isCircular || at >= 0) passes(at, metres)
    }
    return highpass(out, 30, sampleRate, isCircular)
  },
})

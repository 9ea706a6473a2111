// Drops, splashes and bubbles.

import { fade, hump, shape } from '../signal/envelopes.ts'
import { bandpass, highpass, sweep } from '../signal/filters.ts'
import { addCloud, bubble, grainBank, noiseBurst, tick } from '../signal/grains.ts'
import { applyControl, controlFrom, mapControl, pinkNoise, slowRandom, whiteNoise } from '../signal/noise.ts'
import type { Random } from '../signal/random.ts'
import { addInto, buffer, type Span, silence, toPeak, toRms } from '../signal/span.ts'
import { around, bySize, eventFamily, textureFamily } from './model.ts'

/** Bubbles of radii between the bounds in metres, many small and few large. */
export function bubbleBank(
  random: Random,
  least: number,
  most: number,
  sampleRate: number,
  size = 72,
): readonly Float32Array[] {
  return grainBank(size, (index) => {
    const radius = least * (most / least) ** ((index / size) ** 1.3)
    const loudness = (radius / most) ** 0.55
    const grain = bubble(
      radius * random.vary(0.1),
      random.chance(0.35) ? random.between(0.05, 0.3) : 0.01,
      sampleRate,
    )
    for (let i = 0; i < grain.length; i++) grain[i]! *= loudness
    return grain
  })
}

/**
 * A drop into water: the faint slap of the impact, then, some ten milliseconds later, the bubble it traps, which
 * rises in pitch (Franz 1959; Pumphrey & Crum 1989).
 */
export const drip = eventFamily({
  name: 'drip',
  type: 'sfx',
  levelDb: -3,
  actions: ['drip', 'plop'],
  rhythm: () => ({ kind: 'pulse', gapSeconds: 0.9, sway: 0.22 }),
  strike: ({ layer, random, sampleRate }) => {
    const out = buffer(0.5, sampleRate)
    addInto(out, tick(random, random.ratioBetween(2500, 5000), 1, 0.004, sampleRate), 0, 0.12)
    const heavy = layer.action === 'plop' ? 1.9 : 1
    const radius = 0.0028 * heavy * 2 ** (1.2 * around(layer.size)) * random.vary(0.22)
    const delay = random.between(0.006, 0.014) * sampleRate
    addInto(out, bubble(radius, random.between(0.06, 0.16), sampleRate), delay, 1)
    if (random.chance(0.5)) {
      addInto(
        out,
        bubble(radius * random.between(0.4, 0.7), 0.2, sampleRate),
        Math.min(delay * random.between(3, 6), 0.04 * sampleRate),
        0.25,
      )
    }
    return fade(out, 4, out.length / 4)
  },
})

/** Something falls into water: slap, cavity bubble, crown of spray, and the drops that fall back. */
export const splash = eventFamily({
  name: 'splash',
  type: 'sfx',
  levelDb: 0,
  actions: ['splash', 'dive', 'plunge'],
  rhythm: () => ({ kind: 'once', gapSeconds: 4.5, apartSeconds: 1.6 }),
  strike: ({ layer, random, sampleRate }) => {
    const size = layer.size
    const seconds = 0.7 + 1.5 * size
    const out = buffer(seconds, sampleRate)
    const span: Span = { length: out.length, sampleRate, isCircular: false }
    addInto(
      out,
      noiseBurst(
        random,
        { lowHertz: 300, highHertz: 5200, attackSeconds: 0.001, decaySeconds: 0.012 + 0.02 * size },
        sampleRate,
      ),
      0,
      0.85,
    )
    // A splash that is counted closes over what fell within the ear's 50 ms, and its drops fall as one shower.
    const isCounted = layer.count !== null
    const cavity = bubble(0.006 + 0.022 * size, 0.12, sampleRate)
    addInto(out, cavity, (isCounted ? 0.02 : 0.03 + 0.07 * size) * sampleRate, 0.7)
    const crown = whiteNoise(random, out.length)
    highpass(crown, 900, sampleRate)
    sweep(
      crown,
      controlFrom(span, (s) => 8500 * Math.exp(-s * 2.5) + 1800),
      0.8,
      'lowpass',
      sampleRate,
    )
    shape(crown, (p) => hump(p, isCounted ? 0.02 : 0.09, 1.6) ** 1.1 * Math.exp((isCounted ? -10 : -4.2) * p))
    addInto(out, toPeak(crown, 0.55), 0, 1)
    const bank = bubbleBank(random, 0.0009, 0.004 + 0.004 * size, sampleRate)
    const perSecond = 120 + 220 * size
    if (isCounted) {
      const drops = silence(span)
      addCloud(drops, random, { bank, perSecond: perSecond * 6, spread: 0 }, span, 0.08)
      shape(drops, (p) => Math.min(1, p * 50) * Math.exp(-10 * p))
      addInto(out, drops, 0, 1)
    } else {
      const fallback = controlFrom(span, (_, p) => hump(p, 0.3, 1.5) + 0.02)
      addCloud(out, random, { bank, perSecond, spread: 0.8, density: fallback }, span, 0.2)
    }
    return fade(out, 8, out.length * 0.25)
  },
})

/** Bubbles: a boil, an aquarium, a gurgle; bursts of them rise in strings, small after large. */
export const bubbles = textureFamily({
  name: 'bubbles',
  type: 'sfx',
  levelDb: -4,
  actions: ['bubble', 'boil', 'gurgle', 'blub'],
  render: ({ layer, random, sampleRate }, span) => {
    const isBoiling = layer.action === 'boil'
    const isGurgling = layer.action === 'gurgle' || layer.action === 'blub'
    const out = silence(span)
    const unrest = mapControl(slowRandom(random.fork(), span, isGurgling ? 2.2 : 3), (x) =>
      Math.max(0.05, 0.7 + 0.8 * x),
    )
    const small = bubbleBank(random, 0.0012, 0.004, sampleRate)
    const large = bubbleBank(
      random,
      isGurgling ? 0.006 : 0.004,
      bySize(0.012, 1 - layer.size, 0.6),
      sampleRate,
      32,
    )
    const pace = layer.tempo * (0.5 + layer.intensity)
    addCloud(
      out,
      random.fork(),
      { bank: small, perSecond: (isBoiling ? 150 : 22) * pace, spread: 0.7, density: unrest },
      span,
      0.14,
    )
    addCloud(
      out,
      random.fork(),
      { bank: large, perSecond: (isBoiling ? 45 : isGurgling ? 16 : 9) * pace, spread: 0.5, density: unrest },
      span,
      0.3,
    )
    if (isBoiling) {
      const rumble = pinkNoise(random.fork(), span.length)
      bandpass(rumble, 260, 0.8, sampleRate, span.isCircular)
      addInto(out, toRms(applyControl(rumble, unrest), 0.035), 0, 1)
    }
    return out
  },
})

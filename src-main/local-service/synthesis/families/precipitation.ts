// Rain and hail on surfaces.

import type { Material } from '../scene.ts'
import { fade } from '../signal/envelopes.ts'
import { highpass, lowpass } from '../signal/filters.ts'
import { addCloud, bubble, grainBank, tick } from '../signal/grains.ts'
import { addModes, modesOf } from '../signal/modes.ts'
import { applyControl, mapControl, pinkNoise, slowRandom, whiteNoise } from '../signal/noise.ts'
import type { Random } from '../signal/random.ts'
import { addInto, buffer, type Span, toPeak, toRms } from '../signal/span.ts'
import { textureFamily, type Voice } from './model.ts'

/** One drop on a surface. */
function dropGrain(random: Random, surface: Material, sampleRate: number, weight: number): Float32Array {
  switch (surface) {
    case 'metal': {
      const out = buffer(0.12, sampleRate)
      const modes = modesOf(random, {
        body: 'plate',
        material: 'metal',
        hertz: random.ratioBetween(280, 900) / weight,
        hardness: 0.62,
        ring: 0.12,
        detune: 0.08,
        modes: 9,
      })
      addModes(out, 0, modes, 0.3, sampleRate)
      addInto(out, tick(random, random.ratioBetween(2500, 7000), 1, 0.004, sampleRate), 0, 0.5)
      return toPeak(fade(out, 4, out.length / 3), 1)
    }
    case 'glass':
      return tick(random, random.ratioBetween(2200, 6500), 3, random.between(0.006, 0.015), sampleRate)
    case 'water':
      return bubble(random.ratioBetween(0.0006, 0.0022) * weight, random.between(0.02, 0.15), sampleRate)
    case 'leaves':
    case 'grass':
      return tick(random, random.ratioBetween(1200, 4800), 1.2, random.between(0.006, 0.014), sampleRate)
    case 'cloth':
    case 'plastic':
      return tick(random, random.ratioBetween(350, 1400), 1.8, random.between(0.012, 0.03), sampleRate)
    case 'wood':
      return tick(random, random.ratioBetween(500, 1900), 4, random.between(0.012, 0.03), sampleRate)
    default:
      return tick(random, random.ratioBetween(1500, 9000), 0.8, random.between(0.003, 0.009), sampleRate)
  }
}

/**
 * Rain: a bed of countless far drops and single near drops on their surface, with heavy-tailed sizes
 * (Marshall & Palmer 1948) and bubbles where they fall into water (Pumphrey & Crum 1989).
 */
export const rain = textureFamily({
  name: 'rain',
  type: 'ambience',
  levelDb: -4,
  actions: ['fall', 'patter', 'pour', 'drizzle'],
  render: ({ layer, random, sampleRate }: Voice, span: Span) => {
    const pouring = layer.action === 'pour' ? 0.25 : layer.action === 'drizzle' ? -0.25 : 0
    const force = Math.min(1, Math.max(0, layer.intensity + pouring))
    const surface = layer.material ?? 'earth'
    const out = pinkNoise(random.fork(), span.length)
    highpass(out, 500 + 500 * (1 - force), sampleRate, span.isCircular, 0.6)
    lowpass(out, 6500 + 6500 * layer.brightness, sampleRate, span.isCircular, 0.6)
    const wander = mapControl(slowRandom(random.fork(), span, 0.35), (x) => 1 + 0.18 * x)
    applyControl(out, wander)
    toRms(out, 0.004 + 0.09 * force ** 1.7)
    const near = grainBank(40, () => dropGrain(random, surface, sampleRate, 0.8 + 0.6 * layer.size))
    addCloud(
      out,
      random.fork(),
      { bank: near, perSecond: 28 + 420 * force ** 2, spread: 0.7, density: wander },
      span,
      0.16,
    )
    const ground = grainBank(30, () => dropGrain(random, 'earth', sampleRate, 1))
    addCloud(
      out,
      random.fork(),
      { bank: ground, perSecond: 30 + 1100 * force ** 2, spread: 0.7 },
      span,
      0.02 + 0.1 * force,
    )
    const puddles = grainBank(20, () =>
      bubble(random.ratioBetween(0.0009, 0.003), random.between(0.03, 0.2), sampleRate),
    )
    addCloud(out, random.fork(), { bank: puddles, perSecond: 4 + 40 * force, spread: 0.8 }, span, 0.07)
    return out
  },
})

/**
 * Frying: water that bursts into steam under hot oil, thousands of small snaps a second over their own hiss, with coarser
 * spits; brighter than rain and without its splashes.
 */
export const sizzle = textureFamily({
  name: 'sizzle',
  type: 'sfx',
  levelDb: -4,
  actions: ['fry'],
  render: ({ layer, random, sampleRate }, span) => {
    const out = whiteNoise(random.fork(), span.length)
    highpass(out, 3200 * 2 ** (0.6 * (layer.brightness - 0.5)), sampleRate, span.isCircular)
    lowpass(out, 12_000, sampleRate, span.isCircular)
    const simmer = mapControl(slowRandom(random.fork(), span, 1.6), (x) => 1 + 0.22 * x)
    const seethe = slowRandom(random.fork(), span, 45)
    applyControl(
      out,
      simmer.map((x, k) => x * (1 + 0.45 * (seethe[k] ?? 0))),
    )
    toRms(out, 0.03 + 0.03 * layer.intensity)
    const snaps = grainBank(40, () =>
      tick(random, random.ratioBetween(2600, 9500), 1.1, random.between(0.0015, 0.005), sampleRate),
    )
    const perSecond = 260 + 900 * layer.intensity
    addCloud(out, random.fork(), { bank: snaps, perSecond, spread: 0.75, density: simmer }, span, 0.1)
    const spits = grainBank(14, () =>
      tick(random, random.ratioBetween(900, 3000), 1.4, random.between(0.006, 0.018), sampleRate),
    )
    addCloud(out, random.fork(), { bank: spits, perSecond: 7, spread: 0.9 }, span, 0.3)
    return out
  },
})

/** Hail: hard stones that strike and bounce once or twice, over a bed of far ones. */
export const hail = textureFamily({
  name: 'hail',
  type: 'ambience',
  levelDb: -4,
  actions: ['fall'],
  render: ({ layer, random, sampleRate }, span) => {
    const surface = layer.material ?? 'metal'
    const out = whiteNoise(random.fork(), span.length)
    highpass(out, 1800, sampleRate, span.isCircular)
    lowpass(out, 9000, sampleRate, span.isCircular)
    toRms(out, 0.015 + 0.03 * layer.intensity)
    const bank = grainBank(22, () => {
      const one = buffer(0.3, sampleRate)
      let at = 0
      let level = 1
      for (let bounce = 0; bounce < 3; bounce++) {
        const modes = modesOf(random, {
          body: surface === 'metal' ? 'plate' : 'box',
          material: surface === 'earth' ? 'wood' : surface,
          hertz: random.ratioBetween(420, 1600),
          hardness: 0.85,
          ring: surface === 'metal' ? 0.08 : 0.3,
          detune: 0.1,
          modes: 8,
        })
        addModes(one, Math.round(at * sampleRate), modes, level * 0.4, sampleRate)
        addInto(
          one,
          tick(random, random.ratioBetween(3000, 9000), 0.9, 0.004, sampleRate),
          at * sampleRate,
          level * 0.7,
        )
        at += random.between(0.03, 0.09)
        level *= random.between(0.2, 0.45)
      }
      return toPeak(fade(one, 2, one.length / 4), 1)
    })
    addCloud(
      out,
      random.fork(),
      { bank, perSecond: 15 + 160 * layer.intensity ** 1.5, spread: 0.75 },
      span,
      0.25,
    )
    return out
  },
})

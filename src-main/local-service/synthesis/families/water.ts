// Water: streams and falls, drips, splashes, waves, boiling, pouring. Bubbles make most of its sound.

import { fade, hump, shape } from '../signal/envelopes.ts'
import { bandpass, highpass, lowpass, sweep } from '../signal/filters.ts'
import { addCloud, bubble, grainBank, noiseBurst, tick } from '../signal/grains.ts'
import { applyControl, controlFrom, mapControl, pinkNoise, slowRandom, whiteNoise } from '../signal/noise.ts'
import type { Random } from '../signal/random.ts'
import { addInto, buffer, type Span, secondsOf, silence, toPeak, toRms } from '../signal/span.ts'
import { around, bySize, eventFamily, textureFamily } from './model.ts'

/** Bubbles of radii between the bounds in metres, many small and few large. */
function bubbleBank(
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
 * Running water: a Poisson stream of bubbles with a power law of radii (van den Doel 2005), and the hiss of
 * breaking surface where it is steep.
 */
export const stream = textureFamily({
  name: 'stream',
  type: 'ambience',
  levelDb: -4,
  actions: ['flow', 'babble', 'rush', 'gush'],
  render: ({ layer, random, sampleRate }, span) => {
    const circular = span.isCircular
    const rush = Math.min(
      1,
      Math.max(0, 0.6 * layer.size + 0.4 * layer.intensity + (layer.action === 'rush' ? 0.25 : 0)),
    )
    const out = pinkNoise(random.fork(), span.length)
    highpass(out, 260 + 500 * (1 - rush), sampleRate, circular)
    lowpass(out, 3000 + 6000 * layer.brightness, sampleRate, circular, 0.6)
    const surge = slowRandom(random.fork(), span, 0.8)
    applyControl(
      out,
      mapControl(surge.slice(), (x) => 1 + 0.15 * x),
    )
    toRms(out, 0.008 + 0.09 * rush ** 1.6)
    const bank = bubbleBank(random, 0.0008, 0.0025 + 0.006 * rush, sampleRate)
    const density = mapControl(surge, (x) => 1 + 0.5 * x)
    addCloud(out, random.fork(), { bank, perSecond: 90 + 420 * rush, spread: 0.8, density }, span, 0.075)
    const gurgles = bubbleBank(random, 0.003, 0.009, sampleRate, 24)
    addCloud(
      out,
      random.fork(),
      { bank: gurgles, perSecond: 5 + 14 * rush, spread: 0.6, density },
      span,
      0.12,
    )
    return out
  },
})

/** A waterfall: a dense roar of breaking water, low where it lands, bright where it sprays. */
export const waterfall = textureFamily({
  name: 'waterfall',
  type: 'ambience',
  levelDb: -4,
  actions: ['roar', 'fall'],
  render: ({ layer, random, sampleRate }, span) => {
    const circular = span.isCircular
    const out = pinkNoise(random.fork(), span.length)
    lowpass(out, bySize(1500, layer.size), sampleRate, circular, 0.6)
    highpass(out, 60, sampleRate, circular)
    toRms(out, 0.11)
    const spray = whiteNoise(random.fork(), span.length)
    highpass(spray, 2200, sampleRate, circular)
    lowpass(spray, 6000 + 6000 * layer.brightness, sampleRate, circular)
    applyControl(
      spray,
      mapControl(slowRandom(random.fork(), span, 2), (x) => 1 + 0.15 * x),
    )
    addInto(out, toRms(spray, 0.035), 0, 1)
    const bank = bubbleBank(random, 0.0015, 0.008, sampleRate)
    addCloud(out, random.fork(), { bank, perSecond: 320, spread: 0.6 }, span, 0.06)
    return out
  },
})

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
        delay * random.between(3, 6),
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
    const cavity = bubble(0.006 + 0.022 * size, 0.12, sampleRate)
    addInto(out, cavity, (0.03 + 0.07 * size) * sampleRate, 0.7)
    const crown = whiteNoise(random, out.length)
    highpass(crown, 900, sampleRate)
    sweep(
      crown,
      controlFrom(span, (s) => 8500 * Math.exp(-s * 2.5) + 1800),
      0.8,
      'lowpass',
      sampleRate,
    )
    shape(crown, (p) => hump(p, 0.09, 1.6) ** 1.1 * Math.exp(-4.2 * p))
    addInto(out, toPeak(crown, 0.55), 0, 1)
    const fallback = controlFrom(span, (_, p) => hump(p, 0.3, 1.5) + 0.02)
    const bank = bubbleBank(random, 0.0009, 0.004 + 0.004 * size, sampleRate)
    addCloud(out, random, { bank, perSecond: 120 + 220 * size, spread: 0.8, density: fallback }, span, 0.2)
    return fade(out, 8, out.length * 0.25)
  },
})

/**
 * Waves on a shore: a swell that rises, breaks (the spectrum opens) and runs out in fizzing foam; the periods of sea
 * waves, 6 to 10 s. In a loop a whole number of them.
 */
export const waves = textureFamily({
  name: 'waves',
  type: 'ambience',
  levelDb: -3,
  actions: ['break', 'lap', 'roll'],
  render: ({ layer, random, sampleRate }, span) => {
    const circular = span.isCircular
    const seconds = secondsOf(span)
    const isLapping = layer.action === 'lap'
    const period = (isLapping ? 2.4 : 7.5 * 2 ** (0.4 * around(layer.size))) / layer.tempo
    const count = Math.max(1, Math.round(seconds / period))
    const each = circular ? seconds / count : period
    const phase = circular ? 0 : random.between(0.05, 0.35)
    const heights = Array.from({ length: count + 3 }, () => random.between(0.6, 1))
    const skews = Array.from({ length: count + 3 }, () => random.between(-0.06, 0.06))
    const wave = (s: number): { readonly swell: number; readonly foam: number } => {
      const x = s / each + phase
      const index = Math.floor(x)
      const height = heights[circular ? index % count : index] ?? 0.8
      const breakAt = 0.42 + (skews[circular ? index % count : index] ?? 0)
      const t = x - index
      return {
        swell: height * hump(t, breakAt, 1.3),
        foam:
          height *
          (t < breakAt
            ? hump(t / breakAt, 1, 5)
            : Math.exp(-3.2 * (t - breakAt)) * ((1 - t) / (1 - breakAt)) ** 0.4),
      }
    }
    const out = pinkNoise(random.fork(), span.length)
    sweep(
      out,
      controlFrom(span, (s) => 140 + 900 * wave(s).swell),
      0.7,
      'lowpass',
      sampleRate,
      circular,
    )
    applyControl(
      out,
      controlFrom(span, (s) => 0.25 + 0.9 * wave(s).swell),
    )
    toRms(out, isLapping ? 0.03 : 0.1)
    const foam = whiteNoise(random.fork(), span.length)
    highpass(foam, 700, sampleRate, circular)
    sweep(
      foam,
      controlFrom(span, (s) => 1500 + (2500 + 5500 * layer.brightness) * wave(s).foam),
      0.6,
      'lowpass',
      sampleRate,
      circular,
    )
    applyControl(
      foam,
      controlFrom(span, (s) => 0.04 + wave(s).foam),
    )
    addInto(out, toRms(foam, 0.06 + 0.04 * layer.intensity), 0, 1)
    const fizz = bubbleBank(random, 0.0006, 0.003, sampleRate)
    const density = controlFrom(span, (s) => 0.06 + wave(s).foam)
    addCloud(
      out,
      random.fork(),
      { bank: fizz, perSecond: isLapping ? 260 : 420, spread: 0.6, density },
      span,
      isLapping ? 0.14 : 0.05,
    )
    return highpass(out, 30, sampleRate, circular)
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

/**
 * Pouring into a vessel: bubbles of the jet, and the air column above the liquid whose resonance rises as it fills
 * (quarter wave, f = c / 4(h + 0.6 r); Cabe & Pittenger 2000). In a loop the vessel runs over at a constant level.
 */
export const pour = textureFamily({
  name: 'pour',
  type: 'sfx',
  levelDb: -3,
  actions: ['pour', 'fill', 'drain'],
  render: ({ layer, random, sampleRate }, span) => {
    const circular = span.isCircular
    const height = 0.16 * 2 ** (1.6 * around(layer.size))
    const level = controlFrom(span, (_, p) => {
      const filled = circular ? 0.55 : layer.action === 'drain' ? 0.95 - 0.9 * p : 0.05 + 0.88 * p
      return 343 / (4 * (height * (1 - filled) + 0.02))
    })
    const flow = mapControl(slowRandom(random.fork(), span, 5), (x) => 1 + 0.25 * x)
    const jet = whiteNoise(random.fork(), span.length)
    const density = flow.slice()
    const bank = bubbleBank(random, 0.0008, 0.0035 + 0.002 * layer.size, sampleRate)
    applyControl(jet, flow)
    const air = jet.slice()
    sweep(air, level, 9, 'bandpass', sampleRate, circular)
    const overtone = jet.slice()
    sweep(
      overtone,
      mapControl(level.slice(), (hertz) => hertz * 3),
      8,
      'bandpass',
      sampleRate,
      circular,
    )
    highpass(jet, 1500, sampleRate, circular)
    lowpass(jet, 7000, sampleRate, circular)
    const out = toRms(jet, 0.02)
    addInto(out, toRms(air, 0.055), 0, 1)
    addInto(out, toRms(overtone, 0.014), 0, 1)
    addCloud(
      out,
      random.fork(),
      { bank, perSecond: 150 + 200 * layer.intensity, spread: 0.7, density },
      span,
      0.09,
    )
    return out
  },
})

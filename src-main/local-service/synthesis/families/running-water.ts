// Running water: streams, falls, waves, pouring.

import { hump } from '../signal/envelopes.ts'
import { highpass, lowpass, sweep } from '../signal/filters.ts'
import { addCloud } from '../signal/grains.ts'
import { applyControl, controlFrom, mapControl, pinkNoise, slowRandom, whiteNoise } from '../signal/noise.ts'
import { addInto, secondsOf, toRms } from '../signal/span.ts'
import { bubbleBank } from './bubbling.ts'
import { around, bySize, textureFamily } from './model.ts'

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
    // Of a stretch shorter than a wave the breaking is what is heard, or it would be any rushing water.
    const share = seconds / each
    const phase = circular
      ? 0
      : share < 0.7
        ? 0.42 - share * random.between(0.3, 0.5)
        : random.between(0.05, 0.35)
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

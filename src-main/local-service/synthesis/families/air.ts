// Moving air: whooshes, breath, whistles.

import { fade, hump, shape } from '../signal/envelopes.ts'
import { bandpass, highpass, sweep } from '../signal/filters.ts'
import { stickSlip } from '../signal/friction.ts'
import { applyControl, controlFrom, mapControl, slowRandom, whiteNoise } from '../signal/noise.ts'
import { addHarmonics, phaseOf } from '../signal/oscillators.ts'
import { addInto, buffer, type Span, silence, toPeak } from '../signal/span.ts'
import { around, bySize, eventFamily } from './model.ts'

/**
 * A whoosh: vortices shed by what passes sound at f = 0.2 U/d; pitch and level follow its speed, with the cube of it
 * for the level (Selfridge, Moffat & Reiss 2017, swinging objects).
 */
export const whoosh = eventFamily({
  name: 'whoosh',
  type: 'sfx',
  levelDb: 0,
  actions: ['pass', 'swing', 'throw', 'flap'],
  held: ['pass', 'swing', 'throw'],
  rhythm: (layer) =>
    layer.action === 'flap'
      ? { kind: 'pulse', gapSeconds: 0.2 + 0.35 * layer.size, sway: 0.1 }
      : { kind: 'once', gapSeconds: 3.5, apartSeconds: 1 },
  strike: ({ layer, random, sampleRate }, occasion) => {
    const natural =
      (layer.action === 'swing'
        ? 0.32
        : layer.action === 'flap'
          ? 0.22 + 0.25 * layer.size
          : 0.35 + 0.9 * layer.size) / layer.tempo
    const seconds = Math.min(natural * random.vary(0.15), Math.max(0.05, occasion.budgetSeconds * 0.85))
    const out = whiteNoise(random, buffer(seconds, sampleRate).length)
    const span: Span = { length: out.length, sampleRate, isCircular: false }
    // What is counted goes by close: it is there at once.
    const isCounted = layer.count !== null && layer.count > 1 && layer.action !== 'flap'
    const peak = isCounted ? random.between(0.1, 0.15) : random.between(0.42, 0.6)
    const speed = (p: number) => hump(p, peak, 1.1)
    const top =
      bySize(layer.action === 'flap' ? 700 : 2300, layer.size, 1.1) *
      2 ** (0.7 * around(layer.brightness)) *
      random.vary(0.15)
    const low = out.slice()
    sweep(
      out,
      controlFrom(span, (_, p) => top * (0.18 + 0.95 * speed(p))),
      layer.action === 'swing' ? 2.4 : 1.3,
      'bandpass',
      sampleRate,
    )
    sweep(
      low,
      controlFrom(span, (_, p) => top * (0.1 + 0.3 * speed(p))),
      0.8,
      'lowpass',
      sampleRate,
    )
    toPeak(out, 1)
    addInto(out, toPeak(low, 0.5), 0, 1)
    const flutter = slowRandom(random, span, 30)
    applyControl(
      out,
      mapControl(flutter, (x) => 1 + 0.15 * x),
    )
    shape(out, (p) => speed(p) ** 2.2)
    highpass(out, 60, sampleRate)
    return fade(out, 16, 64)
  },
})

/** Breath: in and out through the tract, or a sigh, gasp, or snore. */
export const breath = eventFamily({
  name: 'breath',
  type: 'sfx',
  levelDb: -5,
  actions: ['breathe', 'sigh', 'gasp', 'snore', 'pant'],
  held: ['sigh', 'gasp'],
  rhythm: (layer) => ({
    kind: 'pulse',
    gapSeconds:
      layer.action === 'pant' ? 0.55 : layer.action === 'gasp' ? 1.6 : layer.action === 'snore' ? 3.6 : 2.9,
    sway: 0.08,
  }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const natural =
      layer.action === 'pant' ? 0.48 : layer.action === 'gasp' ? 0.6 : layer.action === 'snore' ? 3 : 2.4
    const seconds = Math.min(natural, Math.max(0.08, occasion.budgetSeconds * 0.92))
    const out = silence({ length: buffer(seconds, sampleRate).length, sampleRate, isCircular: false })
    const isGasp = layer.action === 'gasp'
    const parts: readonly (readonly [number, number, number, number])[] = isGasp
      ? [[0, 1, 1700, 1]]
      : layer.action === 'sigh'
        ? [[0, 1, 900, 1]]
        : [
            [0, 0.42, 1650, 0.8],
            [0.5, 0.5, 950, 1],
          ]
    for (const [from, share, hertz, level] of parts) {
      const air = whiteNoise(random, buffer(seconds * share, sampleRate).length)
      const formed = bandpass(air.slice(), hertz * random.vary(0.06), 1.6, sampleRate)
      addInto(formed, bandpass(air.slice(), hertz * 2.6, 2.5, sampleRate), 0, 0.5)
      addInto(formed, bandpass(air, 420, 2, sampleRate), 0, 0.35)
      shape(formed, (p) => hump(p, isGasp ? 0.7 : 0.4, 0.9))
      addInto(out, toPeak(formed, level), from * seconds * sampleRate, 1)
    }
    if (layer.action === 'snore') {
      const rattle = stickSlip(
        random,
        {
          seconds: seconds * 0.4,
          slipsPerSecond: (p) => 26 + 12 * hump(p, 0.6),
          level: (p) => hump(p, 0.6, 0.8),
          roughness: 0.25,
          resonancesHertz: [230, 480, 950],
          q: 4,
        },
        sampleRate,
      )
      addInto(out, rattle, 0, 0.9)
    }
    return fade(out, 64, 200)
  },
})

/** A whistle: a person's, a referee's with its pea, or a kettle's. */
export const whistle = eventFamily({
  name: 'whistle',
  type: 'sfx',
  levelDb: -2,
  actions: ['whistle', 'referee', 'kettle', 'slide'],
  held: ['whistle', 'referee', 'kettle', 'slide'],
  rhythm: (layer) => ({
    kind: 'once',
    gapSeconds: layer.action === 'kettle' ? 8 : 3,
    apartSeconds: layer.action === 'kettle' ? 7 : 1.2,
  }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const action = layer.action ?? 'whistle'
    const natural = action === 'kettle' ? 6 : action === 'referee' ? 0.8 : action === 'slide' ? 1.1 : 0.75
    const seconds = Math.min(natural, Math.max(0.06, occasion.budgetSeconds * 0.92))
    const out = buffer(seconds, sampleRate)
    const span: Span = { length: out.length, sampleRate, isCircular: false }
    const base =
      bySize(action === 'referee' ? 3000 : action === 'kettle' ? 2500 : 1500, layer.size, 0.6) *
      random.vary(0.07)
    const curve = controlFrom(span, (s, p) => {
      if (action === 'referee') return base * (1 + 0.03 * Math.sin(2 * Math.PI * 38 * s))
      if (action === 'kettle')
        return base * (0.72 + 0.28 * Math.min(1, p * 2.2) + 0.004 * Math.sin(2 * Math.PI * 6 * s))
      if (action === 'slide') return base * 2 ** (1.2 * p)
      return base * (1 + 0.42 * hump(p, 0.62) + 0.006 * Math.sin(2 * Math.PI * 6 * s))
    })
    addHarmonics(out, phaseOf(curve, span), action === 'kettle' ? [1, 0.25, 0.1] : [1, 0.05, 0.02], 1)
    if (action === 'referee')
      addHarmonics(
        out,
        phaseOf(
          mapControl(curve.slice(), (hertz) => hertz * 1.045),
          span,
        ),
        [0.8],
        1,
      )
    const air = whiteNoise(random, out.length)
    sweep(air, curve, 2.5, 'bandpass', sampleRate)
    addInto(out, toPeak(air, action === 'kettle' ? 0.5 : 0.22), 0, 1)
    if (action === 'referee')
      applyControl(
        out,
        controlFrom(span, (s) => 0.65 + 0.35 * Math.sin(2 * Math.PI * 38 * s)),
      )
    const rise = action === 'kettle' ? 0.45 : Math.min(0.3, 0.03 / seconds)
    return shape(out, (p) => Math.min(1, p / rise) * Math.min(1, (1 - p) / Math.min(0.3, 0.05 / seconds)))
  },
})

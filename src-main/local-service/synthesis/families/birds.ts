// Birds: song and calls.

import { fade, hump } from '../signal/envelopes.ts'
import type { Random } from '../signal/random.ts'
import { addInto, buffer } from '../signal/span.ts'
import { call } from '../signal/voice-source.ts'
import { around, bySize, eventFamily } from './model.ts'

/** A syllable of song: a near-pure tone that sweeps, with trill and a second voice of the syrinx. */
function syllable(
  random: Random,
  from: number,
  to: number,
  seconds: number,
  trillHertz: number,
  sampleRate: number,
): Float32Array {
  const out = buffer(seconds, sampleRate)
  const bend = random.between(-0.35, 0.35)
  const depth = trillHertz > 0 ? random.between(0.04, 0.12) : 0
  let phase = 0
  for (let i = 0; i < out.length; i++) {
    const p = i / out.length
    const hertz =
      from *
      (to / from) ** (p + bend * Math.sin(Math.PI * p)) *
      (1 + depth * Math.sin((2 * Math.PI * trillHertz * i) / sampleRate))
    phase += (2 * Math.PI * hertz) / sampleRate
    out[i] = (Math.sin(phase) + 0.08 * Math.sin(2 * phase)) * hump(p, 0.3, 0.6)
  }
  return out
}

/**
 * Song birds: phrases of frequency-modulated syllables (syrinx as an FM source; Smyth & Smith 2002; Farnell 2010). A
 * bird keeps its motif through a take and varies it.
 */
export const birds = eventFamily({
  name: 'birds',
  type: 'ambience',
  levelDb: -5,
  actions: ['sing', 'chirp', 'tweet', 'warble'],
  rhythm: (layer) => ({
    kind: 'scatter',
    gapSeconds: layer.action === 'chirp' || layer.action === 'tweet' ? 0.75 : 1.5,
    leastSeconds: 0.3,
  }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const base = bySize(3900, layer.size, 0.8) * random.ratioBetween(0.75, 1.35)
    const isShort = layer.action === 'chirp' || layer.action === 'tweet'
    const count = isShort ? random.integer(1, 2) : random.integer(3, 8)
    const seconds = Math.min(isShort ? 0.1 : 0.12, Math.max(0.02, (occasion.budgetSeconds * 0.9) / count))
    const out = buffer(count * seconds * 1.5 + 0.1, sampleRate)
    const motif = Array.from({ length: random.integer(1, 3) }, () => ({
      from: base * random.ratioBetween(0.7, 1.3),
      to: base * random.ratioBetween(0.7, 1.45),
      trill: layer.action === 'warble' || random.chance(0.3) ? random.between(25, 70) : 0,
    }))
    let at = 0
    for (let k = 0; k < count; k++) {
      const part = motif[k % motif.length]!
      const length = seconds * random.between(0.6, 1.1)
      addInto(
        out,
        syllable(
          random,
          part.from * random.vary(0.03),
          part.to * random.vary(0.03),
          length,
          part.trill,
          sampleRate,
        ),
        at * sampleRate,
        random.between(0.6, 1),
      )
      at += length + seconds * random.between(0.1, 0.5)
    }
    return fade(out, 16, 64)
  },
})

/** Calls of larger birds: crow, gull, duck, owl, rooster, eagle, each by its pitch contour and formants. */
export const birdCall = eventFamily({
  name: 'bird-call',
  type: 'sfx',
  levelDb: -2,
  actions: ['crow', 'gull', 'duck', 'owl', 'rooster', 'eagle', 'pigeon'],
  rhythm: (layer) => ({
    kind: 'scatter',
    gapSeconds: layer.action === 'owl' ? 3.2 : layer.action === 'rooster' ? 5 : 1.3,
    leastSeconds: layer.action === 'owl' ? 1.9 : 0.45,
  }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const within = (seconds: number) => Math.min(seconds, Math.max(0.05, occasion.budgetSeconds * 0.95))
    const lift = random.vary(0.06) * 2 ** (-0.5 * around(layer.size))
    switch (layer.action) {
      case 'owl': {
        const out = buffer(within(1.6), sampleRate)
        const share = out.length / sampleRate / 1.6
        for (const [at, seconds] of [
          [0, 0.22],
          [0.42, 0.16],
          [0.66, 0.55],
        ] as const) {
          const hoot = call(
            random,
            {
              seconds: seconds * share,
              hertz: (p) => 390 * lift * (1 - 0.09 * p),
              level: (p) => hump(p, 0.35, 0.8),
              formants: [
                { hertz: 400 * lift, q: 3, gain: 1 },
                { hertz: 800 * lift, q: 5, gain: 0.1 },
              ],
              breath: 0.05,
              slope: 2.4,
              rough: 0.02,
            },
            sampleRate,
          )
          addInto(out, hoot, at * share * sampleRate, 1)
        }
        return out
      }
      case 'gull':
        return call(
          random,
          {
            seconds: within(0.55),
            hertz: (p) => lift * (1150 + 550 * hump(p, 0.3) - 250 * p),
            level: (p) => hump(p, 0.25, 0.6),
            formants: [
              { hertz: 1700, q: 3, gain: 1 },
              { hertz: 3100, q: 4, gain: 0.6 },
            ],
            breath: 0.06,
            slope: 0.7,
            rough: 0.08,
          },
          sampleRate,
        )
      case 'duck':
        return call(
          random,
          {
            seconds: within(0.2),
            hertz: (p) => lift * (250 - 60 * p),
            level: (p) => hump(p, 0.15, 0.6),
            formants: [
              { hertz: 1150, q: 5, gain: 1 },
              { hertz: 2300, q: 5, gain: 0.8 },
              { hertz: 3600, q: 5, gain: 0.3 },
            ],
            breath: 0.1,
            slope: 0.3,
            rough: 0.25,
          },
          sampleRate,
        )
      case 'rooster':
        return call(
          random,
          {
            seconds: within(1.9),
            hertz: (p) =>
              lift *
              (p < 0.12 ? 480 : p < 0.2 ? 620 : p < 0.32 ? 760 : 880 - 320 * Math.max(0, (p - 0.6) / 0.4)),
            level: (p) =>
              p < 0.12
                ? hump(p / 0.12, 0.5)
                : p < 0.2
                  ? hump((p - 0.12) / 0.08, 0.5)
                  : p < 0.32
                    ? hump((p - 0.2) / 0.12, 0.5)
                    : hump((p - 0.32) / 0.68, 0.15, 0.5),
            formants: [
              { hertz: 1400, q: 3, gain: 1 },
              { hertz: 2600, q: 4, gain: 0.6 },
              { hertz: 850, q: 3, gain: 0.5 },
            ],
            breath: 0.06,
            slope: 0.6,
            rough: 0.1,
          },
          sampleRate,
        )
      case 'eagle':
        return call(
          random,
          {
            seconds: within(0.9),
            hertz: (p) => lift * (2900 - 1200 * p + 200 * Math.sin(30 * p)),
            level: (p) => hump(p, 0.12, 0.5),
            formants: [
              { hertz: 2600, q: 2, gain: 1 },
              { hertz: 4400, q: 3, gain: 0.4 },
            ],
            breath: 0.12,
            slope: 1.2,
            rough: 0.15,
          },
          sampleRate,
        )
      case 'pigeon':
        return call(
          random,
          {
            seconds: within(0.85),
            hertz: (p) => lift * (380 + 70 * hump(p, 0.4)) * (1 + 0.03 * Math.sin(150 * p)),
            level: (p) => hump(p, 0.45, 0.6) * (0.7 + 0.3 * Math.sin(110 * p)),
            formants: [{ hertz: 430, q: 3, gain: 1 }],
            breath: 0.03,
            slope: 2.6,
            rough: 0.03,
          },
          sampleRate,
        )
      default:
        return call(
          random,
          {
            seconds: within(random.between(0.28, 0.42)),
            hertz: (p) => lift * (560 - 120 * p),
            level: (p) => hump(p, 0.18, 0.5),
            formants: [
              { hertz: 1500, q: 4, gain: 1 },
              { hertz: 2500, q: 4, gain: 0.7 },
              { hertz: 900, q: 3, gain: 0.5 },
            ],
            breath: 0.35,
            slope: 0.4,
            rough: 0.7,
          },
          sampleRate,
        )
    }
  },
})

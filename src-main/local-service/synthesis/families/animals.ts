// Animals: song birds, crows, gulls, owls, insects, frogs, dogs, cats, wolves, and larger beasts.

import { fade, hump, shape } from '../signal/envelopes.ts'
import { bandpass, highpass } from '../signal/filters.ts'
import { applyControl, mapControl, slowRandom, whiteNoise } from '../signal/noise.ts'
import { addHarmonics, fallingHarmonics, phaseOf } from '../signal/oscillators.ts'
import type { Random } from '../signal/random.ts'
import { addInto, buffer, silence, toPeak, toRms } from '../signal/span.ts'
import { call } from '../signal/voice-source.ts'
import { around, bySize, eventFamily, textureFamily } from './model.ts'

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

/**
 * Crickets and cicadas: a carrier of the wing's resonance, gated in pulses of the file's teeth; crickets in chirps of
 * three or four, cicadas in a swelling rattle (Bennet-Clark 1989).
 */
export const insects = textureFamily({
  name: 'insects',
  type: 'ambience',
  levelDb: -8,
  actions: ['cricket', 'cicada', 'grasshopper'],
  render: ({ layer, random, sampleRate }, span) => {
    const out = silence(span)
    const seconds = span.length / span.sampleRate
    const isCicada = layer.action === 'cicada'
    const animals = isCicada ? 3 : Math.round(2 + 4 * layer.intensity)
    for (let animal = 0; animal < animals; animal++) {
      const carrier =
        (isCicada ? 5400 : layer.action === 'grasshopper' ? 7200 : 4500) *
        2 ** (-0.4 * around(layer.size)) *
        random.vary(0.09)
      const pulses = isCicada
        ? random.between(150, 240)
        : layer.action === 'grasshopper'
          ? 60
          : random.between(26, 34)
      const period = (isCicada ? random.between(3, 5) : random.between(0.42, 0.75)) / layer.tempo
      const beats = Math.max(1, Math.round(seconds / period))
      const each = span.isCircular ? seconds / beats : period
      const phase = random.unit() * each
      const inChirp = isCicada ? 0.9 * each : random.integer(3, 4) / pulses
      const level = 0.9 / (1 + animal * 0.8)
      const step = (2 * Math.PI * carrier) / sampleRate
      for (let beat = -1; beat <= beats; beat++) {
        const start = Math.round((beat * each + phase + 0.03 * each * random.signed()) * sampleRate)
        if (span.isCircular && beat < 0) continue
        if (span.isCircular && beat >= beats) continue
        const length = Math.round(inChirp * sampleRate)
        for (let i = 0; i < length; i++) {
          let to = start + i
          if (to >= span.length) {
            if (!span.isCircular) break
            to %= span.length
          }
          if (to < 0) continue
          const p = i / length
          const tooth =
            Math.max(0, Math.sin(2 * Math.PI * pulses * (i / sampleRate))) ** (isCicada ? 2.5 : 0.8)
          out[to]! +=
            level *
            tooth *
            Math.sin(step * i) *
            (isCicada ? hump(p, 0.6, 0.7) : Math.min(1, (0.3 + p) * 1.3) * Math.min(1, (1 - p) * 12))
        }
      }
    }
    const air = whiteNoise(random.fork(), span.length)
    bandpass(air, 5600, 2, sampleRate, span.isCircular)
    addInto(out, toRms(air, isCicada ? 0.05 : 0.004), 0, 1)
    return out
  },
})

/** A bee, fly or mosquito: the wings' tone, harmonics and all, that wanders as it turns about the listener. */
export const buzz = textureFamily({
  name: 'insect-buzz',
  type: 'sfx',
  levelDb: -5,
  actions: ['fly', 'swarm'],
  render: ({ layer, random, sampleRate }, span) => {
    const out = silence(span)
    const count = layer.action === 'swarm' ? 9 : 1
    for (let k = 0; k < count; k++) {
      const base = bySize(205, layer.size, 1.6) * random.vary(0.1)
      const pitch = slowRandom(random.fork(), span, 1.6)
      const jitter = slowRandom(random.fork(), span, 25)
      const curve = pitch.map((x, i) => base * (1 + 0.09 * x + 0.012 * (jitter[i] ?? 0)))
      const part = silence(span)
      addHarmonics(part, phaseOf(curve, span), fallingHarmonics(18, 0.7), 1)
      const nearness = slowRandom(random.fork(), span, count > 1 ? 1.2 : 0.7)
      applyControl(
        part,
        mapControl(nearness, (x) => (0.55 + 0.45 * x) ** 2 + 0.06),
      )
      addInto(out, part, 0, 1)
    }
    highpass(out, 150, sampleRate, span.isCircular)
    return out
  },
})

/** Frogs: pulsed croaks with a rising pulse rate through two vocal-sac formants. */
export const frog = eventFamily({
  name: 'frog',
  type: 'ambience',
  levelDb: -3,
  actions: ['croak', 'ribbit'],
  rhythm: () => ({ kind: 'scatter', gapSeconds: 0.9, leastSeconds: 0.4 }),
  strike: ({ layer, random, sampleRate }, occasion) => {
    const seconds = Math.min(0.34, Math.max(0.06, occasion.budgetSeconds * 0.9)) * random.vary(0.15)
    const base = bySize(62, layer.size, 0.6)
    const croak = call(
      random,
      {
        seconds,
        hertz: (p) => base * (1 + 0.5 * p),
        level: (p) => (p < 0.4 ? hump(p / 0.4, 0.5, 0.5) * 0.75 : hump((p - 0.4) / 0.6, 0.4, 0.5)),
        formants: [
          { hertz: bySize(620, layer.size, 0.7) * random.vary(0.05), q: 6, gain: 1 },
          { hertz: bySize(1750, layer.size, 0.7), q: 7, gain: 0.8 },
          { hertz: 2900, q: 7, gain: 0.25 },
        ],
        breath: 0.04,
        slope: 0.15,
        rough: 0.2,
      },
      sampleRate,
    )
    return croak
  },
})

interface Beast {
  readonly seconds: number
  readonly from: number
  readonly rise: number
  readonly to: number
  readonly formants: readonly (readonly [number, number, number])[]
  readonly breath: number
  readonly slope: number
  readonly rough: number
  readonly attack: number
}

/** Contours and formants of voices, in hertz. */
const BEASTS: Readonly<Record<string, Beast>> = {
  bark: {
    seconds: 0.24,
    from: 340,
    rise: 1.45,
    to: 0.75,
    formants: [
      [650, 3, 1],
      [1300, 4, 0.7],
      [2600, 4, 0.3],
    ],
    breath: 0.35,
    slope: 0.7,
    rough: 0.55,
    attack: 0.15,
  },
  growl: {
    seconds: 1.5,
    from: 58,
    rise: 1.15,
    to: 0.95,
    formants: [
      [320, 3, 1],
      [720, 4, 0.7],
      [1600, 4, 0.3],
    ],
    breath: 0.25,
    slope: 0.4,
    rough: 0.6,
    attack: 0.3,
  },
  howl: {
    seconds: 3,
    from: 290,
    rise: 1.75,
    to: 1.2,
    formants: [
      [520, 2, 1],
      [1050, 3, 0.6],
      [2100, 4, 0.15],
    ],
    breath: 0.03,
    slope: 1.5,
    rough: 0.03,
    attack: 0.25,
  },
  meow: {
    seconds: 0.75,
    from: 480,
    rise: 1.5,
    to: 0.8,
    formants: [
      [900, 4, 1],
      [1700, 5, 0.8],
      [3200, 5, 0.3],
    ],
    breath: 0.04,
    slope: 0.8,
    rough: 0.05,
    attack: 0.3,
  },
  purr: {
    seconds: 1.9,
    from: 25,
    rise: 1.06,
    to: 1,
    formants: [
      [180, 2, 1],
      [430, 3, 0.5],
      [1100, 2, 0.2],
    ],
    breath: 0.3,
    slope: 0.15,
    rough: 0.3,
    attack: 0.4,
  },
  hiss: {
    seconds: 0.9,
    from: 60,
    rise: 1,
    to: 1,
    formants: [
      [3400, 1.2, 1],
      [6200, 1.4, 0.8],
    ],
    breath: 6,
    slope: 2,
    rough: 0.2,
    attack: 0.15,
  },
  roar: {
    seconds: 2.2,
    from: 88,
    rise: 1.6,
    to: 0.7,
    formants: [
      [420, 2.5, 1],
      [860, 3, 0.8],
      [1900, 3, 0.4],
    ],
    breath: 0.6,
    slope: 0.35,
    rough: 0.85,
    attack: 0.22,
  },
  moo: {
    seconds: 1.7,
    from: 130,
    rise: 1.3,
    to: 1.05,
    formants: [
      [300, 3, 1],
      [760, 4, 0.7],
      [1500, 4, 0.25],
    ],
    breath: 0.03,
    slope: 0.8,
    rough: 0.08,
    attack: 0.3,
  },
  baa: {
    seconds: 0.8,
    from: 260,
    rise: 1.1,
    to: 0.9,
    formants: [
      [700, 4, 1],
      [1350, 4, 0.8],
      [2500, 5, 0.4],
    ],
    breath: 0.05,
    slope: 0.5,
    rough: 0.25,
    attack: 0.1,
  },
  neigh: {
    seconds: 1.5,
    from: 620,
    rise: 1.5,
    to: 0.45,
    formants: [
      [900, 3, 1],
      [1800, 3, 0.8],
      [3200, 4, 0.4],
    ],
    breath: 0.15,
    slope: 0.6,
    rough: 0.3,
    attack: 0.12,
  },
  oink: {
    seconds: 0.28,
    from: 150,
    rise: 1.25,
    to: 0.8,
    formants: [
      [480, 3, 1],
      [1250, 4, 0.8],
      [2200, 4, 0.4],
    ],
    breath: 0.5,
    slope: 0.3,
    rough: 0.7,
    attack: 0.2,
  },
  squeal: {
    seconds: 0.22,
    from: 2300,
    rise: 1.5,
    to: 1.1,
    formants: [
      [2900, 2, 1],
      [5200, 3, 0.4],
    ],
    breath: 0.05,
    slope: 1.1,
    rough: 0.1,
    attack: 0.3,
  },
  monster: {
    seconds: 2.6,
    from: 46,
    rise: 1.4,
    to: 0.65,
    formants: [
      [240, 2.5, 1],
      [560, 3, 0.9],
      [1250, 3, 0.5],
      [2700, 4, 0.2],
    ],
    breath: 0.7,
    slope: 0.25,
    rough: 0.95,
    attack: 0.2,
  },
}

/** Voices of mammals and monsters, by source and filter with growling roughness. */
export const beast = eventFamily({
  name: 'beast',
  type: 'sfx',
  levelDb: 0,
  actions: Object.keys(BEASTS),
  rhythm: (layer) => {
    const seconds = BEASTS[layer.action ?? 'bark']?.seconds ?? 0.5
    return seconds < 0.4
      ? { kind: 'groups', gapSeconds: seconds * 1.7 + 0.05, sway: 0.15, least: 1, most: 4, pauseSeconds: 1.1 }
      : { kind: 'scatter', gapSeconds: seconds * 1.9 + 0.8, leastSeconds: seconds * 1.1 + 0.08 }
  },
  strike: ({ layer, random, sampleRate }, occasion) => {
    const action = layer.action ?? 'bark'
    const nature = BEASTS[action] ?? BEASTS.bark!
    const seconds = Math.min(
      nature.seconds * random.vary(0.18),
      Math.max(0.06, occasion.budgetSeconds * 0.95),
    )
    const pitch = bySize(nature.from, layer.size, 0.55) * random.vary(0.08)
    const tract = 2 ** (-0.35 * around(layer.size))
    const bleat = action === 'baa' ? 9 : action === 'neigh' ? 12 : 0
    const out = call(
      random,
      {
        seconds,
        hertz: (p) => {
          const contour =
            p < nature.attack
              ? 1 + ((nature.rise - 1) * p) / nature.attack
              : nature.rise + (nature.to - nature.rise) * ((p - nature.attack) / (1 - nature.attack)) ** 1.3
          return pitch * contour * (1 + (bleat > 0 ? 0.06 * Math.sin(2 * Math.PI * bleat * p * seconds) : 0))
        },
        level: (p) =>
          hump(p, nature.attack, 0.55) *
          (bleat > 0 ? 0.75 + 0.25 * Math.sin(2 * Math.PI * bleat * p * seconds) : 1),
        formants: nature.formants.map(([hertz, q, gain]) => ({
          hertz: hertz * tract * random.vary(0.04),
          q,
          gain,
        })),
        breath: nature.breath,
        slope: nature.slope,
        rough: nature.rough,
      },
      sampleRate,
    )
    if (action === 'monster') {
      const drive = 2.2
      for (let i = 0; i < out.length; i++) out[i] = Math.tanh(out[i]! * drive)
    }
    if (action === 'purr') shape(out, (p) => 0.6 + 0.4 * Math.sin(2 * Math.PI * p * 2))
    return toPeak(out, 1)
  },
})

// Frogs, mammals and monsters.

import { hump, shape } from '../signal/envelopes.ts'
import { toPeak } from '../signal/span.ts'
import { call } from '../signal/voice-source.ts'
import { around, bySize, eventFamily } from './model.ts'

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
        // "Rib-bit" has two syllables; croaks that are counted have one.
        level: (p) =>
          layer.count !== null
            ? hump(p, 0.12, 0.7)
            : p < 0.4
              ? hump(p / 0.4, 0.5, 0.5) * 0.75
              : hump((p - 0.4) / 0.6, 0.4, 0.5),
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
  held: ['oink', 'baa', 'neigh', 'meow'],
  rhythm: (layer) => {
    const seconds = BEASTS[layer.action ?? 'bark']?.seconds ?? 0.5
    // A cat purrs on as it breathes in.
    if (layer.action === 'purr') return { kind: 'pulse', gapSeconds: seconds * 0.62, sway: 0.05 }
    return seconds < 0.4
      ? { kind: 'groups', gapSeconds: seconds * 1.7 + 0.05, sway: 0.15, least: 1, most: 4, pauseSeconds: 0.9 }
      : { kind: 'scatter', gapSeconds: seconds * 1.6 + 0.6, leastSeconds: seconds * 1.1 + 0.08 }
  },
  strike: ({ layer, random, sampleRate }, occasion) => {
    const action = layer.action ?? 'bark'
    const nature = BEASTS[action] ?? BEASTS.bark!
    const seconds = Math.min(
      nature.seconds * random.vary(action === 'purr' ? 0.05 : 0.18),
      Math.max(0.06, occasion.budgetSeconds * (action === 'purr' ? 1.6 : 0.95)),
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

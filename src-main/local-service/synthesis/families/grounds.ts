// Solid and loose grounds, and what one contact of a foot with them sounds like.

import type { Material } from '../scene.ts'
import { fade, shape } from '../signal/envelopes.ts'
import { bandpass } from '../signal/filters.ts'
import { addCloud, bubble, grainBank, noiseBurst, tick } from '../signal/grains.ts'
import { addGlide, addModes, modesOf } from '../signal/modes.ts'
import { controlFrom, whiteNoise } from '../signal/noise.ts'
import type { Random } from '../signal/random.ts'
import { addInto, buffer, type Span, toPeak } from '../signal/span.ts'
import { bySize } from './model.ts'

interface Loose {
  readonly grainsPerStep: number
  readonly lowHertz: number
  readonly highHertz: number
  readonly grainSeconds: number
  readonly q: number
  /** Share of a soft noise under the grains. */
  readonly hush: number
  readonly thump: number
}

/** Loose grounds as clouds of grains (Cook 1997, PhISM; Fontana & Bresin 2003, crumpling). */
export const LOOSE: Partial<Record<Material, Loose>> = {
  gravel: {
    grainsPerStep: 85,
    lowHertz: 1100,
    highHertz: 6500,
    grainSeconds: 0.009,
    q: 2.2,
    hush: 0.12,
    thump: 0.25,
  },
  snow: {
    grainsPerStep: 190,
    lowHertz: 500,
    highHertz: 2600,
    grainSeconds: 0.007,
    q: 2.5,
    hush: 0.4,
    thump: 0.3,
  },
  sand: {
    grainsPerStep: 150,
    lowHertz: 1800,
    highHertz: 7000,
    grainSeconds: 0.004,
    q: 0.8,
    hush: 0.6,
    thump: 0.28,
  },
  leaves: {
    grainsPerStep: 60,
    lowHertz: 1600,
    highHertz: 8500,
    grainSeconds: 0.012,
    q: 1.1,
    hush: 0.3,
    thump: 0.18,
  },
  grass: {
    grainsPerStep: 40,
    lowHertz: 1400,
    highHertz: 5200,
    grainSeconds: 0.01,
    q: 0.8,
    hush: 0.6,
    thump: 0.3,
  },
  earth: {
    grainsPerStep: 26,
    lowHertz: 600,
    highHertz: 3600,
    grainSeconds: 0.008,
    q: 1,
    hush: 0.3,
    thump: 0.7,
  },
  mud: {
    grainsPerStep: 22,
    lowHertz: 250,
    highHertz: 1500,
    grainSeconds: 0.02,
    q: 1.6,
    hush: 0.35,
    thump: 0.5,
  },
  paper: {
    grainsPerStep: 55,
    lowHertz: 2000,
    highHertz: 8000,
    grainSeconds: 0.008,
    q: 1,
    hush: 0.25,
    thump: 0.15,
  },
}

/** Lowest mode and ring of solid grounds. */
const SOLID: Partial<
  Record<
    Material,
    { readonly hertz: number; readonly ring: number; readonly hard: number; readonly gain: number }
  >
> = {
  wood: { hertz: 112, ring: 0.85, hard: 0.42, gain: 0.5 },
  stone: { hertz: 320, ring: 0.4, hard: 0.72, gain: 0.28 },
  ceramic: { hertz: 520, ring: 0.14, hard: 0.8, gain: 0.3 },
  metal: { hertz: 190, ring: 0.11, hard: 0.66, gain: 0.45 },
  glass: { hertz: 480, ring: 0.3, hard: 0.7, gain: 0.3 },
  ice: { hertz: 420, ring: 0.6, hard: 0.72, gain: 0.32 },
  plastic: { hertz: 170, ring: 0.8, hard: 0.5, gain: 0.4 },
  carpet: { hertz: 95, ring: 0.5, hard: 0.05, gain: 0.35 },
}

/** One contact of a shoe with solid ground. */
export function contact(
  random: Random,
  ground: Material,
  hardness: number,
  size: number,
  sampleRate: number,
): Float32Array {
  const solid = SOLID[ground] ?? SOLID.stone!
  const out = buffer(ground === 'metal' ? 0.7 : 0.26, sampleRate)
  const modes = modesOf(random, {
    body: ground === 'metal' ? 'shell' : ground === 'wood' ? 'box' : 'plate',
    material: ground,
    hertz: bySize(solid.hertz, size, 0.35) * random.vary(0.1),
    hardness: solid.hard * (0.7 + 0.5 * hardness),
    ring: solid.ring,
    detune: 0.05,
  })
  addModes(out, 0, modes, solid.gain, sampleRate)
  const edge = ground === 'carpet' ? 500 : 1300 + 4200 * hardness
  addInto(
    out,
    noiseBurst(
      random,
      {
        lowHertz: 150,
        highHertz: edge,
        attackSeconds: 0.0007 + 0.003 * (1 - hardness),
        decaySeconds: 0.005 + 0.006 * (1 - hardness),
      },
      sampleRate,
    ),
    0,
    ground === 'carpet' ? 0.25 : 0.55,
  )
  addGlide(
    out,
    0,
    {
      hertz: bySize(115, size, 0.5),
      endHertz: bySize(75, size, 0.5),
      decaySeconds: 0.022,
      amplitude: ground === 'carpet' ? 0.6 : 0.35,
      attackSeconds: 0.003,
    },
    sampleRate,
  )
  return fade(out, 2, out.length * 0.3)
}

/** One step on loose ground. */
export interface Tread {
  readonly ground: Material
  readonly loose: Loose
  readonly seconds: number
  /** 0 light … 1 stamped. */
  readonly force: number
  readonly size: number
}

/** A step on loose ground: grains follow the two humps of the ground's reaction force (heel, then push-off). */
export function looseStep(random: Random, tread: Tread, sampleRate: number): Float32Array {
  const { ground, loose, seconds, force } = tread
  const out = buffer(seconds + 0.08, sampleRate)
  const span: Span = { length: out.length, sampleRate, isCircular: false }
  const second = random.between(0.5, 0.62)
  const pressure = controlFrom(
    span,
    (_, p) =>
      Math.exp(-(((p - 0.13) / 0.08) ** 2)) + 0.75 * Math.exp(-(((p - second) / 0.13) ** 2)) + 0.04 * (1 - p),
  )
  const mean = pressure.reduce((sum, value) => sum + value, 0) / pressure.length
  addCloud(
    out,
    random,
    {
      bank: grainsOf(random, ground, loose, sampleRate),
      perSecond: (loose.grainsPerStep * (0.6 + 0.8 * force) * mean) / (seconds * 0.35),
      spread: 0.8,
      density: pressure,
    },
    span,
    0.3,
  )
  toPeak(out, 1)
  const hush = whiteNoise(random, out.length)
  bandpass(hush, Math.sqrt(loose.lowHertz * loose.highHertz), 0.5, sampleRate)
  shape(hush, (p) => Math.exp(-(((p - 0.14) / 0.1) ** 2)) + 0.75 * Math.exp(-(((p - second) / 0.16) ** 2)))
  addInto(out, toPeak(hush, loose.hush), 0, 1)
  if (ground === 'mud') {
    // The suck of a boot that leaves.
    const suck = bandpass(whiteNoise(random, buffer(0.12, sampleRate).length), 700, 2, sampleRate)
    shape(suck, (p) => p * p * (1 - p) * 6)
    addInto(out, toPeak(suck, 0.4), seconds * 0.75 * sampleRate, 1)
  }
  addThump(out, 0.1 * out.length, tread, sampleRate)
  return fade(out, 8, out.length * 0.15)
}

/**
 * A step that is counted is heard as one: heel and toe come down together, and the grains under them give way in one
 * crush, so many that none of them stands out.
 */
export function countedLooseStep(random: Random, tread: Tread, sampleRate: number): Float32Array {
  const { ground, loose, seconds } = tread
  const out = buffer(seconds, sampleRate)
  const span: Span = { length: out.length, sampleRate, isCircular: false }
  addCloud(
    out,
    random,
    { bank: grainsOf(random, ground, loose, sampleRate), perSecond: 3000, spread: 0 },
    span,
  )
  toPeak(out, 1)
  const hush = whiteNoise(random, out.length)
  bandpass(hush, Math.sqrt(loose.lowHertz * loose.highHertz), 0.5, sampleRate)
  addInto(out, toPeak(hush, 0.3 + loose.hush), 0, 1)
  shape(out, (p) => Math.min(1, p * 25) * Math.exp(-6.5 * p))
  addThump(out, 0.01 * sampleRate, tread, sampleRate)
  return fade(out, 8, out.length * 0.3)
}

/** The grains that a ground is made of, some of each. */
function grainsOf(
  random: Random,
  ground: Material,
  loose: Loose,
  sampleRate: number,
): readonly Float32Array[] {
  return grainBank(28, () =>
    ground === 'mud' && random.chance(0.5)
      ? bubble(random.ratioBetween(0.003, 0.009), 0.25, sampleRate)
      : tick(
          random,
          random.ratioBetween(loose.lowHertz, loose.highHertz),
          loose.q,
          loose.grainSeconds * random.between(0.5, 1.8),
          sampleRate,
        ),
  )
}

/** The weight that comes down with the foot. */
function addThump(out: Float32Array, at: number, { loose, size }: Tread, sampleRate: number): void {
  addGlide(
    out,
    at,
    {
      hertz: bySize(95, size, 0.5),
      endHertz: bySize(65, size, 0.5),
      decaySeconds: 0.025,
      amplitude: loose.thump,
      attackSeconds: 0.006,
    },
    sampleRate,
  )
}

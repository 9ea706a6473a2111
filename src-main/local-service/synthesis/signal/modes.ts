// Modal synthesis: struck things as sums of decaying sines, with damping that follows from the material.

import type { Material } from '../scene.ts'
import type { Random } from './random.ts'

export interface Mode {
  readonly hertz: number
  readonly amplitude: number
  /** Seconds in which the amplitude falls by e. */
  readonly decaySeconds: number
}

/**
 * Internal friction of materials, tan φ: a mode's amplitude falls as exp(−π f tanφ t).
 * After Wildes & Richards (1988) and Klatzky, Pai & Krotkov (2000); `floor` is the loss by radiation and support in 1/s.
 */
const FRICTION: Readonly<Record<Material, { readonly tanPhi: number; readonly floor: number }>> = {
  metal: { tanPhi: 0.0007, floor: 1.2 },
  glass: { tanPhi: 0.0016, floor: 4 },
  ceramic: { tanPhi: 0.0026, floor: 7 },
  stone: { tanPhi: 0.011, floor: 26 },
  ice: { tanPhi: 0.008, floor: 18 },
  wood: { tanPhi: 0.02, floor: 18 },
  plastic: { tanPhi: 0.035, floor: 30 },
  leather: { tanPhi: 0.09, floor: 70 },
  rubber: { tanPhi: 0.1, floor: 60 },
  paper: { tanPhi: 0.08, floor: 60 },
  cloth: { tanPhi: 0.14, floor: 90 },
  carpet: { tanPhi: 0.14, floor: 90 },
  earth: { tanPhi: 0.12, floor: 70 },
  mud: { tanPhi: 0.14, floor: 80 },
  sand: { tanPhi: 0.13, floor: 80 },
  gravel: { tanPhi: 0.05, floor: 60 },
  snow: { tanPhi: 0.13, floor: 80 },
  leaves: { tanPhi: 0.1, floor: 70 },
  grass: { tanPhi: 0.12, floor: 80 },
  water: { tanPhi: 0.05, floor: 40 },
}

/** Seconds in which a mode of this frequency falls by e in this material. */
export function decayOf(material: Material, hertz: number, ring = 1): number {
  const { tanPhi, floor } = FRICTION[material]
  return ring / (floor + Math.PI * hertz * tanPhi)
}

/** Frequency ratios of ideal bodies (Fletcher & Rossing, The Physics of Musical Instruments, 1998). */
export const BODIES = {
  /** Free-free bar. */
  bar: [1, 2.756, 5.404, 8.933, 13.344, 18.64, 24.81],
  /** Bar clamped at one end. */
  reed: [1, 6.267, 17.55, 34.39],
  /** Thin rectangular plate, supported at its edges, sides 1 : 1.37. */
  plate: [
    1, 1.92, 2.67, 3.08, 3.46, 4.56, 4.84, 5.61, 6.25, 6.92, 7.7, 8.54, 9.6, 10.3, 11.7, 13.1, 14.6, 16.2,
  ],
  /** Circular membrane. */
  membrane: [1, 1.594, 2.136, 2.296, 2.653, 2.918, 3.156, 3.501, 3.6, 4.06, 4.154, 4.61],
  /** Rim of a wine glass or bowl: n² law. */
  bowl: [1, 2.32, 4.25, 6.63, 9.38, 12.6],
  /** Air and walls of a box: a door, a crate, a cupboard. */
  box: [1, 1.34, 1.71, 2.16, 2.45, 2.93, 3.3, 3.9, 4.42, 5.1, 5.8, 6.7, 7.9],
  /** Tuned church bell: hum, prime, tierce, quint, nominal and above (Rossing & Perrin 1987). */
  bell: [0.5, 1, 1.2, 1.5, 2, 2.5, 2.67, 3, 4, 5.33, 6.6, 8.1],
  /** Thin irregular shell: a pan, a can, scrap. */
  shell: [1, 1.26, 1.73, 1.94, 2.61, 3.17, 3.58, 4.36, 5.22, 5.79, 6.94, 8.03, 9.57, 11.2, 13.4, 15.8],
} as const
export type Body = keyof typeof BODIES

export interface Striking {
  readonly body: Body
  readonly material: Material
  /** Lowest mode. */
  readonly hertz: number
  /** 0 soft mallet … 1 hard point: how far up the strike excites. */
  readonly hardness: number
  /** Factor on the decay times. */
  readonly ring?: number
  /** How far each mode strays from the ideal, as a share. */
  readonly detune?: number
  /** Most modes that sound. */
  readonly modes?: number
}

/**
 * The modes of a struck body. A contact of finite time excites as a low-pass (Chaigne & Doutaut 1997); where it is
 * struck decides each mode's share, so takes differ.
 */
export function modesOf(random: Random, striking: Striking): Mode[] {
  const ratios = BODIES[striking.body]
  const contactHertz = 300 * 60 ** striking.hardness
  const detune = striking.detune ?? 0.015
  const modes: Mode[] = []
  for (const ratio of ratios.slice(0, striking.modes ?? ratios.length)) {
    const hertz = striking.hertz * ratio * random.vary(detune)
    if (hertz > 18_000) break
    const excitation = 1 / (1 + (hertz / contactHertz) ** 2)
    modes.push({
      hertz,
      amplitude: excitation * random.between(0.35, 1),
      decaySeconds: decayOf(striking.material, hertz, striking.ring ?? 1) * random.vary(0.12),
    })
  }
  return modes
}

/** Seconds until the longest mode has fallen by 60 dB. */
export function lengthOf(modes: readonly Mode[]): number {
  return modes.reduce((longest, mode) => Math.max(longest, mode.decaySeconds * 6.9), 0.01)
}

/** Modes that sound side by side: each recurrence waits for its own last step, so four take hardly longer than one. */
const LANES = 4

/**
 * Adds modes as decaying sines from sample `at` (two-pole resonators, exact recurrences). Each begins at zero phase, so at
 * zero: no click. Each ends 70 dB down or at the end of the target.
 */
export function addModes(
  target: Float32Array,
  at: number,
  modes: readonly Mode[],
  gain: number,
  sampleRate: number,
): void {
  const heard = modes.filter((mode) => mode.hertz > 0 && mode.hertz < sampleRate * 0.49)
  for (let first = 0; first < heard.length; first += LANES) {
    addLanes(target, at, heard.slice(first, first + LANES), gain, sampleRate)
  }
}

/** Up to four modes, the longest of which is heard alone in the end. */
function addLanes(
  target: Float32Array,
  at: number,
  modes: readonly Mode[],
  gain: number,
  sampleRate: number,
): void {
  const room = target.length - at
  let lanes = modes.map((mode) => {
    const angle = (2 * Math.PI * mode.hertz) / sampleRate
    const fall = Math.exp(-1 / (mode.decaySeconds * sampleRate))
    return {
      c1: 2 * fall * Math.cos(angle),
      c2: -fall * fall,
      y1: 0,
      y2: (-mode.amplitude * gain * Math.sin(angle)) / fall,
      samples: Math.min(room, Math.ceil(mode.decaySeconds * sampleRate * 8)),
    }
  })
  let done = 0
  while (lanes.length > 0) {
    const end = Math.min(...lanes.map(({ samples }) => samples))
    if (end > done) {
      const run = lanes.length === 1 ? runLane : runLanes
      run(target, at + done, at + end, lanes)
    }
    done = Math.max(done, end)
    lanes = lanes.filter(({ samples }) => samples > done)
  }
}

interface Lane {
  readonly c1: number
  readonly c2: number
  y1: number
  y2: number
}

/** Adds one lane. */
function runLane(target: Float32Array, from: number, to: number, [lane]: readonly Lane[]): void {
  if (!lane) return
  const { c1, c2 } = lane
  let { y1, y2 } = lane
  for (let i = from; i < to; i++) {
    target[i]! += y1
    const next = c1 * y1 + c2 * y2
    y2 = y1
    y1 = next
  }
  lane.y1 = y1
  lane.y2 = y2
}

/** Adds the lanes in their order, each sum rounded to the target's precision: as if each were added alone. */
function runLanes(target: Float32Array, from: number, to: number, lanes: readonly Lane[]): void {
  const [a, b, c, d] = lanes
  const silent: Lane = { c1: 0, c2: 0, y1: 0, y2: 0 }
  const { c1: b1, c2: b2 } = b ?? silent
  const { c1, c2 } = c ?? silent
  const { c1: d1, c2: d2 } = d ?? silent
  const { c1: a1, c2: a2 } = a ?? silent
  let ay = a?.y1 ?? 0
  let az = a?.y2 ?? 0
  let by = b?.y1 ?? 0
  let bz = b?.y2 ?? 0
  let cy = c?.y1 ?? 0
  let cz = c?.y2 ?? 0
  let dy = d?.y1 ?? 0
  let dz = d?.y2 ?? 0
  for (let i = from; i < to; i++) {
    target[i] = Math.fround(Math.fround(Math.fround(target[i]! + ay) + by) + cy) + dy
    const an = a1 * ay + a2 * az
    az = ay
    ay = an
    const bn = b1 * by + b2 * bz
    bz = by
    by = bn
    const cn = c1 * cy + c2 * cz
    cz = cy
    cy = cn
    const dn = d1 * dy + d2 * dz
    dz = dy
    dy = dn
  }
  keep(a, ay, az)
  keep(b, by, bz)
  keep(c, cy, cz)
  keep(d, dy, dz)
}

function keep(lane: Lane | undefined, y1: number, y2: number): void {
  if (!lane) return
  lane.y1 = y1
  lane.y2 = y2
}

/**
 * Adds a decaying sine whose pitch glides from `hertz` to `endHertz` over its decay; used for bubbles, chirps and
 * thumps. Two nested rotations make the chirp (Gordon & Smith 1985), so it costs no sine a sample.
 */
export function addGlide(
  target: Float32Array,
  at: number,
  glide: {
    readonly hertz: number
    readonly endHertz: number
    readonly decaySeconds: number
    readonly amplitude: number
    readonly attackSeconds?: number
  },
  sampleRate: number,
): void {
  const length = target.length
  const samples = Math.ceil(glide.decaySeconds * sampleRate * 7)
  const attack = Math.max(1, Math.round((glide.attackSeconds ?? 0.0005) * sampleRate))
  const unit = (2 * Math.PI) / sampleRate
  const turn = (unit * (glide.endHertz - glide.hertz)) / (glide.decaySeconds * sampleRate * 3)
  const glideSamples = glide.decaySeconds * sampleRate * 3
  const fall = Math.exp(-1 / (glide.decaySeconds * sampleRate))
  let re = 1
  let im = 0
  let stepRe = Math.cos(unit * glide.hertz)
  let stepIm = Math.sin(unit * glide.hertz)
  const turnRe = Math.cos(turn)
  const turnIm = Math.sin(turn)
  let level = glide.amplitude
  const from = Math.max(0, Math.round(at))
  const end = Math.min(samples, length - from)
  for (let i = 0; i < end; i++) {
    target[from + i]! += im * level * (i < attack ? i / attack : 1)
    level *= fall
    const nextRe = re * stepRe - im * stepIm
    im = re * stepIm + im * stepRe
    re = nextRe
    if (i < glideSamples) {
      const nextStep = stepRe * turnRe - stepIm * turnIm
      stepIm = stepRe * turnIm + stepIm * turnRe
      stepRe = nextStep
    }
  }
}

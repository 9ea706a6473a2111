// The space around a sound: early reflections of its walls and a diffuse tail.

import type { SpaceKind } from '../scene.ts'
import { highpass, lowpass } from '../signal/filters.ts'
import { Random } from '../signal/random.ts'

interface SpaceModel {
  /** Reverberation time at 500 Hz. */
  readonly tailSeconds: number
  /** Share of the tail's time left at high frequencies: soft walls and air take them first. */
  readonly brightness: number
  /** Mean way between walls in metres. */
  readonly sizeMetres: number
  /** Level of the early reflections against the tail. */
  readonly earlyGain: number
  readonly tailGain: number
  /** Cutoff of what the walls give back. */
  readonly toneHertz: number
}

/** After measured rooms (Kuttruff, Room Acoustics, 2009; Barron 1993): reverberation times and mean free paths. */
const MODELS: Readonly<Record<Exclude<SpaceKind, 'dry'>, SpaceModel>> = {
  outdoors: {
    tailSeconds: 0.5,
    brightness: 0.35,
    sizeMetres: 24,
    earlyGain: 0.25,
    tailGain: 0.1,
    toneHertz: 3200,
  },
  forest: {
    tailSeconds: 1.1,
    brightness: 0.3,
    sizeMetres: 18,
    earlyGain: 0.3,
    tailGain: 0.3,
    toneHertz: 3500,
  },
  'small-room': {
    tailSeconds: 0.28,
    brightness: 0.6,
    sizeMetres: 2.2,
    earlyGain: 0.8,
    tailGain: 0.5,
    toneHertz: 9000,
  },
  room: { tailSeconds: 0.5, brightness: 0.55, sizeMetres: 4, earlyGain: 0.7, tailGain: 0.6, toneHertz: 8000 },
  bathroom: {
    tailSeconds: 0.9,
    brightness: 0.85,
    sizeMetres: 1.9,
    earlyGain: 0.9,
    tailGain: 0.9,
    toneHertz: 12_000,
  },
  corridor: {
    tailSeconds: 1.1,
    brightness: 0.6,
    sizeMetres: 5,
    earlyGain: 0.9,
    tailGain: 0.7,
    toneHertz: 8000,
  },
  hall: { tailSeconds: 2, brightness: 0.5, sizeMetres: 13, earlyGain: 0.6, tailGain: 0.9, toneHertz: 8000 },
  'stone-hall': {
    tailSeconds: 3,
    brightness: 0.65,
    sizeMetres: 15,
    earlyGain: 0.7,
    tailGain: 1,
    toneHertz: 9000,
  },
  cathedral: {
    tailSeconds: 6,
    brightness: 0.5,
    sizeMetres: 26,
    earlyGain: 0.45,
    tailGain: 1,
    toneHertz: 7000,
  },
  cave: { tailSeconds: 3.2, brightness: 0.45, sizeMetres: 9, earlyGain: 0.9, tailGain: 1, toneHertz: 5500 },
  tunnel: { tailSeconds: 2.4, brightness: 0.4, sizeMetres: 6, earlyGain: 1, tailGain: 0.95, toneHertz: 4500 },
  underwater: {
    tailSeconds: 1.4,
    brightness: 0.2,
    sizeMetres: 8,
    earlyGain: 0.5,
    tailGain: 0.8,
    toneHertz: 900,
  },
  canyon: {
    tailSeconds: 2.6,
    brightness: 0.35,
    sizeMetres: 70,
    earlyGain: 1,
    tailGain: 0.3,
    toneHertz: 4000,
  },
}

/** Seconds that a space goes on after the sound has stopped. */
export function tailSecondsOf(space: SpaceKind): number {
  return space === 'dry' ? 0 : MODELS[space].tailSeconds
}

/** Speed of sound, m/s. */
const SPEED = 343

/**
 * Adds the space to a dry signal: eight to twelve early reflections at times that grow with the size of the space, then a
 * feedback delay network of eight lines with a Hadamard matrix and a damping filter in each (Jot & Chaigne 1991).
 * Circular signals are run once through the network before, so that the tail of the end lies under the start.
 */
export function addSpace(
  dry: Float32Array,
  kind: SpaceKind,
  wetness: number,
  seed: number,
  sampleRate: number,
  isCircular: boolean,
): Float32Array {
  if (kind === 'dry' || wetness <= 0) return dry
  const model = MODELS[kind]
  const random = new Random(seed)
  const wet = diffuseTail(dry, model, random, sampleRate, isCircular)
  addEarly(wet, dry, model, random, sampleRate, isCircular)
  lowpass(wet, model.toneHertz, sampleRate, isCircular, 0.6)
  highpass(wet, 90, sampleRate, isCircular)
  // Underwater nothing reaches the ear directly and clear.
  if (kind === 'underwater') {
    lowpass(dry, 700, sampleRate, isCircular)
    lowpass(dry, 1100, sampleRate, isCircular)
  }
  const wetGain = 1.6 * wetness
  const dryGain = 1 - 0.55 * wetness
  for (let i = 0; i < dry.length; i++) dry[i] = dry[i]! * dryGain + wet[i]! * wetGain
  return dry
}

function addEarly(
  wet: Float32Array,
  dry: Float32Array,
  model: SpaceModel,
  random: Random,
  sampleRate: number,
  isCircular: boolean,
): void {
  const length = dry.length
  for (let k = 0; k < 9; k++) {
    // Image sources: the way grows, the level falls with the way and with each wall.
    const metres = model.sizeMetres * (0.7 + 0.55 * k + 0.4 * random.unit())
    const delay = Math.round((metres / SPEED) * sampleRate)
    const gain = (model.earlyGain * 0.55 * (random.chance(0.5) ? 1 : -1)) / (1 + 0.45 * k)
    for (let i = delay; i < length; i++) wet[i]! += dry[i - delay]! * gain
    if (isCircular) {
      for (let i = 0; i < Math.min(delay, length); i++) {
        wet[i]! += dry[(((i - delay) % length) + length) % length]! * gain
      }
    }
  }
}

function diffuseTail(
  dry: Float32Array,
  model: SpaceModel,
  random: Random,
  sampleRate: number,
  isCircular: boolean,
): Float32Array {
  const length = dry.length
  const out = new Float32Array(length)
  const lines = 8
  // Mutually prime-ish lengths around the mean free path, 15 to 90 ms.
  const base = Math.min(0.062, Math.max(0.015, (model.sizeMetres / SPEED) * 1.3))
  const ratios = [1, 1.13, 1.27, 1.41, 1.53, 1.69, 1.83, 1.97]
  const lengths = ratios.map((ratio) => Math.round(base * ratio * random.vary(0.03) * sampleRate) | 1)
  const size = 2 ** Math.ceil(Math.log2(Math.max(...lengths) + 1))
  const mask = size - 1
  const store = new Float32Array(size * lines)
  const gains = lengths.map((delay) => 10 ** ((-3 * delay) / (model.tailSeconds * sampleRate)))
  // One-pole in each line so that the top of the spectrum dies `brightness` times as late as the rest.
  const damping = lengths.map((delay, k) => {
    const high = 10 ** ((-3 * delay) / (model.tailSeconds * model.brightness * sampleRate))
    const ratio = high / gains[k]!
    return (1 - ratio) / (1 + ratio)
  })
  const state = new Float64Array(lines)
  const read = new Float64Array(lines)
  const gain = 0.5 * model.tailGain
  const warmUp = isCircular ? Math.ceil(model.tailSeconds * sampleRate) : 0
  const inverse = 1 / Math.sqrt(8)
  let head = 0
  for (let n = -warmUp; n < length; n++) {
    const x = dry[n < 0 ? ((n % length) + length) % length : n]!
    for (let k = 0; k < lines; k++) {
      const delayed = store[k * size + ((head - lengths[k]!) & mask)]! * gains[k]!
      const damped = delayed + damping[k]! * (state[k]! - delayed)
      state[k] = damped
      read[k] = damped
    }
    const r0 = read[0]!
    const r1 = read[1]!
    const r2 = read[2]!
    const r3 = read[3]!
    const r4 = read[4]!
    const r5 = read[5]!
    const r6 = read[6]!
    const r7 = read[7]!
    // Fast Hadamard butterfly.
    const a0 = r0 + r1
    const a1 = r0 - r1
    const a2 = r2 + r3
    const a3 = r2 - r3
    const a4 = r4 + r5
    const a5 = r4 - r5
    const a6 = r6 + r7
    const a7 = r6 - r7
    const b0 = a0 + a2
    const b1 = a1 + a3
    const b2 = a0 - a2
    const b3 = a1 - a3
    const b4 = a4 + a6
    const b5 = a5 + a7
    const b6 = a4 - a6
    const b7 = a5 - a7
    const input = x * 0.5
    const at = head & mask
    store[at] = (b0 + b4) * inverse + input
    store[size + at] = (b1 + b5) * inverse - input
    store[2 * size + at] = (b2 + b6) * inverse + input
    store[3 * size + at] = (b3 + b7) * inverse - input
    store[4 * size + at] = (b0 - b4) * inverse + input
    store[5 * size + at] = (b1 - b5) * inverse - input
    store[6 * size + at] = (b2 - b6) * inverse - input
    store[7 * size + at] = (b3 - b7) * inverse + input
    head = (head + 1) & 0x3fffffff
    if (n >= 0) out[n] = (r0 - r1 + r2 - r3 + r4 + r5 - r6 - r7) * gain
  }
  return out
}

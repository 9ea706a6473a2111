// The space around a sound: early reflections of its walls and a diffuse tail.

import type { SpaceKind } from '../scene.ts'
import { biquad, filterSamples, RunningSection } from '../signal/filters.ts'
import { Random } from '../signal/random.ts'
import { changeBlocks, type Samples, visitBeforeStart } from '../signal/samples.ts'
import { Diffuser } from './diffuser.ts'

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
  /** Its walls are far apart and smooth: single echoes are heard. */
  readonly hasEchoes?: boolean
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
    earlyGain: 0.6,
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
    hasEchoes: true,
  },
}

/** Seconds that a space goes on after the sound has stopped. */
export function tailSecondsOf(space: SpaceKind): number {
  return space === 'dry' ? 0 : MODELS[space].tailSeconds
}

/** Speed of sound, m/s. */
const SPEED = 343

interface EarlyTap {
  readonly delay: number
  readonly gain: number
}

/** How much farther the way over the floor is than the direct one, in metres. */
const FLOOR_METRES = 1.6

/** Image sources: the floor first, then walls; the way grows, the level falls with the way and with each wall. */
function earlyTaps(model: SpaceModel, random: Random, sampleRate: number): EarlyTap[] {
  const gain = model.earlyGain * 0.55
  const walls = Array.from({ length: 9 }, (_, k) => {
    const metres = model.sizeMetres * (0.12 + 0.6 * k + 0.4 * random.unit())
    return {
      delay: Math.round((metres / SPEED) * sampleRate),
      gain: (gain * (random.chance(0.5) ? 1 : -1)) / (1 + 0.45 * k),
    }
  })
  const floor = { delay: Math.round((FLOOR_METRES / SPEED) * sampleRate), gain }
  return model.sizeMetres > FLOOR_METRES * 2 ? [floor, ...walls] : walls
}

/**
 * Adds the space to a dry signal in place: early reflections of the floor and of walls that scatter, at times that grow
 * with the size of the space, and a feedback delay network of eight lines with a Hadamard matrix and a damping filter in each (Jot & Chaigne 1991).
 * A circular signal's end is run through the network first, so that its tail lies under the start.
 */
export function addSpace(
  signal: Samples,
  kind: SpaceKind,
  wetness: number,
  seed: number,
  sampleRate: number,
  isCircular: boolean,
): void {
  if (kind === 'dry' || wetness <= 0) return
  const model = MODELS[kind]
  if (kind === 'underwater') {
    // Nothing reaches the ear directly and clear.
    for (const hertz of [700, 1100]) {
      filterSamples(signal, biquad('lowpass', hertz, Math.SQRT1_2, sampleRate), isCircular)
    }
  }
  const walls = new Walls(model, new Random(seed), sampleRate)
  const wetGain = 1.6 * wetness
  const dryGain = 1 - 0.55 * wetness
  if (isCircular) {
    const warmUp = Math.ceil(model.tailSeconds * 1.2 * sampleRate)
    visitBeforeStart(signal, warmUp, (block) => walls.hear(block))
  }
  changeBlocks(signal, (block) => walls.hear(block, { dryGain, wetGain }))
}

/** Samples that the walls hear at a time: short enough for the fastest memory. */
const CHUNK = 2048

/** What gives the sound back: single walls first, the whole room after them. Goes on from block to block. */
class Walls {
  private readonly taps: readonly EarlyTap[]
  /** None where walls are smooth. */
  private readonly diffuser: Diffuser | null
  private readonly network: DelayNetwork
  /** What was heard before, long enough for the latest early reflection, and behind it the chunk that is heard now. */
  private readonly history: Float32Array
  private readonly past: number
  private readonly wet = new Float64Array(CHUNK)
  private readonly tone: RunningSection
  private readonly rumbleOut: RunningSection

  constructor(model: SpaceModel, random: Random, sampleRate: number) {
    this.taps = earlyTaps(model, random, sampleRate)
    this.diffuser = model.hasEchoes ? null : new Diffuser(model.sizeMetres, sampleRate)
    this.network = new DelayNetwork(model, random, sampleRate)
    this.past = Math.max(...this.taps.map((tap) => tap.delay))
    this.history = new Float32Array(this.past + CHUNK)
    this.tone = new RunningSection(biquad('lowpass', model.toneHertz, 0.6, sampleRate))
    this.rumbleOut = new RunningSection(biquad('highpass', 90, Math.SQRT1_2, sampleRate))
  }

  /** Hears a block, and mixes what comes back into it where gains are given. */
  hear(block: Float32Array, mix?: { readonly dryGain: number; readonly wetGain: number }): void {
    for (let from = 0; from < block.length; from += CHUNK) {
      const chunk = block.subarray(from, Math.min(block.length, from + CHUNK))
      const wet = this.wet.subarray(0, chunk.length)
      this.reflect(chunk, wet)
      if (!mix) continue
      const { dryGain, wetGain } = mix
      for (let i = 0; i < chunk.length; i++) chunk[i] = chunk[i]! * dryGain + wet[i]! * wetGain
    }
  }

  private reflect(chunk: Float32Array, wet: Float64Array): void {
    const { history, past } = this
    history.set(chunk, past)
    const scattered = history.subarray(past, past + chunk.length)
    this.diffuser?.run(scattered)
    this.network.run(scattered, wet)
    for (const { delay, gain } of this.taps) {
      const start = past - delay
      for (let i = 0; i < wet.length; i++) wet[i]! += history[start + i]! * gain
    }
    history.copyWithin(0, chunk.length, past + chunk.length)
    this.tone.run(wet)
    this.rumbleOut.run(wet)
  }
}

const LINES = 8

/** The diffuse tail. */
class DelayNetwork {
  private readonly size: number
  private readonly store: Float32Array
  private readonly delays: Int32Array
  private readonly gains: Float64Array
  private readonly damping: Float64Array
  private readonly state = new Float64Array(LINES)
  private readonly outGain: number
  private head = 0

  constructor(model: SpaceModel, random: Random, sampleRate: number) {
    // Lengths around the mean free path, 15 to 55 ms, odd and without a common ratio.
    const base = Math.min(0.028, Math.max(0.015, (model.sizeMetres / SPEED) * 1.3))
    this.delays = Int32Array.from(
      [1, 1.13, 1.27, 1.41, 1.53, 1.69, 1.83, 1.97],
      (ratio) => Math.round(base * ratio * random.vary(0.03) * sampleRate) | 1,
    )
    this.size = 2 ** Math.ceil(Math.log2(Math.max(...this.delays) + 1))
    this.store = new Float32Array(this.size * LINES)
    this.gains = Float64Array.from(
      this.delays,
      (delay) => 10 ** ((-3 * delay) / (model.tailSeconds * sampleRate)),
    )
    // One-pole in each line: the top of the spectrum dies `brightness` times as late as the rest.
    this.damping = Float64Array.from(this.delays, (delay, k) => {
      const high = 10 ** ((-3 * delay) / (model.tailSeconds * model.brightness * sampleRate))
      const ratio = high / this.gains[k]!
      return (1 - ratio) / (1 + ratio)
    })
    this.outGain = 0.5 * model.tailGain
  }

  /** What comes back while the chunk is heard; both of one length. */
  run(chunk: Float32Array, wet: Float64Array): void {
    const { store, size, delays, gains, damping, state, outGain } = this
    const mask = size - 1
    const scale = Math.SQRT1_2 / 2
    for (let i = 0; i < chunk.length; i++) {
      const head = this.head + i
      for (let k = 0; k < LINES; k++) {
        const delayed = store[k * size + ((head - delays[k]!) & mask)]! * gains[k]!
        state[k] = delayed + damping[k]! * (state[k]! - delayed)
      }
      const r0 = state[0]!
      const r1 = state[1]!
      const r2 = state[2]!
      const r3 = state[3]!
      const r4 = state[4]!
      const r5 = state[5]!
      const r6 = state[6]!
      const r7 = state[7]!
      // Fast Hadamard transform of the eight lines.
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
      const half = chunk[i]! * 0.5
      const at = head & mask
      store[at] = (b0 + b4) * scale + half
      store[size + at] = (b1 + b5) * scale - half
      store[2 * size + at] = (b2 + b6) * scale + half
      store[3 * size + at] = (b3 + b7) * scale - half
      store[4 * size + at] = (b0 - b4) * scale + half
      store[5 * size + at] = (b1 - b5) * scale - half
      store[6 * size + at] = (b2 - b6) * scale - half
      store[7 * size + at] = (b3 - b7) * scale + half
      wet[i] = (r0 - r1 + r2 - r3 + r4 + r5 - r6 - r7) * outGain
    }
    this.head = (this.head + chunk.length) & mask
  }
}

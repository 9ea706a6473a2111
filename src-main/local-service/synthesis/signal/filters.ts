// Filters: biquads, a one-pole, and a state-variable filter whose cutoff moves.

import { CONTROL_HOP, type Control } from './noise.ts'
import { changeBlocks, type Samples, visitBeforeStart } from './samples.ts'

/** Coefficients of a second-order section, a0 = 1. */
export interface Biquad {
  readonly b0: number
  readonly b1: number
  readonly b2: number
  readonly a1: number
  readonly a2: number
}

/** Frequencies are kept where the designs are stable. */
function safeAngle(hertz: number, sampleRate: number): number {
  return (2 * Math.PI * Math.min(Math.max(hertz, 1), sampleRate * 0.475)) / sampleRate
}

type Shape = 'lowpass' | 'highpass' | 'bandpass' | 'notch'

/** RBJ's cookbook sections (Bristow-Johnson 1994); the bandpass has 0 dB at its centre. */
export function biquad(shape: Shape, hertz: number, q: number, sampleRate: number): Biquad {
  const w = safeAngle(hertz, sampleRate)
  const cos = Math.cos(w)
  const alpha = Math.sin(w) / (2 * q)
  const a0 = 1 + alpha
  const a1 = (-2 * cos) / a0
  const a2 = (1 - alpha) / a0
  switch (shape) {
    case 'lowpass':
      return { b0: (1 - cos) / 2 / a0, b1: (1 - cos) / a0, b2: (1 - cos) / 2 / a0, a1, a2 }
    case 'highpass':
      return { b0: (1 + cos) / 2 / a0, b1: -(1 + cos) / a0, b2: (1 + cos) / 2 / a0, a1, a2 }
    case 'bandpass':
      return { b0: alpha / a0, b1: 0, b2: -alpha / a0, a1, a2 }
    case 'notch':
      return { b0: 1 / a0, b1: a1, b2: 1 / a0, a1, a2 }
  }
}

/** A bell of `gainDb` around a frequency. */
export function peaking(hertz: number, q: number, gainDb: number, sampleRate: number): Biquad {
  const w = safeAngle(hertz, sampleRate)
  const amp = 10 ** (gainDb / 40)
  const alpha = Math.sin(w) / (2 * q)
  const a0 = 1 + alpha / amp
  const b1 = (-2 * Math.cos(w)) / a0
  return { b0: (1 + alpha * amp) / a0, b1, b2: (1 - alpha * amp) / a0, a1: b1, a2: (1 - alpha / amp) / a0 }
}

/** A high shelf of `gainDb` above a frequency (RBJ, slope 1). */
export function highShelf(hertz: number, gainDb: number, sampleRate: number): Biquad {
  const w = safeAngle(hertz, sampleRate)
  const cos = Math.cos(w)
  const amp = 10 ** (gainDb / 40)
  const root = 2 * Math.sqrt(amp) * (Math.sin(w) / 2) * Math.SQRT2
  const a0 = amp + 1 - (amp - 1) * cos + root
  return {
    b0: (amp * (amp + 1 + (amp - 1) * cos + root)) / a0,
    b1: (-2 * amp * (amp - 1 + (amp + 1) * cos)) / a0,
    b2: (amp * (amp + 1 + (amp - 1) * cos - root)) / a0,
    a1: (2 * (amp - 1 - (amp + 1) * cos)) / a0,
    a2: (amp + 1 - (amp - 1) * cos - root) / a0,
  }
}

/** Samples after which the memory of a section is below −100 dB, from its pole radius. */
function memoryOf(section: Biquad): number {
  const discriminant = section.a1 * section.a1 - 4 * section.a2
  const radius =
    discriminant < 0
      ? Math.sqrt(Math.max(0, section.a2))
      : Math.max(
          Math.abs((-section.a1 + Math.sqrt(discriminant)) / 2),
          Math.abs((-section.a1 - Math.sqrt(discriminant)) / 2),
        )
  return radius <= 1e-6 ? 2 : Math.min(200_000, Math.ceil(-11.5 / Math.log(Math.min(radius, 0.99999))))
}

/** A section that goes on from block to block, in place. */
export class RunningSection {
  private readonly section: Biquad
  private z1 = 0
  private z2 = 0

  constructor(section: Biquad) {
    this.section = section
  }

  run(block: Float32Array | Float64Array): void {
    const { b0, b1, b2, a1, a2 } = this.section
    let z1 = this.z1
    let z2 = this.z2
    for (let i = 0; i < block.length; i++) {
      const x = block[i]!
      const y = b0 * x + z1
      z1 = b1 * x - a1 * y + z2
      z2 = b2 * x - a2 * y
      block[i] = y
    }
    this.z1 = z1
    this.z2 = z2
  }
}

/**
 * Filters in place. With `isCircular` the filter first runs over the end of the signal, so that its state at the
 * start is the one it has at the end: a loop stays a loop.
 */
export function filter(signal: Float32Array, section: Biquad, isCircular = false): Float32Array {
  runningInto(signal, section, isCircular).run(signal)
  return signal
}

/** `filter` for a signal of any length. */
export function filterSamples(signal: Samples, section: Biquad, isCircular: boolean): void {
  const running = runningInto(signal, section, isCircular)
  changeBlocks(signal, (block) => running.run(block))
}

/** A section in the state that it has at a signal's start. */
function runningInto(signal: Samples, section: Biquad, isCircular: boolean): RunningSection {
  const running = new RunningSection(section)
  if (isCircular) visitBeforeStart(signal, memoryOf(section), (block) => running.run(block))
  return running
}

/** Low-pass in place, 12 dB an octave. */
export function lowpass(
  signal: Float32Array,
  hertz: number,
  sampleRate: number,
  isCircular = false,
  q = Math.SQRT1_2,
) {
  return filter(signal, biquad('lowpass', hertz, q, sampleRate), isCircular)
}

/** High-pass in place, 12 dB an octave. */
export function highpass(
  signal: Float32Array,
  hertz: number,
  sampleRate: number,
  isCircular = false,
  q = Math.SQRT1_2,
) {
  return filter(signal, biquad('highpass', hertz, q, sampleRate), isCircular)
}

/** Band-pass in place, 0 dB at the centre. */
export function bandpass(
  signal: Float32Array,
  hertz: number,
  q: number,
  sampleRate: number,
  isCircular = false,
) {
  return filter(signal, biquad('bandpass', hertz, q, sampleRate), isCircular)
}

/**
 * State-variable filter with moving cutoff (Zavalishin 2012, topology-preserving), in place.
 * `cutoff` is a control curve in hertz; circular signals are warmed up over half a second.
 */
export function sweep(
  signal: Float32Array,
  cutoff: Control,
  q: number,
  shape: 'lowpass' | 'bandpass' | 'highpass',
  sampleRate: number,
  isCircular = false,
): Float32Array {
  const length = signal.length
  const k = 1 / q
  let s1 = 0
  let s2 = 0
  const warmUp = isCircular ? Math.floor(Math.min(length, sampleRate / 2) / CONTROL_HOP) * CONTROL_HOP : 0
  const first = Math.floor((length - warmUp) / CONTROL_HOP)
  const blocks = Math.ceil(length / CONTROL_HOP)
  for (let pass = isCircular ? 0 : 1; pass < 2; pass++) {
    for (let block = pass === 0 ? first : 0; block < blocks; block++) {
      const hertz = Math.min(Math.max(cutoff[block]!, 5), sampleRate * 0.45)
      const g = Math.tan((Math.PI * hertz) / sampleRate)
      const a1 = 1 / (1 + g * (g + k))
      const a2 = g * a1
      const a3 = g * a2
      const end = Math.min(length, (block + 1) * CONTROL_HOP)
      for (let i = block * CONTROL_HOP; i < end; i++) {
        const v3 = signal[i]! - s2
        const v1 = a1 * s1 + a2 * v3
        const v2 = s2 + a2 * s1 + a3 * v3
        s1 = 2 * v1 - s1
        s2 = 2 * v2 - s2
        if (pass === 1) {
          signal[i] = shape === 'lowpass' ? v2 : shape === 'bandpass' ? v1 * k : signal[i]! - k * v1 - v2
        }
      }
    }
  }
  return signal
}

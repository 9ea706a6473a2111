// Grains: short bursts and clouds of them, the material of rain, gravel, crackle and rustle.

import { fade, strikeEnvelope } from './envelopes.ts'
import { bandpass, highpass, lowpass } from './filters.ts'
import { addGlide } from './modes.ts'
import { CONTROL_HOP, type Control, whiteNoise } from './noise.ts'
import type { Random } from './random.ts'
import { addInto, buffer, type Span, secondsOf, toPeak } from './span.ts'

export interface Burst {
  readonly lowHertz: number
  readonly highHertz: number
  readonly attackSeconds: number
  /** Seconds in which it falls by e. */
  readonly decaySeconds: number
  readonly peak?: number
}

/** A burst of band-limited noise, five decay times long, at a given peak. */
export function noiseBurst(random: Random, burst: Burst, sampleRate: number): Float32Array {
  const out = whiteNoise(random, buffer(burst.attackSeconds + burst.decaySeconds * 5, sampleRate).length)
  strikeEnvelope(out, burst.attackSeconds, burst.decaySeconds, sampleRate)
  highpass(out, burst.lowHertz, sampleRate)
  lowpass(out, burst.highHertz, sampleRate)
  fade(out, 1, Math.min(out.length / 4, 64))
  return toPeak(out, burst.peak ?? 1)
}

/** A tiny resonant tick: an excited band, for ticks, crackles and clicks. */
export function tick(
  random: Random,
  hertz: number,
  q: number,
  seconds: number,
  sampleRate: number,
): Float32Array {
  const out = whiteNoise(random, buffer(seconds, sampleRate).length)
  strikeEnvelope(out, 0.0002, seconds / 5, sampleRate)
  bandpass(out, hertz, q, sampleRate)
  fade(out, 2, out.length / 4)
  return toPeak(out, 1)
}

/**
 * A bubble: Minnaert's tone 3.26/r that decays at 0.13/r + 0.0072 r^−1.5 and rises as the bubble nears the surface
 * (van den Doel 2005, Physically based models for liquid sounds). `radius` in metres, `rise` about 0..0.3.
 */
export function bubble(radius: number, rise: number, sampleRate: number): Float32Array {
  const hertz = 3.26 / radius
  const damping = 0.13 / radius + 0.0072 * radius ** -1.5
  const out = buffer(Math.min(0.4, 7 / damping), sampleRate)
  addGlide(
    out,
    0,
    {
      hertz,
      endHertz: hertz * (1 + rise * 3),
      decaySeconds: 1 / damping,
      amplitude: 1,
      attackSeconds: 0.0006,
    },
    sampleRate,
  )
  return fade(out, 0, out.length / 8)
}

/** Several grains of a kind, made once and used many times. */
export function grainBank(size: number, make: (index: number) => Float32Array): readonly Float32Array[] {
  return Array.from({ length: size }, (_, index) => make(index))
}

export interface Cloud {
  readonly bank: readonly Float32Array[]
  /** Mean number of grains a second. */
  readonly perSecond: number
  /** How heavy the tail of loud grains is: 0 all alike, 1 a few far above the rest. */
  readonly spread: number
  /** Momentary density, a control curve around 1. */
  readonly density?: Control
}

/**
 * Scatters grains over the target as a Poisson process; circular where the span is. A span too short to hold
 * one by chance still gets one: what was asked for is heard.
 */
export function addCloud(target: Float32Array, random: Random, cloud: Cloud, span: Span, gain = 1): void {
  const seconds = secondsOf(span)
  if (cloud.perSecond <= 0 || cloud.bank.length === 0) return
  const highest = cloud.density ? Math.max(...sampleOf(cloud.density), 1e-6) : 1
  let placed = 0
  for (let at = random.exponential(1 / (cloud.perSecond * highest)); at < seconds; ) {
    const sample = Math.floor(at * span.sampleRate)
    const density = cloud.density ? (cloud.density[Math.floor(sample / CONTROL_HOP)] ?? 0) / highest : 1
    if (density >= 1 || random.chance(density)) {
      placed++
      const grain = cloud.bank[Math.floor(random.unit() * cloud.bank.length)]!
      // Pareto-like levels: many small, few large, as drop and grain sizes are.
      const level = (random.unit() + 0.02) ** (-0.55 * cloud.spread) * (0.4 + 0.6 * random.unit())
      addInto(
        target,
        grain,
        sample,
        Math.min(level, 6) * gain * (random.chance(0.5) ? 1 : -1),
        span.isCircular,
      )
    }
    at += random.exponential(1 / (cloud.perSecond * highest))
  }
  if (placed === 0) {
    const only = cloud.bank[random.integer(0, cloud.bank.length - 1)]!
    addInto(target, only, random.between(0.02, 0.2) * target.length, gain, span.isCircular)
  }
}

/** At most a thousand knots of a curve, so that its maximum is found without spreading a long array. */
function sampleOf(curve: Control): number[] {
  const step = Math.max(1, Math.floor(curve.length / 1000))
  const out: number[] = []
  for (let k = 0; k < curve.length; k += step) out.push(curve[k]!)
  return out
}

// Noise of several colours, and slow random curves.

import type { Random } from './random.ts'
import type { Span } from './span.ts'

/** White noise, uniform in ±1. */
export function whiteNoise(random: Random, length: number): Float32Array {
  const out = new Float32Array(length)
  // xorshift32 (Marsaglia 2003), seeded from the stream: one noise sample a nanosecond.
  let x = random.bits() | 1
  for (let i = 0; i < length; i++) {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    out[i] = x * 4.656612873077393e-10
  }
  return out
}

/**
 * Pink noise (−3 dB an octave) by Paul Kellet's filter. The filter first runs over the end of its white noise, so it is
 * stationary from the first sample and closes in a circle.
 */
export function pinkNoise(random: Random, length: number): Float32Array {
  const out = whiteNoise(random, length)
  let b0 = 0
  let b1 = 0
  let b2 = 0
  for (let i = -6000; i < length; i++) {
    const white = out[i < 0 ? ((i % length) + length) % length : i]!
    b0 = 0.99765 * b0 + white * 0.099046
    b1 = 0.963 * b1 + white * 0.2965164
    b2 = 0.57 * b2 + white * 1.0526913
    if (i >= 0) out[i] = (b0 + b1 + b2 + white * 0.1848) * 0.25
  }
  return out
}

/** Samples between two knots of a control curve. */
export const CONTROL_HOP = 64

/** A slow curve: one knot every `CONTROL_HOP` samples, read with linear interpolation. */
export type Control = Float32Array

/** A control curve over a span from a function of the position 0..1 and the time in seconds. */
export function controlFrom(span: Span, value: (seconds: number, position: number) => number): Control {
  const knots = Math.ceil(span.length / CONTROL_HOP) + 1
  const curve = new Float32Array(knots)
  for (let k = 0; k < knots; k++) {
    const at = Math.min(k * CONTROL_HOP, span.length)
    curve[k] = value(at / span.sampleRate, at / span.length)
  }
  return curve
}

/**
 * A smooth random curve in about ±1 (Catmull-Rom through random knots), `hertz` knots a second; circular in a circular span.
 */
export function slowRandom(random: Random, span: Span, hertz: number): Control {
  const seconds = span.length / span.sampleRate
  const knots = Math.max(span.isCircular ? 3 : 2, Math.round(seconds * hertz))
  const values = Array.from({ length: knots + (span.isCircular ? 0 : 3) }, () => random.signed())
  const at = (index: number): number =>
    values[span.isCircular ? ((index % knots) + knots) % knots : Math.max(0, index)]!
  // A short span must not see a whole knot's change: the curve keeps its pace, whatever the span's length.
  const reach = span.isCircular ? knots : Math.min(knots, seconds * hertz)
  return controlFrom(span, (_, position) => {
    const x = position * reach
    const i = Math.floor(x)
    const t = x - i
    const p0 = at(i - 1)
    const p1 = at(i)
    const p2 = at(i + 1)
    const p3 = at(i + 2)
    return p1 + 0.5 * t * (p2 - p0 + t * (2 * p0 - 5 * p1 + 4 * p2 - p3 + t * (3 * (p1 - p2) + p3 - p0)))
  })
}

/** Maps a control curve in place. */
export function mapControl(curve: Control, map: (value: number) => number): Control {
  for (let k = 0; k < curve.length; k++) curve[k] = map(curve[k]!)
  return curve
}

/** Multiplies a signal in place by a control curve. */
export function applyControl(signal: Float32Array, curve: Control): Float32Array {
  for (let start = 0, k = 0; start < signal.length; start += CONTROL_HOP, k++) {
    const from = curve[k]!
    const step = (curve[k + 1]! - from) / CONTROL_HOP
    const end = Math.min(CONTROL_HOP, signal.length - start)
    for (let i = 0; i < end; i++) signal[start + i]! *= from + step * i
  }
  return signal
}

// Oscillators and pulse trains whose phase closes in a circle.

import { CONTROL_HOP, type Control } from './noise.ts'
import type { Span } from './span.ts'

/**
 * The phase in cycles at every sample of a span for a frequency curve in hertz. In a circular span the curve is scaled
 * by a hair so that the phase ends on a whole multiple of `cycles`: the last sample meets the first.
 */
export function phaseOf(hertz: Control, span: Span, cycles = 1): Float64Array {
  const phase = new Float64Array(span.length)
  let sum = 0
  for (let start = 0, k = 0; start < span.length; start += CONTROL_HOP, k++) {
    const from = hertz[k]!
    const step = (hertz[k + 1]! - from) / CONTROL_HOP
    const end = Math.min(CONTROL_HOP, span.length - start)
    for (let i = 0; i < end; i++) {
      phase[start + i] = sum
      sum += (from + step * i) / span.sampleRate
    }
  }
  if (!span.isCircular || sum <= 0) return phase
  const whole = Math.max(1, Math.round(sum / cycles)) * cycles
  const factor = whole / sum
  for (let i = 0; i < phase.length; i++) phase[i]! *= factor
  return phase
}

/** The nearest frequency that fits a whole number of cycles into a circular span; unchanged elsewhere. */
export function fitHertz(hertz: number, span: Span): number {
  if (!span.isCircular) return hertz
  const seconds = span.length / span.sampleRate
  return Math.max(1, Math.round(hertz * seconds)) / seconds
}

/**
 * Adds a tone of harmonics, each with its amplitude. Sines come by Chebyshev recurrence from one sine and cosine a
 * sample, and harmonics above 0.45 of the rate are left out, so nothing folds.
 */
export function addHarmonics(
  target: Float32Array,
  phase: Float64Array,
  amplitudes: readonly number[],
  gain: number,
): void {
  const turn = 2 * Math.PI
  for (let i = 0; i < target.length; i++) {
    const angle = phase[i]! * turn
    const slope = i + 1 < phase.length ? phase[i + 1]! - phase[i]! : i > 0 ? phase[i]! - phase[i - 1]! : 0
    const most = Math.min(amplitudes.length, slope > 0 ? Math.floor(0.45 / slope) : amplitudes.length)
    const twice = 2 * Math.cos(angle)
    let before = 0
    let now = Math.sin(angle)
    let sum = 0
    for (let h = 0; h < most; h++) {
      sum += amplitudes[h]! * now
      const next = twice * now - before
      before = now
      now = next
    }
    target[i]! += sum * gain
  }
}

/** Amplitudes of a falling spectrum: harmonic n has n^−`slope`; `evenGain` below 1 makes it hollow. */
export function fallingHarmonics(count: number, slope: number, evenGain = 1): number[] {
  return Array.from({ length: count }, (_, k) => (k + 1) ** -slope * ((k + 1) % 2 === 0 ? evenGain : 1))
}

/**
 * A pipe that is open at one end: what leaves returns after the delay, turned over and dulled (waveguide; Smith 1992).
 * In place. `reflection` −1..1, `damping` 0 bright … 1 dull.
 */
export function pipe(
  signal: Float32Array,
  delaySamples: number,
  reflection: number,
  damping: number,
  isCircular: boolean,
): Float32Array {
  const delay = Math.max(2, Math.round(delaySamples))
  const line = new Float32Array(delay)
  let at = 0
  let dull = 0
  const length = signal.length
  const warmUp = isCircular ? delay * 60 : 0
  for (let n = -warmUp; n < length; n++) {
    const x = signal[n < 0 ? ((n % length) + length) % length : n]!
    dull += (1 - damping) * (line[at]! - dull)
    const y = x + reflection * dull
    line[at] = y
    at = at + 1 === delay ? 0 : at + 1
    if (n >= 0) signal[n] = y
  }
  return signal
}

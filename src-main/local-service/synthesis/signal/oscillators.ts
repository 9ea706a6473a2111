// Oscillators and pulse trains whose phase closes in a circle.

import { CONTROL_HOP, type Control } from './noise.ts'
import type { Span } from './span.ts'

/**
 * The phase in cycles, 0..1, at every sample of a span for a frequency curve in hertz. In a circular span the curve is
 * scaled by a hair so that the phase ends on a whole number of cycles: the last sample meets the first.
 */
export function phaseOf(hertz: Control, span: Span): Float32Array {
  const factor = span.isCircular ? closingFactor(hertz, span) : 1
  const phase = new Float32Array(span.length)
  let sum = 0
  for (let start = 0, k = 0; start < span.length; start += CONTROL_HOP, k++) {
    const from = (hertz[k]! * factor) / span.sampleRate
    const step = ((hertz[k + 1]! - hertz[k]!) * factor) / CONTROL_HOP / span.sampleRate
    const end = Math.min(CONTROL_HOP, span.length - start)
    for (let i = 0; i < end; i++) {
      phase[start + i] = sum
      sum += from + step * i
      if (sum >= 1) sum -= Math.floor(sum)
    }
  }
  return phase
}

/** What a frequency curve must be multiplied by to hold a whole number of cycles. */
function closingFactor(hertz: Control, span: Span): number {
  let cycles = 0
  for (let start = 0, k = 0; start < span.length; start += CONTROL_HOP, k++) {
    const count = Math.min(CONTROL_HOP, span.length - start)
    const step = (hertz[k + 1]! - hertz[k]!) / CONTROL_HOP
    cycles += (hertz[k]! * count + (step * count * (count - 1)) / 2) / span.sampleRate
  }
  return cycles > 0 ? Math.max(1, Math.round(cycles)) / cycles : 1
}

/** The nearest frequency that fits a whole number of cycles into a circular span; unchanged elsewhere. */
export function fitHertz(hertz: number, span: Span): number {
  if (!span.isCircular) return hertz
  const seconds = span.length / span.sampleRate
  return Math.max(1, Math.round(hertz * seconds)) / seconds
}

/** Steepest step of a phase in cycles a sample. */
function steepest(phase: Float32Array): number {
  let most = 0
  for (let i = 1; i < phase.length; i++) {
    const step = phase[i]! - phase[i - 1]!
    const slope = step < -0.5 ? step + 1 : step
    if (slope > most) most = slope
  }
  return most
}

/** One cycle of a wave with these harmonics; its first points are repeated at the end, as a phase may round to 1. */
function cycleOf(amplitudes: readonly number[], size: number): Float32Array {
  const table = new Float32Array(size + 2)
  // A sum of sines is odd: its second half is the first one turned round.
  for (let i = 0; i <= size / 2; i++) {
    const angle = (2 * Math.PI * i) / size
    const twice = 2 * Math.cos(angle)
    let before = 0
    let now = Math.sin(angle)
    let sum = 0
    for (const amplitude of amplitudes) {
      sum += amplitude * now
      const next = twice * now - before
      before = now
      now = next
    }
    table[i] = sum
    if (i > 0) table[size - i] = -sum
  }
  table[size] = table[0]!
  table[size + 1] = table[1]!
  return table
}

/**
 * Adds a tone of harmonics, each with its amplitude, read from one tabulated cycle. Harmonics that would pass 0.45 of
 * the rate anywhere are left out, so nothing folds.
 */
export function addHarmonics(
  target: Float32Array,
  phase: Float32Array,
  amplitudes: readonly number[],
  gain: number,
): void {
  const slope = steepest(phase)
  const most = slope > 0 ? Math.max(0, Math.floor(0.45 / slope)) : amplitudes.length
  const size = amplitudes.length > 16 ? 4096 : 2048
  const table = cycleOf(amplitudes.slice(0, most), size)
  for (let i = 0; i < target.length; i++) {
    const at = phase[i]! * size
    const index = Math.floor(at)
    const from = table[index]!
    target[i]! += (from + (table[index + 1]! - from) * (at - index)) * gain
  }
}

/**
 * Adds a tone of harmonics whose frequency, and level where one is given, follow control curves: `phaseOf` and
 * `addHarmonics` in one pass, for tones whose phase nothing else needs.
 */
export function addTone(
  target: Float32Array,
  tone: { readonly hertz: Control; readonly amplitudes: readonly number[]; readonly level?: Control },
  gain: number,
  span: Span,
): void {
  const { hertz, amplitudes, level } = tone
  const factor = (span.isCircular ? closingFactor(hertz, span) : 1) / span.sampleRate
  const slope = hertz.reduce((most, knot) => Math.max(most, knot), 0) * factor
  const most = slope > 0 ? Math.max(0, Math.floor(0.45 / slope)) : amplitudes.length
  // A short tone is not worth a long table: 2048 points still give 42 to the 48th harmonic.
  const size = amplitudes.length > 16 && target.length > span.sampleRate / 2 ? 4096 : 2048
  const table = cycleOf(amplitudes.slice(0, most), size)
  const scaled = factor * size
  let at = 0
  for (let start = 0, k = 0; start < target.length; start += CONTROL_HOP, k++) {
    let step = hertz[k]! * scaled
    const bend = ((hertz[k + 1]! - hertz[k]!) * scaled) / CONTROL_HOP
    let loud = (level ? level[k]! : 1) * gain
    const swell = level ? ((level[k + 1]! - level[k]!) * gain) / CONTROL_HOP : 0
    const end = Math.min(target.length, start + CONTROL_HOP)
    for (let i = start; i < end; i++) {
      const index = at | 0
      const from = table[index]!
      target[i]! += (from + (table[index + 1]! - from) * (at - index)) * loud
      loud += swell
      at += step
      step += bend
      if (at >= size) at -= size * Math.floor(at / size)
    }
  }
}

/** The phase of a tone `ratio` times as high; a whole ratio keeps a circle closed. */
export function timesPhase(phase: Float32Array, ratio: number): Float32Array {
  const out = new Float32Array(phase.length)
  for (let i = 0; i < out.length; i++) {
    const product = phase[i]! * ratio
    out[i] = product - Math.floor(product)
  }
  return out
}

/** Adds a steady sine whose level follows a control curve; `hertz` is taken as it is, so fit it to a circle before. */
export function addSteadyTone(
  target: Float32Array,
  hertz: number,
  level: Control,
  gain: number,
  sampleRate: number,
): void {
  const angle = (2 * Math.PI * hertz) / sampleRate
  const turn = 2 * Math.cos(angle)
  for (let start = 0, k = 0; start < target.length; start += CONTROL_HOP, k++) {
    // The recurrence starts anew at each knot, so no error grows.
    let now = Math.sin(angle * start)
    let before = Math.sin(angle * (start - 1))
    const from = level[k]! * gain
    const step = (level[k + 1]! * gain - from) / CONTROL_HOP
    const end = Math.min(CONTROL_HOP, target.length - start)
    for (let i = 0; i < end; i++) {
      target[start + i]! += now * (from + step * i)
      const next = turn * now - before
      before = now
      now = next
    }
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

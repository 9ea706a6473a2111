// The stretch of time that a sound fills: how long, and whether its end meets its start.

export interface Span {
  /** Samples. */
  readonly length: number
  readonly sampleRate: number
  /** True for loops: whatever runs over the end goes on at the start. */
  readonly isCircular: boolean
}

/** Seconds of a span. */
export function secondsOf(span: Span): number {
  return span.length / span.sampleRate
}

/** A silent signal of the span's length. */
export function silence(span: Span): Float32Array {
  return new Float32Array(span.length)
}

/** A signal of so many seconds for an event that stands alone; never empty. */
export function buffer(seconds: number, sampleRate: number): Float32Array {
  return new Float32Array(Math.max(1, Math.round(seconds * sampleRate)))
}

/** Adds `piece` to `target` from sample `at`; what runs over the end wraps in a circle and is dropped otherwise. */
export function addInto(
  target: Float32Array,
  piece: Float32Array,
  at: number,
  gain: number,
  isCircular = false,
): void {
  const length = target.length
  let to = Math.round(at)
  if (isCircular) to = ((to % length) + length) % length
  for (let from = 0; from < piece.length; ) {
    if (to >= length) {
      if (!isCircular) return
      to = 0
    }
    if (to < 0) {
      from -= to
      to = 0
      continue
    }
    const run = Math.min(piece.length - from, length - to)
    for (let k = 0; k < run; k++) target[to + k]! += piece[from + k]! * gain
    from += run
    to += run
  }
}

/** Multiplies in place. */
export function scale(signal: Float32Array, gain: number): Float32Array {
  for (let i = 0; i < signal.length; i++) signal[i]! *= gain
  return signal
}

/** Largest magnitude. */
export function peakOf(signal: Float32Array): number {
  let peak = 0
  for (let i = 0; i < signal.length; i++) {
    const magnitude = Math.abs(signal[i]!)
    if (magnitude > peak) peak = magnitude
  }
  return peak
}

/** Root mean square. */
export function rmsOf(signal: Float32Array): number {
  let sum = 0
  for (let i = 0; i < signal.length; i++) sum += signal[i]! * signal[i]!
  return Math.sqrt(sum / Math.max(1, signal.length))
}

/** Scales so that the largest magnitude is `peak`; silence stays silence. */
export function toPeak(signal: Float32Array, peak: number): Float32Array {
  const now = peakOf(signal)
  return now > 1e-9 ? scale(signal, peak / now) : signal
}

/** Scales to a root mean square of `level`; silence stays silence. */
export function toRms(signal: Float32Array, level: number): Float32Array {
  const now = rmsOf(signal)
  return now > 1e-9 ? scale(signal, level / now) : signal
}

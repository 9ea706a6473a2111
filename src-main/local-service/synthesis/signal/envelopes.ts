// Envelopes and fades, applied in place.

/** Raised-cosine fades over so many samples at the start and the end. */
export function fade(signal: Float32Array, inSamples: number, outSamples: number): Float32Array {
  const length = signal.length
  const rise = Math.min(Math.round(inSamples), length)
  const fall = Math.min(Math.round(outSamples), length)
  riseInto(signal, rise, 0, 1)
  riseInto(signal, fall, length - 1, -1)
  return signal
}

/** Multiplies by half a raised cosine, from a sample on in a direction; a turning pointer makes it, not a cosine a sample. */
function riseInto(signal: Float32Array, samples: number, from: number, step: 1 | -1): void {
  const turnRe = Math.cos(Math.PI / samples)
  const turnIm = Math.sin(Math.PI / samples)
  let re = 1
  let im = 0
  for (let i = 0, at = from; i < samples; i++, at += step) {
    signal[at]! *= 0.5 - 0.5 * re
    const next = re * turnRe - im * turnIm
    im = re * turnIm + im * turnRe
    re = next
  }
}

/** Rise in `attackSeconds` (raised cosine), then fall by e every `decaySeconds`. */
export function strikeEnvelope(
  signal: Float32Array,
  attackSeconds: number,
  decaySeconds: number,
  sampleRate: number,
): Float32Array {
  const attack = Math.max(1, Math.round(attackSeconds * sampleRate))
  const fall = Math.exp(-1 / Math.max(1, decaySeconds * sampleRate))
  let level = 1
  for (let i = 0; i < signal.length; i++) {
    if (i < attack) signal[i]! *= 0.5 - 0.5 * Math.cos((Math.PI * i) / attack)
    else {
      signal[i]! *= level
      level *= fall
    }
  }
  return signal
}

/** Multiplies by a function of the position 0..1, evaluated every 16 samples and interpolated. */
export function shape(signal: Float32Array, value: (position: number) => number): Float32Array {
  const hop = 16
  const length = signal.length
  let from = value(0)
  for (let start = 0; start < length; start += hop) {
    const to = value(Math.min(1, (start + hop) / length))
    const step = (to - from) / hop
    const end = Math.min(hop, length - start)
    for (let i = 0; i < end; i++) signal[start + i]! *= from + step * i
    from = to
  }
  return signal
}

/** A hump that rises to 1 at `peak` (0..1) and falls to 0 at 1; `sharpness` above 1 makes it narrower. */
export function hump(position: number, peak: number, sharpness = 1): number {
  const t = position < peak ? position / peak : (1 - position) / (1 - peak)
  return (0.5 - 0.5 * Math.cos(Math.PI * Math.max(0, t))) ** sharpness
}

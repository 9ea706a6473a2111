// A voiced source: pulses of a syrinx or of vocal folds, shaped by formants.

import { fade, shape } from './envelopes.ts'
import { bandpass } from './filters.ts'
import { controlFrom, whiteNoise } from './noise.ts'
import { addTone } from './oscillators.ts'
import type { Random } from './random.ts'
import { addInto, buffer, type Span, toPeak } from './span.ts'

export interface Call {
  readonly seconds: number
  /** Fundamental at position 0..1. */
  readonly hertz: (position: number) => number
  /** Level at position 0..1. */
  readonly level: (position: number) => number
  /** Formants: centre in hertz, Q and gain. */
  readonly formants: readonly { readonly hertz: number; readonly q: number; readonly gain: number }[]
  /** Share of breath in the source. */
  readonly breath: number
  /** Fall of the source's harmonics. */
  readonly slope: number
  /** How unsteady the pitch is. */
  readonly rough: number
}

/** Source and filter (Fant 1960): a harmonic source with breath, through formants, at a peak of 1. */
export function call(random: Random, it: Call, sampleRate: number): Float32Array {
  const length = buffer(it.seconds, sampleRate).length
  const span: Span = { length, sampleRate, isCircular: false }
  const source = new Float32Array(length)
  const pitch = controlFrom(span, (_, p) => it.hertz(p) * (1 + it.rough * 0.1 * random.signed()))
  const highest = Math.max(...Array.from({ length: 9 }, (_, k) => it.hertz(k / 8)))
  const count = Math.max(1, Math.min(48, Math.floor(9000 / highest)))
  const amplitudes = Array.from({ length: count }, (_, k) => (k + 1) ** -it.slope)
  addTone(source, { hertz: pitch, amplitudes }, 1, span)
  const breath = whiteNoise(random, length)
  const roughness = whiteNoise(random, length)
  for (let i = 0; i < length; i++)
    source[i] = source[i]! * (1 + it.rough * roughness[i]!) + breath[i]! * it.breath
  const out = new Float32Array(length)
  for (const formant of it.formants)
    addInto(out, bandpass(source.slice(), formant.hertz, formant.q, sampleRate), 0, formant.gain)
  shape(toPeak(out, 1), it.level)
  return fade(toPeak(out, 1), 32, Math.min(length / 4, 220))
}

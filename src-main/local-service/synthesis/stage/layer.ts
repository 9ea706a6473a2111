// One layer of a scene, rendered over a span: its texture or its events, at their distance.

import { familyOf } from '../families/registry.ts'
import type { SceneLayer } from '../scene.ts'
import { fade } from '../signal/envelopes.ts'
import { Random } from '../signal/random.ts'
import { addInto, peakOf, rmsOf, type Span, scale, secondsOf, silence } from '../signal/span.ts'
import { absorbAir } from './distance.ts'
import { scheduleOf } from './schedule.ts'

/** Root mean square that textures, and peak that events, are brought to before they are mixed. */
const TEXTURE_RMS = 0.12
const EVENT_PEAK = 0.8

/**
 * Renders a layer at its reference level, exactly as long as the span.
 * Its events begin within the first `activeSeconds`; what they leave ringing may fill the rest.
 */
export function renderLayer(
  layer: SceneLayer,
  span: Span,
  seed: number,
  activeSeconds: number = secondsOf(span),
): Float32Array {
  const family = familyOf(layer.family)
  const random = new Random(seed)
  if (family.kind === 'texture') {
    const texture = family.render({ layer, random, sampleRate: span.sampleRate }, span)
    absorbAir(texture, layer.distanceMetres, span.sampleRate, span.isCircular)
    const rms = rmsOf(texture)
    return rms > 1e-9 ? scale(texture, TEXTURE_RMS / rms) : texture
  }
  const out = silence(span)
  const occasions = scheduleOf(random.fork(), family.rhythm(layer), {
    seconds: activeSeconds,
    isCircular: span.isCircular,
    count: layer.count,
    tempo: layer.tempo,
  })
  for (const occasion of occasions) {
    const at = Math.round(occasion.atSeconds * span.sampleRate)
    const event = family.strike({ layer, random: random.fork(), sampleRate: span.sampleRate }, occasion)
    const left = span.length - at
    const fitted =
      !span.isCircular && event.length > left ? closeEarly(event, left) : limitToCircle(event, span)
    addInto(out, fitted, at, occasion.accent, span.isCircular)
  }
  absorbAir(out, layer.distanceMetres, span.sampleRate, span.isCircular)
  const peak = peakOf(out)
  return peak > 1e-9 ? scale(out, EVENT_PEAK / peak) : out
}

/** An event that does not fit is shaped: it dies away over the last 60 % of what is left for it. */
function closeEarly(event: Float32Array, length: number): Float32Array {
  const fitted = event.slice(0, Math.max(1, length))
  return fade(fitted, 0, fitted.length * 0.6)
}

/** In a circle an event may wrap, but not around itself for ever. */
function limitToCircle(event: Float32Array, span: Span): Float32Array {
  return span.isCircular && event.length > span.length * 4 ? closeEarly(event, span.length * 4) : event
}

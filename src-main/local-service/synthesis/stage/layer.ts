// One layer of a scene, added to the mix over a span: its texture or its events, at their distance.

import type { EventFamily, TextureFamily } from '../families/model.ts'
import { familyOf } from '../families/registry.ts'
import type { SceneLayer } from '../scene.ts'
import { fade } from '../signal/envelopes.ts'
import { mixSeeds, Random } from '../signal/random.ts'
import { addInto, peakOf, rmsOf, type Span, secondsOf } from '../signal/span.ts'
import { absorbAir } from './distance.ts'
import { piecesOf, shapeCrossings } from './pieces.ts'
import { type ScheduledOccasion, scheduleOf } from './schedule.ts'

/** Root mean square that textures, and peak that events, are brought to before the mix's gain. */
const TEXTURE_RMS = 0.12
const EVENT_PEAK = 0.8

/** Events whose peaks decide the level of their layer. */
const EVENTS_HEARD_FIRST = 16

export interface Placing {
  /** First sample in the mix. */
  readonly from: number
  /** Samples the layer may fill; circular only where it fills the whole mix. */
  readonly span: Span
  /** Its events begin within these seconds; what they leave ringing may fill the rest. */
  readonly activeSeconds: number
  readonly gain: number
  /** Samples over which a texture comes and goes; 0 where it fills the whole mix. */
  readonly fadeSamples: number
}

/** Adds a layer to the mix. */
export function addLayer(mix: Float32Array, layer: SceneLayer, placing: Placing, seed: number): void {
  const family = familyOf(layer.family)
  if (family.kind === 'texture') addTexture(mix, layer, family, placing, seed)
  else addEvents(mix, layer, family, placing, seed)
}

function addTexture(
  mix: Float32Array,
  layer: SceneLayer,
  family: TextureFamily,
  placing: Placing,
  seed: number,
): void {
  const { span } = placing
  const pieces = piecesOf(family.name, span)
  let level = 0
  for (const piece of pieces) {
    const random = new Random(mixSeeds(seed, piece.seedIndex))
    const part = family.render({ layer, random, sampleRate: span.sampleRate }, piece.span)
    absorbAir(part, layer.distanceMetres, span.sampleRate, piece.span.isCircular)
    // The first piece sets the level of all, so that a long texture may swell and sink.
    if (level === 0) level = TEXTURE_RMS / Math.max(1e-9, rmsOf(part))
    if (placing.fadeSamples > 0) fade(part, placing.fadeSamples, placing.fadeSamples)
    shapeCrossings(piece, part)
    for (const at of piece.starts)
      addInto(mix, part, placing.from + at, level * placing.gain, span.isCircular)
  }
}

function addEvents(
  mix: Float32Array,
  layer: SceneLayer,
  family: EventFamily,
  placing: Placing,
  seed: number,
): void {
  const { span } = placing
  const random = new Random(seed)
  const occasions = scheduleOf(random.fork(), family.rhythm(layer), {
    seconds: placing.activeSeconds,
    roomSeconds: secondsOf(span),
    isCircular: span.isCircular,
    count: layer.count,
    tempo: layer.tempo,
  })
  const strike = (occasion: ScheduledOccasion): Float32Array => {
    const at = Math.round(occasion.atSeconds * span.sampleRate)
    const voice = {
      layer,
      random: new Random(mixSeeds(seed, occasion.index, 1)),
      sampleRate: span.sampleRate,
    }
    const event = family.strike(voice, occasion)
    absorbAir(event, layer.distanceMetres, span.sampleRate, false)
    const room = span.isCircular ? span.length * 4 : span.length - at
    return event.length > room ? closeEarly(event, room) : event
  }
  const first = occasions.slice(0, EVENTS_HEARD_FIRST).map(strike)
  const peak = first.reduce((most, event, k) => Math.max(most, peakOf(event) * occasions[k]!.accent), 1e-9)
  occasions.forEach((occasion, k) => {
    const at = placing.from + Math.round(occasion.atSeconds * span.sampleRate)
    const gain = (EVENT_PEAK / peak) * occasion.accent * placing.gain
    addInto(mix, first[k] ?? strike(occasion), at, gain, span.isCircular)
  })
}

/** An event that does not fit is shaped: it dies away over the last 60 % of what is left for it. */
function closeEarly(event: Float32Array, length: number): Float32Array {
  const fitted = event.slice(0, Math.max(1, length))
  return fade(fitted, 0, fitted.length * 0.6)
}

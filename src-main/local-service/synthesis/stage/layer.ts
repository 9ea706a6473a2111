// One layer of a scene, added to the mix window by window: its texture or its events, at their distance.

import type { EventFamily, TextureFamily } from '../families/model.ts'
import { familyOf } from '../families/registry.ts'
import type { SceneLayer } from '../scene.ts'
import { fade } from '../signal/envelopes.ts'
import { mixSeeds, Random } from '../signal/random.ts'
import { addInto, peakOf, rmsOf, type Span, secondsOf, toPeak } from '../signal/span.ts'
import { absorbAir } from './distance.ts'
import { createKeep } from './keep.ts'
import { sinkEvenly } from './one-onset.ts'
import { isLong, type Piece, piecesOf, shapeCrossings } from './pieces.ts'
import { type ScheduledOccasion, scheduleOf } from './schedule.ts'

/** Root mean square that textures, and peak that events, are brought to before the mix's gain. */
const TEXTURE_RMS = 0.12
const EVENT_PEAK = 0.8
/** An event that is held (a horn, a whistle) is as loud as it stays for 0.4 s, not as its peak. */
const EVENT_RMS = 0.21
const HOP_SECONDS = 0.1
const HELD_HOPS = 4

/** Events whose peaks decide the level of their layer. */
const EVENTS_HEARD_FIRST = 16

/** What was rendered may be needed again after the first ones were heard; as long as sixteen bells. */
const KEPT_EVENT_SECONDS = 160
/** In a long span it may be needed in the next window, too; what is not kept is rendered again. */
const KEPT_OF_LONG_SECONDS = 20
/** A texture's piece and the one that it crosses into. */
const KEPT_PIECES = 2

/** No event is longer, so that a window need not ask every event before it whether it still rings. */
const LONGEST_EVENT_SECONDS = 60

export interface Placing {
  /** First sample in the mix. */
  readonly from: number
  /** Samples the layer may fill; circular only where it fills the whole mix. */
  readonly span: Span
  /** Its events begin within these seconds; what they leave ringing may fill the rest. */
  readonly activeSeconds: number
  readonly gain: number
  /** No other events happen, before, after or beside it. */
  readonly isAlone: boolean
  /** Samples over which a texture comes and goes; 0 where it fills the whole mix. */
  readonly fadeSamples: number
}

/** Adds what a layer sounds like in a window of the mix that begins at sample `from`. */
export type AddToWindow = (window: Float32Array, from: number) => void

/**
 * Prepares a layer; its windows may be asked for in any order, and together they are the layer.
 * @param tidy is called after each event and piece that was rendered
 */
export function layerOf(
  layer: SceneLayer,
  placing: Placing,
  seed: number,
  tidy: () => void = () => {},
): AddToWindow {
  const family = familyOf(layer.family)
  return family.kind === 'texture'
    ? textureOf(layer, family, placing, seed, tidy)
    : eventsOf(layer, family, placing, seed, tidy)
}

function textureOf(
  layer: SceneLayer,
  family: TextureFamily,
  placing: Placing,
  seed: number,
  tidy: () => void,
): AddToWindow {
  const { span } = placing
  const pieces = piecesOf(family.name, span)
  const render = (piece: Piece): Float32Array => {
    const random = new Random(mixSeeds(seed, piece.seedIndex))
    const part = family.render({ layer, random, sampleRate: span.sampleRate }, piece.span)
    tidy()
    return absorbAir(part, layer.distanceMetres, span.sampleRate, piece.span.isCircular)
  }
  const shaped = (piece: Piece, part: Float32Array): Float32Array => {
    if (placing.fadeSamples > 0) fade(part, placing.fadeSamples, placing.fadeSamples)
    shapeCrossings(piece, part)
    return part
  }
  // The first piece sets the level of all, so that a long texture may swell and sink.
  const first = pieces[0]!
  const opening = render(first)
  const gain = (TEXTURE_RMS / Math.max(1e-9, rmsOf(opening))) * placing.gain
  const kept = createKeep(KEPT_PIECES * Math.max(...pieces.map((piece) => piece.span.length)))
  kept.put(first.seedIndex, shaped(first, opening))
  return (window, from) => {
    for (const piece of pieces) {
      for (const at of piece.starts) {
        const onset = placeOf(at, placing)
        if (!isHeardIn(window, from, onset, piece.span.length, span)) continue
        const part = kept.get(piece.seedIndex) ?? kept.put(piece.seedIndex, shaped(piece, render(piece)))
        addPart(window, from, part, onset, gain, span)
      }
    }
  }
}

function eventsOf(
  layer: SceneLayer,
  family: EventFamily,
  placing: Placing,
  seed: number,
  tidy: () => void,
): AddToWindow {
  const { span } = placing
  const random = new Random(seed)
  const occasions = scheduleOf(random.fork(), family.rhythm(layer), {
    seconds: placing.activeSeconds,
    roomSeconds: secondsOf(span),
    isCircular: span.isCircular,
    count: layer.count,
    tempo: layer.tempo,
    isAlone: placing.isAlone,
    isOnce: layer.isOnce === true,
  })
  // "Three whooshes" are heard as three beginnings; a single one may come and go as it does.
  const isHeld =
    layer.count !== null && layer.count > 1 && family.held?.includes(layer.action ?? family.actions[0] ?? '')
  const keptSeconds = isLong(span) ? KEPT_OF_LONG_SECONDS : KEPT_EVENT_SECONDS
  const kept = createKeep(keptSeconds * span.sampleRate)
  /** Samples of each event that was rendered once. */
  const lengths: number[] = []
  const strike = (occasion: ScheduledOccasion): Float32Array => {
    const known = kept.get(occasion.index)
    if (known) return known
    const at = Math.round(occasion.atSeconds * span.sampleRate)
    const voice = {
      layer,
      random: new Random(mixSeeds(seed, occasion.index, 1)),
      sampleRate: span.sampleRate,
    }
    const struck = absorbAir(family.strike(voice, occasion), layer.distanceMetres, span.sampleRate, false)
    const event = isHeld ? sinkEvenly(toPeak(struck, EVENT_PEAK)) : struck
    const room = Math.min(
      LONGEST_EVENT_SECONDS * span.sampleRate,
      span.isCircular ? span.length * 4 : span.length - at,
    )
    const heard = event.length > room ? closeEarly(event, room) : event
    lengths[occasion.index] = heard.length
    tidy()
    return kept.put(occasion.index, heard)
  }
  const loudest = occasions
    .slice(0, EVENTS_HEARD_FIRST)
    .reduce(
      (most, occasion) => Math.max(most, heardAs(strike(occasion), span.sampleRate) * occasion.accent),
      1e-9,
    )
  return (window, from) => {
    for (const occasion of occasions) {
      const onset = placeOf(Math.round(occasion.atSeconds * span.sampleRate), placing)
      const length = lengths[occasion.index] ?? LONGEST_EVENT_SECONDS * span.sampleRate
      if (!isHeardIn(window, from, onset, length, span)) continue
      const gain = (occasion.accent * placing.gain) / loudest
      addPart(window, from, strike(occasion), onset, gain, span)
    }
  }
}

/** A sample of the layer in the mix. */
function placeOf(at: number, { from, span }: Placing): number {
  return span.isCircular ? ((at % span.length) + span.length) % span.length : from + at
}

/** Whether so many samples from an onset on sound in a window; what runs over the end of a circle sounds at its start. */
function isHeardIn(
  window: Float32Array,
  from: number,
  onset: number,
  length: number,
  { isCircular, length: round }: Span,
): boolean {
  const isIn = (at: number): boolean => at < from + window.length && at + length > from
  if (isIn(onset)) return true
  if (!isCircular) return false
  for (let at = onset - round; at + length > from; at -= round) if (isIn(at)) return true
  return false
}

/** Adds the part of a sound that lies in a window, as often as it goes round. */
function addPart(
  window: Float32Array,
  from: number,
  part: Float32Array,
  onset: number,
  gain: number,
  { isCircular, length: round }: Span,
): void {
  addInto(window, part, onset - from, gain)
  if (!isCircular) return
  for (let at = onset - round; at + part.length > 0; at -= round) addInto(window, part, at - from, gain)
}

/** How loud an event is, 1 where it needs no gain: by its peak, or by what it holds where that says more. */
function heardAs(event: Float32Array, sampleRate: number): number {
  const hop = Math.round(HOP_SECONDS * sampleRate)
  const levels: number[] = []
  for (let from = 0; from < event.length; from += hop) levels.push(rmsOf(event.subarray(from, from + hop)))
  // What is as loud a moment later is held; a blast is not.
  const held = levels.reduce(
    (most, level, k) => Math.max(most, Math.min(level, levels[k + HELD_HOPS] ?? 0)),
    0,
  )
  return Math.max(peakOf(event) / EVENT_PEAK, held / EVENT_RMS)
}

/** An event that does not fit is shaped: it dies away over the last 60 % of what is left for it. */
function closeEarly(event: Float32Array, length: number): Float32Array {
  const fitted = event.slice(0, Math.max(1, length))
  return fade(fitted, 0, fitted.length * 0.6)
}

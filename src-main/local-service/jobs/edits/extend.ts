// Extend: the source, and after it new audio that goes on with it, with what the prompt asks for on top.

import { mixSeeds, Random } from '../../synthesis/signal/random.ts'
import { continueEvents } from './continue-events.ts'
import { closingFadeOf, type Fade, openingFadeOf } from './edge-fades.ts'
import { continueFading } from './fading-texture.ts'
import type { EditGuide } from './guide.ts'
import { leadInto } from './lead-into.ts'
import { heardDb, overlay } from './overlay.ts'
import { eventsOf, intervalsOf, type SourceEvent } from './source-events.ts'
import { continueTexture, textureSource } from './texture.ts'

export interface ExtendTask {
  readonly source: Float32Array
  readonly sampleRateHz: number
  readonly appendSamples: number
  /** What the prompt asks for, as long as the appended part; null without a prompt. */
  readonly prompted: Float32Array | null
  /** What a picture says about the appended part; absent or null without one. Then `prompted` is null: what it asks for is made for the picture. */
  readonly guide?: EditGuide | null
  /** Whether the end of the whole file runs into its start. */
  readonly loop: boolean
  readonly seed: number
}

/** How much of the end of the source a continuation is made of, and how much of it sets the level. */
const MATERIAL_SECONDS = 8
const REFERENCE_SECONDS = 0.5
/** How much of the end of the source is searched for events: ten slow drips. */
const EVENTS_SECONDS = 30
const NO_FADE: Fade = new Float32Array(0)

/**
 * The whole file: every sample of the source as it is, then the new ones. Where a texture ends with a fade, they begin under it; in a
 * loop they end under the one that it opens with.
 */
export function extend(task: ExtendTask): Float32Array {
  const { source, sampleRateHz, appendSamples } = task
  const events = eventsOf(lastOf(source, EVENTS_SECONDS, sampleRateHz), sampleRateHz)
  const isTexture = events.length === 0
  const closing = (isTexture && closingFadeOf(source, sampleRateHz)) || NO_FADE
  const opening = (isTexture && task.loop && openingFadeOf(source, sampleRateHz)) || NO_FADE
  const body = source.subarray(0, source.length - closing.length)
  const length = closing.length + appendSamples + opening.length
  const continued = continuationOf({ ...task, source: body, appendSamples: length }, events)
  const appended = continued.subarray(closing.length, closing.length + appendSamples)
  const material = lastOf(body, MATERIAL_SECONDS, sampleRateHz)
  if (task.prompted) overlay(appended, task.prompted, material)
  const made = task.guide?.made(!isTexture) ?? null
  if (made) overlay(appended, made, material, heardDb(made, sampleRateHz))
  if (task.loop) {
    const random = new Random(mixSeeds(task.seed, 0x100b))
    leadInto(continued, source.subarray(opening.length), sampleRateHz, random)
  }
  const whole = new Float32Array(source.length + appendSamples)
  whole.set(source)
  whole.set(appended, source.length)
  fillFade(whole.subarray(body.length), closing, continued)
  fillFade(whole, opening, continued.subarray(closing.length + appendSamples))
  return whole
}

/** Adds to what is faded what makes its power whole. */
function fillFade(faded: Float32Array, fade: Fade, filling: Float32Array): void {
  fade.forEach((gain, at) => {
    faded[at]! += filling[at]! * Math.sqrt(1 - gain ** 2)
  })
}

/** What the source itself would go on with: its events when they are due or the picture has some, or its texture. */
function continuationOf(task: ExtendTask, events: readonly SourceEvent[]): Float32Array {
  const { source, sampleRateHz, appendSamples: length } = task
  const random = new Random(mixSeeds(task.seed, 0xe7))
  const material = lastOf(source, MATERIAL_SECONDS, sampleRateHz)
  const recent = lastOf(source, EVENTS_SECONDS, sampleRateHz)
  if (events.length === 0) {
    const reference = lastOf(source, REFERENCE_SECONDS, sampleRateHz)
    const fading = task.loop
      ? null
      : continueFading({ before: material, after: source.subarray(0, 0), sampleRateHz, length, random })
    return fading ?? continueTexture(textureSource(material, reference, sampleRateHz), source, length, random)
  }
  const isWhole = recent.length === source.length
  const nextOnset = task.loop ? (isWhole ? events[0]!.onset : 0) : null
  const onsets = task.guide && (task.guide.onsets ?? [])
  const lastOnset = events.at(-1)!.onset - recent.length
  const intervals = intervalsOf(events)
  return continueEvents({
    source: recent,
    events,
    intervals,
    lastOnset,
    sampleRateHz,
    length,
    nextOnset,
    onsets,
    random,
  })
}

function lastOf(source: Float32Array, seconds: number, sampleRateHz: number): Float32Array {
  return source.subarray(Math.max(0, source.length - seconds * sampleRateHz))
}

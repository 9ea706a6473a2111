// Extend: the source, and after it new audio that goes on with it, with what the prompt asks for on top.

import { mixSeeds, Random } from '../../synthesis/signal/random.ts'
import { continueEvents } from './continue-events.ts'
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

/** The whole file: every sample of the source as it is, then the new ones. */
export function extend(task: ExtendTask): Float32Array {
  const { source, sampleRateHz, appendSamples } = task
  const material = lastOf(source, MATERIAL_SECONDS, sampleRateHz)
  const recent = lastOf(source, EVENTS_SECONDS, sampleRateHz)
  const events = eventsOf(recent, sampleRateHz)
  const appended = continuationOf(task, material, recent, events)
  if (task.prompted) overlay(appended, task.prompted, material)
  const made = task.guide?.made(events.length > 0) ?? null
  if (made) overlay(appended, made, material, heardDb(made, sampleRateHz))
  if (task.loop) {
    leadInto(appended, source, sampleRateHz, new Random(mixSeeds(task.seed, 0x100b)))
  }
  const whole = new Float32Array(source.length + appendSamples)
  whole.set(source)
  whole.set(appended, source.length)
  return whole
}

/** What the source itself would go on with: its events when they are due or the picture has some, or its texture. */
function continuationOf(
  task: ExtendTask,
  material: Float32Array,
  recent: Float32Array,
  events: readonly SourceEvent[],
): Float32Array {
  const { source, sampleRateHz, appendSamples: length } = task
  const random = new Random(mixSeeds(task.seed, 0xe7))
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

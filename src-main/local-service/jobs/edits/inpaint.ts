// Inpaint: the source with one region made anew; everything outside of it stays as it is.

import { mixSeeds, Random } from '../../synthesis/signal/random.ts'
import { continueEvents, type EventsTask } from './continue-events.ts'
import type { EditGuide } from './guide.ts'
import { leadInto } from './lead-into.ts'
import { heardDb, overlay } from './overlay.ts'
import { eventsOf } from './source-events.ts'
import { continueTexture, textureSource } from './texture.ts'

export interface InpaintTask {
  readonly source: Float32Array
  readonly sampleRateHz: number
  readonly startSample: number
  readonly endSample: number
  /** What the prompt asks for, as long as the region; null without a prompt. */
  readonly prompted: Float32Array | null
  /** What a picture says about the region; absent or null without one. Then `prompted` is null: what it asks for is made for the picture. */
  readonly guide?: EditGuide | null
  readonly seed: number
}

/** How much of each side of the region its filling is made of. */
const MATERIAL_SECONDS = 4
const REFERENCE_SECONDS = 0.5
/** How much of each side is searched for events. */
const EVENTS_SECONDS = 30

/** The whole file, as long as the source. */
export function inpaint(task: InpaintTask): Float32Array {
  const { source, sampleRateHz, startSample, endSample } = task
  const reach = MATERIAL_SECONDS * sampleRateHz
  const before = source.subarray(Math.max(0, startSample - reach), startSample)
  const after = source.subarray(endSample, endSample + reach)
  // The longer side is enough alone; a seam between the two would be a grain like any other.
  const material = before.length >= after.length ? before : after
  const reference = before.subarray(Math.max(0, before.length - REFERENCE_SECONDS * sampleRateHz))
  const random = new Random(mixSeeds(task.seed, 0x1b))
  const own = task.guide ? ownEvents(task) : null
  const length = endSample - startSample
  const filling = own
    ? continueEvents({
        ...own,
        sampleRateHz,
        length,
        nextOnset: null,
        onsets: task.guide?.onsets ?? [],
        random,
      })
    : continueTexture(textureSource(material, reference, sampleRateHz), before, length, random)
  if (task.prompted) overlay(filling, task.prompted, material)
  const made = task.guide?.made(own !== null) ?? null
  if (made) overlay(filling, made, material, heardDb(made, sampleRateHz))
  leadInto(filling, after, sampleRateHz)
  const whole = source.slice()
  whole.set(filling, startSample)
  return whole
}

/** The events of the recording on one side of the region: before it, or after it where there are too few before. */
function ownEvents({
  source,
  sampleRateHz,
  startSample,
  endSample,
}: InpaintTask): Pick<EventsTask, 'source' | 'before' | 'events'> | null {
  const reach = EVENTS_SECONDS * sampleRateHz
  const before = source.subarray(Math.max(0, startSample - reach), startSample)
  const eventsBefore = eventsOf(before, sampleRateHz)
  if (eventsBefore.length > 0) return { source: before, before: null, events: eventsBefore }
  const after = source.subarray(endSample, endSample + reach)
  const eventsAfter = eventsOf(after, sampleRateHz)
  return eventsAfter.length > 0 ? { source: after, before, events: eventsAfter } : null
}

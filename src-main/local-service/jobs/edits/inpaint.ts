// Inpaint: the source with one region made anew; everything outside of it stays as it is.

import { joined } from '../../codecs/joined.ts'
import { mixSeeds, Random } from '../../synthesis/signal/random.ts'
import { continueEvents } from './continue-events.ts'
import { continueFading } from './fading-texture.ts'
import type { EditGuide } from './guide.ts'
import { leadInto } from './lead-into.ts'
import { heardDb, overlay } from './overlay.ts'
import { eventsAround } from './source-events.ts'
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
  const material = joined([after, before])
  const reference = before.subarray(Math.max(0, before.length - REFERENCE_SECONDS * sampleRateHz))
  const random = new Random(mixSeeds(task.seed, 0x1b))
  const length = endSample - startSample
  const own = eventsAround({
    before: source.subarray(Math.max(0, startSample - EVENTS_SECONDS * sampleRateHz), startSample),
    after: source.subarray(endSample, endSample + EVENTS_SECONDS * sampleRateHz),
    length,
    sampleRateHz,
    isTimed: Boolean(task.guide?.onsets),
  })
  const filling = own
    ? continueEvents({
        ...own,
        after,
        sampleRateHz,
        length,
        onsets: task.guide && (task.guide.onsets ?? []),
        random,
      })
    : (continueFading({ before, after, sampleRateHz, length, random }) ??
      continueTexture(textureSource(material, reference, sampleRateHz, after.length), before, length, random))
  if (task.prompted) overlay(filling, task.prompted, material)
  const made = task.guide?.made(own !== null) ?? null
  if (made) overlay(filling, made, material, heardDb(made, sampleRateHz))
  leadInto(filling, after, sampleRateHz, random)
  const whole = source.slice()
  whole.set(filling, startSample)
  return whole
}

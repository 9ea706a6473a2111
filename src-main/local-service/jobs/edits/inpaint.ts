// Inpaint: the source with one region made anew; everything outside of it stays as it is.

import { mixSeeds, Random } from '../../synthesis/signal/random.ts'
import { leadInto } from './lead-into.ts'
import { overlay } from './overlay.ts'
import { continueTexture, textureSource } from './texture.ts'

export interface InpaintTask {
  readonly source: Float32Array
  readonly sampleRateHz: number
  readonly startSample: number
  readonly endSample: number
  /** What the prompt asks for, as long as the region; null without a prompt. */
  readonly prompted: Float32Array | null
  readonly seed: number
}

/** How much of each side of the region its filling is made of. */
const MATERIAL_SECONDS = 4
const REFERENCE_SECONDS = 0.5

/** The whole file, as long as the source. */
export function inpaint(task: InpaintTask): Float32Array {
  const { source, sampleRateHz, startSample, endSample } = task
  const reach = MATERIAL_SECONDS * sampleRateHz
  const before = source.subarray(Math.max(0, startSample - reach), startSample)
  const after = source.subarray(endSample, endSample + reach)
  // The longer side is enough alone; a seam between the two would be a grain like any other.
  const material = before.length >= after.length ? before : after
  const reference = before.subarray(Math.max(0, before.length - REFERENCE_SECONDS * sampleRateHz))
  const texture = textureSource(material, reference, sampleRateHz)
  const random = new Random(mixSeeds(task.seed, 0x1b))
  const filling = continueTexture(texture, before, endSample - startSample, random)
  if (task.prompted) overlay(filling, task.prompted, material)
  leadInto(filling, after, sampleRateHz)
  const whole = source.slice()
  whole.set(filling, startSample)
  return whole
}

// Extend: the source, and after it new audio that goes on with it, with what the prompt asks for on top.

import { mixSeeds, Random } from '../../synthesis/signal/random.ts'
import { leadInto } from './lead-into.ts'
import { overlay } from './overlay.ts'
import { continueTexture, textureSource } from './texture.ts'

export interface ExtendTask {
  readonly source: Float32Array
  readonly sampleRateHz: number
  readonly appendSamples: number
  /** What the prompt asks for, as long as the appended part; null without a prompt. */
  readonly prompted: Float32Array | null
  /** Whether the end of the whole file runs into its start. */
  readonly loop: boolean
  readonly seed: number
}

/** How much of the end of the source a continuation is made of, and how much of it sets the level. */
const MATERIAL_SECONDS = 8
const REFERENCE_SECONDS = 0.5

/** The whole file: every sample of the source as it is, then the new ones. */
export function extend(task: ExtendTask): Float32Array {
  const { source, sampleRateHz, appendSamples } = task
  const material = source.subarray(Math.max(0, source.length - MATERIAL_SECONDS * sampleRateHz))
  const reference = source.subarray(Math.max(0, source.length - REFERENCE_SECONDS * sampleRateHz))
  const texture = textureSource(material, reference, sampleRateHz)
  const random = new Random(mixSeeds(task.seed, 0xe7))
  const appended = continueTexture(texture, source, appendSamples, random)
  if (task.prompted) overlay(appended, task.prompted, material)
  if (task.loop) leadInto(appended, source, sampleRateHz)
  const whole = new Float32Array(source.length + appendSamples)
  whole.set(source)
  whole.set(appended, source.length)
  return whole
}

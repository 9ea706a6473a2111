// Extend: the source, and after it new audio that goes on with it, with what the prompt asks for on top.

import { mixSeeds, Random } from '../../synthesis/signal/random.ts'
import { overlay } from './overlay.ts'
import { continueTexture, correlation, layOver, textureSource } from './texture.ts'

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
/** How much of the new end is turned towards the start of a loop. */
const LOOP_JOIN_SECONDS = 0.25

/** The whole file: every sample of the source as it is, then the new ones. */
export function extend(task: ExtendTask): Float32Array {
  const { source, sampleRateHz, appendSamples } = task
  const material = source.subarray(Math.max(0, source.length - MATERIAL_SECONDS * sampleRateHz))
  const reference = source.subarray(Math.max(0, source.length - REFERENCE_SECONDS * sampleRateHz))
  const texture = textureSource(material, reference, sampleRateHz)
  const random = new Random(mixSeeds(task.seed, 0xe7))
  const appended = continueTexture(texture, source, appendSamples, random)
  if (task.prompted) overlay(appended, task.prompted, material)
  const whole = new Float32Array(source.length + appendSamples)
  whole.set(source)
  whole.set(appended, source.length)
  if (task.loop) joinEndToStart(whole, source, sampleRateHz)
  return whole
}

/**
 * Makes the end run into the start: the last stretch becomes the part of the source whose own continuation is most like the start,
 * so that what follows the last sample is what the start really goes on from.
 */
function joinEndToStart(whole: Float32Array, source: Float32Array, sampleRateHz: number): void {
  const length = Math.min(Math.round(LOOP_JOIN_SECONDS * sampleRateHz), Math.floor(source.length / 4))
  const opening = source.subarray(0, length)
  let best = length
  let bestFit = Number.NEGATIVE_INFINITY
  const step = Math.max(1, Math.floor(sampleRateHz / 4000))
  for (let at = length; at + length <= source.length; at += step) {
    const fit = correlation(opening, source, at)
    if (fit <= bestFit) continue
    bestFit = fit
    best = at
  }
  layOver(whole, whole.length - length, source.slice(best - length, best), length)
}

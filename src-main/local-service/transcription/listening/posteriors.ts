// What the note model hears: for each frame and each of the 88 keys, whether a note sounds and whether one starts.

import { giveBack } from '../../give-back.ts'
import type { OnsetCurves } from './onset-peaks.ts'
import type { Traits } from './traits.ts'

/** Rate that the note model listens at. */
export const MODEL_RATE_HZ = 22_050
/** Samples between two frames. */
export const FRAME_HOP = 256
/** Samples between the starts of two windows: the middle 142 frames of each are kept. */
export const WINDOW_HOP = 36_164
/** Frames that are kept of each window. */
export const FRAMES_PER_WINDOW = 142
/** Keys of the model, from A0. */
export const KEYS = 88
/** MIDI number of the lowest key. */
export const LOWEST_PITCH = 21

/** Bins of the model's own spectrum, three a key, the first at the lowest key: up to 10 kHz. */
export const SPECTRUM_BINS = 309
export const BINS_PER_KEY = 3

export interface Posteriors extends OnsetCurves {
  /** Row by row, frame × 309 bins: the level between the softest and the loudest of the window around, 0..255. */
  readonly spectrum: Uint8Array
  readonly traits: Traits
}

/** Gives back the memory of what was heard, of which nothing is left. */
export function letGo({ sounding, onsets, spectrum }: Posteriors): void {
  for (const array of [sounding, onsets, spectrum]) giveBack(array)
}

/** When a frame begins, in seconds. Windows are not a whole number of frames apart, so the step is not quite even. */
export function secondsOfFrame(frame: number): number {
  const window = Math.floor(frame / FRAMES_PER_WINDOW)
  const within = frame - window * FRAMES_PER_WINDOW
  return (window * WINDOW_HOP + within * FRAME_HOP) / MODEL_RATE_HZ
}

/** The frame that holds a moment. */
export function frameOfSeconds(seconds: number): number {
  const sample = seconds * MODEL_RATE_HZ
  const window = Math.floor(sample / WINDOW_HOP)
  const within = Math.min(FRAMES_PER_WINDOW - 1, Math.floor((sample - window * WINDOW_HOP) / FRAME_HOP))
  return window * FRAMES_PER_WINDOW + within
}

/** How many frames a recording has: its last window is heard to the end. */
export function frameCountOf(signal: Float32Array): number {
  return Math.max(1, Math.ceil(signal.length / WINDOW_HOP)) * FRAMES_PER_WINDOW
}

// Listens to a whole recording with the note model, window by window.

import { onsetPeakAt } from './onset-peaks.ts'
import {
  FRAMES_PER_WINDOW,
  frameCountOf,
  KEYS,
  type Posteriors,
  SPECTRUM_BINS,
  WINDOW_HOP,
} from './posteriors.ts'
import type { SecondReader } from './second-reader.ts'
import { createTraits, LAYER_CHANNELS, ONSET_LAYER_FRAMES, SOUNDING_LAYER_FRAMES } from './traits.ts'
import {
  loadWindowModel,
  type ReadWindow,
  WINDOW_FRAMES,
  WINDOW_SAMPLES,
  type WindowModel,
} from './window-model.ts'

/** Silence before the first sample, so that its frames lie in the middle of a window like all others. */
const LEADING_ZEROS = 3_840
/** Frames at the start of each window that the one before hears better. */
const SKIPPED_FRAMES = 15

export interface NoteModel {
  /**
   * Listens to a whole recording at 22,050 Hz, one channel.
   * @param onProgress gets what is heard so far after each window; the arrays are those of the result, still being filled
   */
  listen(signal: Float32Array, onProgress?: (heard: Posteriors, share: number) => void): Posteriors
}

/** Loads the model. Where there is a second reader, it reads every other window as soon as it is ready. */
export async function loadNoteModel(second?: SecondReader): Promise<NoteModel> {
  const read = await loadWindowModel()
  return { listen: (signal, onProgress) => listen(signal, readWindows(signal, read, second), onProgress) }
}

/** What the model says of each window, in their order. */
function* readWindows(signal: Float32Array, read: WindowModel, second?: SecondReader): Generator<ReadWindow> {
  const windows = frameCountOf(signal) / FRAMES_PER_WINDOW
  let next = 0
  const take = () => (next < windows ? windowOf(signal, next++) : null)
  const ask = () => {
    const asked = second?.isReady() ? take() : null
    if (asked) second?.begin(asked)
    return asked
  }
  let mine = take()
  let theirs = ask()
  try {
    while (mine) {
      yield read(mine)
      const answered = theirs && (second?.end() ?? read(theirs))
      mine = take()
      theirs = ask()
      if (answered) yield answered
    }
  } finally {
    // Whoever stopped in between leaves it ready for the next recording.
    if (theirs) second?.end()
  }
}

function listen(
  signal: Float32Array,
  readWindows: Iterable<ReadWindow>,
  onProgress: (heard: Posteriors, share: number) => void = () => {},
): Posteriors {
  const frameCount = frameCountOf(signal)
  const sounding = new Float32Array(frameCount * KEYS)
  const onsets = new Float32Array(frameCount * KEYS)
  const spectrum = new Uint8Array(frameCount * SPECTRUM_BINS)
  const traits = createTraits()
  let heardFrames = 0
  for (const window of readWindows) {
    sounding.set(middleOf(window.sounding), heardFrames * KEYS)
    onsets.set(middleOf(window.onsets), heardFrames * KEYS)
    spectrum.set(
      middleOf(window.spectrum).map((level) => Math.round(level * 255)),
      heardFrames * SPECTRUM_BINS,
    )
    heardFrames += FRAMES_PER_WINDOW
    const heard = { frameCount: heardFrames, sounding, onsets, spectrum, traits }
    keepTraits(window, heard)
    onProgress(heard, heardFrames / frameCount)
  }
  return { frameCount, sounding, onsets, spectrum, traits }
}

function windowOf(signal: Float32Array, index: number): Float32Array {
  const window = new Float32Array(WINDOW_SAMPLES)
  const start = index * WINDOW_HOP - LEADING_ZEROS
  const from = Math.max(0, start)
  window.set(signal.subarray(from, Math.max(from, start + WINDOW_SAMPLES)), from - start)
  return window
}

/** The frames in the middle of a window, those that it hears best. */
function middleOf(values: Float32Array): Float32Array {
  const frameValues = values.length / WINDOW_FRAMES
  return values.subarray(SKIPPED_FRAMES * frameValues, (SKIPPED_FRAMES + FRAMES_PER_WINDOW) * frameValues)
}

/** Keeps what the hidden layers hold where a note may start in the middle of the window that was heard last. */
function keepTraits(window: ReadWindow, heard: Posteriors): void {
  const first = heard.frameCount - FRAMES_PER_WINDOW
  for (let within = 0; within < FRAMES_PER_WINDOW; within++) {
    for (let key = 0; key < KEYS; key++) {
      if (onsetPeakAt(heard, first + within, key) === 0) continue
      const traits = heard.traits.keep(first + within, key)
      let next = 0
      const copy = (layer: Float32Array, offset: number) => {
        const start = ((SKIPPED_FRAMES + within + offset) * KEYS + key) * LAYER_CHANNELS
        traits.set(layer.subarray(start, start + LAYER_CHANNELS), next)
        next += LAYER_CHANNELS
      }
      for (const offset of ONSET_LAYER_FRAMES) copy(window.onsetLayer, offset)
      for (const offset of SOUNDING_LAYER_FRAMES) copy(window.soundingLayer, offset)
    }
  }
}

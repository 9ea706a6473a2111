// Plain note decoding as basic-pitch has it (onset 0.5, frame 0.3, 11 frames, no melodia), for comparison: Bittner et al., 2022.

import {
  KEYS,
  LOWEST_PITCH,
  type Posteriors,
  secondsOfFrame,
} from '../../../src-main/local-service/transcription/listening/posteriors.ts'
import type { TimedNote } from './measure.ts'

const ENERGY_TOLERANCE = 11

/** Notes by fixed thresholds. */
export function decodePlainly(
  { onsets, sounding, frameCount }: Posteriors,
  onsetThreshold = 0.5,
  frameThreshold = 0.3,
  minFrames = 11,
): TimedNote[] {
  const left = sounding.slice()
  const starts: [number, number][] = []
  for (let frame = frameCount - 2; frame > 0; frame--) {
    for (let key = KEYS - 1; key >= 0; key--) {
      const at = frame * KEYS + key
      const value = inferred(onsets, sounding, at)
      if (value < onsetThreshold) continue
      if (value > inferred(onsets, sounding, at - KEYS) && value > inferred(onsets, sounding, at + KEYS))
        starts.push([frame, key])
    }
  }
  const notes: TimedNote[] = []
  for (const [start, key] of starts) {
    let frame = start + 1
    let below = 0
    while (frame < frameCount - 1 && below < ENERGY_TOLERANCE) {
      below = left[frame * KEYS + key]! < frameThreshold ? below + 1 : 0
      frame++
    }
    frame -= below
    if (frame - start <= minFrames) continue
    for (let f = start; f < frame; f++) {
      for (let k = Math.max(0, key - 1); k <= Math.min(KEYS - 1, key + 1); k++) left[f * KEYS + k] = 0
    }
    notes.push({ pitch: key + LOWEST_PITCH, start: secondsOfFrame(start), end: secondsOfFrame(frame) })
  }
  return notes
}

/** The onset posterior or the rise of the sounding posterior over two frames, whichever is more. */
function inferred(onsets: Float32Array, sounding: Float32Array, at: number): number {
  const now = sounding[at] ?? 0
  const rise = Math.min(now - (sounding[at - KEYS] ?? 0), now - (sounding[at - 2 * KEYS] ?? 0))
  return Math.max(onsets[at] ?? 0, rise)
}

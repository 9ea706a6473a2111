// Where a note may start: peaks of the onset posterior, and of the rise of the sounding posterior where that says more.

import { KEYS } from './posteriors.ts'

/** What peaks are found on: row by row, frame × 88 keys. */
export interface OnsetCurves {
  readonly frameCount: number
  readonly sounding: Float32Array
  readonly onsets: Float32Array
}

/** Low on purpose: what follows decides. */
const MIN_STRENGTH = 0.2
/** A peak stands above its neighbours on so many frames to each side. */
const PEAK_REACH = 2

/** The height of the peak at a frame of a key, 0..1; 0 where there is none. Frames that are not heard yet are taken for silence. */
export function onsetPeakAt(curves: OnsetCurves, frame: number, key: number): number {
  const strength = strengthAt(curves, frame, key)
  if (strength < MIN_STRENGTH) return 0
  for (let offset = 1; offset <= PEAK_REACH; offset++) {
    if (strengthAt(curves, frame - offset, key) >= strength) return 0
    if (strengthAt(curves, frame + offset, key) > strength) return 0
  }
  return strength
}

/** The onset posterior, or the rise of the sounding posterior where that says more (soft attacks). */
function strengthAt({ onsets, sounding, frameCount }: OnsetCurves, frame: number, key: number): number {
  if (frame < 0 || frame >= frameCount) return 0
  const at = frame * KEYS + key
  const now = sounding[at]!
  const rise = Math.min(now - (sounding[at - KEYS] ?? 0), now - (sounding[at - 2 * KEYS] ?? 0))
  return Math.max(onsets[at]!, rise)
}

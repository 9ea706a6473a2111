// The measures of tempo and beats: issue 8.

import { secondsAt, type TimeMap } from '../../../src-main/local-service/transcription/rhythm/time-map.ts'
import { BEAT_TOLERANCE_SECONDS } from './measure.ts'

const TEMPO_TOLERANCE = 0.02

/** Whether a tempo is the written one, within 2 %: its double or half is not. */
export function isTempoFound(bpm: number, written: number): boolean {
  return Math.abs(bpm / written - 1) <= TEMPO_TOLERANCE
}

/** The beats of a map, from the first known one to the last. */
export function beatsOfMap(map: TimeMap, known: readonly number[]): number[] {
  const from = (known[0] ?? 0) - BEAT_TOLERANCE_SECONDS
  const to = (known.at(-1) ?? 0) + BEAT_TOLERANCE_SECONDS
  const beats: number[] = []
  for (let beat = 0; secondsAt(map, beat) <= to; beat++) {
    const time = secondsAt(map, beat)
    if (time >= from) beats.push(time)
  }
  return beats
}

// Notes while a transcription runs: as they will be, but for their part and the times that only the whole take can tell.

import type { AudioToMidiRequest } from '../../contract/index.ts'
import type { HeardNote } from './notes/decode-notes.ts'
import { assignByRegister } from './parts/assign.ts'
import type { TranscribedNote } from './transcription.ts'

/** A level that is loud for a single note of a recording at full scale. */
const LOUD_DB = -20

/** The notes so far as they can be shown. */
export function provisionalNotes(
  notes: readonly HeardNote[],
  { instruments }: AudioToMidiRequest,
): TranscribedNote[] {
  const assigned = assignByRegister(notes, instruments ?? null)
  return notes.map(({ pitch, start, end, levelDb }, index) => ({
    pitch,
    start: Math.round(start * 1e4) / 1e4,
    end: Math.round(end * 1e4) / 1e4,
    velocity: Math.max(1, Math.min(127, Math.round(100 * 10 ** ((levelDb - LOUD_DB) / 40)))),
    instrument: assigned[index]!,
  }))
}

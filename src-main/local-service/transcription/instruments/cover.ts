// Instruments that were heard must be able to play the notes that were heard: a tuba alone has no music up to the third C above it.

import type { Instrument } from '../../../contract/index.ts'
import { INSTRUMENT_FACTS } from '../parts/instruments.ts'
import type { HeardInstrument } from '../transcription.ts'

/** So many notes out of everybody's range are heard wrong, or bent: more need an instrument. */
const MAX_UNPLAYED_SHARE = 0.15
/** Whoever is added plays at least this share of what nobody could. */
const LEAST_PLAYED_SHARE = 0.5

/**
 * The admitted instruments, and of those that were named besides whoever plays what they cannot, the most agreed on first.
 * @param named all that were named, the most agreed on first
 * @param pitches of the notes that were heard
 */
export function coverNotes(
  admitted: readonly HeardInstrument[],
  named: readonly HeardInstrument[],
  pitches: readonly number[],
): readonly HeardInstrument[] {
  if (admitted.length === 0) return admitted
  const unplayed = pitches.filter((pitch) => !admitted.some(({ name }) => canPlay(name, pitch)))
  if (unplayed.length <= MAX_UNPLAYED_SHARE * pitches.length) return admitted
  const helper = named.find(
    ({ name }) =>
      unplayed.filter((pitch) => canPlay(name, pitch)).length >= LEAST_PLAYED_SHARE * unplayed.length,
  )
  return helper === undefined ? admitted : coverNotes([...admitted, helper], named, pitches)
}

function canPlay(name: Instrument, pitch: number): boolean {
  const [lowest, , highest] = INSTRUMENT_FACTS[name].range
  return pitch >= lowest && pitch <= highest
}

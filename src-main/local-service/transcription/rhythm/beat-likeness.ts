// How much alike the beats of a take are: bars come again.

import type { PlacedNote } from './beat-accents.ts'
import { standardised } from './deviations.ts'
import { harmonicDistance } from './harmony.ts'

/** What is known of each beat. */
export interface ComparedBeats {
  readonly notes: readonly PlacedNote[]
  /** Notes that begin on each. */
  readonly on: readonly (readonly PlacedNote[])[]
  /** How much of each tone sounds in each. */
  readonly chroma: readonly Float32Array[]
  /** Accents, and hits of drums: a row a fact, in deviations. */
  readonly accents: readonly Float32Array[]
  readonly drums: readonly Float32Array[]
}

export const LIKENESSES = 5
/** Parts of a beat in which rhythms are compared. */
const SLOTS = 4
/** Four bars of seven. */
const LAGS = 29

/** How much alike beats are that lie so many beats apart: a row each for accents, rhythm, harmony, keys and drums, by lag from 0 on. */
export function likenessesOf({ notes, on, chroma, accents, drums }: ComparedBeats): Float32Array[] {
  const count = on.length
  return [
    correlation(count, accents),
    correlation(count, rhythmOf(notes, count)),
    likenessOf(count, (one, other) => 1 - harmonicDistance(chroma[one]!, chroma[other]!)),
    likenessOf(count, (one, other) => sharedPitches(on[one]!, on[other]!)),
    correlation(count, drums),
  ]
}

/** What begins in each part of each beat: a row a part. */
function rhythmOf(notes: readonly PlacedNote[], count: number): Float32Array[] {
  const rows = Array.from({ length: SLOTS }, () => new Float32Array(count))
  for (const { at } of notes) {
    const slot = Math.round(at * SLOTS)
    const beat = Math.floor(slot / SLOTS)
    if (beat >= 0 && beat < count) rows[slot - beat * SLOTS]![beat]!++
  }
  return rows.map((row) => standardised(row.map(Math.log1p)))
}

function correlation(count: number, rows: readonly Float32Array[]): Float32Array {
  return likenessOf(count, (one, other) => {
    let sum = 0
    for (const row of rows) sum += row[one]! * row[other]!
    return sum / rows.length
  })
}

function sharedPitches(one: readonly PlacedNote[], other: readonly PlacedNote[]): number {
  if (one.length === 0 || other.length === 0) return 0
  const shared = one.filter(({ pitch }) => other.some((note) => note.pitch === pitch)).length
  return (2 * shared) / (one.length + other.length)
}

/** The mean over all pairs of beats so far apart, less the mean of all lags. */
function likenessOf(count: number, alike: (one: number, other: number) => number): Float32Array {
  const row = new Float32Array(LAGS)
  const lags = Math.min(LAGS, count >> 1)
  let mean = 0
  for (let lag = 1; lag < lags; lag++) {
    let sum = 0
    for (let beat = lag; beat < count; beat++) sum += alike(beat - lag, beat)
    row[lag] = sum / (count - lag)
    mean += row[lag]! / (lags - 1)
  }
  for (let lag = 1; lag < lags; lag++) row[lag]! -= mean
  return row
}

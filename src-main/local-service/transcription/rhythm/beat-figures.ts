// The rhythms that beats are filled with: what begins within each, as one figure, and within each two of them.

import { positionAmong } from './beat-places.ts'
import type { Beats } from './beat-tracker.ts'
import { SIDES, type Take } from './take-study.ts'

/** A beat is told apart this finely; from just before one to just before the next. */
const SLOTS = 12
/** Places of a beat, a bit each: on it, a quarter, a third, a half, two thirds, three quarters; and the place that each slot counts for. */
const [ON, QUARTER, THIRD, HALF, TWO_THIRDS, THREE_QUARTERS] = [1, 2, 4, 8, 16, 32] as const
const PLACE_OF_SLOT = [
  ...[ON, ON, ON, QUARTER, QUARTER, THIRD],
  ...[HALF, HALF, HALF, TWO_THIRDS, THREE_QUARTERS, THREE_QUARTERS],
] as const
const IN_FOUR = [ON, QUARTER, HALF, THREE_QUARTERS] as const
const IN_THREE = [ON, THIRD, TWO_THIRDS] as const
const IN_TWO = [ON, HALF] as const
const FIGURES = 2 ** IN_FOUR.length + 2 ** IN_THREE.length
const PAIRS = 4 ** IN_TWO.length
/** Figures are told of all that begins, of bass and tune, kick and snare; pairs of all, bass, tune, of chords, and of changes of harmony. */
const FIGURED = 5
const PAIRED = 5
/** A change of harmony that counts. */
const LEAST_CHANGE = 1 / 60

export const BEAT_FIGURES = FIGURED * FIGURES + PAIRED * PAIRS

/** The share of beats that each figure fills, and the share of neighbours that each pair does. */
export function figuresOf({ sides, voices }: Take, beats: Beats): number[] {
  const startsOf = (side: number, least: number) =>
    sides[side]!.starts.filter((_, index) => sides[side]!.weights[index]! >= least)
  const [every, bass, tune] = voices.map((starts) => placesOfBeats(starts, beats)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ]
  const [kick, snare, chords, changes] = [
    startsOf(SIDES.kick, 0),
    startsOf(SIDES.snare, 0),
    startsOf(SIDES.full, 1),
    startsOf(SIDES.harmony, LEAST_CHANGE),
  ].map((starts) => placesOfBeats(starts, beats)) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array]
  return [
    ...[every, bass, tune, kick, snare].flatMap((places) => shares(Array.from(places, figureOf), FIGURES)),
    ...[every, bass, tune, chords, changes].flatMap((places) =>
      shares(
        Array.from(
          places.subarray(1),
          (after, index) => code(places[index]!, IN_TWO) + 4 * code(after, IN_TWO),
        ),
        PAIRS,
      ),
    ),
  ]
}

/** The share of beats that are divided by three. */
export function shareInThirds({ voices }: Take, beats: Beats): number {
  const places = placesOfBeats(voices[0]!, beats)
  return places.filter(isInThirds).length / Math.max(1, places.length)
}

/** Which places of each beat something begins on. */
function placesOfBeats(starts: readonly number[], { times }: Beats): Uint8Array {
  const places = new Uint8Array(times.length)
  for (const start of starts) {
    const slot = Math.round(positionAmong(times, start) * SLOTS) + 1
    const beat = Math.floor(slot / SLOTS)
    if (slot > 0 && beat < places.length) places[beat]! |= PLACE_OF_SLOT[slot % SLOTS]!
  }
  return places
}

function isInThirds(places: number): boolean {
  return (places & (THIRD | TWO_THIRDS)) !== 0 && (places & (QUARTER | THREE_QUARTERS)) === 0
}

function figureOf(places: number): number {
  return isInThirds(places) ? 2 ** IN_FOUR.length + code(places, IN_THREE) : code(places, IN_FOUR)
}

/** Which of some places are taken, as one number. */
function code(places: number, among: readonly number[]): number {
  return among.reduce((sum, place, index) => sum + ((places & place) === 0 ? 0 : 2 ** index), 0)
}

/** How often each number comes, as a share of all. */
function shares(numbers: readonly number[], kinds: number): number[] {
  const counts = new Array<number>(kinds).fill(0)
  for (const number of numbers) counts[number]!++
  return counts.map((count) => count / Math.max(1, numbers.length))
}

// The grid that notes snap to: how each beat is divided, how well the take fits it, whether it can be relied on.

import type { AudioToMidiRequest } from '../../../contract/index.ts'

export type Subdivision = NonNullable<AudioToMidiRequest['subdivision']>

/** Places within a beat that a note may start at; the next beat closes the list. */
const PLACES: Readonly<Record<Exclude<Subdivision, 'automatic'>, readonly number[]>> = {
  straight_sixteenths: [0, 1 / 4, 1 / 2, 3 / 4, 1],
  eighth_triplets: [0, 1 / 3, 2 / 3, 1],
  sixteenth_triplets: [0, 1 / 6, 1 / 3, 1 / 2, 2 / 3, 5 / 6, 1],
  swing_eighths: [0, 2 / 3, 1],
}
/** A beat of three eighths, in compound meters: its eighths and sixteenths. */
const COMPOUND_PLACES = [0, 1 / 6, 1 / 3, 1 / 2, 2 / 3, 5 / 6, 1]

/** Triplets must fit this much better than sixteenths … */
const TRIPLET_GATE = 0.5
/** … and this well, in beats … */
const TRIPLET_MAX_ERROR = 0.06
/** … on at least so many onsets off the beat. */
const TRIPLET_MIN_ONSETS = 2

/** A take is swung when the gate holds for all of its onsets off the beat together, and they are at least so many. */
const SWING_MIN_ONSETS = 8

/** A lag is that of at least so many onsets on the beat. */
const LAG_MIN_ONSETS = 8

/** A grid relied on: enough onsets … */
const RELIABLE_MIN_ONSETS = 8
/** … whose error is this small a share of what chance gives … */
const RELIABLE_MAX_ERROR_SHARE = 0.6
/** … or this small where the tempo is this sure: then it is the hearing that strays, or ornaments. */
const SURE_MAX_ERROR_SHARE = 0.8
const SURE_CERTAINTY = 0.95
/** … on beats this even: mean change from one interval to the next. */
const RELIABLE_MAX_UNEVENNESS = 0.08
/** … whose tempo is this surely the take's own: see RESULTS.md of the bench for how many wrong ones that lets through. */
const RELIABLE_MIN_CERTAINTY = 0.85

/** Places of each beat by its index; beats that are not in the map are straight. */
export interface Grid {
  readonly placesOf: (beat: number) => readonly number[]
}

/** How much later than the beat those onsets lie that are on it, in beats; 0 where too few are. */
export function lagOf(onsets: readonly number[]): number {
  const offsets = onsets
    .map((onset) => onset - Math.round(onset))
    .filter((offset) => !isOffBeat(Math.abs(offset)))
    .sort((a, b) => a - b)
  return offsets.length < LAG_MIN_ONSETS ? 0 : offsets[Math.floor(offsets.length / 2)]!
}

/** Onsets of one player (in beats), moved so that those on the beat lie on it: whoever is a little late on it is as late off it. */
export function withoutLag(onsets: readonly number[]): number[] {
  const lag = lagOf(onsets)
  return onsets.map((onset) => onset - lag)
}

/** Chooses the places of each beat from where onsets lie (in beats). */
export function chooseGrid(onsets: readonly number[], subdivision: Subdivision, isCompound: boolean): Grid {
  if (isCompound) return { placesOf: () => COMPOUND_PLACES }
  if (subdivision !== 'automatic') return { placesOf: () => PLACES[subdivision] }
  const byBeat = new Map<number, number[]>()
  for (const onset of onsets) {
    const beat = Math.floor(onset + 0.08)
    byBeat.set(beat, [...(byBeat.get(beat) ?? []), onset - beat])
  }
  const isSwung = fitsTriplets([...byBeat.values()].flat().filter(isOffBeat), SWING_MIN_ONSETS)
  const triplets = new Set<number>()
  for (const [beat, places] of byBeat)
    if (isTriplet(places) || (isSwung && leansToTriplets(places))) triplets.add(beat)
  return { placesOf: (beat) => (triplets.has(beat) ? PLACES.eighth_triplets : PLACES.straight_sixteenths) }
}

/** A beat of triplets by itself: two places of them are played. */
function isTriplet(places: readonly number[]): boolean {
  const off = places.filter(isOffBeat)
  // A chord is one onset.
  const distinct = off.filter(
    (place, index) => off.findIndex((other) => Math.abs(other - place) < 0.06) === index,
  )
  return distinct.length >= TRIPLET_MIN_ONSETS && fitsTriplets(off, TRIPLET_MIN_ONSETS)
}

/** A beat of a swung take: what is nearer to triplets than to sixteenths is of triplets. */
function leansToTriplets(places: readonly number[]): boolean {
  const off = places.filter(isOffBeat)
  return (
    off.length > 0 &&
    rootMeanError(off, PLACES.eighth_triplets) < rootMeanError(off, PLACES.straight_sixteenths)
  )
}

/** The gate: so many onsets, close to triplets, and much closer than to sixteenths. */
function fitsTriplets(off: readonly number[], least: number): boolean {
  if (off.length < least) return false
  const error = rootMeanError(off, PLACES.eighth_triplets)
  return error <= TRIPLET_MAX_ERROR && error <= TRIPLET_GATE * rootMeanError(off, PLACES.straight_sixteenths)
}

const isOffBeat = (place: number): boolean => place > 0.12 && place < 0.88

function rootMeanError(values: readonly number[], places: readonly number[]): number {
  const squares = values.reduce((sum, value) => sum + (value - nearest(value, places)) ** 2, 0)
  return Math.sqrt(squares / Math.max(1, values.length))
}

function nearest(value: number, places: readonly number[]): number {
  return places.reduce(
    (best, place) => (Math.abs(place - value) < Math.abs(best - value) ? place : best),
    places[0]!,
  )
}

/** The place of the grid that is nearest to a moment, in beats. */
export function snap({ placesOf }: Grid, beats: number): number {
  const beat = Math.floor(beats + 1e-9)
  return beat + nearest(beats - beat, placesOf(beat))
}

/**
 * Why a grid cannot be relied on, in a word for `fallback_reason`; null when it can.
 * @param certainty that the tempo is the take's own, 0..1
 */
export function unreliability(
  onsets: readonly number[],
  grid: Grid,
  beatTimes: readonly number[],
  certainty: number,
): string | null {
  if (beatTimes.length < 4) return 'no_beats'
  if (onsets.length < RELIABLE_MIN_ONSETS) return 'too_few_notes'
  if (certainty < RELIABLE_MIN_CERTAINTY) return 'uncertain_beats'
  const intervals = beatTimes.slice(1).map((time, index) => time - beatTimes[index]!)
  const changes = intervals.slice(1).map((interval, index) => Math.abs(interval / intervals[index]! - 1))
  const unevenness = changes.reduce((sum, change) => sum + change, 0) / Math.max(1, changes.length)
  if (unevenness > RELIABLE_MAX_UNEVENNESS) return 'unsteady_beats'
  let squares = 0
  let chance = 0
  for (const onset of onsets) {
    squares += (onset - snap(grid, onset)) ** 2
    chance += (1 / (grid.placesOf(Math.floor(onset)).length - 1)) ** 2 / 12
  }
  const most = certainty >= SURE_CERTAINTY ? SURE_MAX_ERROR_SHARE : RELIABLE_MAX_ERROR_SHARE
  return Math.sqrt(squares / chance) > most ? 'onsets_off_grid' : null
}

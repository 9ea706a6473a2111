// Where in a beat things begin: on it, at its half, its quarters, its thirds, or nowhere in particular.

import type { Beats } from './beat-tracker.ts'
import type { Side } from './take-study.ts'

/** Places within a beat that music begins at; what lies on none of them is on no place. */
const PLACES = [0, 1 / 4, 1 / 3, 1 / 2, 2 / 3, 3 / 4, 1] as const
const KINDS = [0, 2, 3, 1, 4, 2, 0] as const
/** On the beat, its half, its quarters, one third, two thirds. */
export const PLACE_KINDS = 5
/** What begins is on a place within so many seconds … */
const PLACE_SECONDS = 0.035
/** … and so many beats, at quick tempos. */
const PLACE_BEATS = 0.08

/** One thing that begins: the beat that it belongs to, the kind of its place (null for none), how much it counts. */
export interface Placed {
  readonly beat: number
  readonly kind: number | null
  readonly weight: number
}

/** Places all that begins on one side of a take. */
export function placeSide({ starts, weights }: Side, { times, bpm }: Beats): Placed[] {
  const reach = Math.min(PLACE_BEATS, (PLACE_SECONDS * bpm) / 60)
  return starts.map((start, index) => {
    const position = positionAmong(times, start)
    const beat = Math.floor(position)
    const within = position - beat
    let nearest = 0
    for (let place = 1; place < PLACES.length; place++) {
      if (Math.abs(PLACES[place]! - within) < Math.abs(PLACES[nearest]! - within)) nearest = place
    }
    const isOn = Math.abs(PLACES[nearest]! - within) <= reach
    const isOnNext = nearest === PLACES.length - 1
    return {
      beat: isOnNext ? beat + 1 : beat,
      kind: isOn ? KINDS[nearest]! : null,
      weight: weights[index]!,
    }
  })
}

/** Where a moment lies among beats, in beats from the first; beyond them the nearest interval goes on. */
export function positionAmong(times: readonly number[], seconds: number): number {
  let [low, high] = [0, times.length - 2]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (times[middle]! <= seconds) low = middle
    else high = middle - 1
  }
  return low + (seconds - times[low]!) / (times[low + 1]! - times[low]!)
}

/** Which share of what begins, by how much it counts, lies on each kind of place. */
export function sharesOfPlaces(placed: readonly Placed[]): number[] {
  const shares = new Array<number>(PLACE_KINDS).fill(0)
  let whole = 0
  for (const { kind, weight } of placed) {
    whole += weight
    if (kind !== null) shares[kind]! += weight
  }
  return shares.map((share) => (whole === 0 ? 0 : share / whole))
}

/** On which share of the beats something begins: on it, at its half, at its quarters, at its thirds. */
export function occupation(placed: readonly Placed[], count: number): number[] {
  const seen = [new Set<number>(), new Set<number>(), new Set<number>(), new Set<number>()]
  for (const { beat, kind } of placed) if (kind !== null) seen[Math.min(kind, 3)]!.add(beat)
  return seen.map((beats) => beats.size / Math.max(1, count))
}

/** How much begins on each beat. */
export function strengthOfBeats(placed: readonly Placed[], count: number): Float32Array {
  const strength = new Float32Array(Math.max(1, count))
  for (const { beat, kind, weight } of placed)
    if (kind === 0 && beat >= 0 && beat < count) strength[beat]! += weight
  return strength
}

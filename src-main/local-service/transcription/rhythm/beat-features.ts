// What speaks for beats and against them: how the take repeats at them, what begins on them and between, how bars and harmony go along.

import type { Beats } from './beat-tracker.ts'
import { harmonicDistance } from './harmony.ts'
import type { Moment } from './moments.ts'
import { ENVELOPE_RATE_HZ } from './onset-envelope.ts'
import { CORRELATIONS, type Take, WEIGHTS } from './take-study.ts'

/** Where a pulse repeats tells what it is: its parts, itself, bars of it. */
const MULTIPLES = [1 / 4, 1 / 3, 1 / 2, 2 / 3, 1, 1.5, 2, 3, 4, 6, 8] as const
/** A multiple is looked for this closely around where it should be. */
const SLACK = 0.015
/** Places within a beat that music begins at; what lies on none of them is on no place. */
const PLACES = [0, 1 / 4, 1 / 3, 1 / 2, 2 / 3, 3 / 4, 1] as const
const PLACE_KINDS = [0, 2, 3, 1, 4, 2, 0] as const
const KINDS = 5
/** A moment is on a place within so many seconds … */
const PLACE_SECONDS = 0.035
/** … and so many beats, at quick tempos. */
const PLACE_BEATS = 0.08
const GROUPINGS = [2, 3, 4] as const
/** A note tells of the harmony for so many halves of beats: a pedal point is no harmony. */
const LONGEST_SLOTS = 16

export const BEAT_FEATURES =
  CORRELATIONS * MULTIPLES.length + WEIGHTS.length * KINDS + 4 + 4 + 3 * GROUPINGS.length + 3 + 6

/** The features of one candidate, in the order of the network's inputs. */
export function describeBeats(take: Take, beats: Beats): Float32Array {
  const { correlations, momentsPerSecond, typicalSeconds } = take
  const lag = (60 * ENVELOPE_RATE_HZ) / beats.bpm
  const placed = placeMoments(take, beats)
  const octaves = Math.log2(beats.bpm / 110)
  const density = Math.log2((momentsPerSecond * 60) / beats.bpm + 0.05)
  const length = Math.log2((typicalSeconds * beats.bpm) / 60 + 0.05)
  return Float32Array.from([
    ...correlations.flatMap((values) => MULTIPLES.map((multiple) => peakAround(values, lag * multiple))),
    ...sharesOfPlaces(take, placed),
    ...occupation(placed, beats.times.length),
    ...strengths(take.envelope, beats),
    ...accents(take, placed, beats.times.length),
    ...harmony(take, beats),
    octaves,
    octaves * octaves,
    density,
    density * density,
    length,
    length * length,
  ])
}

interface Placed {
  readonly moment: Moment
  readonly beat: number
  /** Index of its kind of place: on the beat, half, quarters, a third, two thirds; null for none. */
  readonly kind: number | null
}

function placeMoments({ moments }: Take, { times, bpm }: Beats): Placed[] {
  const reach = Math.min(PLACE_BEATS, (PLACE_SECONDS * bpm) / 60)
  return moments.map((moment) => {
    const position = positionAmong(times, moment.start)
    const beat = Math.floor(position)
    const within = position - beat
    let nearest = 0
    for (let place = 1; place < PLACES.length; place++) {
      if (Math.abs(PLACES[place]! - within) < Math.abs(PLACES[nearest]! - within)) nearest = place
    }
    const isOn = Math.abs(PLACES[nearest]! - within) <= reach
    const isOnNext = nearest === PLACES.length - 1
    return { moment, beat: isOnNext ? beat + 1 : beat, kind: isOn ? PLACE_KINDS[nearest]! : null }
  })
}

/** Where a moment lies among beats, in beats from the first; beyond them the nearest interval goes on. */
function positionAmong(times: readonly number[], seconds: number): number {
  let [low, high] = [0, times.length - 2]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (times[middle]! <= seconds) low = middle
    else high = middle - 1
  }
  return low + (seconds - times[low]!) / (times[low + 1]! - times[low]!)
}

/** Which share of all moments, weighed in each way, begins at each kind of place. */
function sharesOfPlaces(take: Take, placed: readonly Placed[]): number[] {
  return WEIGHTS.flatMap((weightOf) => {
    const shares = new Array<number>(KINDS).fill(0)
    let whole = 0
    for (const { moment, kind } of placed) {
      const weight = weightOf(moment, take)
      whole += weight
      if (kind !== null) shares[kind]! += weight
    }
    return shares.map((share) => (whole === 0 ? 0 : share / whole))
  })
}

/** On which share of the beats something begins: on it, at its half, at its quarters, at its thirds. */
function occupation(placed: readonly Placed[], count: number): number[] {
  const seen = [new Set<number>(), new Set<number>(), new Set<number>(), new Set<number>()]
  for (const { beat, kind } of placed) if (kind !== null) seen[Math.min(kind, 3)]!.add(beat)
  return seen.map((beats) => beats.size / Math.max(1, count))
}

/** Mean of the envelope on the beats, at their halves, quarters and thirds. */
function strengths(envelope: Float32Array, { times, bpm }: Beats): number[] {
  const beat = 60 / bpm
  const mean = (places: readonly number[]): number => {
    let sum = 0
    for (const time of times) {
      for (const place of places) sum += envelope[Math.round((time + place * beat) * ENVELOPE_RATE_HZ)] ?? 0
    }
    return sum / Math.max(1, times.length * places.length)
  }
  return [mean([0]), mean([0.5]), mean([0.25, 0.75]), mean([1 / 3, 2 / 3])]
}

/** How much the strongest of every two, three, four beats stands out, by how low, how long, how full they are. */
function accents(take: Take, placed: readonly Placed[], count: number): number[] {
  return WEIGHTS.slice(1, 4).flatMap((weightOf) => {
    const strength = new Float32Array(Math.max(1, count))
    for (const { moment, beat, kind } of placed)
      if (kind === 0 && beat >= 0 && beat < count) strength[beat]! += weightOf(moment, take)
    const mean = strength.reduce((sum, value) => sum + value, 0) / strength.length
    return GROUPINGS.map((grouping) => {
      if (mean === 0) return 0
      let most = 0
      for (let phase = 0; phase < grouping; phase++) {
        let sum = 0
        let number = 0
        for (let beat = phase; beat < strength.length; beat += grouping) {
          sum += strength[beat]!
          number++
        }
        if (number > 0) most = Math.max(most, sum / number)
      }
      return most / mean
    })
  })
}

/** How much the harmony changes from beat to beat, from half to half, and from one pair of beats to the next. */
function harmony({ notes }: Take, { times }: Beats): number[] {
  const slots = times.length * 2
  const chroma = Array.from({ length: slots }, () => new Float32Array(12))
  for (const { pitch, start, end } of notes) {
    const first = Math.max(0, Math.floor(positionAmong(times, start + 0.02) * 2))
    const last = Math.min(slots - 1, Math.floor(positionAmong(times, end - 0.02) * 2), first + LONGEST_SLOTS)
    for (let slot = first; slot <= last; slot++) chroma[slot]![pitch % 12]! += 1
  }
  const change = (halves: number, offset: number): number => {
    let sum = 0
    let number = 0
    for (let slot = offset + halves; slot + halves <= slots; slot += halves) {
      sum += harmonicDistance(summed(chroma, slot - halves, halves), summed(chroma, slot, halves))
      number++
    }
    return sum / Math.max(1, number)
  }
  const pairs = [change(4, 0), change(4, 2)] as const
  return [change(2, 0) - change(2, 1), Math.max(...pairs) - Math.min(...pairs), change(2, 0)]
}

function summed(chroma: readonly Float32Array[], from: number, count: number): Float32Array {
  const sum = new Float32Array(12)
  for (let slot = from; slot < from + count; slot++) {
    for (let index = 0; index < 12; index++) sum[index]! += chroma[slot]![index]!
  }
  return sum
}

function peakAround(values: Float32Array, lag: number): number {
  let best = 0
  const last = Math.min(values.length - 1, Math.ceil(lag * (1 + SLACK)))
  for (let step = Math.max(1, Math.floor(lag * (1 - SLACK))); step <= last; step++)
    best = Math.max(best, values[step]!)
  return best
}

// More that speaks for beats and against them: where a take begins and ends, its finest places, how long voices and harmonies wait, what is held.

import { positionAmong } from './beat-places.ts'
import type { Beats } from './beat-tracker.ts'
import { harmonicDistance } from './harmony.ts'
import { SIDES, type Take } from './take-study.ts'

/** What begins is on a place within so many seconds and so many beats; within fewer where places are close. */
const PLACE = { seconds: 0.035, beats: 0.08 } as const
const FINE_PLACE = { seconds: 0.025, beats: 0.04 } as const
const EIGHTHS_OF_BEAT = [1 / 8, 3 / 8, 5 / 8, 7 / 8] as const
const SIXTHS_OF_BEAT = [1 / 6, 5 / 6] as const
/** All, bass and tune: which share of their intervals is shorter than those that are measured. */
const QUANTILES = [0.1, 0.25, 0.5, 0.75, 0.9] as const
/** What changes at least so much is a change: of the bass; of the harmony, by two measures and by the one whose intervals are measured. */
const BASS_CHANGE = 0.5
const HARMONY_CHANGES = [0.3, 0.5] as const
const HARMONY_CHANGE = 0.4
/** From one change to the next, in beats, within so many octaves. */
const CHANGE_BEATS = [1 / 2, 1, 3 / 2, 2, 3, 4, 8] as const
const CHANGE_OCTAVES = 0.1
/** Bars that harmonies are compared over, in beats; a note tells of them for so many. */
const BARS = [3, 4] as const
const LONGEST_BEATS = 8
/** A note is held over a beat that lasts so far into it and began so far before it. */
const HELD_BEATS = 0.1

const ANCHORS = 7
export const BEAT_DETAILS =
  ANCHORS * 3 +
  2 * 2 +
  3 * QUANTILES.length +
  1 +
  HARMONY_CHANGES.length +
  2 * CHANGE_BEATS.length +
  2 * 2 +
  2

/** The details of one candidate. */
export function detailsOf(take: Take, beats: Beats): number[] {
  const beat = 60 / beats.bpm
  const [every, bass, tune] = take.voices as readonly [
    readonly number[],
    readonly number[],
    readonly number[],
  ]
  const startsOf = (side: number) => take.sides[side]!.starts
  const anchors = [
    every[0],
    every.at(-1),
    bass[0],
    bass.at(-1),
    startsOf(SIDES.kick)[0],
    startsOf(SIDES.snare)[0],
    tune[0],
  ]
  const bassChanges = changesOf(take, SIDES.bass, BASS_CHANGE)
  const span = Math.max(1, (every.at(-1) ?? 0) - (every[0] ?? 0))
  const rate = (changes: readonly number[]) => Math.log2((changes.length / span) * beat + 0.05)
  return [
    ...anchors.flatMap((seconds) => placeOf(seconds, beats)),
    ...[every, bass].flatMap((starts) =>
      [EIGHTHS_OF_BEAT, SIXTHS_OF_BEAT].map((places) => shareOn(starts, places, beats)),
    ),
    ...[every, bass, tune].flatMap((starts) => waits(starts, beat)),
    rate(bassChanges),
    ...HARMONY_CHANGES.map((least) => rate(changesOf(take, SIDES.harmony, least))),
    ...[bassChanges, changesOf(take, SIDES.harmony, HARMONY_CHANGE)].flatMap((changes) =>
      sharesOfWaits(changes, beat),
    ),
    ...barHarmonies(take, beats),
    ...held(take, beats),
  ]
}

/** Whether a moment lies on a beat, on the half of one, or on neither; none of them where there is no such moment. */
function placeOf(seconds: number | undefined, { times, bpm }: Beats): number[] {
  if (seconds === undefined) return [0, 0, 0]
  const within = positionAmong(times, seconds) % 1
  const place = within < 0 ? within + 1 : within
  const reach = Math.min(PLACE.beats, (PLACE.seconds * bpm) / 60)
  const isOn = place <= reach || place >= 1 - reach
  const isOnHalf = Math.abs(place - 0.5) <= reach
  return [isOn ? 1 : 0, isOnHalf ? 1 : 0, isOn || isOnHalf ? 0 : 1]
}

/** Which share of starts lies on places of beats. */
function shareOn(starts: readonly number[], places: readonly number[], { times, bpm }: Beats): number {
  const reach = Math.min(FINE_PLACE.beats, (FINE_PLACE.seconds * bpm) / 60)
  const on = starts.filter((start) => {
    const position = positionAmong(times, start)
    return places.some((place) => Math.abs(position - Math.floor(position) - place) <= reach)
  })
  return on.length / Math.max(1, starts.length)
}

function intervalsOf(starts: readonly number[]): number[] {
  return starts.slice(1).map((start, index) => start - starts[index]!)
}

/** Quantiles of what lies between starts, in octaves of beats. */
function waits(starts: readonly number[], beat: number): number[] {
  const intervals = intervalsOf(starts).sort((a, b) => a - b)
  return QUANTILES.map((share) =>
    Math.log2((intervals[Math.floor(intervals.length * share)] ?? beat) / beat + 0.02),
  )
}

function changesOf({ sides }: Take, side: number, least: number): number[] {
  const { starts, weights } = sides[side]!
  return starts.filter((_, index) => weights[index]! >= least)
}

function sharesOfWaits(changes: readonly number[], beat: number): number[] {
  const intervals = intervalsOf(changes)
  return CHANGE_BEATS.map(
    (beats) =>
      intervals.filter((interval) => Math.abs(Math.log2(interval / beat / beats)) < CHANGE_OCTAVES).length /
      Math.max(1, intervals.length),
  )
}

/** How much the harmony changes from bar to bar, and how much more where bars are taken to begin on their best beat. */
function barHarmonies({ notes }: Take, { times }: Beats): number[] {
  const chroma = times.map(() => new Float32Array(12))
  for (const { pitch, start, end } of notes) {
    const first = Math.max(0, Math.floor(positionAmong(times, start + 0.02)))
    const last = Math.min(
      times.length - 1,
      Math.floor(positionAmong(times, end - 0.02)),
      first + LONGEST_BEATS,
    )
    for (let beat = first; beat <= last; beat++) chroma[beat]![pitch % 12]! += 1
  }
  return BARS.flatMap((bar) => {
    const changes = Array.from({ length: bar }, (_, offset) => barChange(chroma, bar, offset))
    const mean = changes.reduce((sum, change) => sum + change, 0) / bar
    return [mean, Math.max(...changes) - mean]
  })
}

function barChange(chroma: readonly Float32Array[], bar: number, offset: number): number {
  const sums: Float32Array[] = []
  for (let beat = offset; beat + bar <= chroma.length; beat += bar) {
    const sum = new Float32Array(12)
    for (const one of chroma.slice(beat, beat + bar))
      for (const [key, value] of one.entries()) sum[key]! += value
    sums.push(sum)
  }
  const changes = sums.slice(1).map((sum, index) => harmonicDistance(sums[index]!, sum))
  return changes.reduce((total, change) => total + change, 0) / Math.max(1, changes.length)
}

/** The share of notes that are held over a beat they do not begin on, and the same of the halves of beats. */
function held({ notes }: Take, { times }: Beats): number[] {
  return [0, 0.5].map((offset) => {
    const over = notes.filter(({ start, end }) => {
      const from = positionAmong(times, start) + offset
      const to = positionAmong(times, end) + offset
      return (
        Math.floor(to - HELD_BEATS) > Math.floor(from + HELD_BEATS) &&
        Math.abs(from - Math.round(from)) > HELD_BEATS
      )
    })
    return over.length / Math.max(1, notes.length)
  })
}

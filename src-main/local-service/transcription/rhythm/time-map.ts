// Between seconds and beats, both ways: straight lines through knots, each line one tempo.

import type { TempoChange } from '../transcription.ts'

/** A moment whose place in beats is known. The first knot of a map is the start of the recording. */
export interface Knot {
  readonly seconds: number
  readonly beats: number
}

export interface TimeMap {
  readonly knots: readonly Knot[]
  /** Quarter notes that one beat of the map has: 1, or 1.5 where beats are dotted quarters. */
  readonly quartersPerBeat: number
}

/** Beats may lie off a straight tempo by this much before the tempo changes: less is not heard as one. */
const TOLERANCE_SECONDS = 0.03

/** A recording that begins so little before its first beat begins with it: a beat of its own there would last milliseconds. */
const SHORTEST_LEAD_BEATS = 0.1

/** An incomplete bar is so many of these, in quarters: of the longest that bring it so near to what was heard, of whole ones rather. */
const UNITS = [
  { quarters: 1, closeSeconds: 0.035 },
  ...[1 / 2, 1 / 4, 1 / 8, 1 / 16].map((quarters) => ({ quarters, closeSeconds: 0.02 })),
] as const

/** A map of one tempo, in quarters. */
export function evenMap(bpm: number): TimeMap {
  return {
    knots: [
      { seconds: 0, beats: 0 },
      { seconds: 60 / bpm, beats: 1 },
    ],
    quartersPerBeat: 1,
  }
}

/**
 * A map through beats. `firstDownbeat` is the index of the first beat that begins a bar: the beats before it, with those that the
 * time before the first beat has room for, are the pickup. Returns the map and how many beats the pickup has.
 * @param firstOnset when the first note begins, in seconds
 */
export function mapThroughBeats(
  times: readonly number[],
  firstDownbeat: number,
  quartersPerBeat: number,
  firstOnset: number,
): { readonly map: TimeMap; readonly pickupBeats: number } {
  const interval = times[1]! - times[0]! || 0.5
  const lead = Math.max(0, times[0]!)
  const shortest = SHORTEST_LEAD_BEATS * interval
  const isPlayed = firstOnset < lead - shortest
  // A pickup that is played has the part of a beat that it has. Silence is whole beats: what is left over makes the very first one a little
  // shorter or longer.
  const quarterSeconds = interval / quartersPerBeat
  const played = writable(lead / quarterSeconds, quarterSeconds) / quartersPerBeat
  const room = isPlayed ? played : Math.max(1, Math.round(lead / interval))
  const leadBeats = lead < shortest ? 0 : Math.ceil(room)
  const all: Knot[] = leadBeats === 0 ? [] : [{ seconds: 0, beats: leadBeats - room }]
  for (const [index, seconds] of times.entries()) {
    const isStart = leadBeats === 0 && index === 0
    all.push({ seconds: isStart ? 0 : Math.max(0, seconds), beats: leadBeats + index })
  }
  const knots = simplified(all, leadBeats === 0 ? 0 : 1)
  return { map: { knots, quartersPerBeat }, pickupBeats: leadBeats + firstDownbeat }
}

/** Drops the knots that straight lines between the others pass close by (Ramer, 1972; Douglas and Peucker, 1973). */
function simplified(knots: readonly Knot[], keptFirst: number): Knot[] {
  const kept = new Set([0, keptFirst, knots.length - 1])
  const pending: [number, number][] = [[keptFirst, knots.length - 1]]
  for (let range = pending.pop(); range; range = pending.pop()) {
    const [from, to] = range
    let worst = TOLERANCE_SECONDS
    let at = -1
    for (let index = from + 1; index < to; index++) {
      const share = (knots[index]!.beats - knots[from]!.beats) / (knots[to]!.beats - knots[from]!.beats)
      const straight = knots[from]!.seconds + share * (knots[to]!.seconds - knots[from]!.seconds)
      const error = Math.abs(knots[index]!.seconds - straight)
      if (error > worst) {
        worst = error
        at = index
      }
    }
    if (at < 0) continue
    kept.add(at)
    pending.push([from, at], [at, to])
  }
  return [...kept].sort((a, b) => a - b).map((index) => knots[index]!)
}

/** Where a moment lies in beats; beyond the knots the nearest tempo goes on. */
export function beatsAt({ knots }: TimeMap, seconds: number): number {
  const [a, b] = segment(knots, (knot) => knot.seconds <= seconds)
  return a.beats + ((seconds - a.seconds) / (b.seconds - a.seconds)) * (b.beats - a.beats)
}

/** Where a moment lies among beats, in beats from the first. @param times of the beats, in seconds */
export function beatIndexer(times: readonly number[]): (seconds: number) => number {
  const knots = times.map((seconds, beats) => ({ seconds, beats }))
  return (seconds) => beatsAt({ knots, quartersPerBeat: 1 }, seconds)
}

/** When a place in beats sounds. */
export function secondsAt({ knots }: TimeMap, beats: number): number {
  const [a, b] = segment(knots, (knot) => knot.beats <= beats)
  return a.seconds + ((beats - a.beats) / (b.beats - a.beats)) * (b.seconds - a.seconds)
}

function segment(knots: readonly Knot[], isBefore: (knot: Knot) => boolean): [Knot, Knot] {
  const index = Math.max(0, Math.min(knots.length - 2, knots.findLastIndex(isBefore)))
  return [knots[index]!, knots[index + 1]!]
}

/** The tempo from each knot on, in quarter notes a minute. */
export function tempoChanges({ knots, quartersPerBeat }: TimeMap): TempoChange[] {
  return knots.slice(0, -1).map((knot, index) => {
    const next = knots[index + 1]!
    const bpm = ((next.beats - knot.beats) * quartersPerBeat * 60) / (next.seconds - knot.seconds)
    return { time: round(knot.seconds, 4), bpm: round(bpm, 3) }
  })
}

/**
 * The same beats at one tempo. Its first whole bar begins where the take's does, as near as an incomplete bar before it can be written: time
 * 0 stays that of the recording, so its first beat need not be a whole one.
 */
export function atOneTempo(
  map: TimeMap,
  quarterBpm: number,
  { pickupBeats, beatsPerBar }: { readonly pickupBeats: number; readonly beatsPerBar: number },
): TimeMap {
  const { quartersPerBeat } = map
  const quarterSeconds = 60 / quarterBpm
  const barQuarters = beatsPerBar * quartersPerBeat
  const before = secondsAt(map, pickupBeats) / quarterSeconds
  const bars = Math.floor(before / barQuarters)
  const incomplete = writable(before - bars * barQuarters, quarterSeconds)
  const first = pickupBeats - (bars * barQuarters + incomplete) / quartersPerBeat
  return {
    knots: [
      { seconds: 0, beats: first },
      { seconds: quarterSeconds * quartersPerBeat, beats: first + 1 },
    ],
    quartersPerBeat,
  }
}

/** A length in quarters, rounded to the longest notes that come close enough. */
function writable(quarters: number, quarterSeconds: number): number {
  const rounded = UNITS.map((unit) => ({
    closeSeconds: unit.closeSeconds,
    quarters: Math.round(quarters / unit.quarters) * unit.quarters,
  }))
  const close = rounded.find((one) => Math.abs(one.quarters - quarters) * quarterSeconds <= one.closeSeconds)
  return (close ?? rounded.at(-1)!).quarters
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}

// Goes on with a recording of events: the next tick when it is due, and the background between them.

import type { Random } from '../../synthesis/signal/random.ts'
import { extrapolate } from './extrapolate.ts'
import type { GuidedOnset } from './guide.ts'
import { LEAD_SECONDS, type SourceEvent, usualOf } from './source-events.ts'
import { backgroundSource, continueTexture, inPhase, layOver, levelDb } from './texture.ts'

export interface EventsTask {
  /** The recording that the events were found in; what is made goes on where it ends. */
  readonly source: Float32Array
  /** Three or more, in order. */
  readonly events: readonly SourceEvent[]
  /** From each to the next, in samples; not a number where the recording is cut between them. */
  readonly intervals: readonly number[]
  /** When the last event before the new audio came, or would have come: samples from its start, 0 or below. */
  readonly lastOnset: number
  readonly sampleRateHz: number
  readonly length: number
  /** How long after the end of the new audio the next event comes by itself, in samples; null where nothing follows. */
  readonly nextOnset: number | null
  /** What follows the new audio; absent where nothing does. Where it opens within an event, that one is begun. */
  readonly after?: Float32Array
  /** When events come, where a picture says so; absent or null where they come as they did in the recording. */
  readonly onsets?: readonly GuidedOnset[] | null
  readonly random: Random
}

/** One event that will sound: which one of the recording, when, and how loud against it. */
interface Occasion {
  readonly onset: number
  readonly event: SourceEvent
  readonly gainDb: number
}

/** No two blows are alike: this much louder or softer, quicker or slower (below a tenth of a semitone), sooner or later. */
const GAIN_SPREAD_DB = 1.5
const SPEED_SPREAD = 0.005
const TIME_SPREAD = 0.015
/** How often the order of the recording is left for another place in it. */
const LEAP_CHANCE = 0.25
/** Intervals within this factor of each other are the same step of a rhythm. */
const SAME_INTERVAL_FACTOR = 1.2
/** From this many on, events may alternate (tick and tock, left foot and right), and go on doing so. */
const FEWEST_TO_ALTERNATE = 4
/** A copy gives way to the new background over this long, while its own goes on under it. */
const FADE_SECONDS = 0.2
const JOIN_SECONDS = 0.06
/** What was due just before the join comes at it: later by this share of its interval than it was due is not heard. */
const LATE_SHARE = 0.06
/** What follows opens within an event where it is so much louder than what lies between events, in frames of this length. */
const STANDS_OUT_DB = 6
const FRAME_SECONDS = 0.05
/** The part of a usual interval that is left free before the event that comes by itself. */
const FREE_GAP = 0.6
/** Intervals that stray no further from the usual one are a beat; it is drawn out or in by as much at most, to meet what comes by itself. */
const BEAT_SHARE = 0.12

/**
 * New audio of `length` samples: copies of the recording's own events, each a little different, over a texture of what lies between
 * them. An event is followed after the time, and by the event, that followed it in the recording, so that mean and spread of the
 * intervals and small rhythms stay (resampling of neighbours, after Künsch's block bootstrap, 1989).
 */
export function continueEvents(task: EventsTask): Float32Array {
  const { source, events, sampleRateHz, length, random } = task
  const background = backgroundSource(source, pausesOf(task), sampleRateHz)
  const output = continueTexture(background, source, length, random)
  const like = likeTheLast(task)
  finishLast(output, task, events[like]!)
  const begun = task.onsets ? null : begunBefore(task, output)
  const occasions = task.onsets
    ? guidedOccasions(task, task.onsets, like)
    : occasionsOf(begun ? { ...task, nextOnset: begun.onset - length } : task, like)
  for (const occasion of begun ? [...occasions, begun] : occasions) place(output, task, occasion)
  return output
}

/** What lies between the events: where one has sunk until the next one's lead. What is before the first may be anything. */
const pausesOf = ({ events }: EventsTask): { start: number; end: number }[] =>
  events.map(({ end, next }) => ({ start: end, end: next }))

/** The index of an event after which the pause was longer than the one at the end of the source already is. */
function likeTheLast({ source, events, intervals, random }: EventsTask): number {
  const pause = source.length - events.at(-1)!.onset
  const longer = intervals.flatMap((interval, index) => (interval > pause ? [index] : []))
  const all =
    longer.length > 0 ? longer : intervals.flatMap((interval, index) => (interval > 0 ? [index] : []))
  return pick(alternating(all, events.length - 1, intervals.length), random)
}

/** When which event comes. */
function occasionsOf(task: EventsTask, like: number): Occasion[] {
  const { events, intervals, lastOnset, sampleRateHz, length, nextOnset, random } = task
  const usual = usualOf(intervals)
  const until = nextOnset === null ? length : length + nextOnset - FREE_GAP * usual
  const earliest = 2 * LEAD_SECONDS * sampleRateHz
  const pace = nextOnset === null ? 1 : paceTo(length + nextOnset - lastOnset, intervals)
  const occasions: Occasion[] = []
  let current = like
  let onset = lastOnset
  for (;;) {
    const interval = intervals[current]! * pace * (1 + TIME_SPREAD * random.signed())
    onset += interval
    current = following(current, intervals, random)
    if (onset >= Math.min(until, length)) return occasions
    if (onset < earliest) {
      // What was due while the source was silent did not come: the rhythm goes on in its phase, and keeps that rest.
      if (earliest - onset > LATE_SHARE * interval) continue
      onset = earliest
    }
    occasions.push({ onset: Math.round(onset), event: events[current]!, gainDb: 0 })
  }
}

/** How much slower a beat goes to come out even with the event that comes by itself after so many samples; 1 for what keeps no beat. */
function paceTo(samples: number, intervals: readonly number[]): number {
  const usual = usualOf(intervals)
  const isBeat = !intervals.some((interval) => Math.abs(interval - usual) > BEAT_SHARE * usual)
  const pace = samples / (usual * Math.max(1, Math.round(samples / usual)))
  return isBeat && Math.abs(pace - 1) <= BEAT_SHARE ? pace : 1
}

/**
 * The event within which what follows opens: the one of the recording that is best at that level at some time while it dies away, begun
 * so long before. Null where what follows opens with an attack, or no louder than the new audio is there without it.
 */
function begunBefore(task: EventsTask, output: Float32Array): Occasion | null {
  const { source, events, after, nextOnset, sampleRateHz, length } = task
  const frame = Math.round(FRAME_SECONDS * sampleRateHz)
  if (!after || after.length < frame || (nextOnset !== null && nextOnset < 2 * frame)) return null
  const wanted = levelDb(after, 0, frame)
  if (wanted < levelDb(output, length - frame, frame) + STANDS_OUT_DB) return null
  const earliest = 2 * LEAD_SECONDS * sampleRateHz
  let best: Occasion | null = null
  let bestDistance = STANDS_OUT_DB
  for (const event of events) {
    for (let at = event.onset + 2 * frame; at + frame <= event.next; at += frame) {
      const distance = Math.abs(levelDb(source, at, frame) - wanted)
      const onset = length - (at - event.onset)
      if (onset < earliest || distance >= bestDistance) continue
      bestDistance = distance
      best = { onset, event, gainDb: 0 }
    }
  }
  return best
}

/** The recording's events in their order, each when the picture has one. */
function guidedOccasions(
  { events, intervals, sampleRateHz, length, random }: EventsTask,
  onsets: readonly GuidedOnset[],
  like: number,
): Occasion[] {
  const earliest = Math.ceil(2 * LEAD_SECONDS * sampleRateHz)
  let current = like
  return onsets
    .filter(({ at }) => at < length)
    .map(({ at, gainDb }) => {
      current = following(current, intervals, random)
      return { onset: Math.max(earliest, at), event: events[current]!, gainDb }
    })
}

/** The index of the event to follow one: the next of the recording, or at times one that followed in the same time elsewhere. */
function following(current: number, intervals: readonly number[], random: Random): number {
  const next = current + 1
  const isKnown = next < intervals.length && intervals[next]! > 0
  if (isKnown && random.unit() >= LEAP_CHANCE) return next
  const elsewhere = intervals.flatMap((interval, index) => {
    const factor = index === 0 ? Number.POSITIVE_INFINITY : intervals[index - 1]! / intervals[current]!
    const isSame = factor < SAME_INTERVAL_FACTOR && factor > 1 / SAME_INTERVAL_FACTOR
    return isSame && index !== current && interval > 0 ? [index] : []
  })
  if (elsewhere.length === 0) return isKnown ? next : intervals.findIndex((interval) => interval > 0)
  return pick(alternating(elsewhere, next, intervals.length), random)
}

/** Of some indices those that are even or odd as one is; all of them where that leaves none, or there are too few to tell. */
function alternating(indices: readonly number[], as: number, count: number): readonly number[] {
  const same = indices.filter((index) => index % 2 === as % 2)
  return count >= FEWEST_TO_ALTERNATE && same.length > 0 ? same : indices
}

/** Where the source ends within its last event, the rest of one like it, as loud as it is there. */
function finishLast(output: Float32Array, task: EventsTask, like: SourceEvent): void {
  const { source, events, sampleRateHz } = task
  const last = events.at(-1)!
  const elapsed = source.length - last.onset
  const join = Math.round(JOIN_SECONDS * sampleRateHz)
  const isOver = last.end < source.length - Math.round(LEAD_SECONDS * sampleRateHz)
  if (isOver || like.next - like.onset < elapsed + join) return
  const measured = Math.min(elapsed, join)
  const there = like.onset + elapsed
  const difference =
    levelDb(source, source.length - measured, measured) - levelDb(source, there - measured, measured)
  const gain = 10 ** (Math.max(-6, Math.min(6, difference)) / 20)
  const grain = { samples: source, sampleRateHz, grainLength: copyEnd(like, sampleRateHz) - there }
  const start = inPhase(grain, extrapolate(source, join, null), there)
  const rest = source.slice(start, start + grain.grainLength).map((sample) => sample * gain)
  splice(output, 0, rest, join, sampleRateHz)
}

/** Lays a varied copy of an event into the background. */
function place(output: Float32Array, task: EventsTask, { onset, event, gainDb }: Occasion): void {
  const { source, sampleRateHz, random } = task
  const lead = Math.round(LEAD_SECONDS * sampleRateHz)
  const speed = 1 + SPEED_SPREAD * random.signed()
  const gain = 10 ** ((gainDb + GAIN_SPREAD_DB * random.signed()) / 20)
  const from = Math.max(0, event.onset - lead)
  const end = copyEnd(event, sampleRateHz)
  const copy = Float32Array.from({ length: Math.floor((end - from) / speed) }, (_, index) => {
    return gain * sampleAt(source, from + index * speed)
  })
  splice(output, onset - Math.round((event.onset - from) / speed), copy, lead, sampleRateHz)
}

/** How far an event is copied: until it has sunk, and the time that it takes to fade, as far as the next one leaves it. */
const copyEnd = ({ end, next }: SourceEvent, sampleRateHz: number): number =>
  Math.min(end + Math.round(FADE_SECONDS * sampleRateHz), next)

/** Replaces a stretch by a sound that comes over `fadeIn` samples and gives way to what was there. */
function splice(
  output: Float32Array,
  at: number,
  sound: Float32Array,
  fadeIn: number,
  sampleRateHz: number,
): void {
  const fadeOut = Math.min(Math.round(FADE_SECONDS * sampleRateHz), Math.floor((sound.length - fadeIn) / 2))
  const end = at + sound.length - fadeOut
  const below = output.slice(end, end + fadeOut)
  layOver(output, at, sound, Math.min(fadeIn, sound.length))
  if (fadeOut > 0) layOver(output, end, below, fadeOut)
}

/** The sample at a time between samples, by a cubic through its four neighbours (Catmull and Rom, 1974). */
function sampleAt(samples: Float32Array, at: number): number {
  const index = Math.floor(at)
  const t = at - index
  const a = samples[index - 1] ?? 0
  const b = samples[index] ?? 0
  const c = samples[index + 1] ?? 0
  const d = samples[index + 2] ?? 0
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
}

function pick(indices: readonly number[], random: Random): number {
  return indices[Math.floor(random.unit() * indices.length)]!
}

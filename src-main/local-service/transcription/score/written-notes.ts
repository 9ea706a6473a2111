// What stands in one bar of one voice: chords and rests, cut into values that notation has.

import { type BarShape, isNoteReadable, isRestReadable, isTripletReadable } from './bar-places.ts'

export interface ScoreNote {
  readonly pitch: number
  /** Divisions from the start of the score. */
  readonly start: number
  readonly end: number
}

/** A chord (or, without pitches, a rest) of one notated value. */
export interface Value {
  readonly start: number
  readonly length: number
  /** Where what sounds in it began, be it before the bar. */
  readonly soundsFrom: number
  readonly pitches: readonly number[]
  /** Whether it goes on from the value before, and on into the next. */
  readonly tiedFrom: boolean
  readonly tiedTo: boolean
  readonly type: ValueType
  readonly dots: number
  /** Whether it is one of three in the time of two. */
  readonly isTriplet: boolean
}

export type ValueType = 'whole' | 'half' | 'quarter' | 'eighth' | '16th' | '32nd'

interface Span {
  readonly start: number
  readonly end: number
  readonly pitches: readonly number[]
}

/** The longest first; bar-places.ts says which may stand where. */
const PLAIN: readonly (readonly [length: number, type: ValueType, dots: number])[] = [
  [72, 'whole', 1],
  [48, 'whole', 0],
  [36, 'half', 1],
  [24, 'half', 0],
  [18, 'quarter', 1],
  [12, 'quarter', 0],
  [9, 'eighth', 1],
  [6, 'eighth', 0],
  [3, '16th', 0],
]
const TRIPLET: readonly (readonly [length: number, type: ValueType, dots: number])[] = [
  [8, 'quarter', 0],
  [4, 'eighth', 0],
  [2, '16th', 0],
]

/** The values of one voice in the bar that starts at `barStart`, gaps filled with rests. Chords must not overlap. */
export function valuesOfBar(chords: readonly Span[], barStart: number, shape: BarShape): Value[] {
  const barEnd = barStart + shape.barLength
  const spans: Span[] = []
  let at = barStart
  for (const chord of chords) {
    if (chord.end <= barStart || chord.start >= barEnd) continue
    const start = Math.max(chord.start, barStart)
    if (start > at) spans.push({ start: at, end: start, pitches: [] })
    spans.push({ ...chord, start, end: Math.min(chord.end, barEnd) })
    at = Math.min(chord.end, barEnd)
  }
  if (at < barEnd) spans.push({ start: at, end: barEnd, pitches: [] })
  const wholeStart = barStart - shape.missingBefore
  const triplets = tripletBeats(spans, wholeStart, shape)
  return spans.flatMap((span) => {
    const isCut =
      span.pitches.length > 0 && chords.find(({ start, end }) => start <= span.start && end >= span.end)
    const tiedIn = isCut ? isCut.start < span.start : false
    const tiedOut = isCut ? isCut.end > span.end : false
    const soundsFrom = isCut ? isCut.start : span.start
    return cut(span, wholeStart, shape, triplets, { soundsFrom, tiedIn, tiedOut })
  })
}

/** Beats in which something begins or ends off the sixteenths, counted in the whole bar. */
function tripletBeats(
  spans: readonly Span[],
  wholeStart: number,
  { beatLength }: BarShape,
): ReadonlySet<number> {
  const beats = new Set<number>()
  for (const { start, end } of spans) {
    for (const edge of [start, end]) {
      if ((edge - wholeStart) % 3 !== 0) beats.add(Math.floor((edge - wholeStart) / beatLength))
    }
  }
  return beats
}

/** How a span goes on beyond its bar. */
interface Cut {
  readonly soundsFrom: number
  readonly tiedIn: boolean
  readonly tiedOut: boolean
}

/** @param wholeStart where the bar begins, or would if nothing of it were missing */
function cut(
  { start, end, pitches }: Span,
  wholeStart: number,
  shape: BarShape,
  triplets: ReadonlySet<number>,
  { soundsFrom, tiedIn, tiedOut }: Cut,
): Value[] {
  const values: Value[] = []
  const isRest = pitches.length === 0
  for (let at = start; at < end; ) {
    const place = at - wholeStart
    const beat = Math.floor(place / shape.beatLength)
    const beatEnd = wholeStart + (beat + 1) * shape.beatLength
    const isTriplet = triplets.has(beat) && !(place % shape.beatLength === 0 && end >= beatEnd)
    const limit = isTriplet ? Math.min(end, beatEnd) : plainEnd(end, beat, wholeStart, shape, triplets)
    const isReadable = (length: number) =>
      isTriplet
        ? isTripletReadable(place % shape.beatLength, length, isRest)
        : (isRest ? isRestReadable : isNoteReadable)(place, length, shape)
    const [length, type, dots] = (isTriplet ? TRIPLET : PLAIN).find(
      ([size]) => size <= limit - at && isReadable(size),
    ) ?? [limit - at, '32nd', 0]
    values.push({
      start: at,
      length,
      soundsFrom,
      pitches,
      type,
      dots,
      isTriplet,
      tiedFrom: !isRest && (at > start || tiedIn),
      tiedTo: !isRest && (at + length < end || tiedOut),
    })
    at += length
  }
  return values
}

/** How far plain values may reach: to the end, or to the beat of triplets within which it lies. */
function plainEnd(
  end: number,
  beat: number,
  wholeStart: number,
  { beatLength }: BarShape,
  triplets: ReadonlySet<number>,
): number {
  const lastBeat = Math.floor((end - wholeStart) / beatLength)
  const isOnBeat = (end - wholeStart) % beatLength === 0
  return isOnBeat || lastBeat === beat || !triplets.has(lastBeat) ? end : wholeStart + lastBeat * beatLength
}

// What stands in one bar of one voice: chords and rests, cut into values that notation has.

/** Divisions of a quarter note: sixteenths are 3, triplet eighths 4. */
export const DIVISIONS = 12

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

/** Bars and beats in divisions. */
export interface BarShape {
  readonly barLength: number
  readonly beatLength: number
}

interface Span {
  readonly start: number
  readonly end: number
  readonly pitches: readonly number[]
}

const PLAIN: readonly (readonly [length: number, type: ValueType, dots: number])[] = [
  [48, 'whole', 0],
  [36, 'half', 1],
  [24, 'half', 0],
  [18, 'quarter', 1],
  [12, 'quarter', 0],
  [9, 'eighth', 1],
  [6, 'eighth', 0],
  [3, '16th', 0],
]
/** In meters of dotted beats a value that starts on one is dotted, or shorter than it. */
const COMPOUND: readonly (readonly [length: number, type: ValueType, dots: number])[] = [
  [72, 'whole', 1],
  [36, 'half', 1],
  [18, 'quarter', 1],
  [12, 'quarter', 0],
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
  const triplets = tripletBeats(spans, barStart, shape)
  return spans.flatMap((span) => {
    const isCut =
      span.pitches.length > 0 && chords.find(({ start, end }) => start <= span.start && end >= span.end)
    const tiedIn = isCut ? isCut.start < span.start : false
    const tiedOut = isCut ? isCut.end > span.end : false
    return cut(span, barStart, shape, triplets, tiedIn, tiedOut)
  })
}

/** Beats in which something begins or ends off the sixteenths. */
function tripletBeats(
  spans: readonly Span[],
  barStart: number,
  { beatLength }: BarShape,
): ReadonlySet<number> {
  const beats = new Set<number>()
  for (const { start, end } of spans) {
    for (const edge of [start, end]) {
      if ((edge - barStart) % 3 !== 0) beats.add(Math.floor((edge - barStart) / beatLength))
    }
  }
  return beats
}

function cut(
  { start, end, pitches }: Span,
  barStart: number,
  { barLength, beatLength }: BarShape,
  triplets: ReadonlySet<number>,
  tiedIn: boolean,
  tiedOut: boolean,
): Value[] {
  const values: Value[] = []
  const plain = beatLength > DIVISIONS ? COMPOUND : PLAIN
  for (let at = start; at < end; ) {
    const beat = Math.floor((at - barStart) / beatLength)
    const beatStart = barStart + beat * beatLength
    const beatEnd = beatStart + beatLength
    const isOnBeat = at === beatStart
    const isTriplet = triplets.has(beat) && !(isOnBeat && end >= beatEnd)
    // In bars of three a half rest would hide a beat.
    const isShort = pitches.length === 0 && barLength === 3 * beatLength && end - start < barLength
    const isSyncopated =
      pitches.length > 0 && isQuarterOffBeat(at - barStart, end - at, { barLength, beatLength }, triplets)
    const limit = isSyncopated
      ? at + DIVISIONS
      : isOnBeat && !isTriplet && !isShort
        ? wholeBeatsUntil(end, at, barStart, beatLength, triplets)
        : Math.min(end, beatEnd)
    const [length, type, dots] = (isTriplet ? TRIPLET : plain).find(([size]) => size <= limit - at) ?? [
      limit - at,
      '32nd',
      0,
    ]
    const isRest = pitches.length === 0
    values.push({
      start: at,
      length,
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

/** A quarter between two beats is read as one, but over the middle of a bar of four, which is always seen. */
function isQuarterOffBeat(
  place: number,
  length: number,
  { barLength, beatLength }: BarShape,
  triplets: ReadonlySet<number>,
): boolean {
  const beat = Math.floor(place / beatLength)
  const isOverMiddle = barLength === 4 * beatLength && beat === 1
  const isBetweenBeats = beatLength === DIVISIONS && place % beatLength === DIVISIONS / 2 && !isOverMiddle
  return isBetweenBeats && length >= DIVISIONS && !triplets.has(beat) && !triplets.has(beat + 1)
}

/** How far a value that starts on a beat may reach: over whole beats, or to its own end within a beat that is not a triplet's. */
function wholeBeatsUntil(
  end: number,
  at: number,
  barStart: number,
  beatLength: number,
  triplets: ReadonlySet<number>,
): number {
  const lastBeat = Math.floor((end - barStart) / beatLength)
  const isEndOnBeat = (end - barStart) % beatLength === 0
  if (isEndOnBeat || !triplets.has(lastBeat)) return end
  return Math.max(at, barStart + lastBeat * beatLength)
}

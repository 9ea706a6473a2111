// Which lengths may stand where in a bar, so that its beats, and its middle, are seen; and which beats are read as one.

/** Divisions of a quarter note: sixteenths are 3, triplet eighths 4. */
export const DIVISIONS = 12

/** A bar of one meter; one that begins the score may have lost its beginning. */
export interface BarShape {
  readonly barLength: number
  readonly beatLength: number
  /** How much of a whole bar is missing before it. */
  readonly missingBefore: number
}

const EIGHTH = DIVISIONS / 2
const SIXTEENTH = DIVISIONS / 4
const TRIPLET_EIGHTH = DIVISIONS / 3
const DOTTED_QUARTER = 18
const DOTTED_WHOLE = 72

const wholeBeats = ({ barLength, beatLength, missingBefore }: BarShape): number =>
  (barLength + missingBefore) / beatLength

/** Beats of quarters, or else of dotted quarters. */
const isSimple = ({ beatLength }: BarShape): boolean => beatLength === DIVISIONS

/**
 * How many beats are read as one: the halves of a bar of four, bars of two and three whole, threes of longer bars, else each by itself.
 * Source: E. Gould, Behind Bars (2011), pages 153 to 156.
 */
export function beatsReadAsOne(shape: BarShape): number {
  const beats = wholeBeats(shape)
  if (!isSimple(shape)) return 1
  if (beats === 2 || beats === 4) return 2
  return beats % 3 === 0 ? 3 : 1
}

/** Whether a span passes over the middle of a bar of four beats without beginning or ending there. */
function hidesMiddle(place: number, length: number, shape: BarShape): boolean {
  const middle = 2 * shape.beatLength
  return wholeBeats(shape) === 4 && place < middle && place + length > middle
}

/**
 * Whether a note of one value shows the beats where it stands.
 * @param place from where the whole bar begins, in divisions
 */
export function isNoteReadable(place: number, length: number, shape: BarShape): boolean {
  const within = place % shape.beatLength
  if (within + length <= shape.beatLength) return isSimple(shape) || length <= EIGHTH || within % EIGHTH === 0
  if (!isSimple(shape))
    return within === 0 && length % shape.beatLength === 0 && !hidesMiddle(place, length, shape)
  if (within % EIGHTH !== 0) return false
  if (within !== 0) return isSyncopeReadable(place, length, shape)
  if (length === DOTTED_QUARTER) return !hidesMiddle(place, length, shape)
  const group = 3 * DIVISIONS
  if (wholeBeats(shape) < 6 || wholeBeats(shape) % 3 !== 0) return length < DOTTED_WHOLE
  // Long bars of threes show each three.
  const isOverThree = (place % group) + length > group
  return !isOverThree || (place % group === 0 && length % group === 0)
}

/** What begins between two beats and is held over one: a quarter, or to the end of a half, or of a bar of three, a dotted quarter. */
function isSyncopeReadable(place: number, length: number, shape: BarShape): boolean {
  if (hidesMiddle(place, length, shape)) return false
  const group = beatsReadAsOne(shape) * DIVISIONS
  const isToEnd = group > DIVISIONS && (place + length) % group === 0
  return length === DIVISIONS || (length === DOTTED_QUARTER && isToEnd)
}

/** Whether a rest of one value shows the beats where it stands: rests may not be syncopated, and no longer than what is read as one. */
export function isRestReadable(place: number, length: number, shape: BarShape): boolean {
  const { beatLength } = shape
  const within = place % beatLength
  if (within + length > beatLength) {
    const half = wholeBeats(shape) === 4 ? 2 * beatLength : 0
    const three =
      isSimple(shape) && wholeBeats(shape) >= 6 && wholeBeats(shape) % 3 === 0 ? 3 * beatLength : 0
    return [half, three].some((group) => length === group && place % group === 0)
  }
  if (within === 0) return isSimple(shape) || length !== EIGHTH + SIXTEENTH
  return length === SIXTEENTH || (length === EIGHTH && within % EIGHTH === 0)
}

/** The same in a beat of triplets. @param within from where the beat begins */
export function isTripletReadable(within: number, length: number, isRest: boolean): boolean {
  if (length <= SIXTEENTH) return true
  return within % TRIPLET_EIGHTH === 0 && (length === TRIPLET_EIGHTH || within === 0 || !isRest)
}

// What the writers of a score hand to each other.

import type { Arrangement } from '../arrange.ts'
import type { AccidentalOf, SpellingOf } from './accidentals.ts'
import type { Bar } from './bars.ts'
import type { Reading } from './clefs.ts'
import type { PositionOf } from './context-spelling.ts'
import type { Key } from './spelling.ts'
import type { Value } from './written-notes.ts'
import type { WrittenClef, WrittenPart } from './written-part.ts'
import type { Transposition } from './written-pitch.ts'

/** A score as one part reads it: its key may be its own. */
export interface Sheet {
  readonly bars: readonly Bar[]
  /** Quarter notes a minute that are written over bars; nothing where the tempo goes on. */
  readonly tempos: ReadonlyMap<Bar, number>
  readonly key: Key
  /** Whether eighths are written evenly that are played long and short. */
  readonly isSwing: boolean
  /** Whether it is for the player of one part alone. */
  readonly isOnePart: boolean
  readonly arrangement: Arrangement
  /** How what sounds is spelled. */
  readonly positionOf: PositionOf
}

/** The values of one voice of a staff in a bar. */
export interface VoiceBar {
  readonly values: readonly Value[]
  readonly number: number
  /** Whether another voice of its staff comes first. */
  readonly isSecond: boolean
  /** From 1; null where the part has only one. */
  readonly staff: number | null
  readonly accidentalOf: AccidentalOf
}

/** A bar of a part, and what is written alike in all bars of it. */
export interface MeasurePlace {
  /** Of the bar in the score. */
  readonly index: number
  readonly isLast: boolean
  /** Of each staff that has pitches, how each bar of the score is read. */
  readonly readings: readonly (readonly Reading[])[]
  readonly hasEightBelow: boolean
  readonly transposition: Transposition | null
  /** Whether it is of the first part, which alone carries the tempo. */
  readonly isTop: boolean
  readonly partId: string
  readonly clef: WrittenClef
  readonly spellingOf: SpellingOf
  /** Of tablature, else null. */
  readonly tuning: readonly number[] | null
  readonly placeOf: WrittenPart['placeOf']
}

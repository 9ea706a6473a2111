// What the writers of a score hand to each other.

import type { Arrangement } from '../arrange.ts'
import type { Bar } from './bars.ts'
import type { Reading } from './clefs.ts'
import type { Key } from './spelling.ts'
import type { WrittenPart } from './written-part.ts'
import type { Transposition } from './written-pitch.ts'

/** A score as one part reads it: its key may be its own. */
export interface Sheet {
  readonly bars: readonly Bar[]
  /** Quarter notes a minute that are written over bars; nothing where the tempo goes on. */
  readonly tempos: ReadonlyMap<Bar, number>
  readonly key: Key
  readonly arrangement: Arrangement
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
  /** Of tablature, else null. */
  readonly tuning: readonly number[] | null
  readonly placeOf: WrittenPart['placeOf']
}

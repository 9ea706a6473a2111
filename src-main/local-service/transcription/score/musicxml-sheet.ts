// What the writers of a score hand to each other.

import type { Arrangement } from '../arrange.ts'
import type { Clef } from '../parts/instruments.ts'
import type { Bar } from './bars.ts'
import type { Key } from './spelling.ts'
import type { Fingering } from './tablature.ts'
import type { Transposition } from './written-pitch.ts'

/** Tablature has a sign of its own where other staves have a clef. */
export type WrittenClef = Clef | 'tab'

/** A score as one part reads it: its key may be its own. */
export interface Sheet {
  readonly bars: readonly Bar[]
  readonly key: Key
  readonly arrangement: Arrangement
}

/** A bar of a part, and what is written alike in all bars of it. */
export interface MeasurePlace {
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly hasEightBelow: boolean
  readonly transposition: Transposition | null
  /** Whether it is of the first part, which alone carries the tempo. */
  readonly isTop: boolean
  readonly partId: string
  /** Of tablature, else null. */
  readonly tuning: readonly number[] | null
  /** Where a note of tablature is played, by the start of its chord, in divisions, and its pitch; null on a staff. */
  readonly placeOf: ((chordStart: number, pitch: number) => Fingering | null) | null
}

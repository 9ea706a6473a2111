// Clefs follow what is played for bars on end, change at bar lines, and do not flicker.

import { describe, expect, test } from 'vitest'
import type { Instrument } from '../../../../src-main/contract/index.ts'
import { readBars, readingsFor } from '../../../../src-main/local-service/transcription/score/clefs.ts'
import {
  clefsAhead,
  firstClefs,
  octaveLinesBegun,
  octaveLinesEnded,
} from '../../../../src-main/local-service/transcription/score/musicxml-clefs.ts'
import { isTooWide } from '../../../../src-main/local-service/transcription/score/wide-parts.ts'
import type { WrittenClef } from '../../../../src-main/local-service/transcription/score/written-part.ts'

const BAR = 48
const EIGHTH = 6

/** Bars of four, each of eighths on one pitch; null is a bar's rest. */
const eighths = (pitches: readonly (number | null)[]) => [
  pitches.flatMap((pitch, bar) =>
    pitch === null
      ? []
      : Array.from({ length: 8 }, (_, at) => ({
          start: bar * BAR + at * EIGHTH,
          end: bar * BAR + (at + 1) * EIGHTH,
          pitches: [pitch],
        })),
  ),
]
const barsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    start: index * BAR,
    barLength: BAR,
    beatLength: 12,
    missingBefore: 0,
    number: index + 1,
    isPickup: false,
  }))

/** The clef of each bar, with the octave of a dashed line. */
function read(
  instrument: Instrument,
  clef: WrittenClef,
  pitches: readonly (number | null)[],
  { isTransposed = false, staff = 0, hasEightBelow = false } = {},
): string[] {
  const readings = readingsFor(instrument, clef, isTransposed, staff)
  return readBars(eighths(pitches), barsOf(pitches.length), readings, hasEightBelow).map(
    ({ clef: of, octaveLine }) => `${of}${octaveLine === 0 ? '' : octaveLine > 0 ? ' 8va' : ' 8vb'}`,
  )
}

describe('A part of one staff', () => {
  const bar = (index: number, ...pitches: number[]) =>
    pitches.map((pitch, at) => ({
      pitch,
      start: index * BAR + at * EIGHTH,
      end: index * BAR + (at + 1) * EIGHTH,
    }))

  test('has two where it is low and high in the same bars', () => {
    expect(isTooWide([...bar(0, 38, 74), ...bar(1, 62)], 'orchestra_hit', BAR)).toBe(true)
  })

  test('changes its clef where it is low for bars, then high', () => {
    const notes = [0, 1, 2, 3].flatMap((index) => bar(index, index < 2 ? 40 : 80))
    expect(isTooWide(notes, 'orchestra_hit', BAR)).toBe(false)
  })

  test('keeps its one staff where its player reads one, or has nothing to play', () => {
    expect(isTooWide(bar(0, 38, 74), 'violin', BAR)).toBe(false)
    expect(isTooWide([], 'orchestra_hit', BAR)).toBe(false)
  })
})

describe('A staff', () => {
  test('keeps its clef for one high bar that a ledger line or three can bear', () => {
    expect(new Set(read('cello', 'bass', [45, 48, 64, 48, 45]))).toEqual(new Set(['bass']))
  })

  test('changes it for bars that lie high, and changes back', () => {
    expect(read('cello', 'bass', [45, 45, 74, 76, 77, 74, 43, 45])).toEqual([
      'bass',
      'bass',
      'treble',
      'treble',
      'treble',
      'treble',
      'bass',
      'bass',
    ])
  })

  test('takes the tenor clef for what is high, but not so high', () => {
    expect(read('bassoon', 'bass', [45, 67, 67, 65, 67, 65])).toEqual([
      'bass',
      ...new Array<string>(5).fill('tenor'),
    ])
  })

  test('changes after a rest, just before the notes that need it', () => {
    expect(read('cello', 'bass', [45, 45, null, null, 79, 79])).toEqual([
      'bass',
      'bass',
      'bass',
      'bass',
      'treble',
      'treble',
    ])
  })

  test('does not change under a tied note for what it could bear', () => {
    const voice = [{ start: 0, end: 2 * BAR, pitches: [79] }, ...(eighths([null, 79])[0] ?? []).slice(4)]
    const readings = readingsFor('cello', 'bass', false, 0)
    const clefs = readBars([voice], barsOf(2), readings, false).map(({ clef }) => clef)
    expect(new Set(clefs).size).toBe(1)
  })

  test('stays in the treble for players who read nothing else', () => {
    expect(new Set(read('clarinet', 'treble', [45, 45, 45]))).toEqual(new Set(['treble']))
    expect(new Set(read('baritone_sax', 'treble', [45, 45], { isTransposed: true }))).toEqual(
      new Set(['treble']),
    )
  })

  test('counts its lines an octave away under an eight', () => {
    expect(new Set(read('contrabass', 'bass', [40, 43, 45], { hasEightBelow: true }))).toEqual(
      new Set(['bass']),
    )
    expect(new Set(read('contrabass', 'bass', [67, 69, 67], { hasEightBelow: true }))).toEqual(
      new Set(['treble']),
    )
  })

  test('of drums or of strings has no clef to change', () => {
    expect(read('drums', 'percussion', [36, 42])).toEqual([])
    expect(read('acoustic_guitar', 'tab', [52, 64])).toEqual([])
  })
})

describe('A grand staff', () => {
  test('may have both hands in one clef', () => {
    expect(read('acoustic_piano', 'grand', [72, 45, 43, 47, 72, 74]).slice(1, 4)).toEqual([
      'bass',
      'bass',
      'bass',
    ])
    expect(read('acoustic_piano', 'grand', [45, 69, 72, 69], { staff: 1 }).slice(1)).toEqual([
      'treble',
      'treble',
      'treble',
    ])
  })

  test('has a dashed line over the very highest and under the very lowest', () => {
    expect(read('acoustic_piano', 'grand', [72, 98, 96, null, 72])).toEqual([
      'treble',
      'treble 8va',
      'treble 8va',
      'treble',
      'treble',
    ])
    expect(read('acoustic_piano', 'grand', [45, 24, 24, 45], { staff: 1 })).toEqual([
      'bass',
      'bass 8vb',
      'bass 8vb',
      'bass',
    ])
  })

  test('is written with the change at the end of the bar before, and lines from their first bar to their last', () => {
    const readings = [
      readBars(eighths([45, 98, 96]), barsOf(3), readingsFor('acoustic_piano', 'grand', false, 0), false),
      readBars(eighths([45, 45, 45]), barsOf(3), readingsFor('acoustic_piano', 'grand', false, 1), false),
    ]
    const place = (index: number) => ({ index, readings, hasEightBelow: false })
    expect(firstClefs(place(0))).toBe(
      '<clef number="1"><sign>F</sign><line>4</line></clef><clef number="2"><sign>F</sign><line>4</line></clef>',
    )
    expect(clefsAhead(place(0))).toBe(
      '<attributes><clef number="1"><sign>G</sign><line>2</line></clef></attributes>',
    )
    expect(clefsAhead(place(1)) + clefsAhead(place(2))).toBe('')
    expect([0, 1, 2].map((index) => octaveLinesBegun(place(index)) !== '')).toEqual([false, true, false])
    expect([0, 1, 2].map((index) => octaveLinesEnded(place(index)) !== '')).toEqual([false, false, true])
    expect(octaveLinesBegun(place(1))).toContain('<octave-shift type="down" size="8" number="1"/>')
  })
})

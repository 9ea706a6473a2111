// Bars as readers expect them: values and rests that show the beats, beams by what is read as one, no silence before the music.

import { describe, expect, test } from 'vitest'
import { arrange } from '../../../../src-main/local-service/transcription/arrange.ts'
import type { HeardNote } from '../../../../src-main/local-service/transcription/notes/decode-notes.ts'
import { chooseGrid } from '../../../../src-main/local-service/transcription/rhythm/grid.ts'
import { mapThroughBeats } from '../../../../src-main/local-service/transcription/rhythm/time-map.ts'
import { barsOf } from '../../../../src-main/local-service/transcription/score/bars.ts'
import { beamsOf } from '../../../../src-main/local-service/transcription/score/beams.ts'
import { writeMusicXml } from '../../../../src-main/local-service/transcription/score/musicxml.ts'
import { valuesOfBar } from '../../../../src-main/local-service/transcription/score/written-notes.ts'

const meter = (beats: number, beatLength = 12, missingBefore = 0) => ({
  start: 0,
  barLength: beats * beatLength - missingBefore,
  beatLength,
  missingBefore,
})
const [TWO, THREE, FOUR, FIVE] = [meter(2), meter(3), meter(4), meter(5)] as const
const SIX_EIGHTHS = meter(2, 18)
const TWELVE_EIGHTHS = meter(4, 18)
const SIGNS = { whole: 'w', half: 'h', quarter: 'q', eighth: 'e', '16th': 's', '32nd': '?' } as const

/** Lengths in divisions, rests negative, one after the other. */
function spansOf(lengths: readonly number[]) {
  let at = 0
  return lengths.flatMap((length) => {
    const start = at
    at += Math.abs(length)
    return length > 0 ? [{ start, end: at, pitches: [60] }] : []
  })
}

/** "q. e r-h": values by the first letter of their English name. */
const written = (bar: ReturnType<typeof meter>, ...lengths: number[]): string =>
  valuesOfBar(spansOf(lengths), 0, bar)
    .map(
      ({ type, dots, isTriplet, pitches, tiedTo }) =>
        `${pitches.length === 0 ? 'r-' : ''}${isTriplet ? '3' : ''}${SIGNS[type]}${'.'.repeat(dots)}${tiedTo ? '~' : ''}`,
    )
    .join(' ')

describe('Notes', () => {
  test.each([
    ['a quarter between two beats is one', FOUR, [6, 12, 6, 24], 'e q e h'],
    ['the middle of a bar of four is seen', FOUR, [18, 12, 18], 'q. e~ e q.'],
    ['a dotted quarter closes a half of the bar', FOUR, [6, 18, 24], 'e q. h'],
    ['a dotted quarter on the second beat would hide the middle', FOUR, [12, 18, 18], 'q q~ e q.'],
    ['two dotted quarters are three', THREE, [18, 18], 'q. q.'],
    ['a half between quarters is one', FOUR, [12, 24, 12], 'q h q'],
    ['a sixteenth never hides a beat', FOUR, [9, 6, 9, 24], 'e. s~ s e. h'],
    ['what fills six quarters is one', meter(6), [72], 'w.'],
    ['threes of long bars are seen', meter(6), [48, 24], 'h.~ q h'],
    ['a dotted eighth begins a siciliana', SIX_EIGHTHS, [9, 3, 6, 18], 'e. s e q.'],
    ['the middle of twelve eighths is seen', TWELVE_EIGHTHS, [18, 36, 18], 'q. q.~ q. q.'],
  ] as const)('%s', (_, bar, lengths, expected) => {
    expect(written(bar, ...lengths)).toBe(expected)
  })
})

describe('Rests', () => {
  test.each([
    ['are not dotted quarters', FOUR, [-18, 6, 24], 'r-q r-e e h'],
    ['are not dotted halves', FOUR, [12, -36], 'q r-q r-h'],
    ['do not hide the middle of a bar of four', FOUR, [12, -24, 12], 'q r-q r-q q'],
    ['are halves in either half of it', FOUR, [24, -24], 'h r-h'],
    ['are not syncopated', FOUR, [6, -12, 6, 24], 'e r-e r-e e h'],
    ['show the eighth within a beat', FOUR, [3, -9, 12, 24], 's r-s r-e q h'],
    ['show each beat of three', THREE, [12, -24], 'q r-q r-q'],
    ['show each beat of five', FIVE, [12, -48], 'q r-q r-q r-q r-q'],
    ['are dotted where beats are', SIX_EIGHTHS, [18, -18], 'q. r-q.'],
    ['begin a dotted beat as a quarter', SIX_EIGHTHS, [-12, 6, 18], 'r-q e q.'],
    ['and end it as eighths', SIX_EIGHTHS, [6, -12, 18], 'e r-e r-e q.'],
    ['show the triplet', FOUR, [4, -8, 36], '3e r-3e r-3e h.'],
    ['follow the bar that is missing before a pickup', meter(4, 12, 12), [12, -24], 'q r-h'],
  ] as const)('%s', (_, bar, lengths, expected) => {
    expect(written(bar, ...lengths)).toBe(expected)
  })
})

/** How many notes each beam of the first level joins. */
const beamed = (bar: ReturnType<typeof meter>, ...lengths: number[]): number[] => {
  const joined: number[] = []
  for (const [word] of beamsOf(valuesOfBar(spansOf(lengths), 0, bar), bar)) {
    if (word === 'begin') joined.push(1)
    else if (word !== undefined) joined.push((joined.pop() ?? 0) + 1)
  }
  return joined
}

describe('Beams', () => {
  const eighths = (count: number) => new Array<number>(count).fill(6)
  test.each([
    ['join four eighths in either half of a bar of four', FOUR, eighths(8), [4, 4]],
    ['never pass over its middle', FOUR, [12, ...eighths(4), 12], [2, 2]],
    ['join four eighths in two', TWO, eighths(4), [4]],
    ['join six eighths in three', THREE, eighths(6), [6]],
    ['join what follows a quarter in three', THREE, [12, ...eighths(4)], [4]],
    ['show the beats of three after a dotted quarter', THREE, [18, ...eighths(3)], [2]],
    ['go by beats in five', FIVE, eighths(10), [2, 2, 2, 2, 2]],
    ['go by dotted beats', SIX_EIGHTHS, eighths(6), [3, 3]],
    ['go by beats where there are sixteenths', FOUR, [6, 3, 3, ...eighths(2), ...eighths(4)], [3, 2, 4]],
    ['end at rests', FOUR, [6, 6, 6, -6, 24], [2]],
    ['count a pickup from the end of its bar', meter(4, 12, 12), eighths(6), [2, 4]],
    ['go by beats of triplets', FOUR, [4, 4, 4, 6, 6, 24], [3, 2]],
  ] as const)('%s', (_, bar, lengths, expected) => {
    expect(beamed(bar, ...lengths)).toEqual(expected)
  })

  test('go in deeper where sixteenths are', () => {
    const values = valuesOfBar(spansOf([6, 3, 3, 9, 3, 24]), 0, FOUR)
    expect(beamsOf(values, FOUR).slice(0, 5)).toEqual([
      ['begin'],
      ['continue', 'begin'],
      ['end', 'end'],
      ['begin'],
      ['end', 'backward hook'],
    ])
  })
})

describe('The first bar', () => {
  const QUARTER = 0.5
  const BEATS = 24
  const LAST_END = 200
  /** Quarters at 120 a minute in bars of four from `firstDownbeat` on, notes at these quarters. */
  const arranged = (firstDownbeat: number, quarters: readonly number[]) => {
    const notes = quarters.map(
      (quarter): HeardNote => ({
        pitch: 60,
        start: quarter * QUARTER,
        end: (quarter + 0.9) * QUARTER,
        levelDb: -20,
        certainty: 1,
      }),
    )
    const beats = Array.from({ length: BEATS }, (_, beat) => beat * QUARTER)
    const { map, pickupBeats } = mapThroughBeats(beats, firstDownbeat, 1)
    const rhythm = {
      map,
      grid: chooseGrid(quarters, 'automatic', false),
      bpm: 120,
      numerator: 4,
      denominator: 4,
      beatsPerBar: 4,
      pickupBeats,
      certainty: 1,
      unreliability: null,
    }
    return arrange(notes, [], rhythm, { instruments: ['violin'] })
  }
  const first = (firstDownbeat: number, ...quarters: number[]) => {
    const [bar, next] = barsOf(arranged(firstDownbeat, quarters), LAST_END)
    return { start: bar?.start, length: bar?.barLength, number: bar?.number, next: next?.start }
  }

  test('is the one in which the music begins', () => {
    expect(first(2, 2, 3)).toEqual({ start: 24, length: 48, number: 1, next: 72 })
    expect(first(1, 9.5)).toEqual({ start: 108, length: 48, number: 1, next: 156 })
    expect(first(0, 1, 2)).toEqual({ start: 0, length: 48, number: 1, next: 48 })
  })

  test('is a pickup where the music begins late in it, or before the first one', () => {
    expect(first(0, 3, 4)).toEqual({ start: 36, length: 12, number: 0, next: 48 })
    expect(first(3, 1, 2, 3)).toEqual({ start: 12, length: 24, number: 0, next: 36 })
    expect(first(3, 0.5, 3)).toEqual({ start: 0, length: 36, number: 0, next: 36 })
  })

  test('alone carries the tempo of an even piece, and says what is left out before it', () => {
    const xml = writeMusicXml(arranged(2, [2, 3, 4, 5, 6, 7, 8, 9]), { isOptimized: true, pageSize: 'a4' })
    expect(xml.match(/<metronome>/g)).toHaveLength(1)
    expect(xml).toContain('<miscellaneous-field name="quarters-left-out">2</miscellaneous-field>')
    expect(xml).not.toContain('<rest')
  })
})

// The last chord of what fades: written as long as its bar, however long it rings.

import { describe, expect, test } from 'vitest'
import { evenMap } from '../../../../src-main/local-service/transcription/rhythm/time-map.ts'
import { withoutRinging } from '../../../../src-main/local-service/transcription/score/last-chord.ts'
import type { ScoreNote } from '../../../../src-main/local-service/transcription/score/written-notes.ts'

const BAR = 48
const at = (pickupBeats = 0) => ({
  map: evenMap(120),
  rhythm: {
    map: evenMap(120),
    grid: { placesOf: () => [0, 1] },
    bpm: 120,
    numerator: 4,
    denominator: 4,
    beatsPerBar: 4,
    pickupBeats,
    certainty: 1,
    unreliability: null,
  },
})
const note = (start: number, end: number): ScoreNote => ({ pitch: 60, start, end })
const ends = (notes: readonly ScoreNote[]) => notes.map(({ end }) => end)

describe('What rings on after the last note', () => {
  test('ends with its bar, also where it began before', () => {
    const notes = [note(0, 5 * BAR), note(BAR, 5 * BAR)]
    expect(ends(withoutRinging(notes, 'acoustic_piano', at()))).toEqual([2 * BAR, 2 * BAR])
  })

  test('ends with the next bar where it begins late in its own', () => {
    expect(ends(withoutRinging([note(BAR + 36, 5 * BAR)], 'acoustic_guitar', at()))).toEqual([3 * BAR])
    expect(ends(withoutRinging([note(BAR + 24, 5 * BAR)], 'acoustic_guitar', at()))).toEqual([2 * BAR])
  })

  test('ends with a bar of those that begin after a pickup', () => {
    expect(ends(withoutRinging([note(12, 5 * BAR)], 'acoustic_piano', at(1)))).toEqual([12 + BAR])
  })

  test('is left alone where it ends before', () => {
    const notes = [note(0, 12), note(BAR, BAR + 24)]
    expect(withoutRinging(notes, 'acoustic_piano', at())).toEqual(notes)
    expect(withoutRinging([], 'acoustic_piano', at())).toEqual([])
  })

  test('is left alone where a player holds it', () => {
    expect(ends(withoutRinging([note(0, 5 * BAR)], 'violin', at()))).toEqual([5 * BAR])
  })
})
